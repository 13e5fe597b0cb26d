//! Keys that can be given once, or many times.

use proc_macro2::Span;
use syn::Ident;

use crate::ctxt::Ctxt;

/// Declares the keys of an attribute: a field for each, and the way its value is read.
macro_rules! keys {
    ($(#[$doc:meta])* $name:ident { $($key:literal $field:ident: $ty:ty = $read:expr,)+ }) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $name {
            $(pub(crate) $field: $ty,)+
        }

        impl $name {
            const KEYS: &[&str] = &[$($key),+];

            /// Reads an entry, or returns it if the key is unknown.
            fn set(&mut self, cx: &Ctxt, entry: Entry) -> Option<Entry> {
                let key = entry.key.clone();
                match key.to_string().as_str() {
                    $($key => self.$field.set(cx, &key, $read(entry, cx)),)+
                    _ => return Some(entry),
                }
                None
            }
        }
    };
}

pub(super) use keys;

/// A value that can be given only once.
pub(crate) struct Once<T>(Option<(Span, T)>);

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Once<T> {
    pub(super) fn set(&mut self, cx: &Ctxt, key: &Ident, value: Option<T>) {
        if self.0.is_some() {
            cx.error(key, format!("`{key}` is given twice"));
        } else {
            self.0 = value.map(|value| (key.span(), value));
        }
    }

    /// Uses the value of `outer` if none is given.
    pub(crate) fn inherit(&mut self, outer: &Self)
    where
        T: Clone,
    {
        if self.0.is_none() {
            self.0.clone_from(&outer.0);
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, value)| value)
    }

    /// The span of the key.
    pub(crate) fn span(&self) -> Option<Span> {
        self.0.as_ref().map(|(span, _)| *span)
    }
}

/// Values that can be given many times.
pub(crate) struct Many<T>(pub(crate) Vec<T>);

impl<T> Default for Many<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Many<T> {
    pub(super) fn set(&mut self, _: &Ctxt, _: &Ident, value: Option<T>) {
        self.0.extend(value);
    }
}

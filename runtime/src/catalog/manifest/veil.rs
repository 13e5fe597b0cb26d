//! What a manifest says and its errors may not show.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

/// Hides the secrets that a server was given, should it list them. No part of
/// what a manifest says: two are equal whatever they hide.
#[derive(Clone, Default)]
pub(super) struct Veil(Option<Arc<Hide>>);

type Hide = dyn Fn(&str) -> String + Send + Sync;

impl Veil {
    #[cfg(feature = "mcp")]
    pub(super) fn new(hide: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hide)))
    }

    /// The text as people may read it.
    pub(super) fn over(&self, text: &mut String) {
        if let Some(hide) = &self.0 {
            *text = hide(text);
        }
    }
}

impl PartialEq for Veil {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Veil {}

impl fmt::Debug for Veil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Veil")
    }
}

//! Collects errors, so that one build shows all of them.

use core::cell::RefCell;
use core::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors found so far. Dropping it without [`finish`](Self::finish) is a bug
/// of this crate and panics.
pub(crate) struct Ctxt {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// An error that underlines `tokens`.
    pub(crate) fn error(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens.into_token_stream(), message));
    }

    /// An error at one span.
    pub(crate) fn error_at(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// The errors as `compile_error!`s; `None` if there are none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let errors = self.errors.borrow_mut().take().unwrap_or_default();
        let all = errors.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        })?;
        Some(all.into_compile_error())
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        let read = self.errors.get_mut().is_none();
        assert!(read || std::thread::panicking(), "errors of #[tool] were not read");
    }
}

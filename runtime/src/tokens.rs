//! Estimates of model tokens.

use alloc::sync::Arc;

/// Estimates the model tokens of a text: one for every four bytes, rounded up.
///
/// Every provider has its own tokenizer; four bytes per token is the usual rule for
/// English and JSON. Texts in other scripts cost more. Use it to compare, not to bill.
#[must_use]
pub const fn estimate(text: &str) -> usize {
    text.len().div_ceil(4)
}

/// How tokens are counted: [`estimate`], or a function of the user's.
#[derive(Clone)]
pub(crate) struct Tokenizer(Arc<dyn Fn(&str) -> usize + Send + Sync>);

impl Tokenizer {
    pub(crate) fn new(count: impl Fn(&str) -> usize + Send + Sync + 'static) -> Self {
        Self(Arc::new(count))
    }

    pub(crate) fn count(&self, text: &str) -> usize {
        (self.0)(text)
    }
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new(estimate)
    }
}

/// The tokens that a session spends on tools, compared with sending all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Cost {
    /// The number of tools that the session may use.
    pub tools: usize,
    /// Estimated tokens of all their definitions.
    pub full: usize,
    /// The number of definitions that are sent, including the search tool's.
    pub sent_tools: usize,
    /// Estimated tokens of these definitions and of the prompt section.
    pub sent: usize,
}

impl Cost {
    /// The share of tokens that is saved, 0 to 1.
    #[must_use]
    pub fn saved(&self) -> f64 {
        if self.full == 0 { 0.0 } else { (1.0 - self.sent as f64 / self.full as f64).max(0.0) }
    }
}

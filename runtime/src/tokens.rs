//! What definitions cost a model.

use alloc::sync::Arc;

/// Estimates the model tokens of a text: one for every four bytes, rounded up.
///
/// Every provider counts with a tokenizer of its own; four bytes a token is the
/// usual rule for English and JSON. Texts in other scripts cost more than this
/// says. Use it to compare, not to bill.
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

/// What a session sends of its tools, against sending all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Cost {
    /// How many tools the session may use.
    pub tools: usize,
    /// Estimated tokens of all their definitions.
    pub full: usize,
    /// How many definitions are sent, the search tool's among them.
    pub sent_tools: usize,
    /// Estimated tokens of these and of the prompt section.
    pub sent: usize,
}

impl Cost {
    /// The saved share of the tokens, 0 to 1; 0 where nothing is saved.
    #[must_use]
    pub fn saved(&self) -> f64 {
        if self.full == 0 { 0.0 } else { (1.0 - self.sent as f64 / self.full as f64).max(0.0) }
    }
}

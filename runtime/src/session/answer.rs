//! What a search found.

use alloc::string::String;
use alloc::vec::Vec;

use crate::search::SearchOutcome;
use crate::toolbox::{Entry, Unavailable};

/// What one search found, grouped by what the model can do with it.
///
/// ```
/// # use toolcrib::{tool, tools};
/// /// Sums two numbers.
/// #[tool(defer)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let mut session = toolcrib::Toolbox::builder().native(tools![add]).build()?.session();
/// let answer = session.search("sum of numbers", None);
/// assert_eq!(answer.found()[0].name(), "add");
/// # Ok::<(), toolcrib::toolbox::BuildError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Answer {
    pub(super) found: Vec<Entry>,
    pub(super) already_loaded: Vec<Entry>,
    pub(super) put_back: Vec<Entry>,
    pub(super) not_found: Vec<String>,
    pub(super) denied: Vec<String>,
    pub(super) refused: Vec<String>,
    pub(super) unavailable: Vec<(String, Unavailable)>,
    /// What the model is told of these servers.
    pub(super) about_servers: String,
    pub(super) truncated: bool,
    pub(super) outcome: SearchOutcome,
}

impl Answer {
    /// The tools that this search has loaded, best first.
    #[must_use]
    pub fn found(&self) -> &[Entry] {
        &self.found
    }

    /// The tools that match but were loaded before.
    #[must_use]
    pub fn already_loaded(&self) -> &[Entry] {
        &self.already_loaded
    }

    /// The tools that were unloaded to make room for those found.
    #[must_use]
    pub fn put_back(&self) -> &[Entry] {
        &self.put_back
    }

    /// Names after `select:` that belong to no tool.
    #[must_use]
    pub fn not_found(&self) -> &[String] {
        &self.not_found
    }

    /// Names after `select:` of tools that the session's permissions do not currently
    /// allow. Tools outside of the session's view are listed only if its permissions
    /// reveal them.
    #[must_use]
    pub fn denied(&self) -> &[String] {
        &self.denied
    }

    /// Names after `select:` of tools that are refused, because their server no
    /// longer lists them as captured.
    #[must_use]
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// Servers whose tools are missing, by their names in the configuration: those that
    /// the query names, or all of them if nothing was found.
    #[must_use]
    pub fn unavailable(&self) -> &[(String, Unavailable)] {
        &self.unavailable
    }

    /// Whether part of the query was ignored because it was too long.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// Whether the tools found are all that there is to say.
    pub(super) fn is_plain(&self) -> bool {
        !self.found.is_empty()
            && self.already_loaded.is_empty()
            && self.put_back.is_empty()
            && self.not_found.is_empty()
            && self.denied.is_empty()
            && self.refused.is_empty()
            && self.unavailable.is_empty()
            && !self.truncated
    }
}

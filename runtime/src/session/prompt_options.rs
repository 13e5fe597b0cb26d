//! How the section of the prompt is laid out.

/// How the section of the prompt is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptOptions {
    pub(super) budget: usize,
    pub(super) group_from: usize,
    pub(super) instructions: Option<usize>,
}

impl Default for PromptOptions {
    fn default() -> Self {
        Self { budget: usize::MAX, group_from: 65, instructions: None }
    }
}

impl PromptOptions {
    /// All names, grouped by server when there are more than 64; no
    /// instructions of servers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the names and their groups to about this many bytes. Names that do not fit
    /// are counted instead. The budget is shared fairly among servers: what one does not
    /// need goes to the others. Every server is named, even if that takes more.
    #[must_use]
    pub fn budget(mut self, bytes: usize) -> Self {
        self.budget = bytes;
        self
    }

    /// Groups the names by server if there are at least this many.
    #[must_use]
    pub fn group_from(mut self, names: usize) -> Self {
        self.group_from = names;
        self
    }

    /// Adds the servers' own instructions, at most this many bytes of each. This puts
    /// text written by others into the prompt.
    #[must_use]
    pub fn instructions(mut self, bytes: usize) -> Self {
        self.instructions = Some(bytes);
        self
    }
}

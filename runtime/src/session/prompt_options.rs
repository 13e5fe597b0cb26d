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

    /// About so many bytes of names and of what groups them. What does not fit
    /// is counted instead of named, every server getting its fair share: those
    /// that need less leave the rest to the others. Each server is named at
    /// least, which can take more.
    #[must_use]
    pub fn budget(mut self, bytes: usize) -> Self {
        self.budget = bytes;
        self
    }

    /// Groups the names by server when there are so many or more.
    #[must_use]
    pub fn group_from(mut self, names: usize) -> Self {
        self.group_from = names;
        self
    }

    /// Also gives what servers tell of themselves, at most so many bytes each.
    /// This is text of others in the prompt.
    #[must_use]
    pub fn instructions(mut self, bytes: usize) -> Self {
        self.instructions = Some(bytes);
        self
    }
}

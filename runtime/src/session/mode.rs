//! What a mode comes to with the tools of a session.

use super::showing::Showing;
use super::state::Session;
use crate::toolbox::{Entry, Mode};

impl Session {
    /// Sets the mode. Defaults to the mode of the toolbox.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.set_mode(mode);
        self
    }

    /// Changes the mode, even in the middle of a conversation: [`prepare`](Self::prepare)
    /// then removes from the history what the new mode cannot have there.
    pub fn set_mode(&mut self, mode: Mode) {
        let any = self.view.entries().iter().any(Entry::is_deferred);
        self.showing = match mode {
            Mode::On if any => Showing::Deferred,
            Mode::Bridge if any => Showing::Bridge,
            Mode::Auto { context_window, share } if any && self.fills(context_window, share) => {
                Showing::Deferred
            }
            _ => Showing::Everything,
        };
    }

    fn fills(&self, context_window: usize, share: f64) -> bool {
        let deferred = self.view.entries().iter().filter(|entry| entry.is_deferred());
        let tokens: usize = deferred.map(|entry| self.count(entry)).sum();
        tokens as f64 >= context_window as f64 * share
    }

    /// Whether anything is kept back.
    pub(super) fn defers(&self) -> bool {
        self.showing != Showing::Everything
    }
}

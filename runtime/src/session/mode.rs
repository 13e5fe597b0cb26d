//! What a mode comes to with the tools of a session.

use super::Session;
use crate::toolbox::{Entry, Mode};

/// What a mode comes to with the tools at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exposure {
    /// Nothing is kept back.
    Everything,
    Deferred,
    Bridge,
}

impl Session {
    /// The same in another mode; that of the toolbox unless this is called.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.set_mode(mode);
        self
    }

    /// Changes the mode, also in the middle of a conversation:
    /// [`prepare`](Self::prepare) then takes out of the history what the new
    /// mode cannot have there.
    pub fn set_mode(&mut self, mode: Mode) {
        let any = self.view.entries().iter().any(Entry::is_deferred);
        self.exposure = match mode {
            Mode::On if any => Exposure::Deferred,
            Mode::Bridge if any => Exposure::Bridge,
            Mode::Auto { context_window, share } if any && self.fills(context_window, share) => {
                Exposure::Deferred
            }
            _ => Exposure::Everything,
        };
    }

    fn fills(&self, context_window: usize, share: f64) -> bool {
        let deferred = self.view.entries().iter().filter(|entry| entry.is_deferred());
        let tokens: usize = deferred.map(|entry| self.count(entry)).sum();
        tokens as f64 >= context_window as f64 * share
    }

    /// Whether anything is kept back.
    pub(super) fn defers(&self) -> bool {
        self.exposure != Exposure::Everything
    }
}

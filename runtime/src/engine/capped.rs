//! Keeping from the model what a result has too much of.

use super::cap;
use super::events::EventKind;
use super::hub::Subject;
use super::kept::{Kept, Rest};
use super::state::{Engine, Tool};
use crate::message::Outcome;

/// Keeps what a result has too much of from the model.
pub(super) struct Cap<'a> {
    pub(super) engine: &'a Engine,
    pub(super) tool: &'a Tool,
    pub(super) id: &'a str,
    pub(super) kept: &'a Kept,
    pub(super) subject: Option<&'a Subject<'a>>,
}

impl Cap<'_> {
    pub(super) fn apply(&self, outcome: Outcome) -> Outcome {
        let limits = &self.tool.limits;
        let Some(cut) = cap::cut(&outcome, limits.output, limits.media) else {
            return outcome;
        };
        self.kept.keep(self.id, Rest { outcome, shown: cut.text });
        let kind = EventKind::CutOff { shown: cut.shown, total: cut.total };
        self.engine.hub.send(self.subject.copied().unwrap_or_default(), kind);
        cut.outcome
    }
}

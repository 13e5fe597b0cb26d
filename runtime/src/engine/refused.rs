//! What an operator is told of calls that did not go.

use std::prelude::v1::*;

use super::Engine;
use super::entry::Entry;
use super::events::{EventKind, Reason};
use super::hub::Subject;
use crate::catalog::{Difference, Drift};
use crate::error::CallError;
use crate::message::Outcome;
use crate::text::{Visible, prefix};

/// So many differences of a server are logged for one call.
const LOGGED: usize = 20;
/// So much of a text of a server is logged, in bytes.
const TEXT: usize = 500;

impl Engine {
    /// The gate has refused a call. `id` is the provider's name for it.
    pub(crate) fn refused(&self, id: &str, entry: Option<&Entry>, reason: Reason) {
        let (tool, server) = (entry.map(Entry::name), entry.and_then(Entry::server_name));
        let call = self.hub.is_heard().then(|| self.hub.call_id(id));
        self.tell(Subject { call: call.as_ref(), tool, server }, reason);
    }

    /// A call has ended because of what its server lists now.
    pub(super) fn note_drift(&self, subject: Subject<'_>, answer: &Result<Outcome, CallError>) {
        if let Err(CallError::Server(error)) = answer
            && let Some(drift) = error.differences()
        {
            self.tell(subject, Reason::Drift(drift.clone().into()));
        }
    }

    /// The one event, and the lines in the log.
    fn tell(&self, subject: Subject<'_>, reason: Reason) {
        let Subject { tool, server, .. } = subject;
        match &reason {
            Reason::Drift(drift) => log(subject, drift),
            other => {
                let reason = other.as_str();
                tracing::info!(target: "toolcrib::call", server, tool, reason, "refused");
            }
        }
        self.hub.send(subject, EventKind::Refused { reason });
    }
}

fn log(subject: Subject<'_>, drift: &Drift) {
    let shown = |text: &String| Visible(prefix(text, TEXT)).to_string();
    for difference in drift.differences().iter().take(LOGGED) {
        let Difference { server, tool, field, old, new, .. } = difference;
        let [tool, old, new] = [tool, old, new].map(|text| text.as_ref().map(shown));
        let (called, server, field) = (subject.tool, shown(server), shown(field));
        tracing::warn!(
            target: "toolcrib::call", called, server, tool, field, old, new,
            "refused: the server no longer lists what was captured",
        );
    }
}

//! The last look before a call is sent.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetMeta, JsonRpcMessage, ProgressToken};

use super::mark::Mark;
use super::shared::Shared;

/// Why a call was kept back at the last moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeptBack {
    /// The server has announced other tools since it was verified.
    Changed,
    /// Nobody waits for it any longer.
    GivenUp,
}

impl Mark {
    fn depart(
        self: &Arc<Self>,
        token: Option<ProgressToken>,
        shared: &Shared,
    ) -> Result<(), KeptBack> {
        if self.given_up.load(Ordering::Acquire) {
            return Err(KeptBack::GivenUp);
        }
        if let Some(token) = token
            && self.token.set(token.clone()).is_ok()
        {
            shared.expect_progress(token, self.clone());
        }
        // The last look before the first byte.
        if self.verified_at.is_some_and(|at| at != shared.generation()) {
            return Err(KeptBack::Changed);
        }
        self.sent.store(true, Ordering::Release);
        Ok(())
    }
}

/// Lets a message leave; a marked call only if nothing speaks against it.
pub(super) fn depart(item: &ClientJsonRpcMessage, shared: &Shared) -> Result<(), KeptBack> {
    let JsonRpcMessage::Request(request) = item else { return Ok(()) };
    let ClientRequest::CallToolRequest(call) = &request.request else { return Ok(()) };
    match call.extensions.get::<Arc<Mark>>() {
        None => Ok(()),
        Some(mark) => {
            let token =
                shared.wants_progress().then(|| request.request.get_meta().get_progress_token());
            mark.depart(token.flatten(), shared)
        }
    }
}

impl fmt::Display for KeptBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed => "kept back: the server has announced other tools",
            Self::GivenUp => "kept back: nobody waits for it",
        })
    }
}

impl core::error::Error for KeptBack {}

#[cfg(test)]
mod tests {
    use rmcp::model::NumberOrString;

    use super::*;
    use crate::mcp::config::Secrets;

    #[test]
    fn a_call_leaves_only_while_its_listing_is_the_latest() {
        let shared = Shared::new(Secrets::default(), None, false);
        let (verified, any) = (Mark::new(None, "echo", Some(0)), Mark::new(None, "echo", None));
        shared.tools_changed();
        assert!(matches!(verified.depart(None, &shared), Err(KeptBack::Changed)));
        assert!(!verified.was_sent(), "not a byte of it");
        assert!(any.depart(None, &shared).is_ok() && any.was_sent());
        let anew = Mark::new(None, "echo", Some(1));
        assert!(anew.depart(None, &shared).is_ok());
    }

    #[test]
    fn a_call_that_nobody_waits_for_does_not_leave() {
        let (shared, mark) =
            (Shared::new(Secrets::default(), None, false), Mark::new(None, "echo", Some(0)));
        mark.give_up();
        assert!(matches!(mark.depart(None, &shared), Err(KeptBack::GivenUp)));
        assert!(!mark.was_sent());
    }

    #[test]
    fn progress_is_told_while_the_call_is_under_way() {
        let (shared, mark) =
            (Shared::new(Secrets::default(), None, true), Mark::new(Some("1"), "echo", None));
        let token = ProgressToken(NumberOrString::Number(5));
        shared.begin_call();
        assert!(mark.depart(Some(token.clone()), &shared).is_ok());
        assert_eq!(shared.expected(&token).and_then(|mark| mark.id.clone()).as_deref(), Some("1"));
        shared.end_call(&mark);
        assert!(shared.expected(&token).is_none() && shared.is_idle());
    }
}

//! The last look before a call leaves.

use std::prelude::v1::*;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetMeta, JsonRpcMessage, ProgressToken};

use super::mark::{KeptBack, Mark};
use super::shared::Shared;

/// Lets a message leave; a marked call only if nothing speaks against it.
pub(super) fn depart(item: &ClientJsonRpcMessage, shared: &Shared) -> Result<(), KeptBack> {
    let JsonRpcMessage::Request(request) = item else { return Ok(()) };
    let ClientRequest::CallToolRequest(call) = &request.request else { return Ok(()) };
    match call.extensions.get::<Arc<Mark>>() {
        None => Ok(()),
        Some(mark) => {
            let token =
                shared.wants_progress().then(|| request.request.get_meta().get_progress_token());
            leave(mark, token.flatten(), shared)
        }
    }
}

fn leave(mark: &Arc<Mark>, token: Option<ProgressToken>, shared: &Shared) -> Result<(), KeptBack> {
    if mark.is_given_up() {
        return Err(KeptBack::GivenUp);
    }
    if let Some(token) = token
        && mark.set_token(token.clone())
    {
        shared.expect_progress(token, mark.clone());
    }
    mark.leave(shared.generation())
}

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
        assert!(matches!(leave(&verified, None, &shared), Err(KeptBack::Changed)));
        assert!(!verified.was_sent(), "not a byte of it");
        assert!(leave(&any, None, &shared).is_ok() && any.was_sent());
        let anew = Mark::new(None, "echo", Some(1));
        assert!(leave(&anew, None, &shared).is_ok());
    }

    #[test]
    fn a_call_that_nobody_waits_for_does_not_leave() {
        let (shared, mark) =
            (Shared::new(Secrets::default(), None, false), Mark::new(None, "echo", Some(0)));
        mark.give_up();
        assert!(matches!(leave(&mark, None, &shared), Err(KeptBack::GivenUp)));
        assert!(!mark.was_sent());
    }

    #[test]
    fn progress_is_told_while_the_call_is_under_way() {
        let (shared, mark) =
            (Shared::new(Secrets::default(), None, true), Mark::new(Some("1"), "echo", None));
        let token = ProgressToken(NumberOrString::Number(5));
        shared.begin_call();
        assert!(leave(&mark, Some(token.clone()), &shared).is_ok());
        assert_eq!(shared.expected(&token).and_then(|mark| mark.id.clone()).as_deref(), Some("1"));
        shared.end_call(&mark);
        assert!(shared.expected(&token).is_none() && shared.is_idle());
    }
}

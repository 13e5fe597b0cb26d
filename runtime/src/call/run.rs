//! One call of one tool, whatever stands around it.

use super::Kept;
use super::Payload;
use super::running::Running;
use crate::toolbox::{Entry, Pass, Toolbox};

/// Runs a tool that the gate lets pass. `id` is the provider's name for
/// the call, `kept` what the session keeps, where there is one. Begins at once:
/// to be called when the call is first polled.
pub(crate) fn run<'a>(
    toolbox: &'a Toolbox,
    (entry, _): (&'a Entry, Pass),
    id: &'a str,
    payload: &'a mut Payload<'_>,
    kept: Option<&'a Kept>,
) -> Running<'a> {
    toolbox.engine().run(entry, id, payload, kept)
}

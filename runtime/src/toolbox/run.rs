//! Running what the gate lets pass.

use super::gate::Pass;
use super::state::Toolbox;
use crate::arguments::Payload;
use crate::engine::{Entry, Kept, Running};

impl Toolbox {
    /// Runs a tool that the gate lets pass. `id` is the provider's name for
    /// the call, `kept` what the session keeps, where there is one. Begins at
    /// once: to be called when the call is first polled.
    pub(crate) fn run<'a>(
        &'a self,
        (entry, _): (&'a Entry, Pass),
        id: &'a str,
        payload: &'a mut Payload<'_>,
        kept: Option<&'a Kept>,
    ) -> Running<'a> {
        self.inner.engine.run(entry, id, payload, kept)
    }
}

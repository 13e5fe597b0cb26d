//! Native tools and verified catalogs, merged; and the part of them that one
//! agent may use.

mod agent;
mod bound;
mod build;
mod calls;
mod config;
mod contracts;
mod error;
mod faults;
mod gate;
mod idle;
mod known;
mod lookup;
mod mode;
mod permissions;
mod rule;
mod run;
mod search_tool;
#[cfg(feature = "mcp")]
mod unavailable;
mod view;

pub use crate::engine::Entry;
pub(crate) use crate::engine::Source;
pub use agent::{Agent, UnmetRequirements};
pub use build::{Builder, Unavailable};
pub use config::{Enable, Exposed, Notice, Setting, ToolConfig, ToolConfigError};
pub use error::{BuildError, BuildFault};
pub(crate) use gate::{Caller, Finding, Pass, Refusal};
pub use mode::Mode;
pub use permissions::Permissions;
pub(crate) use rule::ServerName;
pub use rule::{Rule, RuleError};
pub use search_tool::SearchTool;
pub(crate) use search_tool::{DEFAULT_RESULTS, MAX_RESULTS};
pub use view::View;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::time::Duration;

use crate::arguments::Arguments;
use crate::arguments::Payload;
use crate::backend::{Binding, ServerState};
use crate::catalog::Digest;
use crate::engine::Engine;
use crate::engine::Running;
use crate::error::CallError;
use crate::message::Outcome;
use crate::tokens::Tokenizer;

/// All tools that a program has: its own functions and those of MCP servers
/// that were verified.
///
/// Cheap to clone; clones are the same toolbox.
#[derive(Clone)]
pub struct Toolbox {
    inner: Arc<Inner>,
}

struct Inner {
    all: Arc<View>,
    permissions: Permissions,
    subagent_permissions: Permissions,
    search_tool: SearchTool,
    mode: Mode,
    tokenizer: Tokenizer,
    unavailable: Vec<(String, Unavailable)>,
    /// Own name and alias of the servers that have one.
    aliases: Vec<(&'static str, &'static str)>,
    live: Vec<Arc<Binding>>,
    /// By name.
    refused: Vec<Entry>,
    notices: Vec<Notice>,
    engine: Engine,
}

impl Toolbox {
    /// An empty toolbox, to be filled.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Calls a tool outside of a conversation, for a program that knows what
    /// it wants: what the toolbox's permissions deny is not run, but nothing
    /// needs to be found first. `arguments` are JSON text, a value or an
    /// object's members; a native tool decodes them in place.
    ///
    /// # Errors
    /// See [`CallError`]; what the tool itself fails with is an [`Outcome`].
    pub fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: impl Into<Arguments<'a>>,
    ) -> impl Future<Output = Result<Outcome, CallError>> + Send {
        self.call_with(name, arguments.into())
    }

    /// Not generic, so that it is one piece of code of this crate.
    async fn call_with(&self, name: &str, arguments: Arguments<'_>) -> Result<Outcome, CallError> {
        let mut payload = Payload::Borrowed(arguments);
        let tool = match self.decide(name) {
            Ok(tool) => tool,
            Err(refusal) => return Err(self.refuse("", name, refusal)),
        };
        match self.run(tool, "", &mut payload, None) {
            Running::Done(Some(answer)) => answer,
            running => running.await,
        }
    }

    /// What a program that calls by name may call: nothing is hidden from it.
    #[inline]
    fn decide(&self, name: &str) -> Result<(&Entry, Pass), Refusal<'_>> {
        let permissions = &self.inner.permissions;
        let caller = Caller { toolbox: self, view: self.view(), permissions };
        caller.decide(name, |_, _| false)
    }

    #[cold]
    fn refuse(&self, id: &str, name: &str, refusal: Refusal<'_>) -> CallError {
        self.tell_refused(id, refusal);
        refusal.into_error(name)
    }

    /// Tells the operator that a call did not go.
    pub(crate) fn tell_refused(&self, id: &str, refusal: Refusal<'_>) {
        self.inner.engine.refused(id, refusal.entry(), refusal.into());
    }

    /// All tools.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.inner.all
    }

    /// What was noticed while the toolbox was built: tools that are out of
    /// reach, configuration without an effect.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.inner.notices
    }

    /// Tells toolboxes of other tools apart: promotions made under another
    /// digest count for nothing.
    ///
    /// The catalog digest, version 1, over the servers of all catalogs; where
    /// there are native tools, they count as one more server called `native`.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.inner.all.digest()
    }

    /// The same, shared.
    pub(crate) fn all(&self) -> &Arc<View> {
        &self.inner.all
    }

    pub(crate) fn permissions(&self) -> &Permissions {
        &self.inner.permissions
    }

    pub(crate) fn subagent_permissions(&self) -> &Permissions {
        &self.inner.subagent_permissions
    }

    pub(crate) fn mode(&self) -> Mode {
        self.inner.mode
    }

    /// Tells the operator that a session has answered a search.
    pub(crate) fn tell_searched(&self, loaded: usize, took: Duration) {
        self.inner.engine.searched(loaded, took);
    }

    pub(crate) fn search_tool(&self) -> &SearchTool {
        &self.inner.search_tool
    }

    pub(crate) fn tokenizer(&self) -> &Tokenizer {
        &self.inner.tokenizer
    }

    /// A tool of a catalog that its server no longer lists as captured.
    pub(crate) fn refused(&self, name: &str) -> Option<&Entry> {
        let at = self.inner.refused.binary_search_by(|entry| entry.name().cmp(name)).ok()?;
        self.inner.refused.get(at)
    }

    /// A server by its name in the configuration, with what the model calls it.
    pub(crate) fn server_name<'a>(&'a self, own: &'a str) -> ServerName<'a> {
        let alias = self.inner.aliases.iter().find(|(server, _)| *server == own);
        ServerName { own, visible: alias.map_or(own, |(_, alias)| alias) }
    }

    /// Servers that were to be there and are not, with the reason.
    pub(crate) fn unavailable(&self) -> &[(String, Unavailable)] {
        &self.inner.unavailable
    }

    /// How the servers whose tools are here stand at this moment.
    pub fn server_states(&self) -> impl Iterator<Item = (&'static str, ServerState)> + '_ {
        self.states().map(|(server, state)| (server.own, state))
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (ServerName<'static>, ServerState)> + '_ {
        self.inner.live.iter().map(|binding| (binding.captured().into(), binding.state()))
    }
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolbox")
            .field("tools", &self.inner.all.len())
            .field("digest", &self.digest())
            .finish_non_exhaustive()
    }
}

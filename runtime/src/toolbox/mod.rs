//! Native tools and verified catalogs, merged; and the part of them that one
//! agent may use.

mod agent;
mod bound;
mod build;
mod calls;
mod config;
mod contracts;
mod entry;
mod error;
mod faults;
mod gate;
mod idle;
mod known;
mod lookup;
mod permissions;
mod rule;
mod view;

pub use agent::{Agent, UnmetRequirements};
pub use build::{Builder, Unavailable};
pub use config::{Enable, Exposed, Notice, Setting, ToolConfig, ToolConfigError};
pub use entry::Entry;
pub(crate) use entry::Source;
pub use error::{BuildError, BuildFault};
pub(crate) use gate::{Caller, Finding, Pass, Refusal};
pub(crate) use known::Known;
pub use permissions::Permissions;
pub(crate) use rule::ServerName;
pub use rule::{Rule, RuleError};
pub use view::View;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;

use crate::call::Engine;
use crate::call::{self, Binding, CallError, Outcome, Payload, Running, ServerState};
use crate::catalog::Digest;
use crate::native::Arguments;
use crate::session::{Mode, SearchTool, Session};
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

    /// A conversation that may use every tool that the toolbox's permissions allow.
    #[must_use]
    pub fn session(&self) -> Session {
        self.assemble(&self.inner.all, self.inner.permissions.clone())
    }

    /// A conversation that may use what both the toolbox's permissions and these
    /// allow, and knows of no other tool: what is not allowed is not in its
    /// search, its statistics or its prompt.
    ///
    /// Indexes the tools that are left, O(n) for n bytes of their text, unless
    /// that is all of them.
    #[must_use]
    pub fn session_with(&self, permissions: &Permissions) -> Session {
        self.assemble(&self.inner.all, self.inner.permissions.clone().and(permissions))
    }

    /// [`session_with`](Self::session_with) a closure.
    #[must_use]
    pub fn session_where(
        &self,
        allowed: impl Fn(&Entry) -> bool + Send + Sync + 'static,
    ) -> Session {
        self.session_with(&Permissions::new().only(allowed))
    }

    /// The conversation of a sub-agent of an agent that may use everything; see
    /// [`Session::subagent`].
    ///
    /// # Errors
    /// Requirements of the agent that no tool meets which it may use.
    pub fn subagent(&self, agent: &Agent) -> Result<Session, UnmetRequirements> {
        self.delegate(&self.inner.all, &self.inner.permissions, agent)
    }

    pub(crate) fn delegate(
        &self,
        parent: &Arc<View>,
        permissions: &Permissions,
        agent: &Agent,
    ) -> Result<Session, UnmetRequirements> {
        let own = agent.permissions().and(&self.inner.subagent_permissions);
        let session = self.assemble(parent, permissions.clone().and(&own));
        agent.check(session.view())?;
        Ok(session)
    }

    /// Every session is made here, an agent's and a sub-agent's alike.
    fn assemble(&self, within: &Arc<View>, permissions: Permissions) -> Session {
        Session::new(self.clone(), within.restricted(&permissions), permissions, self.inner.mode)
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
        match call::run(self, tool, "", &mut payload, None) {
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

    pub(crate) fn engine(&self) -> &Engine {
        &self.inner.engine
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

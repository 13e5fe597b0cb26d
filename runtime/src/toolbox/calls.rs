//! What a toolbox says about calls.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use core::future::Future;

use futures_util::future::join_all;

use super::gate::{Caller, Pass, Refusal};

use super::builder::Builder;
use super::state::Toolbox;
use crate::arguments::{Arguments, Payload};
use crate::engine::Entry;
use crate::engine::{Events, Limits, Loader, Running, ToolInfo, ToolService, Traffic};
use crate::error::{CallError, LoadError};
use crate::message::{Outcome, ToolCall};

impl Builder {
    /// Registers a loader under the name that tool contracts have for it, in
    /// place of an earlier one. `native` and `mcp` are built in, `http` and
    /// `process` with the features of that name.
    #[must_use]
    pub fn loader(mut self, name: impl Into<String>, loader: impl Loader + 'static) -> Self {
        self.calls.loaders.insert(name.into(), Arc::new(loader));
        self
    }

    /// Puts a layer of one's own around every tool, once it is loaded; several
    /// are nested, the last one outermost. Give back the service as it is for
    /// a tool that needs none.
    #[must_use]
    pub fn layer(
        mut self,
        layer: impl Fn(&ToolInfo, ToolService) -> ToolService + Send + Sync + 'static,
    ) -> Self {
        self.calls.layers.push(Box::new(layer));
        self
    }

    /// Limits of the calls of all tools.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.calls.limits = limits;
        self
    }

    /// Limits of the calls of one server, by its name in the configuration; they
    /// go before those of all tools.
    #[must_use]
    pub fn server_limits(mut self, server: impl Into<String>, limits: Limits) -> Self {
        self.calls.by_server.insert(server.into(), limits);
        self
    }

    /// Limits of the calls of one tool, by the name that the model sees, before
    /// those of its server.
    #[must_use]
    pub fn tool_limits(mut self, tool: impl Into<String>, limits: Limits) -> Self {
        self.calls.by_tool.insert(tool.into(), limits);
        self
    }

    /// How many loaded tools are kept at most, at least one; the one that was
    /// used least recently goes first. A tool that a session has used stays
    /// loaded as long as the session lives, and does not count here when it has
    /// gone from this. 256 unless this is said.
    #[must_use]
    pub fn max_loaded(mut self, tools: usize) -> Self {
        self.calls.max_loaded = NonZeroUsize::new(tools).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// Whether the `tracing` spans of calls have arguments and results. They
    /// are what users say and tools answer, so not unless this is said.
    #[must_use]
    pub fn trace_contents(mut self, contents: bool) -> Self {
        self.calls.trace_contents = contents;
        self
    }
}

impl Toolbox {
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

    /// A tool with all that stands around it, as a service of `tower`: what
    /// [`call`](Self::call) does, for a router, a queue or a layer of one's
    /// own. The name in a [`ToolCall`] is not looked at again.
    ///
    /// # Errors
    /// There is no such tool, or the toolbox's permissions deny it.
    pub fn service(&self, name: &str) -> Result<ToolService, CallError> {
        let (entry, _) = self.decide(name).map_err(|refusal| refusal.into_error(name))?;
        let (name, toolbox) = (entry.name(), self.clone());
        Ok(ToolService::from_fn(move |call| toolbox.clone().serve(name, call)))
    }

    async fn serve(self, name: &'static str, call: ToolCall) -> Result<Outcome, CallError> {
        let ToolCall { id, arguments, .. } = call;
        let tool = self.decide(name).map_err(|refusal| self.refuse(&id, name, refusal))?;
        self.run(tool, &id, &mut Payload::Owned(arguments), None).await
    }

    /// What happens to calls from now on, for a user interface.
    #[must_use]
    pub fn events(&self) -> Events {
        self.inner.engine.events()
    }

    /// How much a server has to do, and how its circuit breaker stands; `None`
    /// for a server of which no tool is here.
    #[must_use]
    pub fn traffic(&self, server: &str) -> Option<Traffic> {
        self.inner.engine.traffic(server)
    }

    /// Loads these tools and connects their servers, side by side, so that their
    /// first calls do not wait for it. `names` are what the model sees; none at
    /// all means all tools.
    /// What contracts need is looked at too; capabilities only where the
    /// toolbox's permissions name some, as sessions may have their own.
    ///
    /// # Errors
    /// Those of all tools that cannot be loaded; the others are.
    pub async fn warm_up(&self, names: &[&str]) -> Result<(), Vec<CallError>> {
        let all = || self.view().entries().iter().collect();
        let entries = if names.is_empty() { all() } else { self.entries(names)? };
        let loads = entries.into_iter().map(async |entry| match self.lacking(entry) {
            Some(needed) => Err(LoadError::lacks(entry.name(), needed).into()),
            None => self.inner.engine.warm_up(entry).await,
        });
        let errors: Vec<CallError> =
            join_all(loads).await.into_iter().filter_map(Result::err).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn lacking(&self, entry: &Entry) -> Option<&'static str> {
        let permissions = &self.inner.permissions;
        permissions.names_capabilities().then(|| permissions.lacks(entry)).flatten()
    }

    fn entries(&self, names: &[&str]) -> Result<Vec<&Entry>, Vec<CallError>> {
        let view = self.view();
        let find = |name: &&str| {
            let unknown = || CallError::Unknown { tool: (*name).into() };
            view.find(name).and_then(|number| view.entry(number)).ok_or_else(unknown)
        };
        let (found, unknown): (Vec<_>, Vec<_>) = names.iter().map(find).partition(Result::is_ok);
        match unknown.is_empty() {
            true => Ok(found.into_iter().flatten().collect()),
            false => Err(unknown.into_iter().filter_map(Result::err).collect()),
        }
    }
}

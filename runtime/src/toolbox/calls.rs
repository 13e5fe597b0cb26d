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
use crate::engine::{Entry, Events, Limits, Loader, Running, ToolInfo, ToolService, Traffic};
use crate::error::{CallError, LoadError};
use crate::message::{Outcome, ToolCall};

impl Builder {
    /// Registers a loader under the name that contracts use for it. Replaces an
    /// earlier one of that name. `native` and `mcp` are built in, `http` and
    /// `process` with the features of those names.
    #[must_use]
    pub fn loader(mut self, name: impl Into<String>, loader: impl Loader + 'static) -> Self {
        self.calls.loaders.insert(name.into(), Arc::new(loader));
        self
    }

    /// Wraps every tool in a custom layer when it is loaded. Several layers nest,
    /// the last one outermost. Return the service unchanged for a tool that needs
    /// no layer.
    #[must_use]
    pub fn layer(
        mut self,
        layer: impl Fn(&ToolInfo, ToolService) -> ToolService + Send + Sync + 'static,
    ) -> Self {
        self.calls.layers.push(Box::new(layer));
        self
    }

    /// Limits the calls of all tools.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.calls.limits = limits;
        self
    }

    /// Limits the calls of one server, by its name in the configuration. Overrides
    /// the limits of all tools.
    #[must_use]
    pub fn server_limits(mut self, server: impl Into<String>, limits: Limits) -> Self {
        self.calls.by_server.insert(server.into(), limits);
        self
    }

    /// Limits the calls of one tool, by the name that the model sees. Overrides the
    /// limits of its server.
    #[must_use]
    pub fn tool_limits(mut self, tool: impl Into<String>, limits: Limits) -> Self {
        self.calls.by_tool.insert(tool.into(), limits);
        self
    }

    /// How many loaded tools are kept, at least one; the least recently used is
    /// evicted first. A tool that a session has used stays loaded while the session
    /// lives, even after its eviction. Defaults to 256.
    #[must_use]
    pub fn max_loaded(mut self, tools: usize) -> Self {
        self.calls.max_loaded = NonZeroUsize::new(tools).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// Whether the `tracing` spans of calls include arguments and results, which
    /// may contain what users say. Defaults to false.
    #[must_use]
    pub fn trace_contents(mut self, contents: bool) -> Self {
        self.calls.trace_contents = contents;
        self
    }
}

impl Toolbox {
    /// Calls a tool outside of a conversation, by a program that knows which one
    /// it wants: the toolbox's permissions apply, but the tool need not be found
    /// first. `arguments` are JSON text, a value or an object's members; a native
    /// tool decodes them in place.
    ///
    /// # Errors
    /// See [`CallError`]. A tool's own failure is an [`Outcome`].
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

    /// A tool as a `tower` service, with its limits and layers: what
    /// [`call`](Self::call) does, for your own router, queue or layer. The name in
    /// a [`ToolCall`] is ignored.
    ///
    /// # Errors
    /// The tool does not exist, or the toolbox's permissions deny it.
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

    /// Subscribes to what happens to calls from now on, for a user interface.
    #[must_use]
    pub fn events(&self) -> Events {
        self.inner.engine.events()
    }

    /// A server's load and the state of its circuit breaker; `None` for a server
    /// without tools in this toolbox.
    #[must_use]
    pub fn traffic(&self, server: &str) -> Option<Traffic> {
        self.inner.engine.traffic(server)
    }

    /// Loads these tools and connects their servers, in parallel, so that first
    /// calls need not wait. `names` are those that the model sees; an empty slice
    /// means all tools. The needs of contracts are checked too; capabilities only
    /// if the toolbox's permissions name some, as sessions may have their own.
    ///
    /// # Errors
    /// One error for each tool that cannot be loaded; the others are loaded.
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

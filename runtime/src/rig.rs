//! A session as tools of [rig](https://docs.rs/rig-core).
//!
//! rig's agents take tools from a registry, which they read for every request.
//! [`SessionTools`] fills such a registry with what the model can call now: the tools
//! that are always sent, the search tool, and the tools that were found. A search updates
//! the registry before it answers, so the next request carries what it found. Every call
//! goes through the session's gate and permissions.
//!
//! ```
//! use rig_core::tool::{DynamicTool, ManagedToolSink};
//! use toolcrib::{Toolbox, rig::SessionTools};
//!
//! // `registry` is rig-agent's `ToolServer::new().run()`.
//! fn fill(
//!     toolbox: &Toolbox,
//!     registry: impl ManagedToolSink + Send + Sync + 'static,
//! ) -> Result<SessionTools, toolcrib::wire::WireError> {
//!     let tools = SessionTools::new(toolbox.session());
//!     tools.attach(registry)?;
//!     // Put `tools.prompt()` into the preamble, and keep `tools` like the agent.
//!     Ok(tools)
//! }
//! ```

use std::collections::HashMap;
use std::fmt;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rig_core::message::{ImageMediaType, MimeType, ToolName, ToolResultContent};
use rig_core::tool::{
    DynamicTool, ManagedToolSink, ManagedToolToken, ToolExecutionError, ToolOutput,
};
use serde_json::Value;

use crate::lower::Dialect;
use crate::message::{Content, Outcome, ToolCall, ToolSpec};
use crate::session::Session;
use crate::wire::WireError;

/// A session as tools of rig. Cloning is cheap: clones share the session.
#[derive(Clone)]
pub struct SessionTools {
    shared: Arc<Shared>,
}

struct Shared {
    session: Mutex<Session>,
    dialect: Option<Dialect>,
    registry: Mutex<Option<Registry>>,
}

/// A registry of rig, and the tools that this session put into it.
struct Registry {
    sink: Box<dyn ManagedToolSink + Send + Sync>,
    held: HashMap<String, ManagedToolToken>,
}

impl SessionTools {
    /// The tools of this session. Schemas are passed on unchanged.
    #[must_use]
    pub fn new(session: Session) -> Self {
        Self::with_dialect(session, None)
    }

    /// Lowers schemas to a provider's dialect, for providers whose rig client does not do
    /// that.
    #[must_use]
    pub fn lowered(session: Session, dialect: Dialect) -> Self {
        Self::with_dialect(session, Some(dialect))
    }

    fn with_dialect(session: Session, dialect: Option<Dialect>) -> Self {
        let registry = Mutex::default();
        Self { shared: Arc::new(Shared { session: Mutex::new(session), dialect, registry }) }
    }

    /// Gives access to the session, to route or to restore promotions.
    ///
    /// Call [`refresh`](Self::refresh) afterwards to update the registry.
    pub fn with<R>(&self, work: impl FnOnce(&mut Session) -> R) -> R {
        self.shared.with(work)
    }

    /// The section for the preamble. Empty when no tool is deferred.
    #[must_use]
    pub fn prompt(&self) -> String {
        self.with(|session| session.prompt())
    }

    /// What the model may call right now, for your own loop over rig's
    /// models. Ask again after each search.
    ///
    /// # Errors
    /// The schema of a tool cannot be lowered.
    pub fn tools(&self) -> Result<Vec<DynamicTool>, WireError> {
        let shared = self.shared.clone();
        self.shared.tools(|| Handle::Owned(shared.clone()))
    }

    /// Fills a registry now and after each search, and removes from it what the session
    /// no longer shows. Replaces an earlier registry.
    ///
    /// The tools work as long as this value or a clone of it exists.
    ///
    /// # Errors
    /// The schema of a tool cannot be lowered; the registry is then unchanged.
    pub fn attach(
        &self,
        registry: impl ManagedToolSink + Send + Sync + 'static,
    ) -> Result<(), WireError> {
        let tools = self.shared.live_tools()?;
        let held = registry.add_managed_tools(tools);
        *self.shared.registry() = Some(Registry { sink: Box::new(registry), held });
        Ok(())
    }

    /// Updates the registry after the session was changed through [`with`](Self::with).
    /// Calls of the model do this automatically.
    ///
    /// # Errors
    /// The schema of a tool cannot be lowered; the registry is then unchanged.
    pub fn refresh(&self) -> Result<(), WireError> {
        self.shared.refresh()
    }
}

impl fmt::Debug for SessionTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionTools")
            .field("dialect", &self.shared.dialect)
            .finish_non_exhaustive()
    }
}

/// The session behind a tool: weak, because the session may hold the registry.
#[derive(Clone)]
enum Handle {
    Owned(Arc<Shared>),
    Registered(Weak<Shared>),
}

impl Handle {
    fn get(&self) -> Option<Arc<Shared>> {
        match self {
            Self::Owned(shared) => Some(shared.clone()),
            Self::Registered(shared) => shared.upgrade(),
        }
    }

    async fn call(
        self,
        name: Arc<str>,
        arguments: Value,
    ) -> Result<ToolOutput, ToolExecutionError> {
        let gone = || ToolExecutionError::cancelled("the conversation of this tool has ended");
        self.get().ok_or_else(gone)?.call(&name, arguments).await
    }
}

impl Shared {
    /// No tool runs under the lock, so a poisoned lock still guards a consistent session.
    fn with<R>(&self, work: impl FnOnce(&mut Session) -> R) -> R {
        work(&mut self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn registry(&self) -> std::sync::MutexGuard<'_, Option<Registry>> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tools(&self, handle: impl Fn() -> Handle) -> Result<Vec<DynamicTool>, WireError> {
        self.with(|session| {
            let specs = session.visible();
            specs.iter().map(|spec| tool(spec, self.dialect, handle())).collect()
        })
    }

    fn live_tools(self: &Arc<Self>) -> Result<Vec<DynamicTool>, WireError> {
        self.tools(|| Handle::Registered(Arc::downgrade(self)))
    }

    fn refresh(self: &Arc<Self>) -> Result<(), WireError> {
        let mut registry = self.registry();
        let Some(registry) = registry.as_mut() else { return Ok(()) };
        let same = self.with(|session| {
            let held = |name: &str| registry.held.contains_key(name);
            session.visible_names().all(held)
                && session.visible_names().count() == registry.held.len()
        });
        if !same {
            let tools = self.live_tools()?;
            let held = std::mem::take(&mut registry.held);
            registry.held = registry.sink.reconcile_managed_tools(held, tools);
        }
        Ok(())
    }

    async fn call(
        self: Arc<Self>,
        name: &str,
        arguments: Value,
    ) -> Result<ToolOutput, ToolExecutionError> {
        // Started under the lock, awaited without it: calls run side by side.
        let running = self.with(|session| session.start(ToolCall::new("", name, arguments)));
        let result = running.await;
        self.refresh().map_err(|error| ToolExecutionError::other(error.to_string()))?;
        output(result.outcome)
    }
}

fn tool(
    spec: &ToolSpec<'_>,
    dialect: Option<Dialect>,
    handle: Handle,
) -> Result<DynamicTool, WireError> {
    let refused = |problem: String| WireError::new(spec.name, problem);
    let name = ToolName::new(spec.name).map_err(|error| refused(error.to_string()))?;
    let schema = match dialect {
        None => &*spec.input_schema,
        Some(dialect) => {
            spec.input_schema.lowered(dialect).map_err(|error| refused(error.to_string()))?
        }
    };
    let called: Arc<str> = spec.name.into();
    let alive = handle.clone();
    let tool = DynamicTool::new(name, spec.description, schema.clone(), move |arguments| {
        Box::pin(handle.clone().call(called.clone(), arguments))
    });
    Ok(match alive {
        Handle::Owned(_) => tool,
        Handle::Registered(shared) => tool.with_liveness(move || shared.strong_count() > 0),
    })
}

/// The outcome as rig's result: an error that the model can act on becomes rig's error
/// with the same text.
fn output(outcome: Outcome) -> Result<ToolOutput, ToolExecutionError> {
    let failed = outcome.is_error.then(|| outcome.to_text());
    let structured = outcome.structured.filter(|_| outcome.content.is_empty());
    let mut content: Vec<_> = outcome.content.into_iter().map(block).collect();
    content.extend(structured.map(ToolResultContent::json));
    if content.is_empty() {
        content.push(ToolResultContent::text(""));
    }
    let output = ToolOutput::content(content)?;
    match failed {
        None => Ok(output),
        Some(text) => Err(ToolExecutionError::other(text).with_model_output(output)),
    }
}

fn block(content: Content) -> ToolResultContent {
    match content {
        Content::Text(text) => ToolResultContent::text(text),
        Content::Image { data, media_type } => match ImageMediaType::from_mime_type(&media_type) {
            Some(known) => ToolResultContent::image_base64(data, Some(known), None),
            None => ToolResultContent::text(Content::Image { data, media_type }.to_text()),
        },
        other => ToolResultContent::text(other.to_text()),
    }
}

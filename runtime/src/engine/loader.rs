//! Loaders, which turn a tool's description into a service.

use std::future::Future;
use std::pin::Pin;
use std::prelude::v1::*;
use std::sync::Arc;

use super::{ToolInfo, ToolService};
use crate::backend::Binding;
use crate::catalog::ToolRef;
use crate::error::{CallError, LoadError};
use crate::message::ToolCall;
use crate::native::{Contexts, ToolDef};

/// The future of loading a tool.
pub type LoadFuture<'a> = Pin<Box<dyn Future<Output = Result<ToolService, LoadError>> + Send + 'a>>;

/// Turns a tool's description into a service that runs it.
///
/// A tool is loaded by its first call or by
/// [`Toolbox::warm_up`](crate::Toolbox::warm_up). Register a custom loader with
/// [`Builder::loader`](crate::toolbox::Builder::loader) under the name that contracts
/// use.
///
/// ```
/// use toolcrib::call::{CallError, LoadFuture, Loader, Outcome, ToolCall, ToolInfo, ToolService};
///
/// /// Tools that return the text in their settings.
/// struct Fixed;
///
/// impl Loader for Fixed {
///     fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
///         Box::pin(async {
///             let text: String = tool.settings()?;
///             Ok(ToolService::from_fn(move |_: ToolCall| {
///                 let text = text.clone();
///                 async { Ok::<_, CallError>(Outcome::text(text)) }
///             }))
///         })
///     }
/// }
/// ```
pub trait Loader: Send + Sync {
    /// Checks the settings of a tool when a toolbox is built. Must not connect or start
    /// anything.
    ///
    /// # Errors
    /// The settings are invalid.
    fn check(&self, tool: &ToolInfo) -> Result<(), LoadError> {
        let _ = tool;
        Ok(())
    }

    /// Loads a tool. Dropping the future cancels loading.
    ///
    /// # Errors
    /// Something is missing ([`LoadError::unmet`]) or has failed
    /// ([`LoadError::failed`]).
    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a>;
}

impl<L: Loader + ?Sized> Loader for Arc<L> {
    fn check(&self, tool: &ToolInfo) -> Result<(), LoadError> {
        (**self).check(tool)
    }

    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
        (**self).load(tool)
    }
}

/// Native functions as services, for where layers stand around them.
pub(crate) struct Native {
    pub(crate) def: &'static ToolDef,
    pub(crate) contexts: Contexts,
}

impl Loader for Native {
    fn load<'a>(&'a self, _: &'a ToolInfo) -> LoadFuture<'a> {
        let (def, contexts) = (self.def, self.contexts.clone());
        let service = ToolService::from_fn(move |call: ToolCall| {
            let contexts = contexts.clone();
            async move { def.call(&contexts, &call.arguments).await }
        });
        Box::pin(core::future::ready(Ok(service)))
    }
}

/// Tools of servers, reached through what the toolbox bound.
pub(crate) struct Remote {
    binding: Arc<Binding>,
    tool: ToolRef<'static>,
}

impl Remote {
    pub(crate) fn new(tool: ToolRef<'static>, binding: Arc<Binding>) -> Self {
        Self { binding, tool }
    }
}

impl Loader for Remote {
    fn load<'a>(&'a self, info: &'a ToolInfo) -> LoadFuture<'a> {
        let (binding, name, tool) = (self.binding.clone(), info.name, self.tool);
        let service = ToolService::from_fn(move |call: ToolCall| {
            let binding = binding.clone();
            async move {
                let id = call.id.clone();
                let arguments =
                    call.into_object().map_err(|problem| CallError::arguments(name, problem))?;
                binding.run(&id, tool, arguments).await.map_err(CallError::from)
            }
        });
        Box::pin(core::future::ready(Ok(service)))
    }
}

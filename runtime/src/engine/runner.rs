//! What runs the tool of a contract.

use std::prelude::v1::*;
use std::sync::Arc;

use super::loader::{Native, Remote};
use super::needs::Unmet;
use super::{LoadFuture, Loader, ToolInfo};
use crate::backend::Binding;
use crate::catalog::ToolRef;
use crate::contract::Needs;
use crate::error::LoadError;
use crate::native::{Contexts, ToolDef};

/// Settled when a toolbox is built, so that nothing is looked up by a call.
#[derive(Clone)]
pub(crate) enum Runner {
    /// A function of the program.
    Native(&'static ToolDef),
    /// A tool of a captured server, called as that server's own tools are.
    Server(ToolRef<'static>, Arc<Binding>),
    /// What a loader makes of the settings.
    Loader(Arc<dyn Loader>),
}

impl Runner {
    fn loader(&self, contexts: &Contexts) -> Arc<dyn Loader> {
        match self {
            Self::Native(def) => Arc::new(Native { def, contexts: contexts.clone() }),
            Self::Server(tool, binding) => Arc::new(Remote::new(*tool, binding.clone())),
            Self::Loader(loader) => loader.clone(),
        }
    }
}

/// Loads the tool of a contract once all that it needs is there.
pub(crate) struct Contracted {
    loader: Arc<dyn Loader>,
    needs: Needs,
}

impl Contracted {
    pub(crate) fn new(tool: ToolRef<'static>, runner: &Runner, contexts: &Contexts) -> Self {
        let needs = tool.contract().and_then(|contract| contract.needs);
        Self {
            loader: runner.loader(contexts),
            needs: needs.map(Needs::of_catalog).unwrap_or_default(),
        }
    }
}

impl Loader for Contracted {
    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
        Box::pin(async {
            if let Some(unmet) = Unmet::of(&self.needs) {
                return Err(LoadError::unmet(tool.name, &unmet).repair(unmet.repair()));
            }
            self.loader.load(tool).await
        })
    }
}

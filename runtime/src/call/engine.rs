//! What a toolbox calls its tools with.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::prelude::v1::*;
use std::sync::Arc;

use super::cache::{Cache, Loaded};
use super::loader::{Native, Remote};
use super::panic::isolate;
use super::run::native;
use super::{CallError, Loader, Outcome, Payload, ToolCall, ToolInfo, ToolService};
use crate::native::Contexts;
use crate::toolbox::{Entry, Source};

/// So many loaded tools are kept beside those that a session holds.
const CACHED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(255);

type Layer = Box<dyn Fn(&ToolInfo, ToolService) -> ToolService + Send + Sync>;

/// What is said of calls while a toolbox is filled.
#[derive(Default)]
pub(crate) struct EngineConfig {
    pub(crate) loaders: BTreeMap<String, Arc<dyn Loader>>,
    pub(crate) layers: Vec<Layer>,
}

/// Loaded tools and what stands around them.
pub(crate) struct Engine {
    config: EngineConfig,
    cache: Cache,
    contexts: Contexts,
}

impl Engine {
    pub(crate) fn new(config: EngineConfig, contexts: Contexts, entries: &[Entry]) -> Self {
        Self { config, contexts, cache: Cache::new(entries.len(), CACHED) }
    }

    pub(crate) async fn run(
        &self,
        entry: &Entry,
        id: &str,
        payload: Payload<'_>,
    ) -> Result<Outcome, CallError> {
        if let (Source::Native(def), true) = (entry.source(), self.config.layers.is_empty()) {
            return native(def, &self.contexts, payload).await;
        }
        let loaded = self.load(entry).await?;
        let call = ToolCall::new(id, entry.name(), payload.into_value());
        let answer = isolate(loaded.service.oneshot(call)).await;
        answer.map_err(|message| CallError::Panicked { tool: entry.name(), message })?
    }

    /// Loads a tool, unless it is loaded.
    pub(crate) async fn load(&self, entry: &Entry) -> Result<Loaded, CallError> {
        self.cache.get(entry.number(), async || self.load_anew(entry).await).await
    }

    /// Loads a tool and makes its server ready.
    pub(crate) async fn warm_up(&self, entry: &Entry) -> Result<(), CallError> {
        self.load(entry).await?;
        match entry.source() {
            Source::Server(tool, backend) => Ok(backend.warm_up(tool.server().name()).await?),
            Source::Native(_) => Ok(()),
        }
    }

    async fn load_anew(&self, entry: &Entry) -> Result<ToolService, CallError> {
        let info = entry.info();
        let loaded = isolate(async {
            let service = self.loader(entry).load(&info).await?;
            Ok(self.config.layers.iter().fold(service, |service, layer| layer(&info, service)))
        });
        loaded.await.map_err(|message| CallError::Panicked { tool: info.name, message })?
    }

    fn loader(&self, entry: &Entry) -> Arc<dyn Loader> {
        match entry.source() {
            Source::Native(def) => Arc::new(Native { def, contexts: self.contexts.clone() }),
            Source::Server(_, backend) => Arc::new(Remote { backend: backend.clone() }),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

//! What a toolbox calls its tools with.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};
use std::fmt;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cache::{Cache, Loaded, LoadedTool};
use super::entry::{Entry, Source};
use super::events::EventKind;
use super::hub::{Events, Hub, Subject};
use super::kept::Kept;
use super::limits::Resolved;
use super::loader::{Native, Remote};
use super::panic::isolate;
use super::rules::{Rules, RulesCache};
use super::runner::{Contracted, Runner};
use super::server::{Server, Traffic};
use super::stay::layered;
use super::{CallSettings, Loader, ToolInfo};
use crate::error::{CallError, LoadError};
use crate::native::Contexts;

/// Loaded tools and what stands around them.
pub(crate) struct Engine {
    pub(super) settings: CallSettings,
    pub(super) contexts: Contexts,
    pub(super) hub: Hub,
    /// By number.
    tools: Box<[Tool]>,
    servers: BTreeMap<&'static str, Shared>,
    rules: RulesCache,
    cache: Cache,
}

/// What a call of one tool needs to know before anything is loaded.
pub(super) struct Tool {
    pub(super) limits: Arc<Resolved>,
    pub(super) server: Option<Arc<Server>>,
    /// Whether it may be tried again.
    pub(super) idempotent: bool,
    /// Whether its arguments are held against its schema: not where decoding
    /// them does the same.
    pub(super) checked: bool,
}

/// What the tools of a server share; those that have nothing of their own.
#[derive(Clone)]
struct Shared {
    limits: Arc<Resolved>,
    server: Option<Arc<Server>>,
}

impl Engine {
    pub(crate) fn new(settings: CallSettings, contexts: Contexts, entries: &[Entry]) -> Self {
        let native =
            Shared { limits: Arc::new(settings.of_server(None).resolve(None)), server: None };
        let mut servers = BTreeMap::new();
        let tools = entries.iter().map(|entry| {
            let shared = match entry.server_name() {
                None => native.clone(),
                Some(name) => match servers.entry(name) {
                    Occupied(known) => Shared::clone(known.get()),
                    Vacant(new) => new.insert(Shared::of(&settings, name, entry)).clone(),
                },
            };
            Tool::new(&settings, shared, entry)
        });
        #[cfg(feature = "metrics")]
        super::metrics::describe();
        let (tools, hub) = (tools.collect(), Hub::default());
        let cache = Cache::new(entries.len(), settings.max_loaded);
        let rules = RulesCache::new(settings.max_loaded);
        Self { settings, contexts, hub, tools, servers, rules, cache }
    }

    pub(super) fn tool(&self, entry: &Entry) -> Result<&Tool, CallError> {
        let number = usize::try_from(entry.number()).ok();
        let tool = number.and_then(|number| self.tools.get(number));
        tool.ok_or_else(|| CallError::Unknown { tool: entry.name().into() })
    }

    pub(crate) fn events(&self) -> Events {
        self.hub.subscribe()
    }

    /// A session has answered a search.
    pub(crate) fn searched(&self, loaded: usize, took: Duration) {
        self.hub.send(Subject::default(), EventKind::Searched { loaded, took });
    }

    pub(crate) fn traffic(&self, server: &str) -> Option<Traffic> {
        Some(self.servers.get(server)?.server.as_ref()?.traffic())
    }

    /// Loads a tool, unless it is loaded; `kept` holds it from then on.
    pub(super) async fn load(
        &self,
        entry: &Entry,
        kept: Option<&Kept>,
    ) -> Result<Loaded, CallError> {
        if let Some(loaded) = kept.and_then(|kept| kept.pinned(entry.number())) {
            return Ok(loaded);
        }
        let evicted = |tool: &LoadedTool| {
            let subject = Subject { tool: Some(tool.name), server: tool.server, call: None };
            self.hub.send(subject, EventKind::Evicted);
        };
        let load = async || self.load_anew(entry).await;
        let loaded = self.cache.get(entry.number(), load, evicted).await?;
        if let Some(kept) = kept {
            kept.pin(entry.number(), &loaded);
        }
        Ok(loaded)
    }

    async fn load_anew(&self, entry: &Entry) -> Result<LoadedTool, CallError> {
        let (info, started) = (entry.info(), Instant::now());
        let loading = isolate(async {
            let service = self.loader(entry).load(&info).await?;
            let layers = self.settings.layers.as_slice();
            let around =
                |service| layers.iter().fold(service, |service, layer| layer(&info, service));
            Ok::<_, LoadError>(match layers {
                [] => service,
                // No breaker asks how long a function of the program takes.
                _ if info.server.is_none() => around(service),
                _ => layered(service, around),
            })
        });
        let (name, server) = (info.name, info.server);
        let service =
            loading.await.map_err(|message| CallError::Panicked { tool: name, message })??;
        let subject = Subject { tool: Some(name), server, call: None };
        self.hub.send(subject, EventKind::Loaded { took: started.elapsed() });
        Ok(LoadedTool { name, server, service })
    }

    /// What the schemas of a tool ask of its calls; compiled by the first one.
    pub(super) fn rules(&self, entry: &Entry) -> Arc<Rules> {
        self.rules.get(entry.number(), || {
            let Source::Native(def) = entry.source() else { return self.compile(&entry.info()) };
            Rules::of_native(def)
        })
    }

    fn compile(&self, info: &ToolInfo) -> Rules {
        let (rules, problem) = Rules::of(info);
        if let Some(problem) = problem {
            let (tool, problem) = (info.name, problem.to_string());
            tracing::warn!(target: "toolcrib::call", tool, problem, "calls are not checked");
            let subject = Subject { tool: Some(tool), server: info.server, call: None };
            self.hub.send(subject, EventKind::Unchecked { problem: problem.into() });
        }
        rules
    }

    fn loader(&self, entry: &Entry) -> Arc<dyn Loader> {
        match entry.source() {
            Source::Native(def) => Arc::new(Native { def, contexts: self.contexts.clone() }),
            Source::Server(tool, binding) => Arc::new(Remote::new(*tool, binding.clone())),
            Source::Contract(tool, runner) => {
                Arc::new(Contracted::new(*tool, runner, &self.contexts))
            }
        }
    }

    /// Loads a tool and makes its server ready.
    pub(crate) async fn warm_up(&self, entry: &Entry) -> Result<(), CallError> {
        if self.tool(entry)?.checked {
            self.rules(entry);
        }
        self.load(entry, None).await?;
        match entry.source() {
            Source::Server(_, binding) | Source::Contract(_, Runner::Server(_, binding)) => {
                Ok(binding.warm_up().await?)
            }
            Source::Native(_) | Source::Contract(..) => Ok(()),
        }
    }
}

impl Shared {
    fn of(settings: &CallSettings, name: &'static str, entry: &Entry) -> Self {
        let limits = settings.of_server(Some(name));
        let server =
            Some(Arc::new(Server::new(name, entry.visible_server().unwrap_or(name), &limits)));
        Self { limits: Arc::new(limits.resolve(entry.own_time_limit())), server }
    }
}

impl Tool {
    fn new(settings: &CallSettings, shared: Shared, entry: &Entry) -> Self {
        let limits = match (settings.of_tool(entry), entry.contract_limits()) {
            (None, None) => shared.limits,
            (own, contract) => {
                let server = settings.of_server(entry.server_name());
                let limits = own.cloned().unwrap_or_default();
                let limits = limits.or(&contract.unwrap_or_default()).or(&server);
                Arc::new(limits.resolve(entry.own_time_limit()))
            }
        };
        // Read from text for a server's tool, so only where it matters.
        let idempotent = limits.retry.is_some() && entry.annotations().is_idempotent();
        let checked = match entry.source() {
            Source::Native(def) => !def.decodes_by_schema(),
            _ => true,
        };
        Self { limits, server: shared.server, idempotent, checked }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("tools", &self.tools.len()).finish_non_exhaustive()
    }
}

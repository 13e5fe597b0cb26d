//! Filling a toolbox.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::bound::Bound;
use super::config::{self, Notice, ToolConfig};
use super::error::{BuildError, BuildFault};
use super::faults;
use super::view::View;
use super::{Entry, Inner, Permissions, RuleError, Toolbox};
use super::{Mode, SearchTool};
use crate::backend::{Backend, Binding};
use crate::catalog::{Catalog, Policy, Verified};
use crate::engine::Rank;
use crate::engine::{CallSettings, Engine};
use crate::error::NOT_CAPTURED;
use crate::native::{Contexts, ToolDef, Tools};
use crate::tokens::Tokenizer;
use crate::wire::Wire;

/// Gathers what a toolbox is made of.
///
/// Where tools of the same name come from several origins, configured tools go
/// before native ones and these before those of catalogs; what is out of reach
/// by that is in [`Toolbox::notices`]. Two of the same origin are an error.
#[derive(Default)]
pub struct Builder {
    pub(super) contexts: Contexts,
    pub(super) native: Tools,
    /// For contracts.
    pub(super) functions: Tools,
    pub(super) configured: Vec<(ToolConfig, Tools)>,
    pub(super) catalogs: Vec<Bound>,
    pub(super) search_tool: SearchTool,
    pub(super) mode: Mode,
    pub(super) permissions: Permissions,
    pub(super) subagent_permissions: Permissions,
    pub(super) wires: Vec<Box<dyn Wire>>,
    tokenizer: Tokenizer,
    unavailable: Vec<(String, Unavailable)>,
    strict: bool,
    pub(super) calls: CallSettings,
}

/// All that goes into a toolbox, as it was found.
struct Gathered {
    /// One a name, by name.
    entries: Vec<Entry>,
    /// Those that others of the same name go before.
    shadowed: Vec<Entry>,
    notices: Vec<Notice>,
    faults: Vec<BuildFault>,
}

/// Why a server that was to be there is not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unavailable {
    /// It is still connecting.
    Pending,
    /// It cannot be reached now, for the reason given, in words for the model.
    Failed(String),
    /// What it lists now is not what was captured, or it cannot be used for the
    /// reason given, in words for the model.
    Refused(String),
}

impl Builder {
    /// Gives native tools the state that they ask for by its type.
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.contexts = self.contexts.with(value);
        self
    }

    /// Gives native tools state that others hold too. Tools ask for it as `&T`.
    #[must_use]
    pub fn shared_context<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.contexts = self.contexts.with_shared(value);
        self
    }

    /// Adds native tools, as `tools![…]` lists them.
    #[must_use]
    pub fn native(mut self, tools: Tools) -> Self {
        self.native = self.native.merge(tools);
        self
    }

    /// Adds those of `offered` that a configuration enables, and applies its
    /// settings to all tools.
    #[must_use]
    pub fn configured(mut self, config: ToolConfig, offered: Tools) -> Self {
        self.configured.push((config, offered));
        self
    }

    /// Adds the tools of a verified catalog that it admits, and the connections
    /// to call them by. Of servers that it does not admit, searches say so.
    #[must_use]
    pub fn catalog(mut self, verified: Verified, servers: impl Backend + 'static) -> Self {
        self.catalogs.push(Bound::verified(verified, Arc::new(servers)));
        self
    }

    /// Adds all tools of a catalog whose servers are compared later: each one
    /// is tied to what was captured of it, and is connected, listed and
    /// compared before anything is sent to it. One that differs then is
    /// refused, with all its tools, for as long as it does.
    ///
    /// The model is shown the captured descriptions, which are those that were
    /// reviewed, whatever the server would say today.
    #[must_use]
    pub fn catalog_lazy(self, catalog: Catalog<'static>, servers: impl Backend + 'static) -> Self {
        self.catalog_lazy_with(catalog, Policy::QuarantineServer, servers)
    }

    /// [`catalog_lazy`](Self::catalog_lazy) under a policy:
    /// [`Policy::QuarantineTool`] refuses only the tools that differ, each of
    /// the others refuses the server.
    #[must_use]
    pub fn catalog_lazy_with(
        mut self,
        catalog: Catalog<'static>,
        policy: Policy,
        servers: impl Backend + 'static,
    ) -> Self {
        self.catalogs.push(Bound::lazy(catalog, policy, Arc::new(servers)));
        self
    }

    /// Names a server whose tools are not there, by its name in the
    /// configuration, so that searches can say why. The reason is for the model:
    /// do not give it the text of an error, which may have words of the server.
    /// A `toolcrib::mcp::McpError` makes one without them.
    #[must_use]
    pub fn unavailable(mut self, server: impl Into<String>, why: Unavailable) -> Self {
        self.unavailable.push((server.into(), why));
        self
    }

    /// What every session of the toolbox may use; anything unless this is said.
    #[must_use]
    pub fn permissions(mut self, permissions: Permissions) -> Self {
        self.permissions = permissions;
        self
    }

    /// Builds only if everything that was configured has an effect: a rule that
    /// names no tool, limits for a server that is not there, a configured tool
    /// under another name are a [`BuildFault::Idle`] each, in place of a
    /// [`Notice`]. What names a tool that is refused, or a server that is
    /// [unavailable](Self::unavailable), is not idle; a tool that is
    /// [shadowed](Notice::Shadowed) stays a notice.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// What no sub-agent may use, whatever its definition says.
    ///
    /// # Errors
    /// A text that is no [`Rule`](super::Rule).
    pub fn subagent_deny<R: AsRef<str>>(
        mut self,
        rules: impl IntoIterator<Item = R>,
    ) -> Result<Self, RuleError> {
        self.subagent_permissions = self.subagent_permissions.deny(rules)?;
        Ok(self)
    }

    /// The search tool, where it is to have another name or description.
    #[must_use]
    pub fn search_tool(mut self, search_tool: SearchTool) -> Self {
        self.search_tool = search_tool;
        self
    }

    /// The mode of the toolbox's sessions; [`Mode::On`] unless this is said.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Builds only if this provider takes every tool; without this, a tool that
    /// it does not take is an error of the request that would have it.
    #[must_use]
    pub fn check_for(mut self, wire: impl Wire + 'static) -> Self {
        self.wires.push(Box::new(wire));
        self
    }

    /// Counts model tokens with a tokenizer instead of
    /// [`tokens::estimate`](crate::tokens::estimate).
    #[must_use]
    pub fn tokenizer(mut self, count: impl Fn(&str) -> usize + Send + Sync + 'static) -> Self {
        self.tokenizer = Tokenizer::new(count);
        self
    }

    /// The toolbox.
    ///
    /// Indexes all tools for the search, except where they are exactly those
    /// of one catalog, which has its index already.
    ///
    /// # Errors
    /// Every name that is taken twice, every missing context, every server
    /// whose connection is not the verified one, everything configured that is
    /// not there. Fails closed: where there are tools of servers and deferral
    /// is on, some tool has to be deferred.
    pub fn build(self) -> Result<Toolbox, BuildError> {
        let Gathered { mut entries, shadowed, mut notices, mut faults } = self.gather();
        config::apply(self.settings(), &mut entries);
        let (unavailable, refused) = (self.without_tools(), self.refused());
        let known = self.known(&entries, &refused, &shadowed, &unavailable);
        notices.extend(self.idle(&known));
        if self.strict {
            faults.extend(notices.extract_if(.., |notice| notice.is_idle()).map(BuildFault::Idle));
        }
        faults.extend(faults::of_tools(&self, &entries));
        let digest = match faults::digest(&self.catalogs, &entries) {
            Ok(digest) if faults.is_empty() => digest,
            other => {
                faults.extend(other.err());
                return Err(BuildError::new(faults));
            }
        };
        let entries: Vec<Entry> =
            (0..).zip(entries).map(|(number, entry)| entry.numbered(number)).collect();
        let (live, aliases) = (self.live(), self.aliases());
        let catalog = self.only_catalog();
        let engine = Engine::new(self.calls, self.contexts, &entries);
        let view = View::new(entries, digest, catalog);
        Ok(Toolbox {
            inner: Arc::new(Inner {
                all: Arc::new(view),
                permissions: self.permissions,
                subagent_permissions: self.subagent_permissions,
                search_tool: self.search_tool,
                mode: self.mode,
                tokenizer: self.tokenizer,
                unavailable,
                aliases,
                live,
                refused,
                notices,
                engine,
            }),
        })
    }

    /// One entry a name, sorted by name.
    fn gather(&self) -> Gathered {
        let (mut entries, mut notices, mut faults) = self.enabled();
        entries.extend(self.native.iter().map(|def| Entry::native(def, Rank::Native)));
        for bound in &self.catalogs {
            for tool in bound.tools() {
                match self.entry(tool, bound) {
                    Ok(entry) => entries.push(entry),
                    Err(error) => faults.push(BuildFault::Load(error)),
                }
            }
        }
        entries.sort_by(|a, b| {
            let by_name = a.name().cmp(b.name()).then_with(|| a.rank().cmp(&b.rank()));
            by_name.then_with(|| a.origin().cmp(&b.origin()))
        });
        faults.extend(faults::duplicates(&entries));
        notices.extend(faults::shadowed(&entries));
        let mut last = None;
        let is_later = |entry: &mut Entry| last.replace(entry.name()) == Some(entry.name());
        let shadowed = entries.extract_if(.., is_later).collect();
        Gathered { entries, shadowed, notices, faults }
    }

    /// What the configurations enable.
    fn enabled(&self) -> (Vec<Entry>, Vec<Notice>, Vec<BuildFault>) {
        let (mut notices, mut faults) = (Vec::new(), Vec::new());
        let mut seen: Vec<&'static ToolDef> = Vec::new();
        for (config, offered) in &self.configured {
            for enable in &config.tools {
                let mut defs = enable.pick(offered);
                if defs.is_empty() {
                    faults.push(BuildFault::UnknownTool { path: enable.path.clone() });
                }
                notices.extend(defs.iter().filter_map(|def| enable.notice(def)));
                // A group and a path may name the same tool.
                defs.retain(|def| !seen.iter().any(|one| core::ptr::eq(*one, *def)));
                seen.extend_from_slice(&defs);
            }
        }
        let entries = seen.into_iter().map(|def| Entry::native(def, Rank::Configured));
        (entries.collect(), notices, faults)
    }

    /// Tools of catalogs that may not be bound.
    fn refused(&self) -> Vec<Entry> {
        let entry = |(bound, tool): (&Bound, crate::catalog::ToolRef<'static>)| {
            Some(Entry::server(tool, bound.binding(tool.server().name())?.clone()))
        };
        let of = |bound| Bound::refused(bound).map(move |tool| (bound, tool));
        let mut refused: Vec<Entry> = self.catalogs.iter().flat_map(of).filter_map(entry).collect();
        refused.sort_by_key(Entry::name);
        refused
    }

    /// The servers that were said to be unavailable, and those of which nothing
    /// is admitted.
    fn without_tools(&self) -> Vec<(String, Unavailable)> {
        let refused = self.catalogs.iter().flat_map(|bound| {
            let servers = bound.catalog().servers();
            servers.filter(|server| !bound.admits_server(*server))
        });
        let refused =
            refused.map(|server| (server.name().into(), Unavailable::Refused(NOT_CAPTURED.into())));
        self.unavailable.iter().cloned().chain(refused).collect()
    }

    /// The servers whose tools are there.
    fn live(&self) -> Vec<Arc<Binding>> {
        self.catalogs.iter().flat_map(Bound::bindings).cloned().collect()
    }

    /// The catalog, when there is nothing else in the toolbox.
    fn only_catalog(&self) -> Option<Catalog<'static>> {
        let alone =
            self.native.is_empty() && self.configured.iter().all(|(c, _)| c.tools.is_empty());
        match self.catalogs.as_slice() {
            [bound] if alone && bound.refused().next().is_none() => Some(bound.catalog()),
            _ => None,
        }
    }
}

impl core::fmt::Debug for Builder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Builder").field("native", &self.native.len()).finish_non_exhaustive()
    }
}

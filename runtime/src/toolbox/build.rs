//! Building a toolbox: everything gathered, checked and numbered.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::bound::Bound;
use super::builder::Builder;
use super::config::{self, Notice};
use super::error::{BuildError, BuildFault};
use super::faults;
use super::state::{Inner, Toolbox};
use super::view::View;
use crate::backend::{Binding, Unavailable};
use crate::catalog::Catalog;
use crate::engine::{Engine, Entry, Rank};
use crate::error::NOT_CAPTURED;
use crate::native::ToolDef;

/// All that goes into a toolbox, as it was found.
struct Gathered {
    /// One a name, by name.
    entries: Vec<Entry>,
    /// Those that others of the same name go before.
    shadowed: Vec<Entry>,
    notices: Vec<Notice>,
    faults: Vec<BuildFault>,
}

impl Toolbox {
    /// An empty toolbox, to be filled.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Builder {
    /// Builds the toolbox.
    ///
    /// Indexes all tools for the search, unless they are exactly those of one catalog,
    /// which has an index.
    ///
    /// # Errors
    /// Lists every fault at once: names that are taken twice, missing contexts,
    /// servers whose connection is not the verified one, configured things that do not
    /// exist. Fails closed: if there are tools of servers and deferral is on, at least
    /// one tool must be deferred.
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

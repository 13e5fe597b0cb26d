//! What is said of calls while a toolbox is filled.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::prelude::v1::*;
use std::sync::Arc;

use super::{Entry, Limits, Loader, ToolInfo, ToolService};

pub(crate) type Layer = Box<dyn Fn(&ToolInfo, ToolService) -> ToolService + Send + Sync>;

/// So many loaded tools are kept beside those that a session holds.
const LOADED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(255);

/// What is said of calls while a toolbox is filled.
pub(crate) struct CallSettings {
    pub(crate) loaders: BTreeMap<String, Arc<dyn Loader>>,
    /// The innermost first.
    pub(crate) layers: Vec<Layer>,
    pub(crate) limits: Limits,
    pub(crate) by_server: BTreeMap<String, Limits>,
    pub(crate) by_tool: BTreeMap<String, Limits>,
    pub(crate) max_loaded: NonZeroUsize,
    /// Whether spans have arguments and results.
    pub(crate) trace_contents: bool,
}

impl Default for CallSettings {
    fn default() -> Self {
        Self {
            loaders: BTreeMap::new(),
            layers: Vec::new(),
            limits: Limits::new(),
            by_server: BTreeMap::new(),
            by_tool: BTreeMap::new(),
            max_loaded: LOADED,
            trace_contents: false,
        }
    }
}

impl CallSettings {
    /// What holds for all tools of a server; of native ones, `server` is `None`.
    pub(super) fn of_server(&self, server: Option<&str>) -> Limits {
        let own = server.and_then(|server| self.by_server.get(server));
        own.map_or_else(|| self.limits.clone(), |own| own.or(&self.limits))
    }

    /// What is said of this tool and of no other.
    pub(super) fn of_tool(&self, entry: &Entry) -> Option<&Limits> {
        self.by_tool.get(entry.name())
    }
}

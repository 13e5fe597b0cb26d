//! What a toolbox is made of.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::bound::Bound;
use super::config::ToolConfig;
use super::mode::Mode;
use super::permissions::Permissions;
use super::rule::RuleError;
use super::search_tool::SearchTool;
use crate::backend::{Backend, Unavailable};
use crate::catalog::{Catalog, DriftPolicy, Verified};
use crate::engine::CallSettings;
use crate::native::{Contexts, Tools};
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
    pub(super) tokenizer: Tokenizer,
    pub(super) unavailable: Vec<(String, Unavailable)>,
    pub(super) strict: bool,
    pub(super) calls: CallSettings,
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
        self.catalog_lazy_with(catalog, DriftPolicy::QuarantineServer, servers)
    }

    /// [`catalog_lazy`](Self::catalog_lazy) under a policy:
    /// [`DriftPolicy::QuarantineTool`] refuses only the tools that differ, each of
    /// the others refuses the server.
    #[must_use]
    pub fn catalog_lazy_with(
        mut self,
        catalog: Catalog<'static>,
        policy: DriftPolicy,
        servers: impl Backend + 'static,
    ) -> Self {
        self.catalogs.push(Bound::lazy(catalog, policy, Arc::new(servers)));
        self
    }

    /// Names a server whose tools are not there, by its name in the
    /// configuration, so that searches can say why. The reason is for the model:
    /// do not give it the text of an error, which may have words of the server.
    /// A `toolcrib::mcp::ServerFailure` makes one without them.
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
}

impl core::fmt::Debug for Builder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Builder").field("native", &self.native.len()).finish_non_exhaustive()
    }
}

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

/// Builds a [`Toolbox`](super::Toolbox).
///
/// When tools from several origins share a name, a configured tool wins over a
/// native one, and a native one over a tool of a catalog. [`Toolbox::notices`](super::Toolbox::notices)
/// lists the tools that lost. Two tools of the same origin are an error.
///
/// ```
/// use std::time::Duration;
///
/// use toolcrib::call::Limits;
/// use toolcrib::toolbox::{Mode, Permissions};
/// use toolcrib::{Toolbox, tool, tools};
///
/// struct Db;
///
/// /// Counts the rows of a table.
/// #[tool(defer)]
/// fn count_rows(table: String, db: &Db) -> usize {
///     let Db = db;
///     table.len()
/// }
///
/// let toolbox = Toolbox::builder()
///     .native(tools![count_rows])
///     .context(Db)
///     .permissions(Permissions::new().deny(["*delete*"])?)
///     .limits(Limits::new().time(Duration::from_secs(20)))
///     .mode(Mode::On)
///     .build()?;
/// assert!(toolbox.view().find("count_rows").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Adds state for native tools, which ask for it by type.
    #[must_use]
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.contexts = self.contexts.with(value);
        self
    }

    /// Adds state that is shared with other code. Tools ask for it as `&T`.
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

    /// Adds the tools of `offered` that a configuration enables, and applies the
    /// configuration's settings to all tools.
    #[must_use]
    pub fn configured(mut self, config: ToolConfig, offered: Tools) -> Self {
        self.configured.push((config, offered));
        self
    }

    /// Adds the tools that a verified catalog admits, and the connections to call
    /// them through. A search that concerns a server that was not admitted says
    /// so.
    #[must_use]
    pub fn catalog(mut self, verified: Verified, servers: impl Backend + 'static) -> Self {
        self.catalogs.push(Bound::verified(verified, Arc::new(servers)));
        self
    }

    /// Adds all tools of a catalog and compares its servers later: each server is
    /// connected, listed and compared with its capture before anything is sent to
    /// it. A server that differs is refused, with all its tools, for as long as it
    /// differs.
    ///
    /// The model sees the captured descriptions, which were reviewed, whatever
    /// the server says today.
    #[must_use]
    pub fn catalog_lazy(self, catalog: Catalog<'static>, servers: impl Backend + 'static) -> Self {
        self.catalog_lazy_with(catalog, DriftPolicy::QuarantineServer, servers)
    }

    /// [`catalog_lazy`](Self::catalog_lazy) with a policy:
    /// [`DriftPolicy::QuarantineTool`] refuses only the tools that differ, every
    /// other policy refuses the whole server.
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

    /// Names a server whose tools are missing, by its name in the configuration,
    /// so that searches can say why. The reason is for the model: do not pass the
    /// text of an error, which may contain the server's words. `Unavailable::from`
    /// an `McpError` contains none of them.
    #[must_use]
    pub fn unavailable(mut self, server: impl Into<String>, why: Unavailable) -> Self {
        self.unavailable.push((server.into(), why));
        self
    }

    /// What every session of the toolbox may use. Defaults to everything.
    #[must_use]
    pub fn permissions(mut self, permissions: Permissions) -> Self {
        self.permissions = permissions;
        self
    }

    /// Makes it an error when something that was configured has no effect: a rule
    /// that names no tool, limits for a missing server, or a configured tool under
    /// another name is a [`BuildFault::Idle`](super::BuildFault::Idle) instead of a [`Notice`](super::Notice). Naming a
    /// tool that is refused, or a server that is [unavailable](Self::unavailable),
    /// is fine. A tool that is [shadowed](super::Notice::Shadowed) stays a notice.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Denies these tools to every sub-agent, whatever its definition says.
    ///
    /// # Errors
    /// A text is not a valid [`Rule`](super::Rule).
    pub fn subagent_deny<R: AsRef<str>>(
        mut self,
        rules: impl IntoIterator<Item = R>,
    ) -> Result<Self, RuleError> {
        self.subagent_permissions = self.subagent_permissions.deny(rules)?;
        Ok(self)
    }

    /// Gives the search tool another name or description.
    #[must_use]
    pub fn search_tool(mut self, search_tool: SearchTool) -> Self {
        self.search_tool = search_tool;
        self
    }

    /// The mode of the toolbox's sessions. Defaults to [`Mode::On`].
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Makes it an error of the build when this provider cannot take a tool.
    /// Without this, it is an error of the first request with that tool.
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

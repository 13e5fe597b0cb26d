//! The toolbox itself.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::config::Notice;
use super::mode::Mode;
use super::permissions::Permissions;
use super::search_tool::SearchTool;
use super::server_name::ServerName;
use super::view::View;
use crate::backend::{Binding, ServerState, Unavailable};
use crate::digest::Digest;
use crate::engine::{Engine, Entry};
use crate::tokens::Tokenizer;

/// All tools of a program: its own functions, and those of verified MCP servers.
///
/// Cloning is cheap: clones share the same toolbox.
///
/// ```
/// use toolcrib::{Toolbox, tool, tools};
///
/// /// Adds two numbers.
/// #[tool(read_only)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let toolbox = Toolbox::builder().native(tools![add]).build()?;
/// # pollster::block_on(async {
/// // A program calls a tool directly; a model calls through a session.
/// let sum = toolbox.call("add", r#"{"a": 2, "b": 3}"#).await?;
/// assert_eq!(sum.to_text(), "5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// let session = toolbox.session();
/// # Ok::<(), toolcrib::toolbox::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Toolbox {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) all: Arc<View>,
    pub(super) permissions: Permissions,
    pub(super) subagent_permissions: Permissions,
    pub(super) search_tool: SearchTool,
    pub(super) mode: Mode,
    pub(super) tokenizer: Tokenizer,
    pub(super) unavailable: Vec<(String, Unavailable)>,
    /// Own name and alias of the servers that have one.
    pub(super) aliases: Vec<(&'static str, &'static str)>,
    pub(super) live: Vec<Arc<Binding>>,
    /// By name.
    pub(super) refused: Vec<Entry>,
    pub(super) notices: Vec<Notice>,
    pub(super) engine: Engine,
}

impl Toolbox {
    /// All tools.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.inner.all
    }

    /// Notices of the build: tools that cannot be reached, and configuration without
    /// effect.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.inner.notices
    }

    /// Identifies the tools of the toolbox: promotions made under another digest are
    /// ignored.
    ///
    /// The catalog digest, version 1, over the servers of all catalogs. Native tools
    /// count as one more server called `native`.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.inner.all.digest()
    }

    /// The same, shared.
    pub(crate) fn all(&self) -> &Arc<View> {
        &self.inner.all
    }

    pub(crate) fn permissions(&self) -> &Permissions {
        &self.inner.permissions
    }

    pub(crate) fn subagent_permissions(&self) -> &Permissions {
        &self.inner.subagent_permissions
    }

    pub(crate) fn mode(&self) -> Mode {
        self.inner.mode
    }

    /// Tells the operator that a session has answered a search.
    pub(crate) fn tell_searched(&self, loaded: usize, took: Duration) {
        self.inner.engine.searched(loaded, took);
    }

    pub(crate) fn search_tool(&self) -> &SearchTool {
        &self.inner.search_tool
    }

    pub(crate) fn tokenizer(&self) -> &Tokenizer {
        &self.inner.tokenizer
    }

    /// A tool of a catalog that its server no longer lists as captured.
    pub(crate) fn refused(&self, name: &str) -> Option<&Entry> {
        let at = self.inner.refused.binary_search_by(|entry| entry.name().cmp(name)).ok()?;
        self.inner.refused.get(at)
    }

    /// A server by its name in the configuration, with what the model calls it.
    pub(crate) fn server_name<'a>(&'a self, own: &'a str) -> ServerName<'a> {
        let alias = self.inner.aliases.iter().find(|(server, _)| *server == own);
        ServerName { own, visible: alias.map_or(own, |(_, alias)| alias) }
    }

    /// Servers whose tools are missing, with the reason.
    pub(crate) fn unavailable(&self) -> &[(String, Unavailable)] {
        &self.inner.unavailable
    }

    /// The current status of the servers whose tools are here.
    pub fn server_states(&self) -> impl Iterator<Item = (&'static str, ServerState)> + '_ {
        self.states().map(|(server, state)| (server.own, state))
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (ServerName<'static>, ServerState)> + '_ {
        self.inner.live.iter().map(|binding| (binding.captured().into(), binding.state()))
    }
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolbox")
            .field("tools", &self.inner.all.len())
            .field("digest", &self.digest())
            .finish_non_exhaustive()
    }
}

//! What random programs are made of.

use toolcrib::catalog::DriftPolicy;
use toolcrib_tests::desk::TOOLS;

pub(crate) const SERVERS: usize = 3;
pub(crate) const BOXES: usize = 3;
pub(crate) const SESSIONS: usize = 4;
pub(crate) const SERVICES: usize = 2;

pub(crate) fn server_name(server: usize) -> String {
    format!("s{server}")
}

/// The name of a tool, as a caller writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    Tool {
        server: usize,
        alias: bool,
        tool: usize,
    },
    /// The contract that stands for `open` of this server.
    Contract(usize),
    /// No tool has it.
    Ghost,
}

impl Name {
    pub(crate) fn text(self) -> String {
        match self {
            Self::Tool { server, alias, tool } => {
                format!("mcp__{}__{}", visible(server, alias), TOOLS[tool])
            }
            Self::Contract(server) => format!("reach_{}", server_name(server)),
            Self::Ghost => "mcp__s0__haunt".into(),
        }
    }
}

/// The server's part of the names that a model sees.
pub(crate) fn visible(server: usize, alias: bool) -> String {
    if alias { format!("x{server}") } else { server_name(server) }
}

/// What a toolbox captured of one server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capture {
    pub(crate) server: usize,
    pub(crate) variant: usize,
    pub(crate) alias: bool,
    pub(crate) policy: DriftPolicy,
    /// Compared before the build, where that can be done.
    pub(crate) verified: bool,
}

/// What is allowed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Allowed {
    All,
    NotServer(usize, bool),
    OnlyServer(usize, bool),
    Not(Name),
    /// All or nothing, by the switch at that moment.
    Switch,
}

/// How a toolbox is built.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) captures: Vec<Capture>,
    pub(crate) allowed: Allowed,
    pub(crate) contract: Option<usize>,
    pub(crate) is_bridge: bool,
    /// Asks for what nobody gives.
    pub(crate) is_broken: bool,
}

/// Whose conversation it is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum From {
    Toolbox(usize),
    /// A sub-agent's.
    Session(usize),
}

/// How a tool comes to be promoted, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Search,
    /// A search answer of this toolbox in the history.
    History,
    /// One of another toolbox.
    Foreign,
    /// The same text as the result of another tool.
    Forged,
    /// The same text, written by the user.
    Written,
}

/// Who calls.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Road {
    Session(usize),
    Toolbox(usize),
    Service(usize),
}

/// A look at servers that is no comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Look {
    Manifests,
    Listing(usize),
    WarmUp(usize),
    Bind(Capture),
}

/// What becomes of an entry in the configuration.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry {
    Disabled,
    Enabled,
    Edited,
}

/// One step of a program.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Build { at: usize, plan: Plan },
    DropToolbox(usize),
    Converse { at: usize, from: From, allowed: Allowed, is_served: bool },
    DropSession(usize),
    Service { at: usize, toolbox: usize, name: Name },
    Change { server: usize, variant: usize, is_announced: bool },
    Crash(usize),
    Down { server: usize, is_down: bool },
    Configure { server: usize, entry: Entry },
    Look(Look),
    Switch(bool),
    Promote { session: usize, name: Name, way: Way },
    Call { road: Road, name: Name },
}

/// Why a call does not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    Unknown,
    /// Not allowed when the conversation began.
    Unseen,
    /// Not allowed at this moment.
    Denied,
    Hidden,
    /// Not as captured when the toolbox was built.
    Changed,
    /// No entry in the configuration.
    Gone,
    Unreachable,
    Drift,
}

/// What the last step has to come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Nothing,
    Built(bool),
    Arrives { server: usize, tool: usize },
    Refused(Why),
}

//! The loaders that are built in.

/// The loader of HTTP requests.
pub const HTTP: &str = "http";
/// The loader of processes.
pub const PROCESS: &str = "process";
/// The loader of tools of captured servers.
pub const MCP: &str = "mcp";
/// The loader of functions under `#[tool]`.
pub const NATIVE: &str = "native";
/// The setting of those that a call may wait for.
pub(crate) const TIME_LIMIT: &str = "time_limit_seconds";
/// The loaders whose settings are checked here.
pub const BUILT_IN: [&str; 4] = [HTTP, MCP, NATIVE, PROCESS];

//! The names of the tools that a session has by itself: no other tool may have
//! them.

/// The name of the search tool, unless it is given another.
pub const SEARCH_TOOL: &str = "tool_search";

/// The name of the tool that calls others in bridge mode.
pub const BRIDGE_TOOL: &str = "call_tool";

//! Calling tools: what goes in, what comes out.

#[cfg(feature = "session")]
mod backend;
mod outcome;
#[cfg(feature = "session")]
mod tool_call;

#[cfg(feature = "session")]
pub use backend::{Backend, BackendError, BackendFuture};
pub use outcome::{Content, Outcome};
#[cfg(feature = "session")]
pub use tool_call::{SearchResult, ToolCall, ToolResult};

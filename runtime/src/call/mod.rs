//! Calling tools: what goes in, what comes out.

#[cfg(feature = "session")]
mod backend;
#[cfg(feature = "session")]
mod backend_error;
mod outcome;
#[cfg(feature = "session")]
mod tool_call;

#[cfg(feature = "session")]
pub use backend::{Backend, BackendFuture, ServerState, WarmUpFuture};
#[cfg(feature = "session")]
pub use backend_error::{BackendError, BackendErrorKind};
pub use outcome::{Content, Outcome};
#[cfg(feature = "session")]
pub use tool_call::{SearchResult, ToolCall, ToolResult};

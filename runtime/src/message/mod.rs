//! What a model and the program exchange: calls, results, definitions.

mod outcome;
#[cfg(feature = "session")]
mod spec;
#[cfg(feature = "session")]
mod tool_call;

#[cfg(feature = "session")]
pub(crate) use outcome::Media;
pub use outcome::{Content, Outcome};
#[cfg(feature = "session")]
pub use spec::{Role, ToolSpec};
#[cfg(feature = "session")]
pub use tool_call::{SearchResult, ToolCall, ToolResult};

//! Calling tools: what goes in, what comes out.

#[cfg(feature = "session")]
mod backend;
#[cfg(feature = "session")]
mod backend_error;
#[cfg(feature = "call")]
mod cache;
#[cfg(feature = "call")]
mod engine;
#[cfg(feature = "session")]
mod error;
#[cfg(feature = "call")]
mod info;
#[cfg(feature = "call")]
mod loader;
mod outcome;
#[cfg(feature = "session")]
mod panic;
#[cfg(feature = "session")]
mod payload;
#[cfg(feature = "session")]
mod run;
#[cfg(feature = "call")]
mod service;
#[cfg(feature = "session")]
mod tool_call;

#[cfg(feature = "session")]
pub use backend::{Backend, BackendFuture, ServerState, WarmUpFuture};
#[cfg(feature = "session")]
pub use backend_error::{BackendError, BackendErrorKind};
#[cfg(feature = "call")]
pub(crate) use engine::{Engine, EngineConfig};
#[cfg(feature = "session")]
pub use error::{CallError, LoadError};
#[cfg(feature = "call")]
pub use info::ToolInfo;
#[cfg(feature = "call")]
pub use loader::{LoadFuture, Loader};
pub use outcome::{Content, Outcome};
#[cfg(feature = "session")]
pub(crate) use payload::Payload;
#[cfg(feature = "session")]
pub(crate) use run::run;
#[cfg(feature = "call")]
pub use service::ToolService;
#[cfg(feature = "session")]
pub use tool_call::{SearchResult, ToolCall, ToolResult};

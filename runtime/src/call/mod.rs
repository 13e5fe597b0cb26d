//! Calling tools: what goes in, what comes out, what stands around it.
//!
//! A [`ToolCall`] becomes an [`Outcome`]. A native function is called as it is;
//! with the feature `call`, any other tool is a [`tower_service::Service`] that
//! a [`Loader`] makes at the first call. Around it stand, from the outside in:
//!
//! | | |
//! |---|---|
//! | span and events | `tracing`, [`Toolbox::events`](crate::Toolbox::events), by feature the `metrics` facade |
//! | size of the result | [`Limits::max_output`], [`Session::rest`](crate::Session::rest) |
//! | arguments and result | held against the tool's schemas, see [`validate`] |
//! | time limit | [`Limits::time`] |
//! | retries | [`Limits::retry`], of idempotent tools |
//! | the server's turns and circuit breaker | [`Limits::concurrency`], [`Breaker`] |
//! | loading | once, kept within [`Builder::max_loaded`](crate::toolbox::Builder::max_loaded) |
//! | layers of one's own | [`Builder::layer`](crate::toolbox::Builder::layer) |
//! | panics | are errors of their call |
//!
//! So arguments that are refused load nothing and take no turn, one time limit
//! holds for all that a call waits for, and each attempt counts for the breaker.

#[cfg(feature = "session")]
mod around;
#[cfg(feature = "session")]
mod attempt;
#[cfg(feature = "session")]
mod backend;
#[cfg(feature = "session")]
mod backend_error;
#[cfg(feature = "session")]
mod binding;
#[cfg(feature = "session")]
mod breaker;
#[cfg(feature = "session")]
mod cache;
#[cfg(feature = "session")]
mod cap;
#[cfg(feature = "session")]
mod engine;
#[cfg(feature = "session")]
mod error;
#[cfg(feature = "session")]
mod events;
#[cfg(any(feature = "http", feature = "process"))]
mod expand;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "session")]
mod hub;
#[cfg(feature = "session")]
mod info;
#[cfg(feature = "session")]
mod kept;
#[cfg(feature = "session")]
mod limits;
#[cfg(feature = "session")]
mod live;
#[cfg(feature = "session")]
mod loader;
#[cfg(feature = "metrics")]
pub mod metrics;
#[cfg(feature = "session")]
mod native;
#[cfg(feature = "session")]
mod needs;
#[cfg(feature = "session")]
mod no_servers;
mod outcome;
#[cfg(feature = "session")]
mod panic;
#[cfg(feature = "session")]
mod payload;
#[cfg(feature = "process")]
mod process;
#[cfg(feature = "session")]
mod refused;
#[cfg(feature = "session")]
mod retry;
#[cfg(feature = "session")]
mod rules;
#[cfg(feature = "session")]
mod run;
#[cfg(feature = "session")]
mod runner;
#[cfg(feature = "session")]
mod running;
#[cfg(feature = "session")]
mod server;
#[cfg(feature = "session")]
mod service;
#[cfg(feature = "session")]
mod settings;
#[cfg(feature = "session")]
mod size;
#[cfg(feature = "session")]
mod stay;
#[cfg(feature = "session")]
mod time;
#[cfg(feature = "session")]
mod tool_call;
#[cfg(feature = "session")]
pub mod validate;
#[cfg(feature = "session")]
mod watch;

#[cfg(feature = "session")]
pub use backend::{Backend, BackendFuture, Fresh, ListingFuture, ServerState};
#[cfg(feature = "session")]
pub use backend_error::{BackendError, BackendErrorKind};
#[cfg(feature = "session")]
pub use binding::Binding;
#[cfg(feature = "session")]
pub(crate) use binding::NOT_CAPTURED;
#[cfg(feature = "session")]
pub use breaker::{Breaker, BreakerState};
#[cfg(feature = "session")]
pub(crate) use engine::Engine;
#[cfg(feature = "session")]
pub use error::{CallError, LoadError};
#[cfg(feature = "session")]
pub use events::{CallId, Event, EventKind, Reason, Status};
#[cfg(feature = "http")]
pub use http::Http;
#[cfg(feature = "session")]
pub use hub::Events;
#[cfg(feature = "session")]
pub use info::ToolInfo;
#[cfg(feature = "session")]
pub(crate) use kept::Kept;
#[cfg(feature = "session")]
pub use kept::Rest;
#[cfg(feature = "session")]
pub use limits::Limits;
#[cfg(feature = "session")]
pub use live::{Admitted, Live};
#[cfg(feature = "session")]
pub use loader::{LoadFuture, Loader};
#[cfg(feature = "session")]
pub use no_servers::NoServers;
#[cfg(feature = "session")]
pub(crate) use outcome::Media;
pub use outcome::{Content, Outcome};
#[cfg(feature = "mcp")]
pub(crate) use panic::isolate;
#[cfg(feature = "session")]
pub(crate) use payload::Payload;
#[cfg(feature = "process")]
pub use process::Process;
#[cfg(feature = "session")]
pub use retry::Retry;
#[cfg(feature = "session")]
pub(crate) use run::run;
#[cfg(feature = "session")]
pub(crate) use runner::Runner;
#[cfg(feature = "session")]
pub(crate) use running::Running;
#[cfg(feature = "session")]
pub use server::Traffic;
#[cfg(feature = "session")]
pub use service::ToolService;
#[cfg(feature = "session")]
pub(crate) use settings::CallSettings;
#[cfg(feature = "session")]
pub use tool_call::{SearchResult, ToolCall, ToolResult};

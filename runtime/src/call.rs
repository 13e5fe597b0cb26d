//! Calls of tools: what goes in, what comes out, and what wraps them.
//!
//! A [`ToolCall`] becomes an [`Outcome`]. A native function is called directly; any other
//! tool is a [`tower_service::Service`] that a [`Loader`] makes on the first call. Each
//! call is wrapped in, from the outside in:
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
//! | custom layers | [`Builder::layer`](crate::toolbox::Builder::layer) |
//! | panics | are errors of their call |
//!
//! So refused arguments load nothing and take no turn, the time limit covers everything
//! that a call waits for, and each attempt counts for the breaker.

#[cfg(feature = "session")]
pub use crate::backend::{
    Admitted, Backend, BackendFuture, Binding, Fresh, ListingFuture, Live, NoServers, ServerState,
};
#[cfg(feature = "metrics")]
pub use crate::engine::metrics;
#[cfg(feature = "session")]
pub use crate::engine::{
    Breaker, BreakerState, CallId, Event, EventKind, Events, Limits, LoadFuture, Loader, Reason,
    Rest, Retry, Status, ToolInfo, ToolService, Traffic,
};
pub use crate::error::CallError;
#[cfg(feature = "session")]
pub use crate::error::{BackendError, BackendErrorKind, LoadError};
#[cfg(feature = "http")]
pub use crate::load::Http;
#[cfg(feature = "process")]
pub use crate::load::Process;
pub use crate::message::{Content, Outcome};
#[cfg(feature = "session")]
pub use crate::message::{SearchResult, ToolCall, ToolResult};
pub use crate::validate;

//! Running a tool with what protects the program and the conversation.

mod answer;
mod around;
mod attempt;
mod breaker;
mod cache;
mod cap;
mod capped;
mod entry;
mod events;
mod hub;
mod info;
mod kept;
mod limits;
mod loader;
#[cfg(feature = "metrics")]
pub mod metrics;
mod native;
mod needs;
mod panic;
mod refused;
mod retry;
mod rules;
mod runner;
mod running;
mod server;
mod service;
mod settings;
mod size;
mod state;
mod stay;
mod time;
mod watch;

pub use breaker::{Breaker, BreakerState};
pub use entry::Entry;
pub(crate) use entry::{Rank, Source};
pub use events::{CallId, Event, EventKind, Reason, Status};
pub use hub::Events;
pub use info::ToolInfo;
pub(crate) use kept::Kept;
pub use kept::Rest;
pub use limits::Limits;
pub use loader::{LoadFuture, Loader};
#[cfg(feature = "process")]
pub(crate) use needs::find_command;
#[cfg(feature = "mcp")]
pub(crate) use panic::isolate;
pub use retry::Retry;
pub(crate) use runner::Runner;
pub(crate) use running::Running;
pub use server::Traffic;
pub use service::ToolService;
pub(crate) use settings::CallSettings;
pub(crate) use state::Engine;

//! All tools of a program, native and captured, and what one agent may use of them.

mod agent;
mod bound;
mod build;
mod builder;
mod calls;
mod config;
mod contracts;
mod error;
mod faults;
mod gate;
mod idle;
mod known;
mod lookup;
mod mode;
mod permissions;
mod rule;
mod run;
mod search_tool;
mod server_name;
mod state;
#[cfg(feature = "mcp")]
mod unavailable;
mod view;

pub use crate::backend::Unavailable;
pub use crate::engine::Entry;
pub use agent::{Agent, UnmetRequirements};
pub use builder::Builder;
pub use config::{Enable, Notice, ToolConfig, ToolConfigError, ToolSetting};
pub use error::{BuildError, BuildFault};
pub(crate) use gate::{Caller, FoundBy, Pass, Refusal};
pub use mode::Mode;
pub use permissions::Permissions;
pub use rule::{Rule, RuleError};
pub use search_tool::SearchTool;
pub(crate) use search_tool::{DEFAULT_RESULTS, MAX_RESULTS};
pub(crate) use server_name::ServerName;
pub use state::Toolbox;
pub use view::View;

//! Connections to the MCP servers of an `.mcp.json`.
//!
//! Most programs need [`Servers`]: connect them and pass them to a toolbox.
//!
//! ```no_run
//! # async fn example(catalog: toolcrib::Catalog<'static>) -> Result<(), Box<dyn std::error::Error>> {
//! use toolcrib::Toolbox;
//! use toolcrib::mcp::connect;
//!
//! let servers = connect(".mcp.json").await?;
//! let manifests = servers.manifests().await?;
//! let toolbox = Toolbox::builder().catalog(catalog.verify(&manifests)?, servers.clone()).build()?;
//! let session = toolbox.session();
//! // …
//! servers.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! Nothing is sent to a server that no longer lists what the toolbox captured. To only
//! inspect listings, open a [`Connection`] to each server:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use toolcrib::mcp::{Config, ConnectOptions, Connection};
//!
//! let config = Config::read(".mcp.json")?;
//! for server in config.servers() {
//!     let (connection, listing) =
//!         Connection::open_and_list(server, &ConnectOptions::new()).await?;
//!     println!("{} has {} tools", listing.server, listing.tools.len());
//!     connection.close().await;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A connection needs a tokio runtime with time and I/O enabled. A process inherits the
//! environment and gets its own process group, so an interrupt from the terminal does not
//! reach it: a program that handles interrupts should close its connections.
//!
//! Process groups end with [`Servers::close`], with the last handle, with a panic that
//! unwinds, and with the runtime. A program that is killed or aborts cannot end them, but
//! its servers see the end of their input, at which nearly all of them exit.

mod awaited;
mod call;
mod closing;
mod config;
mod connect_error;
mod connection;
mod deadline;
mod depart;
mod error;
mod handshake;
mod heed;
mod http;
mod keep_alive;
mod listing;
mod log;
mod mark;
mod notification;
mod options;
mod page;
mod process;
mod report;
mod request;
mod servers;
mod shared;
mod slot;
mod stderr;
mod stdio;
mod told;
mod watched;

pub use config::{
    Config, ConfigError, ConfigFault, ConfigFaultKind, ConfigFile, Lookup, ServerConfig,
};
pub use connect_error::{ConnectError, ServersError};
pub use connection::Connection;
pub use error::{McpError, McpErrorKind, Phase};
pub use listing::Listing;
pub use log::LogLevel;
pub use notification::{Notification, NotificationKind};
pub use options::ConnectOptions;
pub use servers::{Reload, Servers, connect};

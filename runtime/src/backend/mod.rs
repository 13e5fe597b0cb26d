//! Servers as a toolbox sees them, and the comparison with their captures.

mod binding;
mod live;
mod no_servers;
mod server;

pub use binding::Binding;
pub use live::{Admitted, Live};
pub use no_servers::NoServers;
pub use server::{Backend, BackendFuture, Fresh, ListingFuture, ServerState, Unavailable};

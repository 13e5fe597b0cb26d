//! Why a call has no outcome.

mod argument;
#[cfg(feature = "session")]
mod backend;
mod call;
#[cfg(any(feature = "http", feature = "mcp"))]
mod chain;
mod context;
#[cfg(feature = "session")]
mod load;

pub use argument::ArgumentError;
#[cfg(feature = "session")]
pub(crate) use backend::NOT_CAPTURED;
#[cfg(feature = "session")]
pub use backend::{BackendError, BackendErrorKind};
pub use call::CallError;
#[cfg(any(feature = "http", feature = "mcp"))]
pub(crate) use chain::chain;
pub use context::MissingContext;
#[cfg(feature = "session")]
pub use load::LoadError;

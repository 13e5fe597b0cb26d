//! Why a call has no outcome.

mod argument;
#[cfg(feature = "session")]
mod backend;
mod call;
mod context;
#[cfg(feature = "session")]
mod load;

pub use argument::ArgumentError;
#[cfg(feature = "session")]
pub(crate) use backend::NOT_CAPTURED;
#[cfg(feature = "session")]
pub use backend::{BackendError, BackendErrorKind};
pub use call::CallError;
pub use context::MissingContext;
#[cfg(feature = "session")]
pub use load::LoadError;

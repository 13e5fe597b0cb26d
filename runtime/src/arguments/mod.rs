//! The arguments of a call, from the model's JSON to the tool.

mod access;
mod given;
mod lenient;
mod missing;
#[cfg(feature = "session")]
mod payload;
mod quick;
mod scan;
mod slot;

pub use given::Arguments;
pub(crate) use lenient::retry;
pub(crate) use missing::is_optional;
#[cfg(feature = "session")]
pub(crate) use payload::Payload;
pub(crate) use scan::members;
pub use slot::Slot;

//! The arguments of a call, from the model's JSON to the tool.
//!
//! They are read in three steps, each in one place: [`object`] unpacks them, the
//! [validator](crate::call::validate) mends and checks them by the tool's schema, and the
//! tool decodes them strictly. If the arguments of a native function decode as they
//! stand, only the third step runs.

mod given;
mod missing;
mod object;
#[cfg(feature = "session")]
mod payload;
mod quick;
mod scan;
mod slot;

pub use given::Arguments;
pub(crate) use missing::is_optional;
pub(crate) use object::{may_repeat, object};
#[cfg(feature = "session")]
pub(crate) use payload::Payload;
pub(crate) use quick::Quick;
pub(crate) use scan::members;
pub use slot::Slot;
pub(crate) use slot::explain;

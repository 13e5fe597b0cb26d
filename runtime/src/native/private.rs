//! The door for generated code; not part of the interface.

pub use core::marker::{Send, Sync};
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use core::{clone, concat, convert, default, env, file, line, module_path};

pub use alloc::string::String;
pub use alloc::vec::Vec;

pub use serde_json::Value;

pub use super::arg::{Arg, SchemaFn, root_schema_of};
pub use super::args::Args;
pub use super::cache::Cache;
pub use super::context::ContextKey;
pub use super::def::ToolDef;
pub use super::notes::{Annotations, Exposure, Location};
pub use super::output::{
    HasSchema, NoJson, NoSchema, Show, SplitPlain, SplitResult, Tag, TakeJson, TakeOutcome, ToJson,
    examples,
};
pub use super::parts::{Call, CallFuture, Parts, Run};
pub use super::range::{Bound, Range};
pub use super::registry::ToolSet;
pub use crate::arguments::{Arguments, Slot};
pub use crate::error::CallError;
pub use crate::message::Outcome;

#[cfg(feature = "collect")]
pub use super::collect::Submitted;
#[cfg(feature = "collect")]
pub use crate::__toolcrib_submit as submit;
#[cfg(feature = "collect")]
pub use inventory;

/// Without the feature `collect` a tool announces itself to nobody.
#[cfg(not(feature = "collect"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcrib_submit {
    ($tools:expr) => {};
}
#[cfg(not(feature = "collect"))]
pub use crate::__toolcrib_submit as submit;

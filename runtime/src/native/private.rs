//! The door for generated code; not part of the interface.

pub use core::marker::{Send, Sync};
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use core::{clone, concat, convert, default, file, line, module_path};

pub use alloc::string::String;
pub use alloc::vec::Vec;

pub use serde_json::Value;

pub use super::arg::{Arg, SchemaFn, root_schema_of};
pub use super::args::{Args, Arguments, Call, Slot};
pub use super::context::ContextKey;
pub use super::def::{Annotations, Exposure, Location, Parts, Run, ToolDef};
pub use super::error::CallError;
pub use super::future::CallFuture;
pub use super::output::{
    HasSchema, NoJson, NoSchema, Show, SplitPlain, SplitResult, Tag, TakeJson, TakeOutcome, ToJson,
    examples,
};
pub use super::range::{Bound, Range};
pub use super::registry::ToolSet;
pub use super::schema::Cache;
pub use crate::call::Outcome;

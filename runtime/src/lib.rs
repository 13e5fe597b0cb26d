//! Tool catalogs for language-model agents: compiled in, searched without
//! allocation, verified before use.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod catalog;
pub mod json;
pub mod name;
pub mod search;
pub mod text;

pub use catalog::Catalog;

#[cfg(feature = "native")]
pub mod call;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "native")]
pub mod native;

// The macro writes `::toolcrib`, also in this crate's own tests.
#[cfg(feature = "native")]
extern crate self as toolcrib;

#[cfg(feature = "native")]
pub use native::{
    Annotations, Argument, ArgumentError, Arguments, CallError, CallFuture, ContextKey, Contexts,
    DuplicateTools, Exposure, IntoOutcome, MissingContext, ToolDef, ToolSet, Tools,
};
#[cfg(feature = "native")]
pub use toolcrib_macros::tool;

/// The door for the macro of exactly this version.
#[cfg(feature = "native")]
#[doc(hidden)]
pub use native::private as __private0;

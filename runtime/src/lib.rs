//! Tool catalogs for language-model agents: compiled in, searched without allocation,
//! verified before use.
//!
//! | feature | brings |
//! |---|---|
//! | none | names, canonical JSON, the static `Catalog` and its search; no dependency, `no_std` with `alloc` |
//! | `digest` | manifests, lock files, `Catalog::verify` |
//! | `native` | `#[tool]` on functions, `tools!` |
//! | `collect` | native tools that announce themselves before `main` |
//! | `session` (default) | `Toolbox`, `Session`, the providers' shapes, calls with limits, loaders and layers |
//! | `http` | contracts that are HTTP requests |
//! | `process` | contracts that run a program |
//! | `metrics` | counters and histograms of calls |
//! | `mcp` | connections to MCP servers |
//! | `serve` | a session served to MCP clients |
//! | `serve-http` | the same over HTTP |
//! | `rig` | a session as tools of the rig framework |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "native")]
extern crate std;
// The macro writes `::toolcrib`, also in this crate's own tests.
#[cfg(feature = "native")]
extern crate self as toolcrib;

#[cfg(feature = "native")]
mod arguments;
#[cfg(feature = "session")]
mod backend;
#[cfg(feature = "native")]
pub mod call;
pub mod catalog;
#[cfg(any(feature = "mcp", feature = "process"))]
mod child;
#[cfg(feature = "digest")]
pub mod contract;
mod definition;
mod digest;
#[cfg(feature = "session")]
mod engine;
#[cfg(feature = "native")]
mod error;
// For the other crates of this repository, like whatever else is hidden: no promise is made.
#[doc(hidden)]
pub mod json;
#[cfg(any(feature = "http", feature = "process"))]
mod load;
#[cfg(feature = "session")]
mod lower;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "native")]
mod message;
pub mod name;
#[cfg(feature = "native")]
pub mod native;
#[cfg(feature = "rig")]
pub mod rig;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "session")]
pub mod session;
#[doc(hidden)]
pub mod text;
#[cfg(feature = "session")]
pub mod tokens;
#[cfg(feature = "native")]
mod told;
#[cfg(feature = "session")]
pub mod toolbox;
#[cfg(feature = "native")]
pub mod validate;
#[cfg(feature = "session")]
pub mod wire;

pub use catalog::Catalog;
#[cfg(feature = "collect")]
pub use native::collect;
#[cfg(feature = "native")]
pub use native::{
    Annotations, Argument, ArgumentError, Arguments, CallError, CallFuture, ContextKey, Contexts,
    DuplicateTools, Exposure, IntoOutcome, MissingContext, ToolDef, ToolSet, Tools,
};
#[cfg(feature = "session")]
pub use session::Session;
#[cfg(feature = "session")]
pub use toolbox::Toolbox;
#[cfg(feature = "native")]
pub use toolcrib_macros::tool;

/// The door for the macro of exactly this version.
#[cfg(feature = "native")]
#[doc(hidden)]
pub use native::private as __private0;

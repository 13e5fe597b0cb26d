//! Native tools: Rust functions under `#[tool]`.
//!
//! The attribute generates one static [`ToolDef`] per function. [`tools!`](crate::tools)
//! lists functions, [`Tools`] holds such a list, and [`Contexts`] holds the state of the
//! program that tools take by type.
//!
//! ```
//! use toolcrib::{Contexts, Tools, tool, tools};
//!
//! /// Adds two numbers.
//! #[tool(read_only)]
//! fn add(
//!     /// The first number.
//!     a: i64,
//!     /// The second number; 1 when it is left out.
//!     b: Option<i64>,
//! ) -> String {
//!     (a + b.unwrap_or(1)).to_string()
//! }
//!
//! let tools: Tools = tools![add];
//! let def = tools.get("add").unwrap();
//! assert_eq!(def.input_schema()["required"], serde_json::json!(["a"]));
//!
//! let contexts = Contexts::new();
//! let answer = pollster::block_on(def.call(&contexts, r#"{"a": 2}"#))?;
//! assert_eq!(answer.to_text(), "3");
//! # Ok::<(), toolcrib::CallError>(())
//! ```

mod arg;
mod args;
mod cache;
#[cfg(feature = "collect")]
mod collect;
mod context;
mod def;
#[cfg(feature = "digest")]
mod lock;
mod notes;
mod order;
mod output;
mod parts;
#[doc(hidden)]
pub mod private;
mod range;
mod registry;
mod schema;
mod tracer;

pub use crate::arguments::Arguments;
pub use crate::error::{ArgumentError, CallError, MissingContext};
pub use arg::Argument;
#[cfg(feature = "collect")]
pub use collect::collect;
pub use context::{ContextKey, Contexts};
pub use def::ToolDef;
#[cfg(feature = "digest")]
pub use lock::{LockState, NativeLockError, lock_native, native_manifest};
#[cfg(feature = "digest")]
#[doc(hidden)]
pub use lock::{SERVER, assert_locked};
pub use notes::{Annotations, Exposure, Location};
pub use output::IntoOutcome;
pub use parts::CallFuture;
pub use registry::{Duplicate, DuplicateTools, ToolSet, Tools};

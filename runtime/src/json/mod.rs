//! Parses JSON text and writes it in canonical form.
//!
//! The canonical form is [RFC 8785] with one extension: an integer that fits
//! `i64` or `u64` keeps its exact decimal digits. It is computed from the
//! *text* of a document, by this module alone, so that it never depends on how
//! another JSON library was configured.
//!
//! Input follows [RFC 8259] and the stricter [RFC 7493]: a member name given
//! twice, a lone surrogate and a number that no double can hold are errors.
//!
//! ```
//! use toolcrib::json::Json;
//!
//! let json = Json::parse(r#"{ "b": 1.0, "a": [true, "\u0041"] }"#)?;
//! assert_eq!(json.root().to_canonical(), r#"{"a":[true,"A"],"b":1}"#);
//! # Ok::<(), toolcrib::json::JsonError>(())
//! ```
//!
//! [RFC 8785]: https://www.rfc-editor.org/rfc/rfc8785
//! [RFC 8259]: https://www.rfc-editor.org/rfc/rfc8259
//! [RFC 7493]: https://www.rfc-editor.org/rfc/rfc7493

mod error;
mod node;
mod number;
mod order;
mod parse;
#[cfg(any(feature = "digest", feature = "native"))]
mod pointer;
mod string;
mod value;
mod write;

pub use error::{JsonError, JsonErrorKind};
pub use node::{Json, MAX_DEPTH};
#[cfg(any(feature = "digest", feature = "native"))]
pub(crate) use pointer::push_token;
pub(crate) use string::unescape;
pub use string::{Quoted, write_string};
pub use value::{Items, Members, Value};

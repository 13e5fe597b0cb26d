//! JSON as text in, canonical text out.
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
mod number;
mod order;
mod parse;
mod string;
mod value;
mod write;

pub use error::{JsonError, JsonErrorKind};
pub(crate) use string::unescape;
pub use string::{Quoted, write_string};
pub use value::{Items, Members, Value};

use alloc::vec::Vec;

/// Nesting deeper than this is refused, so that no input can exhaust the stack.
pub const MAX_DEPTH: usize = 128;

/// A parsed document, borrowed from its text.
///
/// Parsing takes one pass over the text and, for an object whose names are not
/// yet in canonical order, one sort.
#[derive(Debug, Clone)]
pub struct Json<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    /// For each object in turn: the node numbers of its names, in canonical order.
    order: Vec<u32>,
}

impl<'t> Json<'t> {
    /// Parses one JSON document.
    ///
    /// # Errors
    /// Text that is not JSON as this module defines it, nesting beyond
    /// [`MAX_DEPTH`], or more than 4 GiB of it.
    pub fn parse(text: &'t str) -> Result<Self, JsonError> {
        parse::document(text)
    }

    /// The value at the top.
    #[must_use]
    pub fn root(&self) -> Value<'_, 't> {
        Value::new(self, 0)
    }
}

/// One value (or one member name) of a document. A node is followed by its
/// descendants; `next` is the node after the last of them.
#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
    next: u32,
    /// Object: where its names begin in [`Json::order`]. Container: how many
    /// elements or members it has, in `len`.
    order: u32,
    len: u32,
    /// The span is the canonical form as it stands (of a string, within its quotes).
    exact: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    False,
    True,
    /// Holds exactly the digits that the canonical form keeps.
    Integer,
    /// Needs the conversion of [`number`].
    Double,
    /// Stands in the text as the canonical form writes it; span without quotes.
    Plain,
    /// Has escapes; span without quotes.
    Escaped,
    Array,
    Object,
}

//! A parsed document, as nodes.

use alloc::vec::Vec;

/// The limit for nesting, so that no input can exhaust the stack.
pub const MAX_DEPTH: usize = 128;

/// A parsed document, borrowed from its text.
///
/// Parsing takes one pass over the text and, for an object whose names are not
/// yet in canonical order, one sort.
#[derive(Debug, Clone)]
pub struct Json<'t> {
    pub(super) text: &'t str,
    pub(super) nodes: Vec<Node>,
    /// For each object in turn: the node numbers of its names, in canonical order.
    pub(super) order: Vec<u32>,
}

/// One value (or one member name) of a document. A node is followed by its
/// descendants; `next` is the node after the last of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) next: u32,
    /// Object: where its names begin in [`Json::order`]. Container: how many
    /// elements or members it has, in `len`.
    pub(super) order: u32,
    pub(super) len: u32,
    /// The span is the canonical form as it stands (of a string, within its quotes).
    pub(super) exact: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
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

//! Access to parsed documents.

use alloc::borrow::Cow;

use super::node::{Json, Kind, Node};
use super::{order, string};

/// One value of a [`Json`] document. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Value<'d, 't> {
    json: &'d Json<'t>,
    node: u32,
}

impl<'t> Json<'t> {
    /// The value at the top.
    #[must_use]
    pub fn root(&self) -> Value<'_, 't> {
        Value::new(self, 0)
    }
}

impl<'d, 't> Value<'d, 't> {
    pub(super) fn new(json: &'d Json<'t>, node: u32) -> Self {
        Self { json, node }
    }

    pub(super) fn node(self) -> Node {
        self.json.nodes[self.node as usize]
    }

    pub(super) fn kind(self) -> Kind {
        self.node().kind
    }

    /// The span of the text that holds this value (a string without its quotes).
    pub(super) fn span(self) -> &'t str {
        let node = self.node();
        &self.json.text[node.start as usize..node.end as usize]
    }

    /// The characters of a string; the span of anything else.
    pub(super) fn text(self) -> Cow<'t, str> {
        match self.kind() {
            Kind::Escaped => Cow::Owned(string::unescape(self.span())),
            _ => Cow::Borrowed(self.span()),
        }
    }

    /// What JSON calls this kind of value, for messages.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self.kind() {
            Kind::Null => "null",
            Kind::False | Kind::True => "a boolean",
            Kind::Integer | Kind::Double => "a number",
            Kind::Plain | Kind::Escaped => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }

    /// Byte offset of the value in the text of its document, from 0.
    #[must_use]
    pub fn offset(self) -> usize {
        let quote = matches!(self.kind(), Kind::Plain | Kind::Escaped);
        (self.node().start as usize).saturating_sub(usize::from(quote))
    }

    /// True for `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// True for an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// True for an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// The characters of a string, borrowed from the text if it has no escapes.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'t, str>> {
        matches!(self.kind(), Kind::Plain | Kind::Escaped).then(|| self.text())
    }

    /// The value of a boolean.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::False => Some(false),
            Kind::True => Some(true),
            _ => None,
        }
    }

    /// The value of an unsigned 64-bit integer.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        (self.kind() == Kind::Integer).then(|| self.span().parse().ok()).flatten()
    }

    /// The member of that name; `None` if there is none or this is not an object.
    ///
    /// O(log n) comparisons for n members.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'d, 't>> {
        let names = self.names();
        let at = names
            .binary_search_by(|&node| order::compare(&Value::new(self.json, node).text(), name))
            .ok()?;
        names.get(at).map(|&node| Value::new(self.json, node + 1))
    }

    fn names(self) -> &'d [u32] {
        let node = self.node();
        let start = node.order as usize;
        let len = if self.is_object() { node.len as usize } else { 0 };
        self.json.order.get(start..start + len).unwrap_or(&[])
    }

    /// The number of elements or members.
    #[must_use]
    pub fn len(self) -> usize {
        self.node().len as usize
    }

    /// Whether there are neither elements nor members.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The members of an object in canonical order; of anything else, none.
    #[must_use]
    pub fn members(self) -> Members<'d, 't> {
        Members { json: self.json, names: self.names().iter() }
    }

    /// The elements of an array in order; of anything else, none.
    #[must_use]
    pub fn items(self) -> Items<'d, 't> {
        let left = if self.is_array() { self.len() } else { 0 };
        Items { json: self.json, next: self.node + 1, left }
    }
}

/// Iterator over the members of an object; see [`Value::members`].
#[derive(Debug, Clone)]
pub struct Members<'d, 't> {
    json: &'d Json<'t>,
    names: core::slice::Iter<'d, u32>,
}

impl<'d, 't> Iterator for Members<'d, 't> {
    type Item = (Cow<'t, str>, Value<'d, 't>);

    fn next(&mut self) -> Option<Self::Item> {
        let &node = self.names.next()?;
        Some((Value::new(self.json, node).text(), Value::new(self.json, node + 1)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.names.size_hint()
    }
}

/// Iterator over the elements of an array; see [`Value::items`].
#[derive(Debug, Clone)]
pub struct Items<'d, 't> {
    json: &'d Json<'t>,
    next: u32,
    left: usize,
}

impl<'d, 't> Iterator for Items<'d, 't> {
    type Item = Value<'d, 't>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let value = Value::new(self.json, self.next);
        self.next = value.node().next;
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

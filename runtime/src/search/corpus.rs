//! What is searched.

use alloc::borrow::Cow;
use core::cmp::Ordering;

/// One tool, as the search sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Document<'a> {
    /// The name that the model sees: `mcp__github__create_issue`, or the plain
    /// name of a native tool.
    pub name: &'a str,
    /// The server's name in the configuration; `None` for a native tool.
    pub server: Option<&'a str>,
    /// The server's own name for the tool, or the function's.
    pub tool: &'a str,
    /// Its description.
    pub description: &'a str,
    /// Search hint and extra keywords; empty when there are none.
    pub hint: &'a str,
    /// Its input schema as JSON text; empty when there is none.
    pub schema: &'a str,
}

/// A collection of searchable documents: a catalog, a view of a toolbox, a slice of
/// documents.
///
/// Documents are numbered in the byte order of their names. Use an index only with the
/// corpus that it was built from; with another one it returns wrong hits, but never
/// panics.
pub trait Corpus {
    /// The number of documents.
    fn len(&self) -> usize;

    /// The document with that number; an empty one if there is none.
    ///
    /// Must not allocate and should take constant time.
    fn document(&self, id: u32) -> Document<'_>;

    /// The server of that document by the name that the model sees. Defaults to its own
    /// name.
    ///
    /// Must not allocate and should take constant time.
    fn visible_server(&self, id: u32) -> Option<&str> {
        self.document(id).server
    }

    /// The order of two documents in a listing for people: by server, then by tool, with
    /// native tools last. The grammars of other agents break ties by it.
    fn listing_order(&self, a: u32, b: u32) -> Ordering {
        let (left, right) = (self.document(a), self.document(b));
        let key = |document: &Document<'_>| document.server.is_none();
        key(&left)
            .cmp(&key(&right))
            .then_with(|| left.server.cmp(&right.server))
            .then_with(|| left.tool.cmp(right.tool))
            .then(a.cmp(&b))
    }

    /// Whether there are no documents.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Documents that are already in the order of their names. (Only the grammars of
/// other agents, which use no index, take them in any order.)
impl Corpus for [Document<'_>] {
    fn len(&self) -> usize {
        <[Document<'_>]>::len(self)
    }

    fn document(&self, id: u32) -> Document<'_> {
        usize::try_from(id).ok().and_then(|id| self.get(id)).copied().unwrap_or_default()
    }

    /// As they lie.
    fn listing_order(&self, a: u32, b: u32) -> Ordering {
        a.cmp(&b)
    }
}

impl<C: Corpus + ?Sized> Corpus for &C {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        (**self).document(id)
    }

    fn visible_server(&self, id: u32) -> Option<&str> {
        (**self).visible_server(id)
    }

    fn listing_order(&self, a: u32, b: u32) -> Ordering {
        (**self).listing_order(a, b)
    }
}

/// How many documents there are, as numbers go.
pub(super) fn count(corpus: &(impl Corpus + ?Sized)) -> u32 {
    u32::try_from(corpus.len()).unwrap_or(u32::MAX)
}

/// The words of a server: those of its own name, and of its alias after them.
pub(super) fn server_words(corpus: &(impl Corpus + ?Sized), id: u32) -> Cow<'_, str> {
    let own = corpus.document(id).server.unwrap_or("");
    match corpus.visible_server(id) {
        Some(alias) if alias != own => Cow::Owned(alloc::format!("{own} {alias}")),
        _ => Cow::Borrowed(own),
    }
}

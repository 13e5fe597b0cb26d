//! What is searched.

use alloc::borrow::Cow;
use core::cmp::Ordering;

/// One tool as the search sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Document<'a> {
    /// The name that the model sees: `mcp__github__create_issue`, or the plain
    /// name of a native tool.
    pub name: &'a str,
    /// The server's name as configured; `None` for a native tool.
    pub server: Option<&'a str>,
    /// The tool's own name, as its server or function has it.
    pub tool: &'a str,
    /// Its description.
    pub description: &'a str,
    /// Search hint and extra keywords; empty when there are none.
    pub hint: &'a str,
    /// Its input schema as JSON text; empty when there is none.
    pub schema: &'a str,
}

/// Who knows the texts: a catalog, a view of a toolbox, a slice of documents.
///
/// Documents are numbered in the order of their names, by bytes. An index is
/// built over a corpus and only ever used with that corpus; with another one it
/// gives wrong hits, but never a panic.
pub trait Corpus {
    /// How many documents there are.
    fn len(&self) -> usize;

    /// The document of that number; an empty one when there is none.
    ///
    /// Must not allocate and should take constant time.
    fn document(&self, id: u32) -> Document<'_>;

    /// What the model calls the server of that document; its own name unless
    /// this is implemented.
    ///
    /// Must not allocate and should take constant time.
    fn visible_server(&self, id: u32) -> Option<&str> {
        self.document(id).server
    }

    /// Which of two documents comes first in the listing that a person would
    /// see: by server, then by tool, native tools last. Grammars of other agents
    /// break ties by it.
    fn listing_order(&self, a: u32, b: u32) -> Ordering {
        let (left, right) = (self.document(a), self.document(b));
        let key = |document: &Document<'_>| document.server.is_none();
        key(&left)
            .cmp(&key(&right))
            .then_with(|| left.server.cmp(&right.server))
            .then_with(|| left.tool.cmp(right.tool))
            .then(a.cmp(&b))
    }

    /// True when there is nothing to search.
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

//! What is searched.

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

    /// True when there is nothing to search.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Documents that are already in the order of their names.
impl Corpus for [Document<'_>] {
    fn len(&self) -> usize {
        <[Document<'_>]>::len(self)
    }

    fn document(&self, id: u32) -> Document<'_> {
        usize::try_from(id).ok().and_then(|id| self.get(id)).copied().unwrap_or_default()
    }
}

impl<C: Corpus + ?Sized> Corpus for &C {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        (**self).document(id)
    }
}

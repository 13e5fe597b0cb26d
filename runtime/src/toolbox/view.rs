//! The tools that one agent may see.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::lookup::Lookup;
use super::permissions::Permissions;
use crate::catalog::{Catalog, Digest};
use crate::engine::{Entry, Source};
use crate::search::index::{self, Index};
use crate::search::{Corpus, Document, Hits, Ranking, Synonyms, search};

/// The tools that an agent may use, with a search index of exactly these.
pub struct View {
    /// Sorted by name.
    entries: Vec<Entry>,
    lookup: Lookup,
    index: Cow<'static, [u8]>,
    digest: Digest,
}

impl View {
    /// `entries` are sorted by name; `catalog` is the one that has exactly
    /// these tools, if there is one.
    pub(super) fn new(
        entries: Vec<Entry>,
        digest: Digest,
        catalog: Option<Catalog<'static>>,
    ) -> Self {
        let lookup = Lookup::new(&entries);
        let index = match catalog {
            Some(catalog) => Cow::Borrowed(catalog.search_bytes()),
            None => Cow::Owned(index::build(
                &Entries(&entries),
                &Ranking::default(),
                &Synonyms::builtin(),
            )),
        };
        Self { entries, lookup, index, digest }
    }

    /// The tools that the permissions allow; the same view if they allow all.
    pub(crate) fn restricted(self: &Arc<Self>, permissions: &Permissions) -> Arc<Self> {
        let entries: Vec<Entry> =
            self.entries.iter().filter(|entry| permissions.allows(entry)).cloned().collect();
        match entries.len() == self.entries.len() {
            true => self.clone(),
            false => Arc::new(Self::new(entries, self.digest, None)),
        }
    }

    /// The instructions of a server, by its name in the configuration; `None` if the view
    /// has none of its tools.
    #[must_use]
    pub fn instructions(&self, server: &str) -> Option<&'static str> {
        self.entries.iter().find_map(|entry| match entry.source() {
            Source::Server(tool, _) if tool.server().name() == server => {
                tool.server().instructions()
            }
            _ => None,
        })
    }

    /// The number of tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no tools.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The tools, sorted by name.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The tool with that number, in the order of names.
    #[must_use]
    pub fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get(usize::try_from(number).ok()?)
    }

    /// The number of the tool with exactly that name. O(1); does not allocate.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        self.lookup.find(&self.entries, name)
    }

    /// The same with its number.
    #[inline]
    pub(crate) fn named(&self, name: &str) -> Option<(u32, &Entry)> {
        let number = self.find(name)?;
        Some((number, self.entry(number)?))
    }

    /// Searches the tools. Does not allocate. `hits` are numbers of tools.
    pub fn search(&self, query: &str, max: usize, hits: &mut Hits) {
        match Index::new(&self.index) {
            Ok(index) => search(&index, &Entries(&self.entries), query, max, hits),
            // Only a damaged catalog gets here: then nothing is found.
            Err(_) => hits.clear(),
        }
    }

    pub(super) fn digest(&self) -> Digest {
        self.digest
    }
}

struct Entries<'a>(&'a [Entry]);

impl Corpus for Entries<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        self.0.get(id as usize).map(Entry::document).unwrap_or_default()
    }

    fn visible_server(&self, id: u32) -> Option<&str> {
        self.0.get(id as usize)?.visible_server()
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("tools", &self.entries.len()).finish_non_exhaustive()
    }
}

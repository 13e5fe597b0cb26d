//! Searches a catalog without a toolbox.

use super::layout::ToolText;
use super::view::{Catalog, ToolRef};
use crate::search::index::{FormatError, Index};
use crate::search::{Corpus, Document, Hits, search};

impl Corpus for Catalog<'_> {
    fn len(&self) -> usize {
        Catalog::len(self)
    }

    fn document(&self, id: u32) -> Document<'_> {
        self.get(id).map(ToolRef::document).unwrap_or_default()
    }

    fn visible_server(&self, id: u32) -> Option<&str> {
        Some(self.get(id)?.server().visible_name())
    }
}

impl<'a> ToolRef<'a> {
    /// The tool as the search sees it.
    #[must_use]
    pub fn document(self) -> Document<'a> {
        let texts = self.texts();
        let text = |text| texts.get(text).unwrap_or("");
        Document {
            name: text(ToolText::Name),
            server: Some(texts.server().name()),
            tool: text(ToolText::RawName),
            description: text(ToolText::Description),
            hint: text(ToolText::Hint),
            schema: text(ToolText::InputSchema),
        }
    }
}

impl<'a> Catalog<'a> {
    /// The search index that was built with the catalog.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub const fn index(&self) -> Result<Index<'a>, FormatError> {
        Index::new(self.search_bytes())
    }

    /// Searches the catalog. Hits are numbers of tools for [`Catalog::get`].
    ///
    /// Does not allocate; see [`search`] for the forms of a query. To search native tools
    /// too, use a toolbox.
    pub fn search(&self, query: &str, max: usize, hits: &mut Hits) {
        match self.index() {
            Ok(index) => search(&index, self, query, max, hits),
            // Only damaged bytes get here: then nothing is found.
            Err(_) => hits.clear(),
        }
    }
}

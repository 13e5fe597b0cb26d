//! Reading a static catalog.

use super::layout::{self, LayoutError, PROVIDER, SERVER_SIZE, TOOL_SIZE, header, server, word};
use crate::digest::Digest;

mod tool;

pub use tool::{ContractRef, ToolRef};

/// All captured tools in searchable form, borrowed from the two files that the build
/// script wrote.
///
/// Opening a catalog reads only a header: nothing is parsed or allocated. Tools are
/// numbered in the order of the names that the model sees.
///
/// ```ignore
/// static CATALOG: toolcrib::Catalog = toolcrib::include_catalog!();
///
/// let tool = CATALOG.find("mcp__github__create_issue").ok_or("not captured")?;
/// println!("{}", tool.definition().description);
/// let toolbox = Toolbox::builder().catalog_lazy(CATALOG, servers).build()?;
/// ```
#[derive(Clone, Copy)]
pub struct Catalog<'a> {
    idx: &'a [u8],
    text: &'a str,
}

impl<'a> Catalog<'a> {
    /// Opens a catalog from the contents of `catalog.idx` and `catalog.txt`.
    ///
    /// O(1); usable in constants.
    ///
    /// # Errors
    /// The bytes are not a catalog of this format version, or the two files do not belong
    /// together.
    pub const fn new(idx: &'a [u8], text: &'a str) -> Result<Self, LayoutError> {
        match layout::check(idx, text) {
            Ok(()) => Ok(Self { idx, text }),
            Err(error) => Err(error),
        }
    }

    /// The number of tools.
    #[must_use]
    pub const fn len(&self) -> usize {
        word(self.idx, header::TOOLS + 4) as usize
    }

    /// Whether there are no tools.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The catalog's digest, version 1.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest_at(header::DIGEST)
    }

    /// The servers, sorted by name.
    pub fn servers(&self) -> impl ExactSizeIterator<Item = ServerRef<'a>> + use<'a> {
        let catalog = *self;
        (0..word(self.idx, header::SERVERS + 4)).map(move |number| ServerRef { catalog, number })
    }

    /// The server of that name. O(number of servers).
    #[must_use]
    pub fn server(&self, name: &str) -> Option<ServerRef<'a>> {
        self.servers().find(|server| server.name() == name)
    }

    /// The tools, sorted by the name that the model sees.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = ToolRef<'a>> + use<'a> {
        let catalog = *self;
        (0..word(self.idx, header::TOOLS + 4)).map(move |number| ToolRef { catalog, number })
    }

    /// The tool with that number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<ToolRef<'a>> {
        ((number as usize) < self.len()).then_some(ToolRef { catalog: *self, number })
    }

    /// The tool with exactly this name for the model. O(log n).
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ToolRef<'a>> {
        let (mut low, mut high) = (0, word(self.idx, header::TOOLS + 4));
        while low < high {
            let middle = low + (high - low) / 2;
            let tool = ToolRef { catalog: *self, number: middle };
            match tool.name().cmp(name) {
                core::cmp::Ordering::Equal => return Some(tool),
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The bytes of the search index.
    pub(crate) const fn search_bytes(&self) -> &'a [u8] {
        match self.idx.split_at_checked(word(self.idx, header::SEARCH) as usize) {
            Some((_, bytes)) => bytes,
            None => &[],
        }
    }

    /// The text that the reference at an offset names.
    fn text_at(&self, at: usize) -> Option<&'a str> {
        self.text_of(word(self.idx, at), word(self.idx, at.saturating_add(4)))
    }

    fn text_of(&self, start: u32, len: u32) -> Option<&'a str> {
        self.text.get(start as usize..start.checked_add(len)? as usize)
    }

    fn digest_at(&self, at: usize) -> Digest {
        let bytes = self.idx.get(at..at.saturating_add(32)).and_then(|bytes| bytes.try_into().ok());
        Digest::from_bytes(bytes.unwrap_or([0; 32]))
    }

    fn order_at(&self, place: u32) -> u32 {
        let places = self.len().saturating_add(place as usize);
        self.table_word(places)
    }

    /// A word of the table of tools, and of that of their order after it.
    fn table_word(&self, place: usize) -> u32 {
        let start = word(self.idx, header::TOOLS) as usize;
        word(self.idx, start.saturating_add(place.saturating_mul(TOOL_SIZE / 2)))
    }
}

impl core::fmt::Debug for Catalog<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Catalog")
            .field("tools", &self.len())
            .field("digest", &self.digest())
            .finish()
    }
}

/// One server of a [`Catalog`].
#[derive(Debug, Clone, Copy)]
pub struct ServerRef<'a> {
    catalog: Catalog<'a>,
    number: u32,
}

impl<'a> ServerRef<'a> {
    fn at(self, field: usize) -> usize {
        let record = (self.number as usize).saturating_mul(SERVER_SIZE).saturating_add(field);
        (word(self.catalog.idx, header::SERVERS) as usize).saturating_add(record)
    }

    /// The server's name in the configuration.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.catalog.text_at(self.at(server::NAME)).unwrap_or("")
    }

    /// The alias that the build gave it, if any.
    #[must_use]
    pub fn alias(self) -> Option<&'a str> {
        self.catalog.text_at(self.at(server::ALIAS))
    }

    /// The name for the model: the alias or else the name. In the names of tools, each
    /// character outside `A-Z a-z 0-9 _ -` becomes `_`.
    #[must_use]
    pub fn visible_name(self) -> &'a str {
        self.alias().unwrap_or_else(|| self.name())
    }

    /// What the server tells the model about itself.
    #[must_use]
    pub fn instructions(self) -> Option<&'a str> {
        self.catalog.text_at(self.at(server::INSTRUCTIONS))
    }

    /// Whether this is a provider of contracts, which has no server to compare with.
    #[must_use]
    pub fn is_provider(self) -> bool {
        word(self.catalog.idx, self.at(server::FLAGS)) & PROVIDER != 0
    }

    /// The name and version that the server reported at capture.
    #[must_use]
    pub fn reported(self) -> (Option<&'a str>, Option<&'a str>) {
        let text = |field| self.catalog.text_at(self.at(field));
        (text(server::REPORTED_NAME), text(server::REPORTED_VERSION))
    }

    /// The captured digest, version 1.
    #[must_use]
    pub fn digest(self) -> Digest {
        self.catalog.digest_at(self.at(server::DIGEST))
    }

    /// The server's tools, sorted by its own names for them.
    pub fn tools(self) -> impl ExactSizeIterator<Item = ToolRef<'a>> + use<'a> {
        let (first, count) = self.range(server::TOOLS);
        (0..count).map(move |place| {
            let number = self.catalog.order_at(first.saturating_add(place));
            ToolRef { catalog: self.catalog, number }
        })
    }

    /// The tool with this name of the server's own. O(log n).
    #[must_use]
    pub fn tool(self, raw_name: &str) -> Option<ToolRef<'a>> {
        let (first, count) = self.range(server::TOOLS);
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            let number = self.catalog.order_at(first.saturating_add(middle));
            let tool = ToolRef { catalog: self.catalog, number };
            match tool.raw_name().cmp(raw_name) {
                core::cmp::Ordering::Equal => return Some(tool),
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The places that are blanked before hashing, as JSON pointers.
    pub fn volatile(self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let (first, count) = self.range(server::VOLATILE);
        let start = word(self.catalog.idx, header::POINTERS) as usize;
        let at = move |place: usize| start.saturating_add(place.saturating_mul(8));
        let catalog = self.catalog;
        let text =
            move |place| catalog.text_at(at((first as usize).saturating_add(place))).unwrap_or("");
        (0..count as usize).map(text)
    }

    /// A first place and a count that stays within the blob.
    fn range(self, field: usize) -> (u32, u32) {
        let count = word(self.catalog.idx, self.at(field + 4));
        let bound = u32::try_from(self.catalog.idx.len() / 4).unwrap_or(u32::MAX);
        (word(self.catalog.idx, self.at(field)), count.min(bound))
    }
}

//! The two files of a catalog.

use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::layout::LayoutError;
use crate::catalog::view::Catalog;

/// The contents of `catalog.idx` and `catalog.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    pub(super) idx: Vec<u8>,
    pub(super) text: String,
}

impl Encoded {
    /// Takes the contents of `catalog.idx` and `catalog.txt`.
    ///
    /// # Errors
    /// Those of [`Catalog::new`].
    pub fn from_parts(idx: Vec<u8>, text: String) -> Result<Self, LayoutError> {
        Catalog::new(&idx, &text)?;
        Ok(Self { idx, text })
    }

    /// The content of `catalog.idx`.
    #[must_use]
    pub fn idx(&self) -> &[u8] {
        &self.idx
    }

    /// The content of `catalog.txt`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The catalog, borrowed from these contents.
    ///
    /// # Errors
    /// None for contents that [`CatalogBuilder::encode`](super::CatalogBuilder::encode) has made.
    pub fn catalog(&self) -> Result<Catalog<'_>, LayoutError> {
        Catalog::new(&self.idx, &self.text)
    }
}

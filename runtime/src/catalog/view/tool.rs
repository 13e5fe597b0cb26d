//! One tool of a catalog, decoded from its record.

use super::super::layout::{ALWAYS, RAW_IS_END, ToolText};
use super::{Catalog, ServerRef};
use crate::definition::Definition;
#[cfg(feature = "digest")]
use crate::definition::contract_digest;
#[cfg(feature = "digest")]
use crate::digest::Digest;
use crate::search::index::varint;

/// One tool of a [`Catalog`].
#[derive(Debug, Clone, Copy)]
pub struct ToolRef<'a> {
    pub(super) catalog: Catalog<'a>,
    pub(super) number: u32,
}

impl<'a> ToolRef<'a> {
    /// Its texts; none where its record is damaged.
    pub(in super::super) fn texts(self) -> Texts<'a> {
        self.read().unwrap_or(Texts { catalog: self.catalog, flags: 0, server: 0, places: NOWHERE })
    }

    fn read(self) -> Option<Texts<'a>> {
        let idx = self.catalog.idx;
        let mut at = self.catalog.table_word(self.number as usize) as usize;
        let flags = varint(idx, &mut at)?;
        let server = varint(idx, &mut at)?;
        let mut start = varint(idx, &mut at)?;
        let mut places = NOWHERE;
        for (number, place) in places.iter_mut().enumerate() {
            if flags & ToolText::flag(number) == 0 {
                if flags < ToolText::flag(number) {
                    break;
                }
                continue;
            }
            let len = varint(idx, &mut at)?;
            if number == ToolText::RawName as usize && flags & RAW_IS_END != 0 {
                // It ends where the line feed before `start` is.
                *place = (start.checked_sub(len)?.checked_sub(1)?, len);
            } else {
                *place = (start, len);
                start = start.checked_add(len)?.checked_add(1)?;
            }
        }
        Some(Texts { catalog: self.catalog, flags, server, places })
    }

    /// Its number in the catalog.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// The name that the model sees.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.texts().get(ToolText::Name).unwrap_or("")
    }

    /// The server's own name for the tool.
    #[must_use]
    pub fn raw_name(self) -> &'a str {
        self.texts().get(ToolText::RawName).unwrap_or("")
    }

    /// The server that has this tool.
    #[must_use]
    pub fn server(self) -> ServerRef<'a> {
        self.texts().server()
    }

    /// The members that the digest covers.
    #[must_use]
    pub fn definition(self) -> Definition<'a> {
        self.texts().definition()
    }

    /// More words by which a search finds the tool; may be empty.
    #[must_use]
    pub fn search_hint(self) -> &'a str {
        self.texts().get(ToolText::Hint).unwrap_or("")
    }

    /// Whether the tool is never deferred.
    #[must_use]
    pub fn is_always(self) -> bool {
        self.texts().flags & ALWAYS != 0
    }

    /// How the tool runs, if it is a contract.
    #[must_use]
    pub fn contract(self) -> Option<ContractRef<'a>> {
        self.texts().contract()
    }

    /// The captured digest, or that of the contract, version 1. Computed:
    /// O(bytes of the definition).
    #[cfg(feature = "digest")]
    #[must_use]
    pub fn digest(self) -> Digest {
        let texts = self.texts();
        let definition = texts.definition();
        match texts.contract() {
            None => definition.digest(),
            Some(ContractRef { loader, settings, needs }) => {
                contract_digest(&definition, loader, settings, needs)
            }
        }
    }
}

/// How the tool of a contract runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContractRef<'a> {
    /// The name of its loader.
    pub loader: &'a str,
    /// The loader's settings: a canonical JSON object.
    pub settings: &'a str,
    /// What it needs, as a canonical JSON object; `None` if that is nothing.
    pub needs: Option<&'a str>,
}

/// Places of no texts.
const NOWHERE: [(u32, u32); ToolText::COUNT] = [(u32::MAX, 0); ToolText::COUNT];

/// What the record of a tool says.
#[derive(Clone, Copy)]
pub(in super::super) struct Texts<'a> {
    catalog: Catalog<'a>,
    flags: u32,
    server: u32,
    /// Place and length of each text.
    places: [(u32, u32); ToolText::COUNT],
}

impl<'a> Texts<'a> {
    pub(in super::super) fn get(&self, text: ToolText) -> Option<&'a str> {
        let &(start, len) = self.places.get(text as usize)?;
        self.catalog.text_of(start, len)
    }

    pub(in super::super) fn server(&self) -> ServerRef<'a> {
        ServerRef { catalog: self.catalog, number: self.server }
    }

    fn contract(&self) -> Option<ContractRef<'a>> {
        Some(ContractRef {
            loader: self.get(ToolText::Loader)?,
            settings: self.get(ToolText::Settings).unwrap_or("{}"),
            needs: self.get(ToolText::Needs),
        })
    }

    fn definition(&self) -> Definition<'a> {
        Definition {
            name: self.get(ToolText::RawName).unwrap_or(""),
            title: self.get(ToolText::Title),
            description: self.get(ToolText::Description),
            input_schema: self.get(ToolText::InputSchema).unwrap_or("{}"),
            output_schema: self.get(ToolText::OutputSchema),
            annotations: self.get(ToolText::Annotations),
        }
    }
}

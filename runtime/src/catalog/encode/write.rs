//! The bytes: records, text, and the order of the parts.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::layout::{
    ABSENT, FORMAT_VERSION, HEADER_SIZE, LayoutError, MAGIC, RAW_IS_END, SERVER_SIZE, TOOL_SIZE,
    ToolText, header,
};
use super::encoded::Encoded;
use super::error::EncodeError;
use crate::digest::Digest;
use crate::search::index::{self, put_varint};
use crate::search::{Ranking, Synonyms};

/// The tools.
pub(super) struct Rows {
    /// One record a tool, by server and the server's own name.
    pub(super) records: Vec<Vec<u8>>,
    /// Places in `records`, by the name that the model sees.
    pub(super) by_name: Vec<usize>,
}

/// The servers, by name, and the volatile places of all of them.
#[derive(Default)]
pub(super) struct Servers {
    pub(super) records: Vec<Vec<u8>>,
    pub(super) pointers: Vec<u8>,
}

/// Numbers in little-endian bytes.
#[derive(Default)]
pub(super) struct Record(pub(super) Vec<u8>);

impl Record {
    pub(super) fn word(&mut self, word: u32) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    pub(super) fn text(&mut self, (start, len): (u32, u32)) {
        self.word(start);
        self.word(len);
    }
}

/// The text blob: one text a line, as far as the texts are of one line.
#[derive(Default)]
pub(super) struct Pool(String);

impl Pool {
    pub(super) fn add(&mut self, text: Option<&str>) -> Result<(u32, u32), EncodeError> {
        let Some(text) = text else { return Ok((ABSENT, 0)) };
        let reference = (narrow(self.0.len())?, narrow(text.len())?);
        self.0.push_str(text);
        self.0.push('\n');
        Ok(reference)
    }
}

/// The record of a tool, its texts into `pool`.
pub(super) fn record(
    pool: &mut Pool,
    server: usize,
    mut flags: u32,
    texts: [Option<&str>; ToolText::COUNT],
) -> Result<Vec<u8>, EncodeError> {
    let [name, raw, ..] = texts;
    let raw_is_end = name.zip(raw).is_some_and(|(name, raw)| name.ends_with(raw));
    flags |= if raw_is_end { RAW_IS_END } else { 0 };
    let start = narrow(pool.0.len())?;
    let mut lengths = Vec::new();
    for (number, text) in texts.into_iter().enumerate() {
        let Some(text) = text else { continue };
        flags |= ToolText::flag(number);
        put_varint(&mut lengths, narrow(text.len())?);
        if number != ToolText::RawName as usize || !raw_is_end {
            pool.add(Some(text))?;
        }
    }
    let mut record = Vec::new();
    [flags, narrow(server)?, start].into_iter().for_each(|number| put_varint(&mut record, number));
    record.extend(lengths);
    Ok(record)
}

/// The two files, without the search index.
pub(super) fn blobs(
    text: Pool,
    servers: &Servers,
    rows: &Rows,
    digest: Digest,
) -> Result<Encoded, EncodeError> {
    let mut numbers = alloc::vec![0_u32; rows.by_name.len()];
    for (number, &place) in rows.by_name.iter().enumerate() {
        numbers[place] = narrow(number)?;
    }
    let tools_at = HEADER_SIZE + servers.records.len() * SERVER_SIZE;
    let pointers_at = tools_at + rows.records.len() * TOOL_SIZE;
    let records_at = pointers_at + servers.pointers.len();
    let search_at = records_at + rows.records.iter().map(Vec::len).sum::<usize>();
    let mut out = Record(MAGIC.to_vec());
    out.word(FORMAT_VERSION);
    out.word(narrow(text.0.len())?);
    out.word(0);
    for part in [
        (HEADER_SIZE, servers.records.len()),
        (tools_at, rows.records.len()),
        (pointers_at, servers.pointers.len() / 8),
    ] {
        out.text((narrow(part.0)?, narrow(part.1)?));
    }
    out.word(narrow(search_at)?);
    out.0.extend_from_slice(digest.as_bytes());
    servers.records.iter().for_each(|record| out.0.extend_from_slice(record));
    let mut at = records_at;
    for &place in &rows.by_name {
        out.word(narrow(at)?);
        at += rows.records[place].len();
    }
    numbers.iter().for_each(|&number| out.word(number));
    out.0.extend_from_slice(&servers.pointers);
    rows.by_name.iter().for_each(|&place| out.0.extend_from_slice(&rows.records[place]));
    Ok(Encoded { idx: out.0, text: text.0 })
}

impl Encoded {
    /// Appends the search index and writes the final length into the header.
    pub(super) fn seal(
        &mut self,
        ranking: &Ranking,
        synonyms: &Synonyms,
    ) -> Result<(), EncodeError> {
        self.set_length()?;
        let catalog = self.catalog().map_err(EncodeError::Unreadable)?;
        let index = index::build(&catalog, ranking, synonyms);
        self.idx.extend(index);
        self.set_length()?;
        // What a program would find out only when it searches.
        let sealed = self.catalog().map_err(EncodeError::Unreadable)?;
        sealed.index().map(|_| ()).map_err(|_| EncodeError::Unreadable(LayoutError::Truncated))
    }

    fn set_length(&mut self) -> Result<(), EncodeError> {
        let length = narrow(self.idx.len())?.to_le_bytes();
        let field = header::INDEX_LEN;
        let place = self.idx.get_mut(field..field + 4);
        let place = place.ok_or(EncodeError::Unreadable(LayoutError::Truncated))?;
        place.copy_from_slice(&length);
        Ok(())
    }
}

pub(super) fn narrow(wide: usize) -> Result<u32, EncodeError> {
    u32::try_from(wide).map_err(|_| EncodeError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalog_that_cannot_be_read_back_is_an_error() {
        let sealed = |mut encoded: Encoded| encoded.seal(&Ranking::DEFAULT, &Synonyms::none());
        let header = |magic: &[u8]| {
            let mut idx = magic.to_vec();
            idx.resize(HEADER_SIZE, 0);
            Encoded { idx, text: String::new() }
        };
        for (encoded, error) in [
            (Encoded { idx: Vec::new(), text: String::new() }, LayoutError::Truncated),
            (header(b"something else"), LayoutError::NotACatalog),
            (header(&MAGIC), LayoutError::Version),
        ] {
            assert_eq!(sealed(encoded), Err(EncodeError::Unreadable(error)));
        }
    }
}

//! Hash tables from a name, in any spelling, to its documents.
//!
//! `slots u32`, `width u32`, then slots of a fingerprint byte and a document
//! number (all zero: free), probed one after another. Slots are a quarter more
//! than entries, and found by multiplication, so no power of two is wasted.

use alloc::vec::Vec;

use super::format::u32_at;
use crate::search::token::{same_letters, squeezed_hash};
use crate::search::{Corpus, Document};

/// What is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Name,
    Tool,
    /// One entry a server: its first document.
    Server,
}

impl Key {
    pub(super) fn of<'a>(self, document: &Document<'a>) -> Option<&'a str> {
        match self {
            Key::Name => Some(document.name),
            Key::Tool => Some(document.tool),
            Key::Server => document.server,
        }
    }
}

pub(super) fn write(corpus: &(impl Corpus + ?Sized), key: Key, out: &mut Vec<u8>) {
    let mut entries = Vec::new();
    let mut last = None;
    for id in 0..corpus.len() as u32 {
        let document = corpus.document(id);
        let Some(text) = key.of(&document) else { continue };
        // Most documents of a server follow each other: this keeps repeats few.
        if key == Key::Server && last.replace(text) == Some(text) {
            continue;
        }
        entries.push((squeezed_hash(text), id));
    }
    if key == Key::Server {
        keep_first(corpus, &mut entries);
    }
    write_table(&entries, corpus.len(), out);
}

fn keep_first(corpus: &(impl Corpus + ?Sized), entries: &mut Vec<(u32, u32)>) {
    entries.sort_unstable();
    entries
        .dedup_by(|b, a| a.0 == b.0 && corpus.document(a.1).server == corpus.document(b.1).server);
    entries.sort_unstable_by_key(|&(_, id)| id);
}

fn write_table(entries: &[(u32, u32)], documents: usize, out: &mut Vec<u8>) {
    let slots = entries.len() + entries.len() / 4 + 1;
    let width = if documents < 0xffff { 2 } else { 4 };
    out.extend_from_slice(&(slots as u32).to_le_bytes());
    out.extend_from_slice(&(width as u32).to_le_bytes());
    let mut table = alloc::vec![0_u32; slots];
    let mut marks = alloc::vec![0_u8; slots];
    for &(hash, id) in entries {
        let mut slot = first_slot(hash, slots as u32) as usize;
        while table[slot] != 0 {
            slot = if slot + 1 == slots { 0 } else { slot + 1 };
        }
        table[slot] = id + 1;
        marks[slot] = hash as u8;
    }
    for (mark, id) in marks.iter().zip(&table) {
        out.push(*mark);
        out.extend_from_slice(&id.to_le_bytes()[..width]);
    }
}

fn first_slot(hash: u32, slots: u32) -> u32 {
    ((u64::from(hash) * u64::from(slots)) >> 32) as u32
}

/// A table in the bytes of an index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table<'a> {
    bytes: &'a [u8],
    key: Key,
}

impl<'a> Table<'a> {
    pub(super) fn new(bytes: &'a [u8], key: Key) -> Self {
        Self { bytes, key }
    }

    /// Documents whose key has these letters, in order of their numbers.
    ///
    /// `hash` is that of the letters, and `is_same` has the last word.
    pub(crate) fn find<'c, C: Corpus + ?Sized>(
        self,
        corpus: &'c C,
        hash: u32,
        text: &'c str,
    ) -> Matches<'a, 'c, C> {
        let slots = u32_at(self.bytes, 0);
        let slot = first_slot(hash, slots);
        Matches { table: self, corpus, text, mark: hash as u8, slots, slot, left: slots }
    }
}

/// Iterator over the documents that a name stands for.
#[derive(Debug)]
pub(crate) struct Matches<'a, 'c, C: ?Sized> {
    table: Table<'a>,
    corpus: &'c C,
    text: &'c str,
    mark: u8,
    slots: u32,
    slot: u32,
    /// Slots not yet looked at: a damaged table has no free one.
    left: u32,
}

impl<C: Corpus + ?Sized> Iterator for Matches<'_, '_, C> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let width = if u32_at(self.table.bytes, 4) == 2 { 2 } else { 4 };
        loop {
            self.left = self.left.checked_sub(1)?;
            let at = 8 + self.slot as usize * (width + 1);
            let slot = self.table.bytes.get(at..at + width + 1)?;
            self.slot = if self.slot + 1 >= self.slots { 0 } else { self.slot + 1 };
            let (mark, id) = match *slot {
                [mark, a, b] => (mark, u32::from(u16::from_le_bytes([a, b]))),
                [mark, a, b, c, d] => (mark, u32::from_le_bytes([a, b, c, d])),
                _ => return None,
            };
            let id = id.checked_sub(1)?;
            if mark == self.mark {
                let document = self.corpus.document(id);
                if self.table.key.of(&document).is_some_and(|key| same_letters(key, self.text)) {
                    return Some(id);
                }
            }
        }
    }
}

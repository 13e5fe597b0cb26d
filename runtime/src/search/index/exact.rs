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

/// One name: its hash, its first document, and how many have it.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u32,
    id: u32,
    count: u32,
}

pub(super) fn write(corpus: &(impl Corpus + ?Sized), key: Key, out: &mut Vec<u8>) {
    let mut entries = Vec::new();
    for id in 0..corpus.len() as u32 {
        if let Some(text) = key.of(&corpus.document(id)) {
            entries.push(Entry { hash: squeezed_hash(text), id, count: 1 });
        }
    }
    if key == Key::Server {
        merge(corpus, &mut entries);
    }
    write_table(&entries, corpus.len(), out);
    if key == Key::Server {
        entries.iter().for_each(|entry| {
            out.extend_from_slice(&entry.id.to_le_bytes());
            out.extend_from_slice(&entry.count.to_le_bytes());
        });
    }
}

/// One entry a server, by the number of its first document.
fn merge(corpus: &(impl Corpus + ?Sized), entries: &mut Vec<Entry>) {
    entries.sort_unstable_by_key(|entry| (entry.hash, entry.id));
    entries.dedup_by(|later, first| {
        let same = later.hash == first.hash
            && corpus.document(later.id).server == corpus.document(first.id).server;
        first.count += u32::from(same);
        same
    });
    entries.sort_unstable_by_key(|entry| entry.id);
}

fn write_table(entries: &[Entry], documents: usize, out: &mut Vec<u8>) {
    let slots = entries.len() + entries.len() / 4 + 1;
    let width = if documents < 0xffff { 2 } else { 4 };
    out.extend_from_slice(&(slots as u32).to_le_bytes());
    out.extend_from_slice(&(width as u32).to_le_bytes());
    let mut table = alloc::vec![0_u32; slots];
    let mut marks = alloc::vec![0_u8; slots];
    for entry in entries {
        let mut slot = first_slot(entry.hash, slots as u32) as usize;
        while table[slot] != 0 {
            slot = if slot + 1 == slots { 0 } else { slot + 1 };
        }
        table[slot] = entry.id + 1;
        marks[slot] = entry.hash as u8;
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

    /// Of a table of servers: how many documents the one has whose first is `id`.
    pub(crate) fn count_of(self, id: u32) -> u32 {
        let width = if u32_at(self.bytes, 4) == 2 { 3_usize } else { 5 };
        let start = width.saturating_mul(u32_at(self.bytes, 0) as usize).saturating_add(8);
        let entries = self.bytes.get(start..).unwrap_or(&[]);
        let found = entries.chunks_exact(8).find(|entry| u32_at(entry, 0) == id);
        found.map_or(0, |entry| u32_at(entry, 4))
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
            let at = (self.slot as usize).checked_mul(width + 1)?.checked_add(8)?;
            let slot = self.table.bytes.get(at..at.checked_add(width + 1)?)?;
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

//! Hash tables from a name, in any spelling, to its documents.
//!
//! `slots u32`, `width u32`, then slots of a fingerprint byte and a number (all
//! zero: free), probed one after another. Slots are a quarter more than entries,
//! and found by multiplication, so no power of two is wasted.
//!
//! In the table of tools' own names, which many servers share, a slot stands for
//! all documents of a hash, so that no run of slots grows long: its number is a
//! place in a list after the slots, where the last document of each is marked by
//! the highest bit. In the others it is the document's number. All numbers are
//! counted from one.

use alloc::vec::Vec;

use super::format::u32_at;
use crate::search::Corpus;
use crate::search::token::{same_letters, squeezed_hash};

/// What is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Name,
    Tool,
    /// One entry a server, as the model calls it: its first document.
    Server,
}

impl Key {
    fn of(self, corpus: &(impl Corpus + ?Sized), id: u32) -> Option<&str> {
        match self {
            Key::Name => Some(corpus.document(id).name),
            Key::Tool => Some(corpus.document(id).tool),
            Key::Server => corpus.visible_server(id),
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
        if let Some(text) = key.of(corpus, id) {
            entries.push(Entry { hash: squeezed_hash(text), id, count: 1 });
        }
    }
    match key {
        Key::Name => write_table(&entries, corpus.len(), out),
        Key::Tool => write_shared(entries, corpus.len(), out),
        Key::Server => {
            merge(corpus, &mut entries);
            write_table(&entries, corpus.len(), out);
            entries.iter().for_each(|entry| {
                out.extend_from_slice(&entry.id.to_le_bytes());
                out.extend_from_slice(&entry.count.to_le_bytes());
            });
        }
    }
}

/// One slot a hash, and after the slots the documents of each.
fn write_shared(mut entries: Vec<Entry>, documents: usize, out: &mut Vec<u8>) {
    entries.sort_unstable_by_key(|entry| (entry.hash, entry.id));
    let mut firsts: Vec<Entry> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        if place == 0 || entries[place - 1].hash != entry.hash {
            firsts.push(Entry { id: place as u32, ..*entry });
        }
    }
    write_table(&firsts, documents, out);
    let width = width(documents);
    for (place, entry) in entries.iter().enumerate() {
        let is_last = entries.get(place + 1).is_none_or(|next| next.hash != entry.hash);
        let number = (entry.id + 1) | u32::from(is_last) << (8 * width - 1);
        out.extend_from_slice(&number.to_le_bytes()[..width]);
    }
}

/// Bytes of a number; its highest bit is not needed.
fn width(documents: usize) -> usize {
    if documents < 0x7fff { 2 } else { 4 }
}

/// One entry for servers of the same letters, by the number of their first
/// document: a query cannot tell them apart either.
fn merge(corpus: &(impl Corpus + ?Sized), entries: &mut Vec<Entry>) {
    entries.sort_unstable_by_key(|entry| (entry.hash, entry.id));
    entries.dedup_by(|later, first| {
        let server = |id| corpus.visible_server(id).unwrap_or("");
        let same = later.hash == first.hash && same_letters(server(later.id), server(first.id));
        first.count += u32::from(same);
        same
    });
    entries.sort_unstable_by_key(|entry| entry.id);
}

fn write_table(entries: &[Entry], documents: usize, out: &mut Vec<u8>) {
    let slots = entries.len() + entries.len() / 4 + 1;
    let width = width(documents);
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

    fn width(self) -> usize {
        if u32_at(self.bytes, 4) == 2 { 2 } else { 4 }
    }

    /// What comes after the slots.
    fn rest(self) -> &'a [u8] {
        let slots = (u32_at(self.bytes, 0) as usize).saturating_mul(self.width() + 1);
        self.bytes.get(slots.saturating_add(8)..).unwrap_or(&[])
    }

    /// Mark and number of a slot; nothing when it is free.
    fn slot(self, slot: u32) -> Option<(u8, u32)> {
        let width = self.width();
        let at = (slot as usize).checked_mul(width + 1)?.checked_add(8)?;
        let (mark, number) = self.bytes.get(at..at.checked_add(width + 1)?)?.split_first()?;
        Some((*mark, read(number).checked_sub(1)?))
    }

    /// The document at a place of the list, and whether it is the last of its hash.
    fn listed(self, place: u32) -> Option<(u32, bool)> {
        let width = self.width();
        let at = (place as usize).checked_mul(width)?;
        let number = read(self.rest().get(at..at.checked_add(width)?)?);
        let last = 1 << (8 * width - 1);
        Some(((number & (last - 1)).checked_sub(1)?, number & last != 0))
    }

    /// Of a table of servers: how many documents the one has whose first is `id`.
    /// O(log servers).
    pub(crate) fn count_of(self, id: u32) -> u32 {
        let entries = self.rest();
        let (mut low, mut high) = (0, entries.len() / 8);
        while low < high {
            let middle = low + (high - low) / 2;
            if u32_at(entries, middle * 8) < id { low = middle + 1 } else { high = middle }
        }
        if u32_at(entries, low * 8) == id { u32_at(entries, low * 8 + 4) } else { 0 }
    }

    /// Documents whose key has these letters, in order of their numbers.
    ///
    /// `hash` is that of the letters, and the letters have the last word.
    pub(crate) fn find<'c, C: Corpus + ?Sized>(
        self,
        corpus: &'c C,
        hash: u32,
        text: &'c str,
    ) -> Matches<'a, 'c, C> {
        let slots = u32_at(self.bytes, 0);
        let slot = first_slot(hash, slots);
        let mark = hash as u8;
        Matches { table: self, corpus, text, mark, slots, slot, left: slots, listed: None }
    }
}

fn read(number: &[u8]) -> u32 {
    match *number {
        [a, b] => u32::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
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
    /// The next place in the list of documents of one hash.
    listed: Option<u32>,
}

impl<C: Corpus + ?Sized> Matches<'_, '_, C> {
    /// The next document of the hash, or of one with the same mark.
    fn candidate(&mut self) -> Option<u32> {
        loop {
            if let Some(place) = self.listed.take() {
                let (id, is_last) = self.table.listed(place)?;
                self.listed = if is_last { None } else { place.checked_add(1) };
                return Some(id);
            }
            self.left = self.left.checked_sub(1)?;
            let (mark, number) = self.table.slot(self.slot)?;
            self.slot = if self.slot + 1 >= self.slots { 0 } else { self.slot + 1 };
            if mark == self.mark && self.table.key == Key::Tool {
                self.listed = Some(number);
            } else if mark == self.mark {
                return Some(number);
            }
        }
    }
}

impl<C: Corpus + ?Sized> Iterator for Matches<'_, '_, C> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        loop {
            let id = self.candidate()?;
            let key = self.table.key.of(self.corpus, id);
            if key.is_some_and(|key| same_letters(key, self.text)) {
                return Some(id);
            }
        }
    }
}

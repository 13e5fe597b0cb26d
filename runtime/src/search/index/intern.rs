//! Distinct byte strings, numbered in the order of their first appearance.
//!
//! Written with plain loops: it runs unoptimised, in build scripts.

use alloc::vec::Vec;

#[derive(Debug)]
pub(super) struct Interner {
    bytes: Vec<u8>,
    /// Where each string ends in `bytes`, and its hash.
    ends: Vec<(u32, u32)>,
    /// String number plus one, by hash; 0 is free. A power of two long.
    table: Vec<u32>,
}

impl Interner {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), ends: Vec::new(), table: alloc::vec![0; 1024] }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1].0 as usize };
        &self.bytes[start..self.ends[number].0 as usize]
    }

    /// The number of `text`, if it is here.
    pub(super) fn find(&self, text: &[u8]) -> Option<u32> {
        let hash = hash(text);
        let mut slot = hash as usize & (self.table.len() - 1);
        while let Some(number) = self.table[slot].checked_sub(1) {
            if self.ends[number as usize].1 == hash && self.get(number) == text {
                return Some(number);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        None
    }

    /// The number of `text`, and whether it is new.
    pub(super) fn intern(&mut self, text: &[u8]) -> (u32, bool) {
        let hash = hash(text);
        let mut slot = hash as usize & (self.table.len() - 1);
        while let Some(number) = self.table[slot].checked_sub(1) {
            if self.ends[number as usize].1 == hash && self.get(number) == text {
                return (number, false);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        let number = self.ends.len() as u32;
        self.table[slot] = number + 1;
        self.bytes.extend_from_slice(text);
        self.ends.push((self.bytes.len() as u32, hash));
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        (number, true)
    }

    fn grow(&mut self) {
        let len = self.table.len() * 4;
        self.table = alloc::vec![0; len];
        let mut number = 0;
        while number < self.ends.len() {
            let mut slot = self.ends[number].1 as usize & (len - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            self.table[slot] = number as u32 + 1;
            number += 1;
        }
    }
}

/// FNV-1a, byte by byte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hash(u32);

impl Hash {
    pub(crate) const fn new() -> Self {
        Self(0x811c_9dc5)
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte as u32).wrapping_mul(0x0100_0193);
    }

    #[inline]
    pub(crate) fn char(&mut self, c: char) {
        if c.is_ascii() {
            return self.byte(c as u8);
        }
        for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
            self.byte(byte);
        }
    }

    /// The last bytes of a text move only low bits of FNV: they are spread.
    pub(crate) const fn finish(self) -> u32 {
        let mixed = (self.0 ^ (self.0 >> 15)).wrapping_mul(0x85eb_ca6b);
        mixed ^ (mixed >> 13)
    }
}

fn hash(text: &[u8]) -> u32 {
    let mut hash = Hash::new();
    let mut at = 0;
    while at < text.len() {
        hash.byte(text[at]);
        at += 1;
    }
    hash.finish()
}

//! Which words share trigrams, for words that are nearly right.
//!
//! `buckets u32`, then where each bucket's list ends (u32), then the lists:
//! word numbers in windows of 256, as in the lists of postings.

use alloc::vec::Vec;

use super::format::{put_varint, u32_at, varint};
use super::intern::Hash;
use super::weighed::Weighed;

const BUCKETS: usize = 4096;
/// Longer words are not looked for.
pub(super) const LONGEST: usize = 32;
/// Shorter ones have too few trigrams to tell.
pub(super) const SHORTEST: usize = 3;
/// Shorter ones are other words when two of their letters change places.
const TRANSPOSED: usize = 4;

/// The trigrams of `^word$`, as buckets; each once.
pub(super) fn trigrams(word: &[u8], out: &mut [u16; LONGEST]) -> usize {
    let mut len = 0;
    for at in 0..word.len().min(LONGEST) {
        let before = if at == 0 { b'^' } else { word[at - 1] };
        let after = word.get(at + 1).copied().unwrap_or(b'$');
        let mut hash = Hash::new();
        [before, word[at], after].iter().for_each(|&byte| hash.byte(byte));
        let bucket = (hash.finish() as usize % BUCKETS) as u16;
        if !out[..len].contains(&bucket) {
            out[len] = bucket;
            len += 1;
        }
    }
    len
}

pub(super) fn is_eligible(word: &[u8]) -> bool {
    (SHORTEST..=LONGEST).contains(&word.len())
        && word.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        && word.iter().any(u8::is_ascii_lowercase)
}

/// Writes the table over words that are in a name or in two documents.
pub(super) fn write(weighed: &Weighed, out: &mut Vec<u8>) {
    let mut pairs = Vec::new();
    for (number, &term) in weighed.order.iter().enumerate() {
        let word = weighed.word(term);
        let (documents, named) = weighed.spread(term);
        if is_eligible(word) && (documents > 1 || named) {
            let mut buckets = [0; LONGEST];
            let len = trigrams(word, &mut buckets);
            buckets[..len].iter().for_each(|&bucket| pairs.push((bucket, number as u32)));
        }
    }
    let mut starts = alloc::vec![0_usize; BUCKETS + 1];
    pairs.iter().for_each(|&(bucket, _)| starts[bucket as usize + 1] += 1);
    (0..BUCKETS).for_each(|bucket| starts[bucket + 1] += starts[bucket]);
    let mut numbers = alloc::vec![0_u32; pairs.len()];
    let mut next = starts.clone();
    for &(bucket, number) in &pairs {
        numbers[next[bucket as usize]] = number;
        next[bucket as usize] += 1;
    }
    write_lists(&starts, &numbers, out);
}

fn write_lists(starts: &[usize], numbers: &[u32], out: &mut Vec<u8>) {
    out.extend_from_slice(&(BUCKETS as u32).to_le_bytes());
    let mut lists = Vec::new();
    for bucket in 0..BUCKETS {
        write_list(&numbers[starts[bucket]..starts[bucket + 1]], &mut lists);
        out.extend_from_slice(&(lists.len() as u32).to_le_bytes());
    }
    out.extend_from_slice(&lists);
}

fn write_list(numbers: &[u32], out: &mut Vec<u8>) {
    let (mut next, mut at) = (0, 0);
    while at < numbers.len() {
        let window = numbers[at] >> 8;
        let end = at + numbers[at..].iter().take_while(|&&number| number >> 8 == window).count();
        let single = end - at == 1;
        put_varint(out, (window - next) << 1 | u32::from(single));
        if !single {
            out.push((end - at - 1) as u8);
        }
        numbers[at..end].iter().for_each(|&number| out.push(number as u8));
        next = window + 1;
        at = end;
    }
}

/// A list of word numbers, window by window.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NearList<'a> {
    bytes: &'a [u8],
    at: usize,
    next: u32,
}

impl<'a> NearList<'a> {
    pub(super) fn new(section: &'a [u8], bucket: u16) -> Self {
        let ends = 4 + usize::from(bucket) * 4;
        let lists = (u32_at(section, 0) as usize).saturating_mul(4).saturating_add(4);
        let start = if bucket == 0 { 0 } else { u32_at(section, ends - 4) };
        let end = u32_at(section, ends);
        let bytes = section
            .get(lists..)
            .and_then(|lists| lists.get(start as usize..end as usize))
            .unwrap_or(&[]);
        Self { bytes, at: 0, next: 0 }
    }

    /// The next window and its words' low bytes.
    pub(super) fn next(&mut self) -> Option<(u32, &'a [u8])> {
        let head = varint(self.bytes, &mut self.at)?;
        let window = self.next.checked_add(head >> 1)?;
        let mut count = 1;
        if head & 1 == 0 {
            count += usize::from(*self.bytes.get(self.at)?);
            self.at += 1;
        }
        let numbers = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        self.next = window.checked_add(1)?;
        Some((window, numbers))
    }
}

/// A word that is near another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Near {
    pub(crate) word: u32,
    /// Dice coefficient in hundredths.
    pub(crate) similarity: u32,
}

/// How many near words are kept.
const NEAREST: usize = 5;

impl super::Index<'_> {
    /// The nearest words, best first, of at least that similarity in hundredths:
    /// those in which only two neighbouring letters have changed places, or else
    /// those that share most trigrams.
    pub(crate) fn near(&self, word: &[u8], least: u32) -> [Option<Near>; NEAREST] {
        let mut nearest = [None; NEAREST];
        if !is_eligible(word) || self.transposed(word, &mut nearest) {
            return nearest;
        }
        let mut buckets = [0; LONGEST];
        let len = trigrams(word, &mut buckets);
        let section = self.section(super::format::Section::Near);
        let mut lists = [NearList::default(); LONGEST];
        let mut heads = [None; LONGEST];
        for at in 0..len {
            lists[at] = NearList::new(section, buckets[at]);
            heads[at] = lists[at].next();
        }
        while let Some(window) = heads[..len].iter().flatten().map(|head| head.0).min() {
            let mut counts = [0_u8; 256];
            for at in 0..len {
                if let Some((_, words)) = heads[at].filter(|head| head.0 == window) {
                    words.iter().for_each(|&low| counts[usize::from(low)] += 1);
                    heads[at] = lists[at].next();
                }
            }
            self.keep_near(window, &counts, len as u32, least, &mut nearest);
        }
        nearest
    }

    /// Two letters that change places in the middle of a word break four of its
    /// trigrams, more than are left of most words; so these are looked up instead.
    fn transposed(&self, word: &[u8], nearest: &mut [Option<Near>; NEAREST]) -> bool {
        let mut letters = [0; LONGEST];
        let Some(letters) = letters.get_mut(..word.len()).filter(|_| word.len() >= TRANSPOSED)
        else {
            return false;
        };
        letters.copy_from_slice(word);
        let vocabulary = self.vocabulary();
        for at in 1..word.len() {
            letters.swap(at - 1, at);
            let words = vocabulary.words_from(letters);
            if words.current() == Some(&*letters) && !words.term().parts().is_empty() {
                insert(nearest, Near { word: words.number(), similarity: 100 });
            }
            letters.swap(at - 1, at);
        }
        nearest[0].is_some()
    }

    fn keep_near(
        &self,
        window: u32,
        counts: &[u8; 256],
        own: u32,
        least: u32,
        nearest: &mut [Option<Near>; NEAREST],
    ) {
        for (low, &count) in counts.iter().enumerate() {
            // The other word has at least as many trigrams as are shared.
            let shared = u32::from(count);
            if shared == 0 || 200 * shared < least * (own + shared) {
                continue;
            }
            let number = window << 8 | low as u32;
            let words = self.vocabulary().word_at(number);
            let Some(other) = words.current() else { continue };
            let mut buckets = [0; LONGEST];
            let others = trigrams(other, &mut buckets) as u32;
            let similarity = 200 * shared / (own + others).max(1);
            if similarity >= least {
                insert(nearest, Near { word: number, similarity: similarity.min(100) });
            }
        }
    }
}

/// Puts a word at its place: after those that are as near.
fn insert(nearest: &mut [Option<Near>; NEAREST], new: Near) {
    let is_before = |slot: &Option<Near>| slot.is_some_and(|old| old.similarity >= new.similarity);
    let at = nearest.iter().take_while(|slot| is_before(slot)).count();
    if let Some(after) = nearest.get_mut(at..).filter(|after| !after.is_empty()) {
        after.rotate_right(1);
        after[0] = Some(new);
    }
}

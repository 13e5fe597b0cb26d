//! Reading an index: every access is checked, nothing is copied.

use core::cmp::Ordering;

use super::exact::{Key, Table};
use super::format::{
    BLOCK, FormatError, HEAD, HEADER, MAGIC, Section, VERSION, Weight, at, checksum, key, u16_at,
    u32_at, varint,
};
use super::number::MAX_IDF;
use crate::search::Field;
use crate::search::token::MAX_WORD;

/// Bytes of a reference to a substitute: where its list is, its length, its idf.
pub(super) const SUBSTITUTE: usize = 10;

/// A search index, borrowed from its bytes. Cheap to copy.
///
/// Made by `index::build`. Damaged bytes give wrong hits or none, but never a panic or an
/// endless loop; [`Index::verify`] detects damage.
#[derive(Debug, Clone, Copy)]
pub struct Index<'a> {
    bytes: &'a [u8],
}

impl<'a> Index<'a> {
    /// Opens an index: checks its header. O(1); usable in constants.
    ///
    /// # Errors
    /// The bytes are not a complete index of this version.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, FormatError> {
        if bytes.len() < HEADER {
            return Err(FormatError::Length);
        }
        let magic = [bytes[0], bytes[1], bytes[2], bytes[3]];
        if u32::from_le_bytes(magic) != u32::from_le_bytes(MAGIC) {
            return Err(FormatError::Magic);
        }
        let found = u16_at(bytes, at::VERSION);
        if found != VERSION {
            return Err(FormatError::Version { found });
        }
        if u32_at(bytes, at::LENGTH) as usize != bytes.len() {
            return Err(FormatError::Length);
        }
        let mut section = 0;
        let mut last = HEADER as u32;
        while section < 8 {
            let start = u32_at(bytes, at::SECTIONS + section * 4);
            if start < last || start as usize > bytes.len() {
                return Err(FormatError::Section);
            }
            last = start;
            section += 1;
        }
        Ok(Self { bytes })
    }

    /// Checks the checksum. O(bytes).
    ///
    /// # Errors
    /// [`FormatError::Checksum`] if a byte was changed.
    pub fn verify(&self) -> Result<(), FormatError> {
        let written = u32_at(self.bytes, at::CHECKSUM);
        let found = checksum(self.bytes.get(at::DOCUMENTS..).unwrap_or(&[]));
        if written == found { Ok(()) } else { Err(FormatError::Checksum) }
    }

    /// The number of documents.
    #[must_use]
    pub const fn documents(&self) -> u32 {
        u32_at(self.bytes, at::DOCUMENTS)
    }

    /// The number of distinct words.
    #[must_use]
    pub const fn words(&self) -> u32 {
        u32_at(self.bytes, at::WORDS)
    }

    /// Its size.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn weight(&self, weight: Weight) -> u32 {
        u32::from(u16_at(self.bytes, at::WEIGHTS + 2 * weight as usize))
    }

    /// The weight of a field, in hundredths.
    pub(crate) fn field_weight(&self, field: Field) -> u32 {
        u32::from(u16_at(self.bytes, at::FIELDS + 2 * field as usize))
    }

    pub(super) fn section(&self, section: Section) -> &'a [u8] {
        let start = |number: usize| u32_at(self.bytes, at::SECTIONS + number * 4) as usize;
        let number = section as usize;
        let end = if number == 7 { self.bytes.len() } else { start(number + 1) };
        self.bytes.get(start(number)..end).unwrap_or(&[])
    }

    /// The idf of all words of each document's name: u16 in 1/64.
    pub(crate) fn name_idfs(&self) -> &'a [u8] {
        self.section(Section::Coverage)
    }

    pub(crate) fn names(&self) -> Table<'a> {
        Table::new(self.section(Section::Names), Key::Name)
    }

    pub(crate) fn tools(&self) -> Table<'a> {
        Table::new(self.section(Section::Tools), Key::Tool)
    }

    pub(crate) fn servers(&self) -> Table<'a> {
        Table::new(self.section(Section::Servers), Key::Server)
    }

    /// Its words.
    pub(crate) fn vocabulary(&self) -> Vocabulary<'a> {
        Vocabulary {
            heads: self.section(Section::Heads),
            text: self.section(Section::Words),
            lists: self.section(Section::Lists),
        }
    }
}

/// The words of an index, in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary<'a> {
    heads: &'a [u8],
    text: &'a [u8],
    lists: &'a [u8],
}

impl<'a> Vocabulary<'a> {
    /// The first word that is not before `word`.
    pub(crate) fn words_from(&self, word: &[u8]) -> Words<'a> {
        let Self { heads, text, .. } = *self;
        let (mut low, mut high) = (0, heads.len() / HEAD);
        let key = key(word);
        // The last block that begins before or with `word`.
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            let is_before = match u32_at(heads, middle * HEAD).cmp(&key) {
                Ordering::Less => true,
                Ordering::Equal => {
                    head_word(text, u32_at(heads, middle * HEAD + 4) as usize) <= word
                }
                Ordering::Greater => false,
            };
            if is_before { low = middle } else { high = middle }
        }
        let mut words = self.words_at_block(low);
        words.seek(word);
        words
    }

    /// The word of that number.
    pub(crate) fn word_at(&self, number: u32) -> Words<'a> {
        let mut words = self.words_at_block(number as usize / BLOCK);
        for _ in 0..number as usize % BLOCK {
            words.advance();
        }
        words
    }

    fn words_at_block(&self, block: usize) -> Words<'a> {
        let heads = self.heads;
        // Beyond the last one there is nothing, however far.
        let block = block.min(heads.len() / HEAD);
        let mut words = Words {
            text: self.text,
            lists: self.lists,
            at: u32_at(heads, block * HEAD + 4) as usize,
            number: (block * BLOCK) as u32,
            list: u32_at(heads, block * HEAD + 8) as usize,
            list_len: 0,
            word: [0; MAX_WORD],
            len: 0,
            idf: 0,
            ended: (block + 1) * HEAD > heads.len(),
        };
        words.read();
        words
    }

    /// The term of that word, if there is one.
    pub(crate) fn term(&self, word: &[u8]) -> Option<Term<'a>> {
        let words = self.words_from(word);
        (words.current()? == word).then(|| words.term())
    }
}

/// The first word of a block, which shares nothing with the one before.
fn head_word(text: &[u8], at: usize) -> &[u8] {
    match text.get(at..) {
        Some([_, len, word @ ..]) => word.get(..usize::from(*len)).unwrap_or(&[]),
        _ => &[],
    }
}

/// One word of the vocabulary with its lists.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term<'a> {
    pub(crate) idf: u16,
    pub(crate) list: &'a [u8],
}

/// A place in the sorted vocabulary.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    text: &'a [u8],
    lists: &'a [u8],
    at: usize,
    number: u32,
    list: usize,
    list_len: usize,
    word: [u8; MAX_WORD],
    len: usize,
    idf: u16,
    ended: bool,
}

impl<'a> Words<'a> {
    pub(crate) fn current(&self) -> Option<&[u8]> {
        if self.ended { None } else { self.word.get(..self.len) }
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(crate) fn term(&self) -> Term<'a> {
        let end = self.list.saturating_add(self.list_len);
        Term { idf: self.idf.min(MAX_IDF), list: self.lists.get(self.list..end).unwrap_or(&[]) }
    }

    pub(crate) fn advance(&mut self) {
        self.number = self.number.saturating_add(1);
        self.list = self.list.saturating_add(self.list_len);
        self.read();
    }

    fn read(&mut self) {
        self.ended = self.ended || self.try_read().is_none();
    }

    fn try_read(&mut self) -> Option<()> {
        let (shared, suffix) = self.try_step()?;
        let shared = shared.min(self.len);
        self.word.get_mut(shared..shared + suffix.len())?.copy_from_slice(suffix);
        self.len = shared + suffix.len();
        Some(())
    }

    /// Steps over the entry of a word: how much it shares with the one before, and
    /// what it has of its own.
    #[inline]
    fn try_step(&mut self) -> Option<(usize, &'a [u8])> {
        let &[shared, len, ref rest @ ..] = self.text.get(self.at..)? else { return None };
        let (suffix, rest) = rest.split_at_checked(usize::from(len))?;
        self.idf = u16_at(rest, 0);
        self.at += 4 + suffix.len();
        self.list_len = varint(self.text, &mut self.at)? as usize;
        Some((usize::from(shared), suffix))
    }

    /// Goes to the first word that is not before `word`.
    fn seek(&mut self, word: &[u8]) {
        let common = |a: &[u8], b: &[u8]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let Some(current) = self.current().filter(|&current| current < word) else { return };
        // What the word at hand has in common with `word`: the ones that share more
        // with it than that are before `word` too, and need not be put together.
        let mut known = common(current, word);
        loop {
            self.number = self.number.saturating_add(1);
            self.list = self.list.saturating_add(self.list_len);
            let Some((shared, suffix)) = self.try_step() else {
                self.ended = true;
                return;
            };
            if shared > known {
                continue;
            }
            let shared = shared.min(self.len);
            let Some(slot) = self.word.get_mut(shared..shared + suffix.len()) else {
                self.ended = true;
                return;
            };
            slot.copy_from_slice(suffix);
            self.len = shared + suffix.len();
            let rest = word.get(shared..).unwrap_or(&[]);
            if shared < known || suffix >= rest {
                return;
            }
            known = shared + common(suffix, rest);
        }
    }
}

impl<'a> Term<'a> {
    /// What stands in its entry; nothing when the entry is damaged.
    pub(crate) fn parts(self) -> Parts<'a> {
        self.try_parts().unwrap_or_default()
    }

    fn try_parts(self) -> Option<Parts<'a>> {
        let mut at = 0;
        let head = varint(self.list, &mut at)?;
        let mut parts = Parts::default();
        if head & 1 == 1 {
            let count = varint(self.list, &mut at)?;
            let len = ((count >> 1) + (count & 1)) as usize;
            parts.references = self.list.get(at..at.checked_add(len.checked_mul(SUBSTITUTE)?)?)?;
            parts.has_front = count & 1 == 1;
            at += parts.references.len();
        }
        let named = self.list.get(at..at.checked_add((head >> 3) as usize)?)?;
        let others = self.list.get(at + named.len()..)?;
        parts.named = Postings { bytes: named, are_common: head & 2 != 0 };
        parts.others = Postings { bytes: others, are_common: head & 4 != 0 };
        Some(parts)
    }
}

/// How a term stands for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Substitute {
    Synonym,
    Abbreviation,
    /// The longest word that it begins with.
    Front,
}

/// What an entry of the section of lists consists of.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Parts<'a> {
    references: &'a [u8],
    has_front: bool,
    pub(crate) named: Postings<'a>,
    pub(crate) others: Postings<'a>,
}

/// The bytes of a list, and whether it is one of many documents.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Postings<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) are_common: bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.named.bytes.is_empty() && self.others.bytes.is_empty()
    }

    /// True for the entry of the same word.
    pub(crate) fn is(&self, other: &Self) -> bool {
        core::ptr::eq(self.named.bytes, other.named.bytes)
            && core::ptr::eq(self.others.bytes, other.others.bytes)
    }

    /// What stands for it by the tables of the index.
    pub(crate) fn substitutes(
        self,
        index: &Index<'a>,
    ) -> impl Iterator<Item = (Term<'a>, Substitute)> {
        let lists = index.section(Section::Lists);
        let synonyms = self.references.len() / SUBSTITUTE - usize::from(self.has_front);
        self.references.chunks_exact(SUBSTITUTE).enumerate().map(move |(number, entry)| {
            let start = u32_at(entry, 0) as usize;
            let end = start.saturating_add(u32_at(entry, 4) as usize);
            let list = lists.get(start..end).unwrap_or(&[]);
            let idf = u16_at(entry, 8);
            let kind = match idf >> 15 {
                _ if number >= synonyms => Substitute::Front,
                0 => Substitute::Synonym,
                _ => Substitute::Abbreviation,
            };
            (Term { idf: (idf & 0x7fff).min(MAX_IDF), list }, kind)
        })
    }
}

//! Words of the query that are neighbours, there and in a document.

use crate::search::query::{MAX_WORDS, QueryWords};

/// What is known of each word of the query.
pub(super) struct Pairs {
    /// The words that follow it, as bits.
    followers: [u32; MAX_WORDS],
    /// Its own idf; 0 when it is in no document.
    pub(super) idfs: [u16; MAX_WORDS],
    /// What it counts, in hundredths.
    pub(super) weights: [u16; MAX_WORDS],
    /// What neighbours count, in hundredths.
    neighbours: u32,
}

/// Where the words of the query are in a document.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Places {
    /// Words that have a place, as bits.
    words: u32,
    /// In the names, as in the lists; 0 for none.
    names: [u8; MAX_WORDS],
    /// Among the first words of the description; 0 for none.
    leads: [u8; MAX_WORDS],
}

impl Places {
    pub(super) fn note(&mut self, word: u8, name: u8, lead: u8) {
        let at = usize::from(word);
        if let (Some(slot), true) = (self.names.get_mut(at), name | lead != 0) {
            *slot = name;
            self.leads[at] = lead;
            self.words |= 1 << word;
        }
    }
}

impl Pairs {
    pub(super) fn new(words: &QueryWords, neighbours: u32) -> Self {
        let mut followers = [0; MAX_WORDS];
        for (slot, word) in followers.iter_mut().zip(words.as_slice()) {
            *slot = word.followers;
        }
        Self { followers, idfs: [0; MAX_WORDS], weights: [0; MAX_WORDS], neighbours }
    }

    fn followers(&self, word: usize) -> u32 {
        self.followers.get(word).copied().unwrap_or_default()
    }

    /// The words that follow one or are followed by it, as bits.
    pub(super) fn beside(&self, word: usize) -> u32 {
        let before = self.followers.iter().enumerate();
        before.fold(self.followers(word), |all, (other, followers)| {
            all | (followers >> word & 1) << other
        })
    }

    /// What a word gives at most in a document that also has `others`.
    pub(super) fn most(&self, word: usize, others: u32) -> u32 {
        let follows = |first: usize, second: usize| self.followers(first) >> second & 1;
        let most = |other| (follows(word, other) + follows(other, word)) * self.value(word, other);
        bits(others).map(most).fold(0, u32::saturating_add)
    }

    /// What two words give that stand in a document as they do in the query.
    fn value(&self, first: usize, second: usize) -> u32 {
        let of = |all: &[u16; MAX_WORDS], word: usize| {
            u32::from(all.get(word).copied().unwrap_or_default())
        };
        let idf = of(&self.idfs, first).max(of(&self.idfs, second));
        let weight = of(&self.weights, first).min(of(&self.weights, second));
        ((idf * (256 * self.neighbours * weight / 10_000)) >> 8) * 248
    }

    /// What the neighbours of the query give in a document.
    pub(super) fn sum(&self, places: &Places) -> u32 {
        let mut sum = 0_u32;
        for first in bits(places.words) {
            for second in bits(self.followers(first) & places.words) {
                let value = match Order::of(places, first, second) {
                    Some(Order::Same) => self.value(first, second),
                    Some(Order::Reversed) => self.value(first, second) / 2,
                    None => 0,
                };
                sum = sum.saturating_add(value);
            }
        }
        sum
    }
}

/// How two neighbours of the query are neighbours in a document.
enum Order {
    Same,
    Reversed,
}

impl Order {
    /// In a name, or else in the description.
    fn of(places: &Places, first: usize, second: usize) -> Option<Self> {
        let follows = |a: u8, b: u8| a > 0 && a.checked_add(1) == Some(b);
        for all in [&places.names, &places.leads] {
            let (a, b) = (*all.get(first)?, *all.get(second)?);
            if follows(a, b) {
                return Some(Self::Same);
            }
            if follows(b, a) {
                return Some(Self::Reversed);
            }
        }
        None
    }
}

/// The numbers of the bits that are set.
fn bits(mut left: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

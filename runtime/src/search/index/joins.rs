//! Neighbours of a name that are one word elsewhere: `take_screen_shot` has
//! `screenshot` too, when that is a word of the vocabulary.

use alloc::vec::Vec;

use super::collect::{Collected, Posting, once_more};
use crate::search::token::{Buffer, Kind, Mode, for_each_word};
use crate::search::{Corpus, Field, server_words};

/// Adds such words to the postings.
pub(super) fn add_joins(corpus: &(impl Corpus + ?Sized), collected: &mut Collected) {
    let mut postings = Vec::with_capacity(collected.postings.len() + 1024);
    let mut start = 0;
    for id in 0..collected.ends.len() {
        let end = collected.ends[id] as usize;
        let own = postings.len();
        postings.extend_from_slice(&collected.postings[start..end]);
        let server = server_words(corpus, id as u32);
        let names = [(Field::Server, &*server), (Field::Name, corpus.document(id as u32).tool)];
        for (field, text) in names {
            for_each_join(text, |joined| {
                if let Some(term) = collected.terms.find(joined) {
                    count(&mut postings, own, term, field);
                }
            });
        }
        start = end;
        collected.ends[id] = postings.len() as u32;
    }
    collected.postings = postings;
}

/// The stems of each two neighbours written together.
fn for_each_join(text: &str, mut emit: impl FnMut(&[u8])) {
    let mut before: Option<Buffer> = None;
    for_each_word(text, Mode::Identifier, &mut |word, kind| {
        if kind == Kind::Joined {
            return;
        }
        let before_it = before.take().filter(|before| before.as_str().is_ascii());
        if let Some(mut joined) = before_it.filter(|_| word.is_ascii()) {
            joined.append(word);
            emit(joined.stemmed().as_bytes());
        }
        before = Some(Buffer::new(word));
    });
}

fn count(postings: &mut Vec<Posting>, own: usize, term: u32, field: Field) {
    let at = postings[own..].iter().position(|posting| posting.term == term);
    let at = at.map_or(postings.len(), |at| own + at);
    if at == postings.len() {
        postings.push(Posting { term, ..Posting::default() });
    }
    once_more(&mut postings[at].counts[field as usize]);
}

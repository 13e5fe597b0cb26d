//! Tools that are loaded by what the user says, before the model is called.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::state::Session;
use crate::search::{Hits, MAX_HITS};
use crate::toolbox::{Entry, View};

/// Chooses tools by the user's text; for [`Session::route`].
///
/// [`Keywords`] is one; implement it to bring an embedding model or a
/// classifier of your own.
pub trait Selector {
    /// Names of tools that the text asks for, best first. Names that are no
    /// deferred tool's of the session, and what is more than `most`, are left
    /// out by the caller.
    fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String>;
}

impl<F: Fn(&str, &View, usize) -> Vec<String>> Selector for F {
    fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String> {
        self(text, tools, most)
    }
}

/// Takes the tools of which a keyword is in the text, as whole words and in any
/// case: by priority, then by how the search of this crate ranks them for the
/// text, then by name.
///
/// Keywords and priorities come from the configuration
/// ([`ToolSetting`](crate::toolbox::ToolSetting)); of a tool without configured
/// keywords, the words of its search hint count. O(n) for n tools.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keywords;

impl Selector for Keywords {
    fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String> {
        let mut hits = Hits::new();
        tools.search(text, MAX_HITS, &mut hits);
        let rank = |number: u32| {
            hits.as_slice().iter().position(|hit| hit.id == number).unwrap_or(MAX_HITS)
        };
        let words = words(text);
        let mut found: Vec<(Reverse<i32>, usize, &str)> = (0..)
            .zip(tools.entries())
            .filter(|(_, entry)| entry.is_deferred() && is_meant(entry, &words))
            .map(|(number, entry)| (Reverse(entry.priority()), rank(number), entry.name()))
            .collect();
        found.sort_unstable();
        found.into_iter().take(most).map(|(.., name)| name.into()).collect()
    }
}

/// Whether one of the keywords stands in the text, which is given as
/// ` word word word `.
fn is_meant(entry: &Entry, text: &str) -> bool {
    let stands = |keyword: &str| {
        let keyword = words(keyword);
        !keyword.trim().is_empty() && text.contains(&keyword)
    };
    match entry.keywords() {
        [] => entry.search_hint().split_whitespace().any(stands),
        keywords => keywords.iter().any(|keyword| stands(keyword)),
    }
}

/// The words in lower case, with one space before, between and after.
fn words(text: &str) -> String {
    let mut out = String::from(" ");
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        out.extend(word.chars().flat_map(char::to_lowercase));
        out.push(' ');
    }
    out
}

impl Session {
    /// Loads up to `most` tools that the user's text asks for, so that the model
    /// need not search; to be called before the first request of a turn, where
    /// that is wanted. Gives the names of those that were loaded.
    pub fn route(
        &mut self,
        text: &str,
        selector: &(impl Selector + ?Sized),
        most: usize,
    ) -> Vec<String> {
        let most = most.min(self.loaded.bound().unwrap_or(usize::MAX));
        let mut names = selector.select(text, &self.view, most);
        names.retain(|name| self.hidden_number(name).is_some());
        names.truncate(most);
        names.retain(|name| self.promote(name));
        names
    }
}

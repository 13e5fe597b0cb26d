//! Tools that are loaded for the user's text before the model is called.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::state::Session;
use crate::search::{Hits, MAX_HITS};
use crate::toolbox::{Entry, View};

/// Chooses tools for the user's text; see [`Session::route`].
///
/// [`Keywords`] is built in. Implement this trait to use an embedding model or a
/// classifier.
///
/// ```
/// use toolcrib::session::Selector;
/// use toolcrib::toolbox::View;
///
/// /// Loads the tools whose name is in the text.
/// struct ByName;
///
/// impl Selector for ByName {
///     fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String> {
///         let names = tools.entries().iter().map(|entry| entry.name());
///         names.filter(|name| text.contains(name)).take(most).map(String::from).collect()
///     }
/// }
/// ```
pub trait Selector {
    /// The names of tools that the text asks for, best first. The caller ignores names
    /// that belong to no deferred tool of the session, and everything beyond `most`.
    fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String>;
}

impl<F: Fn(&str, &View, usize) -> Vec<String>> Selector for F {
    fn select(&self, text: &str, tools: &View, most: usize) -> Vec<String> {
        self(text, tools, most)
    }
}

/// Selects the tools that have a keyword in the text, matching whole words in any case.
/// Orders them by priority, then by their rank in the search for the text, then by name.
///
/// Keywords and priorities come from the configuration
/// ([`ToolSetting`](crate::toolbox::ToolSetting)). A tool without configured keywords has
/// those of its search hint. O(n) for n tools.
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
    /// Loads up to `most` tools that the user's text asks for, so that the model need not
    /// search. Call it before the first request of a turn. Returns the names of the
    /// loaded tools.
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

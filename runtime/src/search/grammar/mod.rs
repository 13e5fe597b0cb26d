//! The query grammars of other agents, kept for people who come from them.

mod claude_code;
mod deerflow;
mod listed;

use core::fmt;
use core::str::FromStr;

use super::hits::Hits;
use super::index::Index;
use super::{Corpus, search};

/// How a query is read and what it finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grammar {
    /// That of [`search`].
    #[default]
    Toolcrib,
    /// That of Claude Code's tool search: an exact name, `mcp__` prefixes,
    /// `select:`, `+required`, and points for words in name, hint and description.
    ClaudeCode,
    /// That of DeerFlow's `tool_search`: `select:`, `+required words`, and
    /// otherwise one regular expression over name and description. A pattern
    /// that needs backtracking (look-around, back-references) is none in linear
    /// time: it is matched as text, like one that is not valid, and the hits say
    /// so ([`Hits::literal`]).
    DeerFlow,
}

impl Grammar {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Toolcrib, Self::ClaudeCode, Self::DeerFlow];

    /// Its name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Toolcrib => "toolcrib",
            Self::ClaudeCode => "claude-code",
            Self::DeerFlow => "deerflow",
        }
    }

    /// Answers `query` in this grammar. See [`search`] for the arguments.
    ///
    /// The two kept grammars read the corpus and not the index; they take time
    /// proportional to its text, break ties by
    /// [`listing_order`](Corpus::listing_order), and give points as scores.
    /// DeerFlow's allocates to compile its pattern, Claude Code's not at all.
    pub fn search(
        self,
        index: &Index<'_>,
        corpus: &(impl Corpus + ?Sized),
        query: &str,
        max: usize,
        hits: &mut Hits,
    ) {
        match self {
            Self::Toolcrib => search(index, corpus, query, max, hits),
            Self::ClaudeCode => claude_code::search(corpus, query, max, hits),
            Self::DeerFlow => deerflow::search(corpus, query, max, hits),
        }
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no grammar's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownGrammar;

impl fmt::Display for UnknownGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown grammar: write toolcrib, claude-code or deerflow")
    }
}

impl core::error::Error for UnknownGrammar {}

impl FromStr for Grammar {
    type Err = UnknownGrammar;

    fn from_str(name: &str) -> Result<Self, UnknownGrammar> {
        Self::ALL.into_iter().find(|grammar| grammar.name() == name).ok_or(UnknownGrammar)
    }
}

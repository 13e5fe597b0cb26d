//! The query grammars of other agents, for their users.

mod claude_code;
mod deerflow;
mod listed;

use core::fmt;
use core::str::FromStr;

use super::hits::Hits;
use super::index::Index;
use super::{Corpus, search};

/// A query grammar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grammar {
    /// The grammar of [`search`].
    #[default]
    Toolcrib,
    /// The grammar of Claude Code's tool search: an exact name, `mcp__` prefixes,
    /// `select:`, `+required`, and points for words in name, hint and description.
    ClaudeCode,
    /// The grammar of DeerFlow's `tool_search`: `select:`, `+required words`, and
    /// otherwise one regular expression over name and description. A pattern that is
    /// invalid or needs backtracking (look-around, back-references) is matched as text,
    /// and [`Hits::literal`] is set.
    DeerFlow,
}

impl Grammar {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Toolcrib, Self::ClaudeCode, Self::DeerFlow];

    /// The name on the command line.
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
    /// The grammars of other agents read the corpus instead of the index, take time
    /// proportional to its text, break ties by [`listing_order`](Corpus::listing_order),
    /// and return points as scores. DeerFlow's allocates to compile its pattern; Claude
    /// Code's does not allocate.
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

/// A name is not that of a grammar.
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

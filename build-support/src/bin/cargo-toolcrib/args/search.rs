//! What searches take.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

/// What is searched, if not the tools of the lock folder.
#[derive(Debug, Group)]
#[command(next_help_heading = "Tools")]
pub(crate) struct Searched {
    /// Tools to search instead of a lock: lines of {"name", "server"?, "tool"?, "description",
    /// "search_hint"?, "input_schema"}
    #[arg(long, value_name = "FILE")]
    pub(crate) tools: Option<PathBuf>,
    /// How queries are read and ranked
    #[arg(long, value_name = "GRAMMAR", default_value = "toolcrib")]
    pub(crate) grammar: Grammar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grammar {
    /// That of toolcrib
    Toolcrib,
    /// That of Claude Code's tool search
    ClaudeCode,
    /// That of DeerFlow's tool_search
    #[value(name = "deerflow")]
    DeerFlow,
}

impl From<Grammar> for toolcrib::search::Grammar {
    fn from(grammar: Grammar) -> Self {
        match grammar {
            Grammar::Toolcrib => Self::Toolcrib,
            Grammar::ClaudeCode => Self::ClaudeCode,
            Grammar::DeerFlow => Self::DeerFlow,
        }
    }
}

#[derive(Debug, Group)]
#[command(after_help = "\
Queries: words are ranked; select:a,b takes tools by name; a tool's name finds it first;
mcp__server lists a server's tools; +word must be there; /regex/ matches names and descriptions.

Examples:
  cargo toolcrib search \"create issue\"
  cargo toolcrib search --json --limit 10 \"+github issue\"
  cargo toolcrib search --tools tools.jsonl --queries queries.txt --json")]
pub(crate) struct Search {
    /// The query
    #[arg(required_unless_present = "queries", conflicts_with = "queries")]
    pub(crate) query: Option<String>,
    /// Queries, one a line, as text or as {"query": …}; --json prints one line for each
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// Show for each hit which word of the query stands in which field
    #[arg(long)]
    pub(crate) explain: bool,
    /// Most hits, 1 to 20 [default: 5]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) searched: Searched,
}

#[derive(Debug, Group)]
#[command(after_help = "\
The file holds lines of {\"query\": …, \"relevant\": [names]}. A name is the one that the model
sees, or the tool's own.

Examples:
  cargo toolcrib eval queries.jsonl
  cargo toolcrib eval --json --tools tools.jsonl queries.jsonl")]
pub(crate) struct Eval {
    /// The judged queries
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) searched: Searched,
}

#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  cargo toolcrib show mcp__github__create_issue
  cargo toolcrib show github/create_issue
  cargo toolcrib show create_issue")]
pub(crate) struct Show {
    /// The name that the model sees, SERVER/TOOL, or the tool's own name if only one has it
    pub(crate) name: String,
}

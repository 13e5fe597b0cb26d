//! Arguments of searches.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

/// What to search, and how.
#[derive(Debug, Group)]
#[command(next_help_heading = "Tools")]
pub(crate) struct Searched {
    /// File of tools to search instead of the locks, one per line: {"name", "server"?, "tool"?,
    /// "description", "search_hint"?, "input_schema"}
    #[arg(long, value_name = "FILE")]
    pub(crate) tools: Option<PathBuf>,
    /// How to read and rank queries
    #[arg(long, value_name = "GRAMMAR", default_value = "toolcrib")]
    pub(crate) grammar: Grammar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grammar {
    /// The search of toolcrib
    Toolcrib,
    /// The tool search of Claude Code
    ClaudeCode,
    /// The tool_search of DeerFlow
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
Queries: words are ranked; select:a,b selects tools by name; the name of a tool finds it first;
mcp__server lists the tools of a server; +word is required; /regex/ matches names and descriptions.

Examples:
  cargo toolcrib search \"create issue\"
  cargo toolcrib search --json --limit 10 \"+github issue\"
  cargo toolcrib search --tools tools.jsonl --queries queries.txt --json")]
pub(crate) struct Search {
    /// The query
    #[arg(required_unless_present = "queries", conflicts_with = "queries")]
    pub(crate) query: Option<String>,
    /// File of queries, one per line, as text or as {"query": …}; --json prints one line for each
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// Show which words of the query each hit has in which field
    #[arg(long)]
    pub(crate) explain: bool,
    /// Number of hits, 1 to 20 [default: 5]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) searched: Searched,
}

#[derive(Debug, Group)]
#[command(after_help = "\
Each line of the file is {\"query\": …, \"relevant\": [names]}. A name is the one that the model
sees, or the tool's own.

Examples:
  cargo toolcrib eval queries.jsonl
  cargo toolcrib eval --json --tools tools.jsonl queries.jsonl")]
pub(crate) struct Eval {
    /// File of judged queries
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
    /// The name that the model sees, SERVER/TOOL, or the tool's own name if it is unique
    pub(crate) name: String,
}

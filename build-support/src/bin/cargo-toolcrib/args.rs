//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};

/// Captures the tools of MCP servers into lock files, checks them, and searches them.
#[derive(Debug, Parser)]
#[command(
    name = "cargo toolcrib",
    bin_name = "cargo toolcrib",
    version,
    after_help = EXAMPLES,
    disable_help_subcommand = true,
    max_term_width = 100,
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cargo toolcrib snapshot                          capture every server of .mcp.json
  cargo toolcrib check --live                      do the servers still say the same?
  cargo toolcrib import --server github list.json  capture from a saved tools/list result
  cargo toolcrib diff old.lock mcp.lock            what changed, for a review
  cargo toolcrib search \"create issue\"             what the model would find

Exit codes: 0 fine; 1 a finding (drift, a lint error, nothing found, a refused
listing); 2 could not be done (bad input, no server, a missing or damaged lock).
With CI set in the environment nothing is written unless --write is given.";

#[derive(Debug, Group)]
pub(crate) struct Common {
    /// Folder of the lock files
    #[arg(long, value_name = "DIR", global = true, default_value = "mcp.lock")]
    pub(crate) lock: PathBuf,
    /// Print one JSON document to standard output
    #[arg(long, global = true)]
    json: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: Color,
}

impl Args {
    /// `--json`, or `--format json` where there are formats.
    pub(crate) fn is_json(&self) -> bool {
        let format = match &self.command {
            Command::Check(options) => Some(options.format),
            Command::Diff(options) => Some(options.format),
            _ => None,
        };
        self.common.json || format == Some(Format::Json)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Connect to the servers and write what they list to the locks
    Snapshot(Snapshot),
    /// Write the lock of a server from a saved tools/list result
    Import(Import),
    /// Check that the lock files are well formed and their digests hold
    Check(Check),
    /// Compare two locks: what was added, removed and changed
    Diff(Diff),
    /// Find what deserves a second look: names, sizes, invisible characters, unreachable tools
    Lint(Lint),
    /// Search the tools as the model would
    Search(Search),
    /// Measure the search against judged queries
    Eval(Eval),
    /// Show one tool with its names, tokens and digest
    Show(Show),
    /// Count tools, bytes and estimated model tokens, and what deferral saves
    Stats,
    /// Print the completions of a shell
    Completions(Completions),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Duplicates {
    /// Refuse the listing
    Refuse,
    /// Take the first definition
    First,
}

impl From<Duplicates> for toolcrib::catalog::Duplicates {
    fn from(duplicates: Duplicates) -> Self {
        match duplicates {
            Duplicates::Refuse => Self::Refuse,
            Duplicates::First => Self::First,
        }
    }
}

/// Which servers, and how far to go with them.
#[derive(Debug, Group)]
pub(crate) struct Servers {
    /// The file that names the servers
    #[arg(long, value_name = "FILE", default_value = ".mcp.json")]
    pub(crate) config: PathBuf,
    /// Only this server; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Vec<String>,
    /// Time for start, handshake and listing of a server: 5s, 500ms, 2m [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// How many servers to run side by side
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: u16,
    /// Most pages of a listing [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_pages: Option<usize>,
    /// Most bytes of a listing [default: 67108864]
    #[arg(long, value_name = "N")]
    pub(crate) max_bytes: Option<usize>,
}

/// `5`, `5s`, `1.5s`, `500ms` or `2m`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|c: char| c.is_ascii_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return Err(format!("unknown unit `{unit}`: write ms, s or m")),
    };
    let number: f64 = number.parse().map_err(|_| "write 5s, 500ms or 2m".to_owned())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())?;
    if time.is_zero() { Err("the time must be longer than 0".into()) } else { Ok(time) }
}

#[derive(Debug, Group)]
#[command(after_help = "\
Each server is listed twice, in fresh processes with different working directories. What
differs between the two is reported by JSON pointer, and the server is refused until its
entry names these places as \"volatile\". A server that fails does not spoil the others.

Examples:
  cargo toolcrib snapshot
  cargo toolcrib snapshot --server github --timeout 2m
  cargo toolcrib snapshot --config ../.mcp.json --lock ../mcp.lock --once")]
pub(crate) struct Snapshot {
    #[command(flatten)]
    pub(crate) servers: Servers,
    /// List each server once only: saves time, does not notice an unstable listing
    #[arg(long)]
    pub(crate) once: bool,
    /// What to do with a name that is listed twice [default: the server's entry, or refuse]
    #[arg(long, value_name = "POLICY")]
    pub(crate) duplicates: Option<Duplicates>,
    /// Write even when CI is set
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, Group)]
#[command(after_help = "\
The file holds the result of tools/list, {\"tools\": […]} with optional \"instructions\"; or
the whole JSON-RPC answer; or several pages, as an array, under \"pages\", or one a line.

Examples:
  cargo toolcrib import --server github list.json
  cargo toolcrib import --server smartbear --duplicates first list.json
  some-client tools/list | cargo toolcrib import --server mine -")]
pub(crate) struct Import {
    /// Name of the server, as in .mcp.json
    #[arg(long, value_name = "NAME")]
    pub(crate) server: String,
    /// What to do with a name that is listed twice
    #[arg(long, value_name = "POLICY", default_value = "refuse")]
    pub(crate) duplicates: Duplicates,
    /// Places that differ from run to run, as JSON pointers: /tools/NAME/description
    #[arg(long, value_name = "POINTER")]
    pub(crate) volatile: Vec<String>,
    /// Write even when CI is set
    #[arg(long)]
    pub(crate) write: bool,
    /// The file; - for standard input
    pub(crate) file: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a terminal
    Text,
    /// One JSON document
    Json,
    /// A table for a comment on a pull request
    Markdown,
    /// Annotations for GitHub Actions, and a table in the job summary
    Github,
}

#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  cargo toolcrib check
  cargo toolcrib check --live
  cargo toolcrib check --live --format github      (in a workflow of GitHub Actions)")]
pub(crate) struct Check {
    /// Ask the servers too, and compare what they say with the locks
    #[arg(long)]
    pub(crate) live: bool,
    #[command(flatten)]
    pub(crate) servers: Servers,
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "json")]
    pub(crate) format: Format,
}

#[derive(Debug, Group)]
#[command(after_help = "\
Exits with 1 when there is a difference.

Examples:
  cargo toolcrib diff old.lock mcp.lock
  cargo toolcrib diff old.lock/github.json mcp.lock/github.json
  cargo toolcrib diff --format markdown old.lock mcp.lock")]
pub(crate) struct Diff {
    /// The old lock: a folder or a file
    pub(crate) old: PathBuf,
    /// The new lock: a folder or a file
    pub(crate) new: PathBuf,
    /// How to print what is found
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "json")]
    pub(crate) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Everything
    Note,
    /// Warnings and errors
    Warning,
    /// Errors only
    Error,
}

impl From<Level> for toolcrib_build::lint::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Note => Self::Note,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

#[derive(Debug, Group)]
#[command(after_help = "\
Exits with 1 when there is an error. The settings file, toolcrib-lint.json where there is one,
raises rules to errors and lists what is allowed, each with a reason:

  {\"deny\": [\"warnings\"],
   \"allow\": [{\"rule\": \"long-description\", \"server\": \"github\", \"tool\": \"search_code\",
              \"reason\": \"explains the query language\"}]}

Examples:
  cargo toolcrib lint
  cargo toolcrib lint --deny warnings --allow provider-name
  cargo toolcrib lint --rules")]
pub(crate) struct Lint {
    /// Make a rule, or all `warnings`, an error; may be given more than once
    #[arg(long, value_name = "RULE")]
    pub(crate) deny: Vec<String>,
    /// Leave out a rule; may be given more than once
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// The settings file [default: toolcrib-lint.json, where there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// The least level to print; --json has them all
    #[arg(long, value_name = "LEVEL", default_value = "note")]
    pub(crate) level: Level,
    /// List the rules and stop
    #[arg(long)]
    pub(crate) rules: bool,
}

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

#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  cargo toolcrib completions bash > ~/.local/share/bash-completion/completions/cargo-toolcrib
  cargo toolcrib completions zsh > ~/.zfunc/_cargo-toolcrib
  cargo toolcrib completions fish > ~/.config/fish/completions/cargo-toolcrib.fish")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Reads the command line; cargo runs `cargo-toolcrib toolcrib …` for
/// `cargo toolcrib …`.
pub(crate) fn parse() -> Args {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "toolcrib") {
        words.remove(1);
    }
    Args::parse_from(words)
}

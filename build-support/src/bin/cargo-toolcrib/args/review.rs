//! Arguments of checks, comparisons and lints.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

use super::Servers;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// One JSON document
    Json,
    /// A table for a comment on a pull request
    Markdown,
    /// Annotations and a job summary for GitHub Actions
    Github,
}

#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  cargo toolcrib check
  cargo toolcrib check --live
  cargo toolcrib check --live --format github      (in a workflow of GitHub Actions)")]
pub(crate) struct Check {
    /// Also list the servers and compare them with their locks
    #[arg(long)]
    pub(crate) live: bool,
    #[command(flatten)]
    pub(crate) servers: Servers,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "json")]
    pub(crate) format: Format,
}

#[derive(Debug, Group)]
#[command(after_help = "\
Exits with 1 if there is a difference.

Examples:
  cargo toolcrib diff old.lock mcp.lock
  cargo toolcrib diff old.lock/github.json mcp.lock/github.json
  cargo toolcrib diff --format markdown old.lock mcp.lock")]
pub(crate) struct Diff {
    /// Old lock, a folder or a file
    pub(crate) old: PathBuf,
    /// New lock, a folder or a file
    pub(crate) new: PathBuf,
    /// Output format
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
Exits with 1 if there is an error. The settings file turns rules into errors and lists what is
allowed, each entry with a reason:

  {\"deny\": [\"warnings\"],
   \"allow\": [{\"rule\": \"long-description\", \"server\": \"github\", \"tool\": \"search_code\",
              \"reason\": \"explains the query language\"}]}

Examples:
  cargo toolcrib lint
  cargo toolcrib lint --deny warnings --allow provider-name
  cargo toolcrib lint --rules")]
pub(crate) struct Lint {
    /// Treat a rule, or all `warnings`, as an error; can be repeated
    #[arg(long, value_name = "RULE")]
    pub(crate) deny: Vec<String>,
    /// Leave out a rule; can be repeated
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// Settings file [default: toolcrib-lint.json, if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// Lowest level to print; --json has all levels
    #[arg(long, value_name = "LEVEL", default_value = "note")]
    pub(crate) level: Level,
    /// List the rules and exit
    #[arg(long)]
    pub(crate) rules: bool,
}

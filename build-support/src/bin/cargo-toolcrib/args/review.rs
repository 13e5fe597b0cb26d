//! What checks, comparisons and lints take.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

use super::Servers;

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

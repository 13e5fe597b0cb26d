//! The command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use toolcrib_build::Config;

mod capture;
mod review;
mod search;

pub(crate) use capture::{Import, Servers, Snapshot};
pub(crate) use review::{Check, Diff, Format, Lint};
pub(crate) use search::{Eval, Search, Searched, Show};

/// Captures the tools of MCP servers in lock files, checks them and searches them
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
  cargo toolcrib check --live                      compare the servers with their locks
  cargo toolcrib import --server github list.json  capture a saved tools/list result
  cargo toolcrib diff old.lock mcp.lock            review what changed
  cargo toolcrib search \"create issue\"             see what the model would find

Exit codes: 0 success; 1 a finding (drift, a lint error, nothing found, a refused
listing); 2 an error (bad input, no server, a missing or damaged lock).
If the environment variable CI is set, nothing is written without --write.";

/// The default folder of lock files.
const LOCK: &str = "mcp.lock";

#[derive(Debug, Group)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Folder of the lock files
    #[arg(long, value_name = "DIR", global = true, default_value = LOCK)]
    pub(crate) lock: PathBuf,
    /// Folder of tool contracts, for check, lint, search, eval, show and stats; can be repeated
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) contracts: Vec<PathBuf>,
    /// Folder of a compiled catalog (catalog.idx and catalog.txt), with the hints, aliases and
    /// weights of its build.rs, for search, eval, show, stats and the unreachable tools of lint
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) catalog: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
    /// When to use colors
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: Color,
}

impl Common {
    /// False if there are contracts and nobody asked for locks.
    pub(crate) fn has_locks(&self) -> bool {
        self.contracts.is_empty() || self.lock != Path::new(LOCK) || self.lock.exists()
    }

    /// The settings of a build that compiles the same.
    pub(crate) fn config(&self) -> Config {
        let locks = self.has_locks().then(|| self.lock.clone());
        let config = locks.into_iter().fold(Config::new(), Config::locks);
        self.contracts.iter().cloned().fold(config, Config::contracts)
    }
}

impl Args {
    /// True for `--json` and `--format json`.
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
    /// Capture what the servers list in lock files
    Snapshot(Snapshot),
    /// Write the lock of a server from a saved tools/list result
    Import(Import),
    /// Check the lock files, and with --live the servers
    Check(Check),
    /// Compare two locks
    Diff(Diff),
    /// Find suspicious names, sizes, invisible characters and unreachable tools
    Lint(Lint),
    /// Search the tools as the model would
    Search(Search),
    /// Measure the search with judged queries
    Eval(Eval),
    /// Show one tool
    Show(Show),
    /// Count tools, bytes and estimated tokens, and what deferring tools saves
    Stats,
    /// Print a completion script for a shell
    Completions(Completions),
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

/// Reads the command line. Cargo runs `cargo toolcrib …` as
/// `cargo-toolcrib toolcrib …`.
pub(crate) fn parse() -> Args {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "toolcrib") {
        words.remove(1);
    }
    Args::parse_from(words)
}

//! The settings of a build.

use std::path::PathBuf;

use toolcrib::search::{Ranking, SynonymError, Synonyms};

use crate::lint;

/// What to compile and how, where [`compile`](crate::compile) is not enough.
///
/// ```no_run
/// // build.rs
/// fn main() {
///     toolcrib_build::Config::new()
///         .locks("mcp.lock")
///         .locks("../shared/mcp.lock")
///         .leave_out("experiments")
///         .alias("github-enterprise-server", "ghe")
///         .hint("github", "create_issue", "bug report ticket")
///         .always("files", "read_file")
///         .compile();
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Config {
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) contracts: Vec<PathBuf>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) left_out: Vec<String>,
    pub(crate) aliases: Vec<(String, String)>,
    pub(crate) hints: Vec<(String, String, String)>,
    pub(crate) keywords: Vec<(String, String)>,
    pub(crate) exposures: Vec<(String, String, bool)>,
    pub(crate) ranking: Option<Ranking>,
    pub(crate) synonyms: Vec<SynonymChange>,
    pub(crate) lints: Option<lint::Settings>,
    pub(crate) lint_file: Option<PathBuf>,
    pub(crate) refresh: Option<Refresh>,
}

impl Config {
    /// No folder, and `OUT_DIR` to write into.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder of lock files.
    #[must_use]
    pub fn locks(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Adds a folder of tool contracts (`tools`), one a file, in TOML, JSON or
    /// YAML. See [`read_contracts`](crate::read_contracts).
    ///
    /// ```no_run
    /// // build.rs
    /// fn main() {
    ///     toolcrib_build::Config::new().locks("mcp.lock").contracts("tools").compile();
    /// }
    /// ```
    #[must_use]
    pub fn contracts(mut self, folder: impl Into<PathBuf>) -> Self {
        self.contracts.push(folder.into());
        self
    }

    /// Writes into this folder instead of `OUT_DIR`. What an earlier build wrote
    /// into `OUT_DIR`, or into another folder, is removed: `include_catalog!()`
    /// is then an error, and `include_catalog!("folder")` is wanted.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Leaves a server out of the catalog, though it has a lock.
    #[must_use]
    pub fn leave_out(mut self, server: impl Into<String>) -> Self {
        self.left_out.push(server.into());
        self
    }

    /// Adds words for the search to a tool of a server.
    #[must_use]
    pub fn hint(
        mut self,
        server: impl Into<String>,
        tool: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        self.hints.push((server.into(), tool.into(), words.into()));
        self
    }

    /// Adds words for the search to every tool of a server.
    #[must_use]
    pub fn keywords(mut self, server: impl Into<String>, words: impl Into<String>) -> Self {
        self.keywords.push((server.into(), words.into()));
        self
    }

    /// Gives a server another name in all that the model reads: its tools are
    /// `mcp__<alias>__<tool>`, and rules and queries that begin with `mcp__` go by
    /// that. It is still configured, verified and called by its own.
    #[must_use]
    pub fn alias(mut self, server: impl Into<String>, alias: impl Into<String>) -> Self {
        self.aliases.push((server.into(), alias.into()));
        self
    }

    /// Never defers a tool of a server.
    #[must_use]
    pub fn always(mut self, server: impl Into<String>, tool: impl Into<String>) -> Self {
        self.exposures.push((server.into(), tool.into(), true));
        self
    }

    /// Defers a tool of a server, even if the server wishes it always loaded.
    #[must_use]
    pub fn defer(mut self, server: impl Into<String>, tool: impl Into<String>) -> Self {
        self.exposures.push((server.into(), tool.into(), false));
        self
    }

    /// The weights of the search, instead of [`Ranking::DEFAULT`].
    ///
    /// ```
    /// use toolcrib::search::Ranking;
    /// let config = toolcrib_build::Config::new()
    ///     .ranking(Ranking { synonym: 60, ..Ranking::DEFAULT });
    /// ```
    #[must_use]
    pub fn ranking(mut self, ranking: Ranking) -> Self {
        self.ranking = Some(ranking);
        self
    }

    /// Adds to the synonyms of the search: words that stand for each other
    /// (`invoice bill receipt`), or what an abbreviation stands for
    /// (`sop = standard operating procedure`); see [`Synonyms::parse`]. A line
    /// that is neither, or says more than is looked for, is an error of the build.
    #[must_use]
    pub fn synonyms(mut self, line: impl Into<String>) -> Self {
        self.synonyms.push(SynonymChange::Add(line.into()));
        self
    }

    /// Takes a word out of the synonyms: out of every group, and what it is
    /// short for.
    #[must_use]
    pub fn no_synonyms_of(mut self, word: impl Into<String>) -> Self {
        self.synonyms.push(SynonymChange::Remove(word.into()));
        self
    }

    /// Leaves all built-in synonyms out; those added after this stay.
    #[must_use]
    pub fn no_builtin_synonyms(mut self) -> Self {
        self.synonyms.push(SynonymChange::Clear);
        self
    }

    /// The table that comes of these settings.
    pub(crate) fn synonym_table(&self) -> Result<Synonyms, SynonymError> {
        let mut table = Synonyms::builtin();
        for change in &self.synonyms {
            match change {
                SynonymChange::Add(lines) => {
                    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
                        table.add(line)?;
                    }
                }
                SynonymChange::Remove(word) => table.remove(word),
                SynonymChange::Clear => table = Synonyms::none(),
            }
        }
        Ok(table)
    }

    /// Lints the locks: an error of theirs is one of the build, a warning is a
    /// warning of Cargo's. Off unless asked for.
    ///
    /// [`Rule::Unreachable`](lint::Rule::Unreachable) is not looked at here: it
    /// needs thousands of searches. `cargo toolcrib lint` does.
    #[must_use]
    pub fn lint(mut self, settings: lint::Settings) -> Self {
        self.lints = Some(settings);
        self
    }

    /// The same with the settings of a file; see [`lint::Settings::read`].
    #[must_use]
    pub fn lint_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.lint_file = Some(path.into());
        self
    }

    /// Captures the servers of `config` (an `.mcp.json`) into the first lock
    /// folder, by `cargo toolcrib snapshot`, when the environment variable
    /// `variable` is set and neither empty nor `0`; a new value does it again.
    /// Without this a build starts no process and uses no network.
    ///
    /// The command is the program that the variable `CARGO_TOOLCRIB` names, or
    /// else `cargo-toolcrib`.
    #[must_use]
    pub fn refresh(mut self, variable: impl Into<String>, config: impl Into<PathBuf>) -> Self {
        self.refresh = Some(Refresh { variable: variable.into(), config: config.into() });
        self
    }
}

/// One change to the table of synonyms.
#[derive(Debug, Clone)]
pub(crate) enum SynonymChange {
    Add(String),
    Remove(String),
    Clear,
}

/// When to ask the servers, and which.
#[derive(Debug, Clone)]
pub(crate) struct Refresh {
    pub(crate) variable: String,
    pub(crate) config: PathBuf,
}

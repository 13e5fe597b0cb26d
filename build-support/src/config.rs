//! Settings of a build.

use std::path::PathBuf;

use toolcrib::search::{Ranking, SynonymError, Synonyms};

use crate::lint;

/// What to compile and how, if [`compile`](crate::compile) is not enough.
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
}

impl Config {
    /// Reads no folder and writes into `OUT_DIR`.
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

    /// Adds a folder of tool contracts (`tools`), one per file, in TOML, JSON or
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

    /// Writes into this folder instead of `OUT_DIR`, and removes what an earlier
    /// build wrote elsewhere. Embed the catalog with `include_catalog!("folder")`;
    /// `include_catalog!()` is then an error.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Leaves a server out of the catalog, even though it has a lock.
    #[must_use]
    pub fn leave_out(mut self, server: impl Into<String>) -> Self {
        self.left_out.push(server.into());
        self
    }

    /// Adds search words to one tool of a server.
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

    /// Adds search words to every tool of a server.
    #[must_use]
    pub fn keywords(mut self, server: impl Into<String>, words: impl Into<String>) -> Self {
        self.keywords.push((server.into(), words.into()));
        self
    }

    /// Gives a server another name for the model: its tools are called
    /// `mcp__<alias>__<tool>`, and rules and queries that begin with `mcp__` use the
    /// alias. The server is still configured, verified and called by its own name.
    #[must_use]
    pub fn alias(mut self, server: impl Into<String>, alias: impl Into<String>) -> Self {
        self.aliases.push((server.into(), alias.into()));
        self
    }

    /// Always sends a tool of a server, without a search.
    #[must_use]
    pub fn always(mut self, server: impl Into<String>, tool: impl Into<String>) -> Self {
        self.exposures.push((server.into(), tool.into(), true));
        self
    }

    /// Defers a tool of a server, even if the server asks to always load it.
    #[must_use]
    pub fn defer(mut self, server: impl Into<String>, tool: impl Into<String>) -> Self {
        self.exposures.push((server.into(), tool.into(), false));
        self
    }

    /// Sets the search weights. Defaults to [`Ranking::DEFAULT`].
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

    /// Adds synonyms to the search: words that mean the same
    /// (`invoice bill receipt`), or what an abbreviation stands for
    /// (`sop = standard operating procedure`); see [`Synonyms::parse`]. Any other
    /// line, or one with too many words, fails the build.
    #[must_use]
    pub fn synonyms(mut self, line: impl Into<String>) -> Self {
        self.synonyms.push(SynonymChange::Add(line.into()));
        self
    }

    /// Removes a word from the synonyms: from every group, and as an abbreviation.
    #[must_use]
    pub fn no_synonyms_of(mut self, word: impl Into<String>) -> Self {
        self.synonyms.push(SynonymChange::Remove(word.into()));
        self
    }

    /// Removes all synonyms, built-in and added so far; those added later stay.
    #[must_use]
    pub fn no_builtin_synonyms(mut self) -> Self {
        self.synonyms.push(SynonymChange::Clear);
        self
    }

    /// The synonyms after all changes.
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

    /// Lints the locks and contracts: a lint error fails the build, a lint warning
    /// becomes a warning of Cargo. Defaults to no lints.
    ///
    /// [`Rule::Unreachable`](lint::Rule::Unreachable) is not checked here, since it
    /// needs thousands of searches; `cargo toolcrib lint` checks it.
    #[must_use]
    pub fn lint(mut self, settings: lint::Settings) -> Self {
        self.lints = Some(settings);
        self
    }

    /// Like [`lint`](Self::lint), with the settings of a file; see
    /// [`lint::Settings::read`].
    #[must_use]
    pub fn lint_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.lint_file = Some(path.into());
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

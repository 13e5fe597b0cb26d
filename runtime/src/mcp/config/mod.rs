//! Reading `.mcp.json`.
//!
//! The format is the usual one: an object `mcpServers` (or `servers`, as in VS Code) with
//! one entry per server.
//!
//! | member | meaning |
//! |---|---|
//! | `command`, `args`, `env`, `cwd` | a process spoken to over stdio |
//! | `type`: `"http"` or `"streamable-http"`, `url`, `headers` | a server spoken to over HTTP |
//! | `enabled`: `false`, `disabled`: `true` | the entry is skipped |
//! | `timeout` | how long starting and listing, and each call, may take: milliseconds, as Claude Code and Gemini CLI have it; a number below 1,000 is seconds, as Cline has it |
//! | `volatile` | JSON pointers to places of the listing that differ from run to run, such as `/tools/NAME/description` |
//! | `duplicates`: `"refuse"` (default) or `"first"` | what happens when a name is listed twice |
//!
//! Other members are ignored. In `command`,
//! `args`, `cwd`, `url` and the values of `env` and `headers`, `$VAR` and
//! `${VAR}` stand for a variable, `${VAR:-default}` for one that may be unset
//! or empty, `${env:VAR}` is the same as `${VAR}`, and `$$` is a dollar sign.
//!
//! A process starts in the folder of the file: relative paths in an entry (a
//! command with a separator in it, a script in `args`, `cwd`) are relative to that
//! folder, whatever the working directory of the program. A relative command is
//! looked up in the entry's `cwd` if it has one. In a configuration that is not
//! read from a file, paths are relative to the working directory.
//!
//! A process inherits the caller's environment. On Windows, a script is named
//! with its extension (`npx.cmd`).

mod entry;
mod error;
mod expand;
mod parse;
mod secrets;
mod server;

use entry::Entry;
pub(super) use entry::{Endpoint, Expanded};
pub use error::{ConfigError, ConfigFault, ConfigFaultKind};
pub use expand::Lookup;
pub(super) use secrets::Secrets;
pub use server::ServerConfig;
use std::format;
use std::prelude::v1::*;

use std::path::{Path, PathBuf};

/// A configuration as written, before variables are expanded.
#[derive(Debug, Clone)]
pub struct ConfigFile {
    file: String,
    /// What is relative in it is relative to this; `None` for a text.
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
}

/// A configuration whose servers can be connected.
///
/// ```
/// use toolcrib::mcp::{Config, ConfigFile, ServerConfig};
///
/// let text = r#"{"mcpServers": {"git": {"command": "git-mcp", "args": ["${REPO:-.}"]}}}"#;
/// let config = ConfigFile::parse(text, ".mcp.json")?.expand_from_env()?;
/// assert_eq!(config.servers()[0].name(), "git");
///
/// // The same without a file.
/// let config = Config::new([ServerConfig::stdio("git", "git-mcp", ["."])]);
/// # Ok::<(), toolcrib::mcp::ConfigError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Config {
    servers: Vec<ServerConfig>,
}

impl ConfigFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read; otherwise see [`parse`](Self::parse).
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let parsed = Self::parse(&text, &file)?;
                Ok(Self { folder: folder_of(path), ..parsed })
            }
            Err(error) => {
                let fault = ConfigFault {
                    kind: ConfigFaultKind::Unreadable,
                    server: None,
                    place: String::new(),
                    message: format!("cannot be read: {error}"),
                    repair: "give the path of an `.mcp.json`".into(),
                };
                Err(ConfigError::new(&file, std::vec![fault]))
            }
        }
    }

    /// Parses a text; errors name it `file`.
    ///
    /// # Errors
    /// Lists every fault with its place: text that is not JSON, a member given twice, a
    /// value of the wrong type, an unknown transport, a server name that cannot name a
    /// file, two names that differ only in case.
    pub fn parse(text: &str, file: &str) -> Result<Self, ConfigError> {
        parse::file(text)
            .map(|entries| Self { file: file.into(), folder: None, entries })
            .map_err(|faults| ConfigError::new(file, faults))
    }

    /// The names of the servers that are not disabled, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Keeps the servers of these names.
    ///
    /// # Errors
    /// The file does not have a server of that name.
    pub fn select<S: AsRef<str>>(mut self, names: &[S]) -> Result<Self, ConfigError> {
        let unknown: Vec<_> = (names.iter().map(AsRef::as_ref))
            .filter(|name| self.entries.iter().all(|entry| entry.name != *name))
            .map(|name| self.unknown(name))
            .collect();
        if !unknown.is_empty() {
            return Err(ConfigError::new(&self.file, unknown));
        }
        self.entries.retain(|entry| names.iter().any(|name| name.as_ref() == entry.name));
        Ok(self)
    }

    fn unknown(&self, name: &str) -> ConfigFault {
        let known: Vec<_> = self.names().collect();
        ConfigFault {
            kind: ConfigFaultKind::UnknownServer,
            server: None,
            place: String::new(),
            message: format!("there is no server {name:?}"),
            repair: format!("the servers here are: {}", known.join(", ")),
        }
    }

    /// Replaces the variables with the values that `lookup` returns.
    ///
    /// # Errors
    /// Lists every variable that is not set, with its server and member.
    pub fn expand(&self, lookup: Lookup<'_>) -> Result<Config, ConfigError> {
        let mut faults = Vec::new();
        let servers: Vec<_> = (self.entries.iter())
            .filter_map(|entry| expand::entry(entry, lookup, &mut faults))
            .map(|server| server.within(self.folder.clone()))
            .collect();
        if faults.is_empty() {
            Ok(Config { servers })
        } else {
            Err(ConfigError::new(&self.file, faults))
        }
    }

    /// Replaces the variables with those of the process environment.
    ///
    /// # Errors
    /// See [`expand`](Self::expand).
    pub fn expand_from_env(&self) -> Result<Config, ConfigError> {
        self.expand(&|name| std::env::var(name).ok())
    }
}

impl Config {
    /// Reads a file and expands it from the process environment.
    ///
    /// # Errors
    /// See [`ConfigFile::read`] and [`ConfigFile::expand`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        ConfigFile::read(path)?.expand_from_env()
    }

    /// A configuration made by the program.
    pub fn new(servers: impl IntoIterator<Item = ServerConfig>) -> Self {
        Self { servers: servers.into_iter().collect() }
    }

    /// The servers; sorted by name if they come from a file.
    #[must_use]
    pub fn servers(&self) -> &[ServerConfig] {
        &self.servers
    }

    /// The server of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ServerConfig> {
        self.servers.iter().find(|server| server.name() == name)
    }
}

/// Taken once, so that a later change of the working directory moves nothing.
fn folder_of(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    file.parent().map(Path::to_path_buf)
}

//! What captures take.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Group, ValueEnum};

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

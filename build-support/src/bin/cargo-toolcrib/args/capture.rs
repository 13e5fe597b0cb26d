//! Arguments of captures.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Group, ValueEnum};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Duplicates {
    /// Refuse the listing
    Refuse,
    /// Keep the first definition
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

/// Which servers, and their limits.
#[derive(Debug, Group)]
pub(crate) struct Servers {
    /// Configuration file of the servers
    #[arg(long, value_name = "FILE", default_value = ".mcp.json")]
    pub(crate) config: PathBuf,
    /// Only this server; can be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Vec<String>,
    /// Time limit for start, handshake and listing of a server: 5s, 500ms, 2m [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Servers to run at a time
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: u16,
    /// Page limit of a listing [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_pages: Option<usize>,
    /// Byte limit of a listing [default: 67108864]
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
Each server is listed twice, in new processes with different working directories. If the
listings differ, the places are reported as JSON pointers, and the server is refused until
its entry lists them as \"volatile\". A server that fails does not affect the others.

Examples:
  cargo toolcrib snapshot
  cargo toolcrib snapshot --server github --timeout 2m
  cargo toolcrib snapshot --config ../.mcp.json --lock ../mcp.lock --once")]
pub(crate) struct Snapshot {
    #[command(flatten)]
    pub(crate) servers: Servers,
    /// List each server only once: faster, but an unstable listing goes unnoticed
    #[arg(long)]
    pub(crate) once: bool,
    /// What to do if a name is listed twice [default: as the server's entry says, or refuse]
    #[arg(long, value_name = "POLICY")]
    pub(crate) duplicates: Option<Duplicates>,
    /// Write even if CI is set
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, Group)]
#[command(after_help = "\
The file has the result of tools/list, {\"tools\": […]} with optional \"instructions\"; or the
whole JSON-RPC response; or several pages, as an array, under \"pages\", or one per line.

Examples:
  cargo toolcrib import --server github list.json
  cargo toolcrib import --server smartbear --duplicates first list.json
  some-client tools/list | cargo toolcrib import --server mine -")]
pub(crate) struct Import {
    /// Name of the server in .mcp.json
    #[arg(long, value_name = "NAME")]
    pub(crate) server: String,
    /// What to do if a name is listed twice
    #[arg(long, value_name = "POLICY", default_value = "refuse")]
    pub(crate) duplicates: Duplicates,
    /// Place that differs from run to run, as a JSON pointer: /tools/NAME/description; can be
    /// repeated
    #[arg(long, value_name = "POINTER")]
    pub(crate) volatile: Vec<String>,
    /// Write even if CI is set
    #[arg(long)]
    pub(crate) write: bool,
    /// The file, or - for standard input
    pub(crate) file: PathBuf,
}

//! What the agent is made of: a catalog, servers, tools of its own.

use toolcrib::mcp::{Config, ConfigFile, ConnectOptions, Servers};
use toolcrib::{Catalog, Toolbox};

use crate::tools::{self, Chat, Memory, Notes};
use crate::{Failure, model};

/// The captured servers, compiled in by `build.rs`.
pub(crate) static CATALOG: Catalog = toolcrib::include_catalog!();

/// The names of their tools: one that leaves the lock is a compile error where
/// it is used.
pub(crate) mod names {
    toolcrib::include_names!();
}

const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.mcp.json");
const NOTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/notes");

/// The servers of `.mcp.json`. They are this very executable.
pub(crate) fn config() -> Result<Config, Failure> {
    let agent = executable()?;
    let lookup = |name: &str| match name {
        "AGENT" => Some(agent.clone()),
        other => std::env::var(other).ok(),
    };
    Ok(ConfigFile::read(CONFIG)?.expand(&lookup)?)
}

/// The path of this executable.
pub(crate) fn executable() -> Result<String, Failure> {
    let path = std::env::current_exe()?;
    path.into_os_string()
        .into_string()
        .map_err(|path| format!("the path {} is not Unicode", path.display()).into())
}

pub(crate) async fn connect() -> Result<Servers, Failure> {
    Ok(Servers::connect(&config()?, &ConnectOptions::new()).await?)
}

/// The toolbox: verified servers and native tools. Fails with a
/// [`Drift`](toolcrib::catalog::Drift) when a server is not what was captured.
pub(crate) async fn toolbox(servers: &Servers) -> Result<Toolbox, Failure> {
    let verified = CATALOG.verify(&servers.manifests().await?)?;
    let builder = native().catalog(verified, servers.clone());
    Ok(builder.build()?)
}

/// The part of the toolbox that needs no server.
pub(crate) fn native() -> toolcrib::toolbox::Builder {
    Toolbox::builder()
        .context(Chat::default())
        .context(Memory::default())
        .context(Notes::new(NOTES))
        .native(tools::all())
}

/// What the model is asked for when the user says nothing else.
pub(crate) const TASK: &str = model::TASK;

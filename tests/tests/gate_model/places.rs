//! Where the servers live: within the test, or as processes.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use toolcrib::mcp::{ServerConfig, Servers};
use toolcrib_tests::desk::{Arrival, Desk, Files};

use super::world::server_name;

/// One server, whatever it is.
pub(crate) enum Place {
    Here(Desk),
    Process { files: Files, _folder: TempDir },
}

impl Place {
    pub(crate) fn here() -> Self {
        Self::Here(Desk::default())
    }

    pub(crate) fn process() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::Process { files: Files::new(folder.path()), _folder: folder }
    }

    /// An entry for it, which is equal to no other.
    pub(crate) fn config(&self, server: usize, edits: u64) -> ServerConfig {
        let name = server_name(server);
        match self {
            Self::Here(desk) => desk.config(&name),
            Self::Process { files, .. } => {
                let folder: PathBuf = files.folder().into();
                let args = [folder.to_str().unwrap()];
                ServerConfig::stdio(name, env!("CARGO_BIN_EXE_desk"), args)
                    .with_env("EDITS", edits.to_string())
                    .with_timeout(Duration::from_secs(20))
            }
        }
    }

    pub(crate) fn change(&self, variant: usize) {
        match self {
            Self::Here(desk) => desk.change(variant),
            Self::Process { files, .. } => files.change(variant),
        }
    }

    pub(crate) fn set_down(&self, is_down: bool) {
        match self {
            Self::Here(desk) => desk.set_down(is_down),
            Self::Process { .. } => unreachable!("processes do not go down for long"),
        }
    }

    pub(crate) fn arrivals(&self) -> Vec<Arrival> {
        match self {
            Self::Here(desk) => desk.arrivals(),
            Self::Process { files, .. } => files.arrivals(),
        }
    }

    /// Announces a change, and waits until that is noticed.
    pub(crate) async fn announce(&self, server: usize, servers: &Servers) {
        let Some(connection) = servers.get(&server_name(server)) else { return };
        let before = connection.generation();
        match self {
            Self::Here(desk) => desk.announce(),
            Self::Process { files, .. } => files.announce(),
        }
        self.until(|| connection.generation() > before || connection.is_closed()).await;
    }

    /// Ends the connection, and waits until that is noticed.
    pub(crate) async fn crash(&self, server: usize, servers: &Servers) {
        let Some(connection) = servers.get(&server_name(server)) else { return };
        match self {
            Self::Here(desk) => desk.crash(),
            Self::Process { files, .. } => files.kill(),
        }
        self.until(|| connection.is_closed()).await;
    }

    async fn until(&self, is_so: impl Fn() -> bool) {
        let started = Instant::now();
        while !is_so() {
            assert!(started.elapsed() < Duration::from_secs(10), "not noticed");
            match self {
                Self::Here(_) => tokio::task::yield_now().await,
                Self::Process { .. } => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
    }
}

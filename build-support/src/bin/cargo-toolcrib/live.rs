//! Compares the servers with their locks.

use std::collections::BTreeMap;
use std::path::PathBuf;

use toolcrib::catalog::{ChangeKind, Difference, Lock};
use toolcrib::mcp::ServerConfig;
use toolcrib_build::LockFile;

use crate::args::{Check, Common};
use crate::capture::list;
use crate::changes::{Recorded, between};
use crate::outcome::{CommandError, Exit};
use crate::screen::Screen;
use crate::servers::{Chosen, ServerError, choose, connect_options, side_by_side};

/// The result of a comparison with the servers.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) lock_folder: PathBuf,
    /// Servers that list what was captured.
    pub(crate) same: Vec<String>,
    pub(crate) differences: Vec<Difference>,
    pub(crate) recorded: Vec<Recorded>,
    pub(crate) errors: Vec<ServerError>,
}

impl Live {
    pub(crate) fn exit(&self) -> Exit {
        let exits = self.errors.iter().map(|error| error.exit);
        exits.fold(Exit::found(!self.differences.is_empty()), Exit::max)
    }
}

pub(crate) fn compare(
    common: &Common,
    options: &Check,
    locks: &[LockFile],
    screen: &Screen,
) -> Result<Live, CommandError> {
    let mut chosen = choose(&options.servers)?;
    let mut live = Live { lock_folder: common.lock.clone(), ..Live::default() };
    live.errors.append(&mut chosen.errors);
    let all: BTreeMap<&str, &Lock> =
        locks.iter().map(|file| (file.lock.manifest().server(), &file.lock)).collect();
    if options.servers.server.is_empty() {
        live.differences.extend(gone(&chosen, locks));
    }
    let connect = connect_options(&options.servers);
    let job = |server: ServerConfig| {
        let (connect, lock) = (connect.clone(), all.get(server.name()).map(|&lock| lock.clone()));
        async move { one(&server, lock, connect).await }
    };
    let results = side_by_side(std::mem::take(&mut chosen.servers), &options.servers, screen, job)?;
    results.into_iter().for_each(|(server, result)| live.add(server, result));
    live.differences.sort_by(|a, b| a.server.cmp(&b.server));
    Ok(live)
}

/// Locks without a server.
fn gone(chosen: &Chosen, locks: &[LockFile]) -> Vec<Difference> {
    let locks = locks.iter().filter(|file| !file.is_native()).map(|file| &file.lock);
    let names = locks.map(|lock| lock.manifest().server());
    let gone = names.filter(|name| !chosen.names.iter().any(|known| known == name));
    gone.map(|name| Difference::whole(name, None, ChangeKind::Removed)).collect()
}

type Compared = (Vec<Difference>, Vec<Recorded>);

async fn one(
    server: &ServerConfig,
    lock: Option<Lock>,
    connect: toolcrib::mcp::ConnectOptions,
) -> Result<Compared, ServerError> {
    let name = server.name();
    let Some(lock) = lock else {
        return Ok((vec![Difference::whole(name, None, ChangeKind::Added)], Vec::new()));
    };
    let listing = list(server, &connect).await.map_err(|error| ServerError::failed(name, error))?;
    let refused = |error: toolcrib::catalog::ManifestError| ServerError::refused(name, error);
    let manifest = listing.manifest().map_err(refused)?;
    // As at run time: the places that the lock names are blanked, not those of the entry.
    let now =
        Lock::new(&manifest, listing.captured_from(), lock.volatile().to_vec()).map_err(refused)?;
    // The listing was not checked for secrets.
    let changes = between(&lock, &now).map_texts(|text| server.without_secrets(text));
    Ok((changes.differences, changes.recorded))
}

impl Live {
    fn add(&mut self, server: String, result: Result<Compared, ServerError>) {
        match result {
            Ok((differences, recorded)) => {
                if differences.is_empty() {
                    self.same.push(server);
                }
                self.differences.extend(differences);
                self.recorded.extend(recorded);
            }
            Err(error) => self.errors.push(error),
        }
    }
}

//! The committed lock files are what the servers say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use toolcrib::catalog::Lock;
use toolcrib::mcp::{ConfigFile, ConnectOptions, Connection, Listing};

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

fn lock(listing: &Listing) -> Lock {
    let manifest = listing.manifest().expect("a sound listing");
    Lock::new(&manifest, listing.captured_from(), listing.volatile.clone()).expect("a lock")
}

#[tokio::test]
async fn the_lock_is_what_the_servers_say() {
    let file = ConfigFile::read(Path::new(PACKAGE).join(".mcp.json")).expect("the configuration");
    let agent = |name: &str| (name == "AGENT").then(|| env!("CARGO_BIN_EXE_agent").into());
    let config = file.expand(&agent).expect("expanded");
    assert_eq!(config.servers().len(), 2);
    for server in config.servers() {
        let (connection, listing) =
            Connection::open_and_list(server, &ConnectOptions::new()).await.expect("a listing");
        connection.close().await;
        let path = toolcrib_build::lock_path(&Path::new(PACKAGE).join("mcp.lock"), server.name());
        let committed = std::fs::read_to_string(&path).expect("the lock file");
        assert!(
            committed == lock(&listing).to_text(),
            "{} is out of date: in examples/agent, run \
             `cargo toolcrib snapshot` and commit it",
            path.display()
        );
    }
}

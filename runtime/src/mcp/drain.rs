//! Reading what a server writes to its standard error.

use tokio::io::{AsyncRead, AsyncReadExt};

use super::shared::Shared;

/// Reads until the end, so that a server never waits for us to read.
pub(super) async fn drain(mut stderr: impl AsyncRead + Unpin, shared: std::sync::Arc<Shared>) {
    let mut buffer = std::vec![0; 8 * 1024];
    while let Ok(read @ 1..) = stderr.read(&mut buffer).await {
        shared.stderr(|tail| tail.push(buffer.get(..read).unwrap_or(&[])));
    }
}

//! The end of a transport, for whatever still waits in it.

use std::prelude::v1::*;
use std::sync::Arc;

use tokio::sync::watch;

/// Cheap to clone; all clones are the same.
#[derive(Debug, Clone)]
pub(super) struct Closing(Arc<watch::Sender<bool>>);

impl Closing {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    pub(super) fn begin(&self) {
        self.0.send_replace(true);
    }

    pub(super) async fn begun(self) {
        // It has a sender: this one.
        let _ = self.0.subscribe().wait_for(|begun| *begun).await;
    }
}

//! What a connection and its transport both look at.

use std::prelude::v1::*;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;

use super::stderr::Tail;

/// How long the end of a process's standard error is waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Lines of standard output that were not messages.
    noise: AtomicU64,
    /// Counts the announcements that the list of tools changed.
    generation: AtomicU64,
    stderr: Mutex<Tail>,
    draining: Mutex<Option<JoinHandle<()>>>,
    end: Mutex<End>,
}

/// How a connection ended, as far as the transport saw it.
#[derive(Debug, Default, Clone)]
pub(super) struct End {
    pub(super) exit: Option<ExitStatus>,
    pub(super) closed: bool,
    pub(super) reason: Option<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn noise(&self) -> u64 {
        self.noise.load(Ordering::Relaxed)
    }

    pub(super) fn count_noise(&self) {
        self.noise.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub(super) fn tools_changed(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn stderr<R>(&self, with: impl FnOnce(&mut Tail) -> R) -> R {
        with(&mut lock(&self.stderr))
    }

    pub(super) fn set_draining(&self, task: JoinHandle<()>) {
        *lock(&self.draining) = Some(task);
    }

    pub(super) fn end(&self) -> End {
        lock(&self.end).clone()
    }

    pub(super) fn set_end(&self, with: impl FnOnce(&mut End)) {
        with(&mut lock(&self.end));
    }

    /// The last lines of standard error; waits a moment for the last of them
    /// when the process has ended.
    pub(super) async fn last_words(&self) -> Vec<String> {
        let ended = self.end().closed;
        let draining = ended.then(|| lock(&self.draining).take()).flatten();
        if let Some(task) = draining {
            let _ = tokio::time::timeout(LAST_WORDS, task).await;
        }
        self.stderr(|tail| tail.lines())
    }
}

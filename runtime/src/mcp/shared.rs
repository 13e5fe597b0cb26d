//! What a connection and its transport both look at.

use std::collections::HashMap;
use std::prelude::v1::*;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::ProgressToken;
use tokio::task::JoinHandle;

use super::config::Secrets;
use super::mark::Mark;
use super::notification::{NotificationKind, Outlet};
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
    closed: AtomicBool,
    end: Mutex<End>,
    /// Calls that wait for an answer.
    in_flight: AtomicUsize,
    /// Calls whose progress somebody wants to know, by what the server calls
    /// them.
    progress: Mutex<HashMap<ProgressToken, Arc<Mark>>>,
    wants_progress: bool,
    outlet: Option<Outlet>,
    /// What nothing that is told of the server may show.
    secrets: Secrets,
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
    /// `wants_progress` where progress has a use besides being told.
    pub(super) fn new(secrets: Secrets, outlet: Option<Outlet>, wants_progress: bool) -> Self {
        let wants_progress = wants_progress || outlet.is_some();
        Self { secrets, outlet, wants_progress, ..Self::default() }
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.secrets
    }

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
        self.say(|| NotificationKind::ToolsChanged);
    }

    /// Tells the listener, if there is one.
    pub(super) fn say(&self, notification: impl FnOnce() -> NotificationKind) {
        if let Some(outlet) = &self.outlet {
            outlet.say(notification());
        }
    }

    pub(super) fn wants_progress(&self) -> bool {
        self.wants_progress
    }

    pub(super) fn expect_progress(&self, token: ProgressToken, mark: Arc<Mark>) {
        lock(&self.progress).insert(token, mark);
    }

    /// The call that is under way by this token.
    pub(super) fn expected(&self, token: &ProgressToken) -> Option<Arc<Mark>> {
        lock(&self.progress).get(token).cloned()
    }

    pub(super) fn begin_call(&self) {
        self.in_flight.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn end_call(&self, mark: &Mark) {
        self.in_flight.fetch_sub(1, Ordering::AcqRel);
        if let Some(token) = mark.token() {
            lock(&self.progress).remove(token);
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.in_flight.load(Ordering::Acquire) == 0
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
        let mut end = lock(&self.end);
        with(&mut end);
        self.closed.store(end.closed, Ordering::Release);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The last lines of standard error; waits a moment for the last of them
    /// when the process has ended.
    pub(super) async fn last_words(&self) -> Vec<String> {
        let ended = self.end().closed;
        let draining = ended.then(|| lock(&self.draining).take()).flatten();
        if let Some(task) = draining {
            let _ = tokio::time::timeout(LAST_WORDS, task).await;
        }
        self.stderr(|tail| tail.lines(&self.secrets))
    }
}

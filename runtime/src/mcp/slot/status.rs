//! What is known of a server.

use std::prelude::v1::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::{BoxFuture, Shared};
use tokio::time;

use crate::backend::{Fresh, Live, ServerState};
use crate::mcp::{Connection, McpError, McpErrorKind};

/// The wait after a first failure to open or to list; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(super) struct Status {
    pub(super) connection: Option<Arc<Connection>>,
    /// The last listing of this connection.
    listed: Option<Listed>,
    /// What finds out more, while it is under way.
    pub(super) work: Option<Done>,
    failure: Option<McpError>,
    failures: u32,
    /// Before this nothing is opened or listed.
    not_before: Option<time::Instant>,
    pub(super) closed: bool,
}

/// A listing, and what tells whether it is still the latest.
#[derive(Clone)]
pub(in crate::mcp) struct Listed {
    pub(in crate::mcp) live: Live,
    pub(in crate::mcp) connection: Arc<Connection>,
    /// How many changes the connection had announced when the listing began.
    pub(in crate::mcp) changes: u64,
    pub(super) began: Instant,
    pub(super) at: time::Instant,
}

/// Work that is under way, for all who wait for it.
pub(super) type Done = Shared<BoxFuture<'static, Result<Listed, McpError>>>;

impl Listed {
    /// Whether nothing speaks against it: the one place that decides this.
    fn is_current(&self) -> bool {
        !self.connection.is_closed() && self.connection.generation() == self.changes
    }
}

impl Status {
    pub(super) fn current(&self) -> Option<&Listed> {
        self.listed.as_ref().filter(|listed| !self.closed && listed.is_current())
    }

    /// The latest listing, where it is recent enough. One that is older than
    /// `recheck` counts only for what was asked before it began.
    pub(super) fn recent(&self, fresh: Fresh, recheck: Option<Duration>) -> Option<Live> {
        let listed = self.current()?;
        let is_recent = listed.began >= asked(fresh)
            || matches!(fresh, Fresh::Latest { .. })
                && recheck.is_none_or(|age| listed.at.elapsed() < age);
        is_recent.then(|| listed.live.clone())
    }

    /// Not after the end, and not again at once after a failure.
    pub(super) fn may_try(&self, name: &str) -> Result<(), McpError> {
        if self.closed {
            return Err(McpError::of(name, McpErrorKind::Closed));
        }
        let wait = self.not_before.map(|at| at.saturating_duration_since(time::Instant::now()));
        match wait.filter(|wait| !wait.is_zero()) {
            Some(wait) => Err(McpError::of(name, McpErrorKind::Waiting { wait })),
            None => Ok(()),
        }
    }

    /// Takes a listing.
    pub(super) fn listed(&mut self, listed: Listed) {
        (self.failure, self.failures, self.not_before) = (None, 0, None);
        self.connection = Some(listed.connection.clone());
        self.listed = Some(listed);
    }

    /// A failure puts off the next try, and what was listed before counts no
    /// longer.
    pub(super) fn failed(&mut self, failure: McpError) {
        let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(7));
        self.not_before = Some(time::Instant::now() + wait.min(LONGEST_WAIT));
        self.failures = self.failures.saturating_add(1);
        self.failure = Some(failure);
        self.listed = None;
    }

    pub(super) fn state(&self) -> ServerState {
        match (&self.work, &self.failure) {
            _ if self.closed => ServerState::Refused("it has been closed".into()),
            (Some(_), _) => ServerState::Pending,
            (None, Some(failure)) => {
                ServerState::Failed(std::format!("it {}", failure.kind().told()))
            }
            _ if self.current().is_some() => ServerState::Ready,
            _ => ServerState::Idle,
        }
    }
}

pub(super) fn asked(fresh: Fresh) -> Instant {
    match fresh {
        Fresh::Latest { asked } | Fresh::Since(asked) => asked,
    }
}

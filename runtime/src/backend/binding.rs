//! Compares what one toolbox captured of a server with what the server lists.

use alloc::sync::Arc;
use core::fmt;
use core::time::Duration;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use alloc::string::String;
use serde_json::{Map, Value};

use crate::backend::{Admitted, Backend, Fresh, Live, ServerState};
use crate::catalog::{Drift, DriftPolicy, ServerRef, ToolRef};
use crate::error::{BackendError, BackendErrorKind, NOT_CAPTURED};
use crate::message::Outcome;

/// How often a call is compared anew before it gives up.
const ROUNDS: u32 = 16;

/// One captured server with the connection that its calls use.
///
/// Each toolbox makes its own bindings, with its own policy. A binding compares the
/// server's listings itself and calls only what it has compared, so bindings of the same
/// server are independent. It leaves nothing behind in the backend when it is dropped.
///
/// ```no_run
/// # async fn example(catalog: toolcrib::Catalog<'static>, servers: impl toolcrib::call::Backend + 'static)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use std::sync::Arc;
/// use toolcrib::call::Binding;
/// use toolcrib::catalog::DriftPolicy;
///
/// let github = catalog.server("github").ok_or("not captured")?;
/// let github = Binding::new(Arc::new(servers), github, DriftPolicy::QuarantineServer)?;
/// let outcome = github.call("list_issues", serde_json::Map::new()).await?;
/// # Ok(())
/// # }
/// ```
pub struct Binding {
    backend: Arc<dyn Backend>,
    captured: ServerRef<'static>,
    policy: DriftPolicy,
    compared: Mutex<Option<Compared>>,
}

/// What came of the last comparison.
struct Compared {
    generation: u64,
    drift: Option<Arc<Drift>>,
}

impl Binding {
    /// Binds a captured server to its connection. A server that has not been listed yet
    /// is listed and compared by the first call.
    ///
    /// # Errors
    /// There is no such server, or its latest listing differs and the policy refuses it.
    pub fn new(
        backend: Arc<dyn Backend>,
        server: ServerRef<'static>,
        policy: DriftPolicy,
    ) -> Result<Self, BackendError> {
        let binding = Self::unseen(backend, server, policy);
        binding.look().map(|()| binding)
    }

    /// The same, without a look at the latest listing.
    pub(crate) fn unseen(
        backend: Arc<dyn Backend>,
        captured: ServerRef<'static>,
        policy: DriftPolicy,
    ) -> Self {
        Self { backend, captured, policy, compared: Mutex::new(None) }
    }

    /// Compares with the latest listing, where that is known without waiting.
    pub(crate) fn look(&self) -> Result<(), BackendError> {
        match self.shown(self.backend.latest(self.server_name()))? {
            None => Ok(()),
            Some(live) => self.compare(&live, None).map_err(|drift| self.refuse(None, &drift)),
        }
    }

    /// The captured server.
    #[must_use]
    pub fn captured(&self) -> ServerRef<'static> {
        self.captured
    }

    /// The policy for differences.
    #[must_use]
    pub fn policy(&self) -> DriftPolicy {
        self.policy
    }

    fn server_name(&self) -> &'static str {
        self.captured.name()
    }

    /// Calls a captured tool by the server's own name for it. Connects, lists and
    /// compares the server first if necessary.
    ///
    /// # Errors
    /// The tool was not captured, or the server cannot be reached or no longer lists what
    /// was captured ([`is_unsent`](BackendError::is_unsent)); or the call was sent and
    /// has no result.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, BackendError> {
        self.call_as("", tool, arguments).await
    }

    /// Like [`call`](Self::call), with an id that the call's notifications carry.
    ///
    /// # Errors
    /// See [`call`](Self::call).
    pub async fn call_as(
        &self,
        id: &str,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, BackendError> {
        match self.captured.tool(tool) {
            Some(tool) => self.run(id, tool, arguments).await,
            None => self.shown(Err(BackendError::unknown_tool(self.server_name(), tool))),
        }
    }

    /// In errors for a model, the server has the name that the model sees.
    fn shown<T>(&self, answer: Result<T, BackendError>) -> Result<T, BackendError> {
        answer.map_err(|error| error.seen_as(self.captured.visible_name()))
    }

    /// `tool` is one of those captured.
    pub(crate) async fn run(
        &self,
        id: &str,
        tool: ToolRef<'static>,
        arguments: Map<String, Value>,
    ) -> Result<Outcome, BackendError> {
        let asked = Instant::now();
        let names = (self.server_name(), tool.raw_name(), id);
        for _ in 0..ROUNDS {
            let live = self.admit(Some(tool), asked).await?;
            let call = Admitted::new(names, live, arguments.clone());
            match self.backend.call(call).await {
                Err(error) if error.kind() == BackendErrorKind::Stale => {}
                answer => return self.shown(answer),
            }
        }
        self.shown(Err(BackendError::restless(self.server_name())))
    }

    /// Connects, lists and compares the server, so that the first call need not.
    ///
    /// # Errors
    /// The error that a call would have.
    pub async fn warm_up(&self) -> Result<(), BackendError> {
        self.admit(None, Instant::now()).await.map(|_| ())
    }

    /// A listing by which the tool, or the server as a whole, is what was
    /// captured. One that differs is not the last word: a server may say the old
    /// thing again without announcing it.
    async fn admit(
        &self,
        tool: Option<ToolRef<'static>>,
        asked: Instant,
    ) -> Result<Live, BackendError> {
        let server = self.server_name();
        let live = self.shown(self.backend.listing(server, Fresh::Latest { asked }).await)?;
        if self.compare(&live, tool).is_ok() {
            return Ok(live);
        }
        let live = self.shown(self.backend.listing(server, Fresh::Since(asked)).await)?;
        self.compare(&live, tool).map(|()| live).map_err(|drift| self.refuse(tool, &drift))
    }

    /// What of a listing speaks against the tool, or against the server as a
    /// whole. A listing is compared once.
    fn compare(&self, live: &Live, tool: Option<ToolRef<'static>>) -> Result<(), Arc<Drift>> {
        let Some(drift) = self.drift_of(live) else { return Ok(()) };
        match (self.policy, tool) {
            (DriftPolicy::QuarantineTool, None) => Ok(()),
            (DriftPolicy::QuarantineTool, Some(tool)) => {
                drift.against(tool).map_or(Ok(()), |drift| Err(Arc::new(drift)))
            }
            (DriftPolicy::RefuseAll | DriftPolicy::QuarantineServer, _) => Err(drift),
        }
    }

    fn drift_of(&self, live: &Live) -> Option<Arc<Drift>> {
        // Nothing under the lock panics.
        let mut compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        match &*compared {
            Some(known) if known.generation == live.generation() => known.drift.clone(),
            _ => {
                let drift = self.captured.verify(live.manifest()).err().map(Arc::new);
                let generation = live.generation();
                *compared = Some(Compared { generation, drift: drift.clone() });
                drift
            }
        }
    }

    /// What is refused is the tool or the server, by the policy.
    fn refuse(&self, tool: Option<ToolRef<'static>>, drift: &Arc<Drift>) -> BackendError {
        let tool = tool.filter(|_| self.policy == DriftPolicy::QuarantineTool);
        BackendError::drift(self.server_name(), tool.map(ToolRef::raw_name), drift)
            .seen_as(self.captured.visible_name())
    }

    /// The current status of the server with regard to this capture. Does not wait.
    #[must_use]
    pub fn state(&self) -> ServerState {
        match self.backend.state(self.server_name()) {
            ServerState::Ready => match self.look() {
                Ok(()) => ServerState::Ready,
                Err(_) => ServerState::Refused(String::from(NOT_CAPTURED)),
            },
            other => other,
        }
    }

    /// The connection's own time limit for a call.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.backend.time_limit(self.server_name())
    }
}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binding")
            .field("server", &self.server_name())
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

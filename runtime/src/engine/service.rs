//! A loaded tool as a `tower` service.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::prelude::v1::*;
use std::task::{Context, Poll};

use tower::ServiceExt as _;
use tower::util::{BoxCloneSyncService, Oneshot};
use tower_service::Service;

use crate::error::CallError;
use crate::message::{Outcome, ToolCall};

/// A loaded tool: a [`tower_service::Service`] from a [`ToolCall`] to an [`Outcome`],
/// which any `tower::Layer` can wrap.
///
/// Only the traits of `tower-service` and `tower-layer` are part of the public interface,
/// so it does not depend on the version of `tower`. A call costs one allocation for the
/// clone and one for the future.
///
/// ```
/// use toolcrib::call::{CallError, Outcome, ToolCall, ToolService};
///
/// let shout = ToolService::from_fn(|call: ToolCall| async move {
///     Ok::<_, CallError>(Outcome::text(call.arguments.to_string().to_uppercase()))
/// });
/// # pollster::block_on(async {
/// let call = ToolCall::new("1", "shout", serde_json::json!({"text": "hey"}));
/// assert_eq!(shout.run(call).await?.to_text(), r#"{"TEXT":"HEY"}"#);
/// # Ok::<(), CallError>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct ToolService {
    inner: BoxCloneSyncService<ToolCall, Outcome, CallError>,
}

impl ToolService {
    /// Wraps a service. A boxed error that contains a [`CallError`] is unwrapped.
    pub fn new<S>(service: S) -> Self
    where
        S: Service<ToolCall, Response = Outcome> + Clone + Send + Sync + 'static,
        S::Error: Into<CallError>,
        S::Future: Send + 'static,
    {
        Self { inner: BoxCloneSyncService::new(service.map_err(Into::into)) }
    }

    /// Wraps a function.
    pub fn from_fn<F, R, E>(run: F) -> Self
    where
        F: Fn(ToolCall) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<Outcome, E>> + Send + 'static,
        E: Into<CallError> + 'static,
    {
        Self::new(tower::service_fn(run))
    }

    /// Waits until the service is ready, and calls it.
    ///
    /// # Errors
    /// Those of the tool and its layers.
    pub async fn run(&self, call: ToolCall) -> Result<Outcome, CallError> {
        self.start(call).await
    }

    pub(crate) fn start(
        &self,
        call: ToolCall,
    ) -> Oneshot<BoxCloneSyncService<ToolCall, Outcome, CallError>, ToolCall> {
        self.inner.clone().oneshot(call)
    }
}

impl Service<ToolCall> for ToolService {
    type Response = Outcome;
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<Outcome, CallError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, call: ToolCall) -> Self::Future {
        self.inner.call(call)
    }
}

impl fmt::Debug for ToolService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolService").finish_non_exhaustive()
    }
}

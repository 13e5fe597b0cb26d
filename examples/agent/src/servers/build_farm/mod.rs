//! A build farm: pipelines, builds and their logs, artifacts, build agents, flaky tests.

mod agents;
mod artifacts;
mod builds;
mod flaky;
mod pipelines;
mod seed;
mod state;

use std::sync::{Mutex, MutexGuard};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, tool_handler};

use state::State;

pub(super) struct BuildFarm {
    state: Mutex<State>,
    router: ToolRouter<Self>,
}

impl BuildFarm {
    pub(super) fn new() -> Self {
        let router =
            Self::pipelines() + Self::builds() + Self::artifacts() + Self::agents() + Self::flaky();
        Self { state: Mutex::new(seed::state()), router }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        super::lock(&self.state)
    }
}

#[tool_handler(
    router = self.router,
    name = "build-farm",
    version = "1.12.3",
    instructions = "Builds, tests and publishes Aurora. Builds have numbers, artifacts have ids like A-5102; \
        what publish_artifact publishes, customers can download at once."
)]
impl ServerHandler for BuildFarm {}

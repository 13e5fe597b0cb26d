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

#[cfg(test)]
mod tests {
    use rmcp::handler::server::wrapper::Parameters;
    use serde_json::{Value, from_value, json};

    use super::*;

    /// A build that is rerun where the disk is full is cut off again, and what
    /// is cut off is not published.
    #[tokio::test]
    async fn a_full_disk_is_no_better_the_second_time() {
        let farm = BuildFarm::new();
        let rerun = farm.rerun_build(Parameters(from_value(json!({"build": 8841})).unwrap())).await;
        let answer = rerun.unwrap().structured_content.unwrap();
        let at = |pointer: &str| answer.pointer(pointer).cloned().unwrap_or(Value::Null);
        assert_eq!(at("/build/agent"), "mac-03");
        assert_eq!(at("/build/outcome"), "passed_with_warnings");
        let id = at("/artifacts/0/id");
        let error =
            farm.publish_artifact(Parameters(from_value(json!({"artifact_id": id})).unwrap()));
        assert!(error.unwrap_err().contains("is not whole"));
    }

    #[tokio::test]
    async fn a_quarantined_agent_builds_nothing() {
        let farm = BuildFarm::new();
        for agent in ["mac-03", "mac-04"] {
            let arguments = json!({"agent": agent, "reason": "test"});
            farm.quarantine_agent(Parameters(from_value(arguments).unwrap())).unwrap();
        }
        let rerun = farm.rerun_build(Parameters(from_value(json!({"build": 8841})).unwrap())).await;
        assert_eq!(rerun.unwrap_err(), "no agent with label `macos` is free");
    }
}

//! Pipelines and the queue.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json};
use super::BuildFarm;

#[derive(Deserialize, JsonSchema)]
pub(super) struct PausePipeline {
    /// The pipeline, as list_pipelines names it.
    pipeline: String,
    /// True to stop new builds, false to let them start again.
    paused: bool,
}

#[tool_router(router = pipelines, vis = "pub(super)")]
impl BuildFarm {
    /// Lists the pipelines with their branch, their steps and what kind of agent they need.
    #[tool(annotations(title = "List pipelines", read_only_hint = true, open_world_hint = false))]
    fn list_pipelines(&self) -> Reply {
        json(json!({"pipelines": self.state().pipelines}))
    }

    /// Pauses a pipeline, so that no new build of it starts, or lets it go on.
    #[tool(annotations(
        title = "Pause a pipeline",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn pause_pipeline(&self, Parameters(args): Parameters<PausePipeline>) -> Reply {
        let mut state = self.state();
        state.pipeline(&args.pipeline)?;
        let found = state.pipelines.iter_mut().find(|pipeline| pipeline.name == args.pipeline);
        if let Some(pipeline) = found {
            pipeline.paused = args.paused;
        }
        json(state.pipeline(&args.pipeline)?)
    }

    /// Says how many builds are running and which agents are free, by label.
    #[tool(annotations(title = "Queue status", read_only_hint = true, open_world_hint = false))]
    fn queue_status(&self) -> Reply {
        let state = self.state();
        let running = state.agents.iter().filter(|agent| agent.busy_with.is_some()).count();
        let free = state
            .agents
            .iter()
            .filter(|agent| agent.busy_with.is_none() && agent.quarantined.is_none());
        let free: Vec<_> =
            free.map(|agent| json!({"agent": agent.name, "label": agent.label})).collect();
        json(json!({"running": running, "free": free}))
    }
}

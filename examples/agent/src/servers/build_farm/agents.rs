//! The machines that build.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json};
use super::BuildFarm;

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListAgents {
    /// Only agents with this label: "linux", "macos" or "windows".
    label: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct AgentName {
    /// The agent, for example "mac-03".
    agent: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct QuarantineAgent {
    /// The agent, for example "mac-03".
    agent: String,
    /// Why, for whoever looks after the machine.
    reason: String,
}

#[tool_router(router = agents, vis = "pub(super)")]
impl BuildFarm {
    /// Lists build agents (the machines) with label, free disk space, current build and quarantine.
    #[tool(annotations(
        title = "List build agents",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn list_agents(&self, Parameters(args): Parameters<ListAgents>) -> Reply {
        let state = self.state();
        let fits = |label: &str| args.label.as_deref().is_none_or(|wanted| wanted == label);
        let agents: Vec<_> = state.agents.iter().filter(|agent| fits(agent.label)).collect();
        json(json!({"agents": agents}))
    }

    /// Takes a build agent out of service, so that no further build runs on that machine.
    #[tool(annotations(
        title = "Quarantine an agent",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    pub(super) fn quarantine_agent(&self, Parameters(args): Parameters<QuarantineAgent>) -> Reply {
        let mut state = self.state();
        let agent = state.agent_mut(&args.agent)?;
        agent.quarantined = Some(args.reason);
        json(agent)
    }

    /// Puts a quarantined build agent back into service.
    #[tool(annotations(
        title = "Release an agent",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn release_agent(&self, Parameters(args): Parameters<AgentName>) -> Reply {
        let mut state = self.state();
        let agent = state.agent_mut(&args.agent)?;
        agent.quarantined = None;
        json(agent)
    }

    /// Frees disk space on a build agent by deleting its caches and old working copies. The next build there is slow.
    #[tool(annotations(
        title = "Clean an agent's disk",
        read_only_hint = false,
        destructive_hint = true,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn clean_agent_disk(&self, Parameters(args): Parameters<AgentName>) -> Reply {
        let mut state = self.state();
        let agent = state.agent_mut(&args.agent)?;
        agent.free_mb = agent.free_mb.max(64_000);
        json(agent)
    }
}

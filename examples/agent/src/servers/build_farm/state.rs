//! What the farm knows, and how a build goes.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::super::no_such;

pub(super) struct State {
    pub(super) pipelines: Vec<Pipeline>,
    pub(super) builds: Vec<Build>,
    pub(super) artifacts: Vec<Artifact>,
    pub(super) agents: Vec<Agent>,
    pub(super) tests: Vec<Test>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Running,
    Passed,
    PassedWithWarnings,
    Failed,
    Cancelled,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Pipeline {
    pub(super) name: &'static str,
    pub(super) branch: &'static str,
    /// The label that an agent needs to run it.
    pub(super) needs: &'static str,
    pub(super) steps: &'static [&'static str],
    pub(super) paused: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Build {
    pub(super) number: u32,
    pub(super) pipeline: &'static str,
    pub(super) version: &'static str,
    pub(super) outcome: Outcome,
    pub(super) agent: String,
    pub(super) started: &'static str,
    pub(super) minutes: u32,
    pub(super) reruns: Option<u32>,
    #[serde(skip)]
    pub(super) log: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Artifact {
    pub(super) id: String,
    pub(super) file: String,
    pub(super) build: u32,
    pub(super) bytes: u64,
    /// What the packaging step wrote into its manifest.
    pub(super) expected_bytes: u64,
    pub(super) published: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Agent {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) free_mb: u64,
    pub(super) busy_with: Option<u32>,
    pub(super) quarantined: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Test {
    pub(super) name: &'static str,
    pub(super) suite: &'static str,
    pub(super) failures: u32,
    pub(super) runs: u32,
    pub(super) last_failure: &'static str,
    pub(super) muted: bool,
}

impl State {
    pub(super) fn pipeline(&self, name: &str) -> Result<&Pipeline, String> {
        let found = self.pipelines.iter().find(|pipeline| pipeline.name == name);
        found.ok_or_else(|| no_such("pipeline", name, "see list_pipelines"))
    }

    pub(super) fn build(&self, number: u32) -> Result<&Build, String> {
        let found = self.builds.iter().find(|build| build.number == number);
        found.ok_or_else(|| no_such("build", number, "find its number with list_builds"))
    }

    pub(super) fn artifact(&self, id: &str) -> Result<&Artifact, String> {
        let found = self.artifacts.iter().find(|artifact| artifact.id.eq_ignore_ascii_case(id));
        found.ok_or_else(|| no_such("artifact", id, "find its id with find_artifacts"))
    }

    pub(super) fn agent_mut(&mut self, name: &str) -> Result<&mut Agent, String> {
        let found = self.agents.iter_mut().find(|agent| agent.name == name);
        found.ok_or_else(|| no_such("build agent", name, "see list_agents"))
    }

    /// The first agent that can run this pipeline now and is not left out.
    pub(super) fn free_agent(&self, pipeline: &Pipeline, left_out: &[String]) -> Option<&Agent> {
        let free = |agent: &&Agent| agent.busy_with.is_none() && agent.quarantined.is_none();
        let fits = |agent: &&Agent| {
            agent.label == pipeline.needs && !left_out.iter().any(|name| name == agent.name)
        };
        self.agents.iter().filter(free).find(fits)
    }
}

impl Artifact {
    pub(super) fn is_whole(&self) -> bool {
        self.bytes == self.expected_bytes
    }

    /// Where customers find it.
    pub(super) fn url(&self) -> String {
        format!("https://downloads.aurora.example/{}?build={}", self.file, self.build)
    }
}

impl Agent {
    /// How many of these bytes fit on the disk.
    pub(super) fn room_for(&self, bytes: u64) -> u64 {
        bytes.min(self.free_mb * 1024 * 1024)
    }
}

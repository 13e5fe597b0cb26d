//! Builds and their logs.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json, matches};
use super::BuildFarm;
use super::state::{Agent, Artifact, Build, Outcome, State};

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListBuilds {
    /// Only builds of this pipeline.
    pipeline: Option<String>,
    /// Only builds of this version, for example "4.2.1".
    version: Option<String>,
    /// Only builds that ended like this.
    outcome: Option<Outcome>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct BuildNumber {
    /// The number of the build.
    build: u32,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct ReadLog {
    /// The number of the build.
    build: u32,
    /// Only lines of this step, for example "store".
    step: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchLogs {
    /// Words that all have to stand in one line, for example "no space left".
    query: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct RerunBuild {
    /// The number of the build to run again, from the same commit.
    build: u32,
    /// Names of agents that must not run it.
    #[serde(default)]
    exclude_agents: Vec<String>,
}

#[tool_router(router = builds, vis = "pub(super)")]
impl BuildFarm {
    /// Lists builds, newest first, by pipeline, version or outcome.
    #[tool(annotations(title = "List builds", read_only_hint = true, open_world_hint = false))]
    fn list_builds(&self, Parameters(args): Parameters<ListBuilds>) -> Reply {
        let state = self.state();
        let fits = |build: &&Build| {
            args.pipeline.as_deref().is_none_or(|name| name == build.pipeline)
                && args.version.as_deref().is_none_or(|version| version == build.version)
                && args.outcome.is_none_or(|outcome| outcome == build.outcome)
        };
        let mut found: Vec<_> = state.builds.iter().filter(fits).collect();
        found.sort_by_key(|build| std::cmp::Reverse(build.number));
        json(json!({"builds": found}))
    }

    /// Shows one build: pipeline, version, outcome, the agent it ran on and how long it took.
    #[tool(annotations(title = "Get a build", read_only_hint = true, open_world_hint = false))]
    fn get_build(&self, Parameters(args): Parameters<BuildNumber>) -> Reply {
        json(self.state().build(args.build)?)
    }

    /// Reads the log of a build, whole or one step of it.
    #[tool(annotations(
        title = "Read a build log",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn read_build_log(&self, Parameters(args): Parameters<ReadLog>) -> Reply {
        let state = self.state();
        let build = state.build(args.build)?;
        let of_step = |line: &&String| {
            args.step.as_deref().is_none_or(|step| line.starts_with(&format!("[{step}]")))
        };
        let lines: Vec<_> = build.log.iter().filter(of_step).collect();
        json(
            json!({"build": build.number, "agent": build.agent, "outcome": build.outcome, "lines": lines}),
        )
    }

    /// Searches the logs of all builds for a message, to see where else an error occurred.
    #[tool(annotations(
        title = "Search build logs",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn search_build_logs(&self, Parameters(args): Parameters<SearchLogs>) -> Reply {
        let state = self.state();
        let mut hits = Vec::new();
        for build in &state.builds {
            let lines = build.log.iter().filter(|line| matches(&args.query, &[line]));
            hits.extend(
                lines
                    .map(|line| json!({"build": build.number, "agent": build.agent, "line": line})),
            );
        }
        json(json!({"hits": hits}))
    }

    /// Runs a build again from the same commit, on an agent that is free, and waits for it.
    #[tool(annotations(
        title = "Rerun a build",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = false,
        open_world_hint = false
    ))]
    pub(super) async fn rerun_build(&self, Parameters(args): Parameters<RerunBuild>) -> Reply {
        // Real builds take longer; the pause is there so that a caller has to wait.
        tokio::time::sleep(std::time::Duration::from_millis(120)).await;
        self.state().rerun(&args)
    }

    /// Cancels a running build. Its artifacts are thrown away.
    #[tool(annotations(
        title = "Cancel a build",
        read_only_hint = false,
        destructive_hint = true,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn cancel_build(&self, Parameters(args): Parameters<BuildNumber>) -> Reply {
        let mut state = self.state();
        if state.build(args.build)?.outcome != Outcome::Running {
            return Err(format!("build {} is not running", args.build));
        }
        for build in state.builds.iter_mut().filter(|build| build.number == args.build) {
            build.outcome = Outcome::Cancelled;
        }
        json(state.build(args.build)?)
    }
}

impl State {
    fn rerun(&mut self, args: &RerunBuild) -> Reply {
        let old = self.build(args.build)?;
        let agent = self.agent_for(old, &args.exclude_agents)?;
        let number = self.builds.iter().map(|build| build.number).max().unwrap_or(0) + 1;
        let made = self.made_again(old, number, agent);
        let build = old.again(number, agent, &made);
        let answer = json!({"build": build, "artifacts": made});
        self.builds.push(build);
        self.artifacts.extend(made);
        json(answer)
    }

    fn agent_for(&self, build: &Build, left_out: &[String]) -> Result<&Agent, String> {
        let pipeline = self.pipeline(build.pipeline)?;
        if pipeline.paused {
            return Err(format!("pipeline `{}` is paused: see pause_pipeline", pipeline.name));
        }
        let agent = self.free_agent(pipeline, left_out);
        agent.ok_or_else(|| format!("no agent with label `{}` is free", pipeline.needs))
    }

    /// The artifacts of a build, as far as the agent has room for them.
    fn made_again(&self, old: &Build, number: u32, agent: &Agent) -> Vec<Artifact> {
        let before = self.artifacts.iter().filter(|artifact| artifact.build == old.number);
        let numbered = before.zip(FIRST_NEW_ID + self.artifacts.len()..);
        numbered.map(|(artifact, id)| artifact.again(format!("A-{id}"), number, agent)).collect()
    }
}

/// Artifacts that are made while the server runs are numbered from here.
const FIRST_NEW_ID: usize = 5_119;

impl Artifact {
    fn again(&self, id: String, build: u32, agent: &Agent) -> Self {
        let bytes = agent.room_for(self.expected_bytes);
        Self { id, build, bytes, published: false, ..self.clone() }
    }
}

impl Build {
    fn again(&self, number: u32, agent: &Agent, made: &[Artifact]) -> Self {
        let whole = made.iter().all(Artifact::is_whole);
        let line = |artifact: &Artifact| {
            let Artifact { bytes, expected_bytes, file, .. } = artifact;
            format!("[store] wrote {bytes} of {expected_bytes} bytes of {file}")
        };
        Self {
            number,
            outcome: if whole { Outcome::Passed } else { Outcome::PassedWithWarnings },
            agent: agent.name.into(),
            started: "2026-03-06T11:30:00Z",
            reruns: Some(self.number),
            log: made.iter().map(line).collect(),
            ..self.clone()
        }
    }
}

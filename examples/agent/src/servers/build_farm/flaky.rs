//! Tests that fail now and then.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json, no_such};
use super::BuildFarm;
use super::state::Test;

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListFlaky {
    /// Only tests that failed in at least this share of runs, 0 to 1; 0.02 when left out.
    min_rate: Option<f64>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct MuteTest {
    /// Full name of the test, for example "tiles::cache::evicts_oldest".
    test: String,
    /// False to let it fail builds again.
    muted: bool,
}

#[tool_router(router = flaky, vis = "pub(super)")]
impl BuildFarm {
    /// Lists flaky tests: those that fail and pass without a change of code, worst first.
    #[tool(annotations(
        title = "List flaky tests",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn list_flaky_tests(&self, Parameters(args): Parameters<ListFlaky>) -> Reply {
        let state = self.state();
        let rate = |test: &Test| f64::from(test.failures) / f64::from(test.runs.max(1));
        let least = args.min_rate.unwrap_or(0.02);
        let mut flaky: Vec<_> = state.tests.iter().filter(|test| rate(test) >= least).collect();
        flaky.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        json(json!({"tests": flaky}))
    }

    /// Mutes a flaky test, so that its failures no longer fail a build, or unmutes it.
    #[tool(annotations(
        title = "Mute a test",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn mute_test(&self, Parameters(args): Parameters<MuteTest>) -> Reply {
        let mut state = self.state();
        let found = state.tests.iter_mut().find(|test| test.name == args.test);
        let test = found.ok_or_else(|| no_such("test", &args.test, "see list_flaky_tests"))?;
        test.muted = args.muted;
        json(test)
    }
}

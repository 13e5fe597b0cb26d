//! The farm as it is when the server starts.

use super::state::{Agent, Artifact, Build, Outcome, Pipeline, State, Test};

/// The size of a whole macOS image of 4.2.1.
const IMAGE: u64 = 187_412_480;

pub(super) fn state() -> State {
    State {
        pipelines: pipelines(),
        builds: builds(),
        artifacts: artifacts(),
        agents: agents(),
        tests: tests(),
    }
}

fn pipelines() -> Vec<Pipeline> {
    let pipeline =
        |name, branch, needs, steps| Pipeline { name, branch, needs, steps, paused: false };
    vec![
        pipeline(
            "release-macos",
            "release/4.2",
            "macos",
            &["compile", "test", "package", "notarize", "store"],
        ),
        pipeline(
            "release-windows",
            "release/4.2",
            "windows",
            &["compile", "test", "package", "sign", "store"],
        ),
        pipeline("nightly", "main", "linux", &["compile", "test", "benchmark"]),
        pipeline("docs", "main", "linux", &["compile", "check-links", "store"]),
    ]
}

fn builds() -> Vec<Build> {
    let build =
        |number, pipeline, version, outcome, agent: &str, started, minutes, log: &[&str]| Build {
            number,
            pipeline,
            version,
            outcome,
            agent: agent.into(),
            started,
            minutes,
            reruns: None,
            log: log.iter().map(|&line| line.into()).collect(),
        };
    vec![
        build(
            8837,
            "release-windows",
            "4.2.1",
            Outcome::Passed,
            "win-01",
            "2026-03-05T19:02:00Z",
            31,
            &[
                "[compile] 1,204 crates in 14m 02s",
                "[test] 3,318 passed",
                "[store] wrote 171966464 of 171966464 bytes of aurora-4.2.1-windows.msi",
            ],
        ),
        build(
            8841,
            "release-macos",
            "4.2.1",
            Outcome::PassedWithWarnings,
            "mac-03",
            "2026-03-05T19:40:00Z",
            38,
            &[
                "[compile] 1,198 crates in 16m 40s",
                "[test] 3,301 passed, 2 retried",
                "[package] aurora-4.2.1-macos.dmg: 187412480 bytes",
                "[notarize] accepted",
                "[store] warning: /Volumes/artifacts: No space left on device (os error 28)",
                "[store] wrote 42991616 of 187412480 bytes of aurora-4.2.1-macos.dmg",
                "[store] exit status 1 ignored: continue_on_error is set for this step",
            ],
        ),
        build(
            8846,
            "nightly",
            "main",
            Outcome::Failed,
            "lin-02",
            "2026-03-06T01:00:00Z",
            22,
            &[
                "[compile] 1,204 crates in 11m 10s",
                "[test] tiles::cache::evicts_oldest: assertion failed: left == right",
                "[test] 3,317 passed, 1 failed",
            ],
        ),
    ]
}

fn artifacts() -> Vec<Artifact> {
    vec![
        Artifact {
            id: "A-5098".into(),
            file: "aurora-4.2.1-windows.msi".into(),
            build: 8837,
            bytes: 171_966_464,
            expected_bytes: 171_966_464,
            published: true,
        },
        Artifact {
            id: "A-5102".into(),
            file: "aurora-4.2.1-macos.dmg".into(),
            build: 8841,
            bytes: 42_991_616,
            expected_bytes: IMAGE,
            published: true,
        },
    ]
}

fn agents() -> Vec<Agent> {
    let agent =
        |name, label, free_mb| Agent { name, label, free_mb, busy_with: None, quarantined: None };
    vec![
        agent("lin-01", "linux", 212_000),
        agent("lin-02", "linux", 187_500),
        agent("mac-03", "macos", 41),
        agent("mac-04", "macos", 96_300),
        agent("win-01", "windows", 154_000),
    ]
}

fn tests() -> Vec<Test> {
    let test = |name, suite, failures, runs, last_failure| Test {
        name,
        suite,
        failures,
        runs,
        last_failure,
        muted: false,
    };
    vec![
        test("tiles::cache::evicts_oldest", "tiles", 9, 120, "2026-03-06"),
        test("sync::resumes_after_sleep", "sync", 4, 118, "2026-03-05"),
        test("export::pdf::embeds_fonts", "export", 1, 121, "2026-02-27"),
    ]
}

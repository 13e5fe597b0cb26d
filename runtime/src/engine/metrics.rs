//! Counters and histograms of calls, through the `metrics` crate.
//!
//! | name | kind | unit | labels |
//! |---|---|---|---|
//! | `toolcrib_calls_total` | counter | calls that ended | `tool`, `server`, `outcome` |
//! | `toolcrib_calls_refused_total` | counter | calls that did not go | `tool`, `server`, `reason` |
//! | `toolcrib_call_seconds` | histogram | seconds | `tool`, `server`, `outcome` |
//! | `toolcrib_calls_running` | gauge | calls | `tool`, `server` |
//! | `toolcrib_call_bytes_in` | histogram | bytes of arguments | `tool`, `server` |
//! | `toolcrib_call_bytes_out` | histogram | bytes of results | `tool`, `server` |
//! | `toolcrib_call_retries_total` | counter | retries | `tool`, `server` |
//! | `toolcrib_call_cut_off_total` | counter | results that were cut off | `tool`, `server` |
//! | `toolcrib_searches_total` | counter | searches answered | |
//! | `toolcrib_search_seconds` | histogram | seconds | |
//! | `toolcrib_tool_loads_total` | counter | tools loaded | `tool`, `server` |
//! | `toolcrib_tool_evictions_total` | counter | tools that made room | `tool`, `server` |
//! | `toolcrib_breaker_state` | gauge | 0 closed, 1 half open, 2 open | `server` |
//! | `toolcrib_breaker_changes_total` | counter | changes | `server` |
//!
//! `outcome` is a word of [`Status`](super::Status), `reason` one of
//! [`Reason`](super::Reason); `server` is `native` for native tools. Units and
//! descriptions are registered when a toolbox is built, so install your recorder before
//! that.

use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};

use super::breaker::BreakerState;
use super::events::EventKind;

/// Tells the recorder what there is.
pub(super) fn describe() {
    describe_counter!("toolcrib_calls_total", Unit::Count, "calls of tools that ended");
    describe_counter!("toolcrib_calls_refused_total", Unit::Count, "refused calls");
    describe_histogram!("toolcrib_call_seconds", Unit::Seconds, "how long a call took");
    describe_gauge!("toolcrib_calls_running", Unit::Count, "calls under way");
    describe_histogram!("toolcrib_call_bytes_in", Unit::Bytes, "arguments of a call");
    describe_histogram!("toolcrib_call_bytes_out", Unit::Bytes, "result of a call");
    describe_counter!("toolcrib_call_retries_total", Unit::Count, "retried calls");
    describe_counter!("toolcrib_call_cut_off_total", Unit::Count, "results that were cut");
    describe_counter!("toolcrib_searches_total", Unit::Count, "searches answered");
    describe_histogram!("toolcrib_search_seconds", Unit::Seconds, "how long a search took");
    describe_counter!("toolcrib_tool_loads_total", Unit::Count, "tools loaded");
    describe_counter!("toolcrib_tool_evictions_total", Unit::Count, "evicted tools");
    describe_gauge!("toolcrib_breaker_state", Unit::Count, "0 closed, 1 half open, 2 open");
    describe_counter!("toolcrib_breaker_changes_total", Unit::Count, "changes of a breaker");
}

/// Counts what happened.
pub(super) fn count(tool: Option<&'static str>, server: Option<&'static str>, kind: &EventKind) {
    let labels = [("tool", tool.unwrap_or("")), ("server", server.unwrap_or("native"))];
    match kind {
        EventKind::Started { bytes_in } => {
            gauge!("toolcrib_calls_running", &labels).increment(1);
            histogram!("toolcrib_call_bytes_in", &labels).record(*bytes_in as f64);
        }
        EventKind::Finished { status, took, bytes_out } => {
            let [tool, server] = labels;
            let all = [tool, server, ("outcome", status.as_str())];
            gauge!("toolcrib_calls_running", &labels).decrement(1);
            counter!("toolcrib_calls_total", &all).increment(1);
            histogram!("toolcrib_call_seconds", &all).record(*took);
            histogram!("toolcrib_call_bytes_out", &labels).record(*bytes_out as f64);
        }
        EventKind::Refused { reason } => {
            let [tool, server] = labels;
            let all = [tool, server, ("reason", reason.as_str())];
            counter!("toolcrib_calls_refused_total", &all).increment(1);
        }
        EventKind::Retried { .. } => counter!("toolcrib_call_retries_total", &labels).increment(1),
        EventKind::CutOff { .. } => counter!("toolcrib_call_cut_off_total", &labels).increment(1),
        EventKind::Searched { took, .. } => {
            counter!("toolcrib_searches_total").increment(1);
            histogram!("toolcrib_search_seconds").record(*took);
        }
        EventKind::Loaded { .. } => counter!("toolcrib_tool_loads_total", &labels).increment(1),
        EventKind::Unchecked { .. } => {}
        EventKind::Evicted => counter!("toolcrib_tool_evictions_total", &labels).increment(1),
        EventKind::Breaker { state } => breaker(server.unwrap_or_default(), *state),
    }
}

fn breaker(server: &'static str, state: BreakerState) {
    let state = match state {
        BreakerState::Closed => 0,
        BreakerState::HalfOpen => 1,
        BreakerState::Open { .. } => 2,
    };
    gauge!("toolcrib_breaker_state", "server" => server).set(state);
    counter!("toolcrib_breaker_changes_total", "server" => server).increment(1);
}

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;

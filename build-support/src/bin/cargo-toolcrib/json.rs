//! Differences as JSON, with stable keys: see the command reference.

use serde_json::{Value, json};
use toolcrib::catalog::Difference;

use crate::changes::{Changes, Recorded};

pub(crate) fn differences(all: &[Difference]) -> Value {
    all.iter().map(difference).collect()
}

fn difference(difference: &Difference) -> Value {
    json!({
        "server": difference.server,
        "tool": difference.tool,
        "kind": difference.kind.as_str(),
        "field": difference.field,
        "old": difference.old.as_deref().map(embedded),
        "new": difference.new.as_deref().map(embedded),
        "severity": difference.severity.as_str(),
    })
}

/// The value of a JSON text.
fn embedded(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

pub(crate) fn recorded(all: &[Recorded]) -> Value {
    let one = |change: &Recorded| {
        json!({
            "server": change.server,
            "field": change.field,
            "old": change.old,
            "new": change.new,
        })
    };
    all.iter().map(one).collect()
}

/// The highest severity of a list, or null.
pub(crate) fn severity(all: &[Difference]) -> Value {
    json!(all.iter().map(|difference| difference.severity).max().map(|worst| worst.as_str()))
}

/// `differences`, `recorded` and `severity`, for a larger object.
pub(crate) fn changes(changes: &Changes) -> [(&'static str, Value); 3] {
    [
        ("differences", differences(&changes.differences)),
        ("recorded", recorded(&changes.recorded)),
        ("severity", severity(&changes.differences)),
    ]
}

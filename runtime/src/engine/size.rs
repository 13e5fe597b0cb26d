//! How much there is of something, in bytes.

use std::io;
use std::prelude::v1::*;

use serde::Serialize;
use serde_json::Value;

use crate::arguments::Arguments;
use crate::message::{Content, Outcome};

/// The arguments as compact JSON text.
pub(super) fn of_arguments(arguments: Arguments<'_>) -> usize {
    match arguments {
        Arguments::Text(text) => text.len(),
        Arguments::Value(Value::String(text)) => text.len(),
        Arguments::Value(value) => json(value),
        Arguments::Object(members) => json(members),
    }
}

/// Text and base64 as they are; other blocks as compact JSON text.
pub(super) fn of_content(content: &Content) -> usize {
    match content {
        Content::Text(text) => text.len(),
        Content::Image { data, .. } => data.len(),
        Content::Other(block) => json(block),
    }
}

/// All blocks together.
pub(super) fn of_outcome(outcome: &Outcome) -> usize {
    outcome.content.iter().map(of_content).sum()
}

/// Whether the compact text of a value has about so many bytes at most; looks
/// no further than that.
pub(super) fn fits(value: &Value, bytes: usize) -> bool {
    spend(value, bytes).is_some()
}

/// What is left of a budget.
fn spend(value: &Value, budget: usize) -> Option<usize> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => budget.checked_sub(4),
        Value::String(text) => budget.checked_sub(text.len() + 2),
        Value::Array(items) => {
            items.iter().try_fold(budget.checked_sub(2)?, |left, item| spend(item, left))
        }
        Value::Object(members) => {
            let member = |left: usize, (key, value): (&String, &Value)| {
                spend(value, left.checked_sub(key.len() + 4)?)
            };
            members.iter().try_fold(budget.checked_sub(2)?, member)
        }
    }
}

fn json(value: &impl Serialize) -> usize {
    let mut count = Count(0);
    // A counter does not fail, and all keys are strings.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

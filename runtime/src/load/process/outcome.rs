//! From the end of a program to an outcome.

use std::prelude::v1::*;
use std::process::ExitStatus;

use serde_json::Value;

use super::run::Ended;
use crate::message::{Content, Outcome};
use crate::text::prefix;

/// How much of its output is shown of a program that failed, in bytes.
const SHOWN: usize = 2_048;

/// What a contract says of the end of its program.
pub(super) struct Expected {
    /// The output is JSON.
    pub(super) json: bool,
    pub(super) success_codes: Vec<i32>,
    pub(super) memory_limited: bool,
}

impl Expected {
    pub(super) fn outcome(&self, ended: Ended) -> Outcome {
        let out = String::from_utf8_lossy(ended.out.bytes());
        let Some(status) = ended.status else {
            let note = format!("[stopped after {} bytes of output]", ended.out.bytes().len());
            let mut outcome = Outcome::error(out);
            outcome.content.push(Content::Text(note));
            return outcome;
        };
        let succeeded = status.code().is_some_and(|code| self.success_codes.contains(&code));
        match succeeded {
            true if self.json => json(&out),
            true if out.trim().is_empty() => Outcome::text("no output"),
            true => Outcome::text(out.trim_end()),
            false => failure(self.memory_limited, status, &out, &ended.err.text()),
        }
    }
}

fn json(out: &str) -> Outcome {
    match serde_json::from_str::<Value>(out) {
        Ok(value) => Outcome::json(value),
        Err(error) => {
            Outcome::error(format!("the output is not JSON ({error}):\n{}", prefix(out, SHOWN)))
        }
    }
}

fn failure(memory_limited: bool, status: ExitStatus, out: &str, err: &str) -> Outcome {
    let mut text = end(status);
    if memory_limited && status.code() == Some(125) {
        text += " (125 can also mean that its memory limit could not be set)";
    }
    for part in [err, prefix(out.trim(), SHOWN)].into_iter().filter(|part| !part.is_empty()) {
        text = format!("{text}\n{part}");
    }
    Outcome::error(text)
}

fn end(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (aborted)",
            8 => " (arithmetic error)",
            9 => " (killed)",
            11 => " (invalid memory access)",
            15 => " (terminated)",
            _ => "",
        };
        return format!("ended by signal {signal}{name}");
    }
    status.code().map_or_else(|| "ended without a code".into(), |code| format!("exit code {code}"))
}

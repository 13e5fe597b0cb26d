//! What is found wrong with a schema, and where.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::LowerFault;
use crate::json::push_token;

/// Faults found so far, and the place where the work is.
#[derive(Default)]
pub(super) struct Report {
    path: Vec<String>,
    pub(super) faults: Vec<LowerFault>,
}

impl Report {
    pub(super) fn problem(&mut self, message: impl Into<String>) {
        let mut pointer = String::new();
        self.path.iter().for_each(|step| push_token(&mut pointer, step));
        self.faults.push(LowerFault { pointer, message: message.into() });
    }

    /// Does `work` one or two steps further down.
    pub(super) fn at<R>(&mut self, steps: &[&str], work: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.path.len();
        self.path.extend(steps.iter().map(ToString::to_string));
        let result = work(self);
        self.path.truncate(depth);
        result
    }
}

//! The problems that are reported: few, short, none twice.

use std::cell::RefCell;
use std::prelude::v1::*;

use super::path::Path;
use crate::error::ArgumentError;
use crate::told::{argument, show};

/// Most problems that are reported of one call.
const MAX_PROBLEMS: usize = 16;
/// Longest message of one, in bytes.
const MAX_MESSAGE: usize = 600;

pub(super) struct Report {
    problems: RefCell<Vec<ArgumentError>>,
    most: usize,
}

impl Report {
    pub(super) fn new() -> Self {
        Self::of_at_most(MAX_PROBLEMS)
    }

    /// A smaller one, for one branch of several.
    pub(super) fn of_at_most(most: usize) -> Self {
        Self { problems: RefCell::default(), most }
    }

    /// Nothing more is taken.
    pub(super) fn is_full(&self) -> bool {
        self.problems.borrow().len() >= self.most
    }

    pub(super) fn len(&self) -> usize {
        self.problems.borrow().len()
    }

    pub(super) fn add(&self, path: &Path<'_>, message: impl AsRef<str>) {
        if self.is_full() {
            return;
        }
        let problem = ArgumentError::new(path.show(), show::cut(message.as_ref(), MAX_MESSAGE));
        let mut problems = self.problems.borrow_mut();
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// What was reported; where that is all that may be, with a word that there
    /// can be more.
    pub(super) fn errors(&self) -> Vec<ArgumentError> {
        let mut problems = self.problems.borrow().clone();
        if self.is_full() {
            problems.push(ArgumentError::new("", argument::MORE));
        }
        problems
    }

    /// All of it in one line.
    pub(super) fn in_line(self) -> String {
        let problems = self.problems.into_inner();
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        problems.join("; ")
    }
}

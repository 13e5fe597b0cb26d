//! Where in the arguments: `filter.tags[2]`, as the native decoder writes it.

use std::prelude::v1::*;

use core::fmt;

use crate::told::show;

/// Longest path that is shown, in bytes.
const MAX_PATH: usize = 200;

/// A place below the arguments. A name that is not made of letters, digits,
/// `_`, `-` or `$` is shown in brackets and quotes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    pub(super) fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    pub(super) fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }

    /// The path, cut where it is long.
    pub(super) fn show(&self) -> String {
        show::cut(&self.to_string(), MAX_PATH)
    }
}

fn is_plain(key: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
    !key.is_empty() && key.chars().all(plain)
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
            Self::Key(parent, key) if !is_plain(key) => {
                write!(f, "{parent}[{}]", show::text(key, MAX_PATH))
            }
            Self::Key(Self::Root, key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{parent}.{key}"),
        }
    }
}

//! Differences between live servers and their captures.

use crate::text::debug_as_display;
use alloc::vec::Vec;
use core::fmt;

use super::diff::{Difference, Severity};
use super::view::ToolRef;

/// How the live servers differ from the captured ones.
///
/// `Display` shows the old and new text of each difference, with invisible characters
/// made visible.
#[derive(Clone, PartialEq, Eq)]
pub struct Drift {
    pub(super) differences: Vec<Difference>,
}

impl Drift {
    /// Every difference, by server and tool.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The part for which
    /// [`DriftPolicy::QuarantineTool`](super::DriftPolicy::QuarantineTool) refuses this
    /// tool: its own differences, and those of its server as a whole. `None` when there
    /// are none.
    #[must_use]
    pub fn against(&self, tool: ToolRef<'_>) -> Option<Self> {
        let server = tool.server().name();
        let concerns = |difference: &&Difference| {
            difference.server == server
                && match &difference.tool {
                    Some(name) => name == tool.raw_name(),
                    // Other instructions change no tool; those in use are the captured ones.
                    None => difference.field.is_empty(),
                }
        };
        let differences: Vec<Difference> =
            self.differences.iter().filter(concerns).cloned().collect();
        (!differences.is_empty()).then_some(Self { differences })
    }

    /// The most severe difference.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        self.differences.iter().map(|difference| difference.severity).max()
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.differences.len();
        let s = if count == 1 { "" } else { "s" };
        writeln!(f, "the MCP servers differ from what was captured ({count} difference{s}):")?;
        self.differences.iter().try_for_each(|difference| writeln!(f, "  - {difference}"))?;
        f.write_str(
            "what differs is not used; review the differences and, if they are wanted, \
             run `cargo toolcrib snapshot` and commit the lock",
        )
    }
}

debug_as_display!(Drift);

impl core::error::Error for Drift {}

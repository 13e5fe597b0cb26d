//! Policies for differences.

use alloc::vec::Vec;

use crate::catalog::drift::Drift;
use crate::catalog::{Catalog, ServerRef, ToolRef};

/// What is refused if live servers differ from the captured ones.
///
/// Under every policy, a tool whose digest differs can neither be bound nor called.
/// Captures are kept: a tool that disappears and comes back changed is refused then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum DriftPolicy {
    /// Any difference refuses everything.
    #[default]
    RefuseAll,
    /// A difference refuses all tools of its server.
    QuarantineServer,
    /// A difference refuses the tool. Added tools stay hidden; changed and removed ones
    /// are refused. Changed instructions refuse nothing: the captured ones stay in use. A
    /// server that is missing or listed twice is refused as a whole.
    QuarantineTool,
}

/// A catalog that was compared with its live servers, and the tools that are admitted.
///
/// Only [`Catalog::verify`] and [`Catalog::verify_with`] make one.
#[derive(Debug, Clone)]
pub struct Verified {
    catalog: Catalog<'static>,
    policy: DriftPolicy,
    drift: Option<Drift>,
    /// Numbers of tools, ascending.
    refused: Vec<u32>,
}

impl Verified {
    /// Verified without any difference.
    pub(super) fn whole(catalog: Catalog<'static>, policy: DriftPolicy) -> Self {
        Self { catalog, policy, drift: None, refused: Vec::new() }
    }

    pub(super) fn quarantined(
        catalog: Catalog<'static>,
        policy: DriftPolicy,
        drift: Drift,
    ) -> Self {
        let differs = |server: &str| drift.differences().iter().any(|one| one.server == server);
        let is_refused = |tool: &ToolRef<'_>| match policy {
            DriftPolicy::RefuseAll => true,
            DriftPolicy::QuarantineServer => differs(tool.server().name()),
            DriftPolicy::QuarantineTool => drift.against(*tool).is_some(),
        };
        let refused = catalog.tools().filter(is_refused).map(ToolRef::number).collect();
        Self { catalog, policy, drift: Some(drift), refused }
    }

    /// The compared catalog, including refused tools.
    #[must_use]
    pub fn catalog(&self) -> Catalog<'static> {
        self.catalog
    }

    /// The policy of the comparison.
    #[must_use]
    pub fn policy(&self) -> DriftPolicy {
        self.policy
    }

    /// The differences; `None` if there are none.
    #[must_use]
    pub fn drift(&self) -> Option<&Drift> {
        self.drift.as_ref()
    }

    /// Whether the tool may be bound: the live tool has the captured digest and the
    /// policy does not refuse it. O(log n) for n refused tools.
    #[must_use]
    pub fn admits(&self, tool: ToolRef<'_>) -> bool {
        let mine = self.catalog.get(tool.number());
        let same = |mine: ToolRef<'_>| {
            mine.name() == tool.name() && mine.definition() == tool.definition()
        };
        mine.is_some_and(same) && self.refused.binary_search(&tool.number()).is_err()
    }

    /// Whether at least one tool of the server is admitted, or it has no tools and does
    /// not differ.
    #[must_use]
    pub fn admits_server(&self, server: ServerRef<'_>) -> bool {
        let differs = |drift: &Drift| {
            drift.differences().iter().any(|difference| difference.server == server.name())
        };
        server.tools().any(|tool| self.admits(tool))
            || (server.tools().len() == 0 && !self.drift.as_ref().is_some_and(differs))
    }

    /// The tools that can be bound.
    pub fn tools(&self) -> impl Iterator<Item = ToolRef<'static>> + '_ {
        self.catalog.tools().filter(|tool| self.admits(*tool))
    }

    /// The tools that are refused.
    pub fn refused(&self) -> impl Iterator<Item = ToolRef<'static>> + '_ {
        self.refused.iter().filter_map(|&number| self.catalog.get(number))
    }
}

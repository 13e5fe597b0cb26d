//! What a difference costs.

use alloc::vec::Vec;

use crate::catalog::drift::Drift;
use crate::catalog::{Catalog, ServerRef, ToolRef};

/// What is refused when live servers differ from the captured ones. The
/// stricter, the less.
///
/// Under each of them a tool whose digest differs can neither be bound nor
/// called, and what was captured is kept: a tool that is gone today and comes
/// back changed tomorrow is refused tomorrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum DriftPolicy {
    /// Any difference refuses everything.
    #[default]
    RefuseAll,
    /// A difference refuses all tools of its server.
    QuarantineServer,
    /// A difference refuses the tool. Tools that were added stay hidden, those
    /// that were changed or removed are refused. Other instructions refuse
    /// nothing: the captured ones go on being used. A server that is missing,
    /// or listed twice, is refused as a whole.
    QuarantineTool,
}

/// A catalog that was compared with the live servers, and what of it they
/// still say.
///
/// There is no other way to one than [`Catalog::verify`] and
/// [`Catalog::verify_with`], and nothing of a server can be put into a toolbox
/// without one.
#[derive(Debug, Clone)]
pub struct Verified {
    catalog: Catalog<'static>,
    policy: DriftPolicy,
    drift: Option<Drift>,
    /// Numbers of tools, ascending.
    refused: Vec<u32>,
}

impl Verified {
    /// Without any difference.
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

    /// The catalog that was compared. Not all of it need be admitted.
    #[must_use]
    pub fn catalog(&self) -> Catalog<'static> {
        self.catalog
    }

    /// The policy it was compared under.
    #[must_use]
    pub fn policy(&self) -> DriftPolicy {
        self.policy
    }

    /// What differs; `None` when nothing does.
    #[must_use]
    pub fn drift(&self) -> Option<&Drift> {
        self.drift.as_ref()
    }

    /// True for a tool that may be bound: the live one has the captured digest
    /// and the policy does not refuse it. O(log n) for n refused tools.
    #[must_use]
    pub fn admits(&self, tool: ToolRef<'_>) -> bool {
        let mine = self.catalog.get(tool.number());
        let same = |mine: ToolRef<'_>| {
            mine.name() == tool.name() && mine.definition() == tool.definition()
        };
        mine.is_some_and(same) && self.refused.binary_search(&tool.number()).is_err()
    }

    /// True for a server of which at least one tool is admitted, or that has
    /// no tools and does not differ.
    #[must_use]
    pub fn admits_server(&self, server: ServerRef<'_>) -> bool {
        let differs = |drift: &Drift| {
            drift.differences().iter().any(|difference| difference.server == server.name())
        };
        server.tools().any(|tool| self.admits(tool))
            || (server.tools().len() == 0 && !self.drift.as_ref().is_some_and(differs))
    }

    /// The tools that may be bound.
    pub fn tools(&self) -> impl Iterator<Item = ToolRef<'static>> + '_ {
        self.catalog.tools().filter(|tool| self.admits(*tool))
    }

    /// The tools that are refused.
    pub fn refused(&self) -> impl Iterator<Item = ToolRef<'static>> + '_ {
        self.refused.iter().filter_map(|&number| self.catalog.get(number))
    }
}

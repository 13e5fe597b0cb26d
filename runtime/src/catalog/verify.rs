//! Compares live servers with the catalog.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

mod policy;

pub use policy::{DriftPolicy, Verified};

use super::diff::{ChangeKind, Difference, compare_tool};
use super::drift::Drift;
use super::manifest::{Manifest, ManifestError, Pointer};
use super::view::{Catalog, ServerRef};

impl Catalog<'static> {
    /// Compares the live manifests with the captured ones; the strict
    /// [`DriftPolicy`].
    ///
    /// Refuses any difference: a server that is missing or was never captured; a tool
    /// that was added, removed or changed; changed instructions. Contracts need no
    /// comparison. Places that the lock names as volatile are blanked in the live
    /// manifest first. O(n log n) for n bytes of live manifests.
    ///
    /// # Errors
    /// A [`Drift`] with every difference of every server.
    pub fn verify(&self, live: &[Manifest]) -> Result<Verified, Drift> {
        self.verify_with(live, DriftPolicy::RefuseAll)
    }

    /// Compares like [`Catalog::verify`], with a policy for differences. Under every
    /// policy, a tool whose digest differs is not admitted.
    ///
    /// # Errors
    /// Under [`DriftPolicy::RefuseAll`], a [`Drift`] with every difference. The other
    /// policies admit less and report it in [`Verified::drift`].
    pub fn verify_with(&self, live: &[Manifest], policy: DriftPolicy) -> Result<Verified, Drift> {
        let differences = self.differences(live);
        if differences.is_empty() {
            return Ok(Verified::whole(*self, policy));
        }
        let drift = Drift { differences };
        match policy {
            DriftPolicy::RefuseAll => Err(drift),
            _ => Ok(Verified::quarantined(*self, policy, drift)),
        }
    }

    /// What [`Catalog::verify`] would refuse for.
    #[must_use]
    pub fn differences(&self, live: &[Manifest]) -> Vec<Difference> {
        let mut all = Vec::new();
        let mut by_name: BTreeMap<&str, &Manifest> = BTreeMap::new();
        for manifest in live {
            if by_name.insert(manifest.server(), manifest).is_some() {
                // Two listings under one name: which of them would be called?
                all.push(Difference::whole(manifest.server(), None, ChangeKind::Added));
            }
        }
        for server in self.servers().filter(|server| !server.is_provider()) {
            match by_name.remove(server.name()) {
                Some(manifest) => compare_server(server, manifest, &mut all),
                None => all.push(Difference::whole(server.name(), None, ChangeKind::Removed)),
            }
        }
        all.extend(by_name.keys().map(|name| Difference::whole(name, None, ChangeKind::Added)));
        all
    }
}

impl ServerRef<'_> {
    /// Compares one server's live manifest with the captured one, like
    /// [`Catalog::verify`].
    ///
    /// # Errors
    /// A [`Drift`] with every difference.
    pub fn verify(self, live: &Manifest) -> Result<(), Drift> {
        let mut differences = Vec::new();
        compare_server(self, live, &mut differences);
        match differences.is_empty() {
            true => Ok(()),
            false => Err(Drift { differences }),
        }
    }

    /// `None` when nothing is volatile.
    fn blank(self, live: &Manifest) -> Result<Option<Manifest>, ManifestError> {
        let pointers: Vec<Pointer> = self.volatile().filter_map(|text| text.parse().ok()).collect();
        (!pointers.is_empty()).then(|| live.blanked(&pointers)).transpose()
    }
}

fn compare_server(captured: ServerRef<'_>, live: &Manifest, all: &mut Vec<Difference>) {
    let before = all.len();
    compare_texts(captured, live, all);
    cover(live, all.get_mut(before..).unwrap_or_default());
}

/// Covers the texts of differences from this manifest. Names of tools and places
/// stay: policies go by them.
fn cover(live: &Manifest, differences: &mut [Difference]) {
    for difference in differences {
        let texts = [&mut difference.old, &mut difference.new];
        texts.into_iter().flatten().for_each(|text| live.cover(text));
    }
}

fn compare_texts(captured: ServerRef<'_>, live: &Manifest, all: &mut Vec<Difference>) {
    let blanked = captured.blank(live);
    let live = match &blanked {
        Ok(Some(manifest)) => manifest,
        Ok(None) => live,
        // What cannot be blanked is compared as it is, and differs.
        Err(_) => live,
    };
    if live.digest() == captured.digest() && live.server() == captured.name() {
        return;
    }
    let before = all.len();
    super::diff::compare_instructions(
        captured.name(),
        captured.instructions(),
        live.instructions(),
        all,
    );
    for tool in captured.tools() {
        match live.tool(tool.raw_name()) {
            None => all.push(Difference::whole(
                captured.name(),
                Some(tool.raw_name()),
                ChangeKind::Removed,
            )),
            Some(now) if now.digest() == tool.digest() => {}
            Some(now) => compare_tool(captured.name(), &tool.definition(), &now.definition(), all),
        }
    }
    let added = live.tools().iter().filter(|tool| captured.tool(tool.name()).is_none());
    all.extend(
        added.map(|tool| Difference::whole(captured.name(), Some(tool.name()), ChangeKind::Added)),
    );
    if all.len() == before {
        // The digests differ and no field does: damaged bytes, never to be trusted.
        all.push(Difference::whole(captured.name(), None, ChangeKind::Removed));
    }
}

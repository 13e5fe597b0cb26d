//! Captured servers and providers of contracts, in one form.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::super::layout::PROVIDER;
use super::super::lock::{CapturedFrom, Lock};
use super::super::manifest::Pointer;
use crate::contract::Contract;
use crate::definition::{Definition, server_digest};
use crate::digest::Digest;

/// A server as the catalog has it.
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) instructions: Option<&'a str>,
    pub(super) from: CapturedFrom,
    pub(super) volatile: &'a [Pointer],
    pub(super) digest: Digest,
    pub(super) flags: u32,
    /// By name.
    pub(super) tools: Vec<Offered<'a>>,
}

/// A tool as the catalog has it.
pub(super) struct Offered<'a> {
    pub(super) definition: Definition<'a>,
    pub(super) always: Option<bool>,
    pub(super) contract: Option<&'a Contract>,
}

impl<'a> Source<'a> {
    fn server(lock: &'a Lock) -> Self {
        let manifest = lock.manifest();
        let offered = |tool: &'a super::Tool| Offered {
            definition: tool.definition(),
            always: tool.always_load(),
            contract: None,
        };
        Self {
            name: manifest.server(),
            instructions: manifest.instructions(),
            from: lock.captured_from().clone(),
            volatile: lock.volatile(),
            digest: manifest.digest(),
            flags: 0,
            tools: manifest.tools().iter().map(offered).collect(),
        }
    }

    fn provider(name: &'a str, contracts: &[&'a Contract]) -> Self {
        let digests = contracts.iter().map(|contract| (contract.id(), contract.digest()));
        let offered = |contract: &&'a Contract| Offered {
            definition: contract.definition(),
            always: contract.is_always().then_some(true),
            contract: Some(*contract),
        };
        Self {
            name,
            instructions: None,
            from: CapturedFrom::default(),
            volatile: &[],
            digest: server_digest(name, None, digests),
            flags: PROVIDER,
            tools: contracts.iter().map(offered).collect(),
        }
    }
}

/// All of them, by name. `contracts` are sorted by id.
pub(super) fn all<'a>(locks: &'a [Lock], contracts: &'a [Contract]) -> Vec<Source<'a>> {
    let mut providers: BTreeMap<&str, Vec<&Contract>> = BTreeMap::new();
    for contract in contracts {
        providers.entry(contract.provider()).or_default().push(contract);
    }
    let providers = providers.iter().map(|(name, contracts)| Source::provider(name, contracts));
    let mut all: Vec<Source<'_>> = locks.iter().map(Source::server).chain(providers).collect();
    all.sort_by_key(|source| source.name);
    all
}

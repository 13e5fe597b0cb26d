//! One entry of a file, variables and all.

use std::prelude::v1::*;
use std::time::Duration;

use super::endpoint::Endpoint;
use crate::catalog::{Duplicates, Pointer};
use crate::digest::Digest;

#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) endpoint: Endpoint<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) volatile: Vec<Pointer>,
    pub(super) duplicates: Duplicates,
    pub(super) digest: Digest,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The digest of an entry in canonical form.
pub(super) fn digest(canonical: &str) -> Digest {
    Digest::of(&[b"toolcrib/config/1\0", canonical.as_bytes()])
}

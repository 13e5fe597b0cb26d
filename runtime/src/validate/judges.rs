//! Parts of a schema, compiled when they are first asked about.

use std::collections::BTreeMap;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jsonschema::{Draft, Registry};
use serde_json::Value;

use super::compiler::{build, options};

/// Most parts that are kept.
const MAX_KEPT: usize = 256;
/// What the schema is called by those of its parts.
pub(super) const ADDRESS: &str = "toolcrib:schema";

/// `None` for a part that does not compile by itself.
pub(super) type Judge = Option<Arc<jsonschema::Validator>>;

/// The compiled parts of one schema, kept from call to call: a model that sends
/// `30.0` does so again.
pub(super) struct Judges {
    draft: Draft,
    registry: Option<Registry<'static>>,
    known: Mutex<BTreeMap<String, Judge>>,
}

impl Judges {
    pub(super) fn new(draft: Draft, schema: &Value) -> Self {
        let resource = draft.create_resource(schema.clone());
        let registry = Registry::new().draft(draft).add(ADDRESS, resource);
        let registry = registry.and_then(|registry| registry.prepare()).ok();
        Self { draft, registry, known: Mutex::default() }
    }

    pub(super) fn known(&self, key: &str) -> Option<Judge> {
        self.lock().get(key).cloned()
    }

    pub(super) fn compile(&self, key: &str, schema: &Value) -> Judge {
        let options = options(self.draft).with_registry(self.registry.as_ref()?);
        let judge = build(&options, schema).ok().map(Arc::new);
        let mut known = self.lock();
        // They are asked about again where they are needed.
        if known.len() >= MAX_KEPT {
            known.clear();
        }
        known.insert(key.into(), judge.clone());
        judge
    }

    /// Nothing under the lock panics.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Judge>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! What the agent wants to know again later in the conversation.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use toolcrib::tool;

/// Facts by key.
#[derive(Default)]
pub(crate) struct Memory {
    facts: Mutex<BTreeMap<String, String>>,
}

impl Memory {
    fn facts(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Remembers a fact under a key, in place of what was there.
#[tool(defer, search_hint = "save store note down for later", idempotent)]
pub(crate) fn remember(
    /// A short name for the fact, for example "bad agent".
    key: String,
    /// The fact, in one sentence.
    fact: String,
    memory: &Memory,
) -> String {
    match memory.facts().insert(key, fact) {
        Some(old) => format!("remembered; before, it was: {old}"),
        None => "remembered".into(),
    }
}

/// Recalls a remembered fact, or all of them.
#[tool(defer, search_hint = "memory look up earlier facts", read_only)]
pub(crate) fn recall(
    /// The name it was remembered under; all facts when left out.
    key: Option<String>,
    memory: &Memory,
) -> Result<BTreeMap<String, String>, String> {
    let facts = memory.facts();
    match key {
        None => Ok(facts.clone()),
        Some(key) => match facts.get(&key) {
            Some(fact) => Ok(BTreeMap::from([(key, fact.clone())])),
            None => Err(format!("nothing is remembered under `{key}`")),
        },
    }
}

//! References that leave a schema.

use std::collections::BTreeSet;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::{Retrieve, Uri, ValidationOptions};
use serde_json::Value;

/// The first, in the order of their bytes, of all references that would have to
/// be fetched. The compiler names any one of them, another one each time.
pub(super) fn first(options: &ValidationOptions<'_>, schema: &Value) -> Option<String> {
    let notes = Notes::default();
    let options = options.clone().with_retriever(notes.clone());
    // What it makes of the answers is of no interest.
    let _ = catch_unwind(AssertUnwindSafe(|| options.build(schema).is_ok()));
    let asked = notes.0.lock().unwrap_or_else(PoisonError::into_inner);
    asked.first().cloned()
}

/// Notes what it is asked for, and answers with a schema that takes anything.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<BTreeSet<String>>>);

impl Retrieve for Notes {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(uri.to_string());
        Ok(Value::Object(serde_json::Map::new()))
    }
}

//! The arguments as an object, however the model wrote them.
//!
//! Every way of calling a tool reads them here: an object stays as it is, a text
//! is parsed as JSON, and once more where it holds a text, since some models
//! encode twice. No arguments at all (`null`, an empty text) are an object
//! without members. An argument that is given twice is refused: which of the two
//! was meant cannot be told. Within an argument the last one counts, as for most
//! readers of JSON.

use alloc::collections::BTreeSet;
use alloc::string::String;
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use serde_json::{Map, Value};

use super::{Arguments, members};
use crate::error::ArgumentError;
use crate::told::argument;

/// A text that holds a text that holds the object.
const LAYERS: u8 = 2;

impl Arguments<'_> {
    /// The members, as the callers own them.
    pub(crate) fn to_object(self) -> Result<Map<String, Value>, ArgumentError> {
        match self {
            Self::Text(text) => of_text(text, LAYERS),
            Self::Value(value) => object(value.clone()),
            Self::Object(members) => Ok(members.clone()),
        }
    }
}

#[cfg(feature = "session")]
impl crate::message::ToolCall {
    /// The arguments as an object. A text is parsed as JSON, and once more when
    /// it holds a text; `null` and an empty text are an object without members.
    ///
    /// # Errors
    /// Arguments that are no object, a text that is not JSON, an argument that is
    /// given twice.
    pub fn into_object(self) -> Result<Map<String, Value>, ArgumentError> {
        object(self.arguments)
    }
}

/// The members of arguments that were given as this value.
pub(crate) fn object(value: Value) -> Result<Map<String, Value>, ArgumentError> {
    of_value(value, LAYERS)
}

fn of_value(value: Value, layers: u8) -> Result<Map<String, Value>, ArgumentError> {
    match value {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        Value::String(text) if layers > 0 || text.trim().is_empty() => of_text(&text, layers),
        other => Err(ArgumentError::new("", argument::not_an_object(&other))),
    }
}

fn of_text(text: &str, layers: u8) -> Result<Map<String, Value>, ArgumentError> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    let value = serde_json::from_str(text)
        .map_err(|error| ArgumentError::new("", argument::not_json(error)))?;
    match given_twice(text) {
        Some(name) => Err(ArgumentError::new(name, argument::TWICE)),
        None => of_value(value, layers.saturating_sub(1)),
    }
}

/// The first name that the text of an object has twice.
fn given_twice(text: &str) -> Option<String> {
    let (mut seen, mut twice) = (BTreeSet::new(), None);
    members(
        text,
        |_| "",
        |member| {
            if twice.is_none() && !seen.insert(String::from(member.key)) {
                twice = Some(member.key.into());
            }
        },
    )?;
    twice
}

/// Whether the text of an object may have a name twice: for decoders that would
/// take the last of them. True of some that have none, and never false of one that
/// has. O(n) for n bytes; allocates nothing but for names with escapes.
pub(crate) fn may_repeat(text: &str) -> bool {
    let (mut seen, mut len, mut repeats) = ([0; 32], 0, false);
    let scanned = members(
        text,
        |_| "",
        |member| {
            let mut hasher = DefaultHasher::new();
            member.key.hash(&mut hasher);
            let hash = hasher.finish();
            repeats |= len == seen.len() || seen.iter().take(len).any(|&other| other == hash);
            if let Some(slot) = seen.get_mut(len) {
                *slot = hash;
                len += 1;
            }
        },
    );
    repeats || scanned.is_none()
}

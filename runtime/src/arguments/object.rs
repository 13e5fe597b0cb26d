//! The arguments as an object, however the model wrote them.
//!
//! Every way of calling a tool reads them here. An object stays as it is. A text is
//! parsed as JSON, and again if that is a text, since some models encode twice. No
//! arguments (`null`, an empty text) are an empty object. An argument that is given twice
//! is refused, because it is unclear which was meant; inside an argument the last one
//! counts, as usual for JSON.

use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::map::Entry;
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
    /// The arguments as an object. A text is parsed as JSON, and again if that is a text;
    /// `null` and an empty text are an empty object.
    ///
    /// # Errors
    /// The arguments are not an object, a text is not JSON, or an argument is given
    /// twice.
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
    let text = text.trim();
    if text.is_empty() {
        return Ok(Map::new());
    }
    let not_json = |error| ArgumentError::new("", argument::not_json(error));
    if !text.starts_with('{') {
        let value = serde_json::from_str(text).map_err(not_json)?;
        return of_value(value, layers.saturating_sub(1));
    }
    let (members, twice) = serde_json::from_str::<Given>(text).map_err(not_json)?.0;
    match twice {
        Some(name) => Err(ArgumentError::new(name, argument::TWICE)),
        None => Ok(members),
    }
}

/// The members of an object, and the first name that it has twice.
struct Given((Map<String, Value>, Option<String>));

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(GivenVisitor)
    }
}

struct GivenVisitor;

impl<'de> Visitor<'de> for GivenVisitor {
    type Value = Given;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Given, A::Error> {
        let (mut members, mut twice) = (Map::new(), None);
        while let Some(name) = map.next_key::<String>()? {
            match members.entry(name) {
                Entry::Vacant(member) => drop(member.insert(map.next_value()?)),
                Entry::Occupied(member) => {
                    twice.get_or_insert_with(|| member.key().clone());
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Given((members, twice)))
    }
}

/// Whether the text of an object may have a name twice, for decoders that would take the
/// last one. Can be true without a repeated name, but is never false with one. O(n) for n
/// bytes; allocates only for names with escapes.
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

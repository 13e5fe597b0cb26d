//! Arguments as they are given: text, a value, or an object's members.

use alloc::string::String;

use serde_json::{Map, Value};

/// The arguments of one call: an object, as text or as a value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Arguments<'a> {
    /// JSON text.
    Text(&'a str),
    /// A parsed value. A string is taken for JSON text.
    Value(&'a Value),
    /// The members of an object.
    Object(&'a Map<String, Value>),
}

#[cfg(feature = "session")]
impl<'a> Arguments<'a> {
    /// The text, where they are one.
    pub(crate) fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Value(Value::String(text)) => Some(text),
            _ => None,
        }
    }
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Value> for Arguments<'a> {
    fn from(value: &'a Value) -> Self {
        Self::Value(value)
    }
}

impl<'a> From<&'a Map<String, Value>> for Arguments<'a> {
    fn from(members: &'a Map<String, Value>) -> Self {
        Self::Object(members)
    }
}

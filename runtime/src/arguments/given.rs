//! Arguments as text, a value, or an object's members.

use alloc::string::String;

use serde_json::{Map, Value};

/// The arguments of one call: an object, as text or as a value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Arguments<'a> {
    /// JSON text.
    Text(&'a str),
    /// A parsed value. A string is treated as JSON text.
    Value(&'a Value),
    /// The members of an object.
    Object(&'a Map<String, Value>),
}

impl Arguments<'_> {
    /// The same, a string as the text that it is.
    #[inline]
    pub(crate) fn given(self) -> Self {
        match self {
            Self::Value(Value::String(text)) => Self::Text(text),
            other => other,
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

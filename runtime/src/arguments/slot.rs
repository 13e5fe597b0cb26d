//! One argument where it stands.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{missing, quick};

/// Where the value of one parameter stands.
#[doc(hidden)]
#[derive(Clone, Copy, Default)]
pub enum Slot<'a> {
    #[default]
    Absent,
    Text(&'a str),
    /// A string without a backslash in it, with its quotes.
    Quoted(&'a str),
    Value(&'a Value),
}

impl Slot<'_> {
    pub const ABSENT: Self = Self::Absent;

    pub(crate) fn decode<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        match self {
            Self::Text(text) => T::deserialize(quick::Quick::new(text)),
            Self::Quoted(text) => T::deserialize(quick::Quick::unescaped(text)),
            Self::Value(value) => T::deserialize(value),
            Self::Absent => missing::decode(),
        }
    }

    pub(crate) fn is_absent_or_null(self) -> bool {
        matches!(self, Self::Absent | Self::Text("null") | Self::Value(Value::Null))
    }
}

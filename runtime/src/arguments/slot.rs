//! One argument where it stands.

use alloc::format;
use alloc::string::{String, ToString};

use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use super::{missing, quick};
use crate::error::ArgumentError;
use crate::told::argument;

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

    /// Why the value of the argument `name` is no `T`.
    #[cold]
    pub(crate) fn explain<T: DeserializeOwned>(self, name: &str) -> ArgumentError {
        match self {
            Self::Absent => ArgumentError::new(name, argument::REQUIRED),
            Self::Value(value) => explain::<T>(name, value),
            Self::Text(_) | Self::Quoted(_) => ArgumentError::new(name, argument::NOT_DECODED),
        }
    }

    pub(crate) fn is_absent_or_null(self) -> bool {
        matches!(self, Self::Absent | Self::Text("null") | Self::Value(Value::Null))
    }
}

/// Why a value that stands at `path` is no `T`.
#[cold]
pub(crate) fn explain<'de, T: DeserializeOwned>(
    path: &str,
    value: impl Deserializer<'de, Error = serde_json::Error>,
) -> ArgumentError {
    match serde_path_to_error::deserialize::<_, T>(value) {
        Ok(_) => ArgumentError::new(path, argument::NOT_DECODED),
        Err(error) => {
            let below = match error.path().to_string().as_str() {
                "." => String::from(path),
                index if path.is_empty() || index.starts_with('[') => format!("{path}{index}"),
                name => format!("{path}.{name}"),
            };
            ArgumentError::new(below, error.into_inner().to_string())
        }
    }
}

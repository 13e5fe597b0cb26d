//! The arguments of a call on their way to the tool.

use alloc::string::String;

use serde_json::{Map, Value};

use super::{Arguments, object};
use crate::error::ArgumentError;

/// Arguments that are borrowed as long as that is enough: a native function
/// decodes them in place, a service is given them for its own.
pub(crate) enum Payload<'a> {
    Borrowed(Arguments<'a>),
    Owned(Value),
}

impl Payload<'_> {
    pub(crate) fn arguments(&self) -> Arguments<'_> {
        match self {
            Self::Borrowed(arguments) => *arguments,
            Self::Owned(value) => Arguments::Value(value),
        }
    }

    /// The arguments as an object that the caller owns; none are left here.
    pub(crate) fn take_object(&mut self) -> Result<Map<String, Value>, ArgumentError> {
        match core::mem::replace(self, Self::Owned(Value::Null)) {
            Self::Owned(value) => object(value),
            Self::Borrowed(arguments) => arguments.to_object(),
        }
    }
}

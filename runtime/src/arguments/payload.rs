//! The arguments of a call on their way to the tool.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde_json::Value;

use crate::arguments::Arguments;

/// Arguments that are borrowed as long as that is enough: a native function
/// decodes them in place, a service is given them for its own.
pub(crate) enum Payload<'a> {
    Borrowed(Arguments<'a>),
    Owned(Value),
}

impl Payload<'_> {
    /// The arguments for one's own; none are left here.
    pub(crate) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::Owned(Value::Null))
    }

    pub(crate) fn arguments(&self) -> Arguments<'_> {
        match self {
            Self::Borrowed(arguments) => *arguments,
            Self::Owned(value) => Arguments::Value(value),
        }
    }

    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Owned(value) => value,
            Self::Borrowed(Arguments::Text(text)) => Value::String(text.into()),
            Self::Borrowed(Arguments::Value(value)) => value.clone(),
            Self::Borrowed(Arguments::Object(members)) => Value::Object(members.clone()),
        }
    }

    /// The text inside, where the arguments are a JSON text that is itself a
    /// string: some models encode twice.
    pub(crate) fn unwrapped(&self) -> Option<String> {
        let text = self.arguments().text()?;
        let quoted = text.trim_ascii_start().starts_with('"');
        quoted.then(|| serde_json::from_str(text).unwrap_or_else(|_| text.to_owned()))
    }
}

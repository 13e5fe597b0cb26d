//! From the model's JSON to the parameters of a function.
//!
//! The way that counts is short: the members of the object are found once, and
//! each is decoded by serde straight into the parameter's type. Only when that
//! fails is the value read again, leniently and with its path
//! (leniently), so that the error can say where and what.

use alloc::string::ToString;
use alloc::vec::Vec;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::arg::Arg;
use super::context::Contexts;
use super::def::Parts;
use super::range::Ranged;
use crate::arguments::{Arguments, Slot, members, retry};
use crate::error::{ArgumentError, CallError, MissingContext};

/// What the generated function is handed.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub(super) parts: &'a Parts,
    pub(super) contexts: &'a Contexts,
    pub(super) arguments: Arguments<'a>,
}

/// The members of one call's arguments, each in the slot of its parameter.
#[doc(hidden)]
pub struct Args<'a, 's> {
    parts: &'a Parts,
    slots: &'s mut [Slot<'a>],
    errors: Vec<ArgumentError>,
}

impl<'a> Call<'a> {
    /// Fills `slots`, one a parameter.
    pub fn open<'s>(self, slots: &'s mut [Slot<'a>]) -> Args<'a, 's> {
        let mut args = Args { parts: self.parts, slots, errors: Vec::new() };
        args.fill(self.arguments);
        args
    }

    /// For a tool that takes none.
    pub fn without_arguments(self) -> Result<(), CallError> {
        let args = self.open(&mut []);
        if args.is_complete() { Ok(()) } else { Err(args.into_error()) }
    }

    /// Decodes all arguments as one struct.
    pub fn flatten<T: DeserializeOwned>(self) -> Result<T, CallError> {
        let whole = match self.arguments {
            Arguments::Text(text) if text.trim_ascii().is_empty() => Slot::Text("{}"),
            Arguments::Text(text) => Slot::Text(text),
            Arguments::Value(Value::String(text)) => Slot::Text(text),
            Arguments::Value(value) => Slot::Value(value),
            Arguments::Object(members) => return self.flatten_object(members),
        };
        self.decode_whole(whole)
    }

    fn flatten_object<T: DeserializeOwned>(
        self,
        members: &Map<alloc::string::String, Value>,
    ) -> Result<T, CallError> {
        match T::deserialize(members) {
            Ok(value) => Ok(value),
            Err(_) => self.decode_whole(Slot::Value(&Value::Object(members.clone()))),
        }
    }

    fn decode_whole<T: DeserializeOwned>(self, whole: Slot<'_>) -> Result<T, CallError> {
        let decoded = whole.decode().or_else(|_| retry("", whole));
        decoded.map_err(|error| CallError::Arguments {
            tool: self.parts.name,
            errors: alloc::vec![error],
        })
    }

    /// The state of type `T`.
    pub fn context<T: 'static>(&self) -> Result<&'a T, CallError> {
        self.contexts.get().ok_or_else(|| self.missing(core::any::type_name::<T>()))
    }

    #[cold]
    fn missing(&self, type_name: &'static str) -> CallError {
        MissingContext { tool: self.parts.name, type_name }.into()
    }
}

impl<'a> Args<'a, '_> {
    fn fill(&mut self, arguments: Arguments<'a>) {
        match arguments {
            Arguments::Text(text) => self.fill_text(text),
            Arguments::Object(members) => self.fill_object(members),
            Arguments::Value(Value::Object(members)) => self.fill_object(members),
            Arguments::Value(Value::String(text)) => self.fill_text(text),
            Arguments::Value(Value::Null) => {}
            Arguments::Value(other) => {
                self.refuse("", alloc::format!("expected an object, found {other}"));
            }
        }
    }

    fn fill_text(&mut self, text: &'a str) {
        let arguments = self.parts.arguments;
        let expected = |turn: usize| arguments.get(turn).map_or("", |arg| arg.name);
        let scanned = members(text, expected, |member| {
            let index = match member.expected {
                true if member.turn < arguments.len() => Some(member.turn),
                _ => position(arguments, member.key, member.turn),
            };
            match index {
                Some(index) if member.unescaped => self.place(index, Slot::Quoted(member.value)),
                Some(index) => self.place(index, Slot::Text(member.value)),
                None => self.refuse_unknown(member.key),
            }
        });
        if scanned.is_none() {
            self.refuse_text(text);
        }
    }

    fn fill_object(&mut self, members: &'a Map<alloc::string::String, Value>) {
        for (turn, (key, value)) in members.iter().enumerate() {
            match position(self.parts.arguments, key, turn) {
                Some(index) => self.place(index, Slot::Value(value)),
                None => self.refuse_unknown(key),
            }
        }
    }

    // Inlined, the slot is written once and not by way of the stack.
    #[inline]
    fn place(&mut self, index: usize, value: Slot<'a>) {
        let Some(slot) = self.slots.get_mut(index) else { return };
        if matches!(slot, Slot::Absent) {
            *slot = value;
        } else {
            self.refuse(self.name(index), "given twice");
        }
    }

    /// Decodes parameter `index`; `None` when that failed, which is then on
    /// record.
    pub fn take<T: DeserializeOwned>(&mut self, index: usize) -> Option<T> {
        let slot = self.slots.get(index).copied().unwrap_or_default();
        match slot.decode() {
            Ok(value) => Some(value),
            Err(_) => self.retry(index, slot),
        }
    }

    /// The same with a value for an argument that is absent or, where the type
    /// has no use for it, `null`.
    pub fn take_or<T: DeserializeOwned>(&mut self, index: usize, default: fn() -> T) -> Option<T> {
        let slot = self.slots.get(index).copied().unwrap_or_default();
        if matches!(slot, Slot::Absent) {
            return Some(default());
        }
        match slot.decode() {
            Ok(value) => Some(value),
            Err(_) if slot.is_absent_or_null() => Some(default()),
            Err(_) => self.retry(index, slot),
        }
    }

    /// Notes it when `value`, of parameter `index`, is out of the declared range.
    pub fn check_range<T: Ranged>(&mut self, index: usize, value: Option<&T>) {
        let range = self.parts.arguments.get(index).and_then(|arg| arg.range);
        let refused = range.zip(value).and_then(|(range, value)| range.refuse(value));
        if let Some(message) = refused {
            self.refuse(self.name(index), message);
        }
    }

    #[cold]
    fn retry<T: DeserializeOwned>(&mut self, index: usize, slot: Slot<'_>) -> Option<T> {
        match slot {
            // Where there is no object at all, that is the one problem to report.
            Slot::Absent if self.errors.iter().any(|error| error.path.is_empty()) => {}
            Slot::Absent => self.refuse(self.name(index), "required, and not given"),
            _ => match retry(self.name(index), slot) {
                Ok(value) => return Some(value),
                Err(error) => self.errors.push(error),
            },
        }
        None
    }

    /// That nothing was refused; called before the function.
    pub fn is_complete(&self) -> bool {
        self.errors.is_empty()
    }

    #[cold]
    pub fn into_error(self) -> CallError {
        CallError::Arguments { tool: self.parts.name, errors: self.errors }
    }

    fn name(&self, index: usize) -> &'static str {
        self.parts.arguments.get(index).map_or("", |arg| arg.name)
    }

    #[cold]
    fn refuse(&mut self, path: &str, message: impl Into<alloc::string::String>) {
        self.errors.push(ArgumentError::new(path, message));
    }

    #[cold]
    fn refuse_unknown(&mut self, key: &str) {
        let names: Vec<&str> = self.parts.arguments.iter().map(|arg| arg.name).collect();
        let known = match names.as_slice() {
            [] => "none".to_string(),
            names => names.join(", "),
        };
        self.refuse(key, alloc::format!("unknown argument; the tool takes {known}"));
    }

    #[cold]
    fn refuse_text(&mut self, text: &str) {
        let reason = match serde_json::from_str::<Value>(text) {
            Err(error) => error.to_string(),
            Ok(value) => alloc::format!("found {value}"),
        };
        self.refuse("", alloc::format!("expected an object in JSON: {reason}"));
    }
}

/// Which parameter `key` is. Models follow the order of the schema, so the
/// parameter whose turn it is comes first.
fn position(arguments: &[Arg], key: &str, turn: usize) -> Option<usize> {
    match arguments.get(turn) {
        Some(arg) if arg.name == key => Some(turn),
        _ => arguments.iter().position(|arg| arg.name == key),
    }
}

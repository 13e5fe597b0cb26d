//! From the model's JSON to the parameters of a function.
//!
//! The fast path is short: the members of the object are found once, and serde decodes
//! each directly into the parameter's type. Only if that fails are the arguments
//! [mended by the schema](Call::mended), which also reports what is wrong and where, and
//! decoded a second time.

use alloc::string::String;
use alloc::vec::Vec;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::arg::Arg;
use super::parts::{Call, Parts};
use super::range::Ranged;
use crate::arguments::{Arguments, Quick, Slot, explain, may_repeat, members};
use crate::error::{ArgumentError, CallError, MissingContext};
use crate::told::argument;

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
        // serde would take an array for a struct, by position, and of two members
        // of one name some types take the last.
        let decoded = match self.arguments.given() {
            Arguments::Text(text)
                if text.trim_ascii_start().starts_with('{') && !may_repeat(text) =>
            {
                T::deserialize(Quick::new(text))
            }
            Arguments::Value(Value::Object(members)) | Arguments::Object(members) => {
                T::deserialize(members)
            }
            _ => return Err(self.refused(ArgumentError::new("", argument::NOT_AN_OBJECT))),
        };
        decoded.map_err(|_| self.refused(self.explain::<T>()))
    }

    /// Why the arguments as a whole are no `T`.
    #[cold]
    fn explain<T: DeserializeOwned>(&self) -> ArgumentError {
        match self.arguments {
            Arguments::Object(members) => explain::<T>("", members),
            _ => ArgumentError::new("", argument::NOT_DECODED),
        }
    }

    /// The state of type `T`.
    pub fn context<T: 'static>(&self) -> Result<&'a T, CallError> {
        self.contexts.get().ok_or_else(|| self.missing(core::any::type_name::<T>()))
    }

    #[cold]
    fn missing(&self, type_name: &'static str) -> CallError {
        MissingContext { tool: self.parts.name, type_name }.into()
    }

    /// The arguments as the schema asks for them.
    #[cold]
    pub(super) fn mended(&self) -> Result<Map<String, Value>, CallError> {
        let members = self.arguments.to_object().map_err(|error| self.refused(error))?;
        let mended = self.parts.validator().mended(members);
        mended.map_err(|errors| CallError::Arguments { tool: self.parts.name, errors })
    }

    /// The same call with these arguments.
    pub(super) fn with<'b>(self, members: &'b Map<String, Value>) -> Call<'b>
    where
        'a: 'b,
    {
        Call { arguments: Arguments::Object(members), ..self }
    }

    #[cold]
    fn refused(&self, error: ArgumentError) -> CallError {
        CallError::arguments(self.parts.name, error)
    }
}

impl<'a> Args<'a, '_> {
    fn fill(&mut self, arguments: Arguments<'a>) {
        match arguments.given() {
            Arguments::Text(text) => self.fill_text(text),
            Arguments::Object(members) | Arguments::Value(Value::Object(members)) => {
                self.fill_object(members);
            }
            Arguments::Value(Value::Null) => {}
            Arguments::Value(_) => self.refuse("", argument::NOT_AN_OBJECT),
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
                None => self.refuse(member.key, argument::UNKNOWN),
            }
        });
        if scanned.is_none() {
            self.refuse("", argument::NOT_AN_OBJECT);
        }
    }

    fn fill_object(&mut self, members: &'a Map<String, Value>) {
        for (turn, (key, value)) in members.iter().enumerate() {
            match position(self.parts.arguments, key, turn) {
                Some(index) => self.place(index, Slot::Value(value)),
                None => self.refuse(key, argument::UNKNOWN),
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
            self.refuse(self.name(index), argument::TWICE);
        }
    }

    /// Decodes parameter `index`; `None` when that failed, which is then on
    /// record.
    pub fn take<T: DeserializeOwned>(&mut self, index: usize) -> Option<T> {
        let slot = self.slots.get(index).copied().unwrap_or_default();
        match slot.decode() {
            Ok(value) => Some(value),
            Err(_) => self.failed::<T>(index, slot),
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
            Err(_) => self.failed::<T>(index, slot),
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
    fn failed<T: DeserializeOwned>(&mut self, index: usize, slot: Slot<'_>) -> Option<T> {
        self.errors.push(slot.explain::<T>(self.name(index)));
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
    fn refuse(&mut self, path: &str, message: impl Into<String>) {
        self.errors.push(ArgumentError::new(path, message));
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

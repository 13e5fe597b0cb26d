//! The second reading of an argument: lenient with numbers, exact about place.
//!
//! Models send `30.0` for 30, and a long id as a string so that it is not
//! rounded; both are taken where the type asks for an integer. A number is
//! taken where the type asks for text, the text of a number or of `true` and
//! `false` where it asks for these, and the text of an array or object in JSON
//! where it asks for one. Nothing else is bent.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeOwned, Error, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Number, Value};

use super::access::{Enum, Members, Sequence};
use crate::arguments::Slot;
use crate::error::ArgumentError;

/// Decodes what stands at `path` again.
#[cold]
pub(crate) fn retry<T: DeserializeOwned>(path: &str, slot: Slot<'_>) -> Result<T, ArgumentError> {
    let parsed;
    let value = match slot {
        Slot::Value(value) => value,
        Slot::Absent => &Value::Null,
        Slot::Text(text) | Slot::Quoted(text) => {
            parsed = parse(path, text)?;
            &parsed
        }
    };
    T::deserialize(Lenient(value)).map_err(|problem| problem.at(path))
}

fn parse(path: &str, text: &str) -> Result<Value, ArgumentError> {
    serde_json::from_str(text)
        .map_err(|error| ArgumentError::new(path, format!("not valid JSON: {error}")))
}

/// What is wrong, and where below the value that is read.
#[derive(Debug)]
pub(super) struct Problem {
    path: String,
    message: String,
}

impl Problem {
    /// The same, seen from one level up.
    pub(super) fn below(mut self, step: &str) -> Self {
        let mark = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{mark}{}", self.path);
        self
    }

    fn at(self, path: &str) -> ArgumentError {
        let problem = if path.is_empty() { self } else { self.below(path) };
        ArgumentError::new(problem.path, problem.message)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Problem {}

impl Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {}, found {found}", in_words(expected)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self { path: field.into(), message: "required, and not given".into() }
    }
}

/// Rust's names of types, as a model knows them.
fn in_words(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    match text.as_str() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => format!("an integer ({text})"),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => {
            format!("an integer that is not negative ({text})")
        }
        "f32" | "f64" => "a number".into(),
        "a sequence" => "an array".into(),
        "a map" => "an object".into(),
        _ if text.starts_with("struct ") => "an object".into(),
        _ => text,
    }
}

/// Reads a value of a tree.
#[derive(Clone, Copy)]
pub(super) struct Lenient<'de>(pub(super) &'de Value);

impl<'de> Lenient<'de> {
    /// The number that is meant, where a string holds one.
    fn integer(self) -> Option<Number> {
        match self.0 {
            Value::String(digits) => integer_of(digits),
            Value::Number(number) if number.is_f64() => integer_of_float(number.as_f64()?),
            _ => None,
        }
    }

    fn visit_integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.integer() {
            Some(number) => Lenient::visit_number(&number, visitor),
            None => self.deserialize_any(visitor),
        }
    }

    fn visit_number<V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Problem> {
        if let Some(value) = number.as_u64() {
            visitor.visit_u64(value)
        } else if let Some(value) = number.as_i64() {
            visitor.visit_i64(value)
        } else {
            visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
        }
    }

    /// What a text of JSON stands for, where it begins with this mark.
    fn inner(self, mark: char) -> Option<Value> {
        let text = self.0.as_str().filter(|text| text.trim_start().starts_with(mark))?;
        serde_json::from_str(text).ok()
    }

    /// An array or object, also one that came as text.
    fn visit_nested<V: Visitor<'de>>(self, mark: char, visitor: V) -> Result<V::Value, Problem> {
        match self.inner(mark) {
            Some(inner) => inner.deserialize_any(visitor).map_err(Problem::custom),
            None => self.deserialize_any(visitor),
        }
    }

    fn visit_float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let number = |text: &str| serde_json::from_str::<Number>(text).ok();
        match self.0.as_str().and_then(number) {
            Some(number) => Lenient::visit_number(&number, visitor),
            None => self.deserialize_any(visitor),
        }
    }

    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Number(number) => visitor.visit_string(number.to_string()),
            _ => self.deserialize_any(visitor),
        }
    }
}

fn integer_of(digits: &str) -> Option<Number> {
    let unsigned = digits.parse::<u64>().map(Number::from);
    unsigned.or_else(|_| digits.parse::<i64>().map(Number::from)).ok()
}

/// Only where no digit is lost: beyond 2^53 a double no longer tells its
/// neighbours apart.
fn integer_of_float(float: f64) -> Option<Number> {
    let exact = float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0;
    exact.then(|| Number::from(float as i64))
}

impl<'de> Deserializer<'de> for Lenient<'de> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => Self::visit_number(number, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(Sequence::new(items)),
            Value::Object(members) => visitor.visit_map(Members::new(members)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_enum(Enum::new(self.0, variants)?)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_integer(visitor)
    }
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0.as_str() {
            Some("true") => visitor.visit_bool(true),
            Some("false") => visitor.visit_bool(false),
            _ => self.deserialize_any(visitor),
        }
    }
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_float(visitor)
    }
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_float(visitor)
    }
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_nested('[', visitor)
    }
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.visit_nested('[', visitor)
    }
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_nested('{', visitor)
    }
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.visit_nested('{', visitor)
    }
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_text(visitor)
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.visit_text(visitor)
    }

    forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

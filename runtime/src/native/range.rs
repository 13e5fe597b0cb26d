//! The range of a number: in the schema, and checked at the call.

use alloc::format;
use alloc::string::String;
use core::fmt;

use serde_json::{Map, Number, Value};

/// One bound, as the macro read it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    Int(i128),
    Float(f64),
}

/// Bounds of an argument; `exclusive` speaks of the upper one.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub min: Option<Bound>,
    pub max: Option<Bound>,
    pub exclusive: bool,
}

impl Range {
    pub(super) fn describe(&self, schema: &mut Map<String, Value>) {
        let upper = if self.exclusive { "exclusiveMaximum" } else { "maximum" };
        for (keyword, bound) in [("minimum", self.min), (upper, self.max)] {
            if let Some(number) = bound.and_then(Bound::to_json) {
                schema.insert(keyword.into(), Value::Number(number));
            }
        }
    }

    fn contains(&self, value: Bound) -> bool {
        let above = self.min.is_none_or(|min| min.compare(value).is_some_and(|o| o.is_le()));
        let below = self.max.is_none_or(|max| {
            value.compare(max).is_some_and(|o| if self.exclusive { o.is_lt() } else { o.is_le() })
        });
        above && below
    }

    /// What is wrong with `value`, if anything is.
    pub(super) fn refuse(&self, value: &impl Ranged) -> Option<String> {
        let outside = value.number().filter(|number| !self.contains(*number));
        outside.map(|number| format!("expected a number {self}, found {number}"))
    }
}

impl Bound {
    fn to_json(self) -> Option<Number> {
        match self {
            Self::Int(value) => Number::from_i128(value),
            Self::Float(value) => Number::from_f64(value),
        }
    }

    fn compare(self, other: Self) -> Option<core::cmp::Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(&b)),
            (a, b) => a.to_f64().partial_cmp(&b.to_f64()),
        }
    }

    fn to_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Float(value) => value.fmt(f),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let upper = if self.exclusive { "below" } else { "to" };
        match (self.min, self.max) {
            (Some(min), Some(max)) => write!(f, "from {min} {upper} {max}"),
            (Some(min), None) => write!(f, "of at least {min}"),
            (None, Some(max)) if self.exclusive => write!(f, "below {max}"),
            (None, Some(max)) => write!(f, "of at most {max}"),
            (None, None) => f.write_str("of any size"),
        }
    }
}

/// What `#[arg(range = …)]` can stand on.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`range` needs a number, and `{Self}` is not one",
    label = "not a number or an `Option` of one"
)]
pub trait Ranged {
    fn number(&self) -> Option<Bound>;
}

impl<T: Ranged> Ranged for Option<T> {
    fn number(&self) -> Option<Bound> {
        self.as_ref().and_then(Ranged::number)
    }
}

macro_rules! ranged {
    ($($int:ty)*; $($float:ty)*) => {
        $(impl Ranged for $int {
            fn number(&self) -> Option<Bound> {
                Some(Bound::Int(*self as i128))
            }
        })*
        $(impl Ranged for $float {
            fn number(&self) -> Option<Bound> {
                Some(Bound::Float(f64::from(*self)))
            }
        })*
    };
}

ranged!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize; f32 f64);

//! From what a function returns to an [`Outcome`].
//!
//! The macro does not read the return type; it asks the compiler. [`Tag`]
//! carries the type, and the traits below stand at different depths of
//! reference: a method called on `&&tag` is looked up at `&&Tag` first, then at
//! `&Tag`, then at `Tag`. So a `Result` is split before anything else, what is
//! [`IntoOutcome`] is taken as it is, and the rest has to be `Serialize`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Display;
use core::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::schema;
use crate::message::{Content, Outcome};

/// What a tool can return directly: text, content blocks, nothing. Tools can also return
/// any `Serialize` type, which becomes JSON, and a `Result` of either with any `Display`
/// error.
pub trait IntoOutcome {
    /// The outcome that says this.
    fn into_outcome(self) -> Outcome;
}

impl IntoOutcome for Outcome {
    fn into_outcome(self) -> Outcome {
        self
    }
}

/// The text `done`: providers refuse a result without content.
impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        Outcome::text("done")
    }
}

impl IntoOutcome for Content {
    fn into_outcome(self) -> Outcome {
        Outcome::content(alloc::vec![self])
    }
}

impl IntoOutcome for Vec<Content> {
    fn into_outcome(self) -> Outcome {
        Outcome::content(self)
    }
}

impl IntoOutcome for &str {
    fn into_outcome(self) -> Outcome {
        Outcome::text(self)
    }
}

macro_rules! text {
    ($($text:ty),*) => {
        $(impl IntoOutcome for $text {
            fn into_outcome(self) -> Outcome {
                Outcome::text(String::from(self))
            }
        })*
    };
}

text!(String, Cow<'_, str>, Box<str>, char);

impl IntoOutcome for Arc<str> {
    fn into_outcome(self) -> Outcome {
        Outcome::text(&*self)
    }
}

/// A type to ask about.
#[doc(hidden)]
pub struct Tag<T>(PhantomData<fn() -> T>);

impl<T> Clone for Tag<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tag<T> {}

impl<T> Tag<T> {
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

#[doc(hidden)]
pub trait SplitResult<T, E> {
    fn split(self, returned: Result<T, E>) -> Result<T, Outcome>
    where
        E: Display;
    fn success(self) -> Tag<T>;
}

/// `{:#}` shows the chain of causes where the error type keeps one.
impl<T, E> SplitResult<T, E> for &&Tag<Result<T, E>> {
    fn split(self, returned: Result<T, E>) -> Result<T, Outcome>
    where
        E: Display,
    {
        returned.map_err(|error| Outcome::error(format!("{error:#}")))
    }

    fn success(self) -> Tag<T> {
        Tag::new()
    }
}

#[doc(hidden)]
pub trait SplitPlain<T> {
    fn split(self, returned: T) -> Result<T, Outcome>;
    fn success(self) -> Tag<T>;
}

impl<T> SplitPlain<T> for &Tag<T> {
    fn split(self, returned: T) -> Result<T, Outcome> {
        Ok(returned)
    }

    fn success(self) -> Tag<T> {
        Tag::new()
    }
}

#[doc(hidden)]
pub trait TakeOutcome<T> {
    fn outcome(self, value: T) -> Outcome;
    fn schema(self) -> Option<Value>;
}

impl<T: IntoOutcome> TakeOutcome<T> for &&Tag<T> {
    fn outcome(self, value: T) -> Outcome {
        value.into_outcome()
    }

    fn schema(self) -> Option<Value> {
        None
    }
}

#[doc(hidden)]
pub trait TakeJson<T> {
    fn outcome(self, value: T) -> Outcome
    where
        T: Serialize;
}

impl<T> TakeJson<T> for &Tag<T> {
    fn outcome(self, value: T) -> Outcome
    where
        T: Serialize,
    {
        match serde_json::to_value(value) {
            Ok(value) => Outcome::json(value),
            Err(error) => Outcome::error(format!("the result has no JSON form: {error}")),
        }
    }
}

#[doc(hidden)]
pub trait HasSchema {
    fn schema(self) -> Option<Value>;
}

impl<T: Serialize + JsonSchema> HasSchema for &Tag<T> {
    fn schema(self) -> Option<Value> {
        schema::output::<T>()
    }
}

#[doc(hidden)]
pub trait NoSchema {
    fn schema(self) -> Option<Value>;
}

impl<T> NoSchema for Tag<T> {
    fn schema(self) -> Option<Value> {
        None
    }
}

/// The value of a `default` or `example`, to be shown in the schema.
#[doc(hidden)]
pub struct Show<'v, T>(pub &'v T);

impl<T> Clone for Show<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Show<'_, T> {}

#[doc(hidden)]
pub trait ToJson {
    fn to_json(self) -> Option<Value>;
}

impl<T: Serialize> ToJson for &Show<'_, T> {
    fn to_json(self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

#[doc(hidden)]
pub trait NoJson {
    fn to_json(self) -> Option<Value>;
}

/// A type without a JSON form is not shown.
impl<T> NoJson for Show<'_, T> {
    fn to_json(self) -> Option<Value> {
        None
    }
}

/// Those of `values` that can be shown.
#[doc(hidden)]
pub fn examples<const N: usize>(values: [Option<Value>; N]) -> Vec<Value> {
    values.into_iter().flatten().collect()
}

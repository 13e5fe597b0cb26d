//! One argument of a native tool: name, description, type.

use alloc::vec::Vec;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::order;
use super::range::Range;
use super::tracer::Variants;
use crate::arguments::is_optional;

/// Types that a tool's argument can have: those that implement serde's `DeserializeOwned`
/// and schemars' `JsonSchema`. Implemented for all of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "needs `serde::Deserialize` and `schemars::JsonSchema`",
    note = "derive both, or take state of the program by reference: `&{Self}`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// Gives the schema of a type, and notes the enums it is made of.
#[doc(hidden)]
pub type SchemaFn = fn(&mut SchemaGenerator, &mut Vec<Variants>) -> Schema;

/// One row of the table that the macro writes.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Arg {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) schema: SchemaFn,
    pub(super) optional: fn() -> bool,
    pub(super) default: Option<fn() -> Option<Value>>,
    pub(super) examples: Option<fn() -> Vec<Value>>,
    pub(super) range: Option<Range>,
}

impl Arg {
    #[must_use]
    pub const fn of<T: Argument>(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            schema: schema_of::<T>,
            optional: is_optional::<T>,
            default: None,
            examples: None,
            range: None,
        }
    }

    #[must_use]
    pub const fn with_default(self, default: fn() -> Option<Value>) -> Self {
        Self { default: Some(default), ..self }
    }

    #[must_use]
    pub const fn with_examples(self, examples: fn() -> Vec<Value>) -> Self {
        Self { examples: Some(examples), ..self }
    }

    #[must_use]
    pub const fn with_range(self, range: Range) -> Self {
        Self { range: Some(range), ..self }
    }

    pub(super) fn is_required(&self) -> bool {
        self.default.is_none() && !(self.optional)()
    }
}

/// The schema of `T`, its definitions left with the generator.
fn schema_of<T: Argument>(generator: &mut SchemaGenerator, variants: &mut Vec<Variants>) -> Schema {
    order::collect::<T>(variants);
    generator.subschema_for::<T>()
}

/// The schema of the one argument struct, in place.
#[doc(hidden)]
pub fn root_schema_of<T: Argument>(
    generator: &mut SchemaGenerator,
    variants: &mut Vec<Variants>,
) -> Schema {
    order::collect::<T>(variants);
    generator.root_schema_for::<T>()
}

//! The variants of enums in the order of their declaration.
//!
//! schemars lists variants without a description first, so the order of the
//! source is lost in its schema. serde's derived code knows it: an enum tells
//! its deserializer the names of all variants. So a type is decoded once from
//! made-up values ([`Tracer`]), only to be asked for its enums.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use schemars::Schema;
use schemars::transform::transform_subschemas;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::tracer::{Tracer, Variants};

/// Collects the enums that a `T` is made of, as far as made-up values lead.
pub(super) fn collect<T: DeserializeOwned>(found: &mut Vec<Variants>) {
    // What it decodes to, or why it stopped, is of no interest.
    let _: Result<T, _> = T::deserialize(Tracer::new(found));
}

/// Puts choices among constants into the order of `declared`.
pub(super) fn apply(schema: &mut Map<String, Value>, declared: &[Variants]) {
    let mut whole = Schema::from(core::mem::take(schema));
    apply_to(&mut whole, declared);
    *schema = core::mem::take(whole.ensure_object());
}

fn apply_to(schema: &mut Schema, declared: &[Variants]) {
    if let Some(Value::Array(branches)) = schema.get_mut("oneOf") {
        reorder(branches, declared);
    }
    transform_subschemas(&mut |below: &mut Schema| apply_to(below, declared), schema);
}

fn reorder(branches: &mut Vec<Value>, declared: &[Variants]) {
    let Some(mut constants) = constants(branches) else { return };
    let holds = |variants: &&Variants| {
        variants.len() == constants.len()
            && constants.iter().all(|(name, _)| variants.contains(&name.as_str()))
    };
    let Some(variants) = declared.iter().find(holds) else { return };
    constants.sort_by_key(|(name, _)| variants.iter().position(|variant| variant == name));
    *branches = constants.into_iter().map(|(_, branch)| branch).collect();
}

/// Each constant with a branch of its own; `None` when a branch is more than
/// constants.
fn constants(branches: &[Value]) -> Option<Vec<(String, Value)>> {
    let mut constants = Vec::new();
    for branch in branches {
        if let Some(name) = branch.get("const") {
            constants.push((name.as_str()?.to_string(), branch.clone()));
            continue;
        }
        for name in branch.get("enum")?.as_array()? {
            constants.push((name.as_str()?.to_string(), json!({"type": "string", "const": name})));
        }
    }
    Some(constants)
}

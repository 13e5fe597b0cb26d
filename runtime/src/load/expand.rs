//! Filling in the templates of a contract.

use std::env;
use std::prelude::v1::*;

use serde_json::{Map, Value};

use crate::contract::{Piece, Template};
use crate::error::LoadError;

/// The arguments of one call.
pub(super) type Given = Map<String, Value>;

/// Fills in the variables, at load: their values are in no catalog.
pub(super) fn variables(tool: &str, template: &Template) -> Result<Template, LoadError> {
    let lookup = |name: &str| env::var(name).ok();
    template.with_variables(&lookup).map_err(|name| {
        LoadError::unmet(tool, format!("the variable `{name}` is not set"))
            .repair("set it before the program starts")
    })
}

/// The same for named templates.
pub(super) fn all_variables(
    tool: &str,
    templates: &[(String, Template)],
) -> Result<Vec<(String, Template)>, LoadError> {
    let filled =
        |(name, template): &(String, Template)| Ok((name.clone(), variables(tool, template)?));
    templates.iter().map(filled).collect()
}

/// An argument that was given; `null` counts as absent.
pub(super) fn given<'a>(arguments: &'a Given, name: &str) -> Option<&'a Value> {
    arguments.get(name).filter(|value| !value.is_null())
}

/// A text as it stands, anything else as JSON.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), Into::into)
}

/// The text; `None` when an argument in it is absent.
pub(super) fn fill(template: &Template, arguments: &Given) -> Option<String> {
    let mut out = String::new();
    for piece in template.pieces() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Argument { name, .. } => out.push_str(&text_of(given(arguments, name)?)),
            // All have been filled in by now.
            Piece::Variable { .. } => {}
        }
    }
    Some(out)
}

/// One text for each item where the template is `{name*}`, else one, or none
/// where an argument is absent.
pub(super) fn fill_each(template: &Template, arguments: &Given) -> Vec<String> {
    match template.as_argument() {
        Some((name, true)) => match given(arguments, name) {
            Some(Value::Array(items)) => items.iter().map(text_of).collect(),
            Some(one) => vec![text_of(one)],
            None => Vec::new(),
        },
        _ => fill(template, arguments).into_iter().collect(),
    }
}

/// The value with its texts filled in. A text that is one argument becomes its
/// value; what an absent argument stands in is left out.
#[cfg(feature = "http")]
pub(super) fn fill_json(value: &Value, arguments: &Given) -> Option<Value> {
    Some(match value {
        Value::String(text) => {
            // It was read when the contract was.
            let template = Template::parse(text).ok()?;
            match template.as_argument() {
                Some((name, _)) => given(arguments, name)?.clone(),
                None => Value::String(fill(&template, arguments)?),
            }
        }
        Value::Array(items) => items.iter().filter_map(|item| fill_json(item, arguments)).collect(),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                Some((name.clone(), fill_json(value, arguments)?))
            };
            Value::Object(members.iter().filter_map(member).collect())
        }
        other => other.clone(),
    })
}

/// Fills in the variables in the texts of a value; the result is a template too.
#[cfg(feature = "http")]
pub(super) fn json_variables(tool: &str, value: &Value) -> Result<Value, LoadError> {
    Ok(match value {
        Value::String(text) => match Template::parse(text) {
            Ok(template) => Value::String(variables(tool, &template)?.to_text()),
            Err(_) => value.clone(),
        },
        Value::Array(items) => {
            items.iter().map(|item| json_variables(tool, item)).collect::<Result<Value, _>>()?
        }
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| Ok((name.clone(), json_variables(tool, value)?));
            Value::Object(members.iter().map(member).collect::<Result<_, LoadError>>()?)
        }
        other => other.clone(),
    })
}

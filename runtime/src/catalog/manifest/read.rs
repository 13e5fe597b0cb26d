//! One tool out of JSON.

use alloc::borrow::Cow;
use alloc::string::String;

use super::fault::ToolFault;
use super::tool::Tool;
use crate::digest::Digest;
use crate::json::{Value, write_string};

/// The annotations that a digest covers, in canonical order.
const ANNOTATIONS: [&str; 5] =
    ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint", "title"];

/// `place` counts the tools of the listing from 0, to speak of one without a name.
pub(super) fn tool(value: Value<'_, '_>, place: usize) -> Result<Tool, ToolFault> {
    if !value.is_object() {
        return Err(ToolFault::at(place, "is not an object"));
    }
    let name = value.get("name").and_then(Value::as_str).map(Cow::into_owned);
    let name = name.ok_or_else(|| ToolFault::at(place, "has no `name`"))?;
    if name.is_empty() {
        return Err(ToolFault::at(place, "has an empty `name`"));
    }
    read(value, &name).map_err(|message| ToolFault::named(&name, message))
}

fn read(value: Value<'_, '_>, name: &str) -> Result<Tool, String> {
    let input = present(value, "inputSchema").ok_or("has no `inputSchema`")?;
    let output = present(value, "outputSchema").map(|schema| object(schema, "outputSchema"));
    let annotations = present(value, "annotations").map(annotations).transpose()?;
    let mut tool = Tool {
        name: name.into(),
        title: text(value, "title")?,
        description: text(value, "description")?,
        input_schema: object(input, "inputSchema")?,
        output_schema: output.transpose()?,
        annotations: annotations.flatten(),
        always_load: always_load(value),
        digest: Digest::from_bytes([0; 32]),
    };
    tool.digest = tool.definition().digest();
    Ok(tool)
}

/// A member whose value is `null` counts as absent.
fn present<'d, 't>(value: Value<'d, 't>, member: &str) -> Option<Value<'d, 't>> {
    value.get(member).filter(|value| !value.is_null())
}

fn object(value: Value<'_, '_>, member: &str) -> Result<String, String> {
    match value.is_object() {
        true => Ok(value.to_canonical()),
        false => {
            Err(alloc::format!("has {} as `{member}`; it must be an object", value.type_name()))
        }
    }
}

fn text(value: Value<'_, '_>, member: &str) -> Result<Option<String>, String> {
    let Some(value) = present(value, member) else { return Ok(None) };
    match value.as_str() {
        Some(text) => Ok(Some(text.into_owned())),
        None => Err(alloc::format!("has {} as `{member}`; it must be a string", value.type_name())),
    }
}

fn annotations(value: Value<'_, '_>) -> Result<Option<String>, String> {
    if !value.is_object() {
        return Err(alloc::format!(
            "has {} as `annotations`; it must be an object",
            value.type_name()
        ));
    }
    let mut out = String::new();
    for (name, value) in ANNOTATIONS.iter().filter_map(|name| Some((name, present(value, name)?))) {
        out.push(if out.is_empty() { '{' } else { ',' });
        // Writing to a string does not fail.
        let _ = write_string(name, &mut out);
        out.push(':');
        let _ = value.write_canonical(&mut out);
    }
    Ok((!out.is_empty()).then(|| out + "}"))
}

fn always_load(value: Value<'_, '_>) -> Option<bool> {
    value.get("_meta")?.get("anthropic/alwaysLoad")?.as_bool()
}

//! Places of a manifest that differ from run to run.

use crate::text::debug_as_display;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::{Manifest, ManifestError, Tool};
use crate::json::{Json, Value, push_token, write_string};

/// A JSON pointer (RFC 6901) into a manifest, where tools are addressed by
/// name: `/instructions`, `/tools/<name>/description`,
/// `/tools/<name>/inputSchema/properties/path/default`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// The decoded reference tokens.
    #[must_use]
    pub fn tokens(&self) -> &[String] {
        &self.0
    }

    /// Appends one reference token to the text of a pointer, escaped.
    ///
    /// ```
    /// let mut path = String::from("/tools");
    /// toolcrib::catalog::Pointer::push_token(&mut path, "a/b");
    /// assert_eq!(path, "/tools/a~1b");
    /// ```
    pub fn push_token(path: &mut String, token: &str) {
        push_token(path, token);
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.0.iter().for_each(|token| Self::push_token(&mut text, token));
        f.write_str(&text)
    }
}

/// The text is not a pointer to something that can be volatile.
#[derive(Clone, PartialEq, Eq)]
pub struct PointerError(String);

impl fmt::Display for PointerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` cannot be volatile; write `/instructions` or a JSON pointer below a tool's \
             `description`, `title`, `inputSchema`, `outputSchema` or `annotations`, for example \
             `/tools/read_file/description`",
            self.0
        )
    }
}

debug_as_display!(PointerError);

impl core::error::Error for PointerError {}

impl FromStr for Pointer {
    type Err = PointerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = || PointerError(text.into());
        let tokens = text.strip_prefix('/').ok_or_else(fault)?.split('/');
        let tokens: Option<Vec<String>> = tokens.map(decode).collect();
        let tokens = tokens.ok_or_else(fault)?;
        let parts: Vec<&str> = tokens.iter().map(String::as_str).collect();
        match parts.as_slice() {
            ["instructions"] | ["tools", _, "description" | "title"] => Ok(Self(tokens)),
            // A schema as a whole must stay an object.
            ["tools", _, "inputSchema" | "outputSchema" | "annotations", _, ..] => Ok(Self(tokens)),
            _ => Err(fault()),
        }
    }
}

fn decode(token: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = token.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '~' => match chars.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            other => other,
        });
    }
    Some(out)
}

impl Manifest {
    /// Blanks the places that the pointers name: a string becomes `""`, anything else
    /// `null`. Digests are those of the blanked form. A pointer to nothing is ignored.
    ///
    /// # Errors
    /// Blanking a member makes a tool unusable.
    pub fn blanked(&self, pointers: &[Pointer]) -> Result<Self, ManifestError> {
        if pointers.is_empty() {
            return Ok(self.clone());
        }
        let mut instructions = self.instructions.clone();
        if pointers.iter().any(|pointer| pointer.0 == ["instructions"]) {
            instructions = instructions.map(|_| String::new());
        }
        let tools: Result<Vec<Tool>, String> =
            self.tools.iter().map(|tool| blank_tool(tool, pointers)).collect();
        let tools = tools.map_err(|message| ManifestError::pointer(&self.server, message))?;
        Ok(Self::new(self.server.clone(), instructions, tools))
    }
}

fn blank_tool(tool: &Tool, pointers: &[Pointer]) -> Result<Tool, String> {
    let mine: Vec<&[String]> = pointers
        .iter()
        .filter(|pointer| pointer.0.get(1) == Some(&tool.name))
        .filter_map(|pointer| pointer.0.get(2..))
        .collect();
    if mine.is_empty() {
        return Ok(tool.clone());
    }
    let text = tool.definition().to_canonical();
    let mut out = String::with_capacity(text.len());
    let blank = |error: &dyn ToString| {
        alloc::format!("tool `{}` cannot be blanked: {}", tool.name, error.to_string())
    };
    let json = Json::parse(&text).map_err(|error| blank(&error))?;
    write_blanked(json.root(), &mine, &mut out).map_err(|error| blank(&error))?;
    let json = Json::parse(&out).map_err(|error| blank(&error))?;
    let mut blanked = super::read::tool(json.root(), 0).map_err(|fault| blank(&fault))?;
    blanked.always_load = tool.always_load;
    Ok(blanked)
}

fn write_blanked(value: Value<'_, '_>, pointers: &[&[String]], out: &mut String) -> fmt::Result {
    if pointers.is_empty() {
        return value.write_canonical(out);
    }
    if pointers.iter().any(|pointer| pointer.is_empty()) {
        return out.write_str(if value.as_str().is_some() { "\"\"" } else { "null" });
    }
    match (value.is_object(), value.is_array()) {
        (true, _) => write_object(value, pointers, out),
        (_, true) => write_array(value, pointers, out),
        _ => value.write_canonical(out),
    }
}

fn write_object(value: Value<'_, '_>, pointers: &[&[String]], out: &mut String) -> fmt::Result {
    out.write_char('{')?;
    for (at, (name, member)) in value.members().enumerate() {
        out.write_str(if at > 0 { "," } else { "" })?;
        write_string(&name, out)?;
        out.write_char(':')?;
        write_blanked(member, &below(pointers, &name), out)?;
    }
    out.write_char('}')
}

fn write_array(value: Value<'_, '_>, pointers: &[&[String]], out: &mut String) -> fmt::Result {
    out.write_char('[')?;
    for (at, item) in value.items().enumerate() {
        out.write_str(if at > 0 { "," } else { "" })?;
        write_blanked(item, &below(pointers, &at.to_string()), out)?;
    }
    out.write_char(']')
}

fn below<'p>(pointers: &[&'p [String]], token: &str) -> Vec<&'p [String]> {
    let steps = pointers.iter().filter_map(|pointer| pointer.split_first());
    steps.filter(|(first, _)| first.as_str() == token).map(|(_, rest)| rest).collect()
}

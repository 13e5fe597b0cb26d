//! Names and descriptions of parameters, out of a JSON Schema.
//!
//! A scanner and not a parser: it allocates only for strings with escapes, and
//! what is not JSON ends the scan without an error.

use alloc::borrow::Cow;

use crate::json::unescape;

/// Levels of `properties` that are read.
const MAX_LEVELS: u8 = 4;
/// Brackets within brackets that are followed.
const MAX_DEPTH: u8 = 64;

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found<'a> {
    Parameter(&'a str),
    Description(&'a str),
}

/// What the value that follows is to its schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A schema; its parameters are at this level.
    Schema(u8),
    /// An array of schemas, or one.
    Schemas(u8),
    Properties(u8),
    Description(u8),
    Other,
}

/// Calls `emit` for each parameter of `schema`: from `properties`, through
/// `items`, `anyOf`, `oneOf` and `allOf`, to four levels.
pub(super) fn for_each_parameter(schema: &str, emit: &mut dyn FnMut(Found<'_>)) {
    let mut scanner = Scanner { text: schema, at: 0, emit };
    scanner.value(Role::Schema(0), 0);
}

struct Scanner<'t, 'e> {
    text: &'t str,
    at: usize,
    emit: &'e mut dyn FnMut(Found<'_>),
}

impl<'t> Scanner<'t, '_> {
    fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            match bytes[self.at] {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                byte => return byte,
            }
        }
        0
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// False when the text is not JSON.
    fn value(&mut self, role: Role, depth: u8) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match self.peek() {
            b'{' => self.object(role, depth),
            b'[' => self.array(role, depth),
            b'"' => self.text_value(role),
            0 => false,
            _ => self.literal(),
        }
    }

    fn object(&mut self, role: Role, depth: u8) -> bool {
        self.at += 1;
        if self.skip(b'}') {
            return true;
        }
        loop {
            let Some(name) = self.string() else { return false };
            let inner = self.member(role, name);
            if !self.skip(b':') || !self.value(inner, depth + 1) {
                return false;
            }
            if !self.skip(b',') {
                return self.skip(b'}');
            }
        }
    }

    /// What a member is, by its name and what its object is.
    fn member(&mut self, role: Role, name: &str) -> Role {
        match (role, name) {
            (Role::Properties(level), _) => {
                (self.emit)(Found::Parameter(&plain(name)));
                Role::Schema(level)
            }
            (Role::Schema(level) | Role::Schemas(level), "properties") if level < MAX_LEVELS => {
                Role::Properties(level + 1)
            }
            (Role::Schema(level) | Role::Schemas(level), "items" | "anyOf" | "oneOf" | "allOf") => {
                Role::Schemas(level)
            }
            (Role::Schema(level) | Role::Schemas(level), "description") if level > 0 => {
                Role::Description(level)
            }
            _ => Role::Other,
        }
    }

    fn array(&mut self, role: Role, depth: u8) -> bool {
        let inner = if let Role::Schemas(_) = role { role } else { Role::Other };
        self.at += 1;
        if self.skip(b']') {
            return true;
        }
        loop {
            if !self.value(inner, depth + 1) {
                return false;
            }
            if !self.skip(b',') {
                return self.skip(b']');
            }
        }
    }

    fn text_value(&mut self, role: Role) -> bool {
        let Some(text) = self.string() else { return false };
        if let Role::Description(_) = role {
            (self.emit)(Found::Description(&plain(text)));
        }
        true
    }

    fn literal(&mut self) -> bool {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while self.at < bytes.len()
            && !matches!(bytes[self.at], b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
        {
            self.at += 1;
        }
        self.at > start
    }

    /// The inside of a string, escapes as they stand.
    fn string(&mut self) -> Option<&'t str> {
        if !self.skip(b'"') {
            return None;
        }
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start;
        while at < bytes.len() && bytes[at] != b'"' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        self.at = at.saturating_add(1);
        self.text.get(start..at).filter(|_| at < bytes.len())
    }
}

fn plain(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'\\') { Cow::Owned(unescape(text)) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn found(schema: &str) -> String {
        let mut out = String::new();
        for_each_parameter(schema, &mut |found| {
            let (mark, text) = match found {
                Found::Parameter(text) => ('+', text),
                Found::Description(text) => ('=', text),
            };
            out.push(mark);
            out.push_str(text);
        });
        out
    }

    #[test]
    fn parameters_are_found_through_lists_and_alternatives() {
        let schema = r#"{"type":"object","description":"not a parameter","properties":{
            "a":{"type":"string","description":"of \"a\"","default":{"description":"no"}},
            "description":{"type":"string"},
            "b":{"type":"array","items":{"properties":{"c":{"anyOf":[{"description":"of c"}]}}}}}}"#;
        assert_eq!(found(schema), "+a=of \"a\"+description+b+c=of c");
    }

    #[test]
    fn broken_text_ends_the_scan() {
        for schema in
            ["", "{", "[[[", "{\"properties\":{\"a", "{\"properties\":{\"a\\", "nul", "{,}"]
        {
            assert_eq!(found(schema), "");
        }
        let deep = "{\"items\":".repeat(10_000);
        assert_eq!(found(&deep), "");
    }
}

//! Text to nodes, in one pass.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::error::{JsonError, JsonErrorKind};
use super::node::{Json, Kind, MAX_DEPTH, Node};
use super::value::Value;
use super::{number, order, string};

impl<'t> Json<'t> {
    /// Parses one JSON document.
    ///
    /// # Errors
    /// Text that is not JSON as this module defines it, nesting beyond
    /// [`MAX_DEPTH`], or more than 4 GiB of it.
    pub fn parse(text: &'t str) -> Result<Self, JsonError> {
        let mut parser =
            Parser { json: Json { text, nodes: Vec::new(), order: Vec::new() }, at: 0 };
        if u32::try_from(text.len()).is_err() {
            return Err(parser.error(JsonErrorKind::TooLong));
        }
        parser.space();
        parser.value(0)?;
        parser.space();
        if parser.at < text.len() {
            return Err(parser.error(JsonErrorKind::TrailingText));
        }
        Ok(parser.json)
    }
}

struct Parser<'t> {
    json: Json<'t>,
    at: usize,
}

impl<'t> Parser<'t> {
    fn error(&self, kind: JsonErrorKind) -> JsonError {
        JsonError::new(kind, self.json.text, self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.json.text.as_bytes().get(self.at).copied()
    }

    fn unexpected(&self) -> JsonError {
        self.error(match self.peek() {
            Some(_) => JsonErrorKind::UnexpectedCharacter,
            None => JsonErrorKind::UnexpectedEnd,
        })
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), JsonError> {
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Kind::True),
            Some(b'f') => self.word("false", Kind::False),
            Some(b'n') => self.word("null", Kind::Null),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<(), JsonError> {
        if !self.json.text[self.at..].starts_with(word) {
            return Err(self.unexpected());
        }
        let start = self.at;
        self.at += word.len();
        self.push(kind, start, self.at);
        Ok(())
    }

    /// Adds a node without children; its number.
    fn push(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        let number = self.json.nodes.len();
        let (start, end) = (narrow(start), narrow(end));
        let exact = !matches!(kind, Kind::Double | Kind::Escaped);
        let next = narrow(number + 1);
        self.json.nodes.push(Node { kind, start, end, next, order: 0, len: 0, exact });
        number
    }

    fn close(&mut self, node: usize, len: usize, order: usize) {
        let next = narrow(self.json.nodes.len());
        let end = narrow(self.at);
        let node = &mut self.json.nodes[node];
        (node.next, node.end, node.len, node.order) = (next, end, narrow(len), narrow(order));
        node.exact = false;
    }

    /// Notes that a container stands in canonical form when all within it does
    /// and it is no longer than that: there is no space in it then.
    fn note_exact(&mut self, container: usize, ordered: bool) {
        let Some((node, within)) = self.json.nodes.get(container..).and_then(<[Node]>::split_first)
        else {
            return;
        };
        let (mut at, mut width, mut exact) = (0, 1, ordered);
        while let Some(child) = within.get(at) {
            let quotes = if matches!(child.kind, Kind::Plain | Kind::Escaped) { 2 } else { 0 };
            // A comma, a colon or the closing bracket follows each.
            width += child.end - child.start + quotes + 1;
            exact &= child.exact;
            at = child.next as usize - container - 1;
        }
        let width = if within.is_empty() { 2 } else { width };
        let exact = exact && width == node.end - node.start;
        self.json.nodes[container].exact = exact;
    }

    fn open(&mut self, kind: Kind, depth: usize) -> Result<usize, JsonError> {
        if depth >= MAX_DEPTH {
            return Err(self.error(JsonErrorKind::TooDeep));
        }
        let node = self.push(kind, self.at, self.at);
        self.at += 1;
        self.space();
        Ok(node)
    }

    fn array(&mut self, depth: usize) -> Result<(), JsonError> {
        let node = self.open(Kind::Array, depth)?;
        let mut len = 0;
        if self.peek() == Some(b']') {
            self.at += 1;
        } else {
            loop {
                self.value(depth + 1)?;
                len += 1;
                if self.comma_or(b']')? {
                    break;
                }
            }
        }
        self.close(node, len, 0);
        self.note_exact(node, true);
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), JsonError> {
        let node = self.open(Kind::Object, depth)?;
        let mut names = Vec::new();
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                names.push(narrow(self.json.nodes.len()));
                self.name()?;
                self.value(depth + 1)?;
                if self.comma_or(b'}')? {
                    break;
                }
            }
        }
        let ordered = self.sort(&mut names)?;
        let order = self.json.order.len();
        self.close(node, names.len(), order);
        self.note_exact(node, ordered);
        self.json.order.extend(names);
        Ok(())
    }

    fn name(&mut self) -> Result<(), JsonError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected());
        }
        self.string()?;
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected());
        }
        self.at += 1;
        self.space();
        Ok(())
    }

    /// Steps over a comma (false) or the closing bracket (true).
    fn comma_or(&mut self, close: u8) -> Result<bool, JsonError> {
        self.space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.space();
                Ok(false)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(true)
            }
            _ => Err(self.unexpected()),
        }
    }

    /// Brings the names into canonical order and refuses a repeated one. True
    /// when they were in order.
    fn sort(&mut self, names: &mut [u32]) -> Result<bool, JsonError> {
        let json = &self.json;
        let text = |number: u32| -> Cow<'_, str> { Value::new(json, number).text() };
        let increasing =
            |pair: &[u32]| order::compare(&text(pair[0]), &text(pair[1])) == Ordering::Less;
        if names.windows(2).all(increasing) {
            return Ok(true);
        }
        names.sort_by(|&a, &b| order::compare(&text(a), &text(b)).then(a.cmp(&b)));
        match names.windows(2).find(|pair| !increasing(pair)) {
            None => Ok(false),
            Some(pair) => {
                let at = json.nodes[pair[1] as usize].start as usize;
                Err(JsonError::new(JsonErrorKind::DuplicateName, json.text, at))
            }
        }
    }

    fn string(&mut self) -> Result<(), JsonError> {
        self.at += 1;
        let start = self.at;
        let bytes = self.json.text.as_bytes();
        let mut kind = Kind::Plain;
        loop {
            self.at += string::plain_prefix(bytes.get(self.at..).unwrap_or(&[]));
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.at +=
                        string::check_escape(&bytes[self.at..]).map_err(|kind| self.error(kind))?;
                }
                Some(_) => return Err(self.error(JsonErrorKind::ControlCharacter)),
                None => return Err(self.error(JsonErrorKind::UnexpectedEnd)),
            }
        }
        self.push(kind, start, self.at);
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        self.skip(b"-");
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits()?,
            _ => return Err(self.error(JsonErrorKind::InvalidNumber)),
        }
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
        }
        let text = &self.json.text[start..self.at];
        let kind = if number::keeps_digits(text) { Kind::Integer } else { Kind::Double };
        if kind == Kind::Double && !text.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(JsonError::new(JsonErrorKind::NumberOutOfRange, self.json.text, start));
        }
        self.push(kind, start, self.at);
        Ok(())
    }

    fn skip(&mut self, any: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| any.contains(&byte));
        self.at += usize::from(found);
        found
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.error(JsonErrorKind::InvalidNumber));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }
}

/// Offsets and node numbers fit: [`document`] has bounded the text, and a
/// document has no more nodes than bytes.
fn narrow(wide: usize) -> u32 {
    u32::try_from(wide).unwrap_or(u32::MAX)
}

//! The members of an object in JSON text, without a tree.
//!
//! Finds where each value begins and ends; whether it is right JSON is for
//! serde to say when it decodes the value.

use alloc::borrow::Cow;
use alloc::string::String;

/// One member of an object.
pub(crate) struct Member<'k, 'a> {
    pub(crate) key: &'k str,
    pub(crate) value: &'a str,
    /// How many came before.
    pub(crate) turn: usize,
    /// Whether the key is the expected one.
    pub(crate) expected: bool,
    /// Whether the value is a string without a backslash in it.
    pub(crate) unescaped: bool,
}

/// Hands each member to `visit`. `expected` says which key is likely to come
/// after so many.
/// `None` when the text is not an object, as far as can be seen here. An empty
/// text and `null` are objects without members.
///
/// O(n) for n bytes; on the heap only a key with escapes.
pub(crate) fn members<'a, 'n>(
    text: &'a str,
    expected: impl Fn(usize) -> &'n str,
    mut visit: impl FnMut(Member<'_, 'a>),
) -> Option<()> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.space();
    if matches!(text.get(scanner.at..)?.trim_ascii_end(), "" | "null") {
        return Some(());
    }
    scanner.expect(b'{')?;
    if !scanner.skip(b'}') {
        for turn in 0.. {
            let (key, expected) = scanner.key(expected(turn))?;
            scanner.expect(b':')?;
            let (value, unescaped) = scanner.value()?;
            visit(Member { key: &key, value, turn, expected, unescaped });
            if scanner.skip(b'}') {
                break;
            }
            scanner.expect(b',')?;
        }
    }
    (scanner.at == text.len()).then_some(())
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Steps over `byte` and the space behind it, if it is there.
    fn skip(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        if there {
            self.at += 1;
            self.space();
        }
        there
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip(byte).then_some(())
    }

    /// A name, and whether it is `expected`; that is looked for first, which
    /// needs no search for its end.
    #[inline(always)]
    fn key(&mut self, expected: &str) -> Option<(Cow<'a, str>, bool)> {
        let inner = self.text.get(self.at..)?.strip_prefix('"')?.get(..expected.len());
        if let Some(inner) = inner.filter(|inner| *inner == expected) {
            let end = self.at + 1 + expected.len();
            if self.text.as_bytes().get(end) == Some(&b'"') {
                self.at = end + 1;
                self.space();
                return Some((Cow::Borrowed(inner), true));
            }
        }
        let (quoted, unescaped) = self.string()?;
        self.space();
        let key = match unescaped {
            true => Cow::Borrowed(quoted.get(1..quoted.len() - 1)?),
            false => Cow::Owned(serde_json::from_str::<String>(quoted).ok()?),
        };
        Some((key, false))
    }

    /// A string with its quotes, and whether there is no backslash in it.
    fn string(&mut self) -> Option<(&'a str, bool)> {
        let (start, mut unescaped) = (self.at, true);
        if self.peek()? != b'"' {
            return None;
        }
        self.at += 1;
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            let mark = memchr::memchr2(b'"', b'\\', rest)?;
            let is_end = rest.get(mark) == Some(&b'"');
            // A backslash and what it escapes are no end.
            self.at += mark + if is_end { 1 } else { 2 };
            if is_end {
                return Some((self.text.get(start..self.at)?, unescaped));
            }
            unescaped = false;
        }
    }

    /// A value, and whether it is a string without a backslash.
    #[inline(always)]
    fn value(&mut self) -> Option<(&'a str, bool)> {
        let start = self.at;
        let value = match self.peek()? {
            b'"' => self.string()?,
            b'{' | b'[' => {
                self.nested()?;
                (self.text.get(start..self.at)?, false)
            }
            _ => {
                self.bare();
                (self.text.get(start..self.at)?, false)
            }
        };
        self.space();
        Some(value)
    }

    /// A number or a word: up to the next mark or space.
    fn bare(&mut self) {
        while !matches!(self.peek(), None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\t' | b'\r'))
        {
            self.at += 1;
        }
    }

    /// An object or array: up to where as many have closed as have opened.
    fn nested(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }
}

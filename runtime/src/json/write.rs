//! Canonical text, in one line or laid out for people.

use alloc::string::String;
use core::fmt::{self, Write};

use super::node::Kind;
use super::{Value, number, string};

impl Value<'_, '_> {
    /// The canonical form.
    #[must_use]
    pub fn to_canonical(self) -> String {
        let mut out = String::with_capacity(self.span().len());
        // Writing to a string does not fail.
        let _ = self.write_canonical(&mut out);
        out
    }

    /// Writes the canonical form, O(n) for n bytes of text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_canonical(self, out: &mut dyn Write) -> fmt::Result {
        self.write(out, None)
    }

    /// Writes the canonical form with one member or element a line and two
    /// spaces a level, from `level` on; empty containers stay on one line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_pretty(self, out: &mut dyn Write, level: usize) -> fmt::Result {
        self.write(out, Some(level))
    }

    fn write(self, out: &mut dyn Write, level: Option<usize>) -> fmt::Result {
        match self.kind() {
            Kind::Array | Kind::Object if level.is_none() && self.node().exact => {
                out.write_str(self.span())
            }
            Kind::Array => self.write_array(out, level),
            Kind::Object => self.write_object(out, level),
            Kind::Plain => {
                out.write_char('"')?;
                out.write_str(self.span())?;
                out.write_char('"')
            }
            Kind::Escaped => string::write_string(&self.text(), out),
            Kind::Double => number::write_double(self.span().parse().map_err(|_| fmt::Error)?, out),
            Kind::Null | Kind::False | Kind::True | Kind::Integer => out.write_str(self.span()),
        }
    }

    fn write_array(self, out: &mut dyn Write, level: Option<usize>) -> fmt::Result {
        out.write_char('[')?;
        for (at, item) in self.items().enumerate() {
            separate(out, at, level)?;
            item.write(out, level.map(|level| level + 1))?;
        }
        finish(out, self.len(), level)?;
        out.write_char(']')
    }

    fn write_object(self, out: &mut dyn Write, level: Option<usize>) -> fmt::Result {
        out.write_char('{')?;
        for (at, (name, value)) in self.members().enumerate() {
            separate(out, at, level)?;
            string::write_string(&name, out)?;
            out.write_str(if level.is_some() { ": " } else { ":" })?;
            value.write(out, level.map(|level| level + 1))?;
        }
        finish(out, self.len(), level)?;
        out.write_char('}')
    }
}

fn separate(out: &mut dyn Write, at: usize, level: Option<usize>) -> fmt::Result {
    if at > 0 {
        out.write_char(',')?;
    }
    level.map_or(Ok(()), |level| new_line(out, level + 1))
}

fn finish(out: &mut dyn Write, len: usize, level: Option<usize>) -> fmt::Result {
    level.filter(|_| len > 0).map_or(Ok(()), |level| new_line(out, level))
}

fn new_line(out: &mut dyn Write, level: usize) -> fmt::Result {
    out.write_char('\n')?;
    (0..level).try_for_each(|_| out.write_str("  "))
}

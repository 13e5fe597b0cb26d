//! Templates: texts with placeholders for arguments and variables.
//!
//! | written | is |
//! |---|---|
//! | `{city}` | the argument `city` |
//! | `{files*}` | each item of the argument `files`, where several can stand |
//! | `${TOKEN}`, `${TOKEN:-none}` | the variable `TOKEN` of the environment, or a text in its stead |
//! | `{{`, `}}`, `$$` | a brace, a dollar sign |
//!
//! The braces are those of [RFC 6570], level 1.
//!
//! [RFC 6570]: https://www.rfc-editor.org/rfc/rfc6570

use crate::text::{Variable, VariableError, debug_as_display};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A text with placeholders. Values are not expanded again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A part of a [`Template`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// An argument of the call.
    Argument {
        /// Its name.
        name: String,
        /// Each of its items by itself.
        each: bool,
    },
    /// A variable of the environment.
    Variable {
        /// Its name.
        name: String,
        /// The default if it is unset or empty.
        default: Option<String>,
    },
}

/// Why a text is not a template.
#[derive(Clone, PartialEq, Eq)]
pub struct TemplateError {
    message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

debug_as_display!(TemplateError);

impl core::error::Error for TemplateError {}

fn error<T>(message: impl Into<String>) -> Result<T, TemplateError> {
    Err(TemplateError { message: message.into() })
}

impl Template {
    /// Parses a template. O(n).
    ///
    /// # Errors
    /// An unbalanced brace, a placeholder without a name, or an operator of RFC 6570.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut pieces = Pieces::default();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}', '$']) {
            let (before, after) = rest.split_at(at);
            pieces.text(before);
            rest = pieces.special(after)?;
        }
        pieces.text(rest);
        Ok(Self { pieces: pieces.0 })
    }

    /// The parts, in order. No two texts stand side by side.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The names of the arguments, in order.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Argument { name, .. } => Some(name.as_str()),
            _ => None,
        })
    }

    /// The names of the variables that must be set.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Variable { name, default: None } => Some(name.as_str()),
            _ => None,
        })
    }

    /// The text, if there is no placeholder.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The argument, if the template is nothing else.
    #[must_use]
    pub fn as_argument(&self) -> Option<(&str, bool)> {
        match self.pieces.as_slice() {
            [Piece::Argument { name, each }] => Some((name, *each)),
            _ => None,
        }
    }

    /// The text of the template.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => {
                    out.push_str(&text.replace('{', "{{").replace('}', "}}").replace('$', "$$"));
                }
                Piece::Argument { name, each } => {
                    out.extend(["{", name, if *each { "*}" } else { "}" }]);
                }
                Piece::Variable { name, default: None } => out.extend(["${", name, "}"]),
                Piece::Variable { name, default: Some(text) } => {
                    out.extend(["${", name, ":-", text, "}"]);
                }
            }
        }
        out
    }

    /// The same with its variables filled in, looked up by `lookup`.
    ///
    /// # Errors
    /// The name of a variable that has neither a value nor a default.
    pub fn with_variables(&self, lookup: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let mut filled = Pieces::default();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => filled.text(text),
                Piece::Variable { name, default } => {
                    let variable = Variable { name, default: default.as_deref() };
                    filled.text(&variable.value(lookup).ok_or_else(|| name.clone())?);
                }
                argument => filled.0.push(argument.clone()),
            }
        }
        Ok(Self { pieces: filled.0 })
    }
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn text(&mut self, text: &str) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.0.push(Piece::Text(text.into())),
        }
    }

    /// Reads what begins with a brace or a dollar sign; what is left.
    fn special<'t>(&mut self, text: &'t str) -> Result<&'t str, TemplateError> {
        for (doubled, one) in [("{{", "{"), ("}}", "}"), ("$$", "$")] {
            if let Some(rest) = text.strip_prefix(doubled) {
                self.text(one);
                return Ok(rest);
            }
        }
        if let Some(rest) = text.strip_prefix("${") {
            return self.variable(rest);
        }
        if let Some(rest) = text.strip_prefix('{') {
            return self.argument(rest);
        }
        match text.strip_prefix('$') {
            Some(rest) => {
                self.text("$");
                Ok(rest)
            }
            None => error("has a `}` without a `{`; write `}}` for the character"),
        }
    }

    fn argument<'t>(&mut self, text: &'t str) -> Result<&'t str, TemplateError> {
        let Some((inner, rest)) = text.split_once('}') else {
            return error("has a `{` without a `}`; write `{{` for the character");
        };
        let (name, each) = match inner.strip_suffix('*') {
            Some(name) => (name, true),
            None => (inner, false),
        };
        match name.chars().next() {
            None => return error("has a `{}` without a name; write `{{}}` for the characters"),
            Some(c) if "+#./;?&=,!@|".contains(c) => {
                return error(alloc::format!(
                    "has `{{{inner}}}`: operators such as `{c}` are not supported"
                ));
            }
            Some(_) if name.contains(['{', '*', '"']) || name.contains(char::is_whitespace) => {
                return error(alloc::format!(
                    "has `{{{inner}}}`, which is not the name of an argument; write `{{{{` for the brace"
                ));
            }
            Some(_) => self.0.push(Piece::Argument { name: name.into(), each }),
        }
        Ok(rest)
    }

    fn variable<'t>(&mut self, text: &'t str) -> Result<&'t str, TemplateError> {
        match Variable::read(text) {
            Ok((Variable { name, default }, rest)) => {
                let (name, default) = (name.into(), default.map(Into::into));
                self.0.push(Piece::Variable { name, default });
                Ok(rest)
            }
            Err(VariableError::Unclosed) => {
                error("has a `${` without a `}`; write `$$` for the dollar sign")
            }
            Err(VariableError::NotAName(name)) => {
                error(alloc::format!("has `${{{name}}}`, which is not the name of a variable"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(name: &str) -> Piece {
        Piece::Argument { name: name.into(), each: false }
    }

    #[test]
    fn places_are_found() {
        let template = Template::parse("a{{{b}}}$$${V:-x}{c*}$").unwrap();
        let expected = [
            Piece::Text("a{".into()),
            argument("b"),
            Piece::Text("}$".into()),
            Piece::Variable { name: "V".into(), default: Some("x".into()) },
            Piece::Argument { name: "c".into(), each: true },
            Piece::Text("$".into()),
        ];
        assert_eq!(template.pieces(), expected);
        assert_eq!(Template::parse(&template.to_text()).unwrap(), template);
        assert_eq!(template.arguments().collect::<Vec<_>>(), ["b", "c"]);
        assert_eq!(
            Template::parse("{graph.colors}").unwrap().as_argument(),
            Some(("graph.colors", false))
        );
        assert_eq!(Template::parse("").unwrap().as_text(), Some(""));
    }

    #[test]
    fn what_is_no_template_is_refused() {
        for text in
            ["{", "}", "a}b", "{}", "{*}", "{+path}", "{a b}", "${", "${}", "${1A}", "{\"a\": 1}"]
        {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_of_variables_are_no_templates() {
        let template = Template::parse("${A}/{b}${C:-d}").unwrap();
        let lookup = |name: &str| (name == "A").then(|| String::from("{x}"));
        let filled = template.with_variables(&lookup).unwrap();
        assert_eq!(
            filled.pieces(),
            [Piece::Text("{x}/".into()), argument("b"), Piece::Text("d".into())]
        );
        assert_eq!(template.with_variables(&|_| None), Err("A".into()));
    }
}

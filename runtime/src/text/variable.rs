//! `${NAME}` and `${NAME:-default}`, as contracts and server configurations
//! write the variables of the environment.

use alloc::borrow::Cow;
use alloc::string::String;

/// A variable that a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variable<'t> {
    pub(crate) name: &'t str,
    /// Used when the variable is unset or empty.
    pub(crate) default: Option<&'t str>,
}

/// Why a text does not name a variable.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum VariableError<'t> {
    /// There is no closing brace.
    Unclosed,
    /// What stands between the braces, without the default: that may be a secret.
    NotAName(&'t str),
}

impl<'t> Variable<'t> {
    /// Reads what follows `${`, and returns the rest after `}`.
    pub(crate) fn read(text: &'t str) -> Result<(Self, &'t str), VariableError<'t>> {
        let (inner, rest) = text.split_once('}').ok_or(VariableError::Unclosed)?;
        let (name, default) = match inner.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inner, None),
        };
        match is_variable(name) {
            true => Ok((Self { name, default }, rest)),
            false => Err(VariableError::NotAName(name)),
        }
    }

    /// The value: owned where it is the variable's own, borrowed where it is
    /// the default.
    pub(crate) fn value(self, lookup: &dyn Fn(&str) -> Option<String>) -> Option<Cow<'t, str>> {
        let own = lookup(self.name).filter(|own| self.default.is_none() || !own.is_empty());
        own.map(Cow::Owned).or(self.default.map(Cow::Borrowed))
    }
}

/// True for a name that an environment variable can have on every system.
pub(crate) fn is_variable(name: &str) -> bool {
    !name.is_empty() && variable_len(name) == name.len()
}

/// The length of the variable name at the beginning of `text`.
pub(crate) fn variable_len(text: &str) -> usize {
    let is_part = |(at, byte): &(usize, u8)| {
        byte.is_ascii_alphabetic() || *byte == b'_' || (*at > 0 && byte.is_ascii_digit())
    };
    text.bytes().enumerate().take_while(is_part).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_defaults_are_read() {
        let read = |text| Variable::read(text).map(|(it, rest)| (it.name, it.default, rest));
        assert_eq!(read("A}b"), Ok(("A", None, "b")));
        assert_eq!(read("A_1:-x:-y}}"), Ok(("A_1", Some("x:-y"), "}")));
        assert_eq!(read("A:-}"), Ok(("A", Some(""), "")));
        assert_eq!(read("A"), Err(VariableError::Unclosed));
        for name in ["", "1A", "a b", "input:k", "é"] {
            for default in ["", ":-secret"] {
                let text = alloc::format!("{name}{default}}}");
                assert_eq!(Variable::read(&text), Err(VariableError::NotAName(name)));
            }
        }
    }

    #[test]
    fn a_default_stands_for_what_is_unset_or_empty() {
        let lookup = |name: &str| match name {
            "A" => Some("a".into()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        let value = |name, default| Variable { name, default }.value(&lookup);
        assert_eq!(value("A", Some("d")).as_deref(), Some("a"));
        assert_eq!(value("EMPTY", None).as_deref(), Some(""));
        assert!(matches!(value("EMPTY", Some("d")), Some(Cow::Borrowed("d"))));
        assert!(matches!(value("NONE", Some("d")), Some(Cow::Borrowed("d"))));
        assert_eq!(value("NONE", None), None);
    }
}

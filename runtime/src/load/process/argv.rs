//! The command line.

use std::prelude::v1::*;

use crate::contract::{Group, Piece, Template};
use crate::error::LoadError;
use crate::load::expand::{Given, fill_each, given, variables};

/// Elements with places for arguments.
pub(super) struct Argv {
    groups: Vec<Group>,
    allow_dash: Vec<String>,
}

impl Argv {
    pub(super) fn new(
        tool: &str,
        written: &[Group],
        allow_dash: Vec<String>,
    ) -> Result<Self, LoadError> {
        let group = |group: &Group| {
            group.iter().map(|element| variables(tool, element)).collect::<Result<Group, _>>()
        };
        Ok(Self { groups: written.iter().map(group).collect::<Result<_, _>>()?, allow_dash })
    }

    /// The elements of a call. A group in which an argument is absent is left
    /// out as a whole.
    pub(super) fn elements(&self, arguments: &Given) -> Result<Vec<String>, String> {
        let mut all = Vec::new();
        let mut operands = false;
        for group in &self.groups {
            let mut names = group.iter().flat_map(Template::arguments);
            if names.any(|name| given(arguments, name).is_none()) {
                continue;
            }
            for element in group {
                for text in fill_each(element, arguments) {
                    self.check(element, &text, operands)?;
                    all.push(text);
                }
                operands |= element.as_text() == Some("--");
            }
        }
        Ok(all)
    }

    fn check(&self, element: &Template, text: &str, operands: bool) -> Result<(), String> {
        let name = element.arguments().next().unwrap_or_default();
        if text.contains('\0') {
            return Err(format!("`{name}` has a NUL character"));
        }
        let first = matches!(element.pieces().first(), Some(Piece::Argument { .. }));
        let allowed =
            || element.arguments().all(|name| self.allow_dash.iter().any(|one| one == name));
        match first && text.starts_with('-') && !operands && !allowed() {
            true => {
                Err(format!("`{name}` must not begin with `-`: it would be taken for an option"))
            }
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn elements(
        groups: &[&[&str]],
        allow_dash: &[&str],
        arguments: Value,
    ) -> Result<Vec<String>, String> {
        let template = |text: &&str| Template::parse(text).unwrap();
        let groups: Vec<Group> =
            groups.iter().map(|group| group.iter().map(template).collect()).collect();
        let allow_dash = allow_dash.iter().map(|name| (*name).into()).collect();
        let argv = Argv::new("t", &groups, allow_dash).unwrap();
        argv.elements(arguments.as_object().unwrap())
    }

    #[test]
    fn an_argument_is_one_element() {
        let groups: &[&[&str]] =
            &[&["-n", "{n}"], &["x={a}"], &["--"], &["{a}"], &["{list*}"], &["{list}"]];
        let given = json!({"a": "a; rm -rf \"$HOME\" `id`\n*", "list": ["one two", "-3", 4]});
        let expected = [
            "x=a; rm -rf \"$HOME\" `id`\n*",
            "--",
            "a; rm -rf \"$HOME\" `id`\n*",
            "one two",
            "-3",
            "4",
            r#"["one two","-3",4]"#,
        ];
        assert_eq!(elements(groups, &[], given).unwrap(), expected);
        let given = json!({"n": 3, "a": null});
        assert_eq!(elements(groups, &[], given).unwrap(), ["-n", "3", "--"]);
    }

    #[test]
    fn an_argument_is_no_option() {
        let given = || json!({"a": "-x", "b": "", "n": -1, "list": ["y", "--exec=z"]});
        for group in ["{a}", "{n}", "{b}{a}", "{list*}"] {
            let refused = elements(&[&[group]], &[], given()).unwrap_err();
            assert!(refused.contains("must not begin with `-`"), "{group}: {refused}");
            assert!(elements(&[&["--"], &[group]], &[], given()).is_ok(), "{group}");
        }
        assert!(elements(&[&["{a}"], &["--"]], &[], given()).is_err());
        assert!(elements(&[&["-{a}"], &["--a={a}"], &["x{a}"]], &[], given()).is_ok());
        assert_eq!(elements(&[&["{a}"]], &["a"], given()).unwrap(), ["-x"]);
        assert!(elements(&[&["{b}{a}"]], &["b"], given()).is_err());
        // What an argument says is no end of options.
        assert!(elements(&[&["{d}"], &["{a}"]], &["d"], json!({"d": "--", "a": "-x"})).is_err());
    }

    #[test]
    fn nul_is_refused() {
        assert!(elements(&[&["x{a}"]], &[], json!({"a": "\u{0}"})).unwrap_err().contains("NUL"));
    }
}

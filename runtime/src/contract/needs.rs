//! What a tool needs.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::fault::Found;
use super::table::Table;
use super::template::Template;
use crate::json::Quoted;
use crate::text::{Visible, is_variable};

/// What must be there before a tool can be called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Needs {
    /// Environment variables that must be set.
    pub variables: BTreeSet<String>,
    /// Programs that must be found in `PATH`, or at their path.
    pub commands: BTreeSet<String>,
    /// Capabilities of the model or the host.
    pub capabilities: BTreeSet<String>,
}

impl Needs {
    pub(super) fn read(table: &Table<'_, '_>, found: &mut Found) -> Self {
        table.only(&["variables", "commands", "capabilities"], found);
        let mut set = |key: &str, is_name: fn(&str) -> bool, what: &str| {
            let texts = table.texts(key, found);
            for text in texts.iter().filter(|text| !is_name(text)) {
                let message = format!("`{}` is not the name of {what}", Visible(text));
                found.error(table.place_of(key), message, "correct it");
            }
            texts.into_iter().collect()
        };
        Self {
            variables: set("variables", is_variable, "a variable"),
            commands: set("commands", is_command, "a program"),
            capabilities: set(
                "capabilities",
                is_capability,
                "a capability: use A-Z a-z 0-9 _ - . :",
            ),
        }
    }

    /// What a catalog holds: canonical text, `None` for no needs.
    pub(crate) fn to_canonical(&self) -> Option<String> {
        let sets = [
            ("capabilities", &self.capabilities),
            ("commands", &self.commands),
            ("variables", &self.variables),
        ];
        let member = |(key, set): (&str, &BTreeSet<String>)| {
            let texts: alloc::vec::Vec<String> =
                set.iter().map(|text| format!("{}", Quoted(text))).collect();
            format!("\"{key}\":[{}]", texts.join(","))
        };
        let members: alloc::vec::Vec<String> =
            sets.into_iter().filter(|(_, set)| !set.is_empty()).map(member).collect();
        (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
    }

    pub(super) fn add_variables(&mut self, template: &Template) {
        self.variables.extend(template.variables().map(Into::into));
    }

    pub(super) fn add_command(&mut self, command: &str) {
        self.commands.insert(command.into());
    }

    /// True when nothing is needed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.commands.is_empty() && self.capabilities.is_empty()
    }
}

fn is_command(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains(char::is_control)
}

/// Names that stand in JSON as they are, so that they can be borrowed from it.
fn is_capability(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte);
    !name.is_empty() && name.bytes().all(legal)
}

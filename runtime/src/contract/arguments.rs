//! The arguments of a tool, as its schema names them.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::fault::Found;
use super::table::Table;
use super::template::{Piece, Template};
use crate::json::Value;
use crate::text::{Visible, nearest};

/// Names of arguments; those that templates use are noted.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    names: BTreeSet<String>,
    required: BTreeSet<String>,
    lists: BTreeSet<String>,
    used: BTreeSet<String>,
}

impl Arguments {
    pub(crate) fn of(schema: Value<'_, '_>) -> Self {
        let properties = schema.get("properties");
        let members = || properties.into_iter().flat_map(Value::members);
        let is_list = |value: &Value<'_, '_>| {
            value.get("type").and_then(Value::as_str).is_some_and(|kind| kind == "array")
        };
        let required = schema.get("required").into_iter().flat_map(Value::items);
        Self {
            names: members().map(|(name, _)| name.into_owned()).collect(),
            required: required.filter_map(|name| Some(name.as_str()?.into_owned())).collect(),
            lists: (members().filter(|(_, value)| is_list(value)))
                .map(|(name, _)| name.into_owned())
                .collect(),
            used: BTreeSet::new(),
        }
    }

    pub(super) fn is_required(&self, name: &str) -> bool {
        self.required.contains(name)
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether a template takes it.
    #[cfg(feature = "http")]
    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    /// Notes what a template uses and reports what it should not.
    pub(super) fn check(&mut self, template: &Template, place: &str, found: &mut Found) {
        for piece in template.pieces() {
            let Piece::Argument { name, each } = piece else { continue };
            if !self.names.contains(name) {
                self.unknown(name, place, found);
            } else if *each && !self.lists.contains(name) {
                let message = format!("`{{{name}*}}` is not of `type = \"array\"`");
                found.error(place, message, format!("write `{{{name}}}`, or correct the schema"));
            }
            self.used.insert(name.clone());
        }
    }

    pub(super) fn unknown(&self, name: &str, place: &str, found: &mut Found) {
        let repair = match nearest(name, self.names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "add it to the properties of `input_schema`".into(),
        };
        found.error(
            place,
            format!("names the argument `{}`, which the schema does not have", Visible(name)),
            repair,
        );
    }

    pub(super) fn check_all(
        &mut self,
        templates: &[(String, Template)],
        table: &Table<'_, '_>,
        key: &str,
        found: &mut Found,
    ) {
        for (name, template) in templates {
            let place = Table::new(table.value, &table.place_of(key)).place_of(name);
            self.check(template, &place, found);
        }
    }

    /// An argument that the model may give and that goes nowhere.
    pub(super) fn report_unused(&self, found: &mut Found) {
        for name in self.names.difference(&self.used) {
            let mut place = String::from("/input_schema/properties");
            crate::json::push_token(&mut place, name);
            let message = format!("the argument `{}` is used nowhere in `settings`", Visible(name));
            found.warning(
                place,
                message,
                format!("write `{{{name}}}` where it belongs, or remove it"),
            );
        }
    }
}

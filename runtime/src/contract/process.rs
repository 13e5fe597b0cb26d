//! The settings of the loader `process`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::Arguments;
use super::fault::Found;
use super::names::TIME_LIMIT;
use super::needs::Needs;
use super::table::{Table, template};
use super::template::{Piece, Template};
use crate::json::Value;
use crate::text::is_variable;

const KEYS: &[&str] = &[
    "command",
    "args",
    "stdin",
    "stdout",
    "env",
    "cwd",
    "success_codes",
    "allow_dash",
    "max_bytes",
    TIME_LIMIT,
    "memory_limit_mb",
];
/// The most of an output that is kept, unless the contract says otherwise.
const MAX_BYTES: u64 = 1 << 20;

/// One program to be run, with places for arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Process {
    pub(crate) command: Template,
    pub(crate) args: Vec<Group>,
    /// Whether the arguments are written to its input, as JSON.
    pub(crate) stdin: bool,
    /// Whether its output is taken for JSON.
    pub(crate) json: bool,
    /// All of its environment.
    pub(crate) env: Vec<(String, Template)>,
    pub(crate) cwd: Option<Template>,
    pub(crate) success_codes: Vec<i32>,
    /// Arguments whose values may begin with a dash.
    pub(crate) allow_dash: Vec<String>,
    pub(crate) max_bytes: u64,
    pub(crate) memory_mb: Option<u64>,
}

/// Elements that are there together or, where an argument is absent, not at all.
pub(crate) type Group = Vec<Template>;

impl Process {
    pub(super) fn read(
        table: &Table<'_, '_>,
        arguments: &mut Arguments,
        found: &mut Found,
    ) -> Option<Self> {
        table.only(KEYS, found);
        let command = command(table, found);
        let args = args(table, arguments, found);
        let stdin = [("none", false), ("json", true)];
        let stdin = table.choice("stdin", &stdin, found).unwrap_or(false);
        let json = table.choice("stdout", &[("text", false), ("json", true)], found);
        table.count(TIME_LIMIT, "a whole number of seconds above 0", found);
        if !stdin {
            arguments.report_unused(found);
        }
        Some(Self {
            command: command?,
            args,
            stdin,
            json: json.unwrap_or(false),
            env: env(table, found),
            cwd: cwd(table, found),
            success_codes: success_codes(table, found),
            allow_dash: allow_dash(table, arguments, found),
            max_bytes: table
                .count("max_bytes", "a number of bytes above 0", found)
                .unwrap_or(MAX_BYTES),
            memory_mb: table.count("memory_limit_mb", "a whole number of megabytes above 0", found),
        })
    }

    pub(super) fn needs(&self, needs: &mut Needs) {
        needs.add_variables(&self.command);
        if let Some(command) = self.command.as_text() {
            needs.add_command(command);
        }
        self.args.iter().flatten().for_each(|element| needs.add_variables(element));
        self.env.iter().for_each(|(_, value)| needs.add_variables(value));
        self.cwd.iter().for_each(|cwd| needs.add_variables(cwd));
    }
}

fn command(table: &Table<'_, '_>, found: &mut Found) -> Option<Template> {
    table.required("command", "`command = \"git\"`", found)?;
    let command = table.template("command", found)?;
    fixed(&command, &table.place_of("command"), found);
    if command
        .as_text()
        .is_some_and(|text| text.contains(char::is_whitespace) && !text.contains('/'))
    {
        let repair = "write only the program; put the rest into `args`, one element each";
        found.error(
            table.place_of("command"),
            "has white space, and there is no shell to split it",
            repair,
        );
    }
    Some(command)
}

/// What no argument may decide.
fn fixed(template: &Template, place: &str, found: &mut Found) {
    if let Some(name) = template.arguments().next() {
        let message = format!("`{{{name}}}` is not allowed here: it would let the model choose");
        found.error(place, message, "write a text or a `${VARIABLE}`");
    }
}

fn args(table: &Table<'_, '_>, arguments: &mut Arguments, found: &mut Found) -> Vec<Group> {
    let mut groups = Vec::new();
    for (place, item) in table.list("args", found) {
        let group: Vec<(String, Value<'_, '_>)> = match item.is_array() {
            true => (item.items().enumerate())
                .map(|(at, item)| (format!("{place}/{at}"), item))
                .collect(),
            false => alloc::vec![(place, item)],
        };
        let element =
            |(place, item): (String, Value<'_, '_>)| element(item, &place, arguments, found);
        groups.push(group.into_iter().filter_map(element).collect());
    }
    groups
}

fn element(
    item: Value<'_, '_>,
    place: &str,
    arguments: &mut Arguments,
    found: &mut Found,
) -> Option<Template> {
    let Some(text) = item.as_str() else {
        found.error(place, format!("is {}", item.type_name()), "make it a text");
        return None;
    };
    let element = template(&text, place, found)?;
    arguments.check(&element, place, found);
    let each = |piece: &Piece| matches!(piece, Piece::Argument { each: true, .. });
    if element.as_argument().is_none() && element.pieces().iter().any(each) {
        let repair = "make it the whole element: each item becomes an element";
        found.error(place, "has a `{name*}` beside other text", repair);
    }
    Some(element)
}

fn env(table: &Table<'_, '_>, found: &mut Found) -> Vec<(String, Template)> {
    let env = table.templates("env", found);
    let of = Table::new(table.value, &table.place_of("env"));
    for (name, value) in &env {
        let place = of.place_of(name);
        if !is_variable(name) {
            found.error(&*place, "is not the name of a variable", "use letters, digits and `_`");
        }
        fixed(value, &place, found);
    }
    env
}

fn cwd(table: &Table<'_, '_>, found: &mut Found) -> Option<Template> {
    let cwd = table.template("cwd", found)?;
    fixed(&cwd, &table.place_of("cwd"), found);
    Some(cwd)
}

fn success_codes(table: &Table<'_, '_>, found: &mut Found) -> Vec<i32> {
    if table.get("success_codes").is_none() {
        return alloc::vec![0];
    }
    let mut codes = Vec::new();
    for (place, item) in table.list("success_codes", found) {
        match item.as_u64().and_then(|code| i32::try_from(code).ok()) {
            Some(code) => codes.push(code),
            None => {
                found.error(place, format!("is {}", item.type_name()), "make it a whole number")
            }
        }
    }
    codes
}

fn allow_dash(table: &Table<'_, '_>, arguments: &Arguments, found: &mut Found) -> Vec<String> {
    let names = table.texts("allow_dash", found);
    let place = table.place_of("allow_dash");
    for name in names.iter().filter(|name| !arguments.contains(name)) {
        arguments.unknown(name, &place, found);
    }
    names
}

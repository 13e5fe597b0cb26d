//! From JSON to a contract.

use alloc::format;
use alloc::string::{String, ToString};

use super::arguments::Arguments;
use super::fault::Found;
use super::names::{BUILT_IN, NATIVE};
use super::needs::Needs;
use super::settings::LoaderSettings;
use super::table::Table;
use super::{Contract, ContractError, schema};
use crate::json::{Json, Quoted, Value};
use crate::name::{BRIDGE_TOOL, MAX_NAME, SEARCH_TOOL, check_server, is_portable, is_same_file};
use crate::text::{Visible, nearest};

const KEYS: &[&str] = &[
    "id",
    "title",
    "description",
    "search_hint",
    "always",
    "provider",
    "loader",
    "settings",
    "input_schema",
    "output_schema",
    "annotations",
    "needs",
];

impl Contract {
    /// Parses a contract in JSON, to which all other formats are converted.
    ///
    /// O(n log n) for n bytes.
    ///
    /// # Errors
    /// The text is not JSON, or the contract has faults; all are listed.
    pub fn parse(text: &str) -> Result<Self, ContractError> {
        let json = Json::parse(text).map_err(ContractError::Json)?;
        let mut found = Found::default();
        let read = members(json.root(), &mut found);
        match read.filter(|_| found.errors.is_empty()) {
            Some(contract) => Ok(Self { warnings: found.warnings, ..contract }),
            None => Err(ContractError::Faults(found.errors)),
        }
    }
}

fn members(value: Value<'_, '_>, found: &mut Found) -> Option<Contract> {
    let root = Table::new(value, "");
    if !value.is_object() {
        found.error(
            "",
            format!("a contract is a table, not {}", value.type_name()),
            "write its members",
        );
        return None;
    }
    root.only(KEYS, found);
    let id = id(&root, found);
    let provider = provider(&root, found);
    let description = root.required("description", "what the tool does, for the model", found);
    let input_schema = schema::input(&root, found);
    let loader = root.required(
        "loader",
        "`loader = \"http\"`, `\"process\"`, `\"mcp\"`, `\"native\"` or one of your own",
        found,
    );
    let mut needs =
        root.table("needs", found).map(|table| Needs::read(&table, found)).unwrap_or_default();
    if let Some(loader) = &loader {
        near_miss(&root, loader, found);
        settings(&root, loader, &mut needs, found);
    }
    Some(Contract {
        id: id?,
        provider: provider?,
        title: root.text("title", found),
        description: description?.trim().into(),
        search_hint: root.text("search_hint", found).filter(|hint| !hint.trim().is_empty()),
        always: root.flag("always", found).unwrap_or(false),
        input_schema: input_schema?,
        output_schema: schema::output(&root, found),
        annotations: annotations(&root, found),
        loader: loader?,
        settings: root.get("settings").map_or_else(|| "{}".into(), Value::to_canonical),
        needs,
        warnings: alloc::vec::Vec::new(),
    })
}

fn id(root: &Table<'_, '_>, found: &mut Found) -> Option<String> {
    let id = root.required("id", "`id = \"get_forecast\"`: the name that the model sees", found)?;
    let place = root.place_of("id");
    let odd = id.chars().find(|&c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    if let Some(c) = odd {
        let shown = Visible(c.encode_utf8(&mut [0; 4])).to_string();
        let message = format!("`{}` has `{shown}` (U+{:04X})", Visible(&id), u32::from(c));
        found.error(&*place, message, "use A-Z a-z 0-9 _ -");
    } else if !is_portable(&id) {
        let message = format!("`{id}` has {} characters", id.len());
        found.error(&*place, message, format!("use at most {MAX_NAME}"));
    } else if id.starts_with("mcp__") {
        found.error(
            &*place,
            format!("`{id}` begins like the name of an MCP server's tool"),
            "begin it differently",
        );
    } else if [SEARCH_TOOL, BRIDGE_TOOL].contains(&&*id) {
        found.error(&*place, format!("`{id}` is a name that sessions use"), "use another");
    }
    Some(id)
}

fn provider(root: &Table<'_, '_>, found: &mut Found) -> Option<String> {
    let example = "`provider = \"weather\"`: what the tool belongs to";
    let provider = root.required("provider", example, found)?;
    let fault = match check_server(&provider) {
        Ok(()) if is_same_file(&provider, NATIVE) => "is reserved for the program's own tools",
        Ok(()) => return Some(provider),
        Err(fault) => fault,
    };
    found.error(
        root.place_of("provider"),
        format!("`{}` {fault}", Visible(&provider)),
        "use another name",
    );
    Some(provider)
}

/// `htpp` is hardly a loader of somebody's own.
fn near_miss(root: &Table<'_, '_>, loader: &str, found: &mut Found) {
    if BUILT_IN.contains(&loader) {
        return;
    }
    if let Some(meant) = nearest(loader, BUILT_IN) {
        let message = format!("`{}` is not a built-in loader", Visible(loader));
        let repair =
            format!("did you mean `{meant}`? A custom loader needs a name that differs more");
        found.error(root.place_of("loader"), message, repair);
    }
}

/// Checks the settings of built-in loaders.
fn settings(root: &Table<'_, '_>, loader: &str, needs: &mut Needs, found: &mut Found) {
    let Some(table) = root.table("settings", found) else {
        if BUILT_IN.contains(&loader) && root.get("settings").is_none() {
            let message = format!("`settings` is missing, which the loader `{loader}` needs");
            found.error("", message, "write them");
        }
        return;
    };
    // Without its schema nothing can be said of a tool's arguments.
    let Some(schema) = root.get("input_schema").filter(|schema| schema.is_object()) else { return };
    let mut arguments = Arguments::of(schema);
    if let Some(settings) = LoaderSettings::read(loader, &table, &mut arguments, found) {
        settings.needs(needs);
    }
}

/// The hints of MCP, by MCP's names.
fn annotations(root: &Table<'_, '_>, found: &mut Found) -> Option<String> {
    let table = root.table("annotations", found)?;
    table.only(&["destructive", "idempotent", "open_world", "read_only", "title"], found);
    let flags = [
        ("destructiveHint", table.flag("destructive", found)),
        ("idempotentHint", table.flag("idempotent", found)),
        ("openWorldHint", table.flag("open_world", found)),
        ("readOnlyHint", table.flag("read_only", found)),
    ];
    if let [(_, Some(true)), _, _, (_, Some(true))] = flags {
        let message = "is both read-only and destructive";
        found.error(table.place_of("destructive"), message, "remove one");
    }
    let mut members: alloc::vec::Vec<String> = (flags.iter())
        .filter_map(|(name, flag)| Some(format!("\"{name}\":{}", (*flag)?)))
        .collect();
    members.extend(table.text("title", found).map(|title| format!("\"title\":{}", Quoted(&title))));
    (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
}

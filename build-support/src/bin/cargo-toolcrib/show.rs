//! `show`: shows one tool.

use serde_json::{Value, json};
use toolcrib::catalog::{Catalog, ToolRef};
use toolcrib::json::Json;
use toolcrib::search::Hits;
use toolcrib::text::Visible;

use crate::args::{Common, Show};
use crate::outcome::{Exit, Outcome};
use crate::screen::{Screen, Style};
use crate::{source, stats};

pub(crate) fn run(common: &Common, options: &Show, screen: &Screen) -> Outcome {
    let encoded = source::catalog(common)?;
    let catalog = encoded.catalog()?;
    match find(&catalog, &options.name).as_slice() {
        [tool] => {
            print(*tool, screen);
            screen.document(&document(*tool));
            Ok(Exit::Fine)
        }
        [] => {
            let near = near(&catalog, &options.name);
            missing(&options.name, &near, screen);
            Ok(Exit::Finding)
        }
        several => {
            ambiguous(&options.name, several, screen);
            Ok(Exit::Finding)
        }
    }
}

/// Finds by the name that the model sees, else `server/tool`, else the tool's own name.
fn find<'a>(catalog: &Catalog<'a>, name: &str) -> Vec<ToolRef<'a>> {
    if let Some(tool) = catalog.find(name) {
        return vec![tool];
    }
    let pairs = name.match_indices('/').filter_map(|(at, _)| {
        let (server, tool) = (name.get(..at)?, name.get(at + 1..)?);
        catalog.server(server)?.tool(tool)
    });
    let pairs: Vec<ToolRef<'a>> = pairs.collect();
    if !pairs.is_empty() {
        return pairs;
    }
    catalog.servers().filter_map(|server| server.tool(name)).collect()
}

fn missing(name: &str, near: &[String], screen: &Screen) {
    let mut text = format!("no tool `{}`", Visible(name));
    if !near.is_empty() {
        text += &format!("; did you mean {}?", near.join(", "));
    }
    screen.error(&text);
    screen.document(&json!({"error": text, "near": near}));
}

fn ambiguous(name: &str, tools: &[ToolRef<'_>], screen: &Screen) {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    let text = format!("`{}` is a tool of several servers: {}", Visible(name), names.join(", "));
    screen.error(&text);
    screen.document(&json!({"error": text, "near": names}));
}

/// The names of the tools that a search finds.
fn near(catalog: &Catalog<'_>, name: &str) -> Vec<String> {
    let mut hits = Hits::new();
    catalog.search(name, 3, &mut hits);
    let tools = hits.as_slice().iter().filter_map(|hit| catalog.get(hit.id));
    tools.map(|tool| tool.name().into()).collect()
}

fn print(tool: ToolRef<'_>, screen: &Screen) {
    let definition = tool.definition();
    screen.line(screen.paint(Style::Strong, tool.name()));
    let contract = tool.contract();
    let rows = [
        (
            if contract.is_some() { "provider" } else { "server" },
            Some(tool.server().name().to_owned()),
        ),
        ("tool", Some(tool.raw_name().to_owned())),
        ("title", definition.title.map(Into::into)),
        ("loading", Some(if tool.is_always() { "always" } else { "deferred" }.into())),
        ("tokens", Some(format!("about {}", stats::tokens(tool)))),
        ("digest", Some(tool.digest().to_hex())),
        ("hint", Some(tool.search_hint().to_owned()).filter(|hint| !hint.is_empty())),
        ("annotations", definition.annotations.map(Into::into)),
        ("loader", contract.map(|contract| contract.loader.into())),
        ("needs", contract.and_then(|contract| contract.needs).map(Into::into)),
    ];
    for (label, text) in rows.into_iter().filter_map(|(label, text)| Some((label, text?))) {
        screen.line(format!("  {label:<12} {}", Visible(&text)));
    }
    for text in definition.description.unwrap_or("(no description)").lines() {
        screen.line(format!("    {}", Visible(text)));
    }
    screen.line("  input schema");
    screen.line(pretty(definition.input_schema));
    if let Some(schema) = definition.output_schema {
        screen.line("  output schema");
        screen.line(pretty(schema));
    }
    if let Some(contract) = contract {
        screen.line("  settings");
        screen.line(pretty(contract.settings));
    }
}

fn pretty(schema: &str) -> String {
    let mut text = String::new();
    let written =
        Json::parse(schema).is_ok_and(|json| json.root().write_pretty(&mut text, 0).is_ok());
    let text = if written { text.as_str() } else { schema };
    let lines = text.lines().map(|line| format!("    {}", Visible(line)));
    lines.collect::<Vec<_>>().join("\n")
}

fn document(tool: ToolRef<'_>) -> Value {
    let definition = tool.definition();
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into());
    let mut document = json!({
        "name": tool.name(),
        "server": tool.server().name(),
        "tool": tool.raw_name(),
        "title": definition.title,
        "description": definition.description,
        "input_schema": parsed(definition.input_schema),
        "output_schema": definition.output_schema.map(parsed),
        "annotations": definition.annotations.map(parsed),
        "search_hint": tool.search_hint(),
        "always": tool.is_always(),
        "tokens": stats::tokens(tool),
        "digest": tool.digest().to_hex(),
    });
    if let Some(contract) = tool.contract() {
        document["loader"] = contract.loader.into();
        document["settings"] = parsed(contract.settings);
        document["needs"] = contract.needs.map_or(Value::Null, parsed);
    }
    document
}

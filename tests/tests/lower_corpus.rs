//! Lowering over the schemas of real servers: nothing panics, what comes out
//! is a schema, and the strict form is strict.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolcrib::wire::lower::{Dialect, lower};
use toolcrib_tests::real_tools;

#[test]
fn real_schemas() {
    let Some(servers) = real_tools() else { return };
    let of_server = |(server, tools): &(String, Vec<Value>)| {
        let named =
            |tool: &Value| (format!("{server}: {}", tool["name"]), tool["inputSchema"].clone());
        tools.iter().map(named).collect::<Vec<_>>()
    };
    let schemas: Vec<(String, Value)> = servers.iter().flat_map(of_server).collect();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for dialect in [Dialect::Anthropic, Dialect::OpenAi, Dialect::OpenAiStrict, Dialect::Gemini] {
        for (name, schema) in &schemas {
            match lower(schema, dialect) {
                Ok(lowered) => check(name, &lowered, dialect),
                Err(error) => {
                    assert!(!error.faults.is_empty(), "{name}");
                    *refused.entry(dialect.to_string()).or_default() += 1;
                }
            }
        }
    }
    println!("{} schemas; refused: {refused:?}", schemas.len());
    // Most tools must reach every provider; strict mode is a choice by tool.
    for (dialect, limit) in [("Anthropic", 100), ("OpenAI", 50), ("Gemini", 20)] {
        let share = refused.get(dialect).copied().unwrap_or_default();
        assert!(share * limit <= schemas.len(), "{dialect} refuses {share}");
    }
}

fn check(name: &str, lowered: &Value, dialect: Dialect) {
    assert_eq!(lowered["type"], json!("object"), "{name}");
    let text = lowered.to_string();
    assert_eq!(
        text.contains(r##""$ref":"#/$defs/"##),
        lowered.get("$defs").is_some(),
        "{name} {dialect}: {text}"
    );
    if dialect != Dialect::Gemini {
        jsonschema::draft202012::meta::validate(lowered)
            .unwrap_or_else(|error| panic!("{name} {dialect}: {error}: {text}"));
    }
    let again = lower(lowered, dialect)
        .unwrap_or_else(|error| panic!("{name}: not a fixed point: {error}"));
    assert_eq!(again, *lowered, "{name} {dialect}: lowering twice is lowering once");
}

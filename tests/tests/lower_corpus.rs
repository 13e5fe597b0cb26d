//! Lowering over the schemas of real servers: nothing panics, what comes out
//! is a schema, and the strict form is strict.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};
use toolcrib::wire::lower::{Dialect, lower};
use toolcrib_tests::{shared, skipped};

fn schemas() -> Vec<(String, Value)> {
    let Some(folder) = shared("manifests") else { return Vec::new() };
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut schemas = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ext| ext == "json")) {
        let manifest: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let pages = manifest["pages"].as_array().into_iter().flatten();
        for tool in pages.filter_map(|page| page["tools"].as_array()).flatten() {
            let name = format!("{}: {}", file.display(), tool["name"]);
            schemas.push((name, tool["inputSchema"].clone()));
        }
    }
    schemas
}

#[test]
fn real_schemas() {
    let schemas = schemas();
    if schemas.is_empty() {
        return skipped("no manifests");
    }
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for dialect in [Dialect::Anthropic, Dialect::OpenAi, Dialect::OpenAiStrict, Dialect::Gemini] {
        for (name, schema) in &schemas {
            match lower(schema, dialect) {
                Ok(lowered) => check(name, &lowered, dialect),
                Err(error) => {
                    assert!(!error.problems.is_empty(), "{name}");
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

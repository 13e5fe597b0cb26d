//! Schemas of native tools, and what providers are shown of them.
//!
//! Each lowered schema is compiled by the `jsonschema` crate and asked about
//! real values: what the tool takes, and what it does not.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toolcrib::wire::lower::{Dialect, InputSchema, LowerError, lower};
use toolcrib::{Contexts, ToolDef, ToolSet, tool};

const ALL: [Dialect; 4] =
    [Dialect::Anthropic, Dialect::OpenAi, Dialect::OpenAiStrict, Dialect::Gemini];

fn def<T: ToolSet>() -> &'static ToolDef {
    T::TOOLS[0]
}

fn lowered<T: ToolSet>(dialect: Dialect) -> Value {
    lower(def::<T>().input_schema(), dialect).unwrap_or_else(|error| panic!("{error}"))
}

fn problems(error: &LowerError) -> Vec<(&str, &str)> {
    error.faults.iter().map(|p| (p.pointer.as_str(), p.message.as_str())).collect()
}

/// What `schema` says of each value has to be what the list says.
#[track_caller]
fn judge(schema: &Value, values: &[(Value, bool)]) {
    let validator = jsonschema::draft202012::new(schema).unwrap();
    for (value, right) in values {
        assert_eq!(validator.is_valid(value), *right, "{value} against {schema:#}");
    }
}

fn call(def: &ToolDef, arguments: &str) -> Result<String, String> {
    let contexts = Contexts::new();
    let answer = pollster::block_on(def.call(&contexts, arguments));
    answer.map(|outcome| outcome.to_text()).map_err(|error| error.to_string())
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Sizes {
    bytes: u64,
    /// A property that has the name of a keyword.
    format: String,
    #[serde(default)]
    parts: Vec<u32>,
}

/// Numbers of all kinds.
#[tool]
fn numbers(
    /// How many.
    count: usize,
    /// Named like a keyword.
    format: String,
    /// Nested.
    sizes: Sizes,
) -> String {
    format!("{count} {format} {}", sizes.bytes)
}

#[test]
fn s1_no_machine_formats_and_nothing_else_touched() {
    for dialect in ALL {
        let schema = lowered::<numbers>(dialect);
        let text = schema.to_string();
        assert!(!text.contains("uint"), "{dialect}: {text}");
        assert_eq!(schema["properties"]["count"]["minimum"], json!(0), "{dialect}");
        assert_eq!(schema["properties"]["sizes"]["properties"]["bytes"]["minimum"], json!(0));
        assert_eq!(schema["properties"]["format"]["type"], json!("string"), "{dialect}");
        let good = json!({"count": 1, "format": "x", "sizes": {"bytes": 1, "format": "uint", "parts": [1]}});
        let bad =
            json!({"count": -1, "format": "x", "sizes": {"bytes": 1, "format": "y", "parts": [1]}});
        judge(&schema, &[(good, true), (bad, false)]);
    }
}

#[test]
fn s1_values_are_no_keywords() {
    let wire = json!({
        "type": "object",
        "properties": {
            "a": {"type": "object", "default": {"format": "uint8"}, "examples": [{"format": "int32"}],
                  "properties": {"format": {"type": "string"}}},
            "b": {"const": {"format": "uint8"}},
        },
        "$defs": {"unused": {"type": "integer", "format": "uint8"}},
    });
    let lowered = lower(&wire, Dialect::Anthropic).unwrap();
    assert_eq!(lowered["properties"], wire["properties"]);
    assert_eq!(lowered.get("$defs"), None, "what nothing leads to is not sent");
}

/// Lists tags.
#[tool]
fn tags(
    /// The tags.
    tags: Option<Vec<String>>,
) -> String {
    format!("{tags:?}")
}

#[test]
fn s2_optional_lists_for_gemini() {
    let schema = lowered::<tags>(Dialect::Gemini);
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {"tags": {"type": "array", "description": "The tags.", "items": {"type": "string"}}},
        })
    );
    judge(
        &schema,
        &[(json!({}), true), (json!({"tags": ["a"]}), true), (json!({"tags": [1]}), false)],
    );
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code)]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

/// Draws a shape.
#[tool]
fn draw_flat(#[arg(flatten)] shape: Shape) -> String {
    match shape {
        Shape::Circle { radius } => format!("circle {radius}"),
        Shape::Square { side } => format!("square {side}"),
    }
}

/// Draws a shape.
#[tool]
fn draw(
    /// What to draw.
    shape: Shape,
) -> String {
    draw_flat(shape)
}

#[test]
fn s3_a_choice_at_the_root_is_refused_with_its_path() {
    for dialect in ALL {
        let error = lower(def::<draw_flat>().input_schema(), dialect).unwrap_err();
        let [(pointer, message)] = problems(&error)[..] else { panic!("{error}") };
        assert_eq!(pointer, "/oneOf");
        assert!(message.starts_with("providers refuse `oneOf` at the root"), "{message}");
    }
    assert_eq!(call(def::<draw_flat>(), r#"{"kind": "circle", "radius": 2}"#).unwrap(), "circle 2");
}

#[test]
fn s3_a_choice_below_is_fine() {
    for dialect in ALL {
        let schema = lowered::<draw>(dialect);
        judge(
            &schema,
            &[
                (json!({"shape": {"kind": "circle", "radius": 2.5}}), true),
                (json!({"shape": {"kind": "circle"}}), false),
                (json!({}), false),
            ],
        );
    }
}

#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    /// When somebody waits.
    High,
    Middle,
}

/// Sets a level.
#[tool]
fn level(
    /// The level.
    level: Level,
    /// Another one.
    other: Option<Level>,
) -> String {
    format!("{level:?} {other:?}")
}

#[test]
fn s4_one_enum_in_declaration_order() {
    for dialect in ALL {
        let schema = lowered::<level>(dialect);
        let property = &schema["properties"]["level"];
        assert_eq!(property["enum"], json!(["low", "high", "middle"]), "{dialect}");
        assert_eq!(property["type"], json!("string"), "{dialect}");
        assert_eq!(property.get("oneOf"), None, "{dialect}");
        assert_eq!(property["description"], json!("The level.\n- high: When somebody waits."));
    }
    let strict = lowered::<level>(Dialect::OpenAiStrict);
    assert_eq!(strict["properties"]["other"]["enum"], json!(["low", "high", "middle", null]));
    judge(
        &strict,
        &[
            (json!({"level": "low", "other": null}), true),
            (json!({"level": "low", "other": "middle"}), true),
            (json!({"level": "low"}), false),
            (json!({"level": "Low", "other": null}), false),
        ],
    );
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Address {
    street: String,
    zip: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Person {
    name: String,
    home: Address,
    work: Option<Address>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Node {
    value: i32,
    children: Vec<Node>,
    address: Address,
}

/// Adds a person.
#[tool]
fn person(
    /// Who.
    person: Person,
) -> String {
    person.name
}

/// Adds a tree.
#[tool]
fn tree(
    /// The root of the tree.
    root: Node,
) -> String {
    root.value.to_string()
}

#[test]
fn s5_references_are_written_out() {
    for dialect in ALL {
        let schema = lowered::<person>(dialect);
        assert!(!schema.to_string().contains("$ref"), "{dialect}: {schema:#}");
        assert!(!schema.to_string().contains("$defs"), "{dialect}: {schema:#}");
        assert_eq!(schema["properties"]["person"]["description"], json!("Who."));
        let street = "/properties/person/properties/home/properties/street/type";
        assert_eq!(schema.pointer(street), Some(&json!("string")), "{dialect}");
    }
    assert!(def::<person>().input_schema()["$defs"]["Address"].is_object(), "the wire form stays");
}

#[test]
fn s5_recursive_types_keep_their_definitions() {
    for dialect in [Dialect::Anthropic, Dialect::OpenAi, Dialect::OpenAiStrict] {
        let schema = lowered::<tree>(dialect);
        let names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["Node"], "{dialect}: {schema:#}");
        let leaf = json!({"value": 1, "children": [], "address": {"street": "s", "zip": null}});
        let tree = json!({"root": {"value": 1, "children": [leaf], "address": {"street": "s", "zip": null}}});
        judge(&schema, &[(tree, true), (json!({"root": {"value": 1, "children": [1]}}), false)]);
    }
    let error = lower(def::<tree>().input_schema(), Dialect::Gemini).unwrap_err();
    assert_eq!(problems(&error)[0].0, "/properties/root");
    assert!(error.to_string().contains("recursive"), "{error}");
}

/// Files a report.
#[tool]
fn report(
    /// Its title.
    title: String,
    /// Who.
    person: Option<Person>,
    /// How often to remind.
    #[arg(default = 3)]
    times: u8,
) -> String {
    format!("{title} {times} {}", person.is_some())
}

/// Takes a map.
#[tool]
fn mapped(
    /// Values by name.
    values: BTreeMap<String, i32>,
) -> String {
    format!("{values:?}")
}

#[track_caller]
fn assert_strict(schema: &Value, path: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        assert_eq!(schema["additionalProperties"], json!(false), "{path}");
        let names: Vec<&str> =
            schema["required"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        let mut known: Vec<&str> = properties.keys().map(String::as_str).collect();
        known.sort_unstable();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, known, "{path}");
        properties
            .iter()
            .for_each(|(name, property)| assert_strict(property, &format!("{path}/{name}")));
    }
    for branch in schema["anyOf"].as_array().into_iter().flatten() {
        assert_strict(branch, path);
    }
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        assert_strict(definition, &format!("$defs/{name}"));
    }
    if schema["items"].is_object() {
        assert_strict(&schema["items"], path);
    }
}

#[test]
fn s6_strict_closes_and_requires_everything() {
    let schema = lowered::<report>(Dialect::OpenAiStrict);
    assert_strict(&schema, "");
    assert_strict(&lowered::<tree>(Dialect::OpenAiStrict), "");
    assert_eq!(schema["required"][0], json!("title"));
    assert_eq!(
        schema["properties"]["times"]["description"],
        json!("How often to remind.\nDefault: 3")
    );
    judge(
        &schema,
        &[
            (json!({"title": "t", "person": null, "times": null}), true),
            (json!({"title": "t", "times": 1}), false),
            (json!({"title": "t", "person": null, "times": 1, "more": 1}), false),
            (json!({"title": null, "person": null, "times": 1}), false),
        ],
    );
    // What strict mode makes the model send, the tool takes.
    let sent = r#"{"title": "t", "person": null, "times": null}"#;
    assert_eq!(call(def::<report>(), sent).unwrap(), "t 3 false");
}

#[test]
fn s6_a_map_is_refused_with_its_path() {
    let error = lower(def::<mapped>().input_schema(), Dialect::OpenAiStrict).unwrap_err();
    assert_eq!(problems(&error)[0].0, "/properties/values");
    assert!(error.to_string().contains("no maps"), "{error}");
    for dialect in [Dialect::Anthropic, Dialect::OpenAi, Dialect::Gemini] {
        let schema = lowered::<mapped>(dialect);
        judge(&schema, &[(json!({"values": {"a": 1}}), true), (json!({"values": []}), false)]);
    }
}

/// Answers.
#[tool]
fn ping() -> &'static str {
    "pong"
}

#[test]
fn s7_no_arguments() {
    let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(*def::<ping>().input_schema(), empty);
    assert_eq!(lowered::<ping>(Dialect::Anthropic), empty);
    assert_eq!(lowered::<ping>(Dialect::OpenAi), empty);
    judge(&empty, &[(json!({}), true), (json!({"a": 1}), false)]);
    for nothing in ["", " \n", "null", "{}", " { } "] {
        assert_eq!(call(def::<ping>(), nothing).unwrap(), "pong", "{nothing:?}");
    }
    let refused = call(def::<ping>(), r#"{"a":1}"#).unwrap_err();
    assert_eq!(refused, "`ping` was not called:\n- `a`: unknown property; none are expected here");
}

/// Stores.
#[tool]
fn store(
    /// Anything.
    value: Value,
    /// In a struct.
    inner: Holder,
) -> String {
    format!("{value} {}", inner.value)
}

#[derive(Deserialize, JsonSchema)]
struct Holder {
    value: Value,
}

#[test]
fn s8_any_value_has_an_explicit_schema() {
    let wire = def::<store>().input_schema();
    let types = json!(["object", "array", "string", "number", "boolean", "null"]);
    assert_eq!(wire["properties"]["value"], json!({"description": "Anything.", "type": types}));
    assert_eq!(wire["$defs"]["Holder"]["properties"]["value"], json!({"type": types}));
    for value in [json!(null), json!(1.5), json!([1]), json!({"a": 1}), json!("s"), json!(true)] {
        judge(wire, &[(json!({"value": value, "inner": {"value": value}}), true)]);
    }
    let gemini = lowered::<store>(Dialect::Gemini);
    assert!(gemini["properties"]["value"]["anyOf"].is_array(), "{gemini:#}");
    let error = lower(wire, Dialect::OpenAiStrict).unwrap_err();
    assert!(!error.faults.is_empty(), "{error}");
}

/// Reads by id.
#[tool]
fn by_id(
    /// The id.
    id: u64,
) -> String {
    id.to_string()
}

/// Reads by id.
#[tool]
fn by_text_id(
    /// The id.
    id: String,
) -> String {
    id
}

#[test]
fn s9_long_ids_are_not_rounded() {
    for sent in [r#"{"id": 2574604874062343519}"#, r#"{"id": "2574604874062343519"}"#] {
        assert_eq!(call(def::<by_id>(), sent).unwrap(), "2574604874062343519");
        assert_eq!(call(def::<by_text_id>(), sent).unwrap(), "2574604874062343519");
        let value: Value = serde_json::from_str(sent).unwrap();
        let contexts = Contexts::new();
        let answer = pollster::block_on(def::<by_id>().call(&contexts, &value)).unwrap();
        assert_eq!(answer.to_text(), "2574604874062343519");
    }
}

/// Counts.
#[tool]
fn count(
    /// How many.
    n: u32,
    /// A place.
    place: Option<Place>,
) -> String {
    format!("{n} {:?}", place.map(|place| place.floors))
}

#[derive(Deserialize, JsonSchema)]
struct Place {
    floors: Vec<i8>,
}

#[test]
fn s10_whole_floats_are_integers() {
    assert_eq!(call(def::<count>(), r#"{"n": 30.0}"#).unwrap(), "30 None");
    assert_eq!(
        call(def::<count>(), r#"{"n": 30.0, "place": {"floors": [1.0, -2]}}"#).unwrap(),
        "30 Some([1, -2])"
    );
    let refused =
        call(def::<count>(), r#"{"n": 30.5, "place": {"floors": [1, 300]}}"#).unwrap_err();
    assert_eq!(
        refused,
        "`count` was not called:\n\
         - `n`: expected an integer, found 30.5\n\
         - `place.floors[1]`: expected a number of at most 127, found 300"
    );
    let refused = call(def::<count>(), r#"{"n": 9007199254740994.0}"#).unwrap_err();
    assert!(refused.contains("`n`"), "{refused}");
}

#[test]
fn s11_odd_references_are_kept_in_one_piece() {
    let wire = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "a": {"type": "object", "properties": {"x": {"type": "integer"}}},
            "b": {"$ref": "#/properties/a"},
            "tree": {"type": "array", "items": {"$ref": "#/properties/tree"}},
            "any": {},
            "never": false,
            "per%cent": {"$ref": "#/definitions/a%20b"},
        },
        "definitions": {"a b": {"type": "string"}},
    });
    let lowered = lower(&wire, Dialect::Anthropic);
    assert_eq!(
        problems(&lowered.unwrap_err())[0].0,
        "/properties/per%cent",
        "not a name for Anthropic"
    );
    let schema = lower(&wire, Dialect::OpenAi).unwrap();
    assert_eq!(schema["properties"]["b"], wire["properties"]["a"]);
    assert_eq!(schema["properties"]["per%cent"]["type"], json!("string"));
    judge(
        &schema,
        &[
            (json!({"tree": [[], [[]]], "any": 1}), true),
            (json!({"tree": [1]}), false),
            (json!({"never": 1}), false),
            (json!({"b": {"x": "no"}}), false),
        ],
    );
}

#[test]
fn a_bomb_of_references_is_refused() {
    let mut definitions = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({"$ref": format!("#/$defs/l{}", level + 1)});
        definitions.insert(
            format!("l{level}"),
            json!({"type": "object", "properties": {"a": next, "b": next}}),
        );
    }
    definitions.insert("l60".into(), json!({"type": "string"}));
    let wire = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/l0"}}, "$defs": definitions});
    let error = lower(&wire, Dialect::Anthropic).unwrap_err();
    assert!(error.to_string().contains("beyond all measure"), "{error}");
}

#[test]
fn references_that_lead_nowhere_are_named() {
    for reference in ["#/$defs/None", "https://example.com/schema.json", "other.json#/a", "#anchor"]
    {
        let wire = json!({"type": "object", "properties": {"a/b": {"items": {"$ref": reference}, "type": "array"}}});
        let error = lower(&wire, Dialect::OpenAi).unwrap_err();
        assert_eq!(problems(&error)[0].0, "/properties/a~1b/items");
        assert!(error.to_string().contains(reference), "{error}");
    }
}
#[test]
fn a_schema_is_lowered_once_for_all_who_share_it() {
    let schema = InputSchema::from(json!({"type": "object", "properties": {}}));
    let shared = schema.clone();
    let (one, other) = (schema.lowered(Dialect::OpenAi), shared.lowered(Dialect::OpenAi));
    assert!(std::ptr::eq(one.unwrap(), other.unwrap()));
    assert_eq!(*schema, json!({"type": "object", "properties": {}}));
    let wrong = InputSchema::from(json!([]));
    let errors = [wrong.lowered(Dialect::Gemini), wrong.lowered(Dialect::Gemini)];
    assert_eq!(errors[0], errors[1]);
    assert_eq!(errors[0].clone().unwrap_err().dialect, Dialect::Gemini);
}

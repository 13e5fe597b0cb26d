//! Native tools: where no validation is needed, the decoder lets nothing pass
//! that the validator would refuse.

#![allow(clippy::too_many_arguments)]

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolcrib::call::validate::{Validator, needs_validation};
use toolcrib::{CallError, Contexts, ToolDef, ToolSet, tool};

#[derive(Deserialize, JsonSchema)]
enum Color {
    Red,
    Green,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code)]
enum Shape {
    Circle { radius: f64 },
    Square { side: u32, color: Option<Color> },
    Nothing,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Outer {
    Unit,
    New(u8),
    Pair(u8, String),
    Named { a: Option<i64> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Filter {
    name: String,
    #[serde(default)]
    tags: Vec<String>,
    size: Option<i32>,
}

/// Plain values.
#[tool]
fn scalars(
    #[arg(undocumented)] a: u8,
    #[arg(undocumented)] b: i64,
    #[arg(undocumented)] c: f64,
    #[arg(undocumented)] d: bool,
    #[arg(undocumented)] e: String,
    #[arg(undocumented)] f: Option<u32>,
    #[arg(undocumented)] g: Option<String>,
) -> String {
    format!("{a}{b}{c}{d}{e}{f:?}{g:?}")
}

/// Structs, lists, maps.
#[tool]
fn structures(
    #[arg(undocumented)] a: Filter,
    #[arg(undocumented)] b: Option<Filter>,
    #[arg(undocumented)] c: Vec<Filter>,
    #[arg(undocumented)] d: BTreeMap<String, i64>,
    #[arg(undocumented)] e: (u8, String),
    #[arg(undocumented)] f: Value,
    #[arg(undocumented)] g: Color,
) -> String {
    let _ = (a, b, c, d, e, f, g);
    String::new()
}

/// Enums of all forms.
#[tool]
fn enums(
    #[arg(undocumented)] a: Shape,
    #[arg(undocumented)] b: Option<Shape>,
    #[arg(undocumented)] c: Outer,
    #[arg(undocumented)] d: Vec<Outer>,
) -> String {
    let _ = (a, b, c, d);
    String::new()
}

/// A range.
#[tool]
fn ranged(#[arg(undocumented, range = 1..=5)] a: u8) -> String {
    a.to_string()
}

/// Sets and sizes.
#[tool]
fn unique(
    #[arg(undocumented)] a: BTreeSet<String>,
    #[arg(undocumented)] b: [u8; 3],
    #[arg(undocumented)] c: char,
) -> String {
    format!("{a:?}{b:?}{c}")
}

fn def<T: ToolSet>() -> &'static ToolDef {
    T::TOOLS[0]
}

#[test]
fn which_tools_need_it() {
    for def in [def::<scalars>(), def::<structures>(), def::<enums>()] {
        assert!(!needs_validation(def.input_schema()), "{:#}", def.input_schema());
    }
    for def in [def::<ranged>(), def::<unique>()] {
        assert!(needs_validation(def.input_schema()), "{:#}", def.input_schema());
    }
    for rule in [
        json!({"minLength": 1}),
        json!({"pattern": "a"}),
        json!({"minItems": 1}),
        json!({"items": {"maxLength": 1}}),
        json!({"anyOf": [{"multipleOf": 2}]}),
        json!({"minimum": 1, "format": "uint8"}),
        json!({"maximum": 200, "format": "uint8"}),
        json!({"minimum": 0.5}),
        json!({"prefixItems": [{}], "minItems": 2}),
        json!({"additionalProperties": {"uniqueItems": true}}),
        json!(false),
    ] {
        let schema = json!({"type": "object", "$defs": {"x": rule}});
        assert!(needs_validation(&schema), "{schema}");
    }
    // Values that look like rules are none.
    for plain in [
        json!({"default": {"minLength": 1}, "examples": [{"pattern": "a"}], "const": {"not": 1}}),
        json!({"properties": {"pattern": {"type": "string"}, "not": {"type": "string"}}}),
        json!({"format": "email", "title": "t", "description": "minLength", "x-mine": {"not": 1}}),
        json!({"prefixItems": [{}, {}], "minItems": 2, "maxItems": 2}),
        json!(true),
    ] {
        assert!(!needs_validation(&plain), "{plain}");
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// Right for some argument of the tools above, or not.
fn value(dice: &mut Dice, depth: usize) -> Value {
    let filter = |dice: &mut Dice| {
        let mut filter = json!({"name": "x"});
        match dice.below(5) {
            0 => filter["tags"] = json!(["a"]),
            1 => filter["size"] = value(dice, 0),
            2 => filter["name"] = value(dice, 0),
            3 => filter["other"] = json!(1),
            _ => {}
        }
        filter
    };
    let sides = if depth == 0 { 10 } else { 20 };
    match dice.below(sides) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(dice.below(400)),
        3 => json!(-(dice.below(400) as i64)),
        4 => json!(30.0),
        5 => json!(1.5),
        6 => json!("x"),
        7 => json!("17"),
        8 => json!("Red"),
        9 => json!("Unit"),
        10 | 11 => filter(dice),
        12 => json!([filter(dice), filter(dice)]),
        13 => json!({"k": value(dice, 0)}),
        14 => json!([value(dice, 0), value(dice, 0)]),
        15 => json!({"kind": "circle", "radius": value(dice, 0)}),
        16 => json!({"kind": "square", "side": value(dice, 0), "color": value(dice, 0)}),
        17 => json!({"kind": (["nothing", "circle", "none"][dice.below(3)])}),
        18 => json!({"New": value(dice, 0)}),
        _ => json!({"Named": {"a": value(dice, 0)}}),
    }
}

/// A number with a point is taken for a text by the decoder alone: the model may
/// have meant other digits.
fn is_beyond_schemas(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(is_beyond_schemas),
        Value::Object(members) => members.values().any(is_beyond_schemas),
        _ => false,
    }
}

/// A call that is right.
fn right(def: &ToolDef) -> Map<String, Value> {
    let filter = json!({"name": "x", "tags": []});
    let value = match def.name() {
        "scalars" => json!({"a": 1, "b": -1, "c": 0.5, "d": true, "e": "x", "f": 1, "g": "y"}),
        "structures" => json!({
            "a": filter, "b": filter, "c": [filter], "d": {"k": 1}, "e": [1, "x"], "f": 1, "g": "Red",
        }),
        _ => json!({"a": {"kind": "nothing"}, "b": null, "c": "Unit", "d": ["Unit"]}),
    };
    value.as_object().unwrap().clone()
}

#[test]
fn what_the_decoder_takes_the_validator_takes() {
    let contexts = Contexts::new();
    let mut dice = Dice(11);
    for def in [def::<scalars>(), def::<structures>(), def::<enums>()] {
        let validator = Validator::new(def.input_schema()).unwrap();
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..3_000 {
            let mut members = right(def);
            for (_, member) in members.iter_mut() {
                if dice.below(4) == 0 {
                    *member = value(&mut dice, 1);
                }
            }
            let arguments = Value::Object(members);
            let decoded = pollster::block_on(def.call(&contexts, &arguments));
            match (decoded, validator.check(&mut arguments.clone())) {
                (Ok(_), Ok(())) => taken += 1,
                (Err(_), _) => refused += 1,
                (Ok(_), Err(errors)) => {
                    assert!(is_beyond_schemas(&arguments), "{arguments}: {errors:?}");
                }
            }
        }
        println!("{}: {taken} taken, {refused} refused", def.name());
        assert!(taken > 500 && refused > 500);
    }
}

/// The table of `call::validate`, by the decoder alone.
#[test]
fn the_decoder_takes_what_the_validator_mends() {
    let contexts = Contexts::new();
    let filter = r#"{"name": "x", "tags": ["a"]}"#;
    let calls = [
        (
            def::<scalars>(),
            json!({"a": "1", "b": "-1", "c": "0.5", "d": "true", "e": 7, "f": "3", "g": null}),
        ),
        (
            def::<structures>(),
            json!({"a": filter, "b": null, "c": format!("[{filter}]"), "d": "{\"k\": 1}", "e": "[1, \"x\"]", "f": 1, "g": "Red"}),
        ),
    ];
    for (def, arguments) in calls {
        let text = arguments.to_string();
        Validator::new(def.input_schema()).unwrap().check(&mut arguments.clone()).unwrap();
        pollster::block_on(def.call(&contexts, &arguments)).unwrap();
        pollster::block_on(def.call(&contexts, text.as_str())).unwrap();
    }
    for (name, wrong) in [("d", json!("yes")), ("d", json!("True")), ("c", json!("0,5"))] {
        let mut arguments = right(def::<scalars>());
        arguments.insert(name.into(), wrong);
        let arguments = Value::Object(arguments);
        let call = def::<scalars>().call(&contexts, &arguments);
        let error = pollster::block_on(call).unwrap_err();
        assert!(matches!(error, CallError::Arguments { .. }), "{error:?}");
    }
}

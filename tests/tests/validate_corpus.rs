//! Every schema of real servers: it compiles, a right value passes as it
//! stands, a wrong one is refused with its place, and what is right is what
//! `jsonschema` says.

use serde_json::{Map, Value, json};
use toolcrib::call::validate::Validator;
use toolcrib_tests::real_tools;

/// (tool, input schema, output schema)
fn tools() -> Option<Vec<(String, Value, Option<Value>)>> {
    let parts = |server: &str, tool: &Value| {
        let output = tool.get("outputSchema").filter(|schema| !schema.is_null());
        (format!("{server}: {}", tool["name"]), tool["inputSchema"].clone(), output.cloned())
    };
    let all = real_tools()?.into_iter().flat_map(|(server, tools)| {
        tools.iter().map(|tool| parts(&server, tool)).collect::<Vec<_>>()
    });
    Some(all.collect())
}

/// `jsonschema` as it comes, but for what is an annotation here.
fn twin(schema: &Value) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(false)
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json")
        .build(schema)
        .unwrap()
}

#[test]
fn all_schemas_compile() {
    let Some(tools) = tools() else { return };
    let mut faults = Vec::new();
    let (mut inputs, mut outputs) = (0, 0);
    for (name, input, output) in &tools {
        inputs += 1;
        outputs += usize::from(output.is_some());
        for schema in [Some(input), output.as_ref()].into_iter().flatten() {
            if let Err(error) = Validator::new(schema) {
                faults.push(format!("{name}: {error}"));
            }
        }
    }
    println!("{inputs} input schemas and {outputs} output schemas compile");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(inputs >= 5_000, "{inputs}");
}

#[test]
fn right_and_wrong_values_of_each() {
    let Some(tools) = tools() else { return };
    let (mut right, mut missing, mut unknown, mut kinds) = (0, 0, 0, 0);
    for (name, schema, _) in &tools {
        let (validator, twin) = (Validator::new(schema).unwrap(), twin(schema));
        let value = example(schema, schema, 0);
        if twin.is_valid(&value) && value.is_object() {
            right += 1;
            let mut checked = value.clone();
            validator.check(&mut checked).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            assert_eq!(checked, value, "{name}: what is right stays");
        }
        missing += usize::from(without_anything(name, schema, &validator, &twin));
        unknown += usize::from(with_something_unknown(name, &value, &validator, &twin));
        kinds += usize::from(with_wrong_kinds(name, &value, &validator, &twin));
    }
    println!(
        "of {}: {right} right values made; refused: {missing} for what is missing, \
            {unknown} for an unknown property, {kinds} for wrong kinds",
        tools.len()
    );
    assert!(right * 100 >= tools.len() * 97, "{right}");
    assert!(missing > 4_000 && unknown > 1_000 && kinds > 4_000);
}

fn without_anything(
    name: &str,
    schema: &Value,
    validator: &Validator,
    twin: &jsonschema::Validator,
) -> bool {
    if twin.is_valid(&json!({})) {
        return false;
    }
    let errors = validator.check(&mut json!({})).expect_err(name);
    for required in schema["required"].as_array().into_iter().flatten().take(10) {
        let path = required.as_str().unwrap();
        let said = errors.iter().any(|error| error.path.contains(path));
        assert!(said, "{name}: {path}: {errors:?}");
    }
    true
}

fn with_something_unknown(
    name: &str,
    value: &Value,
    validator: &Validator,
    twin: &jsonschema::Validator,
) -> bool {
    let mut value = value.clone();
    let Some(members) = value.as_object_mut() else { return false };
    members.insert("no_such_property".into(), json!(1));
    if twin.is_valid(&value) {
        return false;
    }
    let errors = validator.check(&mut value).expect_err(name);
    assert!(!errors.is_empty(), "{name}");
    true
}

/// Each property is an object with an odd name: hardly ever right.
fn with_wrong_kinds(
    name: &str,
    value: &Value,
    validator: &Validator,
    twin: &jsonschema::Validator,
) -> bool {
    let members = value.as_object().into_iter().flatten();
    let odd: Map<String, Value> =
        members.map(|(name, _)| (name.clone(), json!({"\u{1F600}": [1.5]}))).collect();
    let mut odd = Value::Object(odd);
    if twin.is_valid(&odd) {
        return false;
    }
    let errors = validator.check(&mut odd).expect_err(name);
    for error in &errors {
        assert!(error.message.len() <= 610 && error.path.len() <= 210, "{name}: {error}");
        assert!(!error.message.contains("does not match the tool's schema"), "{name}: {error}");
    }
    true
}

/// What is right stays, what is mended is right, and all else is refused: for
/// values that are almost right.
#[test]
fn a_naive_twin_agrees() {
    let Some(tools) = tools() else { return };
    let mut dice = Dice(7);
    let (mut right, mut mended, mut refused) = (0, 0, 0);
    for (name, schema, _) in tools.iter().step_by(4) {
        let (validator, twin) = (Validator::new(schema).unwrap(), twin(schema));
        let value = example(schema, schema, 0);
        for _ in 0..12 {
            let mut value = value.clone();
            for _ in 0..=dice.below(2) {
                spoil(&mut value, &mut dice);
            }
            let strict = twin.is_valid(&value);
            assert_eq!(validator.is_valid(&value), strict, "{name}: {value}");
            let mut checked = value.clone();
            match (validator.check(&mut checked), strict && value.is_object()) {
                (Ok(()), true) => {
                    right += 1;
                    assert_eq!(plain(checked), plain(value), "{name}: what is right stays");
                }
                (Ok(()), false) => {
                    mended += 1;
                    assert!(twin.is_valid(&checked), "{name}: {value} became {checked}");
                    let once = checked.clone();
                    validator.check(&mut checked).unwrap();
                    assert_eq!(checked, once, "{name}: mended once is mended");
                }
                (Err(errors), true) => {
                    // The one thing refused that is right: digits were lost.
                    assert!(errors[0].message.contains("too many digits"), "{name}: {errors:?}");
                }
                (Err(errors), false) => {
                    refused += 1;
                    assert_eq!(checked, value, "{name}");
                    assert!(!errors.is_empty() && errors.len() <= 17, "{name}");
                }
            }
        }
    }
    println!("{right} right, {mended} mended, {refused} refused");
    assert!(right > 1_000 && mended > 1_000 && refused > 1_000);
}

/// With whole doubles as integers: the one change to what is right.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15 => {
                json!(float as i64)
            }
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(key, value)| (key, plain(value))).collect())
        }
        other => other,
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

/// Changes something somewhere, as models do.
fn spoil(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(members) if !members.is_empty() && dice.below(8) > 0 => {
            let number = dice.below(members.len());
            let key = members.keys().nth(number).unwrap().clone();
            match dice.below(10) {
                0 => _ = members.remove(&key),
                1 => _ = members.insert(format!("{key}_"), json!(1)),
                _ => spoil(members.get_mut(&key).unwrap(), dice),
            }
        }
        Value::Array(items) if !items.is_empty() && dice.below(3) > 0 => {
            let number = dice.below(items.len());
            spoil(&mut items[number], dice);
        }
        other => *other = turned(other, dice),
    }
}

fn turned(value: &Value, dice: &mut Dice) -> Value {
    match dice.below(9) {
        0 => Value::Null,
        1 | 2 => json!(value.to_string()),
        3 => value.as_i64().map_or(json!(1.0), |number| json!(number as f64)),
        4 => json!([value]),
        5 => json!(1.5),
        6 => json!(1e20),
        7 => value.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or(json!("x")),
        _ => json!(30),
    }
}

/// A value that the schema should take: what is required, and a few others.
fn example(schema: &Value, root: &Value, depth: usize) -> Value {
    if depth > 12 {
        return Value::Null;
    }
    let next = |schema: &Value| example(schema, root, depth + 1);
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    let target = schema["$ref"].as_str().and_then(|target| root.pointer(target.strip_prefix('#')?));
    if let Some(target) = target {
        return next(target);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let branch = schema[keyword].as_array().and_then(|branches| branches.first());
        if let Some(branch) = branch
            && schema.get("properties").is_none()
        {
            return next(branch);
        }
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.first().and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => object(schema, root, depth),
        None if schema.get("properties").is_some() => object(schema, root, depth),
        Some("array") => {
            let least = schema["minItems"].as_u64().unwrap_or(1).min(5);
            (0..least).map(|_| next(&schema["items"])).collect()
        }
        Some("integer" | "number") => number(schema),
        Some("boolean") => json!(true),
        Some("null") => Value::Null,
        Some("string") => text(schema),
        _ => json!("x"),
    }
}

fn object(schema: &Value, root: &Value, depth: usize) -> Value {
    let required = |name: &str| {
        let names = schema["required"].as_array().into_iter().flatten();
        names.into_iter().any(|other| other == name)
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    let wanted = properties.enumerate().filter(|(number, (name, schema))| {
        required(name) || (depth < 2 && *number < 3 && schema.get("pattern").is_none())
    });
    let members =
        wanted.map(|(_, (name, schema))| (name.clone(), example(schema, root, depth + 1)));
    Value::Object(members.collect())
}

fn number(schema: &Value) -> Value {
    if let Some(least) = schema.get("minimum") {
        return least.clone();
    }
    match (schema["exclusiveMinimum"].as_f64(), schema["maximum"].as_f64()) {
        (Some(least), _) => json!(least as i64 + 1),
        (None, Some(most)) if most < 5.0 => json!(most as i64),
        _ => json!(5),
    }
}

fn text(schema: &Value) -> Value {
    if let Some(given) = ["default", "examples", "example"].iter().find_map(|key| {
        let given = schema.get(key)?;
        given.as_str().or_else(|| given.get(0)?.as_str())
    }) {
        return json!(given);
    }
    let known = [
        "x",
        "2020-01-01",
        "00000000-0000-4000-8000-000000000000",
        "a@example.com",
        "https://example.com",
        "0x00",
        "123",
        "12:30",
        "2020-01-01T00:00:00Z",
    ];
    let least = schema["minLength"].as_u64().unwrap_or_default() as usize;
    let Some(pattern) = schema["pattern"].as_str() else {
        return json!("x".repeat(least.clamp(1, 500)));
    };
    let rule = jsonschema::validator_for(&json!({"pattern": pattern})).unwrap();
    let found = known.iter().find(|text| rule.is_valid(&json!(text)));
    json!(found.unwrap_or(&"x"))
}

//! Schemas and arguments that nobody wrote for good: nothing hangs, nothing
//! panics, nothing is said at length.

use serde_json::{Map, Value, json};
use toolcrib::call::validate::Validator;

fn validator(schema: &Value) -> Validator {
    Validator::new(schema).unwrap_or_else(|error| panic!("{error}"))
}

fn one(schema: Value) -> Value {
    json!({"type": "object", "properties": {"a": schema}})
}

/// Refused, in few and short words.
#[track_caller]
fn briefly(schema: &Value, arguments: &Value) -> String {
    let errors = validator(schema).check(&mut arguments.clone()).expect_err("refused");
    assert!((1..=17).contains(&errors.len()), "{}", errors.len());
    for error in &errors {
        assert!(error.message.len() <= 610 && error.path.len() <= 210, "{error}");
    }
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn long_values() {
    let long = "x".repeat(1 << 20);
    briefly(&one(json!({"type": "integer"})), &json!({"a": long}));
    briefly(&one(json!({"pattern": "^y"})), &json!({"a": long}));
    briefly(&one(json!({"enum": ["a"]})), &json!({"a": long}));
    briefly(&json!({"type": "object", "additionalProperties": false}), &json!({&long: 1}));
    briefly(&json!({"type": "object", "required": [long]}), &json!({}));
    briefly(&one(json!({"const": long})), &json!({"a": 1}));
    briefly(&one(json!({"type": "object"})), &json!({"a": format!("{{{long}")}));
    let wide: Vec<Value> = (0..100_000).map(|_| json!("x")).collect();
    briefly(&one(json!({"items": {"type": "integer"}})), &json!({"a": wide}));
    let members: Map<String, Value> = (0..100_000).map(|n| (format!("k{n}"), json!(n))).collect();
    briefly(&json!({"additionalProperties": false}), &Value::Object(members.clone()));
    briefly(&json!({"additionalProperties": {"type": "null"}}), &Value::Object(members));
}

#[test]
fn many_numbers_as_text_are_all_mended() {
    let found: Vec<Value> = (0..20_000).map(|n| json!(n.to_string())).collect();
    let mut arguments = json!({"a": found});
    validator(&one(json!({"items": {"type": "integer"}}))).check(&mut arguments).unwrap();
    assert_eq!(arguments["a"][19_999], 19_999);
}

#[test]
fn many_branches() {
    let long = "x".repeat(1 << 20);
    for keyword in ["oneOf", "anyOf"] {
        let numbers: Vec<Value> =
            (0..10_000).map(|n| json!({"minimum": n, "type": "integer"})).collect();
        briefly(&one(json!({keyword: numbers})), &json!({"a": long}));
        let objects: Vec<Value> = (0..10_000)
            .map(|n| json!({"properties": {"kind": {"const": format!("k{n}")}}, "required": ["kind"]}))
            .collect();
        let said =
            briefly(&one(json!({keyword: objects})), &json!({"a": {"kind": "k", "x": long}}));
        assert!(said.contains("`a.kind`: expected one of \"k0\", \"k1\""), "{said}");
        briefly(&one(json!({keyword: objects})), &json!({"a": {"x": long}}));
    }
    let values: Vec<Value> = (0..10_000).map(|n| json!(format!("value-{n}"))).collect();
    let said = briefly(&one(json!({"enum": values})), &json!({"a": "x"}));
    assert!(said.contains("more"), "{said}");
}

/// Each level doubles what a search without bounds would look at.
#[test]
fn branches_within_branches() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/e"}},
        "$defs": {"e": {"anyOf": [
            {"type": "object", "properties": {"next": {"$ref": "#/$defs/e"}}, "required": ["x"]},
            {"type": "object", "properties": {"next": {"$ref": "#/$defs/e"}}, "required": ["y"]},
            {"type": "object", "properties": {"next": {"allOf": [{"$ref": "#/$defs/e"}]}}, "required": ["next"]},
            {"type": "integer"},
        ]}},
    });
    let mut value = json!("no");
    for _ in 0..60 {
        value = json!({"next": value, "x": 1, "y": 2});
    }
    briefly(&schema, &json!({"a": value}));
    // The same with much to judge and to copy at each level.
    let long: Vec<Value> = (0..2_000).map(|n| json!(n)).collect();
    let mut value = json!("no");
    for _ in 0..40 {
        value = json!({"next": value, "x": long, "y": 2.0});
    }
    briefly(&schema, &json!({"a": value}));
}

#[test]
fn references_that_lead_nowhere() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}),
        json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}),
        json!({"type": "object", "properties": {"a": {"$ref": "#"}}}),
        json!({"allOf": [{"$ref": "#"}], "required": ["z"]}),
        json!({"anyOf": [{"$ref": "#"}, {"required": ["z"]}]}),
    ] {
        let Ok(validator) = Validator::new(&schema) else { continue };
        for arguments in [json!({}), json!({"a": 1}), json!({"a": {"a": {"a": "5"}}})] {
            let _ = validator.check(&mut arguments.clone());
        }
    }
}

/// A pattern that goes back for ever stops at a count of steps, so this ends
/// or it does not: nothing here is timed.
#[test]
fn patterns_that_go_back() {
    let text = "a".repeat(50_000);
    let bad = format!("{text}!");
    for pattern in [
        "^(a+)+$",
        "^(?=a)(a+)+$",
        "(?!b)(a|aa)+$",
        "^(a|a?)+\\1$",
        "^(?:(?=(a+))a)+b$",
        "(.*)*(?<=x)\\1{20}$",
        "^(([a-z])+.)+[A-Z]([a-z])+$(?!x)",
        "(?=.*a)(?=.*b)(?=.*c).*$",
        "^(?:(?=(?:(?=(a+))a)+)a)+b$",
        "^(?:(?=(?:(?=(?:(?=(a+))a)+)a)+)a)+b$",
        "^(?:(?:(?=(a+))a)+b|a)*$",
    ] {
        let schema = one(json!({"type": "string", "pattern": pattern}));
        let validator = validator(&schema);
        for text in [&text, &bad] {
            let _ = validator.check(&mut json!({"a": text}));
        }
        // As long as is still tried, and as names of properties.
        for length in [500, 22, 8] {
            let tried = &bad[bad.len() - length..];
            let _ = validator.check(&mut json!({"a": tried}));
            let names = json!({"patternProperties": {pattern: {"type": "null"}}});
            let _ = self::validator(&names).check(&mut json!({tried: 1}));
        }
        // Many texts, each with the same bound.
        let list = one(json!({"items": {"pattern": pattern}}));
        let texts = vec![bad.get(..2_000).unwrap(); 20];
        let _ = self::validator(&list).check(&mut json!({"a": texts}));
    }
}

#[test]
fn patterns_with_look_around_count() {
    let rules = [
        ("^(?!__)[a-z_]+$", "a_b", "__b"),
        ("^(?=.*\\d)\\w+$", "a1", "ab"),
        ("^(a|b)\\1$", "aa", "ab"),
        ("(?<=x)y", "xy", "zy"),
        ("^\\p{L}+$", "äé", "a1"),
        ("^[\\w.+-]+@[\\w-]+\\.[\\w.]+$", "a@b.c", "ab"),
        ("^\\/[^\\/]*$", "/a", "a"),
        ("^[^\\s]+$", "ab", "a b"),
        ("^\\d{4}-\\d{2}$", "2020-10", "20-10"),
    ];
    for (pattern, right, wrong) in rules {
        let validator = validator(&one(json!({"type": "string", "pattern": pattern})));
        assert_eq!(validator.check(&mut json!({"a": right})), Ok(()), "{pattern}");
        let errors = validator.check(&mut json!({"a": wrong})).unwrap_err();
        assert!(errors[0].to_string().starts_with("`a`: "), "{pattern}: {errors:?}");
    }
}

#[test]
fn schemas_that_are_none() {
    let refused = [
        (json!(5), "neither an object"),
        (json!("{}"), "neither an object"),
        (json!({"type": "objekt"}), "(at `/type`)"),
        (json!({"properties": {"a": {"minimum": "1"}}}), "(at `/properties/a/minimum`)"),
        (json!({"properties": {"a": {"pattern": "("}}}), "/properties/a/pattern"),
        (
            json!({"properties": {"a": {"$ref": "https://example.com/schema.json"}}}),
            "nothing is fetched",
        ),
        (json!({"$ref": "file:///etc/passwd"}), "nothing is fetched"),
        (json!({"$ref": "other.json"}), "other.json"),
        (json!({"$ref": "#/$defs/missing"}), "missing"),
        (json!({"$ref": "#anchor"}), "anchor"),
        (json!({"$ref": "http://[::1"}), ""),
        (json!({"$id": "::::", "type": "object"}), ""),
    ];
    for (schema, part) in refused {
        match Validator::new(&schema) {
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains(part) && error.len() < 800, "{error}");
            }
            // What is no address may count as none.
            Ok(_) => assert!(part.is_empty(), "{schema}"),
        }
    }
    let mut deep = json!({"type": "object"});
    for _ in 0..200 {
        deep = json!({"not": deep});
    }
    let error = Validator::new(&deep).unwrap_err().to_string();
    assert!(error.contains("128 levels"), "{error}");
}

/// As deep as serde_json reads, on the stack of a test.
#[test]
fn deep_schemas_and_values() {
    let mut schema = json!({"type": "integer"});
    let mut value = json!("1");
    for _ in 0..60 {
        schema = json!({"properties": {"a": schema}});
        value = json!({"a": value});
    }
    let mut expected = value.to_string().replace("\"1\"", "1");
    validator(&schema).check(&mut value).unwrap();
    assert_eq!(value.to_string(), expected);
    expected.clear();

    let recursive =
        json!({"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"type": "integer"}}});
    let mut value = json!({"b": "x"});
    for _ in 0..125 {
        value = json!({"a": value});
    }
    briefly(&recursive, &value);
    for _ in 0..10 {
        value = json!({"a": value});
    }
    assert_eq!(briefly(&recursive, &value), "nested more than 128 levels deep");
}

#[test]
fn what_draft_and_vocabulary_say() {
    let draft = |uri: &str| json!({"$schema": uri, "type": "object", "properties": {"a": {"$ref": "#/definitions/s", "minimum": 5}}, "definitions": {"s": {"type": "integer"}}});
    let takes =
        |schema: &Value, arguments: Value| validator(schema).check(&mut arguments.clone()).is_ok();
    // Beside `$ref` nothing counts up to draft 7.
    for uri in [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-06/schema#",
    ] {
        assert!(takes(&draft(uri), json!({"a": 1})), "{uri}");
        assert!(!takes(&draft(uri), json!({"a": 1.5})), "{uri}");
    }
    for uri in [
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "https://example.com/mine",
        "",
    ] {
        assert!(!takes(&draft(uri), json!({"a": 1})), "{uri}");
        assert!(takes(&draft(uri), json!({"a": 6})), "{uri}");
    }
    let tuple = json!({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"items": [{"type": "integer"}], "additionalItems": {"type": "boolean"}}}});
    let mut arguments = json!({"a": ["1", "true"]});
    validator(&tuple).check(&mut arguments).unwrap();
    assert_eq!(arguments, json!({"a": [1, true]}));
    let four = json!({"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"minimum": 1, "exclusiveMinimum": true}}});
    let said = briefly(&four, &json!({"a": 1}));
    assert_eq!(said, "`a`: expected a number above 1, found 1");
    // Annotations, in every draft.
    for uri in
        ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]
    {
        let schema = json!({"$schema": uri, "properties": {"a": {"format": "email", "contentEncoding": "base64", "contentMediaType": "application/json", "x-mine": 5, "unknown": {"type": 7}}}});
        assert!(takes(&schema, json!({"a": "no @ at all"})), "{uri}");
    }
    // A property that is called so, and a schema within that names a draft.
    let named = json!({"properties": {"$schema": {"type": "string"}, "a": {"$schema": "https://example.com/other", "type": "integer"}}});
    assert!(takes(&named, json!({"$schema": "x", "a": 1})));
    assert!(!takes(&named, json!({"$schema": 5.5})));
    // The forms of S11.
    let s11 = json!({
        "type": "object",
        "properties": {
            "a": {"type": "object", "properties": {"b": {"type": "integer"}}},
            "c": {"$ref": "#/properties/a"},
            "d": {},
            "e": true,
            "f": false,
            "g/h~i": {"type": "array", "items": {"$ref": "#/properties/g~1h~0i"}},
            "j": {"$ref": "#/properties/g~1h~0i"},
            "k %": {"type": "integer"},
            "l": {"$ref": "#/properties/k%20%25"},
        },
    });
    let mut arguments = json!({"c": {"b": "5"}, "d": [1], "e": null, "j": [[], "[]"], "l": "1"});
    validator(&s11).check(&mut arguments).unwrap();
    assert_eq!(arguments, json!({"c": {"b": 5}, "d": [1], "e": null, "j": [[], []], "l": 1}));
    assert_eq!(
        briefly(&s11, &json!({"f": 1, "c": {"b": "x"}, "j": [[5]], "l": 1.5})),
        "`c.b`: expected an integer, found the string \"x\"\n`f`: no value is allowed here\n`j[0][0]`: expected an array, found 5\n`l`: expected an integer, found 1.5"
    );
}

/// The compiler stops at any of them; what is said must not change from build to
/// build.
#[test]
fn of_references_that_leave_the_schema_always_the_same_is_named() {
    let references: Vec<Value> =
        (0..20).map(|n| json!({"$ref": format!("other{n:02}.json#/a")})).collect();
    let schema = json!({"$id": "https://example.com/one.json", "allOf": references});
    for _ in 0..10 {
        let said = Validator::new(&schema).unwrap_err().to_string();
        assert!(said.contains("https://example.com/other00.json"), "{said}");
    }
}

//! Arguments against schemas: what is taken, what is mended, what is said.

use serde_json::{Value, json};
use toolcrib::call::validate::Validator;

fn validator(schema: &Value) -> Validator {
    Validator::new(schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// What the arguments become.
#[track_caller]
fn mended(schema: &Value, arguments: &Value) -> Value {
    let mut arguments = arguments.clone();
    validator(schema).check(&mut arguments).unwrap_or_else(|errors| panic!("{errors:?}"));
    arguments
}

/// What is said of them.
#[track_caller]
fn said(schema: &Value, arguments: &Value) -> Vec<String> {
    let mut checked = arguments.clone();
    let errors = validator(schema).check(&mut checked).expect_err("refused");
    assert_eq!(&checked, arguments, "refused arguments are left alone");
    errors.iter().map(ToString::to_string).collect()
}

/// A tool with one argument, `a`.
fn one(schema: Value) -> Value {
    json!({"type": "object", "properties": {"a": schema}, "additionalProperties": false})
}

#[track_caller]
fn becomes(schema: Value, found: Value, expected: Value) {
    let out = mended(&one(schema), &json!({"a": found}));
    // As text: `30` and `30.0` are equal as values.
    assert_eq!(out.to_string(), json!({"a": expected}).to_string());
}

#[track_caller]
fn refused(schema: Value, found: Value, message: &str) {
    assert_eq!(said(&one(schema), &json!({"a": found})), [message]);
}

#[test]
fn whole_floats_are_integers() {
    becomes(json!({"type": "integer"}), json!(30.0), json!(30));
    becomes(json!({"type": "integer"}), json!(-3.0), json!(-3));
    becomes(json!({"type": ["integer", "null"]}), json!(30.0), json!(30));
    becomes(json!({"enum": [1, 2, 3]}), json!(2.0), json!(2));
    becomes(json!({"anyOf": [{"type": "null"}, {"type": "integer"}]}), json!(30.0), json!(30));
    becomes(json!({"type": "number"}), json!(30.0), json!(30.0));
    becomes(json!({"type": ["integer", "number"]}), json!(30.0), json!(30.0));
    becomes(json!({}), json!(30.0), json!(30.0));
    becomes(json!({"type": "array", "items": {"type": "integer"}}), json!([1.0, 2]), json!([1, 2]));
    refused(json!({"type": "integer"}), json!(30.5), "`a`: expected an integer, found 30.5");
    refused(
        json!({"type": "integer"}),
        json!("30.5"),
        "`a`: expected an integer, found the string \"30.5\"",
    );
}

#[test]
fn no_digit_is_lost() {
    let integer = || json!({"type": "integer"});
    let id: Value = serde_json::from_str("2574604874062343519").unwrap();
    becomes(integer(), id.clone(), id.clone());
    becomes(integer(), json!("2574604874062343519"), id.clone());
    becomes(json!({"type": "number"}), json!("2574604874062343519"), id.clone());
    becomes(json!({"type": "string"}), id.clone(), json!("2574604874062343519"));
    becomes(json!({"type": "string"}), json!("2574604874062343519"), json!("2574604874062343519"));
    becomes(integer(), json!("18446744073709551615"), json!(u64::MAX));
    becomes(integer(), json!("-9223372036854775808"), json!(i64::MIN));
    // Within a list of several kinds, within text.
    becomes(
        json!({"type": ["integer", "string"]}),
        json!("2574604874062343519"),
        json!("2574604874062343519"),
    );
    becomes(
        json!({"type": "array", "items": integer()}),
        json!("[2574604874062343519]"),
        json!([2574604874062343519_u64]),
    );
    let long = "`a`: expected an integer, found the string \"123456789012345678901\"; \
        an integer has 64 bits at most";
    refused(integer(), json!("123456789012345678901"), long);
    refused(
        json!({"type": "number"}),
        json!("123456789012345678901"),
        "`a`: expected a number, found the string \"123456789012345678901\"; \
            an integer has 64 bits at most",
    );
    // These digits were lost where the text was parsed.
    for rounded in ["123456789012345678901", "2574604874062343519.0", "1e300"] {
        let found: Value = serde_json::from_str(rounded).unwrap();
        let errors = said(&one(integer()), &json!({"a": found}));
        assert!(errors[0].starts_with("`a`: the number has too many digits"), "{errors:?}");
        becomes(json!({"type": "number"}), found.clone(), found);
    }
    becomes(integer(), json!(9_007_199_254_740_992.0), json!(9_007_199_254_740_992_u64));
}

#[test]
fn texts_of_numbers_flags_and_structures() {
    becomes(json!({"type": "integer"}), json!("30"), json!(30));
    becomes(json!({"type": "integer"}), json!("30.0"), json!(30));
    becomes(json!({"type": "integer"}), json!("-5"), json!(-5));
    becomes(json!({"type": "number"}), json!("0.1"), json!(0.1));
    becomes(json!({"type": "boolean"}), json!("true"), json!(true));
    becomes(json!({"type": "boolean"}), json!("false"), json!(false));
    becomes(json!({"type": "array"}), json!("[1, \"a\"]"), json!([1, "a"]));
    becomes(json!({"type": "object"}), json!("{\"b\": 1}"), json!({"b": 1}));
    becomes(json!({"type": ["boolean", "integer"]}), json!("1"), json!(1));
    becomes(json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), json!("7"), json!(7));
    // Within what a text held.
    let pairs = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}});
    becomes(pairs, json!("[\"[1]\", [\"2\", 3.0]]"), json!([[1], [2, 3]]));
    // As it stands, where strings are allowed at all.
    for schema in [json!({"type": ["string", "integer"]}), json!({}), json!({"type": "string"})] {
        becomes(schema, json!("30"), json!("30"));
    }
    refused(
        json!({"anyOf": [{"enum": ["auto"]}, {"type": "integer"}]}),
        json!("5"),
        "`a`: expected \"auto\", found the string \"5\"",
    );
    for not_json in ["007", "+5", "0x10", "5 apples", "", "NaN", "1,000", "--1"] {
        let found = said(&one(json!({"type": "integer"})), &json!({"a": not_json}));
        assert!(found[0].starts_with("`a`: expected an integer, found the string"), "{found:?}");
    }
    refused(
        json!({"type": "boolean"}),
        json!("yes"),
        "`a`: expected true or false, found the string \"yes\"",
    );
    refused(json!({"type": "boolean"}), json!(1), "`a`: expected true or false, found 1");
    refused(json!({"type": "string"}), json!(1.5), "`a`: expected a string, found 1.5");
    refused(
        json!({"type": "string"}),
        json!({"b": 1}),
        "`a`: expected a string, found an object of 1 property",
    );
    refused(
        json!({"type": "array"}),
        json!("a, b"),
        "`a`: expected an array, found the string \"a, b\"",
    );
    refused(
        json!({"type": "array"}),
        json!("{}"),
        "`a`: expected an array, found the string \"{}\"",
    );
    refused(
        json!({"type": "null"}),
        json!("null"),
        "`a`: expected null, found the string \"null\"",
    );
}

#[test]
fn null_for_an_optional_property_is_none() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"type": ["string", "null"]},
            "c": {"type": "object", "properties": {"d": {"type": "integer"}}},
        },
        "required": ["e"],
        "additionalProperties": {"type": "string"},
    });
    let found = json!({"a": null, "b": null, "c": {"d": null}, "e": "x"});
    assert_eq!(mended(&schema, &found), json!({"b": null, "c": {}, "e": "x"}));
    assert_eq!(said(&schema, &json!({"e": null})), ["`e`: expected a string, found null"]);
    assert_eq!(
        said(&schema, &json!({"e": "x", "f": null})),
        ["`f`: expected a string, found null"]
    );
}

#[test]
fn arguments_as_text() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    assert_eq!(mended(&schema, &json!("{\"a\": 1}")), json!({"a": 1}));
    assert_eq!(mended(&schema, &json!("\"{\\\"a\\\": 1}\"")), json!({"a": 1}));
    assert_eq!(mended(&schema, &json!("  ")), json!({}));
    assert_eq!(mended(&schema, &Value::Null), json!({}));
    assert_eq!(mended(&json!(true), &json!("{}")), json!({}));
    assert_eq!(said(&schema, &json!([1])), ["expected an object, found an array of 1 item"]);
    assert_eq!(said(&schema, &json!("[]")), ["expected an object, found an empty array"]);
    assert_eq!(said(&json!(true), &json!(5)), ["expected an object, found 5"]);
    let mut any = json!("{\"a\": \"x\"}");
    Validator::any_object().check(&mut any).unwrap();
    assert_eq!(any, json!({"a": "x"}));
    let errors = Validator::any_object().check(&mut json!(5)).unwrap_err();
    assert_eq!(errors[0].to_string(), "expected an object, found 5");
}

#[test]
fn the_only_form_that_can_be_reached() {
    let forms = json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "point"}, "x": {"type": "integer"}}, "required": ["kind", "x"]},
        {"type": "object", "properties": {"kind": {"const": "name"}, "x": {"type": "string"}}, "required": ["kind", "x"]},
    ]});
    becomes(forms.clone(), json!({"kind": "point", "x": "5"}), json!({"kind": "point", "x": 5}));
    becomes(forms.clone(), json!({"kind": "name", "x": 5}), json!({"kind": "name", "x": "5"}));
    becomes(forms, json!("{\"kind\": \"name\", \"x\": \"5\"}"), json!({"kind": "name", "x": "5"}));
    // Two ways to read it are none.
    let either = json!({"anyOf": [
        {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "string"}}, "additionalProperties": false},
        {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "integer"}}, "additionalProperties": false},
    ]});
    assert!(validator(&one(either)).check(&mut json!({"a": {"x": "5", "y": "6"}})).is_err());
}

#[test]
fn each_rule_says_what_it_expected() {
    refused(json!({"const": 5}), json!(6), "`a`: expected 5, found 6");
    refused(
        json!({"enum": ["red", "green"]}),
        json!("Gren"),
        "`a`: expected one of \"red\", \"green\", found the string \"Gren\"; did you mean \"green\"?",
    );
    refused(
        json!({"enum": ["red", "green"]}),
        json!(5),
        "`a`: expected one of \"red\", \"green\", found 5",
    );
    refused(json!({"minimum": 1}), json!(0), "`a`: expected a number of at least 1, found 0");
    refused(json!({"maximum": 1}), json!(2), "`a`: expected a number of at most 1, found 2");
    refused(json!({"exclusiveMinimum": 1}), json!(1), "`a`: expected a number above 1, found 1");
    refused(json!({"exclusiveMaximum": 1}), json!(1), "`a`: expected a number below 1, found 1");
    refused(json!({"multipleOf": 5}), json!(7), "`a`: expected a multiple of 5, found 7");
    refused(json!({"minLength": 3}), json!("ab"), "`a`: expected at least 3 characters, found 2");
    refused(json!({"maxLength": 1}), json!("äb"), "`a`: expected at most 1 character, found 2");
    refused(
        json!({"pattern": "^a+$"}),
        json!("b"),
        "`a`: expected a string that matches the pattern `^a+$`, found the string \"b\"",
    );
    refused(json!({"minItems": 1}), json!([]), "`a`: expected at least 1 item, found 0");
    refused(json!({"maxItems": 1}), json!([1, 2]), "`a`: expected at most 1 item, found 2");
    refused(json!({"uniqueItems": true}), json!([1, 1]), "`a`: the items must be unique");
    refused(json!({"minProperties": 1}), json!({}), "`a`: expected at least 1 property, found 0");
    refused(
        json!({"maxProperties": 0}),
        json!({"b": 1}),
        "`a`: expected at most 0 properties, found 1",
    );
    refused(
        json!({"dependentRequired": {"b": ["c"]}}),
        json!({"b": 1}),
        "`a`: \"c\" is required where \"b\" is given",
    );
    refused(
        json!({"propertyNames": {"maxLength": 1}}),
        json!({"bc": 1}),
        "`a.bc`: the name is not allowed: expected at most 1 character, found 2",
    );
    refused(
        json!({"contains": {"type": "integer"}}),
        json!(["x"]),
        "`a`: at least one item must be an integer, and none is",
    );
    refused(
        json!({"not": {"type": "string"}}),
        json!("x"),
        "`a`: the string \"x\" is not allowed here",
    );
    refused(json!(false), json!(1), "`a`: no value is allowed here");
    refused(
        json!({"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 5}}),
        json!(4),
        "`a`: expected a number of at least 5, found 4",
    );
    refused(
        json!({"prefixItems": [{"type": "integer"}], "items": {"type": "boolean"}}),
        json!([1, 2]),
        "`a[1]`: expected true or false, found 2",
    );
    refused(
        json!({"prefixItems": [{"type": "integer"}], "items": false}),
        json!([1, 2]),
        "`a[1]`: no value is allowed here",
    );
    assert_eq!(
        said(&one(json!({"allOf": [{"minimum": 3}, {"multipleOf": 2}]})), &json!({"a": 1})),
        ["`a`: expected a number of at least 3, found 1", "`a`: expected a multiple of 2, found 1",]
    );
}

#[test]
fn names_of_properties() {
    let schema = json!({
        "type": "object",
        "properties": {"maxResults": {"type": "integer"}, "query": {"type": "string"}},
        "required": ["query"],
        "additionalProperties": false,
    });
    let errors = said(&schema, &json!({"max_results": 5, "zzz": 1}));
    assert_eq!(
        errors,
        [
            "`query`: required, and not given",
            "`max_results`: unknown property; did you mean \"maxResults\"?",
            "`zzz`: unknown property; expected one of maxResults, query",
        ]
    );
    let unevaluated = json!({
        "type": "object",
        "allOf": [{"properties": {"query": {"type": "string"}}}],
        "properties": {"limit": {"type": "integer"}},
        "unevaluatedProperties": false,
    });
    assert_eq!(
        mended(&unevaluated, &json!({"query": "a", "limit": "1"})),
        json!({"query": "a", "limit": 1})
    );
    assert_eq!(
        said(&unevaluated, &json!({"qery": "a"})),
        ["`qery`: unknown property; did you mean \"query\"?"]
    );
    let odd = json!({"type": "object", "properties": {"a.b": {"properties": {"c d": {"type": "array", "items": {"type": "null"}}}}}});
    assert_eq!(
        said(&odd, &json!({"a.b": {"c d": [null, 1]}})),
        ["`[\"a.b\"][\"c d\"][1]`: expected null, found 1"]
    );
}

#[test]
fn forms() {
    let target = json!({"anyOf": [
        {"$ref": "#/$defs/File"},
        {"$ref": "#/$defs/Address"},
        {"type": "null"},
    ]});
    let schema = json!({
        "type": "object",
        "properties": {"to": target},
        "$defs": {
            "File": {"type": "object", "properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind", "path"]},
            "Address": {"type": "object", "properties": {"kind": {"const": "url"}, "url": {"type": "string"}}, "required": ["kind", "url"]},
        },
    });
    assert_eq!(
        said(&schema, &json!({"to": {"kind": "file"}})),
        ["`to.path`: required, and not given"]
    );
    assert_eq!(said(&schema, &json!({"to": 5})), ["`to`: expected an object or null, found 5"]);
    assert_eq!(
        said(&schema, &json!({"to": {}})),
        [
            "`to`: matches none of 3 forms: form 1 (File): `kind`: required, and not given; `path`: required, and not given \
            | form 2 (Address): `kind`: required, and not given; `url`: required, and not given"
        ]
    );
    let tagged = json!({"oneOf": [
        {"type": "object", "properties": {"op": {"const": "add"}}, "required": ["op"]},
        {"type": "object", "properties": {"op": {"enum": ["remove", "drop"]}}, "required": ["op"]},
    ]});
    assert_eq!(
        said(&one(tagged), &json!({"a": {"op": "ad"}})),
        ["`a.op`: expected one of \"add\", \"remove\", \"drop\", found the string \"ad\""]
    );
    let both = json!({"oneOf": [{"minimum": 1}, {"type": "string"}, {"multipleOf": 2}]});
    assert_eq!(
        said(&one(both), &json!({"a": 4})),
        ["`a`: must match one of 3 forms, but matches several: 1, 3"]
    );
}

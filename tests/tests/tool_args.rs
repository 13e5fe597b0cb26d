//! Arguments are read from text without a tree; reading them from a tree is
//! the twin that decides what is right.

use serde_json::{Value, json};
use toolcrib::json::Json;
use toolcrib::{Arguments, CallError, Contexts, ToolDef, ToolSet, tool};

/// Shows what it is given.
#[tool]
fn show(
    /// Text.
    a: String,
    /// A list.
    b: Vec<Option<u8>>,
    /// Anything.
    c: Value,
    /// A number.
    d: Option<f64>,
    /// A flag.
    #[arg(default)]
    e: bool,
) -> String {
    format!("{a:?} {b:?} {c} {d:?} {e}")
}

/// A small generator of numbers (Knuth's MMIX constants), so that a failure
/// comes back under the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn space(&mut self) -> &'static str {
        self.one(&["", "", "", " ", "\n", "\t ", "\r\n"])
    }

    fn value(&mut self, depth: usize) -> String {
        let scalars = [
            "null",
            "true",
            "false",
            "0",
            "-0",
            "7",
            "255",
            "256",
            "-1",
            "1.5",
            "30.0",
            "1e2",
            "01",
            "2574604874062343519",
            "1e400",
            r#""""#,
            r#""x""#,
            r#""7""#,
            r#""\"}]\\""#,
            r#""\u00e9\n""#,
            "\"é🦀\"",
            "\"\u{7f}\"",
            r#""\ud83e\udd80""#,
            r#""\x""#,
            "\"\n\"",
            "tru",
            "[",
            "{\"a\":",
        ];
        match self.below(if depth == 0 { 6 } else { 10 }) {
            0..6 => self.one(&scalars).to_owned(),
            6..9 => {
                let items: Vec<String> =
                    (0..self.below(4)).map(|_| self.value(depth - 1)).collect();
                format!("[{}{}]", self.space(), items.join(self.one(&[",", ", ", " ,\n"])))
            }
            _ => format!("{{\"k{}\":{}{}}}", self.below(3), self.space(), self.value(depth - 1)),
        }
    }

    fn object(&mut self) -> String {
        let keys = ["a", "b", "c", "d", "e", r"\u0061", "f", "A"];
        let members: Vec<String> = (0..self.below(7))
            .map(|turn| {
                let key = if self.below(4) > 0 { keys[turn.min(4)] } else { self.one(&keys) };
                let value = match (key, self.below(4)) {
                    ("a", 1..) => {
                        self.one(&[r#""x""#, r#""\"\\\n""#, "\"é\"", r#""[{""#]).to_owned()
                    }
                    ("b", 1..) => self.one(&["[]", "[1,null]", "[ 30.0 ]"]).to_owned(),
                    ("d", 1..) => self.one(&["null", "1", "1.5e3"]).to_owned(),
                    ("e", 1..) => self.one(&["true", "false", "null"]).to_owned(),
                    _ => self.value(3),
                };
                format!(
                    "{}\"{key}\"{}:{}{value}{}",
                    self.space(),
                    self.space(),
                    self.space(),
                    self.space()
                )
            })
            .collect();
        format!("{}{{{}}}{}", self.space(), members.join(","), self.space())
    }

    /// One byte less, more, or another.
    fn damage(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.below(chars.len().max(1)).min(chars.len().saturating_sub(1));
        let other = self.one(&["\"", "\\", "{", "}", "[", "]", ",", ":", " ", "0", "\u{1}", "n"]);
        let other = other.chars().next().unwrap_or(' ');
        match self.below(3) {
            _ if chars.is_empty() => {}
            0 => _ = chars.remove(at),
            1 => chars.insert(at, other),
            _ => chars[at] = other,
        }
        chars.into_iter().collect()
    }
}

fn call<'a>(def: &'a ToolDef, arguments: impl Into<Arguments<'a>>) -> Result<String, CallError> {
    static CONTEXTS: Contexts = Contexts::new();
    pollster::block_on(def.call(&CONTEXTS, arguments)).map(|outcome| outcome.to_text())
}

fn compare(def: &'static ToolDef, text: &str, accepted: &mut usize) {
    let read = call(def, text);
    let is_refused = matches!(read, Err(CallError::Arguments { .. }));
    let parsed: Result<Value, _> = serde_json::from_str(text);
    match parsed {
        // A name given twice is refused in text; a tree cannot show it.
        Ok(Value::Object(members)) if Json::parse(text).is_ok() => {
            let twin = call(def, &members);
            assert_eq!(read.as_ref().ok(), twin.as_ref().ok(), "{text}: {read:?} {twin:?}");
            *accepted += usize::from(read.is_ok());
        }
        Ok(Value::Null) => assert!(is_refused, "{text}"),
        Ok(Value::Object(_)) => {}
        Ok(_) => assert!(is_refused, "not an object, and taken: {text}"),
        Err(_) => assert!(is_refused, "not JSON, and taken: {text}"),
    }
}

#[test]
fn text_and_tree_agree() {
    let def = show::TOOLS[0];
    let (mut random, mut accepted) = (Random(1), 0);
    for _ in 0..10_000 {
        let text = random.object();
        compare(def, &text, &mut accepted);
        let damaged = random.damage(&text);
        compare(def, &damaged, &mut accepted);
    }
    assert!(accepted > 300, "only {accepted} were taken: the test tests little");
}

#[test]
fn hostile_text_ends_quickly() {
    let def = show::TOOLS[0];
    let deep = "[".repeat(200_000);
    let long = "\\u0061".repeat(100_000);
    for text in [
        format!("{{\"c\":{deep}"),
        format!("{{\"c\":{deep}{}}}", "]".repeat(200_000)),
        format!("{{\"{long}\":1}}"),
        format!("{{{}}}", "\"a\":\"x\",".repeat(50_000)),
        "{".repeat(100_000),
        "\"".to_owned(),
        format!("\"{}", "\\".repeat(100_001)),
    ] {
        let error = call(def, text.as_str()).unwrap_err();
        assert!(matches!(error, CallError::Arguments { .. }), "{error:?}");
    }
    let mut nested = json!("x");
    for _ in 0..100 {
        nested = json!([nested]);
    }
    let text = json!({"a": "x", "b": [], "c": nested}).to_string();
    call(def, text.as_str()).unwrap();
}

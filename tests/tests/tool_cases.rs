//! What people ran into with other macros (the cases that compile; those that
//! must not are in `tests/ui`).

use std::sync::atomic::{AtomicUsize, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcrib::call::{Content, Outcome};
use toolcrib::{CallError, Contexts, Exposure, ToolDef, ToolSet, Tools, tool, tools};

fn def<T: ToolSet>() -> &'static ToolDef {
    T::TOOLS[0]
}

fn call(def: &ToolDef, arguments: &str) -> Outcome {
    call_with(def, &Contexts::new(), arguments)
}

fn call_with(def: &ToolDef, contexts: &Contexts, arguments: &str) -> Outcome {
    pollster::block_on(def.call(contexts, arguments)).unwrap()
}

fn refusal(def: &ToolDef, arguments: &str) -> String {
    pollster::block_on(def.call(&Contexts::new(), arguments)).unwrap_err().to_string()
}

/// Adds.
#[tool]
#[allow(dead_code)]
#[must_use]
fn docs_first() -> i64 {
    1
}

#[tool]
#[cfg_attr(all(), allow(dead_code))]
/// Adds.
#[inline]
fn docs_last() -> i64 {
    1
}

#[test]
fn m1_docs_survive_whatever_stands_between() {
    assert_eq!(def::<docs_first>().description(), "Adds.");
    assert_eq!(def::<docs_last>().description(), "Adds.");
    assert_eq!((docs_first(), docs_last()), (1, 1), "the functions stay callable");
}

mod one {
    /// Reads.
    #[toolcrib::tool]
    pub(crate) fn read() {}
    /// Writes.
    #[toolcrib::tool]
    pub(crate) fn write() {}
}

mod two {
    /// Reads too.
    #[toolcrib::tool]
    pub(crate) fn read() {}
    /// Is called like another.
    #[toolcrib::tool(name = "write")]
    pub(crate) fn overwrite() {}
}

#[test]
fn m2_two_tools_of_one_name_are_refused_with_both_places() {
    let forward = tools![one::read, one::write].merge(tools![two::read, two::overwrite]);
    let backward = tools![two::overwrite, two::read, one::write, one::read];
    let error = forward.check().unwrap_err();
    assert_eq!(error, backward.check().unwrap_err(), "in one order, however they came");
    let names: Vec<&str> = error.duplicates.iter().map(|duplicate| duplicate.name).collect();
    assert_eq!(names, ["read", "write"]);
    let modules: Vec<&str> =
        error.duplicates[0].locations.iter().map(|location| location.module).collect();
    assert_eq!(modules, ["tool_cases::one", "tool_cases::two"]);
    let text = error.to_string();
    assert!(text.starts_with("2 tools are named `read`:\n  tests/tests/tool_cases.rs:"), "{text}");
    tools![one::read, two::overwrite].check().unwrap();
    let twice = tools![one::read, one::read].check().unwrap_err();
    assert_eq!(twice.duplicates[0].locations.len(), 2, "{twice}");
}

/// Is a keyword.
#[tool]
fn r#type(
    /// In.
    r#in: String,
) -> String {
    r#in
}

#[test]
fn m3_raw_identifiers_lose_their_mark() {
    let def = tools![r#type].get("type").unwrap();
    assert_eq!(def.input_schema()["required"], json!(["in"]));
    assert_eq!(call(def, r#"{"in": "x"}"#).to_text(), "x");
}

/// Adds two numbers.
///
/// Takes:
///   - the first
///   - the second
///
///
/// ```text
///     indented
/// ```
#[tool]
fn paragraphs() {}

#[doc = "Unspaced."]
#[doc = "  Indented."]
#[tool]
fn unspaced() {}

/**
 * In a block.
 *
 *   Indented.
 */
#[tool]
fn block_comment() {}

#[test]
fn m5_paragraphs_and_indent_stay() {
    assert_eq!(
        def::<paragraphs>().description(),
        "Adds two numbers.\n\nTakes:\n  - the first\n  - the second\n\n\n```text\n    indented\n```"
    );
    assert_eq!(def::<unspaced>().description(), "Unspaced.\n  Indented.");
    assert_eq!(def::<block_comment>().description(), "In a block.\n\n  Indented.");
}

/// Is not there.
#[cfg(any())]
#[tool]
fn gated_before() {}

/// Is not there.
#[tool]
#[cfg(any())]
fn gated_after() {}

/// Is not there.
#[tool]
#[cfg_attr(all(), cfg(any()))]
fn gated_within() {}

/// Is there.
#[tool]
#[cfg(not(any()))]
fn there() {}

struct Gated;

#[tool]
impl Gated {
    /// Is not there.
    #[tool]
    #[cfg(any())]
    fn gone(&self) {}

    /// Is there.
    #[cfg(not(any()))]
    #[tool]
    fn kept(&self) {}
}

#[test]
fn m6_a_tool_is_there_when_its_function_is() {
    let tools = tools![
        #[cfg(any())]
        gated_before,
        #[cfg(any())]
        gated_after,
        #[cfg(any())]
        gated_within,
        there,
        Gated,
    ];
    let names: Vec<&str> = tools.iter().map(|def| def.name()).collect();
    assert_eq!(names, ["there", "kept"]);
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Search {
    /// What to look for.
    search_text: String,
    #[serde(default)]
    max_results: Option<u8>,
}

/// Searches.
#[tool]
fn search(#[arg(flatten)] search: Search) -> String {
    format!("{} {:?}", search.search_text, search.max_results)
}

#[test]
fn m8_schema_and_decoder_agree() {
    let def = def::<search>();
    let schema = def.input_schema();
    assert_eq!(schema["required"], json!(["searchText"]));
    assert_eq!(schema["properties"]["searchText"]["description"], json!("What to look for."));
    assert_eq!(schema.get("title"), None);
    assert_eq!(call(def, r#"{"searchText": "a", "maxResults": 3.0}"#).to_text(), "a Some(3)");
    assert!(refusal(def, r#"{"search_text": "a"}"#).contains("search_text"));
    let refused = refusal(def, r#"{"searchText": "a", "maxResults": 300}"#);
    assert!(refused.contains("`maxResults`"), "{refused}");
}

/// Adds.
#[tool]
fn add(
    /// First.
    a: i64,
    /// Second.
    b: Option<i64>,
) -> Result<String, String> {
    match b {
        Some(b) => a.checked_add(b).map(|sum| sum.to_string()).ok_or("too large".to_owned()),
        None => Ok(format!("{a} alone")),
    }
}

#[test]
fn m9_absent_and_null_are_none() {
    assert_eq!(call(def::<add>(), r#"{"a":1}"#).to_text(), "1 alone");
    assert_eq!(call(def::<add>(), r#"{"a":1,"b":null}"#).to_text(), "1 alone");
    assert_eq!(call(def::<add>(), r#"{"b":2,"a":1}"#).to_text(), "3");
}

#[test]
fn m10_wrong_arguments_do_not_run() {
    assert_eq!(
        refusal(def::<add>(), r#"{"a":"not a number","b":1}"#),
        "`add` was not called:\n- `a`: expected an integer, found the string \"not a number\""
    );
    assert_eq!(
        refusal(def::<add>(), "{}"),
        "`add` was not called:\n- `a`: required, and not given"
    );
    assert_eq!(
        refusal(def::<add>(), r#"{"a":1,"a":2}"#),
        "`add` was not called:\n- `a`: given twice"
    );
    for broken in [
        r#"{"a":1"#,
        "[1]",
        "3",
        r#"{"a":1} x"#,
        r#"{"a" 1}"#,
        r#"{,}"#,
        "{\"a\":1,}",
        "\"",
        "{\"a\\",
    ] {
        let refused = refusal(def::<add>(), broken);
        assert!(refused.contains(" object"), "{broken}: {refused}");
    }
    for broken in [r#"{"a":}"#, r#"{"a":01}"#, r#"{"a":[1}"#, r#"{"a":tru}"#, r#"{"a":1 2}"#] {
        refusal(def::<add>(), broken);
    }
    let failed = call(def::<add>(), r#"{"a":9223372036854775807,"b":1}"#);
    assert!(failed.is_error);
    assert_eq!(failed.to_text(), "too large");
}

#[test]
fn arguments_as_values_and_as_text_inside_text() {
    let contexts = Contexts::new();
    for value in [json!({"a": 1, "b": 2}), json!(r#"{"a": 1, "b": 2}"#)] {
        let answer = pollster::block_on(def::<add>().call(&contexts, &value)).unwrap();
        assert_eq!(answer.to_text(), "3");
    }
    let value = json!([1]);
    let error = pollster::block_on(def::<add>().call(&contexts, &value)).unwrap_err();
    assert!(matches!(error, CallError::Arguments { .. }), "{error:?}");
    let escaped = r#"{"\u0061": 1}"#;
    assert_eq!(call(def::<add>(), escaped).to_text(), "1 alone");
}

/// Joins.
#[tool]
fn join(
    /// Between.
    separator: &str,
    /// The parts.
    parts: &[String],
    /// In front.
    prefix: Option<&str>,
    /// Numbers.
    numbers: Option<&[u8]>,
) -> String {
    format!("{}{}{:?}", prefix.unwrap_or_default(), parts.join(separator), numbers)
}

#[test]
fn m12_borrowed_arguments() {
    let arguments = r#"{"separator": "\n", "parts": ["a", "b"], "prefix": ">", "numbers": [1]}"#;
    assert_eq!(call(def::<join>(), arguments).to_text(), ">a\nbSome([1])");
    assert_eq!(call(def::<join>(), r#"{"separator": "-", "parts": []}"#).to_text(), "None");
    assert_eq!(def::<join>().input_schema()["required"], json!(["separator", "parts"]));
}

const TEXT: &str = "From a constant.";

#[tool(description = TEXT, title = TEXT, search_hint = concat!("a", " b"))]
fn from_const() {}

#[tool(description = concat!("Version ", env!("CARGO_PKG_VERSION")))]
fn from_concat() {}

#[doc = include_str!("data/description.md")]
#[tool]
fn from_file() {}

/// Before.
#[doc = concat!("Between", " them.")]
/// After.
#[tool]
fn mixed(#[doc = concat!("An ", "argument.")] a: u8, #[arg(description = TEXT)] b: u8) -> u8 {
    a + b
}

#[test]
fn m13_descriptions_from_expressions() {
    assert_eq!(def::<from_const>().description(), TEXT);
    assert_eq!(def::<from_const>().title(), Some(TEXT));
    assert_eq!(def::<from_const>().search_hint(), Some("a b"));
    assert_eq!(def::<from_concat>().description(), concat!("Version ", env!("CARGO_PKG_VERSION")));
    assert_eq!(def::<from_file>().description(), include_str!("data/description.md").trim());
    assert_eq!(def::<mixed>().description(), "Before.\nBetween them.\nAfter.");
    let properties = &def::<mixed>().input_schema()["properties"];
    assert_eq!(properties["a"]["description"], json!("An argument."));
    assert_eq!(properties["b"]["description"], json!(TEXT));
}

/// One.
#[tool]
fn get_url() {}

/// Other.
#[tool]
#[allow(non_snake_case)]
fn getUrl() {}

/// Third.
#[tool(handle = third_tool)]
#[allow(non_snake_case)]
fn GetUrl() {}

#[test]
fn m15_names_that_differ_in_case_alone() {
    let tools = tools![get_url, getUrl, third_tool];
    tools.check().unwrap();
    assert_eq!(tools.len(), 3);
}

/// Holds a count.
struct Counter {
    calls: AtomicUsize,
    step: usize,
}

#[tool(group = "counting", requires = "memory")]
impl Counter {
    const START: usize = 100;

    /// Counts a call.
    #[tool(always)]
    fn count(
        &self,
        /// How much.
        #[arg(default = Self::START)]
        by: usize,
    ) -> String {
        self.calls.fetch_add(by * self.step, Ordering::Relaxed);
        self.calls.load(Ordering::Relaxed).to_string()
    }

    /// Waits.
    #[tool(name = "wait-a-bit", group = "waiting", requires = ["clock", "patience"])]
    async fn wait(&self, other: &String) -> Result<String, std::fmt::Error> {
        std::future::ready(()).await;
        Ok(format!("{other} {}", self.step))
    }

    /// Needs nobody.
    #[tool]
    fn alone() -> &'static str {
        "alone"
    }

    /// Not a tool.
    fn helper(&self) -> usize {
        self.step
    }
}

#[tool(handle = MoreOfCounter)]
impl Counter {
    /// Another block of the same type.
    #[tool]
    fn more(&self) -> usize {
        self.helper()
    }
}

#[test]
fn methods_of_a_block() {
    let tools = tools![Counter, MoreOfCounter];
    let names: Vec<&str> = tools.iter().map(|def| def.name()).collect();
    assert_eq!(names, ["count", "wait-a-bit", "alone", "more"]);
    let counter = Counter { calls: AtomicUsize::new(0), step: 2 };
    let contexts = Contexts::new().with(counter).with("other".to_owned());
    let count = tools.get("count").unwrap();
    assert_eq!(count.exposure(), Exposure::Always);
    assert_eq!(count.group(), Some("counting"));
    assert_eq!(count.requires(), ["memory"]);
    assert_eq!(count.input_schema()["properties"]["by"]["default"], json!(100));
    assert_eq!(call_with(count, &contexts, "").to_text(), "200");
    assert_eq!(call_with(count, &contexts, r#"{"by": 1}"#).to_text(), "202");
    let wait = tools.get("wait-a-bit").unwrap();
    assert_eq!((wait.group(), wait.requires()), (Some("waiting"), &["clock", "patience"][..]));
    assert_eq!(call_with(wait, &contexts, "").to_text(), "other 2");
    let types: Vec<&str> = wait.contexts().iter().map(|key| key.type_name()).collect();
    assert_eq!(types, ["tool_cases::Counter", "alloc::string::String"]);
    assert_eq!(call_with(tools.get("more").unwrap(), &contexts, "").to_text(), "2");
    assert_eq!(call(tools.get("alone").unwrap(), "").to_text(), "alone");
}

struct Store<T, const N: usize> {
    items: Vec<T>,
}

#[tool]
impl<T, const N: usize> Store<T, N>
where
    T: Serialize + for<'de> Deserialize<'de> + JsonSchema + PartialEq + Send + Sync + 'static,
{
    /// Whether it is there.
    #[tool(read_only)]
    fn contains(
        &self,
        /// The item.
        item: T,
    ) -> bool {
        self.items.iter().take(N).any(|other| *other == item)
    }
}

#[test]
fn blocks_of_generic_types() {
    let text = tools![Store<String, 2>].get("contains").unwrap();
    let number = tools![Store<u8, 1>].get("contains").unwrap();
    assert_eq!(text.input_schema()["properties"]["item"]["type"], json!("string"));
    assert_eq!(number.input_schema()["properties"]["item"]["type"], json!("integer"));
    assert!(std::ptr::eq(text.input_schema(), text.input_schema()), "made once");
    let contexts = Contexts::new().with(Store::<u8, 1> { items: vec![1, 2] });
    assert_eq!(call_with(number, &contexts, r#"{"item": 1}"#).to_text(), "true");
    assert_eq!(call_with(number, &contexts, r#"{"item": 2}"#).to_text(), "false");
}

#[derive(Clone)]
struct Pool(u8);

/// Takes contexts in every form.
#[tool]
fn contextual<'a>(
    #[context] pool: Pool,
    #[context] shared: &'a str2::Shared,
    /// An argument between them.
    number: u8,
    other: &'a Counter,
) -> &'a str {
    assert_eq!(u64::from(number), u64::from(pool.0) + other.step as u64);
    &shared.text
}

mod str2 {
    pub(crate) struct Shared {
        pub(crate) text: String,
    }
}

#[test]
fn contexts_in_every_form() {
    let contexts = Contexts::new()
        .with(Pool(1))
        .with(str2::Shared { text: "shared".into() })
        .with_shared(std::sync::Arc::new(Counter { calls: AtomicUsize::new(0), step: 2 }));
    assert_eq!(call_with(def::<contextual>(), &contexts, r#"{"number": 3}"#).to_text(), "shared");
    let error = pollster::block_on(def::<contextual>().call(&Contexts::new(), r#"{"number": 3}"#));
    let text = error.unwrap_err().to_string();
    assert!(text.contains("`contextual`") && text.contains("tool_cases::Pool"), "{text}");
}

#[derive(Serialize, JsonSchema)]
struct Receipt {
    /// When.
    at: u32,
}

/// Gives JSON with a schema.
#[tool]
fn receipt() -> Result<Receipt, std::io::Error> {
    Ok(Receipt { at: 1 })
}

/// Gives a list.
#[tool]
fn list() -> Vec<u8> {
    vec![1, 2]
}

/// Gives JSON without a schema.
#[tool]
fn bare_json() -> Bare {
    Bare { at: 1 }
}

#[derive(Serialize)]
struct Bare {
    at: u8,
}

/// Gives blocks.
#[tool]
fn blocks() -> Vec<Content> {
    let (data, media_type) = ("aGk=".to_owned(), "image/png".to_owned());
    let page = Content::resource("file:///a.md", "text/markdown", "A page.");
    vec![Content::Text("a picture".into()), Content::Image { data, media_type }, page]
}

/// Gives an outcome.
#[tool]
fn outcome() -> Outcome {
    Outcome::error("on purpose")
}

/// Fails with causes.
#[tool]
async fn fails() -> Result<(), Layered> {
    Err(Layered)
}

struct Layered;

impl std::fmt::Display for Layered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if f.alternate() { "top: cause" } else { "top" })
    }
}

type Alias = Result<String, std::fmt::Error>;

/// Hides its result behind an alias.
#[tool]
fn alias() -> Alias {
    Err(std::fmt::Error)
}

#[test]
fn results_of_every_kind() {
    let answer = call(def::<receipt>(), "");
    assert_eq!(answer.structured, Some(json!({"at": 1})));
    assert_eq!(answer.to_text(), r#"{"at":1}"#);
    let schema = def::<receipt>().output_schema().unwrap();
    assert_eq!(schema["properties"]["at"]["description"], json!("When."));
    assert_eq!(def::<list>().output_schema(), None, "only objects, as MCP has it");
    assert_eq!(call(def::<list>(), "").structured, Some(json!([1, 2])));
    assert_eq!(call(def::<bare_json>(), "").structured, Some(json!({"at": 1})));
    assert_eq!(def::<bare_json>().output_schema(), None);
    assert_eq!(
        call(def::<blocks>(), "").to_text(),
        "a picture\n[image: image/png]\n[resource: file:///a.md]\nA page."
    );
    assert!(call(def::<outcome>(), "").is_error);
    assert_eq!(call(def::<fails>(), "").to_text(), "top: cause");
    let answer = call(def::<alias>(), "");
    assert!(answer.is_error && def::<alias>().output_schema().is_none());
    assert_eq!(call(def::<there>(), "").to_text(), "done", "never an empty result");
}

#[derive(Deserialize, JsonSchema, Default, Debug, PartialEq)]
struct NotSerialize;

/// Has defaults.
#[tool]
fn defaults(
    /// By type.
    #[arg(default)]
    a: Vec<u8>,
    /// As text.
    #[arg(default = "x", rename = "B-b")]
    b: Box<str>,
    /// Without a JSON form.
    #[arg(default)]
    c: Option<NotSerialize>,
    /// In a range.
    #[arg(default = -1, range = -5..5, example = 2, example = 3)]
    d: i8,
    /// In another.
    #[arg(default = 0.5, range = 0.0..)]
    e: f32,
) -> String {
    format!("{a:?} {b} {c:?} {d} {e}")
}

#[test]
fn defaults_ranges_and_examples() {
    let def = def::<defaults>();
    let properties = &def.input_schema()["properties"];
    assert_eq!(def.input_schema().get("required"), None);
    assert_eq!(properties["a"]["default"], json!([]));
    assert_eq!(properties["B-b"]["default"], json!("x"));
    assert_eq!(properties["c"].get("default"), None);
    assert_eq!(properties["d"]["minimum"], json!(-5));
    assert_eq!(properties["d"]["exclusiveMaximum"], json!(5));
    assert_eq!(properties["d"]["examples"], json!([2, 3]));
    assert_eq!(properties["e"]["minimum"], json!(0.0));
    assert_eq!(call(def, "").to_text(), "[] x None -1 0.5");
    assert_eq!(call(def, r#"{"a":null,"d":null,"B-b":"y"}"#).to_text(), "[] y None -1 0.5");
    assert_eq!(
        refusal(def, r#"{"d": 5, "e": -0.5}"#),
        "`defaults` was not called:\n\
         - `d`: expected a number below 5, found 5\n\
         - `e`: expected a number of at least 0.0, found -0.5"
    );
}

/// Says all there is to say.
#[tool(
    defer,
    search_hint = "words",
    name = "say-all",
    title = "Say all",
    read_only = false,
    destructive,
    idempotent = true,
    open_world,
    group = "talk"
)]
fn say_all() {}

#[test]
fn every_key_is_kept() {
    let def = tools![say_all].get("say-all").unwrap();
    assert_eq!(def.exposure(), Exposure::Deferred);
    assert_eq!(
        (def.title(), def.search_hint(), def.group()),
        (Some("Say all"), Some("words"), Some("talk"))
    );
    let hints = def.annotations();
    assert_eq!(
        [hints.read_only, hints.destructive, hints.idempotent, hints.open_world],
        [Some(false), Some(true), Some(true), Some(true)]
    );
    assert_eq!(def.location().module, "tool_cases");
}

#[test]
fn an_unpolled_call_does_nothing() {
    let contexts = Contexts::new().with(Counter { calls: AtomicUsize::new(0), step: 1 });
    let def = tools![Counter].get("count").unwrap();
    drop(def.call(&contexts, "{}"));
    assert_eq!(contexts.get::<Counter>().unwrap().calls.load(Ordering::Relaxed), 0);
}

#[test]
fn collections_merge_and_sort() {
    let tools: Tools = tools![one::write, one::read].merge(tools![there]);
    assert_eq!(
        tools.clone().sorted().iter().map(|def| def.name()).collect::<Vec<_>>(),
        ["read", "there", "write"]
    );
    assert_eq!(
        tools.into_iter().map(ToolDef::name).collect::<Vec<_>>(),
        ["write", "read", "there"]
    );
    assert!(tools![].is_empty());
}

/// Has the name of a variable of the generated code.
#[tool]
fn call_(
    /// In.
    slots: u8,
) -> u8 {
    slots
}

mod names {
    /// Is called like a variable of the generated code.
    #[toolcrib::tool]
    pub(crate) fn call(
        /// In.
        args: u8,
    ) -> u8 {
        args
    }
}

#[test]
fn names_of_the_generated_code_are_free() {
    let tools = tools![names::call, call_];
    assert_eq!(call(tools.get("call").unwrap(), r#"{"args": 1}"#).to_text(), "1");
    assert_eq!(call(tools.get("call_").unwrap(), r#"{"slots": 2}"#).to_text(), "2");
}

/// Nests.
#[tool]
fn nested(
    /// A tree.
    value: Tree,
) -> String {
    format!("{value:?}")
}

#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
enum Tree {
    Leaf,
    Number(u8),
    Pair(Box<Tree>, Box<Tree>),
    Named { name: String, below: Vec<Tree> },
}

#[test]
fn enums_are_read_again_with_their_path() {
    let arguments = r#"{"value": {"named": {"name": "n", "below": ["leaf", {"number": 3.0}, {"pair": ["leaf", "leaf"]}]}}}"#;
    assert_eq!(
        call(def::<nested>(), arguments).to_text(),
        r#"Named { name: "n", below: [Leaf, Number(3), Pair(Leaf, Leaf)] }"#
    );
    for (arguments, path, words) in [
        (
            r#"{"value": {"named": {"name": "n", "below": ["leaf", {"number": 300}]}}}"#,
            "`value.named.below[1].number`",
            "expected a number of at most 255, found 300",
        ),
        (r#"{"value": "number"}"#, "`value`", "expected \"leaf\", found the string \"number\""),
        (r#"{"value": "twig"}"#, "`value`", "expected \"leaf\""),
        (r#"{"value": 3}"#, "`value`", "expected a string or an object, found 3"),
        (
            r#"{"value": {"named": {"name": "n"}}}"#,
            "`value.named.below`",
            "required, and not given",
        ),
        (r#"{"value": {"leaf": 3}}"#, "`value`", "unknown property"),
    ] {
        let refused = refusal(def::<nested>(), arguments);
        assert!(refused.contains(path) && refused.contains(words), "{refused}");
    }
}

#[test]
fn all_values_are_shown_as_they_are() {
    let value: Value = json!({"value": {"number": 7}});
    let answer = pollster::block_on(def::<nested>().call(&Contexts::new(), &value)).unwrap();
    assert_eq!(answer.to_text(), "Number(7)");
}

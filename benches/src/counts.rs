//! `counts`: each operation that must not become slower, a hundred times, for an
//! instruction counter (`.ci/instructions`).
//!
//! One function an operation, so that the counter can tell them apart. The tools
//! are made here: the same everywhere.

use std::error::Error;
use std::hint::black_box;

use serde_json::Value;
use toolcrib::call::validate::Validator;
use toolcrib::name::ToolName;
use toolcrib::search::{Document, Hits, Ranking, Synonyms, index, search};
use toolcrib::{Contexts, Session, ToolDef, Toolbox};

use crate::native::subjects::{self, ARGUMENTS};
use crate::validate;

const TIMES: usize = 100;
const TOOLS: usize = 2_000;
const VERBS: [&str; 8] = ["get", "list", "create", "delete", "update", "search", "send", "run"];
const NOUNS: [&str; 16] = [
    "invoice",
    "event",
    "pull_request",
    "database",
    "ticket",
    "weather",
    "file",
    "customer",
    "server",
    "message",
    "report",
    "branch",
    "payment",
    "image",
    "page",
    "schedule",
];

struct Texts {
    name: String,
    server: String,
    tool: String,
    description: String,
}

/// Tools by name, described with words drawn by a linear congruential generator.
fn tools() -> Vec<Texts> {
    let mut state = 3_u64;
    let mut draw = |range: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % range
    };
    let mut out: Vec<Texts> = (0..TOOLS)
        .map(|number| {
            let server = format!("server{}", number / 128);
            let tool = format!("{}_{}", VERBS[number % 8], NOUNS[number / 8 % 16]);
            let words: Vec<&str> = (0..12)
                .map(|_| if draw(3) == 0 { VERBS[draw(8)] } else { NOUNS[draw(16)] })
                .collect();
            Texts {
                name: format!("mcp__{server}__{tool}"),
                server,
                tool,
                description: words.join(" "),
            }
        })
        .collect();
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out
}

/// Runs everything; the counter stands outside.
pub(crate) fn run() -> Result<bool, Box<dyn Error>> {
    let tools = tools();
    let documents: Vec<Document<'_>> = tools
        .iter()
        .map(|tool| Document {
            name: &tool.name,
            server: Some(&tool.server),
            tool: &tool.tool,
            description: &tool.description,
            ..Document::default()
        })
        .collect();
    let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
    let index = index::Index::new(&bytes)?;
    let mut hits = Hits::new();
    let mut ask = |query: &str| {
        search(&index, &documents[..], black_box(query), 5, &mut hits);
        black_box(hits.as_slice().len());
    };
    let contexts = Contexts::new();
    let post = subjects::def::<subjects::post>().ok_or("no tool")?;
    let (toolbox, layered) = (subjects::toolbox()?, subjects::layered()?);
    let (mut session, mut in_layers) = (toolbox.session(), layered.session());
    let validator = Validator::new(&validate::schema())?;
    let mut arguments = validate::arguments();
    // The first call of each compiles the schema.
    count_call_layered(&mut in_layers);
    count_call_session(&mut session);
    for _ in 0..TIMES {
        count_call_tool(post, &contexts);
        count_call_toolbox(&toolbox);
        count_call_session(&mut session);
        count_call_layered(&mut in_layers);
        count_validate(&validator, &mut arguments);
        count_parse_name();
        count_one_word(&mut ask);
        count_four_words(&mut ask);
        count_eight_words(&mut ask);
        count_unknown_word(&mut ask);
        count_exact_name(&mut ask);
        count_select(&mut ask);
        count_server(&mut ask);
    }
    Ok(true)
}

#[inline(never)]
fn count_call_tool(post: &ToolDef, contexts: &Contexts) {
    black_box(subjects::run_tool(post, contexts, black_box(ARGUMENTS)));
}

#[inline(never)]
fn count_call_toolbox(toolbox: &Toolbox) {
    black_box(subjects::run_toolbox(toolbox, "post", black_box(ARGUMENTS)));
}

#[inline(never)]
fn count_call_session(session: &mut Session) {
    black_box(subjects::run_session(session, subjects::model_call("post")));
}

#[inline(never)]
fn count_call_layered(session: &mut Session) {
    black_box(subjects::run_session(session, subjects::model_call(black_box("post"))));
}

#[inline(never)]
fn count_validate(validator: &Validator, arguments: &mut Value) {
    black_box(validator.check(black_box(arguments)).is_ok());
}

#[inline(never)]
fn count_parse_name() {
    black_box(ToolName::parse(black_box("mcp__github__create_issue")));
}

#[inline(never)]
fn count_one_word(ask: &mut impl FnMut(&str)) {
    ask("invoices");
}

#[inline(never)]
fn count_four_words(ask: &mut impl FnMut(&str)) {
    ask("create an invoice for the customer");
}

#[inline(never)]
fn count_eight_words(ask: &mut impl FnMut(&str)) {
    ask("find the weather report and send it as a message with an image of the page");
}

#[inline(never)]
fn count_unknown_word(ask: &mut impl FnMut(&str)) {
    ask("create an invoice for the customer qwzzkly");
}

#[inline(never)]
fn count_exact_name(ask: &mut impl FnMut(&str)) {
    ask("mcp__server3__get_ticket");
}

#[inline(never)]
fn count_select(ask: &mut impl FnMut(&str)) {
    ask("select:mcp__server3__get_ticket");
}

#[inline(never)]
fn count_server(ask: &mut impl FnMut(&str)) {
    ask("mcp__server3");
}

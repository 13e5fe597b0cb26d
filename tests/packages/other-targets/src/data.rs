//! Tools and queries, the same on every target.

use std::error::Error;

use toolcrib::catalog::{CapturedFrom, CatalogBuilder, Encoded, Lock, Manifest};

const DESK: &str = r#"{"instructions":"Be brief.","tools":[
    {"name":"open_drawer","description":"Opens a drawer of the desk.","inputSchema":{"type":"object",
     "properties":{"drawerName":{"type":"string","description":"Which drawer."},"speed":{"type":"number","maximum":1e21}}}},
    {"name":"listIssues","title":"Issues","description":"列出仓库中的问题。Lists the issues of a repository.","inputSchema":{}},
    {"name":"create_issue","description":"Créer un ticket: files a bug report.","inputSchema":{"type":"object",
     "properties":{"id":{"type":"integer","maximum":9007199254740993},"labels":{"type":"array","items":{"type":"string"}}}}},
    {"name":"take_screen_shot","description":"Captures what is on the screen.","inputSchema":{}},
    {"name":"a.b","inputSchema":{},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"a name that is much too long for any model, and is therefore cut by the rule","inputSchema":{}}]}"#;

const VERBS: [&str; 7] = ["get", "list", "create", "delete", "update", "search", "send"];
const NOUNS: [&str; 11] = [
    "invoice",
    "calendar_event",
    "pullRequest",
    "database",
    "ticket",
    "weather",
    "file",
    "customer",
    "HTTPServer",
    "notification",
    "日程",
];

/// So many that the index has several windows and long lists.
const SERVERS: usize = 18;

pub(crate) fn catalog() -> Result<Encoded, Box<dyn Error>> {
    let mut builder = CatalogBuilder::new();
    builder.lock(Lock::new(&Manifest::parse("desk", DESK)?, CapturedFrom::default(), Vec::new())?);
    let mut state = 7_u64;
    for number in 0..SERVERS {
        let list = listing(&mut state);
        let manifest = Manifest::parse(&format!("server-{number}"), &list)?;
        builder.lock(Lock::new(&manifest, CapturedFrom::default(), Vec::new())?);
    }
    builder.hint("desk", "open_drawer", "pigeonhole cabinet");
    Ok(builder.encode()?)
}

/// Every verb with every noun, described with words drawn by a linear
/// congruential generator.
fn listing(state: &mut u64) -> String {
    let mut draw = |range: usize| {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % range
    };
    let mut tools = Vec::new();
    for verb in VERBS {
        for noun in NOUNS {
            let words: Vec<&str> = (0..6)
                .map(|_| if draw(2) == 0 { VERBS[draw(7)] } else { NOUNS[draw(11)] })
                .collect();
            let text = words.join(" ");
            tools.push(format!(
                r#"{{"name":"{verb}_{noun}","description":"{text}","inputSchema":{{}}}}"#
            ));
        }
    }
    format!(r#"{{"tools":[{}]}}"#, tools.join(","))
}

/// Of every form.
pub(crate) fn queries() -> [&'static str; 30] {
    [
        "create an issue in the repository",
        "get invoices of a customer and send them",
        "delete calendar events",
        "pull requests",
        "opne drawr",
        "drawer of the desk, the drawer",
        "what is the best way to send a ticket",
        "HTTPServer getInvoice",
        "invocie notifciation",
        "db of repos",
        "issues list screen capture what",
        "screenshot",
        "invoicecustomer",
        "repositry isue",
        "qwzzkly",
        "问题",
        "日程",
        "tickets créer",
        "ＨＴＴＰ server",
        "+invoice delete",
        "+desk +issue list",
        "mcp__desk",
        "mcp__server-3",
        "mcp__desk__open_drawer",
        "openDrawer",
        "server-3.get_invoice",
        "select:open_drawer,absent,mcp__server-1__get_file",
        "/draw.r/",
        "!!!",
        "a.b",
    ]
}

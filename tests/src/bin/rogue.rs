//! A misbehaving MCP server over stdio, for tests.
//!
//! `rogue MODE [FILE]` speaks JSON-RPC by hand, one message a line; each mode
//! is well behaved but for one thing. `ROGUE_CALLS` names a file that gets the
//! names of the tools that were called.
//!
//! | mode | what it does |
//! |---|---|
//! | `good` | nothing wrong: `echo`, `fail`, `add`, `picture`, `slow`, `crash` |
//! | `slow-start` | waits 400 ms before it reads anything |
//! | `noise` | prints text, colours, JSON and bytes that are not messages |
//! | `flood` | writes 8 MB to standard error before each answer |
//! | `exit` | exits with status 3 and a message |
//! | `exit-listing` | exits with status 4 when asked for its tools |
//! | `silent` | never answers |
//! | `silent-listing` | never answers `tools/list` |
//! | `hang-page-2`, `error-page-2` | what they say |
//! | `repeat-cursor`, `empty-cursor`, `endless` | page wrongly, page with `""` once, never end |
//! | `many` | 101 tools, 50 a page |
//! | `faulty` | a tool without a schema, one with `true`, one with a string |
//! | `twice` | lists a name twice, with two definitions |
//! | `big` | 2,720 tools, over 3 MB in one line |
//! | `chatty` | requests and 17 notifications of its own before each answer |
//! | `stubborn` | ignores the end of its input, and leaves a child; FILE gets both process ids |
//! | `orphan` | exits at the end of its input but leaves a child; FILE as above |
//! | `mute-orphan` | never answers and leaves a child; FILE as above |
//! | `counter` | the description of `echo` counts the listings in FILE; `add` stays the same |
//! | `announce` | like `counter`; `echo` announces a changed list |
//! | `cwd`, `time` | puts the working directory, the time into a description |
//! | `old` | knows only version 2024-11-05 |
//! | `new` | knows only version 2026-07-28 |
//! | `wrong-id` | after the handshake, answers with an id that nobody asked for |
//! | `wrong-type` | answers `tools/list` with `{"tools": {}}` |
//! | `doubled` | a tool with a member given twice |
//! | `exact` | numbers and members that types would lose |
//! | `none` | has no tools and does not know the method |
//! | `env` | the value of `ROGUE` is its description |

#![allow(clippy::expect_used)]

use std::io::{BufRead, Write};
use std::time::Duration;

use serde_json::{Value, json};

fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_else(|| "good".into());
    let file = args.next();
    if mode == "sleep" {
        std::thread::sleep(Duration::from_secs(60));
        return;
    }
    let mut rogue = Rogue { mode, file, asked: 0, cancelled: Vec::new() };
    rogue.start();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if let Ok(message) = serde_json::from_str::<Value>(&line) {
            rogue.hear(&message);
        }
    }
    rogue.end();
}

struct Rogue {
    mode: String,
    file: Option<String>,
    /// Listings answered so far.
    asked: usize,
    cancelled: Vec<Value>,
}

fn say(message: &Value) {
    print(format!("{message}\n").as_bytes());
}

fn print(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    // A client that has gone is no reason to panic.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn tool(name: &str, description: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    json!({"name": name, "description": description, "inputSchema": schema})
}

impl Rogue {
    fn start(&self) {
        match self.mode.as_str() {
            "slow-start" => std::thread::sleep(Duration::from_millis(400)),
            "exit" => {
                eprintln!("first line\nno licence: \u{1b}[31mset ROGUE_KEY\u{1b}[0m");
                std::process::exit(3);
            }
            "noise" => {
                print(b"Starting up on port 0\n\n\x1b[32mINFO\x1b[0m ready\n");
                print(b"{\"level\":\"info\",\"id\":1,\"msg\":\"not JSON-RPC\"}\n\xff\xfe\n[1,2]\n");
            }
            "stubborn" | "orphan" | "mute-orphan" => self.leave_a_child(),
            _ => {}
        }
    }

    // Not waited for: that is the misbehaviour.
    #[allow(clippy::zombie_processes)]
    fn leave_a_child(&self) {
        let me = std::env::current_exe().expect("own path");
        let child = std::process::Command::new(me)
            .arg("sleep")
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a child");
        let ids = format!("{} {}", std::process::id(), child.id());
        if let Some(file) = &self.file {
            std::fs::write(file, ids).expect("the file of process ids");
        }
    }

    fn end(&self) {
        if self.mode == "stubborn" {
            std::thread::sleep(Duration::from_secs(60));
        }
    }

    fn hear(&mut self, message: &Value) {
        let method = message["method"].as_str().unwrap_or_default();
        let Some(id) = message.get("id") else {
            if method == "notifications/cancelled" {
                self.note_cancelled(&message["params"]["requestId"]);
            }
            return;
        };
        if method.is_empty() || matches!(self.mode.as_str(), "silent" | "mute-orphan") {
            return;
        }
        self.before_answer();
        let id = if self.mode == "wrong-id" && method != "initialize" {
            json!(4711)
        } else {
            id.clone()
        };
        match self.answer(method, message) {
            Answer::Result(result) => say(&json!({"jsonrpc": "2.0", "id": id, "result": result})),
            Answer::Error(code, text) => {
                let error = json!({"code": code, "message": text});
                say(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
            Answer::Text(text) => {
                print(
                    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{text}}}\n").as_bytes(),
                );
            }
            Answer::Nothing => {}
        }
    }

    fn note_cancelled(&mut self, id: &Value) {
        self.cancelled.push(id.clone());
        if let Some(file) = &self.file {
            let ids: Vec<_> = self.cancelled.iter().map(Value::to_string).collect();
            std::fs::write(file, ids.join("\n")).expect("the file of cancelled requests");
        }
    }

    fn before_answer(&self) {
        match self.mode.as_str() {
            "noise" => print(b"{\"progress\": 50}\nworking...\n"),
            "flood" => {
                let line = [b'x'; 1023];
                let mut err = std::io::stderr().lock();
                for _ in 0..8 * 1024 {
                    let _ = err.write_all(&line).and_then(|()| err.write_all(b"\n"));
                }
            }
            "chatty" => {
                say(&json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}));
                say(&json!({"jsonrpc": "2.0", "id": "x", "method": "rogue/made-up", "params": {}}));
                for at in 0..17 {
                    let params = json!({"level": "info", "data": at});
                    say(
                        &json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params}),
                    );
                }
            }
            _ => {}
        }
    }

    fn answer(&mut self, method: &str, message: &Value) -> Answer {
        match (method, self.mode.as_str()) {
            ("initialize", "new") => Answer::Error(-32601, "no such method: initialize".into()),
            ("initialize", _) => Answer::Result(self.handshake()),
            ("server/discover", "new") => Answer::Result(json!({
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "rogue", "version": "1.2.3"},
                "instructions": "Be careful.",
                "ttlMs": 0,
                "cacheScope": "private",
            })),
            ("ping", _) => Answer::Result(json!({})),
            ("tools/list", _) => self.list(&message["params"]),
            ("tools/call", _) => self.call(&message["params"]),
            _ => Answer::Error(-32601, format!("no such method: {method}")),
        }
    }

    fn handshake(&self) -> Value {
        let version = if self.mode == "old" { "2024-11-05" } else { "2025-06-18" };
        let capabilities =
            if self.mode == "none" { json!({}) } else { json!({"tools": {"listChanged": true}}) };
        json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": {"name": "rogue", "version": "1.2.3"},
            "instructions": "Be careful.",
        })
    }

    fn list(&mut self, params: &Value) -> Answer {
        self.asked += 1;
        let cursor = params.get("cursor").and_then(Value::as_str);
        let page = |tools: Vec<Value>, next: Option<&str>| {
            let mut page = json!({"tools": tools});
            if let Some(next) = next {
                page["nextCursor"] = json!(next);
            }
            Answer::Result(page)
        };
        let one = |name: &str| vec![tool(name, "A tool.")];
        match (self.mode.as_str(), cursor) {
            ("exit-listing", _) => {
                eprintln!("cannot list: the disk is full");
                std::process::exit(4);
            }
            ("silent-listing", _) => Answer::Nothing,
            ("hang-page-2" | "error-page-2" | "repeat-cursor", None) => page(one("a"), Some("2")),
            ("hang-page-2", _) => Answer::Nothing,
            ("error-page-2", _) => Answer::Error(-32603, "page 2 is \u{1b}[1mlost".into()),
            ("repeat-cursor", _) => page(one("b"), Some("2")),
            ("empty-cursor", None) => page(one("a"), Some("")),
            ("empty-cursor", _) => page(one("b"), None),
            ("endless", _) => page(one("a"), Some(&format!("c{}", self.asked))),
            ("many", _) => {
                let start = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
                let end = 101.min(start + 50);
                let tools = (start..end).map(|at| tool(&format!("tool_{at}"), "One of many."));
                let next = (end < 101).then(|| end.to_string());
                page(tools.collect(), next.as_deref())
            }
            ("faulty", _) => page(
                vec![
                    json!({"name": "no_schema", "description": "None."}),
                    json!({"name": "boolean_schema", "inputSchema": true}),
                    json!({"name": "text_schema", "inputSchema": "object"}),
                    json!({"description": "Without a name.", "inputSchema": {"type": "object"}}),
                    tool("sound", "Nothing is wrong with it."),
                ],
                None,
            ),
            ("twice", _) => page(vec![tool("a", "First."), tool("a", "Second.")], None),
            ("big", _) => {
                let text = "x".repeat(1_100);
                page((0..2_720).map(|at| tool(&format!("tool_{at}"), &text)).collect(), None)
            }
            ("counter" | "announce", _) => {
                let changing = tool("echo", &format!("Listing {}.", self.count()));
                page(vec![changing, tool("add", "Always the same.")], None)
            }
            ("cwd", _) => {
                let here = std::env::current_dir().expect("a working directory");
                page(vec![tool("files", &format!("Files below {}.", here.display()))], None)
            }
            ("time", _) => {
                let now = std::time::SystemTime::now();
                let now = now.duration_since(std::time::UNIX_EPOCH).expect("a time after 1970");
                page(vec![tool("clock", &format!("It is {}.", now.as_nanos()))], None)
            }
            ("env", _) => {
                let value = std::env::var("ROGUE").unwrap_or_default();
                page(vec![tool("env", &value)], None)
            }
            ("wrong-type", _) => Answer::Result(json!({"tools": {}})),
            ("doubled", _) => Answer::Text(
                r#"{"tools":[{"name":"a","inputSchema":{"type":"object","type":"string"}}]}"#.into(),
            ),
            ("exact", _) => Answer::Text(
                concat!(
                    r#"{"tools":[{"name":"exact","inputSchema":{"type":"object","default":"#,
                    r#"[9007199254740993,18446744073709551615,1.0,1e400e,-0,0.1,5e-324,123456789012345678901]},"#,
                    r#""annotations":{"readOnlyHint":true,"vendor":1},"vendor":{"x":[1.50]},"#,
                    r#""_meta":{"anthropic/alwaysLoad":true}}]}"#
                )
                .replace("1e400e,", ""),
            ),
            ("none", _) => Answer::Error(-32601, "no such method: tools/list".into()),
            _ => page(
                ["echo", "fail", "add", "picture", "slow", "crash"]
                    .map(|name| tool(name, "A tool."))
                    .to_vec(),
                None,
            ),
        }
    }

    /// Counts in the file, across processes.
    fn count(&self) -> usize {
        let Some(file) = &self.file else { return self.asked };
        let before = std::fs::read_to_string(file).ok().and_then(|text| text.parse().ok());
        let count = before.unwrap_or(0) + 1;
        std::fs::write(file, count.to_string()).expect("the file of the counter");
        count
    }

    fn call(&self, params: &Value) -> Answer {
        let arguments = &params["arguments"];
        let text = |text: String| json!([{"type": "text", "text": text}]);
        log_call(&params["name"]);
        match params["name"].as_str().unwrap_or_default() {
            "echo" | "clock" => {
                if self.mode == "announce" {
                    say(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
                }
                Answer::Result(json!({"content": text(arguments["text"].to_string())}))
            }
            "fail" => Answer::Result(json!({"content": text("it failed".into()), "isError": true})),
            "add" => {
                let sum =
                    arguments["a"].as_i64().unwrap_or(0) + arguments["b"].as_i64().unwrap_or(0);
                Answer::Result(json!({"content": [], "structuredContent": {"sum": sum}}))
            }
            "picture" => Answer::Result(json!({"content": [
                {"type": "image", "data": "AAAA", "mimeType": "image/png"},
                {"type": "hologram", "depth": 3},
                {"type": "resource_link", "uri": "file:///x", "name": "x"},
            ]})),
            "slow" => {
                std::thread::sleep(Duration::from_millis(600));
                Answer::Result(json!({"content": text("late".into())}))
            }
            "crash" => {
                eprintln!("thread 'main' panicked: out of cheese");
                std::process::exit(101);
            }
            "big" => Answer::Result(json!({"content": text("y".repeat(2_000_000))})),
            name => Answer::Error(-32602, format!("no such tool: {name}")),
        }
    }
}

/// Appends the name of a called tool to the file that `ROGUE_CALLS` names.
fn log_call(name: &Value) {
    if let Some(file) = std::env::var_os("ROGUE_CALLS") {
        let mut file = std::fs::File::options().create(true).append(true).open(file);
        let file = file.as_mut().expect("the file of calls");
        writeln!(file, "{name}").expect("a line in the file of calls");
    }
}

enum Answer {
    Result(Value),
    Error(i64, String),
    /// The text of a result, as it is.
    Text(String),
    Nothing,
}

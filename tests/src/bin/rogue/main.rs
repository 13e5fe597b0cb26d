//! A misbehaving MCP server over stdio, for tests.
//!
//! `rogue MODE [FILE]` speaks JSON-RPC by hand, one message a line; each mode
//! is well behaved but for one thing. `ROGUE_CALLS` names a file that gets the
//! names of the tools that were called, each with the call's `nonce`;
//! `ROGUE_PID` one that gets the process id.
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
//! | `wild` | nothing wrong but for its tools, each of which misbehaves in its own way: `calls` |
//! | `turncoat` | other descriptions when FILE exists at its start; leaves a child |
//! | `deaf`, `deaf-start` | reads nothing after `tools/list`, or nothing at all |
//! | `pings`, `pings-deaf` | pings without end after `initialize`; the other reads nothing any more |
//! | `busy` | does not answer a `ping` |
//! | `says` | what stands in `ROGUE_SAYS`, at the place that FILE names: `stderr`, `initialize`, `version`, `info`, `list`, `cursor`, `tool`, `page`, `log` or `call` |

#![allow(clippy::expect_used)]

mod calls;
mod listing;

use std::io::{BufRead, Write};
use std::path::Path;
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
    let turned = mode == "turncoat" && file.as_ref().is_some_and(|file| Path::new(file).exists());
    let mut rogue = Rogue { mode, file, turned, asked: 0, cancelled: Vec::new() };
    rogue.start();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if let Ok(message) = serde_json::from_str::<Value>(&line) {
            rogue.hear(&message);
            rogue.after(&message);
        }
    }
    rogue.end();
}

struct Rogue {
    mode: String,
    file: Option<String>,
    /// It is no longer what it was.
    turned: bool,
    /// Listings answered so far.
    asked: usize,
    cancelled: Vec<Value>,
}

/// The text of the mode `says`.
fn said() -> String {
    std::env::var("ROGUE_SAYS").unwrap_or_default()
}

fn say(message: &Value) {
    print(format!("{message}\n").as_bytes());
}

fn print(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    // A client that has gone is no reason to panic.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Requests, as many as are taken.
fn pings() {
    for at in 0_u64.. {
        say(&json!({"jsonrpc": "2.0", "id": format!("ping-{at}"), "method": "ping"}));
    }
}

impl Rogue {
    fn start(&self) {
        if let Some(file) = std::env::var_os("ROGUE_PID") {
            std::fs::write(file, std::process::id().to_string())
                .expect("the file of the process id");
        }
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
            "says" if self.says("stderr") => {
                eprintln!("{}", said());
                std::process::exit(3);
            }
            "deaf-start" => std::thread::sleep(Duration::from_secs(60)),
            "stubborn" | "orphan" | "mute-orphan" | "turncoat" => self.leave_a_child(),
            _ => {}
        }
    }

    /// What it does once a message is answered.
    fn after(&self, message: &Value) {
        let method = message["method"].as_str().unwrap_or_default();
        match (self.mode.as_str(), method) {
            ("deaf", "tools/list") | ("pings-deaf", "initialize") => {
                if self.mode == "pings-deaf" {
                    std::thread::spawn(pings);
                }
                std::thread::sleep(Duration::from_secs(60));
            }
            ("pings", "initialize") => {
                std::thread::spawn(pings);
            }
            _ => {}
        }
    }

    /// Whether it is here that it says its text.
    fn says(&self, place: &str) -> bool {
        self.mode == "says" && self.file.as_deref() == Some(place)
    }

    // Not waited for: that is the misbehaviour.
    #[allow(clippy::zombie_processes)]
    fn leave_a_child(&self) {
        let me = std::env::current_exe().expect("own path");
        let child = std::process::Command::new(me)
            .arg("sleep")
            .args(&self.file)
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a child");
        let ids = format!("{} {}", std::process::id(), child.id());
        if let Some(file) = self.file.as_ref().filter(|_| self.mode != "turncoat") {
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
            ("initialize", _) if self.says("initialize") => Answer::Error(-32000, said()),
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
            ("ping", "busy") => Answer::Nothing,
            ("ping", _) => Answer::Result(json!({})),
            ("tools/list", _) => self.list(&message["params"]),
            ("tools/call", _) => self.call(&message["id"], &message["params"]),
            _ => Answer::Error(-32601, format!("no such method: {method}")),
        }
    }

    fn handshake(&self) -> Value {
        if self.says("version") {
            let version = said();
            return json!({"protocolVersion": version, "capabilities": version});
        }
        let version = if self.mode == "old" { "2024-11-05" } else { "2025-06-18" };
        let capabilities =
            if self.mode == "none" { json!({}) } else { json!({"tools": {"listChanged": true}}) };
        let said = said();
        json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": {"name": if self.says("info") { &*said } else { "rogue" }, "version": "1.2.3"},
            "instructions": "Be careful.",
        })
    }
}

enum Answer {
    Result(Value),
    Error(i64, String),
    /// The text of a result, as it is.
    Text(String),
    Nothing,
}

//! What its tools do.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{Answer, Rogue, print, said, say};

/// How many lines a flood has.
const FLOOD: usize = 20_000;

fn text(text: impl Into<String>) -> Answer {
    Answer::Result(json!({"content": [{"type": "text", "text": text.into()}]}))
}

fn notify(method: &str, params: &Value) {
    say(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
}

impl Rogue {
    pub(crate) fn call(&self, id: &Value, params: &Value) -> Answer {
        let arguments = &params["arguments"];
        self.log_call(params);
        if self.says("log") {
            notify(
                "notifications/message",
                &json!({"level": "info", "logger": said(), "data": said()}),
            );
        }
        match params["name"].as_str().unwrap_or_default() {
            _ if self.says("call") => Answer::Error(-32602, said()),
            "echo" | "clock" => {
                if self.mode == "announce" {
                    say(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
                }
                text(arguments["text"].to_string())
            }
            "fail" => {
                let content = json!([{"type": "text", "text": "it failed"}]);
                Answer::Result(json!({"content": content, "isError": true}))
            }
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
                text("late")
            }
            "crash" => {
                eprintln!("thread 'main' panicked: out of cheese");
                std::process::exit(101);
            }
            "big" => text("y".repeat(2_000_000)),
            name => self.misbehave(name, id, params),
        }
    }

    fn misbehave(&self, name: &str, id: &Value, params: &Value) -> Answer {
        let answer = |text: &str| json!({"content": [{"type": "text", "text": text}]});
        match name {
            "hang" => Answer::Nothing,
            "last" => {
                say(&json!({"jsonrpc": "2.0", "id": id, "result": answer("goodbye")}));
                std::process::exit(7);
            }
            "noise" => {
                let line = "{\"level\":\"info\",\"msg\":\"not JSON-RPC\"}\n".repeat(FLOOD);
                print(line.as_bytes());
                text("after the noise")
            }
            "complain" => {
                let mut err = std::io::stderr().lock();
                for _ in 0..FLOOD {
                    let _ = err.write_all(&[b'x'; 400]).and_then(|()| err.write_all(b"\n"));
                }
                text("after the complaints")
            }
            "chatter" => {
                chatter(&params["_meta"]["progressToken"]);
                text("after the chatter")
            }
            "astray" => {
                say(&json!({"jsonrpc": "2.0", "id": 4711, "result": answer("for somebody else")}));
                Answer::Nothing
            }
            "double" => {
                say(&json!({"jsonrpc": "2.0", "id": id, "result": answer("first")}));
                text("second")
            }
            "garbage" => {
                print(
                    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[}}\n")
                        .as_bytes(),
                );
                print(b"\x00\xff{{{]\n\"\n");
                text("after the garbage")
            }
            "half" => {
                print(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"cont").as_bytes());
                std::process::exit(0);
            }
            "work" => {
                work(params);
                text("done")
            }
            name => Answer::Error(-32602, format!("no such tool: {name}")),
        }
    }

    /// Appends the name of a called tool, the call's `nonce` and whether this
    /// server has turned, to the file that `ROGUE_CALLS` names.
    fn log_call(&self, params: &Value) {
        let Some(file) = std::env::var_os("ROGUE_CALLS") else { return };
        let file = std::fs::File::options().create(true).append(true).open(file);
        let mut line = params["name"].to_string();
        if let Some(nonce) = params["arguments"]["nonce"].as_u64() {
            line = format!("{line} {nonce}");
        }
        if self.turned {
            line.push_str(" TURNED");
        }
        // In one write, so that lines of several servers do not mix.
        let mut file = file.expect("the file of calls");
        file.write_all(format!("{line}\n").as_bytes()).expect("a line in the file of calls");
    }
}

/// Progress and logs, more than anybody wants.
fn chatter(token: &Value) {
    for at in 0..FLOOD {
        notify("notifications/progress", &json!({"progressToken": token, "progress": at}));
        let data = json!({"at": at, "text": "x".repeat(40)});
        notify(
            "notifications/message",
            &json!({"level": "debug", "logger": "rogue", "data": data}),
        );
    }
}

/// `steps` steps of `pause` milliseconds, each reported; progress of a call
/// that nobody made in between.
fn work(params: &Value) {
    let arguments = &params["arguments"];
    let steps = arguments["steps"].as_u64().unwrap_or(3);
    for step in 1..=steps {
        std::thread::sleep(Duration::from_millis(arguments["pause"].as_u64().unwrap_or(0)));
        let token = &params["_meta"]["progressToken"];
        let message = format!("step {step}");
        let said =
            json!({"progressToken": token, "progress": step, "total": steps, "message": message});
        notify("notifications/progress", &said);
        notify("notifications/progress", &json!({"progressToken": "nobody's", "progress": 1}));
        notify("notifications/message", &json!({"level": "warning", "data": {"step": step}}));
    }
}

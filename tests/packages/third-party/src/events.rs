//! Progress, cancellation, and the sudden end of a server.

use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use toolcrib::Session;
use toolcrib::call::ToolCall;
use toolcrib::mcp::{ConnectOptions, Notification, NotificationKind, Servers};

use crate::calls::call;
use crate::catalog::{everything, memory};

/// The ids of the calls whose progress was told, and how far they were.
pub(crate) type Heard = Arc<Mutex<Vec<(String, f64)>>>;

pub(crate) fn listener() -> (Heard, ConnectOptions) {
    let heard = Heard::default();
    let listener = {
        let heard = heard.clone();
        move |notice: Notification| {
            if let NotificationKind::Progress { call: Some(call), progress, .. } = notice.kind {
                heard.lock().expect("the list").push((call.to_string(), progress));
            }
        }
    };
    (heard, ConnectOptions::new().on_notification(listener))
}

fn of(heard: &Heard, call: &str) -> Vec<f64> {
    let heard = heard.lock().expect("the list");
    heard.iter().filter(|(id, _)| id == call).map(|(_, progress)| *progress).collect()
}

pub(crate) async fn progress(session: &mut Session, heard: &Heard) {
    let name = everything::TRIGGER_LONG_RUNNING_OPERATION;
    let work = json!({"duration": 1, "steps": 4});
    let done = call(session, name, work).await;
    assert!(done.to_text().contains("completed"), "{done:?}");
    // The listener has a task of its own, and may be told after the answer.
    while of(heard, name).len() < 4 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(of(heard, name), [1.0, 2.0, 3.0, 4.0]);
}

/// A call that nobody waits for says nothing any more, and the server goes on.
pub(crate) async fn cancelled(session: &mut Session, heard: &Heard) {
    let name = everything::TRIGGER_LONG_RUNNING_OPERATION;
    let work = ToolCall::new("given-up", name, json!({"duration": 2, "steps": 10}));
    let given_up = tokio::time::timeout(Duration::from_millis(700), session.call(work)).await;
    assert!(given_up.is_err(), "it should take two seconds");
    let before = of(heard, "given-up").len();
    assert!(before > 0, "it did not begin");
    let echo = call(session, everything::ECHO, json!({"message": "still here"})).await;
    assert!(echo.to_text().contains("still here"), "{echo:?}");
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(of(heard, "given-up").len(), before, "progress of a cancelled call");
    println!("cancelled {name}");
}

/// A server that is killed is started anew and compared before the next call.
pub(crate) async fn killed(session: &mut Session, servers: &Servers) -> Result<(), Box<dyn Error>> {
    let connection = servers.get("memory").ok_or("the memory server is not connected")?;
    let pid = child("mcp-server-memory")?;
    assert!(std::process::Command::new("kill").args(["-9", &pid]).status()?.success());
    while !connection.is_closed() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // It kept its notes in a file.
    let found = call(session, memory::SEARCH_NODES, json!({"query": "shelves"})).await;
    assert!(found.to_text().contains("crib"), "{found:?}");
    assert_ne!(child("mcp-server-memory")?, pid);
    println!("killed and called again");
    Ok(())
}

/// The process id of our child with this in its command line.
fn child(command: &str) -> Result<String, Box<dyn Error>> {
    let me = std::process::id().to_string();
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let read = |file: &str| std::fs::read(entry.path().join(file)).unwrap_or_default();
        let stat = String::from_utf8_lossy(&read("stat")).into_owned();
        let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1));
        let is_it = String::from_utf8_lossy(&read("cmdline")).contains(command);
        if is_it && parent == Some(me.as_str()) {
            return Ok(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Err(format!("no child {command}").into())
}

//! Tools of each server, called through a session as a model would.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::{Value, json};
use toolcrib::Session;
use toolcrib::call::{Content, Outcome, ToolCall};

use crate::catalog::{everything, fetch, files, memory, time};

/// The outcome, which has to be none of an error.
pub(crate) async fn call(session: &mut Session, name: &str, arguments: Value) -> Outcome {
    session.promote(name);
    let outcome = session.call(ToolCall::new(name, name, arguments)).await.outcome;
    assert!(!outcome.is_error, "{name}: {outcome:?}");
    println!("called {name}");
    outcome
}

pub(crate) async fn of_each(session: &mut Session) -> Result<(), Box<dyn Error>> {
    everything(session).await;
    files(session).await?;
    memory(session).await;
    time(session).await;
    fetch(session).await
}

async fn everything(session: &mut Session) {
    let echo = call(session, everything::ECHO, json!({"message": "hé"})).await;
    assert!(echo.to_text().contains("hé"), "{echo:?}");
    let sum = call(session, everything::GET_SUM, json!({"a": 2, "b": 40})).await;
    assert!(sum.to_text().contains("42"), "{sum:?}");

    let place = json!({"location": "Chicago"});
    let weather = call(session, everything::GET_STRUCTURED_CONTENT, place).await;
    let structured = weather.structured.expect("structured content");
    assert_eq!(structured["humidity"], 82, "{structured}");

    let image = call(session, everything::GET_TINY_IMAGE, json!({})).await;
    let is_png = |content: &Content| {
        matches!(content, Content::Image { data, media_type }
            if media_type == "image/png" && data.starts_with("iVBOR"))
    };
    assert!(image.content.iter().any(is_png), "no image");

    let links = json!({"count": 3});
    let links = call(session, everything::GET_RESOURCE_LINKS, links).await;
    let is_link = |content: &&Content| matches!(content, Content::Other(block) if block["type"] == "resource_link");
    assert_eq!(links.content.iter().filter(is_link).count(), 3, "{links:?}");
}

async fn files(session: &mut Session) -> Result<(), Box<dyn Error>> {
    let root = std::env::var("FILES_ROOT")?;
    let note = json!({"path": format!("{root}/note.txt")});
    let read = call(session, files::READ_TEXT_FILE, note).await;
    assert!(read.to_text().contains("kept in the crib"), "{read:?}");
    let written = json!({"path": format!("{root}/written.txt"), "content": "by a model\n"});
    call(session, files::WRITE_FILE, written).await;
    assert_eq!(std::fs::read_to_string(format!("{root}/written.txt"))?, "by a model\n");
    let list = call(session, files::LIST_DIRECTORY, json!({"path": root})).await;
    assert!(list.to_text().contains("written.txt"), "{list:?}");

    // What the tool refuses is for the model to read.
    let elsewhere = ToolCall::new("1", files::READ_TEXT_FILE, json!({"path": "/etc/hostname"}));
    let refused = session.call(elsewhere).await.outcome;
    assert!(refused.is_error, "{refused:?}");
    Ok(())
}

async fn memory(session: &mut Session) {
    let entity = json!({"name": "crib", "entityType": "room", "observations": ["has shelves"]});
    call(session, memory::CREATE_ENTITIES, json!({"entities": [entity]})).await;
    let found = call(session, memory::SEARCH_NODES, json!({"query": "shelves"})).await;
    assert!(found.to_text().contains("crib"), "{found:?}");
}

pub(crate) async fn time(session: &mut Session) {
    let now = call(session, time::GET_CURRENT_TIME, json!({"timezone": "UTC"})).await;
    assert!(now.to_text().contains("UTC"), "{now:?}");
    let times = json!({
        "source_timezone": "Europe/Vienna", "time": "12:00", "target_timezone": "Asia/Tokyo",
    });
    let converted = call(session, time::CONVERT_TIME, times).await;
    assert!(converted.to_text().contains("Asia/Tokyo"), "{converted:?}");
}

/// From a page of our own: the check needs no other network.
async fn fetch(session: &mut Session) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || listener.incoming().flatten().for_each(serve));
    let page = json!({"url": format!("http://{address}/page.html")});
    let page = call(session, fetch::FETCH, page).await;
    assert!(page.to_text().contains("worth fetching"), "{page:?}");
    Ok(())
}

fn serve(mut stream: std::net::TcpStream) {
    let mut request = [0; 4096];
    let read = stream.read(&mut request).unwrap_or(0);
    let is_page = request[..read].starts_with(b"GET /page.html");
    let body = "<html><body><h1>Crib</h1><p>Something worth fetching.</p></body></html>";
    let (status, body) = if is_page { ("200 OK", body) } else { ("404 Not Found", "") };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(format!("{head}{body}").as_bytes());
}

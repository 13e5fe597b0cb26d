//! From a response to an outcome.

use std::prelude::v1::*;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER};
use serde_json::{Value, json};

use super::request::Request;
use crate::contract::Response;
use crate::message::{Content, Outcome};
use crate::text::prefix;

/// How much of the body of a failure is shown, in bytes.
const SHOWN: usize = 2_048;

pub(super) async fn outcome(
    request: &Request,
    mut answer: reqwest::Response,
) -> Result<Outcome, reqwest::Error> {
    let status = answer.status();
    let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
    let kind = header(CONTENT_TYPE).unwrap_or_default().to_owned();
    let notes = [("location", header(LOCATION)), ("retry after", header(RETRY_AFTER))];
    let notes: String =
        (notes.iter()).filter_map(|(what, text)| Some(format!(", {what} {}", (*text)?))).collect();
    let most = if status.is_success() { request.max_bytes } else { SHOWN };
    let (bytes, whole) = read(&mut answer, most).await?;
    if !status.is_success() {
        return Ok(failure(status, &notes, &bytes, whole));
    }
    Ok(success(request, status, &kind, bytes, whole))
}

/// At most so many bytes, and whether that is all.
async fn read(
    answer: &mut reqwest::Response,
    most: usize,
) -> Result<(Vec<u8>, bool), reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > most {
            bytes.truncate(most);
            return Ok((bytes, false));
        }
    }
    Ok((bytes, true))
}

fn failure(status: StatusCode, notes: &str, bytes: &[u8], whole: bool) -> Outcome {
    let body = String::from_utf8_lossy(bytes);
    let body = prefix(body.trim(), SHOWN);
    let more = if whole { "" } else { " …" };
    let redirect =
        if status.is_redirection() { " (not followed: it leads to another host)" } else { "" };
    let colon = if body.is_empty() { "" } else { ":\n" };
    Outcome::error(format!("status {status}{redirect}{notes}{colon}{body}{more}"))
}

fn success(
    request: &Request,
    status: StatusCode,
    kind: &str,
    bytes: Vec<u8>,
    whole: bool,
) -> Outcome {
    if bytes.is_empty() {
        return Outcome::text(format!("status {status}, no content"));
    }
    let media = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_json = media == "application/json" || media.ends_with("+json");
    match request.response {
        Response::Json => json_outcome(&bytes, whole, true),
        Response::Auto if is_json => json_outcome(&bytes, whole, false),
        Response::Binary => binary(request, &media, &bytes, whole),
        Response::Text => text(&String::from_utf8_lossy(&bytes), whole),
        Response::Auto => match std::str::from_utf8(&bytes) {
            Ok(body) if !media.starts_with("image/") => text(body, whole),
            Err(error) if !whole && error.error_len().is_none() => {
                text(&String::from_utf8_lossy(&bytes), whole)
            }
            _ => binary(request, &media, &bytes, whole),
        },
    }
}

fn json_outcome(bytes: &[u8], whole: bool, strict: bool) -> Outcome {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) if whole => Outcome::json(value),
        _ if !strict || !whole => text(&String::from_utf8_lossy(bytes), whole),
        _ => {
            let body = String::from_utf8_lossy(bytes);
            Outcome::error(format!("the answer is not JSON:\n{}", prefix(&body, SHOWN)))
        }
    }
}

fn text(body: &str, whole: bool) -> Outcome {
    let mut outcome = Outcome::text(body);
    if !whole {
        let note = format!("[cut off after {} bytes: the answer is longer]", body.len());
        outcome.content.push(Content::Text(note));
    }
    outcome
}

/// Half of an image is none.
fn binary(request: &Request, media: &str, bytes: &[u8], whole: bool) -> Outcome {
    if !whole {
        let most = request.max_bytes;
        return Outcome::error(format!("the answer ({media}) has more than {most} bytes"));
    }
    let data = STANDARD.encode(bytes);
    if media.starts_with("image/") {
        return Outcome::content(vec![Content::Image { data, media_type: media.into() }]);
    }
    let media = if media.is_empty() { "application/octet-stream" } else { media };
    let uri = format!("tool:{}", request.tool);
    let resource = json!({"uri": uri, "mimeType": media, "blob": data});
    Outcome::content(vec![Content::Other(json!({"type": "resource", "resource": resource}))])
}

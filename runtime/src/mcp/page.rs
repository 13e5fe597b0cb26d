//! One page of `tools/list`, as text.

use std::format;
use std::prelude::v1::*;

use rmcp::model::{JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};
use serde_json::json;

use crate::json::{Json, Value};

/// The member that carries the canonical text of a page through rmcp's types.
const TEXT: &str = "toolcrib/page";
/// The member that carries why the text of a page was not acceptable.
const REFUSED: &str = "toolcrib/refused";

/// A page: the JSON text of each tool, and the cursor of the next page.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) tools: Vec<String>,
    pub(super) next: Option<String>,
}

/// The message, when `line` answers one of the requests in `listing`, with
/// its result as canonical text.
pub(super) fn answer(line: &str, listing: &mut Vec<RequestId>) -> Option<ServerJsonRpcMessage> {
    if listing.is_empty() {
        return None;
    }
    match Json::parse(line) {
        Ok(json) => {
            let (page, error) = (json.root().get("result"), json.root().get("error"));
            page.or(error)?;
            let id = take(listing, |id| is_id(json.root().get("id"), id))?;
            let page = page?;
            Some(result(json!({ TEXT: page.to_canonical() }), id))
        }
        Err(error) => {
            let loose: serde_json::Value = serde_json::from_str(line).ok()?;
            loose.get("result")?;
            let id = take(listing, |id| loose.get("id").is_some_and(|given| same(given, id)))?;
            Some(result(json!({ REFUSED: format!("{error}") }), id))
        }
    }
}

/// The result type that carries JSON through rmcp.
pub(super) fn result(value: serde_json::Value, id: RequestId) -> ServerJsonRpcMessage {
    let result = rmcp::model::CustomResult::new(value);
    JsonRpcMessage::response(ServerResult::CustomResult(result), id)
}

fn take(listing: &mut Vec<RequestId>, is: impl Fn(&RequestId) -> bool) -> Option<RequestId> {
    let at = listing.iter().position(is)?;
    Some(listing.swap_remove(at))
}

fn is_id(given: Option<Value<'_, '_>>, id: &RequestId) -> bool {
    let text = given.map(|given| match given.as_str() {
        Some(text) => text.into_owned(),
        None => given.to_canonical(),
    });
    text.is_some_and(|text| text == id.to_string())
}

fn same(given: &serde_json::Value, id: &RequestId) -> bool {
    let text = given.as_str().map_or_else(|| given.to_string(), ToOwned::to_owned);
    text == id.to_string()
}

/// Reads a page out of an answer.
pub(super) fn read(answer: &ServerResult) -> Result<Page, String> {
    let value = match answer {
        ServerResult::CustomResult(custom) => custom.0.clone(),
        typed => serde_json::to_value(typed).map_err(|error| error.to_string())?,
    };
    if let Some(refused) = value.get(REFUSED).and_then(serde_json::Value::as_str) {
        return Err(format!("it is not acceptable JSON: {refused}"));
    }
    match value.get(TEXT).and_then(serde_json::Value::as_str) {
        Some(text) => parse(text),
        None => parse(&value.to_string()),
    }
}

fn parse(text: &str) -> Result<Page, String> {
    let json = Json::parse(text).map_err(|error| format!("it is not acceptable JSON: {error}"))?;
    let tools = json.root().get("tools").ok_or("it has no `tools`")?;
    if !tools.is_array() {
        return Err(format!("`tools` is {}, not an array", tools.type_name()));
    }
    let next = match json.root().get("nextCursor").filter(|next| !next.is_null()) {
        None => None,
        Some(next) => {
            let text = next
                .as_str()
                .ok_or_else(|| format!("`nextCursor` is {}, not a string", next.type_name()))?;
            Some(text.into_owned())
        }
    };
    Ok(Page { tools: tools.items().map(Value::to_canonical).collect(), next })
}

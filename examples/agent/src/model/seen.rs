//! What the scripted model can see: the request, and nothing else.

use serde_json::{Map, Value, json};
use toolcrib::session::SEARCH_TOOL;

/// One request in Anthropic's shape, as a model reads it.
pub(super) struct Seen<'a> {
    request: &'a Value,
}

/// What the script says in one turn.
#[derive(Default)]
pub(super) struct Say {
    pub(super) text: String,
    pub(super) calls: Vec<(String, Value)>,
}

/// Why the script cannot go on: the agent did not give it what it needs.
pub(super) type Stuck = String;

fn array<'a>(value: &'a Value, member: &str) -> impl DoubleEndedIterator<Item = &'a Value> {
    value.get(member).and_then(Value::as_array).into_iter().flatten()
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value.get(member).and_then(Value::as_str).unwrap_or("")
}

impl<'a> Seen<'a> {
    pub(super) fn new(request: &'a Value) -> Self {
        Self { request }
    }

    fn has_tool(&self, name: &str) -> bool {
        array(self.request, "tools").any(|tool| text(tool, "name") == name)
    }

    fn is_listed(&self, name: &str) -> bool {
        text(self.request, "system").lines().any(|line| line == name)
    }

    /// A call of a tool whose schema the model has been given.
    pub(super) fn call(&self, name: &str, arguments: Value) -> Result<(String, Value), Stuck> {
        match self.has_tool(name) {
            true => Ok((name.into(), arguments)),
            false => Err(format!("`{name}` is not among the tools of the request")),
        }
    }

    /// A call of a tool of which the model knows no more than the name.
    pub(super) fn blind_call(
        &self,
        name: &str,
        arguments: Value,
    ) -> Result<(String, Value), Stuck> {
        match (self.has_tool(name), self.is_listed(name)) {
            (true, _) => Err(format!("`{name}` should still be hidden")),
            (false, false) => Err(format!("`{name}` is not in the list of hidden tools")),
            (false, true) => Ok((name.into(), arguments)),
        }
    }

    pub(super) fn search(&self, query: &str, max: u32) -> Result<(String, Value), Stuck> {
        self.call(SEARCH_TOOL, json!({"query": query, "max_results": max}))
    }

    /// The text of the last result of a tool, and whether it is an error.
    fn result_of(&self, name: &str) -> Result<(String, bool), Stuck> {
        let blocks = || {
            array(self.request, "messages")
                .rev()
                .flat_map(|message| array(message, "content").rev())
        };
        let id =
            blocks().find(|block| text(block, "type") == "tool_use" && text(block, "name") == name);
        let id = id
            .map(|block| text(block, "id"))
            .ok_or_else(|| format!("`{name}` was never called"))?;
        let result = blocks().find(|block| text(block, "tool_use_id") == id);
        let result = result.ok_or_else(|| format!("the call of `{name}` has no result"))?;
        let texts: Vec<&str> = array(result, "content").map(|block| text(block, "text")).collect();
        Ok((texts.concat(), result.get("is_error") == Some(&Value::Bool(true))))
    }

    /// The last result of a tool as JSON.
    pub(super) fn json(&self, name: &str) -> Result<Answer, Stuck> {
        let value = match self.result_of(name)? {
            (text, false) => {
                serde_json::from_str(&text).map_err(|_| format!("`{name}` answers `{text}`"))?
            }
            (text, true) => return Err(format!("`{name}` failed: {text}")),
        };
        Ok(Answer { tool: name.into(), value })
    }

    /// The last result of a tool, which has to be an error.
    pub(super) fn error(&self, name: &str) -> Result<String, Stuck> {
        match self.result_of(name)? {
            (text, true) => Ok(text),
            (text, false) => Err(format!("`{name}` was to be refused, but answers: {text}")),
        }
    }
}

/// A result that the script takes values out of.
pub(super) struct Answer {
    tool: String,
    value: Value,
}

impl Answer {
    fn missing(&self, what: &str) -> Stuck {
        format!("no {what} in the answer of `{}`: {}", self.tool, self.value)
    }

    pub(super) fn str(&self, pointer: &str) -> Result<&str, Stuck> {
        self.value.pointer(pointer).and_then(Value::as_str).ok_or_else(|| self.missing(pointer))
    }

    pub(super) fn number(&self, pointer: &str) -> Result<u64, Stuck> {
        self.value.pointer(pointer).and_then(Value::as_u64).ok_or_else(|| self.missing(pointer))
    }

    pub(super) fn float(&self) -> Result<f64, Stuck> {
        self.value.as_f64().ok_or_else(|| self.missing("number"))
    }

    pub(super) fn is_true(&self, pointer: &str) -> Result<(), Stuck> {
        match self.value.pointer(pointer) {
            Some(Value::Bool(true)) => Ok(()),
            _ => Err(self.missing(&format!("true at {pointer}"))),
        }
    }

    /// The first object of a list whose member holds this text.
    pub(super) fn find(
        &self,
        list: &str,
        member: &str,
        part: &str,
    ) -> Result<&Map<String, Value>, Stuck> {
        let found = array(&self.value, list).find(|item| text(item, member).contains(part));
        found.and_then(Value::as_object).ok_or_else(|| self.missing(part))
    }

    /// The lines of a log, one under the other.
    pub(super) fn lines(&self) -> String {
        array(&self.value, "lines").filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
    }
}

//! What the user is told about a conversation.

use std::collections::BTreeSet;

use serde_json::Value;
use toolcrib::Session;
use toolcrib::call::{Outcome, ToolCall, ToolResult};
use toolcrib::session::{Gate, SEARCH_TOOL};
use toolcrib::tokens;
use toolcrib::toolbox::Entry;

use crate::screen::{Screen, Tone, count, cut, short};

pub(crate) struct Report<'s> {
    screen: &'s Screen,
    turns: usize,
    /// Estimated tokens of all tools sent so far.
    sent: usize,
    /// What they would have been with every tool in every request.
    full: usize,
}

impl<'s> Report<'s> {
    pub(crate) fn new(screen: &'s Screen) -> Self {
        Self { screen, turns: 0, sent: 0, full: 0 }
    }

    /// What full binding would cost, and what is sent instead.
    pub(crate) fn tools(&self, session: &Session) {
        let cost = session.cost();
        let entries = session.view().entries();
        let servers: BTreeSet<&str> = entries.iter().filter_map(Entry::server_name).collect();
        let native = entries.iter().filter(|entry| entry.server_name().is_none()).count();
        let hidden = session.hidden().count();
        let of_servers = cost.tools - native;
        let (full, sent, saved) = (count(cost.full), count(cost.sent), cost.saved() * 100.0);
        self.screen.heading("The tools");
        let tools = format!(
            "{}: {native} Rust functions, {of_servers} of {} MCP servers that say exactly what was captured",
            cost.tools,
            servers.len()
        );
        self.screen.line(Tone::Plain, "tools", &tools);
        self.screen.line(
            Tone::Plain,
            "all",
            &format!("would cost ~{full} tokens with every request"),
        );
        let sent = format!(
            "~{sent} tokens: {} definitions, {SEARCH_TOOL} among them, and the names of {hidden} others ({saved:.0} % saved)",
            cost.sent_tools
        );
        self.screen.line(Tone::Good, "sent", &sent);
    }

    pub(crate) fn task(&self, task: &str) {
        self.screen.heading("The task");
        self.screen.line(Tone::Plain, "user", task);
    }

    /// A request that is about to be sent.
    pub(crate) fn request(&mut self, session: &Session, body: &Value) {
        let cost = session.cost();
        self.turns += 1;
        self.sent += cost.sent;
        self.full += cost.full;
        let (tools, all) = (count(cost.sent), count(tokens::estimate(&body.to_string())));
        let hidden = session.hidden().count();
        self.screen.heading(format!(
            "Turn {} · {} definitions and {hidden} names: ~{tools} tokens, ~{all} with the conversation",
            self.turns, cost.sent_tools
        ));
    }

    pub(crate) fn said(&self, texts: &[&str]) {
        for text in texts {
            self.screen.line(Tone::Plain, "model", text);
        }
    }

    /// A call that is about to be made; true when the gate will not let it pass.
    pub(crate) fn call(&self, session: &Session, call: &ToolCall) -> bool {
        let arguments = short(&call.arguments);
        self.screen.line(Tone::Notice, "call", &format!("{} {arguments}", call.name));
        matches!(session.gate(&call.name), Gate::Hidden(_) | Gate::Unknown)
    }

    pub(crate) fn result(&self, result: &ToolResult, refused: bool) {
        let text = result.outcome.to_text();
        match (result.outcome.is_error, refused) {
            (_, true) => self.screen.line(Tone::Bad, "refused", &text),
            (true, false) => self.screen.line(Tone::Bad, "failed", &cut(&text)),
            (false, _) if result.name == SEARCH_TOOL => self.found(&result.outcome),
            (false, _) => self.screen.line(Tone::Quiet, "result", &short(&text.into())),
        }
    }

    /// What a search found: tools that are new, tools that were there, or why nothing.
    fn found(&self, outcome: &Outcome) {
        let text = |value: &Value, member: &str| {
            value.get(member).and_then(Value::as_str).unwrap_or("").to_owned()
        };
        for tool in list(outcome, "loaded") {
            let found = format!("{}: {}", text(tool, "name"), text(tool, "description"));
            self.screen.line(Tone::Quiet, "found", &found);
        }
        let known: Vec<&str> = list(outcome, "already_loaded").filter_map(Value::as_str).collect();
        if !known.is_empty() {
            self.screen.line(Tone::Quiet, "known", &known.join(" "));
        }
        if let (None, Some(answer)) = (list(outcome, "loaded").next(), &outcome.structured) {
            self.screen.line(Tone::Quiet, "result", &text(answer, "note"));
        }
    }

    pub(crate) fn promoted(&self, names: &[String]) {
        if !names.is_empty() {
            self.screen.line(Tone::Good, "promoted", &names.join(" "));
        }
    }

    /// What the whole conversation has sent.
    pub(crate) fn sum(&self) {
        self.screen.heading(format!(
            "In {} turns the tools took ~{} tokens; all of them every time would have taken ~{}",
            self.turns,
            count(self.sent),
            count(self.full)
        ));
    }
}

fn list<'o>(outcome: &'o Outcome, member: &str) -> impl Iterator<Item = &'o Value> {
    let answer = outcome.structured.as_ref();
    answer.and_then(|answer| answer.get(member)?.as_array()).into_iter().flatten()
}

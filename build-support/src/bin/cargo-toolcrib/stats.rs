//! `stats`: counts tools and tokens, and what deferring tools saves.

use serde_json::{Value, json};
use toolcrib::catalog::{ServerRef, ToolRef};
use toolcrib::text::Visible;
use toolcrib::tokens::estimate;

use crate::args::Common;
use crate::outcome::{Exit, Outcome};
use crate::screen::{Screen, Style};
use crate::source;

/// What the definitions of some tools cost.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    tools: usize,
    bytes: usize,
    tokens: usize,
    /// The tools that are never deferred.
    always: usize,
    always_tokens: usize,
    /// The names of deferred tools.
    name_tokens: usize,
}

impl Cost {
    fn of(server: ServerRef<'_>) -> Self {
        server.tools().fold(Self::default(), |cost, tool| cost.plus(Self::of_tool(tool)))
    }

    fn of_tool(tool: ToolRef<'_>) -> Self {
        let sent = sent(tool);
        let (bytes, all, name) = (sent.len(), estimate(&sent), estimate(tool.name()));
        let always = usize::from(tool.is_always());
        Self {
            tools: 1,
            bytes,
            tokens: all,
            always,
            always_tokens: all * always,
            name_tokens: name * (1 - always),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            tools: self.tools + other.tools,
            bytes: self.bytes + other.bytes,
            tokens: self.tokens + other.tokens,
            always: self.always + other.always,
            always_tokens: self.always_tokens + other.always_tokens,
            name_tokens: self.name_tokens + other.name_tokens,
        }
    }

    /// Tokens of a first request that defers tools.
    fn deferred(self) -> usize {
        self.always_tokens + self.name_tokens
    }

    fn saved(self) -> f64 {
        if self.tokens == 0 { 0.0 } else { 1.0 - self.deferred() as f64 / self.tokens as f64 }
    }

    fn document(self) -> Value {
        json!({
            "tools": self.tools,
            "always": self.always,
            "bytes": self.bytes,
            "tokens": self.tokens,
            "tokens_deferred": self.deferred(),
            "saved": (self.saved() * 10_000.0).round() / 10_000.0,
        })
    }
}

/// The parts of a tool that a model is sent: name, description, input schema.
fn sent(tool: ToolRef<'_>) -> String {
    let definition = tool.definition();
    [tool.name(), definition.description.unwrap_or(""), definition.input_schema].concat()
}

/// The estimated tokens of a tool's definition.
pub(crate) fn tokens(tool: ToolRef<'_>) -> usize {
    estimate(&sent(tool))
}

pub(crate) fn run(common: &Common, screen: &Screen) -> Outcome {
    let encoded = source::catalog(common)?;
    let catalog = encoded.catalog()?;
    let rows: Vec<(ServerRef<'_>, Cost)> =
        catalog.servers().map(|server| (server, Cost::of(server))).collect();
    let total = rows.iter().fold(Cost::default(), |total, (_, cost)| total.plus(*cost));
    table(&rows, total, screen);
    let servers: Value = rows
        .iter()
        .map(|(server, cost)| {
            let mut row = cost.document();
            row["server"] = server.name().into();
            row["digest"] = server.digest().to_hex().into();
            if server.is_provider() {
                row["provider"] = true.into();
            }
            row
        })
        .collect();
    screen.document(&json!({
        "servers": servers,
        "total": total.document(),
        "digest": catalog.digest().to_hex(),
    }));
    Ok(Exit::Fine)
}

fn table(rows: &[(ServerRef<'_>, Cost)], total: Cost, screen: &Screen) {
    let width =
        rows.iter().map(|(server, _)| server.name().chars().count()).max().unwrap_or(0).max(6);
    let heading = format!(
        "{:width$} {:>7} {:>11} {:>10} {:>10}",
        "server", "tools", "bytes", "tokens", "deferred"
    );
    screen.line(screen.paint(Style::Strong, &heading));
    let line = |name: &str, cost: Cost| {
        let name = Visible(name).to_string();
        format!(
            "{name:width$} {:>7} {:>11} {:>10} {:>10}",
            cost.tools,
            cost.bytes,
            cost.tokens,
            cost.deferred()
        )
    };
    rows.iter().for_each(|(server, cost)| screen.line(line(server.name(), *cost)));
    screen.line(screen.paint(Style::Strong, &line("total", total)));
    screen.line(format!(
        "about {} tokens for all definitions, about {} with deferred tools: {:.1} % saved",
        total.tokens,
        total.deferred(),
        total.saved() * 100.0
    ));
}

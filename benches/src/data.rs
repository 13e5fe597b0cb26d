//! Reading tools and judged queries.

use std::error::Error;
use std::path::Path;

use serde_json::Value;
use toolcrib::search::Document;

/// Owned texts of one tool.
#[derive(Debug, Clone)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) server: Option<String>,
    pub(crate) tool: String,
    pub(crate) description: String,
    pub(crate) hint: String,
    pub(crate) schema: String,
}

/// A query and the names that answer it.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    pub(crate) query: String,
    pub(crate) relevant: Vec<String>,
}

impl Tool {
    pub(crate) fn document(&self) -> Document<'_> {
        Document {
            name: &self.name,
            server: self.server.as_deref(),
            tool: &self.tool,
            description: &self.description,
            hint: &self.hint,
            schema: &self.schema,
        }
    }

    /// Bytes of its canonical definition, about.
    pub(crate) fn canonical_len(&self) -> usize {
        self.tool.len() + self.description.len() + self.schema.len() + 44
    }

    fn read(row: &Value) -> Self {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let name = text("name");
        Self {
            server: row["server"].as_str().map(str::to_owned),
            tool: row["tool"].as_str().unwrap_or(&name).to_owned(),
            description: text("description"),
            hint: text("search_hint"),
            schema: if row["input_schema"].is_null() {
                String::new()
            } else {
                row["input_schema"].to_string()
            },
            name,
        }
    }
}

/// The tools of `tools.jsonl`, by name.
pub(crate) fn tools(path: &Path) -> Result<Vec<Tool>, Box<dyn Error>> {
    let mut tools: Vec<Tool> = rows(path)?.iter().map(Tool::read).collect();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tools)
}

/// The queries of `<name>.queries.jsonl`.
pub(crate) fn queries(path: &Path) -> Result<Vec<Judged>, Box<dyn Error>> {
    let judged = |row: &Value| Judged {
        query: row["query"].as_str().unwrap_or_default().to_owned(),
        relevant: row["relevant"]
            .as_array()
            .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            .unwrap_or_default(),
    };
    Ok(rows(path)?.iter().map(judged).collect())
}

/// `size` of them, evenly spread.
pub(crate) fn spread(tools: &[Tool], size: usize) -> Vec<Tool> {
    let size = size.min(tools.len());
    (0..size).map(|at| tools[at * tools.len() / size].clone()).collect()
}

/// `size` tools made from fewer, by a recipe that always gives the same ones:
/// the whole set again and again, each time under other server names, and each
/// description from its middle on that of another tool, drawn by a linear
/// congruential generator (multiplier and increment of D. E. Knuth's MMIX, seed 1).
pub(crate) fn grown(tools: &[Tool], size: usize) -> Vec<Tool> {
    let mut state = 1_u64;
    let mut draw = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % tools.len()
    };
    let mut out: Vec<Tool> =
        (0..size).map(|at| renamed(&tools[at % tools.len()], at / tools.len())).collect();
    for tool in out.iter_mut().skip(tools.len()) {
        let other = &tools[draw()].description;
        tool.description = format!("{}{}", half(&tool.description).0, half(other).1);
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out
}

fn renamed(tool: &Tool, copy: usize) -> Tool {
    let mut tool = tool.clone();
    if let (Some(server), true) = (&mut tool.server, copy > 0) {
        *server = format!("{server}-{copy}");
        tool.name = format!("mcp__{server}__{}", tool.tool);
    }
    tool
}

fn half(text: &str) -> (&str, &str) {
    let before_middle = text.char_indices().take_while(|(at, _)| *at < text.len() / 2);
    let at = before_middle.filter(|(_, c)| *c == ' ').last().map_or(0, |(at, _)| at);
    text.split_at(at)
}

pub(crate) fn documents(tools: &[Tool]) -> Vec<Document<'_>> {
    tools.iter().map(Tool::document).collect()
}

fn rows(path: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| Ok(serde_json::from_str(line)?)).collect()
}

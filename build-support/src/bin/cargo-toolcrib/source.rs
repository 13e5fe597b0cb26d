//! Where the tools come from that are searched and shown.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

use toolcrib::catalog::Encoded;
use toolcrib::json::{Json, Value};
use toolcrib::search::index::{self, Index};
use toolcrib::search::{Corpus, Document, Grammar, Hits, Ranking, Synonyms};
use toolcrib::text::Visible;

use crate::args::{Common, Searched};
use crate::outcome::Failure;

/// The catalog that was compiled into `--catalog`, or the one that a build
/// without settings would make of the lock folder and the contracts.
pub(crate) fn catalog(common: &Common) -> Result<Encoded, Failure> {
    let Some(folder) = &common.catalog else { return Ok(common.config().encode()?) };
    let path = folder.join("catalog.idx");
    let idx = std::fs::read(&path)
        .map_err(|error| Failure::new(format!("{}: cannot be read: {error}", path.display())))?;
    let text = read_text(&folder.join("catalog.txt"))?;
    Encoded::from_parts(idx, text)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// Tools, their index, and how queries are read.
pub(crate) struct Searcher<'a> {
    pub(crate) corpus: &'a dyn Corpus,
    pub(crate) index: Index<'a>,
    grammar: Grammar,
}

impl Searcher<'_> {
    pub(crate) fn search(&self, query: &str, max: usize, hits: &mut Hits) {
        self.grammar.search(&self.index, self.corpus, query, max, hits);
    }

    /// True for the grammar whose ranking can be explained.
    pub(crate) fn is_ranked(&self) -> bool {
        self.grammar == Grammar::Toolcrib
    }
}

/// Runs something on the tools of a file (`--tools`) or of the lock folder.
pub(crate) fn with_searcher<T>(
    common: &Common,
    options: &Searched,
    run: impl FnOnce(&Searcher<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let grammar = options.grammar.into();
    let damaged = |error: &dyn ToString| Failure::new(error.to_string());
    if let Some(path) = &options.tools {
        let rows = Rows::read(path)?;
        let bytes = index::build(&rows, &Ranking::DEFAULT, &Synonyms::builtin());
        let index = Index::new(&bytes).map_err(|error| damaged(&error))?;
        return run(&Searcher { corpus: &rows, index, grammar });
    }
    let encoded = catalog(common)?;
    let catalog = encoded.catalog().map_err(|error| damaged(&error))?;
    let index = catalog.index().map_err(|error| damaged(&error))?;
    run(&Searcher { corpus: &catalog, index, grammar })
}

pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path)
        .map_err(|error| Failure::new(format!("{}: cannot be read: {error}", path.display())))
}

/// The lines of a file that hold something, with their numbers from 1.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    lines.map(|(at, line)| (at + 1, line.trim())).filter(|(_, line)| !line.is_empty())
}

/// A failure that names a line.
pub(crate) fn at_line(path: &Path, number: usize, problem: impl std::fmt::Display) -> Failure {
    Failure::new(format!("{}:{number}: {problem}", path.display()))
}

/// The tools of a file, by name.
struct Rows(Vec<Row>);

struct Row {
    /// Its place in the file.
    place: usize,
    name: String,
    server: Option<String>,
    tool: String,
    description: String,
    hint: String,
    schema: String,
}

impl Row {
    fn document(&self) -> Document<'_> {
        Document {
            name: &self.name,
            server: self.server.as_deref(),
            tool: &self.tool,
            description: &self.description,
            hint: &self.hint,
            schema: &self.schema,
        }
    }

    fn read(place: usize, value: Value<'_, '_>) -> Result<Self, String> {
        if !value.is_object() {
            return Err(format!("is {}, not an object", value.type_name()));
        }
        let name = text(value, "name")?.filter(|name| !name.is_empty()).ok_or("has no `name`")?;
        let schema = value.get("input_schema").filter(|schema| !schema.is_null());
        Ok(Self {
            place,
            server: text(value, "server")?,
            tool: text(value, "tool")?.unwrap_or_else(|| name.clone()),
            description: text(value, "description")?.unwrap_or_default(),
            hint: text(value, "search_hint")?.unwrap_or_default(),
            schema: schema.map(Value::to_canonical).unwrap_or_default(),
            name,
        })
    }
}

/// A member that is a text, `null` or absent.
pub(crate) fn text(value: Value<'_, '_>, member: &str) -> Result<Option<String>, String> {
    match value.get(member).filter(|value| !value.is_null()) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) => Ok(Some(text.into_owned())),
            None => Err(format!("`{member}` is {}, not a string", value.type_name())),
        },
    }
}

impl Rows {
    fn read(path: &Path) -> Result<Self, Failure> {
        let content = read_text(path)?;
        let (mut rows, mut names) = (Vec::new(), BTreeSet::new());
        for (number, line) in lines(&content) {
            let json = Json::parse(line).map_err(|error| at_line(path, number, error))?;
            let row = Row::read(number, json.root());
            let row = row.map_err(|problem| at_line(path, number, problem))?;
            if !names.insert(row.name.clone()) {
                let problem = format!("the name `{}` stands twice", Visible(&row.name));
                return Err(at_line(path, number, problem));
            }
            rows.push(row);
        }
        if rows.is_empty() {
            return Err(Failure::new(format!("{}: holds no tool", path.display())));
        }
        rows.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self(rows))
    }

    fn row(&self, id: u32) -> Option<&Row> {
        self.0.get(usize::try_from(id).ok()?)
    }
}

impl Corpus for Rows {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        self.row(id).map(Row::document).unwrap_or_default()
    }

    /// As in the file.
    fn listing_order(&self, a: u32, b: u32) -> Ordering {
        let place = |id| self.row(id).map(|row| row.place);
        place(a).cmp(&place(b))
    }
}

//! Where the tools to search and show come from.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

use toolcrib::catalog::Encoded;
use toolcrib::json::{Json, Value};
use toolcrib::search::index::{self, Index};
use toolcrib::search::{Corpus, Document, Grammar, Hits, Ranking, Synonyms};
use toolcrib::text::Visible;

use crate::args::{Common, Searched};
use crate::outcome::CommandError;

/// The catalog in `--catalog`, or the one that a build without settings would
/// compile from the locks and contracts.
pub(crate) fn catalog(common: &Common) -> Result<Encoded, CommandError> {
    let Some(folder) = &common.catalog else { return Ok(common.config().encode()?) };
    let path = folder.join("catalog.idx");
    let idx = std::fs::read(&path).map_err(|error| unreadable(&path, &error))?;
    let text = read_text(&folder.join("catalog.txt"))?;
    Encoded::from_parts(idx, text)
        .map_err(|error| CommandError::new(format!("{}: {error}", path.display())))
}

/// Tools, their index and the grammar of queries.
pub(crate) struct Searcher<'a> {
    pub(crate) corpus: &'a dyn Corpus,
    pub(crate) index: Index<'a>,
    grammar: Grammar,
}

impl Searcher<'_> {
    pub(crate) fn search(&self, query: &str, max: usize, hits: &mut Hits) {
        self.grammar.search(&self.index, self.corpus, query, max, hits);
    }

    /// True if the ranking can be explained.
    pub(crate) fn is_ranked(&self) -> bool {
        self.grammar == Grammar::Toolcrib
    }
}

/// Runs something on the tools of a file (`--tools`) or of the catalog.
pub(crate) fn with_searcher<T>(
    common: &Common,
    options: &Searched,
    run: impl FnOnce(&Searcher<'_>) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let grammar = options.grammar.into();
    if let Some(path) = &options.tools {
        let rows = Rows::read(path)?;
        let bytes = index::build(&rows, &Ranking::DEFAULT, &Synonyms::builtin());
        let index = Index::new(&bytes)?;
        return run(&Searcher { corpus: &rows, index, grammar });
    }
    let encoded = catalog(common)?;
    let catalog = encoded.catalog()?;
    let index = catalog.index()?;
    run(&Searcher { corpus: &catalog, index, grammar })
}

pub(crate) fn read_text(path: &Path) -> Result<String, CommandError> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(format!("{}: cannot be read: {error}", path.display()))
}

/// The lines of a file that are not blank, numbered from 1.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    lines.map(|(at, line)| (at + 1, line.trim())).filter(|(_, line)| !line.is_empty())
}

/// An error in a line.
pub(crate) fn at_line(path: &Path, number: usize, message: impl std::fmt::Display) -> CommandError {
    CommandError::new(format!("{}:{number}: {message}", path.display()))
}

/// The tools of a file, in the order of their names.
struct Rows(Vec<Row>);

struct Row {
    /// The number of its line.
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

/// A member that is a string, `null` or absent.
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
    fn read(path: &Path) -> Result<Self, CommandError> {
        let content = read_text(path)?;
        let (mut rows, mut names) = (Vec::new(), BTreeSet::new());
        for (number, line) in lines(&content) {
            let json = Json::parse(line).map_err(|error| at_line(path, number, error))?;
            let row = Row::read(number, json.root());
            let row = row.map_err(|message| at_line(path, number, message))?;
            if !names.insert(row.name.clone()) {
                let message = format!("the name `{}` is given twice", Visible(&row.name));
                return Err(at_line(path, number, message));
            }
            rows.push(row);
        }
        if rows.is_empty() {
            return Err(CommandError::new(format!("{}: has no tool", path.display())));
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

    /// The order of the file.
    fn listing_order(&self, a: u32, b: u32) -> Ordering {
        let place = |id| self.row(id).map(|row| row.place);
        place(a).cmp(&place(b))
    }
}

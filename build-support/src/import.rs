//! A manifest out of a file that somebody saved.

use std::path::Path;

use toolcrib::catalog::{CapturedFrom, Duplicates, Manifest, ManifestBuilder};
use toolcrib::json::{Json, Value};

use crate::error::{Fault, FaultKind};
use crate::locks::check_server_name;

/// What a file of saved listings holds.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The tools and instructions.
    pub manifest: Manifest,
    /// What the server said of itself, as far as the file has it.
    pub captured_from: CapturedFrom,
}

const FORMS: &str = "give the result of `tools/list`, that is {\"tools\": […]}, a list of such pages, \
                     {\"pages\": […]}, or one page a line";

/// Reads the text of a file that holds the result of `tools/list`.
///
/// Accepted are `{"tools": […]}` with optional `instructions`, `serverInfo` and
/// `protocolVersion`; the whole JSON-RPC answer around it; several pages as an
/// array, under `pages`, or one a line. `path` is for messages.
///
/// # Errors
/// Text of another form, pages that end with a cursor still open, and every
/// tool that cannot be used.
pub fn import(
    path: &Path,
    server: &str,
    text: &str,
    duplicates: Duplicates,
) -> Result<Imported, Fault> {
    check_server_name(server).map_err(|problem| {
        Fault::new(path, problem, "give another name, the one in your .mcp.json")
    })?;
    let documents = documents(text).map_err(|problem| Fault::new(path, problem, FORMS))?;
    let mut reader = Reader {
        builder: ManifestBuilder::new(server),
        from: CapturedFrom::default(),
        open: false,
        pages: 0,
    };
    reader.builder.duplicates(duplicates);
    for document in &documents {
        reader.document(document.root()).map_err(|problem| Fault::new(path, problem, FORMS))?;
    }
    reader.finish(path)
}

/// One document, or one a line.
fn documents(text: &str) -> Result<Vec<Json<'_>>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let whole = match Json::parse(text) {
        Ok(json) => return Ok(vec![json]),
        Err(error) => error,
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let pages: Result<Vec<Json<'_>>, _> = lines.iter().map(|line| Json::parse(line)).collect();
    match pages {
        Ok(pages) if lines.len() > 1 => Ok(pages),
        _ => Err(format!("not JSON: {whole}")),
    }
}

struct Reader {
    builder: ManifestBuilder,
    from: CapturedFrom,
    /// The last page names a further one.
    open: bool,
    pages: usize,
}

impl Reader {
    fn document(&mut self, value: Value<'_, '_>) -> Result<(), String> {
        if value.is_array() {
            return value.items().try_for_each(|page| self.page(page));
        }
        self.about(value);
        match value.get("pages").filter(|pages| pages.is_array()) {
            Some(pages) => pages.items().try_for_each(|page| self.page(page)),
            None => self.page(value),
        }
    }

    fn page(&mut self, page: Value<'_, '_>) -> Result<(), String> {
        let page = page.get("result").unwrap_or(page);
        self.about(page);
        let cursor = self.builder.page(page).map_err(|error| error.to_string())?;
        self.open = cursor.is_some_and(|cursor| !cursor.is_null());
        self.pages += 1;
        Ok(())
    }

    fn about(&mut self, value: Value<'_, '_>) {
        self.builder.instructions(value.get("instructions"));
        let text = |value: Option<Value<'_, '_>>| value.and_then(Value::as_str).map(String::from);
        let info = value.get("serverInfo");
        let fields = [
            (&mut self.from.name, text(info.and_then(|info| info.get("name")))),
            (&mut self.from.version, text(info.and_then(|info| info.get("version")))),
            (&mut self.from.protocol_version, text(value.get("protocolVersion"))),
        ];
        for (field, found) in fields {
            *field = found.or_else(|| field.take());
        }
    }

    fn finish(self, path: &Path) -> Result<Imported, Fault> {
        if self.pages == 0 {
            return Err(Fault::new(path, "holds no page of tools", FORMS));
        }
        if self.open {
            let problem = "the last page has a `nextCursor`: tools are missing";
            let fault = Fault::new(path, problem, "save all pages, each listing in full");
            return Err(fault.of_kind(FaultKind::Refused));
        }
        let repair = "have the server mended; a name that stands twice can be taken with `--duplicates first`";
        let refused = |error| Fault::new(path, error, repair).of_kind(FaultKind::Refused);
        let manifest = self.builder.finish().map_err(refused)?;
        Ok(Imported { manifest, captured_from: self.from })
    }
}

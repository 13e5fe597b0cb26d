//! A manifest from a file of saved listings.

use std::path::Path;

use toolcrib::catalog::{CapturedFrom, Duplicates, Manifest, ManifestBuilder};
use toolcrib::json::{Json, Value};

use crate::error::{Error, Fault, FaultKind};
use crate::locks::check_server_name;

/// What a file of saved listings contains.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The tools and instructions.
    pub manifest: Manifest,
    /// What the server says about itself, if the file has it.
    pub captured_from: CapturedFrom,
}

const FORMS: &str = "give the result of `tools/list`, that is {\"tools\": […]}, a list of such pages, \
                     {\"pages\": […]}, or one page per line";

/// Reads the text of a file with the result of `tools/list`.
///
/// Accepts `{"tools": […]}` with optional `instructions`, `serverInfo` and
/// `protocolVersion`; the whole JSON-RPC response; several pages as an array,
/// under `pages`, or one per line. `path` is for messages.
///
/// # Errors
/// Text of another form, a missing last page, and every tool that cannot be used.
pub fn import(
    path: &Path,
    server: &str,
    text: &str,
    duplicates: Duplicates,
) -> Result<Imported, Error> {
    check_server_name(server)
        .map_err(|message| Fault::new(path, message, "give the server's name in your .mcp.json"))?;
    let documents = documents(text).map_err(|message| Fault::new(path, message, FORMS))?;
    let mut reader = Reader {
        builder: ManifestBuilder::new(server),
        from: CapturedFrom::default(),
        open: false,
        pages: 0,
    };
    reader.builder.duplicates(duplicates);
    for document in &documents {
        reader.document(document.root()).map_err(|message| Fault::new(path, message, FORMS))?;
    }
    reader.finish(path)
}

/// One document, or one per line.
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
    /// The last page names another one.
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

    fn finish(self, path: &Path) -> Result<Imported, Error> {
        if self.pages == 0 {
            return Err(Fault::new(path, "has no page of tools", FORMS).into());
        }
        if self.open {
            let message = "the last page has a `nextCursor`: tools are missing";
            let fault = Fault::new(path, message, "save all pages of the listing");
            return Err(fault.of_kind(FaultKind::Refused).into());
        }
        let repair =
            "fix the server; `--duplicates first` keeps the first of several tools with one name";
        let refused = |error| Fault::new(path, error, repair).of_kind(FaultKind::Refused);
        let manifest = self.builder.finish().map_err(refused)?;
        Ok(Imported { manifest, captured_from: self.from })
    }
}

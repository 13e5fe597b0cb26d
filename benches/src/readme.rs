//! Tables in `benches/README.md`, between markers.

use std::error::Error;
use std::path::Path;

/// Replaces what stands between `<!-- name -->` and `<!-- /name -->`.
pub(crate) fn write(name: &str, table: &str) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path)?;
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = || format!("{}: no {open} … {close}", path.display());
    let start = text.find(&open).ok_or_else(missing)? + open.len();
    let end = text.find(&close).ok_or_else(missing)?;
    let new = format!("{}\n{}\n{}", &text[..start], table.trim_end(), &text[end..]);
    Ok(std::fs::write(&path, new)?)
}

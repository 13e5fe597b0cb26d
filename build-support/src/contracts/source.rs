//! One file in any notation, and the schemas that it takes from other files.

use std::path::{Component, Path};

use toolcrib::text::Visible;

use super::folder::extension;
use super::node::{Kind, Member, Node, SyntaxFault};
use super::{json, toml};
use crate::error::{Error, Fault};

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// The contract in a file, with its schemas in place.
pub(super) fn read(folder: &Path, path: &Path) -> Result<Node, Error> {
    let mut node = one(path)?;
    for name in ["input_schema", "output_schema"] {
        let Some(schema) = node.member_mut(name) else { continue };
        let Some(file) = file_of(schema) else { continue };
        if !Path::new(&file).components().all(|part| matches!(part, Component::Normal(_))) {
            let message = format!("`{name}` names `{}`, outside this folder", Visible(&file));
            let fault = Fault::new(path, message, "move it into the folder");
            return Err(fault.at(schema.place.line, schema.place.column).into());
        }
        let path = folder.join(file);
        *schema = one(&path)?;
        schema.file = Some(path);
    }
    Ok(node)
}

/// The file in `{file = "…"}`.
fn file_of(schema: &Node) -> Option<String> {
    let Kind::Table(members) = &schema.kind else { return None };
    match members.as_slice() {
        [Member { name, value: Node { kind: Kind::Text(file), .. }, .. }] if name == "file" => {
            Some(file.clone())
        }
        _ => None,
    }
}

fn one(path: &Path) -> Result<Node, Error> {
    let unreadable = |error| Fault::unreadable(path, &error, "check the file");
    let size = std::fs::metadata(path).map_err(unreadable)?.len();
    if size > MAX_FILE {
        let message = format!("has {size} bytes; the limit is {MAX_FILE}");
        return Err(Fault::new(path, message, "make it shorter").into());
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    parse(path, &text)
}

/// Reads the notation that the extension names. Does not open the file.
pub(super) fn parse(path: &Path, text: &str) -> Result<Node, Error> {
    notation(path, text.trim_start_matches('\u{feff}')).map_err(|faults| {
        let fault = |SyntaxFault { place, message }: SyntaxFault| {
            Fault::new(path, Visible(&message), "correct the file there")
                .at(place.line, place.column)
        };
        Error::of(faults.into_iter().map(fault).collect())
    })
}

fn notation(path: &Path, text: &str) -> Result<Node, Vec<SyntaxFault>> {
    match extension(path).as_deref() {
        Some("toml") => toml::read(text),
        #[cfg(feature = "yaml")]
        Some("yaml" | "yml") => super::yaml::read(text),
        #[cfg(not(feature = "yaml"))]
        Some("yaml" | "yml") => {
            let message = "YAML needs the feature `yaml` of toolcrib-build";
            Err(vec![SyntaxFault::new(super::node::Place { line: 1, column: 1 }, message)])
        }
        _ => json::read(text),
    }
}

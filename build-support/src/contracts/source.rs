//! One file of either notation, and the schemas that it takes from others.

use std::path::{Component, Path};

use toolcrib::text::Visible;

use super::folder::extension;
use super::node::{Kind, Node, Wrong};
use super::{json, toml};
use crate::error::Fault;

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// The contract of a file, with its schemas in place.
pub(super) fn read(folder: &Path, path: &Path) -> Result<Node, Vec<Fault>> {
    let mut node = one(path)?;
    for name in ["input_schema", "output_schema"] {
        let Some(schema) = node.member_mut(name) else { continue };
        if let Some(file) = file_of(schema) {
            let place = schema.place;
            *schema = included(folder, &file).map_err(|problem| match problem {
                Included::Outside => vec![
                    Fault::new(
                        path,
                        format!("`{name}` is in `{}`, outside of this folder", Visible(&file)),
                        "move it into the folder",
                    )
                    .at(place.line, place.column),
                ],
                Included::Wrong(faults) => faults,
            })?;
        }
    }
    Ok(node)
}

/// The file of `{file = "…"}`.
fn file_of(schema: &Node) -> Option<String> {
    match &schema.kind {
        Kind::Table(members) => match members.as_slice() {
            [member] if member.name == "file" => match &member.value.kind {
                Kind::Text(file) => Some(file.clone()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

enum Included {
    Outside,
    Wrong(Vec<Fault>),
}

fn included(folder: &Path, file: &str) -> Result<Node, Included> {
    let inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return Err(Included::Outside);
    }
    let path = folder.join(file);
    let node = one(&path).map_err(Included::Wrong)?;
    Ok(Node { file: Some(path), ..node })
}

fn one(path: &Path) -> Result<Node, Vec<Fault>> {
    let unreadable = |problem: String| vec![Fault::new(path, problem, "check the file")];
    let size = std::fs::metadata(path)
        .map_err(|error| unreadable(format!("cannot be read: {error}")))?
        .len();
    if size > MAX_FILE {
        return Err(unreadable(format!("has {size} bytes; {MAX_FILE} are plenty")));
    }
    let bytes =
        std::fs::read(path).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable("is not UTF-8 text".into()))?;
    parse(path, &text)
}

/// By the extension of the file, which is not opened.
pub(super) fn parse(path: &Path, text: &str) -> Result<Node, Vec<Fault>> {
    notation(path, text.trim_start_matches('\u{feff}')).map_err(|wrong| {
        let fault = |wrong: Wrong| {
            Fault::new(path, Visible(&wrong.problem), "correct the file there")
                .at(wrong.place.line, wrong.place.column)
        };
        wrong.into_iter().map(fault).collect()
    })
}

fn notation(path: &Path, text: &str) -> Result<Node, Vec<Wrong>> {
    match extension(path).as_deref() {
        Some("toml") => toml::read(text),
        #[cfg(feature = "yaml")]
        Some("yaml" | "yml") => super::yaml::read(text),
        #[cfg(not(feature = "yaml"))]
        Some("yaml" | "yml") => {
            let problem = "YAML is read with the feature `yaml` of toolcrib-build only";
            Err(vec![Wrong::new(super::node::Place { line: 1, column: 1 }, problem)])
        }
        _ => json::read(text),
    }
}

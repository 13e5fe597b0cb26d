//! Imports go one way: between the rooms of the runtime in the order that
//! ARCHITECTURE.md gives them, and between the files of each crate without a
//! circle.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use house::{Arrows, Name, circles, read};

#[path = "rooms/house.rs"]
mod house;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rooms, the lowest first: the words of the block after this mark.
fn rooms() -> Vec<String> {
    let page = fs::read_to_string(top().join("ARCHITECTURE.md")).unwrap();
    let block = page.split("<!-- rooms, the lowest first -->\n```\n").nth(1).expect("the block");
    let lines = block.split("```").next().unwrap().lines();
    // The first word of a line says what kind of rooms they are.
    lines.flat_map(|line| line.split_whitespace().skip(1)).map(String::from).collect()
}

fn shown(name: &Name) -> String {
    if name.is_empty() { "the root".into() } else { name.join("/") }
}

/// The arrows that lead from a room to one that stands above it, or to one that
/// the page does not have.
fn upward(arrows: &Arrows, rooms: &[String]) -> String {
    let level = |name: &Name| name.first().and_then(|room| rooms.iter().position(|r| r == room));
    let mut out = String::new();
    for (from, to, names) in each(arrows) {
        let (Some(lower), higher) = (level(from), level(to)) else { continue };
        if higher.is_none_or(|higher| higher > lower) && !to.is_empty() {
            let names: Vec<_> = names.collect();
            writeln!(out, "{} → {}: {}", shown(from), shown(to), names.join(", ")).unwrap();
        }
    }
    out
}

fn each(arrows: &Arrows) -> impl Iterator<Item = (&Name, &Name, impl Iterator<Item = &str>)> {
    arrows.iter().flat_map(|(from, all)| {
        all.iter().map(move |(to, names)| (from, to, names.iter().map(String::as_str)))
    })
}

/// Each circle, with what ties it.
fn tied(arrows: &Arrows) -> String {
    let mut out = String::new();
    for circle in circles(arrows) {
        writeln!(out, "a circle of {} files:", circle.len()).unwrap();
        for (from, to, names) in each(arrows) {
            if circle.contains(from) && circle.contains(to) {
                let names: Vec<_> = names.collect();
                writeln!(out, "  {} → {}: {}", shown(from), shown(to), names.join(", ")).unwrap();
            }
        }
    }
    out
}

#[test]
fn rooms_of_the_runtime_import_downward() {
    let house = read(&top().join("runtime/src/lib.rs"));
    let (arrows, rooms) = (house.arrows(true), rooms());
    let upward = upward(&arrows, &rooms);
    assert!(upward.is_empty(), "against the order in ARCHITECTURE.md:\n{upward}");
    let used: BTreeMap<&str, usize> =
        arrows.keys().filter_map(|name| Some((name.first()?.as_str(), 0))).collect();
    for room in used.keys() {
        // The public door to several rooms; nothing comes in by it.
        assert!(*room == "call" || rooms.iter().any(|r| r == room), "no place for `{room}`");
    }
    assert!(each(&arrows).count() > 500, "the arrows are seen");
}

#[test]
fn files_import_without_a_circle() {
    for root in [
        "runtime/src/lib.rs",
        "macros/src/lib.rs",
        "build-support/src/lib.rs",
        "build-support/src/bin/cargo-toolcrib/main.rs",
    ] {
        let tied = tied(&read(&top().join(root)).arrows(false));
        assert!(tied.is_empty(), "{root}:\n{tied}");
    }
}

/// A crate of these files, and its arrows.
fn arrows_of(files: &[(&str, &str)]) -> Arrows {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    read(&folder.path().join("lib.rs")).arrows(true)
}

#[test]
fn an_upward_import_is_seen_in_every_spelling() {
    let rooms = ["low".to_string(), "high".to_string()];
    for import in [
        "use crate::high::Thing;",
        "use crate::high::{Other, Thing as Else};",
        "use super::high::Thing;",
        "use crate::{high::Thing};",
        "fn f() { let _ = crate::high::Thing; }",
        "use crate::high; fn f() { let _ = high::Thing; }",
        "fn f() -> Vec<super::high::Thing> { vec![] }",
        "pub use crate::high::Thing;",
        "use crate::door::Thing;",
        "mod inner { use super::super::high::Thing; }",
    ] {
        let arrows = arrows_of(&[
            ("lib.rs", "mod low; mod high; mod door;"),
            ("low.rs", import),
            ("door.rs", "pub use crate::high::inside::*;"),
            ("high/mod.rs", "pub mod inside; pub use inside::Thing; pub struct Other;"),
            ("high/inside.rs", "pub struct Thing;"),
        ]);
        let found = upward(&arrows, &rooms);
        assert!(found.contains("low → high/inside: Thing"), "{import}\n{found}");
    }
}

#[test]
fn downward_imports_and_tests_are_none() {
    let rooms = ["low".to_string(), "high".to_string()];
    let arrows = arrows_of(&[
        ("lib.rs", "mod low; mod high;"),
        ("low.rs", "pub struct Thing; #[cfg(test)] mod tests { use crate::high::Other; }"),
        ("high.rs", "use crate::low::Thing; use std::high::Thing as T; pub struct Other;"),
    ]);
    assert_eq!(upward(&arrows, &rooms), "");
    assert_eq!(tied(&arrows), "");
}

#[test]
fn a_circle_is_seen_between_files_and_between_parent_and_child() {
    let parent = arrows_of(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; pub struct Top; fn f() { b::run(); }"),
        ("a/b.rs", "use super::Top; pub fn run() -> Option<Top> { None }"),
    ]);
    let found = tied(&parent);
    assert!(found.contains("a → a/b: run") && found.contains("a/b → a: Top"), "{found}");
    let three = arrows_of(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::*; pub struct B; fn f() { let _ = crate::c::C; }"),
        ("c.rs", "pub use crate::a::A; pub struct C; fn f(_: crate::a::A) {}"),
    ]);
    assert!(tied(&three).contains("a circle of 3 files"), "{}", tied(&three));
}

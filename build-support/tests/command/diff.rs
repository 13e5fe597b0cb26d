use std::fs;

use serde_json::{Value, json};

use crate::{command, folder, run, tool};

/// Two lock folders, `old` and `new`, of server `desk`.
fn two(old: &[Value], new: &[Value]) -> tempfile::TempDir {
    let folder = folder(&[]);
    for (name, tools) in [("old", old), ("new", new)] {
        fs::write(folder.path().join("list.json"), json!({"tools": tools}).to_string()).unwrap();
        run(folder.path(), &["import", "--server", "desk", "--lock", name, "list.json"]).expect(0);
    }
    folder
}

#[test]
fn field_and_severity_of_each_change() {
    let mut hinted = tool("hint", "Same.");
    hinted["annotations"] = json!({"destructiveHint": false});
    let mut flipped = hinted.clone();
    flipped["annotations"]["destructiveHint"] = json!(true);
    let mut listed = tool("enum", "Same.");
    listed["inputSchema"]["properties"]["text"]["enum"] = json!(["a", "b"]);
    let mut turned = listed.clone();
    turned["inputSchema"]["properties"]["text"]["enum"] = json!(["b", "a"]);
    let folder = two(
        &[tool("space", "Text."), hinted, listed, tool("gone", "Old.")],
        &[tool("space", "Text. "), flipped, turned, tool("more", "New.")],
    );
    let ran = run(folder.path(), &["diff", "--json", "old", "new"]).expect(1);
    let told = ran.json();
    let rows: Vec<[&str; 4]> = told["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| ["tool", "kind", "field", "severity"].map(|key| one[key].as_str().unwrap()))
        .collect();
    assert_eq!(
        rows,
        [
            ["enum", "changed", "/inputSchema/properties/text/enum/0", "contract"],
            ["enum", "changed", "/inputSchema/properties/text/enum/1", "contract"],
            ["gone", "removed", "", "removed"],
            ["hint", "changed", "/annotations/destructiveHint", "contract"],
            ["more", "added", "", "added"],
            ["space", "changed", "/description", "description"],
        ]
    );
    assert_eq!(told["severity"], "contract");
}

#[test]
fn equal_locks_are_0_and_files_may_be_named() {
    let folder = two(&[tool("a", "A tool.")], &[tool("a", "A tool.")]);
    run(folder.path(), &["diff", "old", "new"]).expect(0);
    fs::copy(folder.path().join("old/desk.json"), folder.path().join("before.json")).unwrap();
    run(folder.path(), &["diff", "before.json", "new/desk.json"]).expect(0);
    run(folder.path(), &["diff", "before.json", "new"]).expect(0);
    run(folder.path(), &["diff", "before.json", "absent.json"]).expect(2);
    run(folder.path(), &["diff", "absent", "new"]).expect(2);
}

#[test]
fn a_server_that_came_or_went() {
    let folder = two(&[tool("a", "A tool.")], &[tool("a", "A tool.")]);
    let list = ["import", "--server", "lamp", "--lock", "new", "list.json"];
    run(folder.path(), &list).expect(0);
    let told = run(folder.path(), &["diff", "--json", "old", "new"]).expect(1).json();
    assert_eq!(told["differences"][0]["server"], "lamp");
    assert_eq!(
        (&told["differences"][0]["kind"], &told["differences"][0]["tool"]),
        (&json!("added"), &Value::Null)
    );
}

#[test]
fn what_is_invisible_is_shown() {
    let folder = two(&[tool("a", "Read it.")], &[tool("a", "Read it.\u{200b}\u{1b}[31m")]);
    let ran = run(folder.path(), &["diff", "old", "new"]).expect(1);
    assert!(ran.out.contains(r"\u{200b}") && !ran.out.contains('\u{1b}'), "{ran:?}");
}

#[test]
fn annotations_point_to_the_tool_and_cannot_be_broken_out_of() {
    let folder = two(
        &[tool("a", "Old."), tool("b", "Same.")],
        &[tool("a", "New.\n::error::forged"), tool("b", "Same."), tool("c", "More.")],
    );
    let summary = folder.path().join("summary.md");
    let mut diff = command(folder.path());
    diff.args(["diff", "--format", "github", "old", "new"]).env("GITHUB_STEP_SUMMARY", &summary);
    let ran = crate::Ran::from(diff.output().unwrap()).expect(1);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 2, "{ran:?}");
    assert!(lines[0].starts_with("::error file=new/desk.json,line="), "{ran:?}");
    assert!(lines[1].starts_with("::warning file=new/desk.json,line="), "{ran:?}");
    let number: usize =
        lines[0].split("line=").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    let lock = fs::read_to_string(folder.path().join("new/desk.json")).unwrap();
    assert_eq!(lock.lines().nth(number - 1).unwrap().trim(), "\"name\": \"a\"");
    let table = fs::read_to_string(summary).unwrap();
    assert_eq!(table.lines().filter(|line| line.starts_with("| **")).count(), 2, "{table}");
}

#[test]
fn a_table_whose_cells_cannot_be_broken_out_of() {
    let folder = two(&[tool("a", "Old.")], &[tool("a", "| <b> `x` | @everyone\nnext")]);
    let ran = run(folder.path(), &["diff", "--format", "markdown", "old", "new"]).expect(1);
    let row = ran.out.lines().find(|line| line.starts_with("| **changed**")).unwrap();
    assert!(row.contains("\\| &lt;b&gt; \\`x\\` \\| &#64;everyone\\\\nnext"), "{row}");
}

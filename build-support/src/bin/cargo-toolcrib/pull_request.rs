//! Reports for a pull request: annotations of GitHub Actions, and a table.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use toolcrib::catalog::{ChangeKind, Difference, Severity};
use toolcrib::text::Visible;
use toolcrib_build::lock_path;

use crate::changes::{Recorded, excerpts};
use crate::screen::Screen;
use crate::servers::ServerError;

/// What to report.
pub(crate) struct Report<'a> {
    /// The old lock, a folder or a file.
    pub(crate) old: &'a Path,
    /// The new lock, a folder or a file.
    pub(crate) new: &'a Path,
    pub(crate) title: &'a str,
    pub(crate) differences: &'a [Difference],
    pub(crate) recorded: &'a [Recorded],
    pub(crate) errors: &'a [ServerError],
}

/// Prints an annotation per difference, and appends the table to the job summary.
pub(crate) fn github(report: &Report<'_>, screen: &Screen) {
    report.differences.iter().for_each(|difference| screen.line(annotation(report, difference)));
    for error in report.errors {
        let title = property(&format!("MCP server {} not compared", error.server));
        screen.line(format!("::error title={title}::{}", data(&error.message)));
    }
    if let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY") {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{}", markdown(report)));
        if let Err(error) = written {
            screen.warning(&format!("the job summary cannot be written: {error}"));
        }
    }
}

fn annotation(report: &Report<'_>, difference: &Difference) -> String {
    let level = match difference.severity {
        Severity::Added => "warning",
        _ => "error",
    };
    let side = if difference.kind == ChangeKind::Removed { report.old } else { report.new };
    let (file, line) = place(side, difference);
    let title = property(&headline(difference));
    format!(
        "::{level} file={},line={line},title={title}::{}",
        property(&file),
        data(&texts(difference))
    )
}

/// The lock file, and the line that names the tool.
fn place(side: &Path, difference: &Difference) -> (String, usize) {
    let path = if side.is_dir() { lock_path(side, &difference.server) } else { side.into() };
    // Locks are indented by two spaces: what is deeper belongs to a schema.
    let wanted = match &difference.tool {
        Some(tool) => format!("      \"name\": {}", toolcrib::json::Quoted(tool)),
        None => "  \"instructions\":".into(),
    };
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let line = text.lines().position(|line| line.starts_with(&wanted));
    (path.display().to_string().replace('\\', "/"), line.map_or(1, |at| at + 1))
}

fn headline(difference: &Difference) -> String {
    let mut text = difference.server.clone();
    if let Some(tool) = &difference.tool {
        let _ = write!(text, "/{tool}");
    }
    let kind = difference.kind.as_str();
    match difference.field.as_str() {
        "" => format!("{text} {kind}"),
        field => format!("{text} {field} {kind}"),
    }
}

fn texts(difference: &Difference) -> String {
    let (old, new) = excerpts(difference.old.as_deref(), difference.new.as_deref());
    let lines = [("captured", old), ("now", new)];
    let lines = lines.into_iter().filter_map(|(label, text)| Some(format!("{label}: {}", text?)));
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        format!("severity: {}", difference.severity.as_str())
    } else {
        lines.join("\n")
    }
}

/// The text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a workflow command.
fn property(text: &str) -> String {
    data(&Visible(text).to_string()).replace(':', "%3A").replace(',', "%2C")
}

/// A table of the differences.
pub(crate) fn markdown(report: &Report<'_>) -> String {
    let mut out = format!("### {}\n\n", report.title);
    if report.differences.is_empty() {
        out.push_str("No difference.\n");
    } else {
        out.push_str("| | server | tool | field | old | new |\n|---|---|---|---|---|---|\n");
        report.differences.iter().for_each(|difference| row(&mut out, difference));
    }
    for change in report.recorded {
        let _ = writeln!(out, "\n- `{}`: {}", cell(&change.server), cell(&change.text()));
    }
    for error in report.errors {
        let _ = writeln!(out, "\n- **not compared**: {}", cell(&error.message));
    }
    out
}

fn row(out: &mut String, difference: &Difference) {
    let (old, new) = excerpts(difference.old.as_deref(), difference.new.as_deref());
    let cells = [
        format!("**{}** ({})", difference.kind.as_str(), difference.severity.as_str()),
        cell(&difference.server),
        cell(difference.tool.as_deref().unwrap_or("")),
        cell(&difference.field),
        cell(&old.unwrap_or_default()),
        cell(&new.unwrap_or_default()),
    ];
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

/// Escapes text so that it cannot end its cell or become markup or a mention.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in Visible(text).to_string().chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            c => out.push(c),
        }
    }
    out
}

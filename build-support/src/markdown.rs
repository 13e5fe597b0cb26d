//! `catalog.md`: the catalog as a page for people.

use std::fmt::Write;

use toolcrib::catalog::Catalog;
use toolcrib::text::Visible;

pub(crate) fn page(catalog: &Catalog<'_>) -> String {
    let mut out = format!(
        "# Tool catalog\n\n{} tools of {} servers, digest `{}`.\n",
        catalog.len(),
        catalog.servers().len(),
        catalog.digest()
    );
    for server in catalog.servers() {
        // Writing to a string does not fail.
        let _ =
            writeln!(out, "\n## {}\n\nDigest `{}`.", cell(server.name()), server.digest().short());
        if server.is_provider() {
            let _ = writeln!(out, "Contracts: nothing is captured or compared.");
        }
        let _ = writeln!(
            out,
            "\n| tool | name for the model | description | digest |\n|---|---|---|---|"
        );
        for tool in server.tools() {
            let description = tool.definition().description.unwrap_or("");
            let _ = writeln!(
                out,
                "| {} | `{}` | {} | `{}` |",
                cell(tool.raw_name()),
                tool.name(),
                cell(first_line(description)),
                tool.digest().short()
            );
        }
    }
    out
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim()
}

/// Escapes text so that it cannot end its table cell or become markup.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in Visible(text).to_string().chars() {
        if matches!(c, '|' | '\\' | '<' | '>' | '`' | '*' | '_' | '[' | ']') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

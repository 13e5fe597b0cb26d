//! Tools that a search does not find.

use toolcrib::catalog::{Catalog, ToolRef};
use toolcrib::search::{DEFAULT_HITS, Hits};
use toolcrib::text::Visible;

use super::finding::{Finding, Place};
use super::rule::Rule;

pub(super) fn check(catalog: &Catalog<'_>, found: &mut Vec<Finding>) {
    let mut hits = Hits::new();
    for tool in catalog.tools() {
        let mut place = Place { server: tool.server().name(), tool: Some(tool.raw_name()), found };
        if !finds(catalog, tool.raw_name(), tool, &mut hits) {
            let message = format!(
                "a search for its name `{}` does not list it among the first {DEFAULT_HITS}: \
                 {} rank higher; a search hint can help",
                Visible(tool.raw_name()),
                first(catalog, &hits)
            );
            place.report(Rule::Unreachable, "/name", message);
        }
        let sentence = sentence(tool.definition().description.unwrap_or(""));
        if sentence.chars().any(char::is_alphanumeric) && !finds(catalog, sentence, tool, &mut hits)
        {
            let message = format!(
                "a search for the first sentence of its description does not list it among the \
                 first {DEFAULT_HITS}: {} rank higher; a search hint can help",
                first(catalog, &hits)
            );
            place.report(Rule::Unreachable, "/description", message);
        }
    }
}

fn finds(catalog: &Catalog<'_>, query: &str, tool: ToolRef<'_>, hits: &mut Hits) -> bool {
    catalog.search(query, DEFAULT_HITS, hits);
    hits.as_slice().iter().any(|hit| hit.id == tool.number())
}

/// The names of the first hits.
fn first(catalog: &Catalog<'_>, hits: &Hits) -> String {
    let tools = hits.as_slice().iter().take(3).filter_map(|hit| catalog.get(hit.id));
    let names: Vec<String> = tools.map(|tool| format!("`{}`", tool.name())).collect();
    if names.is_empty() { "others".into() } else { names.join(", ") }
}

/// Up to the first full stop, question mark, exclamation mark or line end.
fn sentence(text: &str) -> &str {
    let text = text.trim_start();
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        let after = text.get(at + c.len_utf8()..).unwrap_or("");
        let ends = match c {
            '.' | '?' | '!' => after.starts_with(char::is_whitespace),
            '\n' | '。' | '？' | '！' => true,
            _ => false,
        };
        if ends {
            end = at;
            break;
        }
    }
    text.get(..end).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn first_sentences() {
        assert_eq!(sentence(" Reads v1.2 files. Then stops."), "Reads v1.2 files");
        assert_eq!(sentence("One line\nAnother"), "One line");
        assert_eq!(sentence("创建页面。然后"), "创建页面");
        assert_eq!(sentence(""), "");
    }
}

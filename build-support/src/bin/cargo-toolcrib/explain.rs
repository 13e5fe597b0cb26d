//! Which words of a query stand where in a hit.

use serde_json::{Value, json};
use toolcrib::search::token::{Mode, for_each_token, is_stop_word};
use toolcrib::search::{Document, Form, Hit, Hits};

use crate::screen::Screen;
use crate::source::Searcher;

/// A word of the query, stemmed, and how often each part of the tool has it.
struct Matched {
    asked: String,
    fields: Vec<(&'static str, usize)>,
}

/// `None` where the form of the query, or its grammar, does not rank by words.
fn of(searcher: &Searcher<'_>, query: &str, hits: &Hits, hit: &Hit) -> Option<Vec<Matched>> {
    let ranked = searcher.is_ranked() && hits.form == Form::Words;
    let document = searcher.corpus.document(hit.id);
    let words = || stems(query, Mode::Query).into_iter();
    ranked.then(|| words().map(|asked| matched(asked, &document)).collect())
}

fn stems(text: &str, mode: Mode) -> Vec<String> {
    let mut stems = Vec::new();
    for_each_token(text, mode, |token| {
        if mode != Mode::Query || !is_stop_word(token.text) {
            stems.push(token.text.to_owned());
        }
    });
    stems
}

fn matched(asked: String, document: &Document<'_>) -> Matched {
    let texts = [
        ("name", document.tool, Mode::Identifier),
        ("server", document.server.unwrap_or(""), Mode::Identifier),
        ("hint", document.hint, Mode::Prose),
        ("description", document.description, Mode::Prose),
        ("parameters", document.schema, Mode::Prose),
    ];
    let count = |text, mode| stems(text, mode).iter().filter(|stem| **stem == asked).count();
    let fields = texts.map(|(field, text, mode)| (field, count(text, mode)));
    let fields = fields.into_iter().filter(|(_, count)| *count > 0).collect();
    Matched { asked, fields }
}

pub(crate) fn print(searcher: &Searcher<'_>, query: &str, hits: &Hits, hit: &Hit, screen: &Screen) {
    let Some(matched) = of(searcher, query, hits, hit) else {
        return screen.line("            not ranked by words");
    };
    for Matched { asked, fields } in matched {
        let fields = fields.iter().map(|(field, count)| format!("{field} ×{count}"));
        let fields: Vec<String> = fields.collect();
        let places =
            if fields.is_empty() { "only by a substitute".into() } else { fields.join(", ") };
        screen.line(format!("            {asked}: {places}"));
    }
}

/// Null where nothing is to be explained.
pub(crate) fn document(searcher: &Searcher<'_>, query: &str, hits: &Hits, hit: &Hit) -> Value {
    let one = |matched: &Matched| {
        let fields = matched.fields.iter();
        let fields = fields.map(|(field, count)| json!({"field": field, "count": count}));
        json!({"asked": matched.asked, "fields": fields.collect::<Value>()})
    };
    let matched = of(searcher, query, hits, hit);
    json!(matched.map(|matched| json!({"matched": matched.iter().map(one).collect::<Value>()})))
}

/// To four digits.
pub(crate) fn rounded(figure: f32) -> f64 {
    (f64::from(figure) * 10_000.0).round() / 10_000.0
}

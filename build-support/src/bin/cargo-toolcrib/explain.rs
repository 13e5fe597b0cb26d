//! Why a hit has its score.

use serde_json::{Value, json};
use toolcrib::search::{Explanation, Form, Hit, Hits, Matched, explain};

use crate::screen::Screen;
use crate::source::Searcher;

/// `None` if the form of the query, or its grammar, does not rank by words.
fn of(searcher: &Searcher<'_>, query: &str, hits: &Hits, hit: &Hit) -> Option<Explanation> {
    let ranked = searcher.is_ranked() && hits.form == Form::Words;
    ranked.then(|| explain(&searcher.index, searcher.corpus, query, hit.id))
}

pub(crate) fn print(searcher: &Searcher<'_>, query: &str, hits: &Hits, hit: &Hit, screen: &Screen) {
    let text = match of(searcher, query, hits, hit) {
        Some(explanation) => explanation.to_string(),
        None if hits.form == Form::Words => "ranked by its grammar".into(),
        None => "found by its name, not by its words".into(),
    };
    text.lines().for_each(|line| screen.line(format!("            {line}")));
}

/// Null if there is nothing to explain.
pub(crate) fn document(searcher: &Searcher<'_>, query: &str, hits: &Hits, hit: &Hit) -> Value {
    of(searcher, query, hits, hit).map_or(Value::Null, |explanation| {
        json!({
            "matched": explanation.matched.iter().map(matched).collect::<Value>(),
            "neighbours": rounded(explanation.neighbours),
            "covered": rounded(explanation.covered),
            "factor": rounded(explanation.factor),
            "points": rounded(explanation.points),
        })
    })
}

fn matched(matched: &Matched) -> Value {
    let fields = matched.fields.iter().map(|(field, weight, count)| {
        json!({"field": field.label(), "weight": rounded(*weight), "count": count})
    });
    json!({
        "asked": matched.asked,
        "found": matched.found,
        "relation": matched.relation.to_string(),
        "fields": fields.collect::<Value>(),
        "idf": rounded(matched.idf),
        "weight": rounded(matched.weight),
        "points": rounded(matched.points),
        "counts": matched.counts,
    })
}

/// Rounds to four digits.
pub(crate) fn rounded(figure: f32) -> f64 {
    (f64::from(figure) * 10_000.0).round() / 10_000.0
}

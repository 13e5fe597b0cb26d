use std::prelude::v1::*;

use serde_json::json;

use super::{Cut, cut, sizes};
use crate::message::{Content, Outcome};

fn text(outcome: &Outcome) -> String {
    let texts = outcome.content.iter().filter_map(|block| match block {
        Content::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn image(bytes: usize) -> Content {
    Content::Image { data: "A".repeat(bytes), media_type: "image/png".into() }
}

#[test]
fn what_fits_is_left_alone() {
    let outcome = Outcome::content(vec![Content::Text("abcd".into()), image(10)]);
    assert!(cut(&outcome, 4, 10).is_none());
    assert!(cut(&Outcome::json(json!({"a": [1, 2, 3]})), 20, 0).is_none());
}

#[test]
fn text_ends_at_a_whole_character_whatever_the_bound() {
    let whole = "aé€🦀".repeat(3);
    for bound in 0..whole.len() {
        let Cut { outcome, text: shown, total, .. } =
            cut(&Outcome::text(whole.as_str()), bound, 0).unwrap();
        assert!(shown <= bound && bound - shown < 4 && total == whole.len());
        assert!(text(&outcome).starts_with(&whole[..shown]));
        let marker = format!("the first {shown} of {total} bytes of text are shown");
        assert!(text(&outcome).contains(&marker), "{outcome:?}");
    }
}

#[test]
fn nothing_is_shown_after_the_first_cut_and_errors_stay_errors() {
    let blocks = ["abc", "d€f", "g"].map(|text| Content::Text(text.into()));
    let outcome = Outcome { is_error: true, ..Outcome::content(blocks.to_vec()) };
    let cut = cut(&outcome, 5, 0).unwrap();
    assert!(text(&cut.outcome).starts_with("abcd[This"), "{cut:?}");
    assert!(cut.outcome.is_error);
    assert_eq!((cut.text, cut.shown, cut.total), (4, 4, 9));
}

#[test]
fn images_are_whole_or_left_out() {
    let outcome =
        Outcome::content(vec![image(60), image(50), image(40), Content::Text("x".into())]);
    let cut = cut(&outcome, 1, 100).unwrap();
    let images = cut.outcome.content.iter().filter(|block| matches!(block, Content::Image { .. }));
    assert_eq!(images.count(), 2);
    assert_eq!(sizes(&cut.outcome)[1], 100);
    assert!(text(&cut.outcome).contains("1 image or resource was too large"), "{cut:?}");
}

#[test]
fn a_structured_form_goes_with_its_text_and_when_it_is_too_large_by_itself() {
    let long = Outcome::json(json!("x".repeat(100)));
    assert_eq!(cut(&long, 50, 0).unwrap().outcome.structured, None);
    let hidden = Outcome { structured: Some(json!("x".repeat(1000))), ..Outcome::text("short") };
    let cut = cut(&hidden, 50, 0).unwrap();
    assert_eq!(cut.outcome.structured, None);
    assert!(text(&cut.outcome).starts_with("short[The structured form"), "{cut:?}");
}

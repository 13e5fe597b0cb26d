//! The canonical form (`docs/formats.md`) against the committed vectors.

use toolcrib::json::{Json, JsonErrorKind};

fn vectors() -> serde_json::Value {
    serde_json::from_str(include_str!("../vectors/canonical.json")).unwrap()
}

#[test]
fn every_vector_has_its_canonical_text() {
    for case in vectors()["cases"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let canonical = Json::parse(text).unwrap().root().to_canonical();
        assert_eq!(canonical, case["canonical"].as_str().unwrap(), "for {text}");
        let again = Json::parse(&canonical).unwrap().root().to_canonical();
        assert_eq!(again, canonical, "not a fixed point: {text}");
    }
}

#[test]
fn every_refused_vector_is_refused() {
    let vectors = vectors();
    let texts = vectors["errors"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
    let kinds = texts.map(|text| Json::parse(text).unwrap_err().kind());
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [
            JsonErrorKind::NumberOutOfRange,
            JsonErrorKind::NumberOutOfRange,
            JsonErrorKind::LoneSurrogate,
            JsonErrorKind::UnexpectedCharacter,
            JsonErrorKind::DuplicateName,
        ]
    );
}

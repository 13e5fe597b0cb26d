//! The stemmer against a reference implementation of English Snowball.

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};
use toolcrib::search::token::{Mode, for_each_word, stem};
use toolcrib_tests::shared;

/// Lower-case words of ASCII letters in a text.
fn add_words(text: &str, words: &mut BTreeSet<String>) {
    for_each_word(text, Mode::Query, &mut |word, _| {
        if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            words.insert(word.to_owned());
        }
    });
}

fn ours(word: &str) -> String {
    let mut bytes = word.as_bytes().to_vec();
    let len = stem(&mut bytes);
    String::from_utf8(bytes[..len].to_vec()).unwrap()
}

fn differences(words: &BTreeSet<String>) -> Vec<(String, String, String)> {
    let reference = Stemmer::create(Algorithm::English);
    let pair = |word: &String| (word.clone(), ours(word), reference.stem(word).into_owned());
    words.iter().map(pair).filter(|(_, ours, theirs)| ours != theirs).collect()
}

#[test]
fn words_of_this_project_are_stemmed_as_by_the_reference() {
    let mut words = BTreeSet::new();
    for text in [
        include_str!("../../README.md"),
        include_str!("../../ARCHITECTURE.md"),
        include_str!("../../docs/formats.md"),
        include_str!("../../docs/ranking.md"),
        include_str!("../../build-support/README.md"),
        include_str!("../../runtime/data/synonyms.txt"),
    ] {
        add_words(text, &mut words);
    }
    assert!(words.len() > 1_000);
    assert_eq!(differences(&words), []);
}

#[test]
fn words_of_real_tools_are_stemmed_as_by_the_reference() {
    let Some(folder) = shared("retrieval") else { return };
    let mut words = BTreeSet::new();
    for set in std::fs::read_dir(folder).unwrap() {
        for file in std::fs::read_dir(set.unwrap().path()).unwrap() {
            add_words(&std::fs::read_to_string(file.unwrap().path()).unwrap(), &mut words);
        }
    }
    assert!(words.len() > 20_000, "{}", words.len());
    assert_eq!(differences(&words), []);
}

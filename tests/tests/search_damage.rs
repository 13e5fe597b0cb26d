//! Damaged bytes of an index (`docs/formats.md`, "The blobs") give an error or wrong
//! hits, never a panic or an endless loop.

mod search_support;

use search_support::{Random, build, random_query, random_tool, sorted};
use toolcrib::search::{Document, Grammar, Hits, explain, index, search};

fn corpus(size: usize) -> Vec<Document<'static>> {
    let mut random = Random(4);
    sorted((0..size).map(|number| random_tool(&mut random, number)).collect())
}

fn use_it(bytes: &[u8], corpus: &[Document<'_>], random: &mut Random, hits: &mut Hits) {
    let Ok(index) = index::Index::new(bytes) else { return };
    let mut queries: Vec<String> = (0..3).map(|_| random_query(random)).collect();
    queries.extend([
        "mcp__github".into(),
        "+issue x".into(),
        corpus[0].name.into(),
        "isuse".into(),
    ]);
    for query in queries {
        search(&index, corpus, &query, 20, hits);
        for hit in hits.as_slice() {
            let _ = explain(&index, corpus, &query, hit.id);
        }
        Grammar::ClaudeCode.search(&index, corpus, &query, 5, hits);
    }
}

#[test]
fn every_changed_byte_is_survived_and_found() {
    let corpus = corpus(40);
    let bytes = build(&corpus);
    let mut random = Random(5);
    let mut hits = Hits::new();
    index::Index::new(&bytes).unwrap().verify().unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << random.below(8);
        if at % 97 == 0 {
            use_it(&damaged, &corpus, &mut random, &mut hits);
        }
        let found = index::Index::new(&damaged).map_or(true, |index| index.verify().is_err());
        assert!(found || at == 6 || at == 7, "byte {at} was changed unnoticed");
    }
}

#[test]
fn many_changed_bytes_are_survived() {
    let corpus = corpus(300);
    let bytes = build(&corpus);
    let mut random = Random(6);
    let mut hits = Hits::new();
    for _ in 0..100 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + random.below(200) {
            let at = 16 + random.below(bytes.len() - 16);
            damaged[at] = match random.below(3) {
                0 => 0xff,
                1 => 0,
                _ => random.next() as u8,
            };
        }
        use_it(&damaged, &corpus, &mut random, &mut hits);
    }
}

#[test]
fn other_bytes_are_refused() {
    use index::{FormatError, Index};
    let bytes = build(&corpus(5));
    assert_eq!(Index::new(&[]).unwrap_err(), FormatError::Length);
    assert_eq!(Index::new(&bytes[..bytes.len() - 1]).unwrap_err(), FormatError::Length);
    assert_eq!(Index::new(&[0; 200]).unwrap_err(), FormatError::Magic);
    let mut newer = bytes.clone();
    newer[4] = 99;
    let error = Index::new(&newer).unwrap_err();
    assert_eq!(error, FormatError::Version { found: 99 });
    assert!(error.to_string().contains("format 99"));
    let mut outside = bytes;
    // Where the first section begins.
    outside[56..60].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(Index::new(&outside).unwrap_err(), FormatError::Section);
}

#[test]
fn another_corpus_is_survived() {
    let (large, small) = (corpus(300), corpus(3));
    let bytes = build(&large);
    let mut hits = Hits::new();
    use_it(&bytes, &small, &mut Random(7), &mut hits);
}

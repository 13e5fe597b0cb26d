//! Searching allocates nothing, counted.

mod search_support;

use search_support::{Random, build, random_query, random_tool, sorted};
use toolcrib::search::{Corpus, Document, Grammar, Hits, Pattern, Select, index, search};

fn allocations(run: impl FnOnce()) -> u64 {
    allocation_counter::measure(run).count_total
}

#[test]
fn the_count_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8]))), 1);
}

#[test]
fn no_form_allocates() {
    let mut random = Random(1);
    let corpus = sorted((0..300).map(|number| random_tool(&mut random, number)).collect());
    let bytes = build(&corpus);
    let name = corpus[5].name;
    let mut queries: Vec<String> = (0..60).map(|_| random_query(&mut random)).collect();
    queries.extend([
        String::new(),
        "!!!".into(),
        name.into(),
        name.to_uppercase(),
        format!("select:{name},nope, {}", corpus[9].tool),
        "mcp__github".into(),
        "+issue create".into(),
        "创建页面 résumé İstanbul ｶﾀｶﾅ".into(),
        "screenshto databse".into(),
        "issue ".repeat(5_000),
        format!("{name} and {}", corpus[7].name),
    ]);
    let mut hits = Hits::new();
    let index = index::Index::new(&bytes).unwrap();
    for query in &queries {
        let count = allocations(|| search(&index, &corpus[..], query, 20, &mut hits));
        assert_eq!(count, 0, "{query}");
        let grammar = Grammar::ClaudeCode;
        let count = allocations(|| grammar.search(&index, &corpus[..], query, 20, &mut hits));
        assert_eq!(count, 0, "claude-code: {query}");
    }
    let select = format!("select:{name}");
    assert_eq!(allocations(|| assert_eq!(Select::new(&select).unwrap().count(), 1)), 0);
    assert_eq!(allocations(|| hits.mark(|id| id == 3)), 0);
    // Reading the header is all that a start costs.
    assert_eq!(allocations(|| assert!(index::Index::new(&bytes).is_ok())), 0);
}

#[test]
fn a_compiled_pattern_allocates_no_more() {
    let mut random = Random(2);
    let corpus = sorted((0..300).map(|number| random_tool(&mut random, number)).collect());
    let mut hits = Hits::new();
    for text in ["^mcp__github", "issue|repo", "(", "list.*comment", "a{99999}"] {
        let pattern = Pattern::new(text);
        pattern.warm_up(&corpus[..]);
        assert_eq!(allocations(|| pattern.search(&corpus[..], 20, &mut hits)), 0, "{text}");
    }
}

/// A view: some documents of another corpus, with an index of its own.
struct View<'a> {
    all: &'a [Document<'static>],
    ids: Vec<u32>,
}

impl Corpus for View<'_> {
    fn len(&self) -> usize {
        self.ids.len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        self.ids.get(id as usize).map(|&id| self.all[id as usize]).unwrap_or_default()
    }
}

#[test]
fn a_view_allocates_nothing_and_ranks_as_if_alone() {
    let mut random = Random(3);
    let corpus = sorted((0..300).map(|number| random_tool(&mut random, number)).collect());
    let view = View { all: &corpus, ids: (0..300).filter(|id| id % 3 != 0).collect() };
    let alone: Vec<Document<'_>> = view.ids.iter().map(|&id| corpus[id as usize]).collect();
    let ranking = toolcrib::search::Ranking::DEFAULT;
    let synonyms = toolcrib::search::Synonyms::builtin();
    let bytes = index::build(&view, &ranking, &synonyms);
    assert_eq!(bytes, index::build(&alone[..], &ranking, &synonyms));
    let index = index::Index::new(&bytes).unwrap();
    let (mut in_view, mut of_alone) = (Hits::new(), Hits::new());
    for _ in 0..60 {
        let query = random_query(&mut random);
        assert_eq!(allocations(|| search(&index, &view, &query, 10, &mut in_view)), 0);
        search(&index, &alone[..], &query, 10, &mut of_alone);
        assert_eq!(in_view.as_slice(), of_alone.as_slice(), "{query}");
    }
}

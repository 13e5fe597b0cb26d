//! The forms of a query, and cases from the field.

mod search_support;

use search_support::{build, find, hits, sorted, tool};
use toolcrib::search::{
    Document, Form, Hits, MAX_QUERY, MAX_WORDS, Ranking, SearchOutcome, Select, Synonyms, explain,
    index, search,
};

fn corpus() -> Vec<Document<'static>> {
    sorted(vec![
        tool("github", "create_issue", "Create a new issue in a GitHub repository."),
        tool("github", "list_issues", "List issues in a GitHub repository."),
        tool("github", "create_pull_request", "Open a pull request."),
        tool("github", "search_code", "Search code across repositories."),
        tool("slack", "send_message", "Send a message to a channel."),
        tool("codebase_memory", "ask", "Asks what is known."),
        tool("plugin_x", "ask_codex", "Delegates a question."),
        tool("browser", "take_screen_shot", "Captures what is visible."),
        tool("web", "HTTPServer", "Starts serving."),
        tool("web", "fetch", "Fetches a page. Parameter maxResults bounds it."),
        tool("docs", "创建页面", "创建 Notion 页面。"),
        tool("docs", "부산", "부산 날씨를 확인합니다"),
        tool("maps", "istanbul", "İstanbul'da kafe bul, café et résumé."),
        tool("", "who_am_i", "Tells the account."),
        tool("", "read_file", "Reads a file."),
    ])
}

#[test]
fn nothing_asked_finds_nothing() {
    let corpus = corpus();
    for query in ["!!!", "-", "___", "", "   ", "+", "\u{301}", "🦀"] {
        let hits = hits(&corpus, query);
        assert!(hits.as_slice().is_empty(), "{query}");
        assert_eq!(hits.outcome, SearchOutcome::NothingAsked, "{query}");
    }
    let hits = hits(&corpus, "qzxv wqjk");
    assert!(hits.as_slice().is_empty());
    assert_eq!(hits.outcome, SearchOutcome::UnknownWords);
}

#[test]
fn other_scripts_are_found() {
    let corpus = corpus();
    assert_eq!(find(&corpus, "创建页面")[0], "创建页面");
    assert_eq!(find(&corpus, "页面")[0], "创建页面");
    assert_eq!(find(&corpus, "부산 날씨")[0], "부산");
    for query in ["istanbul", "İSTANBUL", "ISTANBUL", "cafe", "CAFÉ", "cafe\u{301}", "resume"] {
        assert_eq!(find(&corpus, query)[0], "istanbul", "{query}");
    }
}

#[test]
fn raw_name_is_first() {
    let corpus = corpus();
    assert_eq!(find(&corpus, "ask_codex")[0], "ask_codex");
    for spelling in [
        "mcp__plugin_x__ask_codex",
        "ask-codex",
        "ask.codex",
        "askCodex",
        "AskCodex",
        "ASK_CODEX",
        "plugin_x.ask_codex",
        "plugin_x/ask_codex",
        "mcp__plugin-x__ask-codex",
        "ask codex",
    ] {
        assert_eq!(find(&corpus, spelling).first(), Some(&"ask_codex"), "{spelling}");
    }
}

#[test]
fn of_tools_of_one_name_the_best_are_shown() {
    let corpus = sorted(vec![
        tool("a", "fetch", "Brings what stands at an address that somebody has given."),
        tool("b", "fetch", "Fetches."),
        tool("c", "send", ""),
    ]);
    let bytes = build(&corpus);
    let index = index::Index::new(&bytes).unwrap();
    let mut hits = Hits::new();
    for (query, max, found) in [
        ("fetch", 1, &[1][..]),
        ("fetch", 2, &[1, 0]),
        // A name that is said often takes no other's place.
        (&*("mcp__a__fetch ".repeat(30) + "mcp__c__send"), 20, &[2, 0, 1]),
    ] {
        search(&index, &corpus[..], query, max, &mut hits);
        let ids: Vec<u32> = hits.as_slice().iter().map(|hit| hit.id).collect();
        assert_eq!(ids, found, "{query}");
    }
}

#[test]
fn parts_are_found() {
    let corpus = corpus();
    assert_eq!(find(&corpus, "max results")[0], "fetch");
    assert_eq!(find(&corpus, "maxResults")[0], "fetch");
    assert_eq!(find(&corpus, "codebase memory")[0], "ask");
    assert_eq!(find(&corpus, "http server")[0], "HTTPServer");
    assert_eq!(find(&corpus, "httpserver")[0], "HTTPServer");
}

#[test]
fn three_names_are_the_first_three() {
    let corpus = corpus();
    for query in [
        "mcp__github__create_issue mcp__slack__send_message mcp__browser__take_screen_shot",
        "create_issue, send_message and take_screen_shot",
    ] {
        let mut found = find(&corpus, query);
        found.truncate(3);
        found.sort_unstable();
        assert_eq!(found, ["create_issue", "send_message", "take_screen_shot"], "{query}");
    }
}

#[test]
fn words_of_a_name_that_are_stop_words() {
    assert_eq!(find(&corpus(), "who am i")[0], "who_am_i");
}

#[test]
fn many_keywords_do_not_outrank_the_name() {
    for (keywords, times) in [
        ("screenshot image capture weather forecast ", 500),
        ("Weather forecast. ", 1_100),
        ("weather forecast weather forecast\n", 600),
    ] {
        let mut corpus = corpus();
        let stuffed = Box::leak(keywords.repeat(times).into_boxed_str());
        corpus.push(tool("spam", "everything", stuffed));
        corpus.push(tool("weather", "get_forecast", "Weather."));
        let corpus = sorted(corpus);
        assert_eq!(find(&corpus, "weather forecast")[0], "get_forecast", "{keywords}");
        assert_eq!(find(&corpus, "forecast weather now")[0], "get_forecast", "{keywords}");
    }
}

#[test]
fn plurals_joins_and_splits() {
    let corpus = corpus();
    assert!(find(&corpus, "issue").contains(&"list_issues"));
    assert_eq!(find(&corpus, "screenshot")[0], "take_screen_shot");
    assert_eq!(find(&corpus, "PRs")[0], "create_pull_request");
    assert_eq!(find(&corpus, "pr")[0], "create_pull_request");
    assert!(find(&corpus, "code base").contains(&"ask"));
    let corpus = sorted(vec![tool("a", "screenshot", "Shoots."), tool("a", "other", "Shot of x.")]);
    assert_eq!(find(&corpus, "screen shot")[0], "screenshot");
}

#[test]
fn two_letters_may_have_changed_places() {
    let corpus = corpus();
    // Three of five trigrams are gone, and more.
    for (query, name) in [("fecth", "fetch"), ("cdoe", "search_code"), ("mesasges", "send_message")]
    {
        assert_eq!(find(&corpus, query)[0], name, "{query}");
    }
    // Too short to tell, and a letter more at the end of a longer word.
    assert!(find(&corpus, "aks").is_empty());
}

#[test]
fn of_any_text_a_bounded_part_is_read() {
    let corpus = corpus();
    let long = "issue ".repeat(20_000);
    let many: String = (0..10_000).map(|number| format!("w{number} ")).collect();
    for query in [&*long, &*many, "a\0b\u{1}\u{7f}", "\u{300}\u{301}\u{302}", &"語".repeat(5_000)]
    {
        let hits = hits(&corpus, query);
        assert_eq!(hits.truncated, query.len() > MAX_QUERY, "{}", &query[..6.min(query.len())]);
    }
    let words: String = (0..MAX_WORDS + 1).map(|number| format!("w{number} ")).collect();
    assert!(hits(&corpus, &words).truncated);
}

#[test]
fn broken_patterns_are_literal() {
    let corpus = corpus();
    for query in ["(", "[a-z", "a{99999}", "(a+)+$", "\\"] {
        assert!(hits(&corpus, query).as_slice().len() <= 5, "{query}");
        let pattern = format!("/{query}/");
        let found = hits(&corpus, &pattern);
        assert_eq!(found.form, Form::Pattern, "{query}");
        assert_eq!(found.literal, query != "(a+)+$", "{query}");
    }
    let found = hits(&corpus, &format!("/{}/", "a".repeat(300)));
    assert!(found.literal && found.truncated);
    assert_eq!(find(&corpus, "/^mcp__slack/"), ["send_message"]);
    assert_eq!(find(&corpus, "/CHANNEL/"), ["send_message"]);
    assert_eq!(hits(&corpus, "/nope/").outcome, SearchOutcome::NoMatch);
}

#[test]
fn a_denied_tool_changes_nothing() {
    let all = corpus();
    let allowed: Vec<Document<'_>> =
        all.iter().copied().filter(|tool| tool.tool != "create_issue").collect();
    for query in ["create issue", "github repository", "issue"] {
        let scores = |corpus: &[Document<'_>]| -> Vec<(String, u32)> {
            let named = |id: u32| corpus[id as usize].name.to_owned();
            hits(corpus, query).as_slice().iter().map(|hit| (named(hit.id), hit.score)).collect()
        };
        assert!(scores(&allowed).iter().all(|(name, _)| !name.ends_with("create_issue")));
        assert_ne!(scores(&all), scores(&allowed), "{query}: the tool itself was not in the way");
    }
}

#[test]
fn select_forgives() {
    let corpus = corpus();
    let query = "SELECT: \"mcp__slack__send_message\" , 'who_am_i',nope, MCP__GITHUB__CREATE_ISSUE,\
                 who_am_i,, `create-pull-request`,nope, also nope ";
    assert_eq!(
        find(&corpus, query),
        ["send_message", "who_am_i", "create_issue", "create_pull_request"]
    );
    let found = hits(&corpus, query);
    assert_eq!(found.form, Form::Select);
    assert_eq!(found.not_found(query).collect::<Vec<_>>(), ["nope", "also nope"]);
    assert_eq!(hits(&corpus, "select:,").outcome, SearchOutcome::NothingAsked);
    assert_eq!(hits(&corpus, "select:nope").outcome, SearchOutcome::UnknownNames);
}

#[test]
fn select_has_no_cap() {
    let names: Vec<&'static str> = (0..400)
        .map(|number| &*Box::leak(format!("tool_number_{number:03}_of_many").into_boxed_str()))
        .collect();
    let corpus: Vec<Document<'_>> = names.iter().map(|name| tool("", name, "")).collect();
    let query = format!("select:{}", names.join(","));
    assert!(query.len() > MAX_QUERY);
    let found = hits(&corpus, &query);
    assert_eq!(found.as_slice().len(), 400);
    assert!(!found.truncated);
    assert_eq!(Select::new(&query).unwrap().count(), 400);
    let more = format!("{query}{}", ",x".repeat(2_000));
    assert_eq!(Select::new(&more).unwrap().count(), 2_400);
}

#[test]
fn a_server_lists_its_tools() {
    let corpus = corpus();
    assert_eq!(
        find(&corpus, "mcp__github"),
        ["create_issue", "create_pull_request", "list_issues", "search_code"]
    );
    assert_eq!(hits(&corpus, "mcp__github__").total, Some(4));
    assert_eq!(find(&corpus, "mcp__codebase-memory"), ["ask"]);
    assert_eq!(hits(&corpus, "MCP__SLACK").form, Form::Server);
}

#[test]
fn required_words_are_in_every_hit() {
    let corpus = corpus();
    assert_eq!(find(&corpus, "+slack issue"), ["send_message"]);
    assert_eq!(find(&corpus, "issue +slack"), ["send_message"]);
    assert!(!find(&corpus, "+issues create").is_empty());
    assert_eq!(hits(&corpus, "+slack +github").outcome, SearchOutcome::RequiredMissing);
    assert_eq!(hits(&corpus, "+qzxv issue").outcome, SearchOutcome::RequiredMissing);
}

#[test]
fn hits_are_marked_and_the_number_is_clamped() {
    let corpus = corpus();
    let bytes = build(&corpus);
    let index = index::Index::new(&bytes).unwrap();
    let mut hits = Hits::new();
    search(&index, &corpus[..], "github", 0, &mut hits);
    assert_eq!(hits.as_slice().len(), 1);
    search(&index, &corpus[..], "github", 99, &mut hits);
    assert!(hits.as_slice().len() >= 4);
    let first = hits.as_slice()[0].id;
    hits.mark(|id| id == first);
    assert!(hits.as_slice()[0].loaded && !hits.as_slice()[1].loaded);
}

#[test]
fn nothing_to_search() {
    assert_eq!(hits(&[], "issue").outcome, SearchOutcome::NoTools);
}

#[test]
fn an_explanation_adds_up() {
    let corpus = corpus();
    let bytes = build(&corpus);
    let index = index::Index::new(&bytes).unwrap();
    for query in ["create issue", "repo ticket", "githb isue", "max results", "sendmessage"] {
        for hit in hits(&corpus, query).as_slice() {
            let explanation = explain(&index, &corpus[..], query, hit.id);
            let counted = explanation.matched.iter().filter(|matched| matched.counts);
            let sum: f32 =
                counted.map(|matched| matched.points).sum::<f32>() + explanation.neighbours;
            let points = sum * explanation.factor;
            assert!((points - hit.points()).abs() < 0.01, "{query}\n{explanation}");
            assert!((explanation.points - hit.points()).abs() < 0.001);
            assert!(explanation.matched.iter().all(|matched| !matched.fields.is_empty()));
        }
    }
}

#[test]
fn synonyms_can_be_changed() {
    let corpus = sorted(vec![tool("", "settle_invoice", ""), tool("", "other", "")]);
    let find = |synonyms: &Synonyms| {
        let bytes = index::build(&corpus[..], &Ranking::DEFAULT, synonyms);
        let mut hits = Hits::new();
        search(&index::Index::new(&bytes).unwrap(), &corpus[..], "bill", 5, &mut hits);
        hits.as_slice().len()
    };
    let mut synonyms = Synonyms::none();
    assert_eq!(find(&synonyms), 0);
    synonyms.add("invoice bill").unwrap();
    assert_eq!(find(&synonyms), 1);
    synonyms.remove("bill");
    assert_eq!(find(&synonyms), 0);
    assert_eq!(find(&Synonyms::builtin()), 1);
}

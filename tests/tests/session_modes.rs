//! Bridge mode, bounded promotion, routing, the prompt section, the reducer.

use serde_json::json;
use toolcrib::catalog::Digest;
use toolcrib::session::{BRIDGE_TOOL, Gate, Keywords, Mode, Promoted, PromptOptions, SEARCH_TOOL};
use toolcrib::toolbox::{ToolConfig, View};
use toolcrib::wire::{
    Anthropic, AnthropicSearch, HostedSearch, OpenAiChat, OpenAiToolSearch, Wire,
};
use toolcrib::{Session, tools};

mod desk;
use desk::{builder, call, sent, toolbox};

const CREATE: &str = "mcp__github__create_issue";
const LIST: &str = "mcp__github__list_issues";
const NOW: &str = "mcp__time__now";

#[tokio::test]
async fn the_bridge_keeps_the_request_as_it_is() {
    let mut session = toolbox().session().mode(Mode::Bridge);
    let before = session.request(&Anthropic).unwrap();
    assert_eq!(sent(&session, &Anthropic), ["add", BRIDGE_TOOL, SEARCH_TOOL]);
    let bridged =
        |name: &str, arguments| call(BRIDGE_TOOL, json!({"name": name, "arguments": arguments}));
    let early = session.call(bridged(CREATE, json!({}))).await;
    assert!(early.outcome.is_error && early.outcome.to_text().contains("select:"), "{early:?}");
    let found =
        session.call(call(SEARCH_TOOL, json!({"query": "create issue", "max_results": 1}))).await;
    let loaded = found.outcome.structured.unwrap();
    assert!(loaded["loaded"][0]["input_schema"].is_object());
    let done = session.call(bridged(CREATE, json!({"title": "x"}))).await;
    assert_eq!((done.ran, done.name.as_str()), (Some(CREATE), BRIDGE_TOOL));
    assert!(!done.outcome.is_error);
    let text = session.call(bridged("add", json!("{\"a\": 1, \"b\": 2}"))).await;
    assert_eq!(text.outcome.to_text(), "3");
    for name in [BRIDGE_TOOL, SEARCH_TOOL, "nope"] {
        let refused = session.call(bridged(name, json!({"query": "x"}))).await;
        assert!(refused.outcome.is_error && refused.ran.is_none(), "{name}");
    }
    let invalid = session.call(bridged("add", json!({"a": "x", "b": 1}))).await.outcome.to_text();
    assert!(invalid.contains("`a`"), "{invalid}");
    assert_eq!(session.request(&Anthropic).unwrap(), before);
    // The provider's own search knows no bridge: ours is an ordinary tool there.
    for wire in [&AnthropicSearch::hosted(HostedSearch::Bm25) as &dyn Wire, &OpenAiToolSearch] {
        assert_eq!(sent(&session, wire), ["add", BRIDGE_TOOL, SEARCH_TOOL]);
        let mut history =
            wire.results(&[session.call(call(SEARCH_TOOL, json!({"query": "now"}))).await]);
        let before = history.clone();
        session.prepare(wire, &mut history);
        assert_eq!(history, before);
    }
    assert!(matches!(toolbox().session().gate(BRIDGE_TOOL), Gate::Unknown));
}

#[tokio::test]
async fn the_least_recently_used_makes_room_and_that_is_told() {
    let mut session = toolbox().session().max_promoted(2);
    session.promote(CREATE);
    session.promote(NOW);
    assert!(!session.call(call(CREATE, json!({"title": "x"}))).await.outcome.is_error);
    let answer = session.call(call(SEARCH_TOOL, json!({"query": format!("select:{LIST}")}))).await;
    let told = answer.outcome.structured.unwrap();
    assert_eq!(told["put_back"], json!([NOW]));
    assert_eq!(session.promoted().names(), [CREATE, LIST]);
    assert!(matches!(session.gate(NOW), Gate::Hidden(_)));
    // A history that shows how it was found does not bring it back.
    let mut history = history_of_a_find();
    session.prepare(&Anthropic, &mut history);
    assert_eq!(session.promoted().names(), [CREATE, LIST]);
    let many =
        session.search("select:mcp__time__now,post_message,mcp__github__delete_repository", None);
    assert_eq!(many.found().len(), 2);
    assert_eq!(session.promoted().names().len(), 2);
}

fn history_of_a_find() -> Vec<serde_json::Value> {
    let mut other = toolbox().session();
    let found = pollster::block_on(
        other.call(call(SEARCH_TOOL, json!({"query": format!("select:{NOW}")}))),
    );
    let use_block = json!({"type": "tool_use", "id": "call-1", "name": SEARCH_TOOL, "input": {}});
    let mut history = vec![json!({"role": "assistant", "content": [use_block]})];
    history.extend(Anthropic.results(&[found]));
    history
}

#[test]
fn the_delta_tells_what_came_and_went() {
    let mut session = toolbox().session().max_promoted(1);
    assert_eq!(session.prompt_delta(), toolbox().session().prompt());
    assert_eq!(session.prompt_delta(), "");
    session.promote(NOW);
    assert_eq!(
        session.prompt_delta(),
        format!("<removed-deferred-tools>\n{NOW}\n</removed-deferred-tools>")
    );
    session.promote(LIST);
    assert_eq!(
        session.prompt_delta(),
        format!(
            "<added-deferred-tools>\n{NOW}\n</added-deferred-tools>\n<removed-deferred-tools>\n{LIST}\n</removed-deferred-tools>"
        )
    );
}

#[test]
fn a_long_list_is_grouped_and_every_server_gets_its_share() {
    let grouped = PromptOptions::new().group_from(0);
    let prompt = toolbox().session().prompt_options(grouped.clone()).prompt();
    let github = "<server name=\"github\" prefix=\"mcp__github__\">\ncreate_issue\ndelete_repository\nlist_issues\n</server>\n";
    let time = "<server name=\"time\" prefix=\"mcp__time__\">\nnow\n</server>\n";
    assert!(prompt.contains(&format!("post_message\n{github}{time}</available")), "{prompt}");
    let tight = toolbox().session().prompt_options(grouped.clone().budget(140)).prompt();
    assert!(tight.contains("\nnow\n") && tight.contains("post_message\n"), "{tight}");
    assert!(tight.contains("create_issue\n(2 more: search for them)"), "{tight}");
    let none = toolbox().session().prompt_options(grouped.budget(0)).prompt();
    assert!(none.contains("<server name=\"github\" tools=\"3\"/>\n"), "{none}");
    let flat = toolbox().session().prompt_options(PromptOptions::new().budget(0)).prompt();
    assert!(flat.contains("(5 more: search for them)"), "{flat}");
}

#[test]
fn instructions_of_servers_are_escaped_and_cut() {
    let options = PromptOptions::new().instructions(1_000);
    let prompt = toolbox().session().prompt_options(options).prompt();
    assert!(
        prompt.contains("<server-instructions name=\"github\">\nUse &lt;github&gt; with care."),
        "{prompt}"
    );
    let cut = toolbox().session().prompt_options(PromptOptions::new().instructions(5)).prompt();
    assert!(cut.contains("Use &lt;\n[…]\n</server-instructions>"), "{cut}");
    assert!(!toolbox().session().prompt().contains("instructions"));
}

fn routed() -> Session {
    let config: ToolConfig = serde_json::from_value(json!({"settings": [
        {"match": LIST, "keywords": ["open issues", "backlog"], "priority": 1},
        {"match": CREATE, "keywords": ["issue", "BUG report"], "priority": 9},
        {"match": NOW, "keywords": ["time"]},
    ]}))
    .unwrap();
    builder().configured(config, tools![]).build().unwrap().session()
}

#[test]
fn the_users_words_load_tools() {
    for (text, most, loaded) in [
        ("File a bug-report, please!", 3, &[CREATE][..]),
        ("How many open issues are there, by the TIME of day?", 3, &[LIST, NOW]),
        ("an issue about the backlog and the time", 2, &[CREATE, LIST]),
        ("ping them on slack", 3, &["post_message"]),
        ("sometimes reissued", 3, &[]),
        ("", 3, &[]),
    ] {
        let mut session = routed();
        assert_eq!(session.route(text, &Keywords, most), loaded, "{text}");
        assert_eq!(session.promoted().names(), loaded, "{text}");
    }
}

#[test]
fn a_selector_of_ones_own() {
    let mut session = toolbox().session();
    let mine = |_: &str, tools: &View, _: usize| -> Vec<String> {
        ["nope", "add", NOW, LIST]
            .iter()
            .map(|name| (*name).into())
            .chain(tools.entry(0).map(|e| e.name().into()))
            .collect()
    };
    assert_eq!(session.route("x", &mine, 1), [NOW]);
    assert_eq!(session.route("x", &mine, 9), [LIST]);
}

#[test]
fn a_tokenizer_of_ones_own_decides() {
    let toolbox = builder().tokenizer(|text| text.len() * 1_000).build().unwrap();
    let mode = Mode::Auto { context_window: 200_000, share: 0.1 };
    assert!(toolbox.session().mode(mode).hidden().count() > 0);
    assert_eq!(desk::toolbox().session().mode(mode).hidden().count(), 0);
    assert!(toolbox.session().cost().full > 100_000);
}

/// A small generator (xorshift), so that a failure can be run again.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

#[test]
fn the_reducer_replaces_or_unites_in_order() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..2_000 {
        let mut state: Option<Promoted> = None;
        let (mut digest, mut expected): (Option<u64>, Vec<String>) = (None, Vec::new());
        for _ in 0..random.below(6) + 1 {
            let catalog = random.below(2);
            let names: Vec<String> =
                (0..random.below(5)).map(|_| format!("t{}", random.below(6))).collect();
            let later = Promoted::new(Digest::from_bytes([catalog as u8; 32]), names.clone());
            state = Some(match state {
                Some(earlier) => earlier.merge(later),
                None => later,
            });
            if digest != Some(catalog) {
                (digest, expected) = (Some(catalog), Vec::new());
            }
            for name in names {
                if !expected.contains(&name) {
                    expected.push(name);
                }
            }
        }
        let state = state.unwrap();
        assert_eq!(state.names(), expected, "round {round}");
        assert_eq!(state.clone().merge(state.clone()), state);
        let text = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<Promoted>(&text).unwrap(), state);
    }
}

#[tokio::test]
async fn calls_of_one_reply_run_side_by_side() {
    let mut session = toolbox().session();
    let calls = (0..3).map(|n| call("add", json!({"a": n, "b": n}))).collect::<Vec<_>>();
    let started: Vec<_> = calls.into_iter().map(|call| session.start(call)).collect();
    let results = futures_util::future::join_all(started).await;
    let sums: Vec<String> = results.iter().map(|result| result.outcome.to_text()).collect();
    assert_eq!(sums, ["0", "2", "4"]);
    assert_eq!(sent(&session, &OpenAiChat).len(), 2);
}

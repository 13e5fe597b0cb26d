//! What the model reads of a server that has an alias, and what it may write.

mod aliased;
#[path = "search_support/mod.rs"]
mod search_support;

use aliased::{LONG, builder, builder_of, catalog_of, toolbox};
use search_support::{Random, random_query, random_tool, sorted};
use serde_json::{Value, json};
use toolcrib::call::{
    Admitted, Backend, BackendError, BackendFuture, Breaker, CallError, Limits, Live, ServerState,
    ToolCall,
};
use toolcrib::search::{Corpus, Document, Form, Hits, Ranking, Synonyms, index, search};
use toolcrib::session::{Mode, PromptOptions, SEARCH_TOOL};
use toolcrib::toolbox::{Permissions, Unavailable};
use toolcrib::wire::{
    Anthropic, AnthropicSearch, Gemini, OpenAiChat, OpenAiResponses, OpenAiToolSearch, Wire,
};
use toolcrib::{Session, Toolbox};

const CREATE: &str = "mcp__gh__create_issue";
const DELETE: &str = "mcp__gh__delete_repository";

fn found(toolbox: &Toolbox, query: &str) -> (Form, Vec<&'static str>) {
    let mut hits = Hits::new();
    toolbox.view().search(query, 20, &mut hits);
    let names = hits.as_slice().iter().filter_map(|hit| toolbox.view().entry(hit.id));
    (hits.form, names.map(|entry| entry.name()).collect())
}

#[test]
fn queries_name_a_server_as_the_model_knows_it() {
    // With the index of the catalog, and with one of its own.
    let rows =
        [("github", Some("gh"), "create_issue"), ("github", Some("gh"), "delete.repository")];
    for toolbox in [builder_of(&rows, &[]).build().unwrap(), toolbox()] {
        for query in ["mcp__gh", "MCP__GH"] {
            assert_eq!(found(&toolbox, query), (Form::Server, vec![CREATE, DELETE]), "{query}");
        }
        for query in
            [CREATE, "gh.create_issue", "gh/createIssue", "gh create_issue", "create_issue"]
        {
            assert_eq!(found(&toolbox, query).1[0], CREATE, "{query}");
        }
        for name in ["gh.create_issue", "mcp__gh__createIssue", "gh:create_issue"] {
            let selected = found(&toolbox, &format!("select:{name}"));
            assert_eq!(selected, (Form::Select, vec![CREATE]), "{name}");
        }
        // What the model never sees is read as words, and only as these.
        for query in ["mcp__github", "github.create_issue", "github", "github issue"] {
            let (form, names) = found(&toolbox, query);
            assert_eq!((form, names[0]), (Form::Words, CREATE), "{query}");
        }
        let select = found(&toolbox, "select:github.create_issue,mcp__github__create_issue");
        assert_eq!(select.1, [""; 0]);
        for query in ["+gh issue", "+github issue", "gh"] {
            assert_eq!(found(&toolbox, query).1[0], CREATE, "{query}");
        }
    }
    let toolbox = toolbox();
    let cut = |server: &str| found(&toolbox, &format!("select:mcp__{server}__{LONG}")).1;
    assert_eq!(cut("e_nt"), cut("e.nt"));
    assert!(cut("e_nt")[0].starts_with("mcp__e_nt__list_assigned"), "{:?}", cut("e_nt"));
    assert_eq!(cut("enterprise"), [""; 0]);
}

/// A query cannot tell such servers apart.
#[test]
fn servers_of_the_same_letters_are_one_to_a_query() {
    let rows = [("my db", None, "read"), ("my.db", None, "list"), ("other", Some("MyDB"), "write")];
    let toolbox = builder_of(&rows, &[]).build().unwrap();
    let mut hits = Hits::new();
    toolbox.view().search("mcp__my_db", 20, &mut hits);
    assert_eq!((hits.form, hits.as_slice().len(), hits.total), (Form::Server, 3, Some(3)));
}

/// Documents whose servers have an alias.
struct Aliased<'d>(&'d [Document<'d>]);

impl Corpus for Aliased<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn document(&self, id: u32) -> Document<'_> {
        self.0.document(id)
    }

    fn visible_server(&self, id: u32) -> Option<&str> {
        let own = self.document(id).server;
        if own == Some("db") { Some("orders store") } else { own }
    }
}

/// The ranking reads an alias as more words of the server's name.
#[test]
fn an_alias_is_ranked_after_the_name() {
    let mut random = Random(5);
    let tools = (0..120).map(|at| random_tool(&mut random, at)).collect();
    let tools: Vec<Document<'static>> = sorted(tools);
    let with = |document: &Document<'static>| match document.server {
        Some("db") => Document { server: Some("db orders store"), ..*document },
        _ => *document,
    };
    let spelt: Vec<Document<'_>> = tools.iter().map(with).collect();
    let aliased = Aliased(&tools);
    let bytes =
        |corpus: &dyn Corpus| index::build(&corpus, &Ranking::DEFAULT, &Synonyms::builtin());
    let (one, other) = (bytes(&aliased), bytes(&spelt.as_slice()));
    let ranked = |index: &[u8], corpus: &dyn Corpus, query: &str| {
        let mut hits = Hits::new();
        search(&index::Index::new(index).unwrap(), &corpus, query, 20, &mut hits);
        hits.as_slice().iter().map(|hit| (hit.id, hit.score)).collect::<Vec<_>>()
    };
    for _ in 0..300 {
        let query =
            format!("{} {}", random_query(&mut random), random.of(&["order", "store", "db", ""]));
        let expected = ranked(&other, &spelt.as_slice(), &query);
        assert_eq!(ranked(&one, &aliased, &query), expected, "{query}");
    }
}

fn call(name: &str, arguments: Value) -> ToolCall {
    ToolCall::new("call-1", name, arguments)
}

fn instructed(session: Session) -> Session {
    session.prompt_options(PromptOptions::new().group_from(1).instructions(100))
}

#[tokio::test]
async fn nothing_that_the_model_reads_has_the_other_name() {
    let wires: [&dyn Wire; 6] = [
        &Anthropic,
        &AnthropicSearch::default(),
        &OpenAiChat,
        &OpenAiResponses,
        &OpenAiToolSearch,
        &Gemini,
    ];
    let mut read = Vec::new();
    for mode in [Mode::On, Mode::Off, Mode::Bridge] {
        for wire in wires {
            let toolbox = builder().unavailable("github", Unavailable::Pending).build().unwrap();
            let mut session = instructed(toolbox.session().mode(mode));
            read.push(session.prompt());
            for query in ["mcp__gh", "create an issue", "zzz", "select:mcp__gh__nope"] {
                let result = session.call(call(SEARCH_TOOL, json!({"query": query}))).await;
                read.push(result.outcome.to_text());
                read.push(json!(wire.results(&[result])).to_string());
            }
            let request = session.request(wire).unwrap();
            read.push(json!(request.tools).to_string());
            read.push(request.prompt);
        }
    }
    for text in &read {
        let text = text.replace("create issue github", "").replace("\\\"mcp__github\\\"", "");
        assert!(!text.contains("github") && !text.contains("enterprise"), "{text}");
    }
    let prompt = instructed(toolbox().session()).prompt();
    for part in [
        "<server name=\"gh\" prefix=\"mcp__gh__\">\ncreate_issue\ndelete_repository\n</server>",
        "<server name=\"e.nt\" prefix=\"mcp__e_nt__\">",
        "<server-instructions name=\"gh\">",
    ] {
        assert!(prompt.contains(part), "{prompt}");
    }
}

/// A server that is not to be had.
struct Down(ServerState);

impl Backend for Down {
    fn latest(&self, _: &str) -> Result<Option<Live>, BackendError> {
        Ok(None)
    }

    fn call<'a>(&'a self, _: Admitted<'a>) -> BackendFuture<'a> {
        unreachable!("it was never listed")
    }

    fn state(&self, server: &str) -> ServerState {
        assert_eq!(server, "github", "servers are asked for by their own names");
        self.0.clone()
    }
}

fn down(state: ServerState, permissions: Permissions) -> Toolbox {
    let (catalog, live) = catalog_of(&[("github", Some("gh"), "create_issue")], &[]);
    let limits = Limits::new().breaker(Breaker::new().failures(1));
    let builder = Toolbox::builder().catalog(catalog.verify(&live).unwrap(), Down(state));
    builder.limits(limits).permissions(permissions).build().unwrap()
}

#[tokio::test]
async fn notes_and_errors_say_what_the_model_calls_the_server() {
    let note = async |toolbox: &Toolbox, query: &str| {
        let search = call(SEARCH_TOOL, json!({"query": query}));
        toolbox.session().call(search).await.outcome.to_text()
    };
    let pending = down(ServerState::Pending, Permissions::new());
    let expected = "The server `gh` is still connecting: calls of its tools wait for it.";
    assert!(note(&pending, "issue").await.contains(expected));
    let failed = down(ServerState::Failed("no route".into()), Permissions::new());
    assert!(note(&failed, "gh").await.contains("The server `gh` cannot be reached now: no route."));

    // What may not be used is not spoken of, by the same rules.
    let rules = |deny: &str| Permissions::new().deny([deny]).unwrap();
    for (deny, told) in [("mcp__gh", false), ("mcp__gh__*", false), ("mcp__github", true)] {
        let gone = Toolbox::builder().unavailable("github", Unavailable::Pending);
        let (catalog, live) = catalog_of(&[("github", Some("gh"), "create_issue")], &[]);
        let gone = gone.catalog(catalog.verify(&live).unwrap(), Down(ServerState::Ready));
        let gone = gone.permissions(rules(deny)).build().unwrap();
        assert_eq!(note(&gone, "zzz").await.contains("`gh`"), told, "{deny}");
    }

    let lost = pending.call(CREATE, "{}").await.unwrap_err();
    assert!(matches!(lost, CallError::Server(_)) && lost.is_fault(), "{lost:?}");
    let open = pending.call(CREATE, "{}").await.unwrap_err();
    assert!(matches!(open, CallError::Open { .. }), "{open:?}");
    assert!(open.to_string().starts_with("not called: server `gh` has failed"), "{open}");
}

#[test]
fn a_namespace_is_what_the_names_in_it_begin_with() {
    let mut session = toolbox().session();
    let call = |id: &str| {
        let item = json!({"type": "tool_search_call", "execution": "client", "call_id": id,
                          "arguments": {"query": "mcp__gh"}, "status": "completed"});
        json!({"output": [item]})
    };
    let calls = session.calls(&OpenAiToolSearch, &call("1"));
    let results = calls.into_iter().map(|call| pollster::block_on(session.call(call)));
    let results: Vec<_> = results.collect();
    let items = json!(OpenAiToolSearch.results(&results)).to_string();
    assert!(items.contains(r#""name":"mcp__gh""#) && items.contains("server gh."), "{items}");
}

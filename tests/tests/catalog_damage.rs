//! A catalog in its bytes (`docs/formats.md`, "The blobs"): what goes in comes out, and
//! damaged bytes give wrong answers at worst.

use toolcrib::catalog::{
    CapturedFrom, Catalog, CatalogBuilder, Encoded, LayoutError, Lock, Manifest,
};
use toolcrib::contract::Contract;
use toolcrib::search::Hits;

const LIST: &str = r#"{"instructions":"Be brief.","tools":[
    {"name":"open_drawer","description":"Opens a drawer.","inputSchema":
     {"type":"object","properties":{"drawerName":{"type":"string","description":"Which."}}}},
    {"name":"listIssues","title":"Issues","description":"列出问题","inputSchema":{}},
    {"name":"a.b","inputSchema":{},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"a name that is much too long for any model and therefore cut short by the rule","description":"","inputSchema":{}}]}"#;

const CONTRACT: &str = r#"{"id":"say","description":"Says it.","provider":"mouth","loader":"own",
    "settings":{"loud":true},"needs":{"capabilities":["voice"]},"input_schema":{"type":"object"}}"#;

fn sound() -> Encoded {
    let mut builder = CatalogBuilder::new();
    for server in ["desk", "lamp"] {
        let manifest = Manifest::parse(server, LIST).unwrap();
        let volatile = vec!["/tools/a.b/description".parse().unwrap()];
        builder.lock(Lock::new(&manifest, CapturedFrom::default(), volatile).unwrap());
    }
    builder.contract(Contract::parse(CONTRACT).unwrap());
    builder.hint("desk", "a.b", "rarely used").always("lamp", "a.b", true).encode().unwrap()
}

#[test]
fn every_text_comes_back() {
    let encoded = sound();
    let catalog = encoded.catalog().unwrap();
    let say = catalog.find("say").unwrap();
    let contract = say.contract().unwrap();
    assert_eq!((contract.loader, contract.settings), ("own", r#"{"loud":true}"#));
    assert_eq!(contract.needs, Some(r#"{"capabilities":["voice"]}"#));
    assert_eq!(say.digest(), Contract::parse(CONTRACT).unwrap().digest());
    for server in catalog.servers().filter(|server| !server.is_provider()) {
        let manifest = Manifest::parse(server.name(), LIST).unwrap();
        assert_eq!(server.tools().len(), manifest.tools().len());
        for tool in manifest.tools() {
            let found = server.tool(tool.name()).unwrap();
            assert_eq!(found.definition(), tool.definition());
            assert_eq!(found.digest(), tool.digest());
            assert_eq!(found.server().name(), server.name());
            assert_eq!(catalog.find(found.name()).unwrap().number(), found.number());
            let is =
                |server_name, tool_name| server.name() == server_name && tool.name() == tool_name;
            assert_eq!(found.search_hint(), if is("desk", "a.b") { "rarely used" } else { "" });
            assert_eq!(found.is_always(), is("lamp", "a.b"));
        }
    }
}

#[test]
fn a_raw_name_is_written_once() {
    let encoded = sound();
    assert_eq!(encoded.text().matches("open_drawer").count(), 2);
    assert_eq!(encoded.text().matches("a.b").count(), 2 + 2);
}

/// Reads all that a catalog can say.
fn read(catalog: &Catalog<'_>) {
    for server in catalog.servers().take(10) {
        let _ = (server.name(), server.instructions(), server.reported(), server.digest());
        assert!(server.volatile().take(10).count() <= 10);
        for tool in server.tools().take(10) {
            let _ = (
                tool.definition(),
                tool.contract(),
                server.tool(tool.raw_name()),
                tool.server().name(),
            );
        }
    }
    let mut hits = Hits::new();
    for tool in catalog.tools().take(10) {
        let _ = (tool.search_hint(), tool.is_always(), tool.digest(), catalog.find(tool.name()));
    }
    for query in ["open drawer", "mcp__desk", "select:a.b,listIssues", "/issue/"] {
        catalog.search(query, 20, &mut hits);
    }
}

/// The search index has its own test: only some of its bytes are changed here.
#[test]
fn every_changed_byte_is_survived() {
    let sound = sound();
    let search = sound.idx().windows(4).position(|bytes| bytes == b"TCSX").unwrap();
    for at in (0..search).chain((search..sound.idx().len()).step_by(97)) {
        for change in [0, 0xff, sound.idx()[at] ^ 1, sound.idx()[at].wrapping_add(1)] {
            let mut idx = sound.idx().to_vec();
            idx[at] = change;
            if let Ok(catalog) = Catalog::new(&idx, sound.text()) {
                read(&catalog);
            }
        }
    }
}

#[test]
fn every_cut_is_refused() {
    let sound = sound();
    for end in 0..sound.idx().len() {
        let error = Catalog::new(&sound.idx()[..end], sound.text()).unwrap_err();
        // One without a whole header is none.
        let expected = if end < 80 { LayoutError::NotACatalog } else { LayoutError::Truncated };
        assert_eq!(error, expected, "{end}");
    }
    let error = Catalog::new(sound.idx(), &sound.text()[1..]).unwrap_err();
    assert_eq!(error, LayoutError::Mismatch);
}

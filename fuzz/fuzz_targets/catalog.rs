//! A damaged catalog gives wrong answers at worst: no panic, no endless loop.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use toolcrib::catalog::{CapturedFrom, Catalog, CatalogBuilder, Encoded, Lock, Manifest};
use toolcrib::search::Hits;

fn sound() -> &'static Encoded {
    static SOUND: OnceLock<Encoded> = OnceLock::new();
    SOUND.get_or_init(|| {
        let mut builder = CatalogBuilder::new();
        for server in ["desk", "lamp"] {
            let list = r#"{"instructions":"Be brief.","tools":[
                {"name":"open_drawer","description":"Opens a drawer of the desk.","inputSchema":
                 {"type":"object","properties":{"drawerName":{"type":"string","description":"Which."}}}},
                {"name":"listIssues","title":"Issues","description":"列出问题","inputSchema":{}},
                {"name":"a.b","inputSchema":{},"outputSchema":{},"annotations":{"readOnlyHint":true}}]}"#;
            let manifest = Manifest::parse(server, list).expect("a sound listing");
            let volatile = vec!["/tools/a.b/description".parse().expect("a pointer")];
            let lock = Lock::new(&manifest, CapturedFrom::default(), volatile);
            builder.lock(lock.expect("a sound lock"));
        }
        builder.encode().expect("a sound catalog")
    })
}

fn read(catalog: &Catalog<'_>, query: &str) {
    let mut bytes = 0;
    for server in catalog.servers().take(1_000) {
        bytes += server.name().len() + server.instructions().map_or(0, str::len);
        bytes += server.volatile().take(1_000).map(str::len).sum::<usize>();
        for tool in server.tools().take(1_000) {
            bytes += tool.definition().to_canonical().len();
            let _ = server.tool(tool.raw_name());
        }
    }
    for tool in catalog.tools().take(1_000) {
        bytes += tool.server().name().len() + tool.search_hint().len();
        let _ = (tool.is_always(), tool.digest(), catalog.find(tool.name()));
    }
    let mut hits = Hits::new();
    catalog.search(query, 5, &mut hits);
    catalog.search("open drawer isues", 20, &mut hits);
    std::hint::black_box(bytes);
}

fuzz_target!(|input: (Vec<(u16, u8)>, u16, &str)| {
    let (changes, cut, query) = input;
    let sound = sound();
    let mut idx = sound.idx().to_vec();
    for (at, byte) in changes {
        let at = usize::from(at) % idx.len();
        idx[at] = byte;
    }
    if cut % 4 == 0 {
        idx.truncate(usize::from(cut) % idx.len());
    }
    if let Ok(catalog) = Catalog::new(&idx, sound.text()) {
        read(&catalog, query);
    }
});

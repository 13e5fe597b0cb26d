//! Digests, names and lock files (`docs/formats.md`) against the vectors and real
//! manifests.

use std::fs;

use serde_json::Value;
use toolcrib::catalog::{
    CapturedFrom, CatalogBuilder, Duplicates, Lock, Manifest, ManifestBuilder, Pointer,
};
use toolcrib::json::Json;
use toolcrib_tests::shared;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../vectors/digest.json")).unwrap()
}

#[test]
fn every_tool_vector_holds() {
    for case in vectors()["tools"].as_array().unwrap() {
        let list = format!(r#"{{"tools":[{}]}}"#, case["tool"]);
        let manifest = Manifest::parse("s", &list).unwrap();
        let digest = manifest.tools()[0].digest().to_hex();
        assert_eq!(digest, case["digest"].as_str().unwrap(), "{}", case["case"]);
    }
}

#[test]
fn every_server_vector_holds() {
    for case in vectors()["servers"].as_array().unwrap() {
        let manifest =
            Manifest::parse(case["server"].as_str().unwrap(), &case.to_string()).unwrap();
        assert_eq!(manifest.digest().to_hex(), case["digest"].as_str().unwrap());
    }
}

/// A lock, and a catalog of locks, keep every digest and every text.
fn assert_round_trip(manifests: &[Manifest]) {
    let mut builder = CatalogBuilder::new();
    for manifest in manifests {
        let lock = Lock::new(manifest, CapturedFrom::default(), Vec::new()).unwrap();
        let text = lock.to_text();
        let again = Lock::parse(&text).unwrap();
        assert_eq!(again, lock);
        assert_eq!(again.to_text(), text);
        builder.lock(again);
    }
    let encoded = builder.encode().unwrap();
    let catalog = encoded.catalog().unwrap();
    for manifest in manifests {
        let server = catalog.server(manifest.server()).unwrap();
        assert_eq!(server.digest(), manifest.digest());
        assert_eq!(server.instructions(), manifest.instructions());
        assert_eq!(server.tools().len(), manifest.tools().len());
        for tool in manifest.tools() {
            let found = server.tool(tool.name()).unwrap();
            assert_eq!(found.definition(), tool.definition());
            assert_eq!(found.definition().digest(), tool.digest());
            assert_eq!(found.digest(), tool.digest());
            assert_eq!(catalog.find(found.name()).unwrap().number(), found.number());
        }
    }
}

/// The pages of a recorded listing, as one manifest.
fn manifest(recorded: &str, server: &str, duplicates: Duplicates) -> Result<Manifest, String> {
    let json = Json::parse(recorded).unwrap();
    let mut builder = ManifestBuilder::new(server);
    builder.duplicates(duplicates).instructions(json.root().get("instructions"));
    for page in json.root().get("pages").unwrap().items() {
        builder.page(page).unwrap();
    }
    builder.finish().map_err(|error| error.to_string())
}

#[test]
fn real_manifests_have_their_digests() {
    let (Some(vectors), Some(folder)) = (shared("vectors/manifests.json"), shared("manifests"))
    else {
        return;
    };
    let vectors: Value = serde_json::from_str(&fs::read_to_string(vectors).unwrap()).unwrap();
    let files = vectors["files"].as_object().unwrap();
    assert!(files.len() > 100, "{} files", files.len());
    let mut current = Vec::new();
    for (file, expected) in files {
        let recorded = fs::read_to_string(folder.join(file)).unwrap();
        let server = expected["server"].as_str().unwrap();
        let Some(digest) = expected["digest"].as_str() else {
            let refused = manifest(&recorded, server, Duplicates::Refuse).unwrap_err();
            assert!(refused.contains("listed more than once"), "{refused}");
            manifest(&recorded, server, Duplicates::First).unwrap();
            continue;
        };
        let manifest = manifest(&recorded, server, Duplicates::Refuse).unwrap();
        assert_eq!(manifest.digest().to_hex(), digest, "{file}");
        assert_eq!(manifest.tools().len() as u64, expected["tools"].as_u64().unwrap(), "{file}");
        if !file.contains('@') {
            current.push(manifest);
        }
    }
    assert_round_trip(&current);
}

#[test]
fn volatile_places_are_blanked_before_hashing() {
    let list = |time: &str, default: &str| {
        format!(
            r#"{{"tools":[{{"name":"a/b","description":"now {time}","inputSchema":
               {{"properties":{{"p":{{"default":{default}}},"q":{{"enum":["x","{time}"]}}}}}}}}]}}"#
        )
    };
    let pointers = [
        "/tools/a~1b/description",
        "/tools/a~1b/inputSchema/properties/p/default",
        "/tools/a~1b/inputSchema/properties/q/enum/1",
        "/tools/gone/description",
    ];
    let pointers: Vec<Pointer> = pointers.iter().map(|pointer| pointer.parse().unwrap()).collect();
    let one = Manifest::parse("s", &list("12:00", "7")).unwrap();
    let two = Manifest::parse("s", &list("13:30", "[8]")).unwrap();
    assert_ne!(one.digest(), two.digest());
    let (one, two) = (one.blanked(&pointers).unwrap(), two.blanked(&pointers).unwrap());
    assert_eq!(one.digest(), two.digest());
    assert_eq!(
        one.tools()[0].definition().input_schema,
        r#"{"properties":{"p":{"default":null},"q":{"enum":["x",""]}}}"#
    );
    for bad in [
        "",
        "tools",
        "/tools/x",
        "/tools/x/name",
        "/tools/x/inputSchema",
        "/tools/x/description/a",
        "/a~2",
    ] {
        assert!(bad.parse::<Pointer>().is_err(), "{bad}");
    }
    let lock = Lock::new(&two, CapturedFrom::default(), pointers).unwrap();
    assert_eq!(Lock::parse(&lock.to_text()).unwrap(), lock);
}

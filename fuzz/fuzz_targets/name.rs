//! Names: a parse takes apart what it was given; assigned ones are portable and distinct.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use toolcrib::name::{ToolName, assign, is_portable, qualify};

fuzz_target!(|input: (&str, BTreeSet<(&str, &str)>)| {
    let (text, pairs) = input;
    let name = ToolName::parse(text);
    assert_eq!(name.full(), text);
    match name.server() {
        Some(server) => {
            assert_eq!(format!("mcp__{server}__{}", name.tool()), text);
            assert!(!server.contains("__") && !name.tool().is_empty());
        }
        None => assert_eq!(name.tool(), text),
    }

    let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
    let Ok(names) = assign(&pairs) else { return };
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), pairs.len());
    assert!(names.iter().all(|name| is_portable(name)));
    for (name, (server, tool)) in names.iter().zip(&pairs) {
        let plain = qualify(server, tool);
        assert!(*name == plain || name.starts_with(&plain[..plain.len().min(55)]));
    }
    let reversed: Vec<(&str, &str)> = pairs.iter().rev().copied().collect();
    let mut again = assign(&reversed).expect("the order does not matter");
    again.reverse();
    assert_eq!(again, names);
});

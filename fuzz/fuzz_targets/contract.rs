//! Any text is a contract in each notation, or faults that have places.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use toolcrib::catalog::CatalogBuilder;
use toolcrib::contract::{Contract, Template};
use toolcrib_build::parse_contract;

fuzz_target!(|text: &str| {
    if let Ok(template) = Template::parse(text) {
        assert_eq!(Template::parse(&template.to_text()).as_ref(), Ok(&template));
    }
    for name in ["a.toml", "a.yaml", "a.json"] {
        match parse_contract(Path::new(name), text) {
            Err(error) => assert!(!error.faults().is_empty()),
            Ok((contract, _)) => compiled(&contract),
        }
    }
});

fn compiled(contract: &Contract) {
    let mut builder = CatalogBuilder::new();
    let encoded = builder.contract(contract.clone()).encode().expect("a contract alone");
    let catalog = encoded.catalog().expect("a sound catalog");
    let tool = catalog.find(contract.id()).expect("its tool");
    assert_eq!(tool.digest(), contract.digest());
    assert_eq!(tool.definition(), contract.definition());
}

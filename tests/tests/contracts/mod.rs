//! Catalogs of contracts, for tests.
#![allow(dead_code, clippy::unwrap_used)]

pub(crate) mod web;

use serde_json::{Value, json};
use toolcrib::catalog::{CapturedFrom, Catalog, CatalogBuilder, Lock, Manifest};
use toolcrib::contract::Contract;

/// A contract of the provider `house` with these settings.
pub(crate) fn contract(id: &str, loader: &str, settings: Value, schema: Value) -> Value {
    json!({
        "id": id,
        "description": format!("The tool {id}."),
        "provider": "house",
        "loader": loader,
        "settings": settings,
        "input_schema": schema,
    })
}

/// A schema of required texts.
pub(crate) fn texts(names: &[&str]) -> Value {
    let properties: Value = names.iter().map(|name| (*name, json!({"type": "string"}))).collect();
    json!({"type": "object", "properties": properties, "required": names})
}

pub(crate) fn catalog(contracts: &[Value]) -> Catalog<'static> {
    catalog_with(contracts, &[])
}

/// With servers, each a name and the text of its listing.
pub(crate) fn catalog_with(contracts: &[Value], servers: &[(&str, &str)]) -> Catalog<'static> {
    let mut builder = CatalogBuilder::new();
    for contract in contracts {
        builder.contract(Contract::parse(&contract.to_string()).unwrap());
    }
    for (server, list) in servers {
        let manifest = Manifest::parse(server, list).unwrap();
        builder.lock(Lock::new(&manifest, CapturedFrom::default(), vec![]).unwrap());
    }
    Box::leak(Box::new(builder.encode().unwrap())).catalog().unwrap()
}

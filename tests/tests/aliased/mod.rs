//! A toolbox of every kind of name: plain, under an alias, cut, both, native,
//! and a contract's.

#![allow(dead_code, reason = "not every test that has this module uses all of it")]

use serde_json::json;
use toolcrib::call::{CallError, LoadFuture, Loader, Outcome, ToolCall, ToolInfo, ToolService};
use toolcrib::catalog::{CapturedFrom, Catalog, CatalogBuilder, Lock, Manifest};
use toolcrib::contract::Contract;
use toolcrib::toolbox::{Builder, Entry, Toolbox};
use toolcrib::{tool, tools};
use toolcrib_tests::FakeServers;

/// Adds two numbers.
#[tool(group = "sums")]
pub(crate) fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    a + b
}

/// Too long to be seen whole behind any server's name.
pub(crate) const LONG: &str = "list_assigned_phone_numbers_of_an_incoming_regional_account";

/// Server, alias, tool.
pub(crate) type Row<'a> = (&'a str, Option<&'a str>, &'a str);

const ROWS: [Row<'static>; 6] = [
    ("time", None, "now"),
    ("github", Some("gh"), "create_issue"),
    ("github", Some("gh"), "delete.repository"),
    ("twilio", None, LONG),
    ("enterprise", Some("e.nt"), LONG),
    ("enterprise", Some("e.nt"), "read"),
];

fn manifests(rows: &[Row<'_>]) -> Vec<Manifest> {
    let mut servers: Vec<&str> = rows.iter().map(|(server, ..)| *server).collect();
    servers.sort_unstable();
    servers.dedup();
    let manifest = |server: &str| {
        let own = rows.iter().filter(|(of, ..)| *of == server);
        let tools = own.map(|(.., name)| {
            json!({"name": name, "description": format!("What {name} does."),
                   "inputSchema": {"type": "object"}})
        });
        let tools: Vec<_> = tools.collect();
        let list = json!({"tools": tools, "instructions": "Use it with care."});
        Manifest::parse(server, &list.to_string()).unwrap()
    };
    servers.into_iter().map(manifest).collect()
}

/// What a build makes of such tools, and of contracts of the provider `house`.
pub(crate) fn catalog_of(
    rows: &[Row<'_>],
    contracts: &[&str],
) -> (Catalog<'static>, Vec<Manifest>) {
    let (mut builder, live) = (CatalogBuilder::new(), manifests(rows));
    for manifest in &live {
        builder.lock(Lock::new(manifest, CapturedFrom::default(), vec![]).unwrap());
    }
    for (server, alias, _) in rows {
        if let Some(alias) = alias {
            builder.alias(server, alias);
        }
    }
    for id in contracts {
        let contract = json!({"id": id, "description": "A contract.", "provider": "house",
                              "loader": "robot", "settings": {}, "input_schema": {"type": "object"}});
        builder.contract(Contract::parse(&contract.to_string()).unwrap());
    }
    (Box::leak(Box::new(builder.encode().unwrap())).catalog().unwrap(), live)
}

struct Robot;

impl Loader for Robot {
    fn load<'a>(&'a self, _: &'a ToolInfo) -> LoadFuture<'a> {
        let service =
            ToolService::from_fn(|_: ToolCall| async { Ok::<_, CallError>(Outcome::text("done")) });
        Box::pin(async { Ok(service) })
    }
}

pub(crate) fn builder_of(rows: &[Row<'_>], contracts: &[&str]) -> Builder {
    let (catalog, live) = catalog_of(rows, contracts);
    let verified = catalog.verify(&live).unwrap();
    Toolbox::builder().catalog(verified, FakeServers::new(live)).loader("robot", Robot)
}

pub(crate) fn builder() -> Builder {
    builder_of(&ROWS, &["lift_box"]).native(tools![add])
}

pub(crate) fn toolbox() -> Toolbox {
    builder().build().unwrap()
}

/// The tool of that server and own name.
pub(crate) fn entry<'t>(toolbox: &'t Toolbox, server: &str, raw_name: &str) -> &'t Entry {
    let is_it = |entry: &&Entry| {
        entry.raw_name() == raw_name && entry.server_name().unwrap_or("") == server
    };
    toolbox.view().entries().iter().find(is_it).unwrap()
}

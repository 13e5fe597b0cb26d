//! A session whose tools are described in files.

mod harbour;

use std::error::Error;

use serde_json::json;
use toolcrib::call::ToolCall;
use toolcrib::session::SEARCH_TOOL;
use toolcrib::{Catalog, Toolbox, tool, tools};

static CATALOG: Catalog = toolcrib::include_catalog!();

mod catalog {
    toolcrib::include_names!();
}

/// Converts metres to feet.
#[tool]
fn metres_to_feet(
    /// The length in metres.
    metres: f64,
) -> f64 {
    metres / 0.3048
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    harbour::open().await?;
    let functions = tools![metres_to_feet];
    let toolbox = Toolbox::builder().contracts(&CATALOG)?.functions(functions).build()?;
    // What a tool needs is looked at before its first call, or here.
    for missing in toolbox.warm_up(&[]).await.err().into_iter().flatten() {
        println!("warning: {missing}");
    }

    let mut session = toolbox.session();
    for (query, name, arguments) in [
        ("explain a borrow checker error", catalog::rust::EXPLAIN_ERROR, json!({"code": "E0502"})),
        (
            "when is high water",
            catalog::harbour::GET_TIDES,
            json!({"port": "Cork/../x", "days": 2}),
        ),
        ("metres in feet", catalog::units::CONVERT_LENGTH, json!({"metres": 100})),
        // Refused before anything runs: it would be an option of the program.
        ("", catalog::rust::EXPLAIN_ERROR, json!({"code": "--version"})),
    ] {
        if !query.is_empty() {
            let search = ToolCall::new("search", SEARCH_TOOL, json!({"query": query}));
            let found = session.call(search).await.search.map_or(0, |found| found.tools.len());
            println!("\n{query}? {found} found");
        }
        println!("{name}({arguments})");
        let outcome = session.call(ToolCall::new("call", name, arguments)).await.outcome;
        outcome.to_text().lines().take(4).for_each(|line| println!("  {line}"));
    }
    Ok(())
}

//! How often a call takes from the heap, beside decoding and calling by hand.

mod subjects;

use allocation_counter::measure;
use subjects::{
    ARGUMENTS, as_tool, by_hand, def, layered, model_call, post, post_async, run_session, run_tool,
    run_toolbox, toolbox,
};
use toolcrib::Contexts;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let contexts = Contexts::new();
    let (sync, wait) = (def::<post>().ok_or("no tool")?, def::<post_async>().ok_or("no tool")?);
    if as_tool(sync, &contexts, ARGUMENTS) != by_hand(ARGUMENTS) {
        return Err("the tool does not answer what the function answers".into());
    }
    let (plain, wrapped) = (toolbox()?, layered()?);
    let (mut session, mut in_layers) = (plain.session(), wrapped.session());
    println!("\nallocations of a call");
    row("by hand", || !by_hand(ARGUMENTS).is_empty());
    row("ToolDef::call", || run_tool(sync, &contexts, ARGUMENTS));
    row("ToolDef::call, async", || run_tool(wait, &contexts, ARGUMENTS));
    row("Toolbox::call", || run_toolbox(&plain, "post", ARGUMENTS));
    row("Toolbox::call, async", || run_toolbox(&plain, "post_async", ARGUMENTS));
    for (name, tool) in [("Session::call", "post"), ("Session::call, async", "post_async")] {
        let mut call = Some(model_call(tool));
        row(name, || call.take().is_none_or(|call| run_session(&mut session, call)));
    }
    let mut calls = vec![model_call("post"), model_call("post")];
    row("  the first, with a custom layer", || {
        calls.pop().is_none_or(|call| run_session(&mut in_layers, call))
    });
    row("  the second", || calls.pop().is_none_or(|call| run_session(&mut in_layers, call)));
    Ok(())
}

fn row(name: &str, mut call: impl FnMut() -> bool) {
    let counted = measure(|| {
        call();
    });
    println!("{name:40}{:4}", counted.count_total);
}

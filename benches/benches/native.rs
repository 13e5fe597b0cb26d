//! A call of a native tool beside decoding and calling by hand, with the
//! number of allocations of each: `cargo bench -p toolcrib-benches --bench native`.

#[path = "../src/native/subjects.rs"]
mod subjects;

use divan::{AllocProfiler, Bencher, black_box};
use subjects::{
    ARGUMENTS, as_tool, by_hand, def, layered, model_call, post, post_async, run_session, run_tool,
    run_toolbox, toolbox,
};
use toolcrib::{Contexts, ToolSet};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench]
fn hand() -> String {
    by_hand(black_box(ARGUMENTS))
}

#[divan::bench(types = [post, post_async])]
fn tool<S: ToolSet>(bencher: Bencher<'_, '_>) {
    let contexts = Contexts::new();
    let Some(def) = def::<S>() else { return };
    assert_eq!(as_tool(def, &contexts, ARGUMENTS), by_hand(ARGUMENTS));
    bencher.bench_local(|| run_tool(def, &contexts, black_box(ARGUMENTS)));
}

const NAMES: [&str; 2] = ["post", "post_async"];

#[divan::bench(args = NAMES)]
fn through_toolbox(bencher: Bencher<'_, '_>, name: &str) {
    let Ok(toolbox) = toolbox() else { return };
    assert!(run_toolbox(&toolbox, name, ARGUMENTS));
    bencher.bench_local(|| run_toolbox(&toolbox, name, black_box(ARGUMENTS)));
}

#[divan::bench(args = NAMES)]
fn through_session(bencher: Bencher<'_, '_>, name: &str) {
    let Ok(toolbox) = toolbox() else { return };
    let mut session = toolbox.session();
    bencher
        .with_inputs(|| model_call(name))
        .bench_local_values(|call| run_session(&mut session, call));
}

#[divan::bench(args = NAMES)]
fn through_a_layer(bencher: Bencher<'_, '_>, name: &str) {
    let Ok(toolbox) = layered() else { return };
    let mut session = toolbox.session();
    bencher
        .with_inputs(|| model_call(name))
        .bench_local_values(|call| run_session(&mut session, call));
}

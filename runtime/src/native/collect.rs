//! Tools that announce themselves (feature `collect`).
//!
//! `#[tool]` then also submits its tools to a list that is put together before
//! `main`, by the [`inventory`] crate: it runs on Linux, macOS, Windows and
//! WebAssembly, where the alternative, a list laid out by the linker, is not
//! to be had on all four.
//!
//! What can get lost, and how it is kept:
//!
//! - A crate that the program never names is not linked at all, and its tools
//!   are not there. Name it: `use my_tools as _;`.
//! - Tools in an `impl` block of a generic type are not collected: no static
//!   can stand for all its instances. Name those with [`tools!`](crate::tools).
//! - On `wasm32-unknown-unknown` the host has to run the module's constructors
//!   first (`__wasm_call_ctors`); wasm-bindgen and WASI command modules do.
//!
//! `tools!` has none of these conditions; it is the way to begin with.

use super::def::ToolDef;
use super::registry::{DuplicateTools, Tools};

/// One announcement.
#[doc(hidden)]
pub struct Submitted(pub &'static [&'static ToolDef]);

inventory::collect!(Submitted);

/// All tools of the program that announced themselves, sorted by name.
///
/// # Errors
/// Tools of one name: every such name, with the place of each.
pub fn collect() -> Result<Tools, DuplicateTools> {
    let submitted = inventory::iter::<Submitted>();
    let tools: Tools = submitted.flat_map(|one| one.0.iter().copied()).collect();
    let tools = tools.sorted();
    tools.check()?;
    Ok(tools)
}

#[doc(hidden)]
#[macro_export]
macro_rules! __toolcrib_submit {
    ($tools:expr) => {
        $crate::__private0::inventory::submit! {
            $crate::__private0::Submitted($tools)
        }
    };
}

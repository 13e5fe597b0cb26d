//! Tools that register themselves (feature `collect`).
//!
//! `#[tool]` then also submits its tools to a list that the [`inventory`] crate builds
//! before `main`. That works on Linux, macOS, Windows and WebAssembly; a list laid out by
//! the linker would not work on all four.
//!
//! What can get lost, and how to keep it:
//!
//! - A crate that the program never names is not linked, and its tools are missing. Name
//!   it: `use my_tools as _;`.
//! - Tools in an `impl` block of a generic type are not collected, because no static can
//!   represent all its instances. List those with [`tools!`](crate::tools).
//! - On `wasm32-unknown-unknown`, the host must run the module's constructors first
//!   (`__wasm_call_ctors`); wasm-bindgen and WASI command modules do.
//!
//! `tools!` has none of these conditions; start with it.

use super::def::ToolDef;
use super::registry::{DuplicateTools, Tools};

/// One registration.
#[doc(hidden)]
pub struct Submitted(pub &'static [&'static ToolDef]);

inventory::collect!(Submitted);

/// All tools that registered themselves, sorted by name.
///
/// # Errors
/// Several tools have the same name. The error lists every such name, with the location
/// of each tool.
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

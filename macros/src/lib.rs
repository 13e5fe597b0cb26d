//! The `#[tool]` attribute of toolcrib. Use it through the `toolcrib` crate, which re-exports it.

mod ast;
mod attr;
mod check;
mod ctxt;
mod expand;
mod parse;
mod suggest;

use proc_macro::TokenStream;

/// Makes a function a tool.
#[proc_macro_attribute]
pub fn tool(attr: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(attr.into(), item.into()).into()
}

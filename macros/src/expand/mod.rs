//! Generates the code of a tool.

mod block;
mod call;
mod function;
mod parts;
mod paths;
mod table;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

use crate::parse::Item;

/// The whole expansion.
pub(crate) fn expand(attr: TokenStream, item: TokenStream) -> TokenStream {
    match syn::parse2(item.clone()) {
        Ok(Item::Function(function)) => function::expand(attr, *function),
        Ok(Item::Impl(block)) => block::expand(attr, *block),
        Err(error) => {
            let error = error.into_compile_error();
            quote!(#error #item)
        }
    }
}

//! What the table and the call of a tool share.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::paths::{Paths, at};
use crate::ast::{DecodedType, Tool};

/// The place of the function.
pub(super) enum Owner {
    /// In a module or a function.
    Module,
    /// In an `impl` block; `generic` if that has parameters.
    Block { generic: bool },
}

pub(super) fn suffixed(prefix: &str, tool: &Tool) -> Ident {
    format_ident!("{prefix}_{}", crate::parse::plain(&tool.ident))
}

/// The type into which an argument is decoded.
pub(super) fn decoded(paths: &Paths, ty: &DecodedType) -> TokenStream {
    let Paths { private, .. } = paths;
    match ty {
        DecodedType::Own(ty) => quote!(#ty),
        DecodedType::Text(span) => {
            let private = paths.private_at(*span);
            quote_spanned!(at(*span)=> #private::String)
        }
        DecodedType::List(ty) => {
            let private = paths.private_at(ty.span());
            quote_spanned!(at(ty.span())=> #private::Vec<#ty>)
        }
        DecodedType::Optional(inner) => {
            let inner = decoded(paths, inner);
            quote!(#private::Option<#inner>)
        }
    }
}

/// The function with the value of an absent argument.
pub(super) fn default_ident(tool: &Tool, index: usize) -> Ident {
    suffixed(&format!("__TOOLCRIB_DEFAULT{index}"), tool)
}

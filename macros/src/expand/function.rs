//! Expands a free function.

use proc_macro2::TokenStream;
use quote::quote;

use super::parts::Owner;
use super::paths::{Paths, handle, user_function};
use super::table;
use crate::ast::{self, Tool};
use crate::attr::ToolAttr;
use crate::check;
use crate::ctxt::Ctxt;
use crate::parse::Function;

pub(super) fn expand(attr: TokenStream, function: Function) -> TokenStream {
    let cx = Ctxt::new();
    let attr = ToolAttr::read(&cx, attr);
    let paths = Paths::new(attr.krate.get());
    let tool = Tool::read(&cx, attr, &function);
    check::check(&cx, &tool, &function.sig);
    refuse_receiver(&cx, &function);
    let user = user_function(&function);
    match cx.finish() {
        None => {
            let generated = generated(&paths, &tool, &function);
            quote!(#user #generated)
        }
        Some(errors) if function.sig.receiver().is_some() => quote!(#errors #user),
        Some(errors) => {
            let empty = empty(&paths, &tool, &function);
            quote!(#errors #user #empty)
        }
    }
}

fn refuse_receiver(cx: &Ctxt, function: &Function) {
    if let Some(receiver) = function.sig.receiver() {
        cx.error(
            receiver,
            "a method is a tool only in an `impl` block with `#[tool]`: put it there too",
        );
    }
}

fn handle_of(tool: &Tool) -> syn::Ident {
    tool.attr.handle.get().unwrap_or(&tool.ident).clone()
}

fn generated(paths: &Paths, tool: &Tool, function: &Function) -> TokenStream {
    let (krate, private) = (&paths.krate, &paths.private);
    let (ident, cfgs) = (handle_of(tool), &tool.cfgs);
    let handle = handle(cfgs, &function.vis, &ident);
    let members = table::members(paths, tool, &Owner::Module);
    let def = table::def_ident(tool);
    let items = quote! {
        impl #ident {
            #members
        }
        impl #krate::ToolSet for #ident {
            const TOOLS: &'static [&'static #krate::ToolDef] = &[&Self::#def];
        }
        #private::submit!(<#ident as #krate::ToolSet>::TOOLS);
    };
    let block = paths.block(cfgs, &items);
    quote!(#handle #block)
}

/// An empty tool, so that `tools!` does not report another error.
fn empty(paths: &Paths, tool: &Tool, function: &Function) -> TokenStream {
    let (krate, ident, cfgs) = (&paths.krate, handle_of(tool), ast::cfgs(&function.attrs));
    let handle = handle(&cfgs, &function.vis, &ident);
    let items = quote! {
        impl #krate::ToolSet for #ident {
            const TOOLS: &'static [&'static #krate::ToolDef] = &[];
        }
    };
    let block = paths.block(&cfgs, &items);
    quote!(#handle #block)
}

//! Expands an `impl` block.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Meta, Visibility};

use super::parts::Owner;
use super::paths::{Paths, handle, user_function};
use super::table;
use crate::ast::Tool;
use crate::attr::{ImplAttr, ToolAttr};
use crate::check;
use crate::ctxt::Ctxt;
use crate::parse::{Function, ImplBlock, Member};

pub(super) fn expand(attr: TokenStream, mut block: ImplBlock) -> TokenStream {
    let cx = Ctxt::new();
    let attr = ImplAttr::read(&cx, attr);
    let paths = Paths::new(attr.krate.get());
    check_block(&cx, &block, &attr);
    let tools = read_tools(&cx, &attr, &mut block);
    if tools.is_empty() && block.of_trait.is_none() {
        cx.error(
            block.impl_token,
            "no method of this block is a tool: put `#[tool]` on at least one",
        );
    }
    let user = user_block(&block);
    match cx.finish() {
        None => {
            let generated = generated(&paths, &attr, &block, &tools);
            quote!(#user #generated)
        }
        Some(errors) => {
            let named = attr.handle.get().is_some() && is_generic(&block);
            let empty = (!named).then(|| set(&paths, &attr, &block, &TokenStream::new()));
            quote!(#errors #user #empty)
        }
    }
}

fn check_block(cx: &Ctxt, block: &ImplBlock, attr: &ImplAttr) {
    if let Some((_, token)) = &block.of_trait {
        cx.error(token, "`#[tool]` goes on an `impl` block of a type, not of a trait");
    }
    if let (Some(handle), true) = (attr.handle.get(), is_generic(block)) {
        cx.error(handle, "a generic type cannot have a `handle`: name the type itself in `tools!`");
    }
}

fn is_generic(block: &ImplBlock) -> bool {
    !block.generics.params.is_empty()
}

/// Reads the tools, and removes `#[tool]` from their methods.
fn read_tools(cx: &Ctxt, outer: &ImplAttr, block: &mut ImplBlock) -> Vec<Tool> {
    let functions = block.members.iter_mut().filter_map(|member| match member {
        Member::Function(function) => Some(function),
        Member::Other(_) => None,
    });
    functions.filter_map(|function| read_tool(cx, outer, function)).collect()
}

fn read_tool(cx: &Ctxt, outer: &ImplAttr, function: &mut Function) -> Option<Tool> {
    let at = function.attrs.iter().position(is_tool)?;
    let attr = function.attrs.remove(at);
    if let Some(second) = function.attrs.iter().find(|attr| is_tool(attr)) {
        cx.error(second, "`#[tool]` is given twice");
    }
    function.attrs.retain(|attr| !is_tool(attr));
    let tokens = match attr.meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    let mut attr = ToolAttr::read(cx, tokens);
    refuse_outer_keys(cx, &attr);
    inherit(&mut attr, outer);
    let tool = Tool::read(cx, attr, function);
    check::check(cx, &tool, &function.sig);
    Some(tool)
}

/// `tool`, or a path that ends with it, such as `toolcrib::tool`.
fn is_tool(attr: &Attribute) -> bool {
    let path = attr.path();
    path.is_ident("tool")
        || (path.segments.len() == 2
            && path.segments.last().is_some_and(|last| last.ident == "tool"))
}

fn refuse_outer_keys(cx: &Ctxt, attr: &ToolAttr) {
    for (key, span) in [("handle", attr.handle.span()), ("crate", attr.krate.span())] {
        if let Some(span) = span {
            cx.error_at(
                span,
                format!("`{key}` belongs on the `impl` block: write `#[tool({key} = …)]` there"),
            );
        }
    }
}

/// The keys of the block apply to methods without their own.
fn inherit(attr: &mut ToolAttr, outer: &ImplAttr) {
    attr.group.inherit(&outer.group);
    attr.requires.inherit(&outer.requires);
}

/// The generics of the block, with the bounds that a static table needs.
fn generics(paths: &Paths, block: &ImplBlock) -> syn::Generics {
    let mut generics = block.generics.clone();
    if is_generic(block) {
        let (private, self_ty) = (&paths.private, &block.self_ty);
        let bound = syn::parse_quote!(#self_ty: #private::Send + #private::Sync + 'static);
        generics.make_where_clause().predicates.push(bound);
    }
    generics
}

fn user_block(block: &ImplBlock) -> TokenStream {
    let ImplBlock { attrs, generics, self_ty, members, of_trait, .. } = block;
    let (params, _, condition) = generics.split_for_impl();
    let members = members.iter().map(|member| match member {
        Member::Function(function) => user_function(function),
        Member::Other(tokens) => tokens.clone(),
    });
    let of_trait = of_trait.as_ref().map(|(name, token)| quote!(#name #token));
    quote!(#(#attrs)* impl #params #of_trait #self_ty #condition { #(#members)* })
}

fn generated(paths: &Paths, attr: &ImplAttr, block: &ImplBlock, tools: &[Tool]) -> TokenStream {
    let owner = Owner::Block { generic: is_generic(block) };
    let generics = generics(paths, block);
    let (params, _, condition) = generics.split_for_impl();
    let self_ty = &block.self_ty;
    let members = tools.iter().map(|tool| table::members(paths, tool, &owner));
    let rows = tools.iter().map(|tool| {
        let (cfgs, def) = (&tool.cfgs, table::def_ident(tool));
        quote!(#(#cfgs)* &<#self_ty>::#def)
    });
    let set = set(paths, attr, block, &quote!(#(#rows),*));
    let cfgs = crate::ast::cfgs(&block.attrs);
    let items = quote!(impl #params #self_ty #condition { #(#members)* });
    let block = paths.block(&cfgs, &items);
    quote!(#block #set)
}

/// The list, for the type itself or for the handle.
fn set(paths: &Paths, attr: &ImplAttr, block: &ImplBlock, rows: &TokenStream) -> TokenStream {
    let Paths { krate, private, .. } = paths;
    let generics = generics(paths, block);
    let (params, _, condition) = generics.split_for_impl();
    let cfgs = crate::ast::cfgs(&block.attrs);
    let handle = attr
        .handle
        .get()
        .map(|ident| handle(&cfgs, &Visibility::Public(Default::default()), ident));
    let holder = attr
        .handle
        .get()
        .map_or_else(|| block.self_ty.to_token_stream(), ToTokens::to_token_stream);
    let submit = (!is_generic(block))
        .then(|| quote!(#private::submit!(<#holder as #krate::ToolSet>::TOOLS);));
    let items = quote! {
        impl #params #krate::ToolSet for #holder #condition {
            const TOOLS: &'static [&'static #krate::ToolDef] = &[#rows];
        }
        #submit
    };
    let block = paths.block(&cfgs, &items);
    quote!(#handle #block)
}

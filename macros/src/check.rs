//! Rules that concern more than one part of a tool.

use std::collections::HashSet;

use quote::ToTokens;
use syn::{GenericParam, Signature};

use crate::ast::{Arg, Param, Tool};
use crate::ctxt::Ctxt;

/// All rules for one tool.
pub(crate) fn check(cx: &Ctxt, tool: &Tool, sig: &Signature) {
    check_name(cx, tool);
    check_description(cx, tool);
    check_exposure(cx, tool);
    check_effects(cx, tool);
    check_signature(cx, sig);
    check_output(cx, sig);
    check_flatten(cx, tool);
    tool.args().for_each(|arg| check_arg(cx, arg));
    check_arg_names(cx, tool);
}

/// What providers accept as the name of a tool.
fn check_name(cx: &Ctxt, tool: &Tool) {
    let Some(problem) = name_problem(&tool.name, is_name_char, "`a-z`, `A-Z`, `0-9`, `_` and `-`")
    else {
        return;
    };
    match tool.attr.name.get() {
        Some(literal) => cx.error(literal, problem),
        None => cx.error(&tool.ident, format!("{problem}: write `#[tool(name = \"…\")]`")),
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

fn name_problem(name: &str, legal: fn(char) -> bool, allowed: &str) -> Option<String> {
    let length = name.chars().count();
    if let Some(wrong) = name.chars().find(|&c| !legal(c)) {
        return Some(format!("`{}` cannot be in a name: only {allowed} can", wrong.escape_debug()));
    }
    match length {
        0 => Some("a name cannot be empty".into()),
        1..=64 => None,
        _ => Some(format!("this name has {length} characters, and 64 are the limit")),
    }
}

/// The model chooses by description.
fn check_description(cx: &Ctxt, tool: &Tool) {
    if let Some(text) = tool.attr.description.get() {
        if matches!(text, syn::Expr::Lit(lit) if is_blank(&lit.lit)) {
            cx.error(text, "a description cannot be empty");
        }
    } else if tool.docs.is_empty() {
        let ident = &tool.ident;
        cx.error(
            ident,
            format!("the model cannot know what `{ident}` is for: write a doc comment, or `description = \"…\"`"),
        );
    }
}

fn is_blank(lit: &syn::Lit) -> bool {
    matches!(lit, syn::Lit::Str(text) if text.value().trim().is_empty())
}

/// A tool is deferred or always there, not both.
fn check_exposure(cx: &Ctxt, tool: &Tool) {
    if let (Some(_), Some(always)) = (tool.attr.defer.span(), tool.attr.always.span()) {
        cx.error_at(always, "`always` contradicts `defer`: remove one of them");
    }
}

/// What changes nothing destroys nothing.
fn check_effects(cx: &Ctxt, tool: &Tool) {
    let attr = &tool.attr;
    let (Some(true), Some(true)) = (attr.read_only.get(), attr.destructive.get()) else { return };
    if let Some(span) = attr.destructive.span() {
        cx.error_at(span, "`destructive` contradicts `read_only`: remove one of them");
    }
}

/// Nobody is there to choose type parameters, and nobody to promise safety.
fn check_signature(cx: &Ctxt, sig: &Signature) {
    for param in &sig.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            cx.error(param, "a tool cannot be generic: the model sends JSON, so write the type");
        }
    }
    if let syn::Safety::Unsafe(token) = sig.safety {
        cx.error(
            token,
            "a model cannot promise what `unsafe` asks for: wrap it in a safe function",
        );
    }
    if let Some(variadic) = &sig.variadic {
        cx.error(variadic, "a tool cannot be variadic: take `Vec<T>`");
    }
}

/// The type of the result has to be known.
fn check_output(cx: &Ctxt, sig: &Signature) {
    let syn::ReturnType::Type(_, ty) = &sig.output else { return };
    if matches!(**ty, syn::Type::ImplTrait(_)) {
        cx.error(
            ty,
            "the type of the result has to be written out; for a future, write `async fn`",
        );
    }
}

/// One struct stands for all arguments, or each argument stands for itself.
fn check_flatten(cx: &Ctxt, tool: &Tool) {
    let Some(first) = tool.flattened() else { return };
    let structs = tool.params.iter().filter(|p| matches!(p, Param::Flatten(_))).count();
    if structs > 1 || tool.args().next().is_some() {
        cx.error(first, "with `flatten` this is the only argument: move the others into it");
    }
}

fn check_arg(cx: &Ctxt, arg: &Arg) {
    let legal = |c| is_name_char(c) || c == '.';
    let allowed = "`a-z`, `A-Z`, `0-9`, `_`, `-` and `.`";
    if let Some(problem) = name_problem(&arg.name, legal, allowed) {
        match arg.attr.rename.get() {
            Some(literal) => cx.error(literal, problem),
            None => cx.error(&arg.ident, format!("{problem}: write `#[arg(rename = \"…\")]`")),
        }
    }
}

/// An object has each member once.
fn check_arg_names(cx: &Ctxt, tool: &Tool) {
    let mut seen = HashSet::new();
    for arg in tool.args() {
        if !seen.insert(&arg.name) {
            let at = arg
                .attr
                .rename
                .get()
                .map_or(arg.ident.to_token_stream(), ToTokens::to_token_stream);
            cx.error(at, format!("two arguments are named `{}`", arg.name));
        }
    }
}

//! Rules for a tool as a whole.

use std::collections::HashSet;

use quote::ToTokens;
use syn::{GenericParam, Signature};

use crate::ast::{Arg, Param, Tool};
use crate::ctxt::Ctxt;

/// Checks one tool against all rules.
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

/// The name must be one that model providers accept.
fn check_name(cx: &Ctxt, tool: &Tool) {
    let Some(message) = name_error(&tool.name, is_name_char, "`a-z`, `A-Z`, `0-9`, `_` and `-`")
    else {
        return;
    };
    match tool.attr.name.get() {
        Some(literal) => cx.error(literal, message),
        None => cx.error(&tool.ident, format!("{message}: write `#[tool(name = \"…\")]`")),
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

fn name_error(name: &str, legal: fn(char) -> bool, allowed: &str) -> Option<String> {
    let length = name.chars().count();
    if let Some(c) = name.chars().find(|&c| !legal(c)) {
        return Some(format!("a name cannot contain `{}`, only {allowed}", c.escape_debug()));
    }
    match length {
        0 => Some("a name cannot be empty".into()),
        1..=64 => None,
        _ => Some(format!("this name has {length} characters; the limit is 64")),
    }
}

/// The model chooses tools by their description.
fn check_description(cx: &Ctxt, tool: &Tool) {
    if let Some(text) = tool.attr.description.get() {
        if matches!(text, syn::Expr::Lit(lit) if is_blank(&lit.lit)) {
            cx.error(text, "a description cannot be empty");
        }
    } else if tool.docs.is_empty() {
        let ident = &tool.ident;
        cx.error(
            ident,
            format!("`{ident}` has no description for the model: write a doc comment or `description = \"…\"`"),
        );
    }
}

fn is_blank(lit: &syn::Lit) -> bool {
    matches!(lit, syn::Lit::Str(text) if text.value().trim().is_empty())
}

/// A tool cannot be both deferred and always sent.
fn check_exposure(cx: &Ctxt, tool: &Tool) {
    if let (Some(_), Some(always)) = (tool.attr.defer.span(), tool.attr.always.span()) {
        cx.error_at(always, "`always` contradicts `defer`: remove one of them");
    }
}

/// A read-only tool cannot be destructive.
fn check_effects(cx: &Ctxt, tool: &Tool) {
    let attr = &tool.attr;
    let (Some(true), Some(true)) = (attr.read_only.get(), attr.destructive.get()) else { return };
    if let Some(span) = attr.destructive.span() {
        cx.error_at(span, "`destructive` contradicts `read_only`: remove one of them");
    }
}

/// A model cannot choose type parameters or guarantee safety.
fn check_signature(cx: &Ctxt, sig: &Signature) {
    for param in &sig.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            cx.error(param, "a tool cannot be generic: use a concrete type");
        }
    }
    if let syn::Safety::Unsafe(token) = sig.safety {
        cx.error(token, "a tool cannot be `unsafe`: wrap it in a safe function");
    }
    if let Some(variadic) = &sig.variadic {
        cx.error(variadic, "a tool cannot be variadic: take `Vec<T>`");
    }
}

/// The output schema needs the type of the result.
fn check_output(cx: &Ctxt, sig: &Signature) {
    let syn::ReturnType::Type(_, ty) = &sig.output else { return };
    if matches!(**ty, syn::Type::ImplTrait(_)) {
        cx.error(
            ty,
            "a tool cannot return `impl Trait`: write the type, or use `async fn` for a future",
        );
    }
}

/// A struct with all arguments cannot be mixed with other arguments.
fn check_flatten(cx: &Ctxt, tool: &Tool) {
    let Some(first) = tool.flattened() else { return };
    let structs = tool.params.iter().filter(|p| matches!(p, Param::Flatten(_))).count();
    if structs > 1 || tool.args().next().is_some() {
        cx.error(first, "an argument with `flatten` must be the only one: move the others into it");
    }
}

fn check_arg(cx: &Ctxt, arg: &Arg) {
    let legal = |c| is_name_char(c) || c == '.';
    let allowed = "`a-z`, `A-Z`, `0-9`, `_`, `-` and `.`";
    if let Some(message) = name_error(&arg.name, legal, allowed) {
        match arg.attr.rename.get() {
            Some(literal) => cx.error(literal, message),
            None => cx.error(&arg.ident, format!("{message}: write `#[arg(rename = \"…\")]`")),
        }
    }
}

/// Each member of a JSON object has its own name.
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

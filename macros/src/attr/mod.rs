//! Reads attributes: `key` and `key = value`, separated by commas. The grammar is
//! in the documentation of the attribute.

mod arg;
mod doc;
mod keys;
mod tool;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Lit, LitStr, Token};

use crate::ctxt::Ctxt;
use crate::suggest::nearest;

pub(crate) use arg::{ArgAttr, DefaultValue, Number, Range, is_context_marker, is_helper};
pub(crate) use doc::Docs;
pub(crate) use keys::Once;
pub(crate) use tool::{ImplAttr, ToolAttr};

/// One `key` or `key = value`.
struct Entry {
    key: Ident,
    value: Option<Expr>,
}

/// All valid entries. After an error, reading continues at the next comma.
fn entries(cx: &Ctxt, tokens: TokenStream) -> Vec<Entry> {
    let parser = |input: ParseStream<'_>| {
        let mut entries = Vec::new();
        while !input.is_empty() {
            match entry(input) {
                Ok(entry) => entries.push(entry),
                Err(error) => {
                    cx.push(error);
                    skip_to_comma(input)?;
                }
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(entries)
    };
    parser.parse2(tokens).unwrap_or_else(|error| {
        cx.push(error);
        Vec::new()
    })
}

fn entry(input: ParseStream<'_>) -> syn::Result<Entry> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected a key, such as `name = \"…\"`"));
    }
    let key = input.call(Ident::parse_any)?;
    if input.peek(syn::token::Paren) {
        return Err(input.error(format!("write `{key} = …` instead of `{key}(…)`")));
    }
    let value =
        if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error("expected a comma"));
    }
    Ok(Entry { key, value })
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

impl Entry {
    fn unknown(&self, cx: &Ctxt, known: &[&str]) {
        let key = &self.key;
        let help = match nearest(&key.to_string(), known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("expected one of {}", quoted(known)),
        };
        cx.error(key, format!("unknown key `{key}`: {help}"));
    }

    /// The value, or an error that shows `example`.
    fn value(self, cx: &Ctxt, example: &str) -> Option<Expr> {
        let Self { key, value } = self;
        if value.is_none() {
            cx.error(&key, format!("`{key}` needs a value: write `{key} = {example}`"));
        }
        value.map(ungroup)
    }

    /// A string literal.
    fn literal(self, cx: &Ctxt) -> Option<LitStr> {
        let key = self.key.clone();
        let value = self.value(cx, "\"…\"")?;
        let Some(text) = as_str(&value) else {
            cx.error(&value, format!("`{key}` needs a string literal"));
            return None;
        };
        Some(text.clone())
    }

    /// An expression that the compiler evaluates to text: a literal, a constant, or
    /// a macro such as `concat!`.
    fn text(self, cx: &Ctxt) -> Option<Expr> {
        let key = self.key.clone();
        let value = self.value(cx, "\"…\"")?;
        let text = !matches!(&value, Expr::Lit(lit) if !matches!(lit.lit, Lit::Str(_)));
        if !text {
            cx.error(&value, format!("`{key}` needs text: write `{key} = \"…\"`"));
        }
        text.then_some(value)
    }

    /// A key without a value.
    fn bare(self, cx: &Ctxt) -> Option<()> {
        let Self { key, value } = self;
        match value {
            None => Some(()),
            Some(value) => {
                cx.error(value, format!("`{key}` takes no value: write only `{key}`"));
                None
            }
        }
    }

    /// `key`, `key = true` or `key = false`.
    fn flag(self, cx: &Ctxt) -> Option<bool> {
        match self.value.map(ungroup) {
            None => Some(true),
            Some(Expr::Lit(syn::ExprLit { lit: Lit::Bool(value), .. })) => Some(value.value),
            Some(value) => {
                let key = self.key;
                cx.error(value, format!("`{key}` takes `true`, `false` or no value"));
                None
            }
        }
    }
}

/// `` `a`, `b`, `c` ``
fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// Removes the invisible groups that `macro_rules!` puts around fragments.
pub(crate) fn ungroup(mut expr: Expr) -> Expr {
    while let Expr::Group(group) = expr {
        expr = *group.expr;
    }
    expr
}

fn as_str(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// The tokens of a value that is text.
pub(crate) fn tokens_of(expr: &Once<Expr>) -> Option<TokenStream> {
    expr.get().map(ToTokens::to_token_stream)
}

//! The keys of `#[tool(…)]`.

use proc_macro2::TokenStream;
use syn::{Expr, Ident, LitStr, Path};

use super::keys::{Once, keys};
use super::{Entry, entries};
use crate::ctxt::Ctxt;

keys! {
    /// `#[tool(…)]` on a function.
    ToolAttr {
        "defer" defer: Once<()> = Entry::bare,
        "always" always: Once<()> = Entry::bare,
        "search_hint" search_hint: Once<Expr> = Entry::text,
        "name" name: Once<LitStr> = Entry::literal,
        "title" title: Once<Expr> = Entry::text,
        "description" description: Once<Expr> = Entry::text,
        "read_only" read_only: Once<bool> = Entry::flag,
        "destructive" destructive: Once<bool> = Entry::flag,
        "idempotent" idempotent: Once<bool> = Entry::flag,
        "open_world" open_world: Once<bool> = Entry::flag,
        "group" group: Once<Expr> = Entry::text,
        "requires" requires: Once<Vec<Expr>> = requires,
        "handle" handle: Once<Ident> = handle,
        "crate" krate: Once<Path> = krate,
    }
}

keys! {
    /// `#[tool(…)]` on an `impl` block.
    ImplAttr {
        "group" group: Once<Expr> = Entry::text,
        "requires" requires: Once<Vec<Expr>> = requires,
        "handle" handle: Once<Ident> = handle,
        "crate" krate: Once<Path> = krate,
    }
}

impl ToolAttr {
    pub(crate) fn read(cx: &Ctxt, tokens: TokenStream) -> Self {
        let mut attr = Self::default();
        for entry in entries(cx, tokens) {
            if let Some(unknown) = attr.set(cx, entry) {
                unknown.unknown(cx, Self::KEYS);
            }
        }
        attr
    }
}

impl ImplAttr {
    pub(crate) fn read(cx: &Ctxt, tokens: TokenStream) -> Self {
        let mut attr = Self::default();
        for entry in entries(cx, tokens) {
            let Some(unknown) = attr.set(cx, entry) else { continue };
            let key = &unknown.key;
            if ToolAttr::KEYS.iter().any(|known| key == known) {
                let message =
                    format!("`{key}` belongs on a method: write `#[tool({key} …)]` there");
                cx.error(key, message);
            } else {
                unknown.unknown(cx, Self::KEYS);
            }
        }
        attr
    }
}

/// One text, or `["a", "b"]`.
fn requires(entry: Entry, cx: &Ctxt) -> Option<Vec<Expr>> {
    if let Some(Expr::Array(array)) = &entry.value {
        return Some(array.elems.iter().cloned().collect());
    }
    entry.text(cx).map(|one| vec![one])
}

fn handle(entry: Entry, cx: &Ctxt) -> Option<Ident> {
    let value = entry.value(cx, "post_message_tool")?;
    let ident = match &value {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    };
    if ident.is_none() {
        cx.error(value, "`handle` needs an identifier: the name of the tool in `tools!`");
    }
    ident
}

fn krate(entry: Entry, cx: &Ctxt) -> Option<Path> {
    match entry.value(cx, "path::to::toolcrib")? {
        Expr::Path(path) => Some(path.path),
        other => {
            cx.error(other, "`crate` needs a path, without quotes: write `crate = my_name`");
            None
        }
    }
}

//! The keys of `#[tool(…)]`.

use proc_macro2::TokenStream;
use syn::{Expr, Ident, LitStr, Path};

use super::{Entry, Once, entries};
use crate::ctxt::Ctxt;

const TOOL_KEYS: &[&str] = &[
    "defer",
    "always",
    "search_hint",
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "group",
    "requires",
    "handle",
    "crate",
];
const IMPL_KEYS: &[&str] = &["group", "requires", "handle", "crate"];

/// `#[tool(…)]` on a function.
#[derive(Default)]
pub(crate) struct ToolAttr {
    pub(crate) defer: Once<()>,
    pub(crate) always: Once<()>,
    pub(crate) search_hint: Once<Expr>,
    pub(crate) name: Once<LitStr>,
    pub(crate) title: Once<Expr>,
    pub(crate) description: Once<Expr>,
    pub(crate) read_only: Once<bool>,
    pub(crate) destructive: Once<bool>,
    pub(crate) idempotent: Once<bool>,
    pub(crate) open_world: Once<bool>,
    pub(crate) group: Once<Expr>,
    pub(crate) requires: Once<Vec<Expr>>,
    pub(crate) handle: Once<Ident>,
    pub(crate) krate: Once<Path>,
}

impl ToolAttr {
    pub(crate) fn read(cx: &Ctxt, tokens: TokenStream) -> Self {
        let mut attr = Self::default();
        for entry in entries(cx, tokens) {
            attr.read_entry(cx, entry);
        }
        attr
    }

    fn read_entry(&mut self, cx: &Ctxt, entry: Entry) {
        let key = &entry.key.clone();
        match key.to_string().as_str() {
            "defer" => self.defer.set(cx, key, entry.bare(cx)),
            "always" => self.always.set(cx, key, entry.bare(cx)),
            "search_hint" => self.search_hint.set(cx, key, entry.text(cx)),
            "name" => self.name.set(cx, key, entry.literal(cx)),
            "title" => self.title.set(cx, key, entry.text(cx)),
            "description" => self.description.set(cx, key, entry.text(cx)),
            "read_only" => self.read_only.set(cx, key, entry.flag(cx)),
            "destructive" => self.destructive.set(cx, key, entry.flag(cx)),
            "idempotent" => self.idempotent.set(cx, key, entry.flag(cx)),
            "open_world" => self.open_world.set(cx, key, entry.flag(cx)),
            "group" => self.group.set(cx, key, entry.text(cx)),
            "requires" => self.requires.set(cx, key, requires(cx, entry)),
            "handle" => self.handle.set(cx, key, handle(cx, entry)),
            "crate" => self.krate.set(cx, key, krate(cx, entry)),
            _ => entry.unknown(cx, TOOL_KEYS),
        }
    }
}

/// `#[tool(…)]` on an `impl` block.
#[derive(Default)]
pub(crate) struct ImplAttr {
    pub(crate) group: Once<Expr>,
    pub(crate) requires: Once<Vec<Expr>>,
    pub(crate) handle: Once<Ident>,
    pub(crate) krate: Once<Path>,
}

impl ImplAttr {
    pub(crate) fn read(cx: &Ctxt, tokens: TokenStream) -> Self {
        let mut attr = Self::default();
        for entry in entries(cx, tokens) {
            attr.read_entry(cx, entry);
        }
        attr
    }

    fn read_entry(&mut self, cx: &Ctxt, entry: Entry) {
        let key = &entry.key.clone();
        match key.to_string().as_str() {
            "group" => self.group.set(cx, key, entry.text(cx)),
            "requires" => self.requires.set(cx, key, requires(cx, entry)),
            "handle" => self.handle.set(cx, key, handle(cx, entry)),
            "crate" => self.krate.set(cx, key, krate(cx, entry)),
            other if TOOL_KEYS.contains(&other) => cx
                .error(key, format!("`{key}` belongs on a method: write `#[tool({key} …)]` there")),
            _ => entry.unknown(cx, IMPL_KEYS),
        }
    }
}

/// One text, or `["a", "b"]`.
fn requires(cx: &Ctxt, entry: Entry) -> Option<Vec<Expr>> {
    if let Some(Expr::Array(array)) = &entry.value {
        return Some(array.elems.iter().cloned().collect());
    }
    entry.text(cx).map(|one| vec![one])
}

fn handle(cx: &Ctxt, entry: Entry) -> Option<Ident> {
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

fn krate(cx: &Ctxt, entry: Entry) -> Option<Path> {
    match entry.value(cx, "path::to::toolcrib")? {
        Expr::Path(path) => Some(path.path),
        other => {
            cx.error(other, "`crate` needs a path, without quotes: write `crate = my_name`");
            None
        }
    }
}

//! The code that the macro writes: `tests/expand/*.rs` has the input,
//! `*.expanded.rs` the expansion, formatted by prettyplease. `cargo xtask bless`
//! renews the expansions.

use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Item, Meta};

/// Expands each item under `#[tool]`; the others stay.
fn expand_file(text: &str) -> String {
    let file = syn::parse_file(text).unwrap();
    let items = file.items.into_iter().map(expand_item).collect();
    let expanded: proc_macro2::TokenStream = Vec::into_iter(items).collect();
    prettyplease::unparse(&syn::parse2(expanded).unwrap())
}

fn expand_item(mut item: Item) -> proc_macro2::TokenStream {
    let attrs = match &mut item {
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        other => return other.to_token_stream(),
    };
    let Some(at) = attrs.iter().position(|attr| attr.path().is_ident("tool")) else {
        return item.to_token_stream();
    };
    let keys = match attrs.remove(at).meta {
        Meta::List(list) => list.tokens,
        _ => proc_macro2::TokenStream::new(),
    };
    super::expand(keys, item.into_token_stream())
}

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/expand");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.to_string_lossy().ends_with(".expanded.rs"));
    paths.sort();
    paths
}

#[test]
fn expansions_are_as_blessed() {
    let inputs = inputs();
    assert!(inputs.len() >= 4);
    for input in inputs {
        let expanded = expand_file(&fs::read_to_string(&input).unwrap());
        xtask::golden(&input.with_extension("expanded.rs"), &expanded);
    }
}

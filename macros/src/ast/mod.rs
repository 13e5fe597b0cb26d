//! The model of a tool.

mod param;
mod types;

use proc_macro2::Ident;
use syn::{Attribute, Meta, ReturnType, Token, Type};

use crate::attr::{Docs, ToolAttr};
use crate::ctxt::Ctxt;
use crate::parse::{Function, plain};

pub(crate) use param::{Arg, Context, DecodedType, Param, Pass};

/// One function under `#[tool]`.
pub(crate) struct Tool {
    pub(crate) attr: ToolAttr,
    pub(crate) ident: Ident,
    /// The name for the model.
    pub(crate) name: String,
    pub(crate) docs: Docs,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) is_async: Option<Token![async]>,
    pub(crate) params: Vec<Param>,
    /// `None` for `()`.
    pub(crate) output: Option<Type>,
}

impl Tool {
    pub(crate) fn read(cx: &Ctxt, attr: ToolAttr, function: &Function) -> Self {
        let sig = &function.sig;
        let name = attr.name.get().map_or_else(|| plain(&sig.ident), syn::LitStr::value);
        Self {
            name,
            docs: Docs::read(&function.attrs),
            cfgs: cfgs(&function.attrs),
            ident: sig.ident.clone(),
            is_async: sig.asyncness,
            params: sig.inputs.iter().filter_map(|input| Param::read(cx, input)).collect(),
            output: output(&sig.output),
            attr,
        }
    }

    pub(crate) fn args(&self) -> impl Iterator<Item = &Arg> {
        self.params.iter().filter_map(|param| match param {
            Param::Arg(arg) => Some(&**arg),
            _ => None,
        })
    }

    /// The type of the struct with all arguments, if there is one.
    pub(crate) fn flattened(&self) -> Option<&Type> {
        self.params.iter().find_map(|param| match param {
            Param::Flatten(ty) => Some(ty),
            _ => None,
        })
    }

    pub(crate) fn contexts(&self) -> impl Iterator<Item = &Context> {
        self.params.iter().filter_map(|param| match param {
            Param::Context(context) => Some(context),
            _ => None,
        })
    }
}

fn output(output: &ReturnType) -> Option<Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(types::without_lifetimes(ty)),
    }
}

/// The conditions of the function. They are repeated on everything that is
/// generated, because `#[tool]` may come before them.
pub(crate) fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter_map(cfg).collect()
}

fn cfg(attr: &Attribute) -> Option<Attribute> {
    if attr.path().is_ident("cfg") {
        return Some(attr.clone());
    }
    let Meta::List(list) = &attr.meta else { return None };
    let conditional = list.path.is_ident("cfg_attr");
    conditional.then(|| cfg_of_cfg_attr(attr, list)).flatten()
}

/// `cfg_attr(a, b, cfg(c))` as `cfg_attr(a, cfg(c))`.
fn cfg_of_cfg_attr(attr: &Attribute, list: &syn::MetaList) -> Option<Attribute> {
    let parser = syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated;
    let metas = list.parse_args_with(parser).ok()?;
    let mut metas = metas.into_iter();
    let condition = metas.next()?;
    let inner: Vec<Meta> = metas.filter(|meta| meta.path().is_ident("cfg")).collect();
    if inner.is_empty() {
        return None;
    }
    let list = syn::MetaList { tokens: quote::quote!(#condition, #(#inner),*), ..list.clone() };
    Some(Attribute { meta: Meta::List(list), ..attr.clone() })
}

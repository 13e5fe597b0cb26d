//! Parameters: arguments of the tool and state of the program.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Pat, PatType, Receiver, ReceiverKind, Type, TypeReference};

use super::types::{self, bare, is_scalar, option, reference, without_lifetimes};
use crate::attr::{ArgAttr, Docs, is_context_marker};
use crate::ctxt::Ctxt;
use crate::parse::plain;

/// One parameter of the function.
pub(crate) enum Param {
    Context(Context),
    Arg(Box<Arg>),
    /// All arguments as one struct.
    Flatten(Type),
}

/// State of the program, by type.
pub(crate) struct Context {
    pub(crate) ty: Type,
    /// Passed as a clone, not as a reference.
    pub(crate) by_value: bool,
}

/// An argument that the model sends.
pub(crate) struct Arg {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) docs: Docs,
    pub(crate) attr: ArgAttr,
    /// The type to decode.
    pub(crate) ty: DecodedType,
    pub(crate) pass: Pass,
}

/// The type into which an argument is decoded.
pub(crate) enum DecodedType {
    Own(Type),
    /// `String`
    Text(Span),
    /// `Vec` of this
    List(Type),
    /// `Option` of one of the others
    Optional(Box<DecodedType>),
}

/// How the decoded value is passed to the parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    Value,
    Reference,
    /// `Option<String>` to `Option<&str>`.
    Inner,
}

impl Param {
    pub(crate) fn read(cx: &Ctxt, input: &FnArg) -> Option<Self> {
        match input {
            FnArg::Receiver(receiver) => read_receiver(cx, receiver),
            FnArg::Typed(typed) => read_typed(cx, typed),
        }
    }
}

fn read_receiver(cx: &Ctxt, receiver: &Receiver) -> Option<Param> {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => {
            let ident = Ident::new("Self", receiver.self_token.span);
            let ty = syn::parse_quote!(#ident);
            Some(Param::Context(Context { ty, by_value: false }))
        }
        _ => {
            cx.error(
                receiver,
                "a tool must take `&self`, since it can be called several times at once",
            );
            None
        }
    }
}

fn read_typed(cx: &Ctxt, typed: &PatType) -> Option<Param> {
    refuse_cfg(cx, &typed.attrs);
    if typed.attrs.iter().any(is_context_marker) {
        return read_context(cx, typed).map(Param::Context);
    }
    let attr = ArgAttr::read(cx, &typed.attrs);
    if attr.flatten.get().is_some() {
        return Some(Param::Flatten(without_lifetimes(&typed.ty)));
    }
    let Some((ty, pass)) = decoded(cx, &typed.ty)? else {
        return read_context(cx, typed).map(Param::Context);
    };
    let ident = ident_of(cx, &typed.pat)?;
    let name = attr.rename.get().map_or_else(|| plain(&ident), syn::LitStr::value);
    let docs = Docs::read(&typed.attrs);
    Some(Param::Arg(Box::new(Arg { ident, name, docs, attr, ty, pass })))
}

fn refuse_cfg(cx: &Ctxt, attrs: &[Attribute]) {
    let conditional =
        |attr: &&Attribute| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr");
    if let Some(attr) = attrs.iter().find(conditional) {
        let message = "a parameter cannot have `cfg`: put `cfg` on two versions of the function";
        cx.error(attr, message);
    }
}

fn read_context(cx: &Ctxt, typed: &PatType) -> Option<Context> {
    if let Some(attr) = typed.attrs.iter().find(|attr| attr.path().is_ident("arg")) {
        cx.error(attr, "a context is not part of the schema: remove `#[arg]`");
    }
    let (ty, by_value) = match reference(&typed.ty) {
        Some(reference) => (&*reference.elem, false),
        None => (&*typed.ty, true),
    };
    if reference(&typed.ty).is_some_and(|reference| reference.mutability.is_some()) {
        refuse_mut(cx, &typed.ty);
        return None;
    }
    if let Type::TraitObject(_) = bare(ty) {
        cx.error(
            ty,
            "a context is found by its type: use a concrete type, such as `&Arc<dyn Trait>`",
        );
        return None;
    }
    if let Type::ImplTrait(_) = bare(ty) {
        cx.error(ty, "a context is found by its type: write the concrete type");
        return None;
    }
    Some(Context { ty: without_lifetimes(ty), by_value })
}

fn refuse_mut(cx: &Ctxt, ty: &Type) {
    cx.error(ty, "a tool cannot take `&mut T`: take `&T`, and put what changes in a `Mutex`");
}

/// How the argument is decoded; `Some(None)` for a context, `None` after an error.
fn decoded(cx: &Ctxt, ty: &Type) -> Option<Option<(DecodedType, Pass)>> {
    if let Some(inner) = option(ty).and_then(reference) {
        let inner = borrowed(cx, inner)?;
        let message = "a context is never absent: take it without `Option`";
        return match inner {
            Some(inner) => Some(Some((DecodedType::Optional(Box::new(inner)), Pass::Inner))),
            None => refuse(cx, ty, message),
        };
    }
    match bare(ty) {
        Type::Reference(reference) => {
            let inner = borrowed(cx, reference)?;
            Some(inner.map(|inner| (inner, Pass::Reference)))
        }
        Type::ImplTrait(_) | Type::Infer(_) | Type::TraitObject(_) => {
            refuse(cx, ty, "an argument needs a concrete type, since it is decoded from JSON")
        }
        Type::FnPtr(_) | Type::Never(_) | Type::Ptr(_) => {
            refuse(cx, ty, "this type cannot be decoded from JSON")
        }
        _ => Some(Some((DecodedType::Own(without_lifetimes(ty)), Pass::Value))),
    }
}

/// `&str` and `&[T]` are arguments; any other `&T` is a context.
fn borrowed(cx: &Ctxt, reference: &TypeReference) -> Option<Option<DecodedType>> {
    let elem = bare(&reference.elem);
    if reference.mutability.is_some() {
        refuse_mut(cx, &Type::Reference(reference.clone()));
        return None;
    }
    if is_scalar(elem) {
        return refuse(cx, elem, "take this type by value, without `&`");
    }
    let decoded = match elem {
        Type::Slice(slice) => Some(DecodedType::List(without_lifetimes(&slice.elem))),
        _ if types::is_str(elem) => Some(DecodedType::Text(elem.span())),
        _ => None,
    };
    let lifetime = reference.lifetime.as_ref().filter(|lifetime| lifetime.ident == "static");
    match (lifetime, &decoded) {
        (Some(lifetime), Some(_)) => {
            refuse(cx, lifetime, "an argument lives only as long as the call: remove `'static`")
        }
        _ => Some(decoded),
    }
}

fn refuse<T>(cx: &Ctxt, tokens: impl quote::ToTokens, message: &str) -> Option<T> {
    cx.error(tokens, message);
    None
}

fn ident_of(cx: &Ctxt, pat: &Pat) -> Option<Ident> {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some(pat.ident.clone()),
        Pat::Wild(_) => refuse(cx, pat, "an argument needs a name, which the model uses"),
        _ => refuse(cx, pat, "an argument needs a name: destructure it inside the function"),
    }
}

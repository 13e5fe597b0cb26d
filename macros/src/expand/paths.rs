//! Paths into the runtime, and tokens that point at the user's.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, Path, Visibility};

use crate::attr::is_helper;
use crate::parse::Function;

/// Paths into the runtime. Generated code stands in a block that imports the
/// crate under a name of its own, so that a wrong `crate = …` is one error.
pub(crate) struct Paths {
    import: TokenStream,
    /// The crate itself.
    pub(crate) krate: TokenStream,
    /// Its door for generated code, which carries the version of this crate.
    pub(crate) private: TokenStream,
}

impl Paths {
    pub(super) fn new(krate: Option<&Path>) -> Self {
        let span = krate.map_or_else(Span::call_site, Spanned::span);
        let krate = krate.map_or_else(|| quote!(::toolcrib), |path| quote!(#path));
        let alias = quote_spanned!(at(span)=> as __toolcrib);
        let door = format_ident!("__private{}", env!("CARGO_PKG_VERSION_PATCH"));
        Self {
            import: quote!(use #krate #alias;),
            krate: quote!(__toolcrib),
            private: quote!(__toolcrib::#door),
        }
    }

    /// [`private`](Self::private), so that errors in its use point at `span`.
    pub(super) fn private_at(&self, span: Span) -> TokenStream {
        located(&self.private, span)
    }

    /// The block in which generated items stand.
    pub(super) fn block(&self, cfgs: &[Attribute], items: &TokenStream) -> TokenStream {
        let import = &self.import;
        quote!(#(#cfgs)* const _: () = { #import #items };)
    }
}

/// Names are looked up where the attribute stands; errors point at `span`.
pub(super) fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

pub(super) fn located(tokens: &TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter().map(|mut token| {
        token.set_span(at(span));
        token
    });
    tokens.collect()
}

/// The function as the user wrote it, without the attributes that only this
/// macro understands.
pub(super) fn user_function(function: &Function) -> TokenStream {
    let Function { attrs, vis, sig, body } = function;
    let mut sig = sig.clone();
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.retain(|attr| !is_helper(attr));
        }
    }
    quote!(#(#attrs)* #vis #sig #body)
}

/// The type that stands for a tool in `tools!`. It lives in the namespace of
/// types, so it can have the name of the function.
pub(super) fn handle(cfgs: &[Attribute], vis: &Visibility, ident: &Ident) -> TokenStream {
    let vis = unspanned(vis);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}
    }
}

/// The same visibility, so marked that lints leave it alone: what they have to
/// say they say of the function.
pub(super) fn unspanned(vis: &Visibility) -> TokenStream {
    let tokens = vis.to_token_stream().into_iter().map(|mut token| {
        token.set_span(at(token.span()));
        token
    });
    tokens.collect()
}

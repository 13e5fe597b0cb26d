//! Paths to the runtime, and tokens with the spans of the user's code.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, Path, Visibility};

use crate::attr::is_helper;
use crate::parse::Function;

/// Paths to the runtime. Generated code is in a block that imports the crate under
/// its own name, so that a wrong `crate = …` is one error.
pub(crate) struct Paths {
    import: TokenStream,
    /// The crate itself.
    pub(crate) krate: TokenStream,
    /// Its module for generated code, named after the version of this crate.
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

    /// Like [`private`](Self::private), but errors point at `span`.
    pub(super) fn private_at(&self, span: Span) -> TokenStream {
        located(&self.private, span)
    }

    /// The block with the generated items.
    pub(super) fn block(&self, cfgs: &[Attribute], items: &TokenStream) -> TokenStream {
        let import = &self.import;
        quote!(#(#cfgs)* const _: () = { #import #items };)
    }
}

/// Resolves names at the attribute, but points errors at `span`.
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

/// The function as the user wrote it, without the attributes of this macro.
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

/// The type that stands for a tool in `tools!`. Types have their own namespace, so
/// it can have the name of the function.
pub(super) fn handle(cfgs: &[Attribute], vis: &Visibility, ident: &Ident) -> TokenStream {
    let vis = unspanned(vis);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}
    }
}

/// The same visibility, with spans that lints ignore: they report the function
/// already.
pub(super) fn unspanned(vis: &Visibility) -> TokenStream {
    let tokens = vis.to_token_stream().into_iter().map(|mut token| {
        token.set_span(at(token.span()));
        token
    });
    tokens.collect()
}

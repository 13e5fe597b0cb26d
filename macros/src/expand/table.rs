//! Generates the static description of a tool.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::call;
use super::parts::{Owner, decoded, default_ident, suffixed};
use super::paths::{Paths, at};
use crate::ast::{Arg, Tool};
use crate::attr::{self, DefaultValue, Range};

pub(super) fn def_ident(tool: &Tool) -> Ident {
    suffixed("__TOOLCRIB_DEF", tool)
}

/// The hidden members of the type of the tool.
pub(super) fn members(paths: &Paths, tool: &Tool, owner: &Owner) -> TokenStream {
    let private = &paths.private;
    let [def, args, run, output] =
        ["DEF", "ARGS", "RUN", "OUTPUT"].map(|part| suffixed(&format!("__TOOLCRIB_{part}"), tool));
    let contexts = suffixed("__TOOLCRIB_CONTEXTS", tool);
    let rows = tool.args().enumerate().map(|(index, arg)| row(paths, tool, index, arg));
    let defaults =
        tool.args().enumerate().filter_map(|(index, arg)| default_fn(paths, tool, index, arg));
    let keys = tool.contexts().map(|context| {
        let ty = &context.ty;
        let private = paths.private_at(ty.span());
        quote_spanned!(at(ty.span())=> #private::ContextKey::of::<#ty>())
    });
    let parts = parts(paths, tool, owner);
    let run_fn = call::run(paths, tool, owner, &run);
    let output_fn = output_fn(paths, tool, &output);
    let cfgs = &tool.cfgs;
    let warnings = tool.args().filter_map(undocumented);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const #args: &'static [#private::Arg] = { #(#warnings)* &[#(#rows),*] };
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const #contexts: &'static [#private::ContextKey] = &[#(#keys),*];
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const #def: #private::ToolDef = #private::ToolDef::from_parts(#parts);
        #(#cfgs)*
        #run_fn
        #(#cfgs)*
        #output_fn
        #(#defaults)*
    }
}

fn parts(paths: &Paths, tool: &Tool, owner: &Owner) -> TokenStream {
    let Paths { private, .. } = paths;
    let (attr, name) = (&tool.attr, &tool.name);
    let [args, run, output, contexts] = ["ARGS", "RUN", "OUTPUT", "CONTEXTS"]
        .map(|part| suffixed(&format!("__TOOLCRIB_{part}"), tool));
    let description = attr::tokens_of(&attr.description).or_else(|| tool.docs.to_tokens(private));
    let [title, search_hint, group] =
        [&attr.title, &attr.search_hint, &attr.group].map(|key| option(private, key.get()));
    let requires = attr.requires.get().into_iter().flatten();
    let exposure = exposure(tool);
    let [read_only, destructive, idempotent, open_world] =
        [&attr.read_only, &attr.destructive, &attr.idempotent, &attr.open_world]
            .map(|flag| option(private, flag.get()));
    let flatten = tool.flattened().map(|ty| {
        let private = paths.private_at(ty.span());
        quote_spanned!(at(ty.span())=> #private::root_schema_of::<#ty> as #private::SchemaFn)
    });
    let flatten = option(private, flatten.as_ref());
    let kind = format_ident!("{}", if tool.is_async.is_some() { "Async" } else { "Sync" });
    let cache = cache(private, owner);
    quote! {
        #private::Parts {
            name: #name,
            title: #title,
            description: #description,
            search_hint: #search_hint,
            exposure: #private::Exposure::#exposure,
            annotations: #private::Annotations::new(
                #read_only, #destructive, #idempotent, #open_world
            ),
            group: #group,
            requires: &[#(#requires),*],
            location: #private::Location::new(
                #private::module_path!(), #private::file!(), #private::line!()
            ),
            arguments: Self::#args,
            flatten: #flatten,
            output: Self::#output,
            contexts: Self::#contexts,
            run: #private::Run::#kind(Self::#run),
            cache: #cache,
        }
    }
}

fn exposure(tool: &Tool) -> Ident {
    let attr = &tool.attr;
    let exposure = match (attr.defer.get(), attr.always.get()) {
        (_, Some(())) => "Always",
        (Some(()), None) => "Deferred",
        (None, None) => "Default",
    };
    format_ident!("{exposure}")
}

fn option(private: &TokenStream, value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(#private::Some(#value)),
        None => quote!(#private::None),
    }
}

fn cache(private: &TokenStream, owner: &Owner) -> TokenStream {
    if matches!(owner, Owner::Block { generic: true }) {
        return quote!(#private::None);
    }
    quote! {
        #private::Some({
            static CACHE: #private::Cache = #private::Cache::new();
            &CACHE
        })
    }
}

fn output_fn(paths: &Paths, tool: &Tool, ident: &Ident) -> TokenStream {
    let Paths { private, .. } = paths;
    let body = match &tool.output {
        None => quote!(#private::None),
        Some(ty) => quote! {
            #[allow(unused_imports)]
            use #private::{HasSchema as _, NoSchema as _, SplitPlain as _, SplitResult as _, TakeOutcome as _};
            (&&(&&#private::Tag::<#ty>::new()).success()).schema()
        },
    };
    quote! {
        #[doc(hidden)]
        #[allow(non_snake_case)]
        fn #ident() -> #private::Option<#private::Value> { #body }
    }
}

/// One row of the table of arguments.
fn row(paths: &Paths, tool: &Tool, index: usize, arg: &Arg) -> TokenStream {
    let Paths { private, .. } = paths;
    let (name, ty) = (&arg.name, decoded(paths, &arg.ty));
    let description = attr::tokens_of(&arg.attr.description)
        .or_else(|| arg.docs.to_tokens(private))
        .unwrap_or_else(|| quote!(""));
    let span = ty.span();
    let private_at = paths.private_at(span);
    let mut row = quote_spanned!(at(span)=> #private_at::Arg::of::<#ty>(#name, #description));
    if arg.attr.default.get().is_some() {
        let default = default_ident(tool, index);
        let json = to_json(private, &quote!(Self::#default()), &quote!(_));
        row.extend(quote!(.with_default(|| #json)));
    }
    if !arg.attr.examples.0.is_empty() {
        let examples =
            arg.attr.examples.0.iter().map(|example| to_json(private, example, &quote!(_)));
        row.extend(quote!(.with_examples(|| #private::examples([#(#examples),*]))));
    }
    if let Some(range) = arg.attr.range.get() {
        let range = range_value(private, range);
        row.extend(quote!(.with_range(#range)));
    }
    row
}

fn to_json(private: &TokenStream, value: &impl ToTokens, ty: &TokenStream) -> TokenStream {
    quote! {{
        #[allow(unused_imports)]
        use #private::{NoJson as _, ToJson as _};
        let value: #ty = #value;
        (&#private::Show(&value)).to_json()
    }}
}

fn default_fn(paths: &Paths, tool: &Tool, index: usize, arg: &Arg) -> Option<TokenStream> {
    let (ident, ty, cfgs) = (default_ident(tool, index), decoded(paths, &arg.ty), &tool.cfgs);
    let value = default_value(paths, arg.attr.default.get()?, &ty);
    Some(quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_snake_case)]
        fn #ident() -> #ty { #value }
    })
}

fn default_value(paths: &Paths, default: &DefaultValue, ty: &TokenStream) -> TokenStream {
    let Paths { private, .. } = paths;
    match default {
        DefaultValue::OfType => quote!(<#ty as #private::default::Default>::default()),
        DefaultValue::Text(text) => quote!(<#ty as #private::convert::From<_>>::from(#text)),
        DefaultValue::Value(value) => quote!(#value),
    }
}

fn range_value(private: &TokenStream, range: &Range) -> TokenStream {
    let bound = |number: &Option<attr::Number>| {
        let bound = number.as_ref().map(|number| match number {
            attr::Number::Int(int) => quote!(#private::Bound::Int(#int)),
            attr::Number::Float(float) => quote!(#private::Bound::Float(#float)),
        });
        option(private, bound.as_ref())
    };
    let (min, max, exclusive) = (bound(&range.min), bound(&range.max), range.exclusive);
    quote!(#private::Range { min: #min, max: #max, exclusive: #exclusive })
}

/// A warning for an argument without a description. Stable macros cannot warn, but
/// using a deprecated item does.
fn undocumented(arg: &Arg) -> Option<TokenStream> {
    let attr = &arg.attr;
    let documented = !arg.docs.is_empty() || attr.description.get().is_some();
    if documented || attr.undocumented.get().is_some() {
        return None;
    }
    let note = format!(
        "`{}` has no description for the model: write a doc comment or `#[arg(undocumented)]`",
        arg.name
    );
    let used = Ident::new("undocumented_argument", arg.ident.span());
    Some(quote! {
        {
            #[deprecated(note = #note)]
            #[allow(non_upper_case_globals)]
            const undocumented_argument: () = ();
            #used
        };
    })
}

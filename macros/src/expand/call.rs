//! Generates the call: from JSON to the function and back.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::parts::{Owner, decoded, default_ident};
use super::paths::{Paths, at};
use crate::ast::{Arg, Param, Pass, Tool};

/// The function that decodes the arguments, calls the tool and encodes its result.
pub(super) fn run(paths: &Paths, tool: &Tool, owner: &Owner, ident: &Ident) -> TokenStream {
    let Paths { private, .. } = paths;
    let (body, call) = (body(paths, tool, owner), local("call"));
    let allow = quote!(#[doc(hidden)] #[allow(non_snake_case, deprecated)]);
    match tool.is_async {
        None => quote! {
            #allow
            fn #ident(#call: #private::Call<'_>) -> #private::Result<#private::Outcome, #private::CallError> {
                #body
            }
        },
        Some(token) => {
            let at_async = paths.private_at(token.span);
            let boxed =
                quote_spanned!(at(token.span)=> #at_async::CallFuture::boxed(async move { #body }));
            quote! {
                #allow
                fn #ident(#call: #private::Call<'_>) -> #private::CallFuture<'_> {
                    #boxed
                }
            }
        }
    }
}

fn body(paths: &Paths, tool: &Tool, owner: &Owner) -> TokenStream {
    let Paths { private, .. } = paths;
    let (call, flattened) = (local("call"), local("flattened"));
    let contexts = contexts(tool);
    let arguments = match tool.flattened() {
        Some(ty) => quote_spanned!(at(ty.span())=> let #flattened = #call.flatten::<#ty>()?;),
        None => arguments(paths, tool),
    };
    let called = called(paths, tool, owner);
    let span = tool.output.as_ref().map_or_else(Span::call_site, Spanned::span);
    let split = quote_spanned!(at(span)=> (&&tag).split(returned));
    let outcome = quote_spanned!(at(span)=> (&&#private::Tag::of(&value)).outcome(value));
    quote! {
        #[allow(unused_imports)]
        use #private::{SplitPlain as _, SplitResult as _, TakeJson as _, TakeOutcome as _};
        #contexts
        #arguments
        let returned = #called;
        let tag = #private::Tag::of(&returned);
        #private::Ok(match #split {
            #private::Ok(value) => #outcome,
            #private::Err(failure) => failure,
        })
    }
}

/// Binds each context to its own name.
fn contexts(tool: &Tool) -> TokenStream {
    let call = local("call");
    let bound = tool.contexts().enumerate().map(|(index, context)| {
        let (ident, ty) = (context_ident(index), &context.ty);
        quote!(let #ident = #call.context::<#ty>()?;)
    });
    quote!(#(#bound)*)
}

/// A name that hides no function of the user's.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn context_ident(index: usize) -> Ident {
    format_ident!("context{index}", span = Span::mixed_site())
}

fn arg_ident(index: usize) -> Ident {
    format_ident!("arg{index}", span = Span::mixed_site())
}

fn arguments(paths: &Paths, tool: &Tool) -> TokenStream {
    let Paths { private, .. } = paths;
    let (count, call) = (tool.args().count(), local("call"));
    if count == 0 {
        return quote!(#call.without_arguments()?;);
    }
    let taken = tool.args().enumerate().map(|(index, arg)| take(paths, tool, index, arg));
    let idents: Vec<Ident> = (0..count).map(arg_ident).collect();
    quote! {
        // A block, so that a future does not keep what only decoding needs.
        let (#(#idents,)*) = {
            let mut slots = [#private::Slot::ABSENT; #count];
            let mut args = #call.open(&mut slots);
            #(#taken)*
            match (#(#idents,)* args.is_complete()) {
                (#(#private::Some(#idents),)* true) => (#(#idents,)*),
                _ => return #private::Err(args.into_error()),
            }
        };
    }
}

fn take(paths: &Paths, tool: &Tool, index: usize, arg: &Arg) -> TokenStream {
    let (ident, ty) = (arg_ident(index), decoded(paths, &arg.ty));
    let take = match arg.attr.default.get() {
        None => quote!(args.take::<#ty>(#index)),
        Some(_) => {
            let default = default_ident(tool, index);
            quote!(args.take_or::<#ty>(#index, Self::#default))
        }
    };
    let range = arg.attr.range.get().map(|_| {
        let span = ty.span();
        quote_spanned!(at(span)=> args.check_range::<#ty>(#index, #ident.as_ref());)
    });
    quote!(let #ident = #take; #range)
}

/// The call itself.
fn called(paths: &Paths, tool: &Tool, owner: &Owner) -> TokenStream {
    let (mut args, mut contexts, flattened) = (0.., 0.., local("flattened"));
    let passed = tool.params.iter().map(|param| match param {
        Param::Flatten(_) => quote!(#flattened),
        Param::Context(context) => {
            let ident = context_ident(contexts.next().unwrap_or_default());
            let private = paths.private_at(context.ty.span());
            match context.by_value {
                true => {
                    quote_spanned!(at(context.ty.span())=> #private::clone::Clone::clone(#ident))
                }
                false => quote!(#ident),
            }
        }
        Param::Arg(arg) => {
            let ident = arg_ident(args.next().unwrap_or_default());
            match arg.pass {
                Pass::Value => quote!(#ident),
                Pass::Reference => quote!(&#ident),
                Pass::Inner => quote!(#ident.as_deref()),
            }
        }
    });
    let ident = &tool.ident;
    let path = match owner {
        Owner::Module => quote!(#ident),
        Owner::Block { .. } => quote!(Self::#ident),
    };
    let wait = tool.is_async.map(|_| quote!(.await));
    quote!(#path(#(#passed),*)#wait)
}

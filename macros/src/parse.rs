//! The item under `#[tool]`, parsed as far as the macro needs it.
//!
//! Bodies stay tokens, so that a half-typed body does not cost the editor the
//! function, its arguments and the tool.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Result};
use syn::{Attribute, Generics, Signature, Token, Type, Visibility, braced};

/// The item under the attribute.
pub(crate) enum Item {
    Function(Box<Function>),
    Impl(Box<ImplBlock>),
}

/// A function or method.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: Group,
}

/// An `impl` block.
pub(crate) struct ImplBlock {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) impl_token: Token![impl],
    pub(crate) generics: Generics,
    pub(crate) self_ty: Type,
    pub(crate) members: Vec<Member>,
    /// The trait and `for` of `impl Trait for Type`.
    pub(crate) of_trait: Option<(Type, Token![for])>,
}

/// One item of an `impl` block.
pub(crate) enum Member {
    Function(Box<Function>),
    Other(TokenStream),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if input.peek(Token![impl]) {
            return ImplBlock::parse_after(attrs, input).map(|block| Self::Impl(Box::new(block)));
        }
        if let Some(function) = Function::parse_after(attrs, input)? {
            return Ok(Self::Function(Box::new(function)));
        }
        Err(input.error("`#[tool]` goes on a function or an `impl` block"))
    }
}

impl Function {
    /// `None`, without consuming anything, if the next item is not a function.
    fn parse_after(attrs: Vec<Attribute>, input: ParseStream<'_>) -> Result<Option<Self>> {
        let ahead = input.fork();
        let _: Visibility = ahead.parse()?;
        if !is_function(&ahead) {
            return Ok(None);
        }
        let vis = input.parse()?;
        let sig = input.parse()?;
        let TokenTree::Group(body) = input.parse()? else {
            return Err(input.error("a tool needs a body"));
        };
        Ok(Some(Self { attrs, vis, sig, body }))
    }
}

fn is_function(ahead: ParseStream<'_>) -> bool {
    let qualifier = ahead.peek(Token![const])
        || ahead.peek(Token![async])
        || ahead.peek(Token![unsafe])
        || ahead.peek(Token![extern]);
    if !qualifier {
        return ahead.peek(Token![fn]);
    }
    ahead.fork().parse::<Signature>().is_ok()
}

impl ImplBlock {
    fn parse_after(attrs: Vec<Attribute>, input: ParseStream<'_>) -> Result<Self> {
        let impl_token = input.parse()?;
        let generics: Generics =
            if input.peek(Token![<]) { input.parse()? } else { Generics::default() };
        let mut self_ty: Type = input.parse()?;
        let mut of_trait = None;
        if let Some(token) = input.parse::<Option<Token![for]>>()? {
            of_trait = Some((self_ty, token));
            self_ty = input.parse()?;
        }
        let where_clause = input.parse()?;
        let members = Member::parse_all(input)?;
        let generics = Generics { where_clause, ..generics };
        Ok(Self { attrs, impl_token, generics, self_ty, members, of_trait })
    }
}

impl Member {
    fn parse_all(input: ParseStream<'_>) -> Result<Vec<Self>> {
        let content;
        braced!(content in input);
        let mut members = Vec::new();
        while !content.is_empty() {
            members.push(content.parse()?);
        }
        Ok(members)
    }
}

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if let Some(function) = Function::parse_after(attrs.clone(), input)? {
            return Ok(Self::Function(Box::new(function)));
        }
        let mut other: TokenStream = attrs.iter().map(ToTokens::to_token_stream).collect();
        loop {
            let token: TokenTree = input.parse()?;
            let last = is_end(&token);
            other.extend([token]);
            if last || input.is_empty() {
                return Ok(Self::Other(other));
            }
        }
    }
}

/// True if an item of an `impl` block ends with this token.
fn is_end(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    }
}

/// The name of an identifier without `r#`.
pub(crate) fn plain(ident: &syn::Ident) -> String {
    ident.unraw().to_string()
}

//! What the syntax of a parameter's type says.

use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Lifetime, PathArguments, Type, TypePath, TypeReference};

/// Removes the invisible groups and parentheses around a type.
pub(super) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        _ => ty,
    }
}

/// `str`.
pub(super) fn is_str(ty: &Type) -> bool {
    matches!(bare(ty), Type::Path(path) if path.path.is_ident("str"))
}

/// A primitive that is passed by value.
pub(super) fn is_scalar(ty: &Type) -> bool {
    const SCALARS: &[&str] = &[
        "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
        "u128", "usize", "f32", "f64",
    ];
    matches!(bare(ty), Type::Path(path) if SCALARS.iter().any(|name| path.path.is_ident(name)))
}

/// The `T` of `Option<T>`.
pub(super) fn option(ty: &Type) -> Option<&Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return None };
    let last = path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// `&T`.
pub(super) fn reference(ty: &Type) -> Option<&TypeReference> {
    match bare(ty) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// Replaces every named lifetime by `'_`: those of the function do not exist in
/// the generated code.
pub(super) fn without_lifetimes(ty: &Type) -> Type {
    struct Erase;

    impl VisitMut for Erase {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "static" {
                *lifetime = Lifetime::new("'_", lifetime.span());
            }
        }

        // It declares its own lifetimes: `for<'a> fn(&'a str)`.
        fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}

        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Group(group) = ty {
                *ty = (*group.elem).clone();
            }
            visit_mut::visit_type_mut(self, ty);
        }
    }

    let mut ty = ty.clone();
    Erase.visit_type_mut(&mut ty);
    ty
}

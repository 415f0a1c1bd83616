//! The bounds and lifetimes that serde infers. They must be the same on the copies and on the
//! implementation.

use crate::ast::{Body, Container, Field, Variant, ungrouped};
use crate::attr::{Direction, Serde};
use crate::default;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    GenericArgument, Ident, Lifetime, Macro, Path, PathArguments, Token, Type, TypePath, WherePredicate,
};

/// The bounds of the implementation, in addition to the type's own where clause.
pub(crate) struct Bounds {
    /// The bounds that serde infers if the container has no `bound`. They must be repeated on the
    /// copies.
    pub(crate) inferred: Option<Vec<TokenStream>>,
    /// The bounds from attributes.
    given: Vec<TokenStream>,
}

impl Bounds {
    pub(crate) fn of(container: &Container<'_>, toon: &TokenStream, de: &Lifetime) -> Self {
        let serdes = container.fields().flat_map(|(variant, field)| {
            [Some(&field.serde), variant.map(|variant| &variant.serde)].into_iter().flatten()
        });
        let mut given: Vec<TokenStream> = Vec::new();
        for serde in serdes.chain([&container.serde]) {
            given.extend(predicates(serde));
        }
        let inferred = match container.serde.directed("bound") {
            Some(_) => None,
            None => Some(inferred(container, toon, de)),
        };
        Bounds { inferred, given }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &TokenStream> {
        self.inferred.iter().flatten().chain(&self.given)
    }
}

/// The predicates of a `bound` attribute. Those of a field add to the ones inferred from other
/// fields.
fn predicates(serde: &Serde) -> Vec<TokenStream> {
    let Some(text) = serde.directed("bound") else { return Vec::new() };
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    let predicates = text.parse_with(parser).unwrap_or_default();
    predicates.into_iter().map(ToTokens::into_token_stream).collect()
}

fn inferred(container: &Container<'_>, toon: &TokenStream, de: &Lifetime) -> Vec<TokenStream> {
    let bounded = |bound: TokenStream, filter: &FieldFilter<'_>| {
        bounded_types(container, filter).into_iter().map(move |ty| quote!(#ty: #bound))
    };
    let infers = |variant: Option<&Variant<'_>>, field: &Field<'_>| {
        field.serde.infers_bound() && variant.is_none_or(|variant| variant.serde.infers_bound())
    };
    match container.direction {
        Direction::Serialize => {
            let mut all: Vec<_> = bounded(quote!(#toon::__private::serde::Serialize), &infers).collect();
            let compares = |field: &Field<'_>| {
                field.toon.skip_default.as_ref().is_some_and(|skip| skip.predicate.is_none())
            };
            if container.fields().any(|(_, field)| compares(field)) {
                all.extend(of_default(container));
            }
            all.extend(bounded(quote!(::core::cmp::PartialEq), &|_, field| compares(field)));
            all.extend(bounded(quote!(::core::default::Default), &|variant, field| {
                compares(field) && default::is_of_type(container, variant, field)
            }));
            all.extend(of_items(container, &quote!(#toon::__private::VariantTables)));
            let fields = container.fields().map(|(_, field)| field);
            let groups = fields.filter(|field| field.toon.nullable_group.is_some());
            let types = groups.map(|field| &field.syntax.ty).filter(|ty| is_generic(container, ty));
            all.extend(types.map(|ty| quote!(#ty: #toon::__private::NullableGroup)));
            all
        }
        Direction::Deserialize => {
            let mut all: Vec<_> = of_default(container).into_iter().collect();
            all.extend(bounded(quote!(#toon::__private::serde::Deserialize<#de>), &infers));
            all.extend(bounded(quote!(::core::default::Default), &|variant, field| {
                let is_filled_in = field.serde.has("default")
                    || field.serde.skips()
                    || field.toon.skip.is_some()
                    || field.toon.derived.is_some()
                    || field.toon.skip_default.is_some();
                is_filled_in && default::is_of_type(container, variant, field)
            }));
            all.extend(of_items(container, &quote!(#toon::__private::ReadVariants)));
            all
        }
    }
}

/// The bound of a struct whose own default is that of its fields.
fn of_default(container: &Container<'_>) -> Option<TokenStream> {
    let (name, generics) = (&container.input.ident, container.input.generics.split_for_impl().1);
    let has_own = container.serde.has_plain("default");
    has_own.then(|| quote!(#name #generics: ::core::default::Default))
}

type FieldFilter<'a> = dyn Fn(Option<&Variant<'_>>, &Field<'_>) -> bool + 'a;

/// The type parameters and their associated types that occur in the fields selected by `filter`.
fn bounded_types(container: &Container<'_>, filter: &FieldFilter<'_>) -> Vec<TokenStream> {
    let parameters: Vec<&Ident> = container.input.generics.type_params().map(|param| &param.ident).collect();
    if parameters.is_empty() {
        return Vec::new();
    }
    let mut used = Used { parameters: &parameters, direct: BTreeSet::new(), associated: Vec::new() };
    for (variant, field) in container.fields() {
        if filter(variant, field) {
            let mut ty = field.syntax.ty.clone();
            used.note_associated(ungrouped(&ty));
            used.visit_type_mut(&mut ty);
        }
    }
    let direct = parameters.iter().filter(|name| used.direct.contains(**name));
    direct.map(|name| quote!(#name)).chain(used.associated).collect()
}

/// The bounds of type parameters that are the items of lists with `by_variant`.
fn of_items(container: &Container<'_>, bound: &TokenStream) -> Vec<TokenStream> {
    let lists = container.fields().map(|(_, field)| field).filter(|field| field.toon.by_variant.is_some());
    let items = lists.filter_map(|field| {
        let Type::Path(path) = item_of(&field.syntax.ty) else { return None };
        let name = path.path.get_ident()?;
        container.input.generics.type_params().find(|param| param.ident == *name).map(|param| &param.ident)
    });
    items.map(|name| quote!(#name: #bound)).collect()
}

/// The type inside of all lists and wrappers with well-known names.
fn item_of(ty: &Type) -> &Type {
    const WRAPPERS: [&str; 8] = ["Vec", "VecDeque", "LinkedList", "Option", "Box", "Rc", "Arc", "Cow"];
    let inner = match ungrouped(ty) {
        Type::Reference(reference) => &*reference.elem,
        Type::Slice(slice) => &*slice.elem,
        Type::Array(array) => &*array.elem,
        Type::Path(path) => {
            let last =
                path.path.segments.last().filter(|last| WRAPPERS.iter().any(|name| last.ident == name));
            let Some(PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments) else {
                return ungrouped(ty);
            };
            let inner = arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(inner) => Some(inner),
                _ => None,
            });
            let Some(inner) = inner else { return ungrouped(ty) };
            inner
        }
        other => return other,
    };
    item_of(inner)
}

/// Whether the type contains a type parameter.
pub(crate) fn is_generic(container: &Container<'_>, ty: &Type) -> bool {
    let parameters: Vec<&Ident> = container.input.generics.type_params().map(|param| &param.ident).collect();
    uses(&parameters, ty)
}

/// Whether the type contains a const parameter.
pub(crate) fn has_constant(container: &Container<'_>, ty: &Type) -> bool {
    let parameters: Vec<&Ident> = container.input.generics.const_params().map(|param| &param.ident).collect();
    uses(&parameters, ty)
}

/// Whether the field's type is independent of generic parameters.
pub(crate) fn has_known_type(container: &Container<'_>, field: &Field<'_>) -> bool {
    let ty = &field.syntax.ty;
    !is_generic(container, ty) && !has_constant(container, ty)
}

fn uses(parameters: &[&Ident], ty: &Type) -> bool {
    let mut used = Used { parameters, direct: BTreeSet::new(), associated: Vec::new() };
    let mut ty = ty.clone();
    used.note_associated(ungrouped(&ty));
    used.visit_type_mut(&mut ty);
    !used.direct.is_empty() || !used.associated.is_empty()
}

/// Finds type parameters in types. It only reads, although it is a mutable visitor.
struct Used<'a> {
    parameters: &'a [&'a Ident],
    direct: BTreeSet<Ident>,
    associated: Vec<TokenStream>,
}

impl Used<'_> {
    /// If the field's type is an associated type like `T::Item`, it needs a bound of its own.
    fn note_associated(&mut self, ty: &Type) {
        if let Type::Path(TypePath { path, .. }) = ty {
            let first = path.segments.first().filter(|_| path.segments.len() > 1);
            if first.is_some_and(|first| self.parameters.contains(&&first.ident)) {
                self.associated.push(ty.to_token_stream());
            }
        }
    }
}

impl VisitMut for Used<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        // `PhantomData<T>` implements the trait for every `T`.
        if path.segments.last().is_some_and(|last| last.ident == "PhantomData") {
            return;
        }
        if let Some(name) = path.get_ident() {
            if self.parameters.contains(&name) {
                self.direct.insert(name.clone());
            }
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, _: &mut Macro) {}
}

/// The lifetimes that the deserialized fields borrow from the input. If `'static` is among them,
/// only that.
pub(crate) fn borrowed(container: &Container<'_>) -> BTreeSet<Lifetime> {
    let mut all = BTreeSet::new();
    for (variant, field) in container.fields() {
        if field.serde.skips() {
            continue;
        }
        let outer = variant.map(|variant| &variant.serde).filter(|serde| serde.has("borrow"));
        let explicit = outer.or(Some(&field.serde)).filter(|serde| serde.has("borrow"));
        if let Some(list) = explicit.and_then(|serde| serde.text("borrow")) {
            let parser = Punctuated::<Lifetime, Token![+]>::parse_separated_nonempty;
            all.extend(list.parse_with(parser).unwrap_or_default());
        } else if explicit.is_some() || is_borrowed(&field.syntax.ty) {
            collect(&field.syntax.ty, &mut all);
        }
    }
    match all.iter().find(|lifetime| lifetime.ident == "static") {
        Some(found) => BTreeSet::from([found.clone()]),
        None => all,
    }
}

/// `&str`, `&[u8]` and options of them are borrowed implicitly.
fn is_borrowed(ty: &Type) -> bool {
    match ungrouped(ty) {
        Type::Reference(reference) if reference.mutability.is_none() => match ungrouped(&reference.elem) {
            Type::Path(path) => path.path.is_ident("str"),
            Type::Slice(slice) => {
                matches!(ungrouped(&slice.elem), Type::Path(path) if path.path.is_ident("u8"))
            }
            _ => false,
        },
        Type::Path(path) => {
            let Some(last) = path.path.segments.last().filter(|last| last.ident == "Option") else {
                return false;
            };
            match &last.arguments {
                PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => {
                    matches!(arguments.args.first(),
                        Some(GenericArgument::Type(inner @ Type::Reference(_))) if is_borrowed(inner))
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// The lifetimes in a type, except those of function pointers and trait objects.
fn collect(ty: &Type, all: &mut BTreeSet<Lifetime>) {
    struct Lifetimes<'a>(&'a mut BTreeSet<Lifetime>);

    impl VisitMut for Lifetimes<'_> {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            self.0.insert(lifetime.clone());
        }

        fn visit_type_mut(&mut self, ty: &mut Type) {
            if !matches!(ty, Type::FnPtr(_) | Type::TraitObject(_) | Type::ImplTrait(_)) {
                visit_mut::visit_type_mut(self, ty);
            }
        }
    }

    Lifetimes(all).visit_type_mut(&mut ty.clone());
}

/// The type with all of its lifetimes replaced by `'static`.
pub(crate) fn made_static(ty: &Type) -> Type {
    struct Static;

    impl VisitMut for Static {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            lifetime.ident = Ident::new("static", lifetime.ident.span());
        }
    }

    let mut ty = ty.clone();
    Static.visit_type_mut(&mut ty);
    ty
}

/// Whether serde rejects the type for a reason that would break our implementation as well.
pub(crate) fn is_refused(container: &Container<'_>) -> bool {
    let last = match &container.body {
        Body::Struct(fields) => fields.last(),
        Body::Enum(_) => None,
        Body::Union => return true,
    };
    let reads = container.direction == Direction::Deserialize;
    let is_unsized = last.is_some_and(|field| matches!(ungrouped(&field.syntax.ty), Type::Slice(_)));
    let takes_de = container.input.generics.lifetimes().any(|param| param.lifetime.ident == "de");
    reads && (is_unsized || takes_de)
}

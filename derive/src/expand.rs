//! The implementations, from the type as it was read.

use crate::ast::Container;
use crate::attr::Direction;
use crate::bound::{self, Bounds};
use crate::shadow::{self, Shadow};
use crate::{receiver, remote};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, GenericParam, Generics, Lifetime, LifetimeParam, WherePredicate};

/// All that the derive adds to the program.
pub(crate) fn derive(mut input: DeriveInput, direction: Direction) -> TokenStream {
    receiver::replace(&mut input);
    let container = Container::of(&input, direction);
    let toon = quote!(::toon);
    let borrowed = bound::borrowed(&container);
    let de = match borrowed.first() {
        Some(only) if only.ident == "static" => only.clone(),
        _ => Lifetime::new("'de", Span::call_site()),
    };
    let bounds = Bounds::of(&container, &toon, &de);
    let plain = shadow::plain(&container, &toon, &bounds);

    let mut generics = input.generics.clone();
    let predicates = bounds.all().filter_map(|tokens| syn::parse2::<WherePredicate>(tokens.clone()).ok());
    generics.make_where_clause().predicates.extend(predicates);
    if direction == Direction::Deserialize && de.ident != "static" {
        let mut param = LifetimeParam::new(de.clone());
        param.bounds.extend(borrowed);
        generics.params.insert(0, GenericParam::Lifetime(param));
    }
    let implementation = if bound::is_refused(&container) {
        TokenStream::new()
    } else {
        implementation(&container, &toon, &plain, &generics, &de)
    };
    quote! {
        #[doc(hidden)]
        #[allow(dead_code, deprecated, non_camel_case_types, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            #plain
            #implementation
        };
    }
}

/// The implementation for the type itself; for a copy of another crate's type (`remote`), the two functions that serde
/// would give it.
fn implementation(
    container: &Container<'_>,
    toon: &TokenStream,
    plain: &Shadow,
    generics: &Generics,
    de: &Lifetime,
) -> TokenStream {
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = container.input.generics.split_for_impl();
    let (name, vis, plain) = (&container.input.ident, &container.input.vis, &plain.name);
    let turbofish = ty_generics.as_turbofish();
    let remote = container.remote().map(|text| match text {
        "Self" => quote!(#name #ty_generics),
        // What is no path serde complains about.
        text => {
            let path: TokenStream = text.parse().unwrap_or_default();
            quote!(#path #ty_generics)
        }
    });
    let serde = quote!(#toon::__private::serde);
    let value = remote.as_ref().map_or_else(|| quote!(#name #ty_generics), Clone::clone);
    let (implemented, function) = match container.direction {
        Direction::Serialize => {
            let receiver = if remote.is_some() { quote!(value: &#value) } else { quote!(&self) };
            let value = if remote.is_some() { quote!(value) } else { quote!(self) };
            (
                quote!(#serde::Serialize),
                quote! {
                    fn serialize<__S>(#receiver, serializer: __S) -> ::core::result::Result<__S::Ok, __S::Error>
                    where
                        __S: #serde::Serializer,
                    {
                        #plain #turbofish::serialize(#value, serializer)
                    }
                },
            )
        }
        Direction::Deserialize => (
            quote!(#serde::Deserialize<#de>),
            quote! {
                fn deserialize<__D>(deserializer: __D) -> ::core::result::Result<#value, __D::Error>
                where
                    __D: #serde::Deserializer<#de>,
                {
                    #plain #turbofish::deserialize(deserializer)
                }
            },
        ),
    };
    let remote = remote.map(|remote| remote::support(container, plain, &remote));
    let (header, vis) = match &remote {
        Some(_) => (quote!(#name #ty_generics), Some(vis)),
        None => (quote!(#implemented for #name #ty_generics), None),
    };
    quote! {
        // Where serde reports a mistake, it makes nothing that could be called: one report is enough.
        #[allow(unused_imports)]
        use #toon::__private::Unmade as _;

        #[automatically_derived]
        impl #impl_generics #header #where_clause {
            #vis #function
        }

        #remote
    }
}

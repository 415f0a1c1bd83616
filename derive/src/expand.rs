//! Generates the implementations from the parsed type.

use crate::ast::Container;
use crate::attr::{Direction, Mistakes};
use crate::bound::{self, Bounds};
use crate::shadow::Shadow;
use crate::{describe, hoist, receiver, remote, row, valid};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, GenericParam, Generics, Ident, Lifetime, LifetimeParam, WherePredicate};

/// Everything that the derive generates.
pub(crate) fn derive(mut input: DeriveInput, direction: Direction) -> TokenStream {
    receiver::replace(&mut input);
    let mut mistakes = Mistakes::default();
    let container = Container::of(&input, direction, &mut mistakes);
    valid::check(&container, &mut mistakes);
    let toon = container.toon.krate.as_ref().map_or_else(|| quote!(::toon), |path| quote!(#path));
    let borrowed = bound::borrowed(&container);
    let de = match borrowed.first() {
        Some(only) if only.ident == "static" => only.clone(),
        _ => Lifetime::new("'de", Span::call_site()),
    };
    let bounds = Bounds::of(&container, &toon, &de);
    let mut generics = input.generics.clone();
    let predicates = bounds.all().filter_map(|tokens| syn::parse2::<WherePredicate>(tokens.clone()).ok());
    generics.make_where_clause().predicates.extend(predicates);
    let mut impl_generics = generics.clone();
    if direction == Direction::Deserialize && de.ident != "static" {
        let mut param = LifetimeParam::new(de.clone());
        param.bounds.extend(borrowed);
        impl_generics.params.insert(0, GenericParam::Lifetime(param));
    }

    // If hints are invalid, they are ignored, so that one mistake gives one message.
    let is_hinted = row::has_hints(&container) && mistakes.is_empty();
    let plain = Shadow::plain(&container, &toon, &bounds);
    let hinted = is_hinted.then(|| Shadow::toon(&container, &toon, &bounds, &de));
    let implementation = Implementation {
        container: &container,
        toon: &toon,
        plain: &plain.name,
        hinted: hinted.as_ref().map(|shadow| &shadow.name),
        generics: &impl_generics,
        de: &de,
    };
    let implementation = if bound::is_refused(&container) { None } else { Some(implementation.tokens()) };
    let shadows = [Some(&plain), hinted.as_ref()].into_iter().flatten();
    let shadows = shadows.map(|shadow| shadow.tokens(&impl_generics));
    let columns = columns(&container, &toon, mistakes.is_empty());
    let mistakes = mistakes.report();
    quote! {
        #mistakes

        #[doc(hidden)]
        #[allow(dead_code, deprecated, explicit_outlives_requirements, non_camel_case_types, non_snake_case, non_upper_case_globals, single_use_lifetimes, unused_qualifications, variant_size_differences, clippy::all, clippy::pedantic)]
        const _: () = {
            #(#shadows)*
            #implementation
            #columns
        };
    }
}

/// What is known of the type as a part of tables, generated once for both derives.
fn columns(container: &Container<'_>, toon: &TokenStream, is_valid: bool) -> TokenStream {
    if container.direction == Direction::Deserialize {
        let mut all = TokenStream::new();
        if is_valid {
            all.extend(hoist::names(container, toon));
            all.extend(hoist::checks_of_reading(container, toon));
        }
        return all;
    }
    if !is_valid {
        return row::anything(container, toon);
    }
    let mut all = match container.toon.tabular {
        Some(_) => row::implementations(container, toon),
        None => row::leaf(container, toon),
    };
    all.extend(row::checks(container, toon));
    all.extend(hoist::checks(container, toon));
    if row::has_hints(container) || container.toon.tabular.is_some() || container.toon.levels.is_some() {
        all.extend(describe::implementation(container, toon));
    }
    all
}

struct Implementation<'a> {
    container: &'a Container<'a>,
    toon: &'a TokenStream,
    /// The copies.
    plain: &'a Ident,
    hinted: Option<&'a Ident>,
    generics: &'a Generics,
    de: &'a Lifetime,
}

impl Implementation<'_> {
    /// The implementation for the type itself; for a copy of another crate's type (`remote`), the
    /// function that serde would generate.
    fn tokens(&self) -> TokenStream {
        let Implementation { container, toon, plain, generics, de, .. } = self;
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        let (_, ty_generics, _) = container.input.generics.split_for_impl();
        let (name, vis) = (&container.input.ident, &container.input.vis);
        let remote = container.remote().map(|text| {
            if text.value() == "Self" {
                return quote!(#name #ty_generics);
            }
            // If it is not a path, serde reports an error.
            let path: TokenStream = text.parse().unwrap_or_default();
            quote!(#path #ty_generics)
        });
        let own = quote!(#name #ty_generics);
        let value = remote.as_ref().unwrap_or(&own);
        let serde = quote!(#toon::__private::serde);
        let (implemented, function) = match container.direction {
            Direction::Serialize => {
                (quote!(#serde::Serialize), self.serialize(&serde, value, remote.is_some()))
            }
            Direction::Deserialize => (quote!(#serde::Deserialize<#de>), self.deserialize(&serde, value)),
        };
        let (header, vis) = match &remote {
            Some(_) => (own, Some(vis)),
            None => (quote!(#implemented for #own), None),
        };
        let remote = remote.as_ref().map(|remote| remote::support(container, plain, remote));
        quote! {
            // If serde reports a mistake, it generates nothing that could be called: one message is
            // enough.
            #[allow(unused_imports)]
            use #toon::__private::Unmade as _;

            #[automatically_derived]
            impl #impl_generics #header #where_clause {
                #vis #function
            }

            #remote
        }
    }

    fn serialize(&self, serde: &TokenStream, value: &TokenStream, is_remote: bool) -> TokenStream {
        let (receiver, argument) =
            if is_remote { (quote!(value: &#value), quote!(value)) } else { (quote!(&self), quote!(self)) };
        let body =
            self.choose(&quote!(__S::Error), |copy, _| quote!(#copy::serialize(#argument, serializer)));
        quote! {
            fn serialize<__S>(#receiver, serializer: __S) -> ::core::result::Result<__S::Ok, __S::Error>
            where
                __S: #serde::Serializer,
            {
                #body
            }
        }
    }

    fn deserialize(&self, serde: &TokenStream, value: &TokenStream) -> TokenStream {
        let de = self.de;
        let body = self.choose(&quote!(__D::Error), |copy, is_hinted| {
            let toon = self.toon;
            let folded = is_hinted && self.container.folds();
            let mut deserializer = quote!(deserializer);
            if folded {
                deserializer = quote!(#toon::__private::Unfold(#deserializer));
            }
            if is_hinted {
                hoist::read(self.container, toon, &copy, &deserializer)
            } else {
                quote!(#copy::deserialize(#deserializer))
            }
        });
        quote! {
            fn deserialize<__D>(deserializer: __D) -> ::core::result::Result<#value, __D::Error>
            where
                __D: #serde::Deserializer<#de>,
            {
                #body
            }
        }
    }

    /// The call on the copy for the current format, which its error type reveals.
    fn choose(&self, error: &TokenStream, call: impl Fn(TokenStream, bool) -> TokenStream) -> TokenStream {
        let (_, ty_generics, _) = self.container.input.generics.split_for_impl();
        let turbofish = ty_generics.as_turbofish();
        let (toon, plain) = (self.toon, self.plain);
        let otherwise = call(quote!(#plain #turbofish), false);
        match self.hinted {
            None => otherwise,
            Some(hinted) => {
                let hinted = call(quote!(#hinted #turbofish), true);
                quote! {
                    if #toon::__private::is_toon::<#error>() {
                        #hinted
                    } else {
                        #otherwise
                    }
                }
            }
        }
    }
}

//! `tabular`: rows, whose columns are known at compile time, and the fields that contain tables.

use crate::ast::{Body, Container, Field, Variant};
use crate::attr::{Direction, Table};
use crate::copied::{Additions, Copied, TraitOfCopy, without};
use crate::default::{self, span_of};
use crate::{bound, group, level, name};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, LitStr, WherePredicate, parse_quote};

/// Whether TOON treats the type differently from other formats.
pub(crate) fn has_hints(container: &Container<'_>) -> bool {
    let is_row = container.toon.tabular.is_some();
    let is_read_by_cells = is_row && container.direction == Direction::Deserialize;
    is_read_by_cells
        || !container.toon.ranges.is_empty()
        || container
            .fields()
            .any(|(_, field)| !field.toon.is_empty() || is_row && needs_own_writer(container, field))
}

/// Whether a field of a row needs a hint: that it can be omitted, or that it must be a cell.
pub(crate) fn needs_own_writer(container: &Container<'_>, field: &Field<'_>) -> bool {
    let may_be_left_out = field.serde.has("skip_serializing_if") || field.toon.skip_default.is_some();
    let has_way = may_be_left_out
        || is_declared_cell(field)
        || container.toon.unchecked
        || field.toon.nullable_group.is_some();
    container.toon.tabular.is_some() && has_way && !is_no_column(field)
}

/// Wraps the value of a cell in the hint that it is one, unless its type ensures that.
pub(crate) fn as_cell(
    container: &Container<'_>,
    field: &Field<'_>,
    value: TokenStream,
    toon: &TokenStream,
) -> TokenStream {
    let private = quote!(#toon::__private);
    if is_declared_cell(field) || container.toon.unchecked && is_single(field) {
        quote!(#private::WithHint(#value, #private::hint::CELL))
    } else if container.toon.unchecked && field.toon.nullable_group.is_none() {
        let hints = unchecked(field, &quote!(HINTS), toon);
        quote!(#private::AtLevels(&#value, #hints))
    } else {
        value
    }
}

/// Whether the field must be a single cell, not a group.
fn is_single(field: &Field<'_>) -> bool {
    field.toon.nullable_group.is_none()
        && (field.serde.has("skip_serializing_if") || field.toon.hoist.is_some())
}

/// What is known about the columns of a field of an unchecked row.
fn unchecked(field: &Field<'_>, what: &TokenStream, toon: &TokenStream) -> TokenStream {
    let ty = &field.syntax.ty;
    quote!({
        #[allow(unused_imports)]
        use #toon::__private::UnknownColumn as _;
        #toon::__private::ColumnOf::<#ty>::#what
    })
}

/// Whether the user declares the field to be a cell, regardless of its type.
pub(crate) fn is_declared_cell(field: &Field<'_>) -> bool {
    field.toon.cell.is_some() || field.serde.has_with() || field.toon.with.is_some()
}

/// Whether `null` in a row means that the field is missing and has its default.
pub(crate) fn may_be_null(
    container: &Container<'_>,
    variant: Option<&Variant<'_>>,
    field: &Field<'_>,
) -> bool {
    let has_default = !default::is_missing(container, variant, field) || field.toon.skip_default.is_some();
    let may_be_left_out = field.serde.has("skip_serializing_if");
    let is_cell = !is_no_column(field) && field.toon.child.is_none();
    container.toon.tabular.is_some() && may_be_left_out && has_default && is_cell && !field.keeps_null
}

fn is_no_column(field: &Field<'_>) -> bool {
    field.serde.skips()
        || field.toon.skip.is_some()
        || field.toon.derived.is_some()
        || field.serde.has("flatten")
}

/// The fields that are written in TOON.
fn written<'a, 'f>(fields: &'a [Field<'f>]) -> impl Iterator<Item = &'a Field<'f>> {
    fields.iter().filter(|field| is_written(field))
}

/// Whether the field is written in TOON.
pub(crate) fn is_written(field: &Field<'_>) -> bool {
    // The first field of a range stands for both.
    let is_elsewhere = field.range.as_ref().is_some_and(|range| range.name.is_none());
    !field.serde.skips() && field.toon.skip.is_none() && field.toon.derived.is_none() && !is_elsewhere
}

/// The columns of the row.
fn columns(container: &Container<'_>, fields: &[Field<'_>], toon: &TokenStream) -> TokenStream {
    let private = quote!(#toon::__private);
    let tag = container
        .serde
        .text("tag")
        .map(|tag| quote!(#private::RowField::new(#tag, #private::FieldKind::Cell)));
    let columns = written(fields).map(|field| {
        let (name, ty, span) = (name::of(container, field), &field.syntax.ty, span_of(field));
        let kind = if let Some(kind) = kind_of_child(field, toon) {
            kind
        } else if field.serde.has("flatten") {
            // If the field can be skipped, not all rows have its columns.
            let columns = if is_declared_cell(field) || field.serde.has("skip_serializing_if") {
                quote!(#private::RowColumns(::core::option::Option::None))
            } else if container.toon.unchecked {
                unchecked(field, &quote!(COLUMNS), toon)
            } else {
                quote_spanned!(span=> <#ty as #private::Tabular>::COLUMNS)
            };
            quote!(#private::FieldKind::Flat(#columns))
        } else if field.toon.nullable_group.is_some() {
            let columns = group::columns(field, toon);
            quote!(#private::FieldKind::Group(#columns))
        } else if is_declared_cell(field)
            || field.serde.has("skip_serializing_if")
            || container.toon.unchecked && is_single(field)
        {
            quote!(#private::FieldKind::NullableCell)
        } else if field.range.is_some() {
            quote!(#private::FieldKind::Cell)
        } else if container.toon.unchecked {
            unchecked(field, &quote!(KIND), toon)
        } else {
            quote_spanned!(span=> <#ty as #private::Column>::KIND)
        };
        let levels = level::hints(container, field).map(|levels| quote!(.with_levels(#levels)));
        let can_be_omitted = field.toon.skip_default.as_ref().map(|_| quote!(.omittable()));
        let hoists = field.toon.hoist.map(|_| quote!(.which_hoists()));
        let default = has_default(container, field).then(|| quote!(.with_default()));
        quote!(#private::RowField::new(#name, #kind) #levels #can_be_omitted #hoists #default)
    });
    let fields = tag.into_iter().chain(columns);
    quote!(#private::RowColumns(::core::option::Option::Some(&[#(#fields),*])))
}

/// Whether serde fills in the field if it is missing.
fn has_default(container: &Container<'_>, field: &Field<'_>) -> bool {
    field.serde.has("default") || container.serde.has("default")
}

/// The columns and the key of a child table.
fn kind_of_child(field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let child = field.toon.child.as_ref()?;
    let ty = &field.syntax.ty;
    let private = quote!(#toon::__private);
    let rows = quote_spanned!(span_of(field)=> <#ty as #private::ChildList>::COLUMNS);
    let none = || quote!(::core::option::Option::None);
    let key = child.key.as_ref().map_or_else(none, |key| quote!(::core::option::Option::Some(#key)));
    Some(quote!(#private::FieldKind::Child(#private::ChildTable { rows: #rows, key: #key })))
}

/// Wraps a table so that it shows its columns even if it is empty.
pub(crate) fn with_header(
    field: &Field<'_>,
    table: &Table,
    value: &TokenStream,
    toon: &TokenStream,
) -> TokenStream {
    let (private, columns) = (quote!(#toon::__private), columns_of_header(field, toon));
    let none = || quote!(::core::option::Option::None);
    let key = table.key.as_ref().map_or_else(none, |key| quote!(::core::option::Option::Some(#key)));
    let value = quote!(#private::TableOrColumns { table: #value, columns: #columns, key: #key });
    quote!(#private::WithHint(#value, #private::hint::HEADER))
}

/// The columns that an empty table shows.
pub(crate) fn columns_of_header(field: &Field<'_>, toon: &TokenStream) -> TokenStream {
    // A constant cannot name any other lifetime.
    let (ty, kind) = (bound::made_static(&field.syntax.ty), kind_of_table(field));
    quote_spanned!(span_of(field)=> <#ty as #toon::__private::#kind>::COLUMNS)
}

/// The trait that the type of a table must implement.
pub(crate) fn kind_of_table(field: &Field<'_>) -> TokenStream {
    let has_key = field.toon.tabular.as_ref().is_some_and(|table| table.key.is_some());
    if has_key { quote!(List) } else { quote!(TabularRows) }
}

/// The hint for a field with `tabular`. `may_hoist` is whether columns can be hoisted.
pub(crate) fn hint_of_table(
    container: &Container<'_>,
    field: &Field<'_>,
    may_hoist: bool,
    toon: &TokenStream,
) -> TokenStream {
    let (ty, private) = (&field.syntax.ty, quote!(#toon::__private));
    if bound::is_generic(container, ty) {
        return quote!(#private::hint::TABULAR);
    }
    if field.toon.tabular.as_ref().is_some_and(|table| table.key.is_some()) {
        let columns = quote_spanned!(span_of(field)=> <#ty as #private::List>::COLUMNS);
        return quote!(const { #columns.table_hint(#may_hoist) });
    }
    let hint = if may_hoist { quote!(HINT_WITH_HOISTS) } else { quote!(HINT) };
    of_table(ty, &hint, toon)
}

/// A constant about a table of type `ty`, which need not be one of the known collections.
pub(crate) fn of_table(ty: &syn::Type, constant: &TokenStream, toon: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use #toon::__private::OtherTable as _;
        #toon::__private::TableOf::<#ty>::#constant
    })
}

/// Checks that the fields of a row are columns, and implements the traits of a row.
pub(crate) fn implementations(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let Body::Struct(fields) = &container.body else { return TokenStream::new() };
    let mut checks = Vec::new();
    let mut all = TokenStream::new();
    let mut generics = container.input.generics.clone();
    let plain = container.input.generics.clone();
    for field in fields.iter().filter(|field| is_written(field) || field.range.is_some()) {
        let is_nullable = field.toon.nullable_group.is_some();
        let is_any = container.toon.unchecked && !is_nullable && field.range.is_none();
        if is_declared_cell(field) || is_any {
            continue;
        }
        if is_nullable {
            all.extend(group::check(container, field, toon));
        }
        let ty = &field.syntax.ty;
        // `null` and hoisted columns each replace a single cell.
        let kind = if field.toon.child.is_some() {
            quote!(ChildList)
        } else if field.serde.has("flatten") {
            quote!(Tabular)
        } else if is_nullable {
            quote!(NullableGroup)
        } else if field.serde.has("skip_serializing_if")
            || field.toon.hoist.is_some()
            || field.range.is_some()
        {
            quote!(Leaf)
        } else {
            quote!(Column)
        };
        let bound = quote_spanned!(span_of(field)=> #toon::__private::#kind);
        all.extend(null_check(container, field, toon));
        if bound::is_generic(container, ty) {
            let predicate = syn::parse2::<WherePredicate>(quote!(#ty: #bound)).ok();
            generics.make_where_clause().predicates.extend(predicate);
        } else {
            checks.push(quote_spanned!(span_of(field)=> let () = <#ty as #bound>::CHECKED;));
        }
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (check_generics, ty_generics, check_where) = plain.split_for_impl();
    let name = &container.input.ident;
    let columns = columns(container, fields, toon);
    all.extend(quote! {
        // A value of the type implies that its lifetimes outlive each other as required.
        fn __columns #check_generics (_: &#name #ty_generics) #check_where {
            #(#checks)*
        }
        #[automatically_derived]
        impl #impl_generics #toon::__private::Tabular for #name #ty_generics #where_clause {
            const COLUMNS: #toon::__private::RowColumns = #columns;
        }
        #[automatically_derived]
        impl #impl_generics #toon::__private::Column for #name #ty_generics #where_clause {
            const KIND: #toon::__private::FieldKind =
                #toon::__private::FieldKind::Group(<Self as #toon::__private::Tabular>::COLUMNS);
        }
    });
    all
}

/// Checks that a field that is `null` in a row if it is dropped is not `null` otherwise, unless both
/// are read as the same value.
fn null_check(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let is_ambiguous = may_be_null(container, None, field) && field.may_keep_null(&container.serde);
    let text = field.serde.text("skip_serializing_if").filter(|_| is_ambiguous)?;
    bound::has_known_type(container, field).then_some(())?;
    let message = format!(
        "a value of this type can be `null`, but `null` in a row would be read as the default, as if `{}` had dropped the field: write its type as `Option<…>`, or remove its `default = \"…\"` or `skip_serializing_if`",
        text.value()
    );
    // A constant cannot name any other lifetime.
    let ty = bound::made_static(&field.syntax.ty);
    let column = quote_spanned!(span_of(field)=> <#ty as #toon::__private::Column>::KIND);
    let kind = quote!(#toon::__private::FieldKind::NullableCell);
    Some(quote_spanned! {default::at(text.span())=>
        const _: () = ::core::assert!(!::core::matches!(#column, #kind), "{}", #message);
    })
}

/// Implements all table traits for a type with a mistake in its hints, to avoid further errors.
pub(crate) fn anything(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    let kinds = [quote!(Tabular), quote!(Column), quote!(Leaf)];
    quote! {#(
        #[automatically_derived]
        impl #impl_generics #toon::__private::#kinds for #name #ty_generics #where_clause {}
    )*}
}

/// Implements the traits of a cell if the type is one: an enum without data or a newtype of a cell.
pub(crate) fn leaf(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let serde = &container.serde;
    let is_converted = ["into", "remote", "tag", "content", "untagged"].iter().any(|name| serde.has(name));
    let inner = match &container.body {
        _ if is_converted => return TokenStream::new(),
        Body::Enum(variants) => {
            let is_unit = |variant: &Variant<'_>| variant.fields.is_empty() && !variant.serde.has_with();
            let is_plain =
                variants.iter().all(|variant| is_unit(variant) && variant.syntax.fields.is_empty());
            if !is_plain || variants.is_empty() {
                return TokenStream::new();
            }
            None
        }
        Body::Struct(fields) => {
            let inner = match fields.as_slice() {
                [only] if !only.is_named() || serde.has("transparent") => only,
                _ => return object(container, fields, toon),
            };
            if inner.serde.has_with() || inner.serde.skips() || !inner.toon.is_empty() {
                return TokenStream::new();
            }
            Some(&inner.syntax.ty)
        }
        Body::Union => return TokenStream::new(),
    };
    let (name, ty_generics) = (&container.input.ident, container.input.generics.split_for_impl().1);
    let implementation = |kind: TokenStream, known: Option<TokenStream>| {
        let mut generics = container.input.generics.clone();
        if let Some(ty) = inner {
            // The lifetime defers the check of the bound to where the type is used.
            let predicate = syn::parse2::<WherePredicate>(quote!(for<'__inner> #ty: #kind)).ok();
            generics.make_where_clause().predicates.extend(predicate);
        }
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #kind for #name #ty_generics #where_clause { #known }
        }
    };
    let kind = inner.map(|ty| {
        let kind = quote!(<#ty as #toon::__private::Column>::KIND);
        quote!(const KIND: #toon::__private::FieldKind = #kind;)
    });
    let column = implementation(quote!(#toon::__private::Column), kind);
    let is_integer = inner.map(|ty| {
        let is_integer = quote!(<#ty as #toon::__private::Leaf>::IS_INTEGER);
        quote!(const IS_INTEGER: ::core::primitive::bool = #is_integer;)
    });
    let leaf = implementation(quote!(#toon::__private::Leaf), is_integer);
    quote!(#column #leaf)
}

/// Marks a struct with named fields, which is not a collection, unless it is serialized as another
/// type or as the map that is flattened into it.
fn object(container: &Container<'_>, fields: &[Field<'_>], toon: &TokenStream) -> TokenStream {
    let is_other = container.serde.has("transparent")
        || fields.is_empty()
        || fields.iter().any(|field| !field.is_named() || field.serde.has("flatten"));
    if is_other {
        return TokenStream::new();
    }
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    quote! {
        #[automatically_derived]
        impl #impl_generics #toon::__private::Object for #name #ty_generics #where_clause {}
    }
}

/// Checks that fields with `tabular` contain rows. Generic types are checked where they are used.
pub(crate) fn checks(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let mut rows = Vec::new();
    let mut all = TokenStream::new();
    for (_, field) in container.fields().filter(|(_, field)| !bound::is_generic(container, &field.syntax.ty))
    {
        let Some(table) = &field.toon.tabular else { continue };
        let ty = &field.syntax.ty;
        if let Some(key) = table.key.as_ref().filter(|_| !bound::has_constant(container, ty)) {
            all.extend(key_check(field, key, toon));
        } else if !bound::has_constant(container, ty) {
            let is_known = is_known(ty, toon);
            rows.push(
                quote_spanned!(span_of(field)=> let () = <#ty as #toon::__private::TableCheck<#is_known>>::CHECKED;),
            );
        }
    }
    if !rows.is_empty() {
        let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
        let name = &container.input.ident;
        all.extend(quote! {
            fn __tables #impl_generics (_: &#name #ty_generics) #where_clause {
                #(#rows)*
            }
        });
    }
    all
}

/// Whether it is known what the type is. If not, it may be a collection of rows.
fn is_known(ty: &syn::Type, toon: &TokenStream) -> TokenStream {
    // A constant cannot name any other lifetime.
    let (ty, private) = (bound::made_static(ty), quote!(#toon::__private));
    quote!({
        #[allow(unused_imports)]
        use #private::IsUnknown as _;
        #private::IsCollection::<#ty>::YES || #private::IsColumn::<#ty>::YES || #private::IsObject::<#ty>::YES
    })
}

/// Checks that the rows have the key field and at least one other.
fn key_check(field: &Field<'_>, key: &LitStr, toon: &TokenStream) -> TokenStream {
    // A constant cannot name any other lifetime.
    let ty = bound::made_static(&field.syntax.ty);
    let columns = quote_spanned!(span_of(field)=> <#ty as #toon::__private::List>::COLUMNS);
    let unknown = format!(
        "no field of these rows is named `{}` in TOON: `key` takes the name of a field of the struct itself, after `rename` and the like",
        key.value()
    );
    let alone = format!(
        "these rows have no other field than `{}`, but a table keyed by it needs another column: use `tabular` without `key`",
        key.value()
    );
    let assertions = quote_spanned! {default::at(key.span())=>
        ::core::assert!(#toon::__private::RowColumns::has(COLUMNS, #key), "{}", #unknown);
        ::core::assert!(#toon::__private::RowColumns::count(COLUMNS) > 1, "{}", #alone);
    };
    quote! {
        const _: () = {
            const COLUMNS: #toon::__private::RowColumns = #columns;
            #assertions
        };
    }
}

impl Copied<'_> {
    /// `null` in a row means that the field is missing.
    pub(crate) fn read_cell(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { container, variant, field, toon, de, number, .. } = self;
        let (name, ty) = (self.function("read"), &field.syntax.ty);
        let with = self.with();
        let (read, value) = match &with {
            None => (quote!(#ty), quote!(value)),
            Some(_) => (quote!(#toon::__private::Read::<Self, #number>), quote!(value.0)),
        };
        let default = default::of(container, *variant, field, toon);
        additions.functions.push(self.reader(
            &name,
            &quote! {
                let value: ::core::option::Option<#read> =
                    #toon::__private::serde::Deserialize::deserialize(deserializer)?;
                ::core::result::Result::Ok(match value {
                    ::core::option::Option::Some(value) => #value,
                    ::core::option::Option::None => #default,
                })
            },
        ));
        additions.traits.extend(with.map(|path| {
            let read = self.reader(&format_ident!("read"), &quote!(#path(deserializer)));
            TraitOfCopy {
                path: quote!(#toon::__private::ReadField<#de, #number>),
                body: quote!(type Value = #ty; #read),
            }
        }));
        let path = self.path_of(&name);
        without(attributes, &["with", "deserialize_with"]);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
    }
}

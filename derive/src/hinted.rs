//! Translates the hints of a field into serde attributes on its copy, and into functions that these
//! attributes name.

use crate::ast::{Container, Field, Variant};
use crate::attr::Direction;
use crate::{bound, by_variant, child, default, derived, group, hoist, level, name, row, wrap};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, ExprPath, Lifetime, Meta, parse_quote};

pub(crate) struct Hinted<'a> {
    pub(crate) container: &'a Container<'a>,
    pub(crate) variant: Option<&'a Variant<'a>>,
    pub(crate) field: &'a Field<'a>,
    /// The name of the copy.
    pub(crate) shadow: &'a Ident,
    pub(crate) toon: &'a TokenStream,
    /// The lifetime of the input.
    pub(crate) de: &'a Lifetime,
    /// The index among all fields of the type.
    pub(crate) number: usize,
}

/// What a hint adds to the copy, besides attributes.
#[derive(Default)]
pub(crate) struct Additions {
    /// Functions of the copy.
    pub(crate) functions: Vec<TokenStream>,
    /// Traits to implement for the copy.
    pub(crate) traits: Vec<TraitOfCopy>,
}

/// `impl trait for copy { body }`.
pub(crate) struct TraitOfCopy {
    pub(crate) path: TokenStream,
    pub(crate) body: TokenStream,
}

impl Hinted<'_> {
    /// Changes the attributes of the field on the copy.
    pub(crate) fn apply(&self, attributes: &mut Vec<Attribute>) -> Additions {
        let hints = &self.field.toon;
        let mut additions = Additions::default();
        if hints.skip.is_some() || hints.derived.is_some() {
            // Other attributes of the field would contradict `skip`.
            only(attributes, &["default", "bound", "rename", "alias", "borrow", "getter"]);
            if hints.derived.is_some() && derived::may_be_seen(self.container) {
                self.ignore(attributes, &mut additions);
            } else {
                attributes.push(parse_quote!(#[serde(skip)]));
            }
            self.fill_in(attributes, &mut additions);
            return additions;
        }
        if self.field.range.is_some() {
            self.name_range(attributes);
            return additions;
        }
        if let Some(name) = &hints.rename {
            without(attributes, &["rename"]);
            attributes.push(parse_quote!(#[serde(rename = #name)]));
        }
        if let Some(path) = &hints.with {
            without(attributes, &["with", "serialize_with", "deserialize_with"]);
            attributes.push(parse_quote!(#[serde(with = #path)]));
        }
        match self.container.direction {
            Direction::Serialize if wrap::is_by_struct(self.container) => {
                self.keep_default(attributes, &mut additions);
                return additions;
            }
            Direction::Serialize => self.write(attributes, &mut additions),
            Direction::Deserialize if hints.nullable_group.is_some() => {
                self.read_nullable_group(attributes, &mut additions);
            }
            Direction::Deserialize if row::may_be_null(self.container, self.variant, self.field) => {
                self.read_cell(attributes, &mut additions);
            }
            Direction::Deserialize => self.read_list(attributes, &mut additions),
        }
        if hints.skip_default.is_some() {
            self.skip_default(attributes, &mut additions);
        }
        additions
    }

    /// Outside of rows, serde skips the field as with a user-defined predicate.
    fn skip_default(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, variant, field, .. } = self;
        self.fill_in(attributes, additions);
        if container.direction == Direction::Deserialize || row::has_own_way(container, field) {
            return;
        }
        let (name, ty) = (self.function("is_default"), &field.syntax.ty);
        let place = quote!(*value);
        let serde = default::serde_test(field, &place).map(|test| quote!(#test ||));
        let test = default::test(container, *variant, field, &place);
        additions.functions.push(quote!(fn #name(value: &#ty) -> bool { #serde #test }));
        let path = self.path_of(&name);
        without(attributes, &["skip_serializing_if"]);
        attributes.push(parse_quote!(#[serde(skip_serializing_if = #path)]));
    }

    /// In a row, a default that serde would skip is still written.
    fn keep_default(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, variant, field, .. } = self;
        let place = quote!(*value);
        let is_default = default::test(container, *variant, field, &place);
        let is_skipped = default::serde_test(field, &place);
        let tests = is_default.zip(is_skipped).filter(|_| row::has_own_way(container, field));
        let Some((is_default, is_skipped)) = tests else { return };
        let (name, ty) = (self.function("is_null"), &field.syntax.ty);
        additions.functions.push(quote!(fn #name(value: &#ty) -> bool { #is_skipped && !(#is_default) }));
        let path = self.path_of(&name);
        without(attributes, &["skip_serializing_if"]);
        attributes.push(parse_quote!(#[serde(skip_serializing_if = #path)]));
    }

    /// Sets the default of a missing field. The default is called here rather than in serde's code,
    /// so that the compiler reports a type without `Default` at the field.
    fn fill_in(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, variant, field, .. } = self;
        if container.direction == Direction::Deserialize && default::is_missing(container, *variant, field) {
            let (name, ty) = (self.function("default"), &field.syntax.ty);
            let default = default::of(container, *variant, field);
            additions.functions.push(quote!(fn #name() -> #ty { #default }));
            let path = self.path_of(&name);
            attributes.push(parse_quote!(#[serde(default = #path)]));
        }
    }

    /// The first field of a range is also read under the name of the range, which is the name that
    /// error messages should have.
    fn name_range(&self, attributes: &mut Vec<Attribute>) {
        let Hinted { container, field, .. } = self;
        let column = field.range.as_ref().and_then(|range| range.name.as_ref());
        if let (Some(column), Direction::Deserialize) = (column, container.direction) {
            let own = name::own(container, field);
            without(attributes, &["rename"]);
            attributes.push(parse_quote!(#[serde(rename(deserialize = #column), alias = #own)]));
        }
    }

    /// Reads the default in place of any value.
    fn ignore(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, variant, field, toon, .. } = self;
        let (name, default) = (self.function("ignore"), default::of(container, *variant, field));
        let body = quote! {
            <#toon::__private::serde::de::IgnoredAny as #toon::__private::serde::Deserialize>::deserialize(deserializer)?;
            ::core::result::Result::Ok(#default)
        };
        additions.functions.push(self.reader(&name, &body));
        let path = self.path_of(&name);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
    }

    /// If the value has hints, adds a function that serializes it with them.
    fn write(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, field, toon, number, .. } = self;
        let is_own = row::has_own_way(container, field);
        let levels = level::hints(container, field);
        let hints = &field.toon;
        let is_said = hints.tabular.is_some()
            || hints.fold.is_some()
            || hints.hoist.is_some()
            || hints.by_variant.is_some();
        let is_usual = !is_own && !is_said;
        if is_usual && levels.is_none() {
            return;
        }
        let with = self.with();
        let body = by_variant::write(field, toon).unwrap_or_else(|| {
            let value = self.said(is_own, with.is_some());
            let left_out = is_own.then(|| self.left_out(&value));
            let tables = child::write(container, field, toon);
            quote! {
                #left_out
                #tables
                #toon::__private::serde::Serialize::serialize(&#value, serializer)
            }
        });
        let mut name = self.function("write");
        additions.functions.push(self.writer(&name, &body));
        additions.traits.extend(with.map(|path| self.written(&quote!(#number), &quote!(#path))));
        if let Some(levels) = levels {
            name = self.write_at_levels(&name, &levels, additions);
        }
        let path = self.path_of(&name);
        without(attributes, &["with", "serialize_with"]);
        if is_own {
            without(attributes, &["skip_serializing_if"]);
        }
        attributes.push(parse_quote!(#[serde(serialize_with = #path)]));
    }

    /// Wraps the value in its hints.
    fn said(&self, is_own: bool, has_with: bool) -> TokenStream {
        let Hinted { field, toon, number, .. } = self;
        let mut value = quote!(value);
        if has_with {
            value = quote!(#toon::__private::Written::<Self, #number>(#value));
        }
        if field.toon.nullable_group.is_some() {
            let columns = group::checked_columns(field, toon);
            value = quote!(#toon::__private::GroupOrNulls(#value, #columns));
        } else if is_own {
            value = row::as_cell(self.container, field, value, toon);
        }
        if field.toon.hoist.is_some() {
            value = quote!(#toon::__private::WithHint(#value, #toon::__private::hint::HOIST));
        }
        if let Some(table) = &field.toon.tabular {
            if let Some(key) = &table.key {
                value = quote!(#toon::__private::Keyed(#value, #key));
            }
            let may_hoist = hoist::is_read(self.container, field);
            let hint = row::hint_of_table(self.container, field, may_hoist, toon);
            value = quote!(#toon::__private::WithHint(#value, #hint));
            if table.header.is_some() {
                value = row::with_header(field, table, &value, toon);
            }
        }
        value = by_variant::wrapped(field, &value, toon).unwrap_or(value);
        if field.toon.fold.is_some() {
            value = quote!(#toon::__private::WithHint(#value, #toon::__private::hint::FOLD));
        }
        value
    }

    /// In a row the field is always written, with a hint if it can be omitted.
    fn left_out(&self, value: &TokenStream) -> TokenStream {
        let Hinted { container, variant, field, toon, .. } = self;
        let place = quote!(*value);
        let default = default::test(container, *variant, field, &place).map(|test| {
            quote! {
                if #test {
                    let value = #toon::__private::WithHint(#value, #toon::__private::hint::DEFAULT);
                    return #toon::__private::serde::Serialize::serialize(&value, serializer);
                }
            }
        });
        let null = default::serde_test(field, &place).map(|test| {
            let null = if field.toon.nullable_group.is_some() {
                let columns = group::checked_columns(field, toon);
                quote!(#toon::__private::null_group(#columns, serializer))
            } else if field.toon.child.is_some() {
                // The elements are still counted.
                let value = quote!(#toon::__private::WithHint(#value, #toon::__private::hint::NULL));
                quote!(#toon::__private::serde::Serialize::serialize(&#value, serializer))
            } else {
                quote!(#toon::__private::null(serializer))
            };
            quote!(if #test { return #null; })
        });
        quote!(#default #null)
    }

    /// Wraps the output of the function `write` in the hints for levels.
    fn write_at_levels(&self, write: &Ident, levels: &TokenStream, additions: &mut Additions) -> Ident {
        let Hinted { toon, number, .. } = self;
        let name = self.function("level");
        // Counts down, so it differs from the indices of the fields.
        let number = quote!({ ::core::primitive::usize::MAX - #number });
        additions.functions.push(self.writer(
            &name,
            &quote! {
                let value = #toon::__private::Written::<Self, #number>(value);
                let value = #toon::__private::AtLevels(&value, #levels);
                #toon::__private::serde::Serialize::serialize(&value, serializer)
            },
        ));
        additions.traits.push(self.written(&number, &quote!(Self::#write)));
        name
    }

    /// `null` in a row means that the field is missing.
    fn read_cell(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, variant, field, toon, de, number, .. } = self;
        let (name, ty) = (self.function("read"), &field.syntax.ty);
        let with = self.with();
        let (read, value) = match &with {
            None => (quote!(#ty), quote!(value)),
            Some(_) => (quote!(#toon::__private::Read::<Self, #number>), quote!(value.0)),
        };
        let default = default::of(container, *variant, field);
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

    /// A group of `null`s means `None`, or that the field is missing.
    fn read_nullable_group(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { container, variant, field, toon, .. } = self;
        let mut body = quote!(#toon::__private::read_nullable_group(deserializer));
        if row::may_be_null(container, *variant, field) {
            let default = default::of(container, *variant, field);
            body = quote! {
                ::core::result::Result::Ok(match #body? {
                    ::core::option::Option::None => #default,
                    group => group,
                })
            };
        }
        let name = self.function("read");
        additions.functions.push(self.reader(&name, &body));
        let path = self.path_of(&name);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
        self.let_option_be_missing(attributes);
    }

    /// With a function, serde no longer knows that an `Option` may be missing.
    fn let_option_be_missing(&self, attributes: &mut Vec<Attribute>) {
        let Hinted { container, variant, field, .. } = self;
        let has_default =
            field.toon.skip_default.is_some() || !default::is_missing(container, *variant, field);
        if field.is_named() && !has_default && bound::is_option(&field.syntax.ty) {
            attributes.push(parse_quote!(#[serde(default)]));
        }
    }

    /// Turns a list that was written as a map or as tables back into a list, and hoisted columns
    /// back into fields of the rows.
    fn read_list(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Hinted { field, toon, .. } = self;
        let Some(body) = by_variant::read(field, toon).or_else(|| self.table_reader()) else { return };
        let name = self.function("read");
        additions.functions.push(self.reader(&name, &body));
        let path = self.path_of(&name);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
        self.let_option_be_missing(attributes);
    }

    /// The call that reads a table that has a key or may have hoisted columns.
    fn table_reader(&self) -> Option<TokenStream> {
        let Hinted { container, field, toon, .. } = self;
        let table = field.toon.tabular.as_ref()?;
        let is_read = hoist::is_read(container, field);
        if table.key.is_none() && !is_read {
            return None;
        }
        let private = quote!(#toon::__private);
        let read = |deserializer| quote!(#private::serde::Deserialize::deserialize(#deserializer));
        let (plain, hoisting) = match &table.key {
            Some(key) => (
                read(quote!(#private::as_list(deserializer, #key))),
                quote!(#private::read_list(deserializer, #key)),
            ),
            None => (read(quote!(deserializer)), quote!(#private::read_table(deserializer))),
        };
        Some(if is_read { hoist::read_table(&field.syntax.ty, toon, &plain, &hoisting) } else { plain })
    }

    /// A function that serializes the field's `value` to `serializer`.
    fn writer(&self, name: &Ident, body: &TokenStream) -> TokenStream {
        let (toon, ty) = (self.toon, &self.field.syntax.ty);
        quote! {
            fn #name<__S>(value: &#ty, serializer: __S) -> ::core::result::Result<__S::Ok, __S::Error>
            where
                __S: #toon::__private::serde::Serializer,
            {
                #body
            }
        }
    }

    /// A function that deserializes the field from `deserializer`.
    fn reader(&self, name: &Ident, body: &TokenStream) -> TokenStream {
        let (toon, de, ty) = (self.toon, self.de, &self.field.syntax.ty);
        quote! {
            fn #name<__D>(deserializer: __D) -> ::core::result::Result<#ty, __D::Error>
            where
                __D: #toon::__private::serde::Deserializer<#de>,
            {
                #body
            }
        }
    }

    /// Declares that `function` serializes the field with this index.
    fn written(&self, number: &TokenStream, function: &TokenStream) -> TraitOfCopy {
        let (toon, ty) = (self.toon, &self.field.syntax.ty);
        let write = self.writer(&format_ident!("write"), &quote!(#function(value, serializer)));
        TraitOfCopy {
            path: quote!(#toon::__private::WriteField<#number>),
            body: quote!(type Value = #ty; #write),
        }
    }

    /// The user-defined function that serializes or deserializes the field.
    fn with(&self) -> Option<ExprPath> {
        match &self.field.toon.with {
            Some(module) => self.container.direction.in_module(module),
            None => self.field.serde.with(),
        }
    }

    fn function(&self, what: &str) -> Ident {
        format_ident!("__{what}_{}_{}", self.number, self.field.word())
    }

    /// The path of one of the copy's functions, for serde's attributes.
    fn path_of(&self, function: &Ident) -> String {
        let (shadow, generics) = (self.shadow, self.container.input.generics.split_for_impl().1);
        format!("<{}>::{function}", quote!(#shadow #generics))
    }
}

/// Removes the items with one of these names from `#[serde(…)]` attributes.
pub(crate) fn without(attributes: &mut [Attribute], names: &[&str]) {
    keep(attributes, |name| !names.contains(&name));
}

/// Keeps only the items with one of these names.
fn only(attributes: &mut [Attribute], names: &[&str]) {
    keep(attributes, |name| names.contains(&name));
}

fn keep(attributes: &mut [Attribute], keeps: impl Fn(&str) -> bool) {
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("serde")) {
        let Meta::List(list) = &mut attribute.meta else { continue };
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
        let items = tokens.split(is_comma).filter(|item| match item.first() {
            Some(TokenTree::Ident(name)) => keeps(&name.to_string()),
            Some(_) => true,
            None => false,
        });
        let items: Vec<TokenStream> = items.map(|item| item.iter().cloned().collect()).collect();
        list.tokens = quote!(#(#items),*);
    }
}

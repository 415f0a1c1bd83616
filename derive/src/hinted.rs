//! Translates the hints of a field into serde attributes on its copy, and into functions that these
//! attributes name.

use crate::attr::Direction;
use crate::copied::{Additions, Copied, only, without};
use crate::{by_variant, child, default, derived, group, hoist, level, row, wrap};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, parse_quote};

impl Copied<'_> {
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
        if hints.join.is_some() && self.container.direction == Direction::Deserialize {
            self.let_option_be_missing(attributes);
        }
        match self.container.direction {
            Direction::Serialize if wrap::is_by_struct(self.container) => {
                self.keep_default(attributes, &mut additions);
                return additions;
            }
            Direction::Serialize => self.write(attributes, &mut additions),
            Direction::Deserialize if hints.nullable_group.is_some() => {
                let may_be_null = row::may_be_null(self.container, self.variant, self.field);
                self.read_nullable_group(may_be_null, attributes, &mut additions);
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

    /// If the value has hints, adds a function that serializes it with them.
    fn write(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { container, field, toon, number, .. } = self;
        let is_own = row::needs_own_writer(container, field);
        let levels = level::hints(container, field);
        let hints = &field.toon;
        let is_hinted = hints.tabular.is_some()
            || hints.fold.is_some()
            || hints.hoist.is_some()
            || hints.by_variant.is_some();
        let is_usual = !is_own && !is_hinted;
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
        let Copied { field, toon, number, .. } = self;
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
        let Copied { container, variant, field, toon, .. } = self;
        let place = quote!(*value);
        let default = default::test(container, *variant, field, &place, toon).map(|test| {
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

    /// Turns a list that was written as a map or as tables back into a list, and hoisted columns
    /// back into fields of the rows.
    fn read_list(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { field, toon, .. } = self;
        let Some(body) = by_variant::read(field, toon).or_else(|| self.table_reader()) else { return };
        let name = self.function("read");
        additions.functions.push(self.reader(&name, &body));
        let path = self.path_of(&name);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
        self.let_option_be_missing(attributes);
    }
}

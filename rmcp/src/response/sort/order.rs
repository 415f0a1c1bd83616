//! Parses requested orders.

use super::key::SortValue;
use super::number::Number;
use crate::response::ResponseOptions;
use crate::response::path::segments;
use std::borrow::Cow;
use toon::{Describe, Field};

/// A field to sort by.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::response) struct Order<'a> {
    /// The field as requested, without the direction.
    pub(in crate::response) field: &'a str,
    /// The field as spelled by the author or the type. If neither knows it, as requested.
    pub(in crate::response) name: &'a str,
    pub(super) path: Vec<Cow<'a, str>>,
    pub(in crate::response) is_descending: bool,
    /// Whether it is certain that rows have the field.
    pub(in crate::response) is_known: bool,
    /// Whether the path begins with a field of the type.
    pub(super) begins_in_type: bool,
    /// The strings of the field in the author's order, if there is one.
    ranks: &'a [String],
}

impl Order<'_> {
    /// Replaces a string that has a rank with the rank. Other strings come after these, in
    /// alphabetical order.
    pub(super) fn ranked(&self, key: SortValue) -> SortValue {
        let SortValue::Text(text) = &key else { return key };
        let rank = self.ranks.iter().zip(0_u128..).find(|(ranked, _)| *ranked == text);
        rank.map_or(key, |(_, rank)| SortValue::Number(Number::from(rank)))
    }
}

/// The fields that rows can be sorted by.
#[derive(Clone, Copy, Debug)]
pub(in crate::response) struct Sortable<'a> {
    /// The fields of the type.
    fields: &'static [Field],
    /// The fields that the author allows. `None` if all are allowed.
    chosen: Option<&'a [String]>,
    /// Fields whose strings have an order set by the author.
    ranks: &'a [(String, Vec<String>)],
}

impl<'a> Sortable<'a> {
    /// The fields that callers may sort by: those in `options`, or else all fields of `T`,
    /// including nested ones.
    pub(in crate::response) fn by_callers<T: Describe>(options: &'a ResponseOptions) -> Self {
        Sortable { chosen: options.sortable.as_deref(), ..Self::by_the_author::<T>(options) }
    }

    /// The fields that the author may sort by: all fields of `T`, including nested ones.
    pub(in crate::response) fn by_the_author<T: Describe>(options: &'a ResponseOptions) -> Self {
        Sortable { fields: T::FIELDS, chosen: None, ranks: &options.ranks }
    }

    pub(super) fn names(&self) -> Vec<&str> {
        match self.chosen {
            Some(chosen) => chosen.iter().map(String::as_str).collect(),
            None => self.own().map(Field::name).collect(),
        }
    }

    /// Parses `asked`: a field, optionally prefixed with `+` or `-`.
    ///
    /// # Errors
    /// Returns the field if no row can have it, or if the author does not allow it.
    pub(super) fn order<'b>(&self, asked: &'b str) -> Result<Order<'b>, &'b str>
    where
        'a: 'b,
    {
        let (field, is_descending) = match asked.strip_prefix('-') {
            Some(field) => (field, true),
            None => (asked.strip_prefix('+').unwrap_or(asked), false),
        };
        let path = self.path(field);
        let chosen = self.chosen.and_then(|chosen| chosen.iter().find(|name| self.path(name) == path));
        if self.chosen.is_some() && chosen.is_none() {
            return Err(field);
        }
        let first = self.own().find(|own| path.first().is_some_and(|first| first == own.name()));
        let own = first.filter(|_| path.len() == 1);
        // The fields that come from a flattened field are only known from rows.
        let may_be_there = first.is_some() || self.fields.iter().any(Field::is_flattened);
        let name = chosen.map(String::as_str).or(own.map(Field::name));
        if name.is_none() && !may_be_there {
            return Err(field);
        }
        let ranks = self.ranks.iter().find(|(ranked, _)| self.path(ranked) == path);
        Ok(Order {
            field,
            name: name.unwrap_or(field),
            path,
            is_descending,
            is_known: name.is_some(),
            begins_in_type: first.is_some(),
            ranks: ranks.map_or(&[], |(_, ranks)| ranks),
        })
    }

    /// The path of `field`, with the syntax of `fields`. But a field whose name contains a dot
    /// needs no quotes.
    fn path<'b>(&self, field: &'b str) -> Vec<Cow<'b, str>> {
        if self.own().any(|own| own.name() == field) {
            vec![Cow::Borrowed(field)]
        } else {
            segments(field).collect()
        }
    }

    fn own(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().filter(|field| !field.is_flattened())
    }
}

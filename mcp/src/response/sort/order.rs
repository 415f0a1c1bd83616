//! What rows are asked to be sorted by.

use toon::{Describe, Field};

/// A field to sort by.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Order<'a> {
    /// As it was named, without the direction.
    pub(super) field: &'a str,
    pub(super) path: Vec<&'a str>,
    pub(super) is_descending: bool,
    /// Whether rows are certain to have it, or one was seen to.
    pub(super) is_known: bool,
}

/// The fields that rows may be sorted by.
#[derive(Clone, Copy, Debug)]
pub(in crate::response) struct Sortable<'a> {
    /// Those of the type.
    fields: &'static [Field],
    /// The author's choice.
    chosen: Option<&'a [String]>,
}

impl<'a> Sortable<'a> {
    /// `chosen`, or all of the fields of `T` and what is below them.
    pub(in crate::response) fn of<T: Describe>(chosen: Option<&'a [String]>) -> Self {
        Sortable { fields: T::FIELDS, chosen }
    }

    pub(super) fn names(&self) -> Vec<&str> {
        match self.chosen {
            Some(chosen) => chosen.iter().map(String::as_str).collect(),
            None => self.own().map(Field::name).collect(),
        }
    }

    /// What `asked` means: a field with `+`, `-` or nothing in front of it.
    ///
    /// # Errors
    /// The field, if no row can have it, or the author did not choose it.
    pub(super) fn order<'b>(&self, asked: &'b str) -> Result<Order<'b>, String> {
        let (field, is_descending) = match asked.strip_prefix('-') {
            Some(field) => (field, true),
            None => (asked.strip_prefix('+').unwrap_or(asked), false),
        };
        let is_chosen = self.chosen.is_some_and(|chosen| chosen.iter().any(|name| name == field));
        if self.chosen.is_some() && !is_chosen {
            return Err(field.to_owned());
        }
        // A field whose own name has a dot is found before a path.
        let is_own = self.own().any(|own| own.name() == field);
        let path: Vec<&str> = if is_own { vec![field] } else { field.split('.').collect() };
        let may_be_there = || {
            let first = path.first().copied().unwrap_or_default();
            // The fields in the place of a flattened one are seen in rows alone.
            self.fields.iter().any(|own| own.is_flattened() || own.name() == first)
        };
        let is_known = is_own || is_chosen;
        if is_known || may_be_there() {
            Ok(Order { field, path, is_descending, is_known })
        } else {
            Err(field.to_owned())
        }
    }

    fn own(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().filter(|field| !field.is_flattened())
    }
}

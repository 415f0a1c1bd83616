//! Writes a list of enum values as an object of tables.

use super::content::content;
use super::order::{self, OrderText};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

/// An enum whose values can be written as the rows of one table per variant.
#[diagnostic::on_unimplemented(
    message = "a list of `{Self}` cannot be grouped by variant",
    label = "not an enum with content in its variants",
    note = "`#[toon(by_variant)]` applies to a list of an enum that derives `toon::Serialize`, whose variants have named fields or contain one value"
)]
pub trait VariantTables {
    /// The tables of all variants, or why there cannot be any.
    const TABLES: Result<&'static [VariantTable], &'static str>;

    /// The index of the value's variant.
    fn variant(&self) -> usize;
}

/// The table of a variant.
#[derive(Clone, Copy)]
pub struct VariantTable {
    /// The key of the table.
    pub plural: &'static str,
    /// The hint for the table.
    pub hint: &'static str,
}

/// A list that can be written as one table per variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be grouped by variant",
    label = "not a list of an enum",
    note = "`#[toon(by_variant)]` applies to a field that is a `Vec`, `VecDeque`, slice or array of an enum that derives `toon::Serialize`, or an `Option` of one"
)]
pub trait VariantList {
    /// The tables of the enum.
    const TABLES: Result<&'static [VariantTable], &'static str>;

    /// Writes the list, with its order if `keeps_order`.
    fn write<S: Serializer>(&self, keeps_order: bool, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A list that is written as one table per variant, and whether its order is kept.
pub struct ByVariant<'a, L: ?Sized>(pub &'a L, pub bool);

impl<L: VariantList + ?Sized> Serialize for ByVariant<'_, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(self.1, serializer)
    }
}

macro_rules! forward_tables {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: VariantTables + ?Sized> VariantTables for $ty {
            const TABLES: Result<&'static [VariantTable], &'static str> = T::TABLES;

            fn variant(&self) -> usize {
                (**self).variant()
            }
        }
    )*};
}

forward_tables!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

macro_rules! forward_list {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> VariantList for $ty {
            const TABLES: Result<&'static [VariantTable], &'static str> = L::TABLES;

            fn write<S: Serializer>(&self, keeps_order: bool, serializer: S) -> Result<S::Ok, S::Error> {
                (**self).write(keeps_order, serializer)
            }
        }
    )*};
}

forward_list! {
    [L: VariantList + ?Sized] &L; [L: VariantList + ?Sized] &mut L; [L: VariantList + ?Sized] Box<L>;
    [L: VariantList + ?Sized] Rc<L>; [L: VariantList + ?Sized] Arc<L>;
    [L: VariantList + ToOwned + ?Sized] Cow<'_, L>;
}

macro_rules! lists {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<T: VariantTables + Serialize $($generics)*> VariantList for $ty {
            const TABLES: Result<&'static [VariantTable], &'static str> = T::TABLES;

            fn write<S: Serializer>(&self, keeps_order: bool, serializer: S) -> Result<S::Ok, S::Error> {
                write(self.iter(), keeps_order, serializer)
            }
        }
    )*};
}

lists! { [] [T]; [, const N: usize] [T; N]; [] Vec<T>; [] VecDeque<T>; [] LinkedList<T>; }

impl<L: VariantList> VariantList for Option<L> {
    const TABLES: Result<&'static [VariantTable], &'static str> = L::TABLES;

    fn write<S: Serializer>(&self, keeps_order: bool, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(list) => serializer.serialize_some(&ByVariant(list, keeps_order)),
            None => serializer.serialize_none(),
        }
    }
}

/// The rows of one variant.
struct VariantRows<'a, T>(Vec<&'a T>);

/// The rows with the hint for their table.
struct HintedRows<'a, T> {
    table: VariantTable,
    rows: VariantRows<'a, T>,
}

fn write<'a, T: VariantTables + Serialize + 'a, S: Serializer>(
    items: impl Iterator<Item = &'a T>,
    keeps_order: bool,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let tables = const {
        match T::TABLES {
            Ok(tables) => tables,
            Err(message) => panic!("{}", message),
        }
    };
    let mut written: Vec<HintedRows<'a, T>> = Vec::new();
    // For each variant, the position of its table in the text.
    let mut positions = vec![None; tables.len()];
    let mut order = OrderText::default();
    for item in items {
        let variant = item.variant();
        let position = *positions[variant].get_or_insert_with(|| {
            written.push(HintedRows { table: tables[variant], rows: VariantRows(Vec::new()) });
            written.len() - 1
        });
        written[position].rows.0.push(item);
        if keeps_order {
            order.push(position);
        }
    }
    if written.is_empty() {
        return serializer.serialize_seq(Some(0))?.end();
    }
    let order = order.finish();
    let mut object = serializer.serialize_struct("", written.len() + usize::from(order.is_some()))?;
    if let Some(order) = order {
        object.serialize_field(order::KEY, &order)?;
    }
    for table in &written {
        object.serialize_field(table.table.plural, table)?;
    }
    object.end()
}

impl<T: Serialize> Serialize for HintedRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(self.table.hint, &self.rows)
    }
}

impl<T: Serialize> Serialize for VariantRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for row in &self.0 {
            seq.serialize_element(&content(*row))?;
        }
        seq.end()
    }
}

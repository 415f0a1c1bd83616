//! Reads an object of tables as a list of enum values.

use super::super::row::{ExtraValue, row_seed};
use super::order::{self, Run, Runs};
use crate::de::access::EnumFrom;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{LinkedList, VecDeque};
use alloc::format;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use smallvec::smallvec;

/// An enum whose values can be read from the rows of one table per variant.
#[diagnostic::on_unimplemented(
    message = "a list of `{Self}` cannot be read from one table per variant",
    label = "not an enum that derives `toon::Deserialize`, with content in its variants",
    note = "`#[toon(by_variant)]` applies to a list of an enum that derives `toon::Deserialize`, whose variants have named fields or contain one value"
)]
pub trait ReadVariants {
    /// The tag, if it is internal.
    const TAG: Option<&'static str>;
    /// The keys of the tables.
    const PLURALS: &'static [&'static str];
    /// The names of the variants, in the same order.
    const NAMES: &'static [&'static str];
    /// Why there cannot be any tables.
    const REFUSAL: Option<&'static str> = None;
    /// Fails to compile if there is a reason.
    const CHECKED: () = if let Some(message) = Self::REFUSAL {
        panic!("{}", message)
    };
}

/// A list that can be read from one table per variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from one table per variant",
    label = "not a list of an enum",
    note = "`#[toon(by_variant)]` applies to a field that is a `Vec`, `VecDeque`, array or boxed slice of an enum that derives `toon::Deserialize`, or an `Option` of one"
)]
pub trait ReadVariantList<'de>: Sized {
    /// Reads an object of tables, or a list.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

macro_rules! forward_variants {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: ReadVariants + ?Sized> ReadVariants for $ty {
            const TAG: Option<&'static str> = T::TAG;
            const PLURALS: &'static [&'static str] = T::PLURALS;
            const NAMES: &'static [&'static str] = T::NAMES;
            const REFUSAL: Option<&'static str> = T::REFUSAL;
        }
    )*};
}

forward_variants!(Box<T>, Rc<T>, Arc<T>);

fn items<'de, T: ReadVariants + Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let () = T::CHECKED;
    // The text determines whether it is a list or an object.
    deserializer.deserialize_any(ItemsVisitor(PhantomData))
}

macro_rules! lists {
    ($($ty:ty),*) => {$(
        impl<'de, T: ReadVariants + Deserialize<'de>> ReadVariantList<'de> for $ty {
            fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(items(deserializer)?.into_iter().collect())
            }
        }
    )*};
}

lists!(Vec<T>, VecDeque<T>, LinkedList<T>, Box<[T]>);

impl<'de, T: ReadVariants + Deserialize<'de>, const N: usize> ReadVariantList<'de> for [T; N] {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wrong = |items: Vec<T>| {
            D::Error::custom(format!("invalid length {}, expected {N} rows in all tables", items.len()))
        };
        items(deserializer)?.try_into().map_err(wrong)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, L: ReadVariantList<'de>> ReadVariantList<'de> for Box<L> {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        L::read(deserializer).map(Box::new)
    }
}

macro_rules! boxed {
    ($($ty:ident),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'de, L: ?Sized> ReadVariantList<'de> for $ty<L>
        where
            Box<L>: ReadVariantList<'de>,
        {
            fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Box::<L>::read(deserializer).map($ty::from)
            }
        }
    )*};
}

boxed!(Rc, Arc);

#[diagnostic::do_not_recommend]
impl<'de, L: ToOwned + ?Sized> ReadVariantList<'de> for Cow<'_, L>
where
    L::Owned: ReadVariantList<'de>,
{
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        L::Owned::read(deserializer).map(Cow::Owned)
    }
}

impl<'de, L: ReadVariantList<'de>> ReadVariantList<'de> for Option<L> {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list: Option<FromTables<L>> = Deserialize::deserialize(deserializer)?;
        Ok(list.map(|list| list.0))
    }
}

/// A list that is read from one table per variant, as a value.
struct FromTables<L>(L);

impl<'de, L: ReadVariantList<'de>> Deserialize<'de> for FromTables<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        L::read(deserializer).map(FromTables)
    }
}

struct ItemsVisitor<T>(PhantomData<T>);

impl<'de, T: ReadVariants + Deserialize<'de>> Visitor<'de> for ItemsVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object with one table per variant, or a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<T>, A::Error> {
        let mut order: Option<TableOrder<'de>> = None;
        let mut tables: Vec<(&str, Vec<T>)> = Vec::new();
        while let Some(key) = map.next_key_seed(TableKeySeed(T::PLURALS))? {
            let Some(index) = key else {
                if order.is_some() {
                    return Err(A::Error::duplicate_field(order::KEY));
                }
                order =
                    Some(map.next_value_seed(OrderSeed { tables: T::PLURALS.len(), marker: PhantomData })?);
                continue;
            };
            let (plural, variant) = (T::PLURALS[index], Variant { name: T::NAMES[index], tag: T::TAG });
            if tables.iter().any(|(other, _)| *other == plural) {
                return Err(A::Error::duplicate_field(plural));
            }
            let expected = order.as_ref().map(|order| order.count(tables.len()));
            let seed = TableSeed { plural, variant, expected, rows: PhantomData };
            tables.push((plural, map.next_value_seed(seed)?));
        }
        match order {
            None => Ok(tables.into_iter().flat_map(|(_, rows)| rows).collect()),
            Some(order) => order.merge(tables),
        }
    }
}

/// Reads a key: the index of a table, or `None` for the order.
struct TableKeySeed(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for TableKeySeed {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<usize>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for TableKeySeed {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a table")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Option<usize>, E> {
        if key == order::KEY {
            return Ok(None);
        }
        match self.0.iter().position(|plural| *plural == key) {
            Some(index) => Ok(Some(index)),
            None => Err(E::unknown_field(key, self.0)),
        }
    }
}

/// The order of the rows across tables.
struct TableOrder<'de> {
    text: Cow<'de, str>,
    /// The number of rows of each table, up to the last one that it names.
    counts: Vec<usize>,
}

impl TableOrder<'_> {
    /// The number of rows of the table at this position.
    fn count(&self, table: usize) -> usize {
        self.counts.get(table).copied().unwrap_or(0)
    }

    /// Brings the rows of all tables into the order.
    fn merge<T, E: Error>(self, tables: Vec<(&str, Vec<T>)>) -> Result<Vec<T>, E> {
        if self.counts.len() > tables.len() {
            let message = format!("`_order` names table {}, but there is no such table", self.counts.len());
            return Err(E::custom(message));
        }
        for (position, (plural, rows)) in tables.iter().enumerate() {
            check_count(plural, self.count(position), rows.len())?;
        }
        let mut items = Vec::with_capacity(tables.iter().map(|(_, rows)| rows.len()).sum());
        let mut tables: Vec<_> = tables.into_iter().map(|(_, rows)| rows.into_iter()).collect();
        for Run { table, count } in Runs::of(&self.text).flatten() {
            items.extend(tables[table].by_ref().take(count));
        }
        Ok(items)
    }
}

fn check_count<E: Error>(plural: &str, expected: usize, found: usize) -> Result<(), E> {
    if expected == found {
        return Ok(());
    }
    let plural_s = if expected == 1 { "" } else { "s" };
    Err(E::custom(format!("`_order` has {expected} row{plural_s} of `{plural}`, but the table has {found}")))
}

struct OrderSeed<'de> {
    /// The maximum number of tables.
    tables: usize,
    marker: PhantomData<&'de ()>,
}

impl<'de> OrderSeed<'de> {
    fn order<E: Error>(self, text: Cow<'de, str>) -> Result<TableOrder<'de>, E> {
        let mut counts: Vec<usize> = Vec::new();
        for run in Runs::of(&text) {
            let Run { table, count } = run.map_err(E::custom)?;
            if table >= self.tables {
                let (number, tables) = (table.saturating_add(1), self.tables);
                let message = format!("`_order` names table {number}, but there are at most {tables} tables");
                return Err(E::custom(message));
            }
            if table >= counts.len() {
                counts.resize(table + 1, 0);
            }
            counts[table] = counts[table].saturating_add(count);
        }
        Ok(TableOrder { text, counts })
    }
}

impl<'de> DeserializeSeed<'de> for OrderSeed<'de> {
    type Value = TableOrder<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<TableOrder<'de>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for OrderSeed<'de> {
    type Value = TableOrder<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the order of the rows, such as `aba9`")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<TableOrder<'de>, E> {
        self.order(text.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<TableOrder<'de>, E> {
        self.order(text.to_owned().into())
    }
}

/// The variant of the rows of a table.
#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    tag: Option<&'static str>,
}

/// Reads a table of one variant.
struct TableSeed<T> {
    plural: &'static str,
    variant: Variant,
    /// The number of rows in the order, if it is known.
    expected: Option<usize>,
    rows: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for TableSeed<T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for TableSeed<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table or list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = seq.next_element_seed(ItemSeed { variant: self.variant, item: PhantomData })? {
            rows.push(row);
        }
        if let Some(expected) = self.expected {
            check_count(self.plural, expected, rows.len())?;
        }
        Ok(rows)
    }
}

/// Reads a row as a value of the enum.
struct ItemSeed<T> {
    variant: Variant,
    item: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for ItemSeed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, content: D) -> Result<T, D::Error> {
        let Variant { name, tag } = self.variant;
        match tag {
            Some(tag) => {
                let given = smallvec![(tag, ExtraValue::Key(Cow::Borrowed(name)))];
                row_seed(self.item, given).deserialize(content)
            }
            None => T::deserialize(VariantDe { name: Some(name), content: Some(content) }),
        }
    }
}

/// An enum value that is tagged externally: the name of its variant, and its content.
struct VariantDe<D> {
    name: Option<&'static str>,
    content: Option<D>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for VariantDe<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_enum(EnumFrom(&mut self))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.content.as_ref().is_none_or(D::is_human_readable)
    }
}

impl<'de, D: Deserializer<'de>> MapAccess<'de> for VariantDe<D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, D::Error> {
        let name = self.name.take();
        name.map(|name| seed.deserialize(BorrowedStrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, D::Error> {
        match self.content.take() {
            Some(content) => seed.deserialize(content),
            None => Err(D::Error::custom("a value was requested before its key")),
        }
    }
}

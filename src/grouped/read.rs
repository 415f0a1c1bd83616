//! Reads grouped rows.

use super::form::{MAX_LEVELS, ORDER, ROWS, check_fields};
use super::row::{Listed, RowContext, levels_of, row_seed};
use crate::de::exact;
use crate::de::key_text::KeyTextSeed;
use crate::projection::scalar::{Scalar, ScalarVisitor};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The rows, and how they were grouped.
pub(super) struct ReadRows<T> {
    pub(super) rows: Vec<T>,
    pub(super) fields: Option<Vec<String>>,
    pub(super) hoist_single: bool,
}

/// Reads rows grouped by these fields, if they are given.
pub(super) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    fields: Option<&[String]>,
    deserializer: D,
) -> Result<ReadRows<T>, D::Error> {
    deserializer.deserialize_map(RootVisitor { fields, rows: PhantomData })
}

struct RootVisitor<'f, T> {
    fields: Option<&'f [String]>,
    rows: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for RootVisitor<'_, T> {
    type Value = ReadRows<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of grouped rows")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ReadRows<T>, A::Error> {
        let mut document = GroupedDocument {
            fields: self.fields,
            order: None,
            has_groups: false,
            around: RowContext { stated: Vec::new(), groups: Vec::new(), levels: None },
            rows: Vec::new(),
        };
        while let Some(key) = map.next_key_seed(KeyTextSeed(PhantomData))? {
            let entry = map.next_value_seed(EntrySeed { key, document: &mut document })?;
            if let Some((key, scalar)) = entry {
                document.state(key, scalar)?;
            }
        }
        if let (false, Some(name)) = (document.has_groups, document.first_stated()) {
            return Err(A::Error::custom(format_args!("expected groups of rows below `{name}`, found none")));
        }
        let RowContext { stated, levels, .. } = document.around;
        let hoist_single = !stated.is_empty();
        let stated = stated.into_iter().map(|(name, _)| name);
        let fields = levels.map(|levels| stated.chain(levels).map(Cow::into_owned).collect());
        Ok(ReadRows { rows: document.rows, fields, hoist_single })
    }
}

/// What has been read so far.
struct GroupedDocument<'f, 'de, T> {
    /// The fields by which the rows are grouped, if they were given.
    fields: Option<&'f [String]>,
    /// The fields of the levels, if the document states their order.
    order: Option<Vec<Cow<'de, str>>>,
    has_groups: bool,
    around: RowContext<'de>,
    rows: Vec<T>,
}

impl<'de, T> GroupedDocument<'_, 'de, T> {
    /// Notes a field that is stated in front of the groups.
    fn state<E: Error>(&mut self, name: Cow<'de, str>, value: Scalar<'de>) -> Result<(), E> {
        if self.has_groups {
            return Err(E::custom(format_args!(
                "`{name}`, which all rows share, must come before the groups"
            )));
        }
        match value {
            Scalar::Text(order) if name == ORDER => self.order = Some(split(order)),
            // Each stated field goes into every row.
            _ if self.around.stated.len() == MAX_LEVELS => {
                return Err(E::custom(format_args!(
                    "expected at most {MAX_LEVELS} fields before the groups"
                )));
            }
            value => self.around.stated.push((name, value)),
        }
        Ok(())
    }

    fn first_stated(&self) -> Option<&str> {
        let order = self.order.as_ref().map(|_| ORDER);
        order.or_else(|| self.around.stated.first().map(|(name, _)| &**name))
    }

    /// Determines the names of the levels when the first group begins, unless its rows do.
    fn begin_groups<E: Error>(&mut self) -> Result<(), E> {
        if core::mem::replace(&mut self.has_groups, true) {
            return Ok(());
        }
        let RowContext { stated, levels, .. } = &mut self.around;
        let order = self.order.take();
        if let Some(order) = &order {
            check_fields(order, |message| E::custom(message))?;
        }
        let Some(fields) = self.fields else {
            *levels = order;
            return Ok(());
        };
        check_fields(fields, |message| E::custom(message))?;
        if let Some((name, _)) = stated.iter().find(|(name, _)| !fields.iter().any(|field| field == name)) {
            return Err(E::custom(format_args!(
                "expected rows grouped by {}, found `{name}`",
                Listed(fields)
            )));
        }
        let is_stated = |name: &str| stated.iter().any(|(stated, _)| stated == name);
        let given: Vec<Cow<'_, str>> =
            fields.iter().filter(|name| !is_stated(name)).cloned().map(Cow::Owned).collect();
        if let Some(order) = order.as_ref().filter(|order| !is_permutation(order, &given)) {
            return Err(E::custom(format_args!(
                "expected rows grouped by {}, found ones by {}",
                Listed(&given),
                Listed(order)
            )));
        }
        *levels = Some(order.unwrap_or(given));
        Ok(())
    }

    /// Enters a group.
    fn enter<E: Error>(&mut self, key: Cow<'de, str>) -> Result<(), E> {
        self.begin_groups()?;
        let groups = &mut self.around.groups;
        if groups.len() == MAX_LEVELS {
            return Err(E::custom(format_args!("expected at most {MAX_LEVELS} levels of groups")));
        }
        groups.push(key);
        Ok(())
    }

    /// Whether these are rows without groups.
    fn begin_rows<E: Error>(&mut self, key: Cow<'de, str>) -> Result<(), E> {
        self.begin_groups()?;
        let RowContext { stated, groups, levels } = &mut self.around;
        let is_ungrouped = key == ROWS && groups.is_empty() && !stated.is_empty();
        if is_ungrouped && levels.as_ref().is_none_or(Vec::is_empty) {
            *levels = Some(Vec::new());
            return Ok(());
        }
        groups.push(key);
        match levels {
            Some(levels) if levels.len() != groups.len() => Err(E::custom(format_args!(
                "expected rows grouped by {} ({}), found {}",
                Listed(levels),
                levels_of(levels.len()),
                levels_of(groups.len())
            ))),
            _ => Ok(()),
        }
    }
}

/// Whether the names, each of which comes once, are the same in any order.
fn is_permutation(one: &[Cow<'_, str>], two: &[Cow<'_, str>]) -> bool {
    let (one, two): (BTreeSet<_>, BTreeSet<_>) = (one.iter().collect(), two.iter().collect());
    one == two
}

fn split(order: Cow<'_, str>) -> Vec<Cow<'_, str>> {
    match order {
        Cow::Borrowed(order) => order.split(' ').map(Cow::Borrowed).collect(),
        Cow::Owned(order) => order.split(' ').map(|name| Cow::Owned(name.into())).collect(),
    }
}

/// Reads the value of a key. Returns it with its key if it is a scalar.
struct EntrySeed<'d, 'f, 'de, T> {
    key: Cow<'de, str>,
    document: &'d mut GroupedDocument<'f, 'de, T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for EntrySeed<'_, '_, 'de, T> {
    type Value = Option<(Cow<'de, str>, Scalar<'de>)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($method:ident($ty:ty))*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<Self::Value, E> {
            Ok(Some((self.key, ScalarVisitor.$method(value)?)))
        }
    )*};
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntrySeed<'_, '_, 'de, T> {
    type Value = Option<(Cow<'de, str>, Scalar<'de>)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a group of rows")
    }

    scalars! {
        visit_bool(bool) visit_u64(u64) visit_i64(i64) visit_f64(f64)
        visit_str(&str) visit_borrowed_str(&'de str) visit_string(String)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let EntrySeed { key, document } = self;
        let mut next = map.next_key_seed(KeyTextSeed(PhantomData))?;
        if next.as_deref() == Some(exact::NUMBER) {
            let digits = map.next_value_seed(KeyTextSeed(PhantomData))?;
            return Ok(Some((key, Scalar::Digits(digits))));
        }
        document.enter(key)?;
        while let Some(key) = next {
            if let Some((key, _)) = map.next_value_seed(EntrySeed { key, document: &mut *document })? {
                return Err(A::Error::custom(format_args!(
                    "expected a group of rows, but `{key}` is a scalar"
                )));
            }
            next = map.next_key_seed(KeyTextSeed(PhantomData))?;
        }
        document.around.groups.pop();
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let EntrySeed { key, document } = self;
        document.begin_rows(key)?;
        let GroupedDocument { around, rows, .. } = &mut *document;
        while let Some(row) = seq.next_element_seed(row_seed(PhantomData, around))? {
            rows.push(row);
        }
        document.around.groups.pop();
        Ok(None)
    }
}

//! Random sequences of `Serialize` events: those of derives, and those of hand-written code.

use crate::json;
use arbitrary::{Arbitrary, Result, Unstructured};
use serde::ser::{
    Serialize, SerializeMap as _, SerializeSeq as _, SerializeStruct as _, SerializeStructVariant as _,
    SerializeTuple as _, SerializeTupleStruct as _, SerializeTupleVariant as _, Serializer,
};
use std::collections::HashSet;

/// One value as the events of a `Serialize` implementation.
#[derive(Debug)]
pub enum Event {
    Unit,
    None,
    UnitStruct,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    UnsignedWide(u128),
    Float(f64),
    Char(char),
    Text(String),
    /// Through `collect_str`.
    Displayed(String),
    Bytes(Vec<u8>),
    Some(Box<Event>),
    Newtype(Box<Event>),
    UnitVariant(&'static str),
    NewtypeVariant(&'static str, Box<Event>),
    /// A sequence whose announced length may be absent or wrong.
    Sequence(Option<usize>, Vec<Element>),
    Tuple(usize, Vec<Event>),
    TupleStruct(usize, Vec<Event>),
    TupleVariant(&'static str, usize, Vec<Event>),
    Map(Option<usize>, Vec<Entry>),
    Struct(usize, Vec<Field>),
    StructVariant(&'static str, usize, Vec<Field>),
    /// A value with `serde_json`'s private name for numbers, which contains one string.
    Private(Vec<Event>),
}

#[derive(Debug)]
pub struct Element {
    value: Event,
    /// Whether an error in `value` is ignored.
    swallowed: bool,
}

#[derive(Debug)]
pub enum Entry {
    Whole(Event, Event),
    /// Key and value by two calls.
    InTwo(Event, Event),
    KeyOnly(Event),
    ValueOnly(Event),
}

impl Entry {
    fn parts(&self) -> (Option<&Event>, Option<&Event>) {
        match self {
            Entry::Whole(key, value) | Entry::InTwo(key, value) => (Some(key), Some(value)),
            Entry::KeyOnly(key) => (Some(key), None),
            Entry::ValueOnly(value) => (None, Some(value)),
        }
    }
}

#[derive(Debug)]
pub struct Field {
    name: &'static str,
    /// `None` is a skipped field.
    value: Option<Event>,
}

const NAMES: [&str; 8] = ["a", "b", "c", "Some", "a.b", "", "a b", "__proto__"];

impl<'a> Arbitrary<'a> for Event {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Self> {
        event(source, 6)
    }
}

fn event(source: &mut Unstructured<'_>, levels: usize) -> Result<Event> {
    if levels == 0 || source.is_empty() {
        return scalar(source);
    }
    let inner = |source: &mut Unstructured<'_>| event(source, levels - 1);
    let boxed = |source: &mut Unstructured<'_>| event(source, levels - 1).map(Box::new);
    Ok(match source.int_in_range(0..=23)? {
        0..=6 => scalar(source)?,
        7 => Event::Some(boxed(source)?),
        8 => Event::Newtype(boxed(source)?),
        9 => Event::NewtypeVariant(name(source)?, boxed(source)?),
        10..=11 => Event::Sequence(hint(source)?, elements(source, levels - 1)?),
        12 => Event::Tuple(length(source)?, json::elements(source, 4, inner)?),
        13 => Event::TupleStruct(length(source)?, json::elements(source, 4, inner)?),
        14 => Event::TupleVariant(name(source)?, length(source)?, json::elements(source, 4, inner)?),
        15..=16 => Event::Map(hint(source)?, entries(source, levels - 1)?),
        17..=18 => Event::Struct(length(source)?, fields(source, levels - 1)?),
        19 => Event::StructVariant(name(source)?, length(source)?, fields(source, levels - 1)?),
        20 => Event::Sequence(hint(source)?, rows(source, levels - 1)?),
        21 => Event::Map(hint(source)?, keyed_rows(source, levels - 1)?),
        22 => Event::Private(json::elements(source, 2, scalar)?),
        _ => Event::Sequence(hint(source)?, struct_rows(source, levels - 1)?),
    })
}

fn scalar(source: &mut Unstructured<'_>) -> Result<Event> {
    Ok(match source.int_in_range(0..=14)? {
        0 => Event::Unit,
        1 => Event::None,
        2 => Event::UnitStruct,
        3 => Event::Bool(source.arbitrary()?),
        4 => Event::Signed(source.arbitrary()?),
        5 => Event::Unsigned(source.arbitrary()?),
        6 => Event::Wide(source.arbitrary()?),
        7 => Event::UnsignedWide(source.arbitrary()?),
        8 => Event::Float(source.arbitrary()?),
        9 => Event::Char(source.arbitrary()?),
        10 => Event::Displayed(json::text(source)?),
        11 => Event::Bytes(source.arbitrary()?),
        12 => Event::UnitVariant(name(source)?),
        _ => Event::Text(json::text(source)?),
    })
}

fn name(source: &mut Unstructured<'_>) -> Result<&'static str> {
    source.choose(&NAMES).copied()
}

/// An announced length, correct only by chance.
fn length(source: &mut Unstructured<'_>) -> Result<usize> {
    if source.ratio(1, 16)? { source.arbitrary() } else { source.int_in_range(0..=4) }
}

fn hint(source: &mut Unstructured<'_>) -> Result<Option<usize>> {
    if source.ratio(1, 2)? { Ok(None) } else { length(source).map(Some) }
}

fn elements(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Element>> {
    json::elements(source, 4, |source| {
        Ok(Element { value: event(source, levels)?, swallowed: source.ratio(1, 64)? })
    })
}

fn entries(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Entry>> {
    json::elements(source, 4, |source| {
        let key = if source.ratio(1, 8)? { event(source, 2)? } else { Event::Text(json::key(source)?) };
        Ok(match source.int_in_range(0..=63)? {
            0 => Entry::KeyOnly(key),
            1 => Entry::ValueOnly(event(source, levels)?),
            2..=31 => Entry::InTwo(key, event(source, levels)?),
            _ => Entry::Whole(key, event(source, levels)?),
        })
    })
}

fn fields(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Field>> {
    // Structs need no check for duplicates, since rustc does it.
    let mut seen = HashSet::new();
    let mut fields = json::elements(source, 4, |source| {
        let value = if source.ratio(1, 8)? { None } else { Some(event(source, levels)?) };
        Ok(Field { name: name(source)?, value })
    })?;
    fields.retain(|field| seen.insert(field.name));
    Ok(fields)
}

/// A cell of a table most of the time.
fn cell(source: &mut Unstructured<'_>, levels: usize) -> Result<Event> {
    if source.ratio(1, 5)? { event(source, levels) } else { scalar(source) }
}

/// Maps with the same keys.
fn rows(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Element>> {
    let keys = json::elements(source, 4, json::key)?;
    json::elements(source, 4, |source| {
        let mut entries: Vec<Entry> = keys
            .iter()
            .map(|key| Ok(Entry::Whole(Event::Text(key.clone()), cell(source, levels)?)))
            .collect::<Result<_>>()?;
        if source.ratio(1, 3)? {
            entries.reverse();
        }
        if source.ratio(1, 16)? {
            entries.pop();
        }
        Ok(Element { value: Event::Map(hint(source)?, entries), swallowed: false })
    })
}

fn keyed_rows(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Entry>> {
    let rows = rows(source, levels)?;
    rows.into_iter().map(|row| Ok(Entry::Whole(Event::Text(json::key(source)?), row.value))).collect()
}

/// Structs of one type; a field may be skipped in some rows.
fn struct_rows(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Element>> {
    let mut names = json::elements(source, 4, name)?;
    names.sort_unstable();
    names.dedup();
    json::elements(source, 4, |source| {
        let fields = names
            .iter()
            .map(|&name| {
                let value = if source.ratio(1, 24)? { None } else { Some(cell(source, levels)?) };
                Ok(Field { name, value })
            })
            .collect::<Result<_>>()?;
        Ok(Element { value: Event::Struct(length(source)?, fields), swallowed: false })
    })
}

/// Properties of an event sequence before it is written.
#[derive(Default, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Traits {
    /// A key without a value, a value without a key, or not exactly one string where that is
    /// required.
    pub incomplete: bool,
    /// An element whose error is ignored.
    pub swallows: bool,
    /// A duplicate key in a map.
    pub duplicates: bool,
    /// An announced length for which `serde_json::to_value` would allocate too much memory, or a
    /// number that it takes for a struct.
    pub wild: bool,
}

impl Event {
    pub fn traits(&self) -> Traits {
        let mut traits = Traits::default();
        self.collect(&mut traits);
        traits
    }

    fn collect(&self, traits: &mut Traits) {
        traits.wild |= self.announced() > 1000;
        match self {
            Event::Some(inner) | Event::Newtype(inner) | Event::NewtypeVariant(_, inner) => {
                inner.collect(traits);
            }
            Event::Sequence(_, elements) => {
                for element in elements {
                    traits.swallows |= element.swallowed;
                    element.value.collect(traits);
                }
            }
            Event::Tuple(_, values) | Event::TupleStruct(_, values) | Event::TupleVariant(_, _, values) => {
                for value in values {
                    value.collect(traits);
                }
            }
            Event::Struct(_, fields) | Event::StructVariant(_, _, fields) => {
                fields
                    .iter()
                    .filter_map(|field| field.value.as_ref())
                    .for_each(|value| value.collect(traits));
            }
            Event::Private(values) => {
                traits.wild = true;
                traits.incomplete |= values.len() != 1;
            }
            Event::Map(_, entries) => {
                let mut seen = HashSet::new();
                let mut waiting = false;
                for (key, value) in entries.iter().map(Entry::parts) {
                    if let Some(key) = key {
                        traits.incomplete |= waiting;
                        traits.duplicates |= key.key_text().is_some_and(|key| !seen.insert(key));
                        key.collect(traits);
                    }
                    if let Some(value) = value {
                        traits.incomplete |= key.is_none() && !waiting;
                        value.collect(traits);
                    }
                    waiting = value.is_none();
                }
                traits.incomplete |= waiting;
            }
            _ => {}
        }
    }

    fn announced(&self) -> usize {
        match self {
            Event::Sequence(hint, _) | Event::Map(hint, _) => hint.unwrap_or(0),
            Event::Tuple(length, _)
            | Event::TupleStruct(length, _)
            | Event::TupleVariant(_, length, _)
            | Event::Struct(length, _)
            | Event::StructVariant(_, length, _) => *length,
            _ => 0,
        }
    }

    /// The key that `serde_json` writes for this event.
    fn key_text(&self) -> Option<String> {
        if !matches!(
            self,
            Event::Text(_)
                | Event::Displayed(_)
                | Event::Char(_)
                | Event::UnitVariant(_)
                | Event::Bool(_)
                | Event::Signed(_)
                | Event::Unsigned(_)
                | Event::Wide(_)
                | Event::UnsignedWide(_)
                | Event::Float(_)
                | Event::Newtype(_)
        ) {
            return None;
        }
        let map = serde_json::to_value(OneEntry(self)).ok()?;
        map.as_object()?.keys().next().cloned()
    }
}

struct OneEntry<'a>(&'a Event);

impl Serialize for OneEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &())?;
        map.end()
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Event::Unit => serializer.serialize_unit(),
            Event::None => serializer.serialize_none(),
            Event::UnitStruct => serializer.serialize_unit_struct("Type"),
            Event::Bool(value) => serializer.serialize_bool(*value),
            Event::Signed(value) => serializer.serialize_i64(*value),
            Event::Unsigned(value) => serializer.serialize_u64(*value),
            Event::Wide(value) => serializer.serialize_i128(*value),
            Event::UnsignedWide(value) => serializer.serialize_u128(*value),
            Event::Float(value) => serializer.serialize_f64(*value),
            Event::Char(value) => serializer.serialize_char(*value),
            Event::Text(value) => serializer.serialize_str(value),
            Event::Displayed(value) => serializer.collect_str(value),
            Event::Bytes(value) => serializer.serialize_bytes(value),
            Event::Some(inner) => serializer.serialize_some(inner),
            Event::Newtype(inner) => serializer.serialize_newtype_struct("Type", inner),
            Event::UnitVariant(name) => serializer.serialize_unit_variant("Type", 0, name),
            Event::NewtypeVariant(name, inner) => {
                serializer.serialize_newtype_variant("Type", 1, name, inner)
            }
            Event::Sequence(hint, elements) => {
                let mut sequence = serializer.serialize_seq(*hint)?;
                for element in elements {
                    let outcome = sequence.serialize_element(&element.value);
                    if !element.swallowed {
                        outcome?;
                    }
                }
                sequence.end()
            }
            Event::Tuple(length, values) => {
                let mut tuple = serializer.serialize_tuple(*length)?;
                values.iter().try_for_each(|value| tuple.serialize_element(value))?;
                tuple.end()
            }
            Event::TupleStruct(length, values) => {
                let mut tuple = serializer.serialize_tuple_struct("Type", *length)?;
                values.iter().try_for_each(|value| tuple.serialize_field(value))?;
                tuple.end()
            }
            Event::TupleVariant(name, length, values) => {
                let mut tuple = serializer.serialize_tuple_variant("Type", 2, name, *length)?;
                values.iter().try_for_each(|value| tuple.serialize_field(value))?;
                tuple.end()
            }
            Event::Map(hint, entries) => {
                let mut map = serializer.serialize_map(*hint)?;
                for entry in entries {
                    match entry {
                        Entry::Whole(key, value) => map.serialize_entry(key, value)?,
                        Entry::InTwo(key, value) => {
                            map.serialize_key(key)?;
                            map.serialize_value(value)?;
                        }
                        Entry::KeyOnly(key) => map.serialize_key(key)?,
                        Entry::ValueOnly(value) => map.serialize_value(value)?,
                    }
                }
                map.end()
            }
            Event::Private(values) => {
                const NAME: &str = "$serde_json::private::Number";
                let mut state = serializer.serialize_struct(NAME, values.len())?;
                values.iter().try_for_each(|value| state.serialize_field(NAME, value))?;
                state.end()
            }
            Event::Struct(length, fields) => {
                let mut state = serializer.serialize_struct("Type", *length)?;
                for Field { name, value } in fields {
                    match value {
                        Some(value) => state.serialize_field(name, value)?,
                        None => state.skip_field(name)?,
                    }
                }
                state.end()
            }
            Event::StructVariant(name, length, fields) => {
                let mut state = serializer.serialize_struct_variant("Type", 3, name, *length)?;
                for Field { name, value } in fields {
                    match value {
                        Some(value) => state.serialize_field(name, value)?,
                        None => state.skip_field(name)?,
                    }
                }
                state.end()
            }
        }
    }
}

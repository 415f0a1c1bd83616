//! Deserializes a type from samples, to find its shape.
//!
//! That is done again and again, until nothing new comes to light: each time with another variant of its enums, and where
//! a sample is refused, with the next. Then each field is left out once.

use super::shape::{Choice, Kind, Member, Names, Shape, TEXTS};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::take;
use core::ptr;
use serde::de::value::{BorrowedStrDeserializer, UnitDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use toon::__internal::list_cell::JOIN;
use toon::__internal::{IN_PARTS, NULLABLE_GROUP};
use toon::{Error, ErrorKind, Result};

/// The maximum number of runs. Of a type with even more fields and variants, some stay unknown.
const MAX_RUNS: usize = 4096;

/// Deeper values are not sampled.
const MAX_DEPTH: usize = 24;

// What is tried after the texts, if anything may be accepted.
const INTEGER: usize = 0;
const UNIT: usize = 1;
const LIST: usize = 2;

/// The shape of a type.
pub(super) fn shape_of<'de, T: Deserialize<'de>>() -> Shape {
    let mut shape = Shape::default();
    for is_testing in [false, true] {
        for _ in 0..MAX_RUNS {
            let mut run = Run { is_testing, ..Run::default() };
            // Whatever the outcome, it has been noted what was asked for.
            _ = T::deserialize(Sample { shape: &mut shape, run: &mut run });
            if run.changes == 0 {
                break;
            }
        }
    }
    shape
}

impl Choice {
    /// The variant to try.
    fn next(&self, run: &Run) -> usize {
        if run.is_testing {
            return self.contents.iter().position(Shape::is_untested).unwrap_or(self.usable);
        }
        if self.known < self.names.len() { self.known } else { self.usable }
    }

    /// Notes that a variant has been tried, without anything new unless `is_changed`.
    fn tried(&mut self, is_changed: bool, is_read: bool, run: &mut Run) {
        let at = self.known;
        let Some(content) = self.contents.get_mut(at).filter(|_| !run.is_testing) else { return };
        if run.is_endless || !is_changed {
            content.is_cut = take(&mut run.is_endless);
            if is_read && self.contents.get(self.usable).is_none() {
                self.usable = at;
            }
            self.known = if is_read && self.is_nested { self.names.len() } else { at + 1 };
            run.changes += 1;
        }
    }
}

/// One deserialization of the type.
#[derive(Default)]
struct Run {
    /// Whether fields are left out.
    is_testing: bool,
    /// Whether one has been left out.
    is_tested: bool,
    /// What has been noted.
    changes: usize,
    /// The fields and variants of the types around the value.
    open: Vec<Names>,
    /// Whether a type contains itself.
    is_endless: bool,
    /// The name of the last field that was sent.
    last: &'static str,
    depth: usize,
}

impl Run {
    /// Begins a type with these fields or variants. Returns whether it is within itself, which it may be once.
    fn open(&mut self, names: Names) -> Result<bool> {
        let around = self.open.iter().filter(|open| !names.is_empty() && ptr::eq(**open, names)).count();
        self.is_endless = around > 1;
        if self.is_endless {
            return Err(Error::custom("a type within itself"));
        }
        self.open.push(names);
        Ok(around == 1)
    }
}

/// Deserializes a sample of a shape, and notes what is asked for.
struct Sample<'s> {
    shape: &'s mut Shape,
    run: &'s mut Run,
}

impl Sample<'_> {
    fn again(&mut self) -> Sample<'_> {
        Sample { shape: self.shape, run: self.run }
    }

    fn note(&mut self, kind: Kind) {
        if core::mem::discriminant(&kind) != core::mem::discriminant(&self.shape.kind) {
            self.shape.kind = kind;
            self.run.changes += 1;
        }
    }

    /// Goes on below the value.
    fn below<R>(mut self, read: impl FnOnce(Sample<'_>) -> Result<R>) -> Result<R> {
        if self.run.depth == MAX_DEPTH {
            self.run.is_endless = true;
            return Err(Error::custom("too deep"));
        }
        self.run.depth += 1;
        let result = read(self.again());
        self.run.depth -= 1;
        result
    }

    /// Cuts an optional value or list that contains itself.
    fn cut<R>(mut self, read: impl FnOnce(Sample<'_>) -> Result<R>) -> Result<R> {
        let result = read(self.again());
        if result.is_err() && take(&mut self.run.is_endless) {
            self.shape.is_cut = true;
            self.run.changes += 1;
        }
        result
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Some(text) = TEXTS.get(self.shape.sample) else {
            return Err(Error::custom("no text is accepted"));
        };
        let result = visitor.visit_str(text);
        if result.is_err() {
            self.shape.sample += 1;
            self.run.changes += 1;
        }
        result
    }

    /// Tries what comes after the texts where anything may be accepted.
    fn any<'de, V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let changes = self.run.changes;
        let result = match self.shape.sample - TEXTS.len() {
            INTEGER => self.again().deserialize_u64(visitor),
            UNIT => self.again().deserialize_unit(visitor),
            LIST => self.again().deserialize_seq(visitor),
            _ => return self.required(visitor),
        };
        if result.is_err() && (self.run.changes == changes || !matches!(self.shape.kind, Kind::List(_))) {
            self.shape.sample += 1;
            self.run.changes += 1;
        }
        result
    }

    /// A list of scalars that are not asked for one by one.
    fn joined<R>(mut self, read: impl FnOnce(Sample<'_>) -> Result<R>) -> Result<R> {
        self.note(Kind::List(Box::default()));
        self.shape.sample = TEXTS.len() + LIST;
        let result = read(self.again());
        if let (Kind::List(element), Err(_)) = (&mut self.shape.kind, &result) {
            if element.sample <= TEXTS.len() {
                element.sample += 1;
                self.run.changes += 1;
            }
        }
        result
    }

    /// Finds the fields of an object one by one, as far as they are required.
    fn required<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Sample { shape, run } = self;
        let mut members = match take(&mut shape.kind) {
            Kind::Object(members) => members,
            _ => Vec::new(),
        };
        let result =
            visitor.visit_map(Members { all: &mut members, next: 0, left_out: None, run: &mut *run });
        let missing = match result.as_ref().map_err(Error::kind) {
            Err(ErrorKind::MissingField { field, .. }) => Some(*field),
            _ => None,
        };
        if let Some(field) = missing.filter(|field| !members.iter().any(|member| member.name == *field)) {
            members.push(Member::new(field, Some(false)));
            run.changes += 1;
        }
        if !members.is_empty() {
            shape.kind = Kind::Object(members);
        }
        result
    }

    fn object<'de, V: Visitor<'de>>(self, names: Names, visitor: V) -> Result<V::Value> {
        let Sample { shape, run } = self;
        run.open(names)?;
        let mut members = if let Kind::Object(members) = take(&mut shape.kind) {
            members
        } else {
            run.changes += 1;
            names.iter().map(|name| Member::new(name, None)).collect()
        };
        let test = run.is_testing && !run.is_tested;
        let left_out = members.iter().position(Member::is_untested).filter(|_| test);
        run.is_tested |= left_out.is_some();
        let result = visitor.visit_map(Members { all: &mut members, next: 0, left_out, run: &mut *run });
        let duplicate = match result.as_ref().map_err(Error::kind) {
            Err(ErrorKind::DuplicateKey { key, .. }) => members.iter().position(|member| member.name == *key),
            _ => None,
        };
        if let Some(at) = duplicate.filter(|_| !run.is_testing) {
            // serde names the aliases of a field beside it: it comes first, and they are removed.
            let last = run.last;
            if members.get(at).is_some_and(|member| member.name == last) {
                let member = members.remove(at);
                members.insert(0, member);
            } else {
                members.retain(|member| member.name != last);
            }
            run.changes += 1;
        }
        if let Some(member) = left_out.and_then(|at| members.get_mut(at)) {
            member.is_optional = Some(result.is_ok());
            run.changes += 1;
        }
        shape.kind = Kind::Object(members);
        run.open.pop();
        result
    }

    /// Reads an enum with `read`, which picks a variant.
    fn choice<R>(mut self, read: impl FnOnce(Sample<'_>) -> Result<R>) -> Result<R> {
        let (changes, open) = (self.run.changes, self.run.open.len());
        let result = read(self.again());
        self.run.open.truncate(open);
        if let Kind::Choice(choice) = &mut self.shape.kind {
            choice.tried(self.run.changes > changes, result.is_ok(), self.run);
        }
        result
    }
}

macro_rules! samples {
    ($($method:ident = $kind:ident: $visit:ident($($value:expr)?);)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
            self.note(Kind::$kind);
            visitor.$visit($($value)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Sample<'_> {
    type Error = Error;

    samples! {
        deserialize_bool = Bool: visit_bool(true);
        deserialize_i8 = Integer: visit_u64(1); deserialize_i16 = Integer: visit_u64(1);
        deserialize_i32 = Integer: visit_u64(1); deserialize_i64 = Integer: visit_u64(1);
        deserialize_i128 = Integer: visit_u64(1); deserialize_u8 = Integer: visit_u64(1);
        deserialize_u16 = Integer: visit_u64(1); deserialize_u32 = Integer: visit_u64(1);
        deserialize_u64 = Integer: visit_u64(1); deserialize_u128 = Integer: visit_u64(1);
        deserialize_f32 = Number: visit_f64(1.5); deserialize_f64 = Number: visit_f64(1.5);
        deserialize_unit = Unit: visit_unit();
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.shape.sample < TEXTS.len() { self.text(visitor) } else { self.any(visitor) }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.note(Kind::Text);
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.note(Kind::List(Box::new(Shape { kind: Kind::Integer, ..Shape::default() })));
        visitor.visit_bytes(&[1])
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.shape.is_nullable = true;
        if self.shape.is_cut {
            return visitor.visit_none();
        }
        self.cut(|some| some.below(|some| visitor.visit_some(some)))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            IN_PARTS => {
                self.choice(|Sample { shape, run }| visitor.visit_enum(InParts { shape, run, tags: None }))
            }
            NULLABLE_GROUP => self.deserialize_option(visitor),
            JOIN => self.joined(|list| visitor.visit_newtype_struct(list)),
            _ => self.below(|inner| visitor.visit_newtype_struct(inner)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.note(Kind::List(Box::default()));
        self.cut(|Sample { shape, run }| match &mut shape.kind {
            Kind::List(inner) => visitor.visit_seq(Elements {
                shapes: core::slice::from_mut(&mut **inner),
                left: usize::from(!shape.is_cut),
                run,
            }),
            _ => Err(Error::custom("no list")),
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value> {
        const MAX_SHAPES: usize = 16;
        self.note(Kind::Tuple((0..len.min(MAX_SHAPES)).map(|_| Shape::default()).collect(), len));
        let Sample { shape, run } = self;
        match &mut shape.kind {
            Kind::Tuple(shapes, _) => visitor.visit_seq(Elements { shapes, left: len, run }),
            _ => Err(Error::custom("no tuple")),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.note(Kind::Map(Box::default()));
        self.cut(|Sample { shape, run }| match &mut shape.kind {
            Kind::Map(entry) => {
                visitor.visit_map(Entry { shapes: entry, next: if shape.is_cut { 2 } else { 0 }, run })
            }
            _ => Err(Error::custom("no map")),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: Names,
        visitor: V,
    ) -> Result<V::Value> {
        self.below(|object| object.object(names, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: Names,
        visitor: V,
    ) -> Result<V::Value> {
        self.choice(|choice| {
            choice.below(|Sample { shape, run }| visitor.visit_enum(Variants { shape, run, names }))
        })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The elements of a list or tuple.
struct Elements<'s> {
    shapes: &'s mut [Shape],
    left: usize,
    run: &'s mut Run,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let Some((shape, others)) = take(&mut self.shapes).split_first_mut() else { return Ok(None) };
        let value = Sample { shape: &mut *shape, run: self.run }.below(|sample| seed.deserialize(sample));
        self.shapes = if others.is_empty() { core::slice::from_mut(shape) } else { others };
        value.map(Some)
    }
}

/// The fields of a struct.
struct Members<'s> {
    all: &'s mut [Member],
    next: usize,
    left_out: Option<usize>,
    run: &'s mut Run,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        while let Some(member) = self.all.get(self.next) {
            if !member.is_refused && self.left_out != Some(self.next) {
                self.run.last = member.name;
                return seed.deserialize(BorrowedStrDeserializer::new(member.name)).map(Some);
            }
            self.next += 1;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some(member) = self.all.get_mut(self.next) else { return Err(Error::custom("no field")) };
        self.next += 1;
        let changes = self.run.changes;
        let value = seed.deserialize(Sample { shape: &mut member.shape, run: self.run });
        if value.is_err() && self.run.changes == changes && !self.run.is_testing && !self.run.is_endless {
            member.is_refused = !member.shape.advance();
            self.run.changes += 1;
        }
        value
    }
}

/// The only entry of a map.
struct Entry<'s> {
    shapes: &'s mut [Shape; 2],
    next: usize,
    run: &'s mut Run,
}

impl Entry<'_> {
    fn next<'de, S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(shape) = self.shapes.get_mut(self.next) else { return Ok(None) };
        self.next += 1;
        Sample { shape, run: self.run }.below(|sample| seed.deserialize(sample)).map(Some)
    }
}

impl<'de> MapAccess<'de> for Entry<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.next(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.next(seed)?.ok_or_else(|| Error::custom("no entry"))
    }
}

/// An enum that says its variants.
struct Variants<'s> {
    shape: &'s mut Shape,
    run: &'s mut Run,
    names: Names,
}

impl<'de, 's> EnumAccess<'de> for Variants<'s> {
    type Error = Error;
    type Variant = Sample<'s>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Sample<'s>)> {
        let Variants { shape, run, names } = self;
        let (name, shape) = pick(shape, run, &[], names)?;
        Ok((seed.deserialize(BorrowedStrDeserializer::<Error>::new(name))?, Sample { shape, run }))
    }
}

/// The content of a variant.
impl<'de> VariantAccess<'de> for Sample<'_> {
    type Error = Error;

    fn unit_variant(mut self) -> Result<()> {
        self.note(Kind::Unit);
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.below(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: Names, visitor: V) -> Result<V::Value> {
        self.object(names, visitor)
    }
}

/// A type that is read in parts, as `de::in_parts` says.
struct InParts<'s> {
    shape: &'s mut Shape,
    run: &'s mut Run,
    tags: Option<Names>,
}

impl<'s> InParts<'s> {
    fn sample(self) -> Sample<'s> {
        Sample { shape: self.shape, run: self.run }
    }
}

impl<'de> EnumAccess<'de> for InParts<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let InParts { shape, run, tags } = self;
        let Some(names @ [_]) = tags else {
            return Ok((seed.deserialize(UnitDeserializer::<Error>::new())?, InParts { shape, run, tags }));
        };
        if let Kind::Choice(Choice { names: variants, .. }) = shape.kind {
            let (name, shape) = pick(shape, run, names, variants)?;
            let value = seed.deserialize(BorrowedStrDeserializer::<Error>::new(name))?;
            return Ok((value, InParts { shape, run, tags }));
        }
        // Only the seed knows the variants.
        let error = seed.deserialize(BorrowedStrDeserializer::<Error>::new("")).map(|_| ()).err();
        let error = error.unwrap_or_else(|| Error::custom("any variant"));
        if let ErrorKind::UnknownVariant { expected, .. } = error.kind() {
            shape.kind = Kind::Choice(Choice::new(names, expected));
            run.changes += 1;
        }
        Err(error)
    }
}

impl<'de> VariantAccess<'de> for InParts<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.sample().unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.sample().newtype_variant_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.sample().tuple_variant(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: Names, visitor: V) -> Result<V::Value> {
        match self.tags {
            None => visitor.visit_enum(InParts { tags: Some(names), ..self }),
            Some(tags @ [_, _]) => {
                let (shape, run) = (Some(self.shape), self.run);
                visitor.visit_map(Adjacent { shape, content: None, run, tags, next: 0 })
            }
            Some(_) => self.sample().object(names, visitor),
        }
    }
}

/// The tag and the content of an enum.
struct Adjacent<'s> {
    shape: Option<&'s mut Shape>,
    content: Option<&'s mut Shape>,
    run: &'s mut Run,
    tags: Names,
    next: usize,
}

impl<'de> MapAccess<'de> for Adjacent<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(key) = self.tags.get(self.next) else { return Ok(None) };
        self.next += 1;
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match (self.shape.take(), self.content.take()) {
            (Some(shape), _) => {
                let (tags, content) = (self.tags, &mut self.content);
                seed.deserialize(Tag { shape, run: self.run, tags, content })
            }
            (None, Some(shape)) => seed.deserialize(Sample { shape, run: self.run }),
            (None, None) => Err(Error::custom("no content")),
        }
    }
}

/// The tag of an enum whose content has a key of its own.
struct Tag<'t, 's> {
    shape: &'s mut Shape,
    run: &'t mut Run,
    tags: Names,
    content: &'t mut Option<&'s mut Shape>,
}

impl<'de> Deserializer<'de> for Tag<'_, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: Names,
        visitor: V,
    ) -> Result<V::Value> {
        let Tag { shape, run, tags, content } = self;
        let (name, picked) = pick(shape, run, tags, names)?;
        *content = Some(picked);
        visitor.visit_enum(BorrowedStrDeserializer::<Error>::new(name))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The name and the content of the next variant.
fn pick<'s>(
    shape: &'s mut Shape,
    run: &mut Run,
    tags: Names,
    names: Names,
) -> Result<(&'static str, &'s mut Shape)> {
    let is_nested = run.open(names)?;
    if !matches!(shape.kind, Kind::Choice(_)) {
        shape.kind = Kind::Choice(Choice::new(tags, names));
        run.changes += 1;
    }
    if let Kind::Choice(choice) = &mut shape.kind {
        choice.is_nested = is_nested;
        let next = choice.next(run);
        if let (Some(name), Some(content)) = (names.get(next), choice.contents.get_mut(next)) {
            return Ok((name, content));
        }
    }
    Err(Error::custom("no variants"))
}

//! Objects that derived code reads in parts: enums with a tag, whose content has a type only when
//! the tag is known, and structs with flattened fields.
//!
//! No value is buffered. The text of the object is read again for each part, which sees only the
//! entries that belong to it. So parts are read like any other object.

use super::access::{Entries, EntriesUser, EnumUser, MapUser};
use super::adapters::{forwarding, refusing};
use super::context::Context;
use super::key_de::{KeyDe, KeyStr};
use super::key_text::KeyTextSeed;
use super::lines::Lines;
use crate::wrappers::Wrappers;
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::format;
use core::cell::RefCell;
use core::marker::PhantomData;
use serde::de::value::{BorrowedStrDeserializer, UnitDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IgnoredAny, MapAccess, Unexpected,
    VariantAccess, Visitor,
};
use smallvec::SmallVec;

/// A newtype of this name that is an object is visited as an enum without a tag of its own. As the
/// fields of its struct variant the visitor names the [`Tags`], and is then visited as the enum
/// with that tag.
pub(crate) const IN_PARTS: &str = "$toon::in parts";
/// The names of flattened fields begin like this. The value of each is the part of the object that
/// is left to it, and comes after the object's own fields.
pub(crate) const PART: &str = "$toon::part";

/// Nothing for a struct, the tag of an enum, or its tag and the key of its content.
type Tags = Names;
type Names = &'static [&'static str];

/// Whether `key` is that of one of these fields, and not just like the name of a flattened one.
fn has(fields: &[&str], key: &str) -> bool {
    fields.contains(&key) && !key.starts_with(PART)
}

/// An object that can be read several times.
pub(super) trait Object<'de> {
    /// Passes all entries to `user`, from the first one on.
    fn entries<U: EntriesUser<'de>>(&self, context: &mut Context<'de>, user: U) -> Result<U::Value>;
}

/// Passes `object` to a visitor that has asked for [`IN_PARTS`].
pub(super) fn visit<'de, O: Object<'de>, V: Visitor<'de>>(
    context: &mut Context<'de>,
    object: &O,
    visitor: V,
) -> Result<V::Value> {
    let view = View { object, hidden: &[], outer: None };
    visitor.visit_enum(Part { context, view: &view, taken: None })
}

/// An object without some of its entries.
struct View<'a, O> {
    object: &'a O,
    /// The names of the entries that are not visible here, nor in the views inside of this one.
    hidden: &'a [&'a [&'static str]],
    outer: Option<&'a View<'a, O>>,
}

impl<'de, O: Object<'de>> View<'_, O> {
    fn hides(&self, name: &str) -> bool {
        self.hidden.iter().any(|names| has(names, name)) || self.outer.is_some_and(|outer| outer.hides(name))
    }

    /// Passes all entries to `user`, or `only` those with one of these names.
    fn entries<U: EntriesUser<'de>>(
        &self,
        context: &mut Context<'de>,
        only: Option<Only<'_>>,
        user: U,
    ) -> Result<U::Value> {
        self.object.entries(context, Visible { user, view: self, only })
    }
}

/// Reads an object again, which is open in `access`.
fn again<'de, R>(access: &mut impl Entries<'de>, read: impl FnOnce(&mut Context<'de>) -> R) -> R {
    let context = access.context();
    let room = context.reader.depth.room;
    context.reader.depth.room += 1;
    let result = read(context);
    context.reader.depth.room = room;
    result
}

/// Which entries are visible, and where those that are read are noted.
#[derive(Clone, Copy)]
struct Only<'a> {
    names: Names,
    taken: &'a Taken,
    /// Only the first of them.
    is_single: bool,
}

/// The names of entries.
type Taken = RefCell<SmallVec<[&'static str; 8]>>;

impl Only<'_> {
    /// Whether the entry with this key is visible, which is then read.
    fn shows(&self, key: &str) -> bool {
        let mut taken = self.taken.borrow_mut();
        let name = self.names.iter().find(|name| **name == key && !(self.is_single && !taken.is_empty()));
        taken.extend(name.copied());
        name.is_some()
    }
}

/// A part of an object, deserialized like an object.
struct Part<'a, 'de, O> {
    context: &'a mut Context<'de>,
    view: &'a View<'a, O>,
    /// For a flattened field: the names of the entries that it takes from the following ones. As in
    /// serde, structs and enums take theirs; maps and enums with an internal tag take none.
    taken: Option<&'a Taken>,
}

impl<'de, O: Object<'de>> Part<'_, 'de, O> {
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        self.view.entries(self.context, None, user)
    }

    fn unwrapped<R>(self, name: &'static str, read: impl FnOnce(Part<'_, 'de, O>) -> Result<R>) -> Result<R> {
        let Part { context, view, taken } = self;
        context.unwrapped(name, |context| read(Part { context, view, taken }))
    }

    fn refuse<T>(&self, expected: &dyn Expected) -> Result<T> {
        match self.taken {
            Some(_) => Err(Error::custom(NOT_FLAT)),
            None => Err(Error::invalid_type(Unexpected::Map, expected)),
        }
    }
}

/// serde's words for a flattened field of another type.
const NOT_FLAT: &str = "can only flatten structs and maps";

impl<'de, O: Object<'de>> Deserializer<'de> for Part<'_, 'de, O> {
    type Error = Error;

    forwarding! { deserialize_map: deserialize_any() deserialize_ignored_any() }
    forwarding! { deserialize_unit: deserialize_unit_struct(&'static str) }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.entries(MapUser(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let only = self.taken.map(|taken| Only { names: fields, taken, is_single: false });
        self.view.entries(self.context, only, MapUser(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let only = self.taken.map(|taken| Only { names: variants, taken, is_single: true });
        self.view.entries(self.context, only, EnumUser(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.taken.is_some() {
            // The only way to ask a visitor for `Some` and, if that fails, for `None`, as serde
            // does for flattened fields.
            return visitor.__private_visit_untagged_option(self).map_err(|()| Error::custom(NOT_FLAT));
        }
        self.unwrapped("", |part| visitor.visit_some(part))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == IN_PARTS {
            return visitor.visit_enum(self);
        }
        self.unwrapped(name, |part| visitor.visit_newtype_struct(part))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.taken.is_some() {
            return visitor.visit_unit();
        }
        match self.entries(Count)? {
            0 => visitor.visit_unit(),
            _ => Err(Error::invalid_type(Unexpected::Map, &visitor)),
        }
    }

    refusing! {
        deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64()
        deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char() deserialize_str()
        deserialize_string() deserialize_bytes() deserialize_byte_buf() deserialize_seq()
        deserialize_tuple(usize) deserialize_tuple_struct(&'static str, usize) deserialize_identifier()
    }
}

/// Passes the visible entries to another user.
struct Visible<'a, U, O> {
    user: U,
    view: &'a View<'a, O>,
    only: Option<Only<'a>>,
}

impl<'de, U: EntriesUser<'de>, O: Object<'de>> EntriesUser<'de> for Visible<'_, U, O> {
    type Value = U::Value;
    const JUDGES_KEYS: bool = U::JUDGES_KEYS;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<U::Value> {
        let Visible { user, view, only } = self;
        user.run(&mut VisibleEntries { access, view, only })
    }
}

struct VisibleEntries<'a, A, O> {
    access: &'a mut A,
    view: &'a View<'a, O>,
    only: Option<Only<'a>>,
}

impl<'de, A: Entries<'de>, O: Object<'de>> MapAccess<'de> for VisibleEntries<'_, A, O> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        while let Some(key) = next_key(self.access)? {
            if !self.view.hides(&key) && self.only.is_none_or(|only| only.shows(&key)) {
                return read_key(self.access, &key, seed).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.access.next_value_seed(seed)
    }
}

impl<'de, A: Entries<'de>, O: Object<'de>> Entries<'de> for VisibleEntries<'_, A, O> {
    fn context(&mut self) -> &mut Context<'de> {
        self.access.context()
    }

    fn refused(&self, error: Error) -> Error {
        self.access.refused(error)
    }
}

/// The text of the next key. If its value is not read, the access skips it.
fn next_key<'de>(access: &mut impl Entries<'de>) -> Result<Option<Cow<'de, str>>> {
    access.next_key_seed(KeyTextSeed(PhantomData))
}

/// Passes the key that came last to `seed`.
fn read_key<'de, K: DeserializeSeed<'de>>(
    access: &impl Entries<'de>,
    key: &Cow<'de, str>,
    seed: K,
) -> Result<K::Value> {
    let key = KeyDe { text: KeyStr::of(key), wrappers: Wrappers::new() };
    seed.deserialize(key).map_err(|error| access.refused(error))
}

/// Counts the entries.
struct Count;

impl<'de> EntriesUser<'de> for Count {
    type Value = usize;
    const JUDGES_KEYS: bool = false;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<usize> {
        let mut count = 0;
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

/// Passes the value of the entry with this key to a seed.
struct ValueOf<S>(&'static str, S);

impl<'de, S: DeserializeSeed<'de>> EntriesUser<'de> for ValueOf<S> {
    type Value = S::Value;
    const JUDGES_KEYS: bool = false;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<S::Value> {
        while next_key(access)?.is_some_and(|key| key != self.0) {}
        let value = access.next_value_seed(self.1)?;
        Count.run(access)?;
        Ok(value)
    }
}

/// An object whose tags are not known, as an enum.
impl<'de, O: Object<'de>> EnumAccess<'de> for Part<'_, 'de, O> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        Ok((seed.deserialize(UnitDeserializer::<Error>::new())?, self))
    }
}

impl<'de, O: Object<'de>> VariantAccess<'de> for Part<'_, 'de, O> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.entries(Count).map(|_| ())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, tags: Tags, visitor: V) -> Result<V::Value> {
        let Part { context, view, taken } = self;
        // For serde, an enum whose content has a key of its own is a struct.
        let taken = taken.filter(|_| tags.len() > 1);
        let only = taken.map(|taken| Only { names: tags, taken, is_single: false });
        view.entries(context, only, TaggedUser { view, tags, visitor })
    }
}

/// Passes an object to the visitor of an enum.
struct TaggedUser<'a, O, V> {
    view: &'a View<'a, O>,
    tags: Tags,
    visitor: V,
}

impl<'de, O: Object<'de>, V: Visitor<'de>> EntriesUser<'de> for TaggedUser<'_, O, V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<V::Value> {
        let TaggedUser { view, tags, visitor } = self;
        visitor.visit_enum(Tagged { access, view, tags, is_first: true })
    }
}

/// An object as an enum: its tag is the variant, and the other entries are the content. A struct is
/// an enum without a tag.
struct Tagged<'a, A, O> {
    access: &'a mut A,
    view: &'a View<'a, O>,
    tags: Tags,
    /// No entry that belongs to the content came before the tag.
    is_first: bool,
}

impl<'de, A: Entries<'de>, O: Object<'de>> EnumAccess<'de> for Tagged<'_, A, O> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<(S::Value, Self)> {
        let [tag] = *self.tags else {
            return Ok((seed.deserialize(UnitDeserializer::<Error>::new())?, self));
        };
        while let Some(key) = next_key(self.access)? {
            if key == tag {
                return Ok((self.access.next_value_seed(seed)?, self));
            }
            self.is_first = false;
        }
        Err(missing(tag, seed))
    }
}

/// The error for an object without its tag.
#[cold]
fn missing<'de, S: DeserializeSeed<'de>>(tag: &'static str, seed: S) -> Error {
    let error = Error::missing_field(tag);
    // Only the seed knows the variants.
    let Err(unknown) = seed.deserialize(BorrowedStrDeserializer::<Error>::new("")) else { return error };
    match unknown.kind() {
        ErrorKind::UnknownVariant { expected: [variants @ .., last], .. } => {
            let or = if variants.is_empty() { "" } else { " or " };
            error.set_hint(format!("add the field {tag:?}, with the value {}{or}{last}", variants.join(", ")))
        }
        _ => error,
    }
}

impl<'de, A: Entries<'de>, O: Object<'de>> VariantAccess<'de> for Tagged<'_, A, O> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Count.run(self.access).map(|_| ())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        let view = &View { object: self.view.object, hidden: &[self.tags], outer: Some(self.view) };
        let value = again(self.access, |context| seed.deserialize(Part { context, view, taken: None }))?;
        Count.run(self.access)?;
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        Err(Error::invalid_type(Unexpected::Map, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        if self.tags.len() > 1 {
            return visitor.visit_map(OwnThenParts::new(self.access, self.view, self.tags, Some(false)));
        }
        let view = &View { object: self.view.object, hidden: &[self.tags], outer: Some(self.view) };
        let user = FieldsUser { view, fields, visitor };
        if self.is_first {
            return user.run(self.access);
        }
        let value = again(self.access, |context| view.entries(context, None, user))?;
        Count.run(self.access)?;
        Ok(value)
    }
}

/// Reads the fields of a struct, some of which may be flattened.
struct FieldsUser<'a, O, V> {
    view: &'a View<'a, O>,
    fields: Names,
    visitor: V,
}

impl<'de, O: Object<'de>, V: Visitor<'de>> EntriesUser<'de> for FieldsUser<'_, O, V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<V::Value> {
        let FieldsUser { view, fields, visitor } = self;
        if !fields.iter().any(|name| name.starts_with(PART)) {
            return visitor.visit_map(access);
        }
        visitor.visit_map(OwnThenParts::new(access, view, fields, None))
    }
}

/// The own fields of a struct, and then its flattened ones. Or the entries of an enum, and then its
/// content, unless the tag came before it.
struct OwnThenParts<'a, A, O> {
    access: &'a mut A,
    view: &'a View<'a, O>,
    /// The fields of the struct, or the tag and the key of the content.
    fields: Names,
    /// Of an enum, whether the tag has come.
    is_tagged: Option<bool>,
    /// The names of the parts that are left, in reverse order.
    parts: SmallVec<[&'static str; 4]>,
    /// What follows the object, once all other entries have been read.
    lines: Option<Lines>,
    /// The name of the part whose key came last.
    part: Option<&'static str>,
    /// The names of the entries that flattened fields have taken.
    taken: SmallVec<[&'static str; 8]>,
}

impl<'a, 'de, A: Entries<'de>, O: Object<'de>> OwnThenParts<'a, A, O> {
    fn new(access: &'a mut A, view: &'a View<'a, O>, fields: Names, is_tagged: Option<bool>) -> Self {
        let parts = fields.iter().rev().copied().filter(|name| name.starts_with(PART)).collect();
        OwnThenParts {
            access,
            view,
            fields,
            is_tagged,
            parts,
            lines: None,
            part: None,
            taken: SmallVec::new(),
        }
    }

    /// Whether the entry with this key is read where it is.
    fn is_own(&mut self, key: &str) -> bool {
        let (Some(is_tagged), [tag, content]) = (&mut self.is_tagged, self.fields) else {
            return has(self.fields, key);
        };
        *is_tagged |= key == *tag;
        if *is_tagged || key != *content {
            return true;
        }
        self.parts.push(content);
        false
    }
}

impl<'de, A: Entries<'de>, O: Object<'de>> MapAccess<'de> for OwnThenParts<'_, A, O> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.lines.is_none() {
            while let Some(key) = next_key(self.access)? {
                if self.is_own(&key) {
                    return read_key(self.access, &key, seed).map(Some);
                }
            }
            self.lines = Some(self.access.context().reader.lines.clone());
        }
        self.part = self.parts.pop();
        self.part.map(|part| seed.deserialize(BorrowedStrDeserializer::new(part))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some(part) = self.part else { return self.access.next_value_seed(seed) };
        let taken = Taken::default();
        let hidden = &[self.fields, &self.taken];
        let view = View { object: self.view.object, hidden, outer: Some(self.view) };
        let value = again(self.access, |context| match self.is_tagged {
            Some(_) => self.view.entries(context, None, ValueOf(part, seed)),
            None => seed.deserialize(Part { context, view: &view, taken: Some(&taken) }),
        })?;
        // The part may have been read only up to a mistake, if it is an `Option`, or not at all.
        if let Some(lines) = &self.lines {
            self.access.context().reader.lines = lines.clone();
        }
        self.taken.append(&mut taken.into_inner());
        Ok(value)
    }
}

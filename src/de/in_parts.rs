//! Objects that derived code reads in parts: enums with a tag, and structs with flattened fields.
//!
//! No value is buffered. An entry that comes before the tag, or belongs to a flattened field, is
//! held as the place of its value in the text, and is read from there like any other.

use super::access::{Entries, EntriesUser, EnumUser, Held, MapUser, finish_map, finished};
use super::adapters::{forwarding, refusing};
use super::context::Context;
use super::kept::read_nothing;
use super::key::KeyToken;
use super::key_de;
use super::key_text::KeyTextSeed;
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;
use core::slice;
use serde::de::value::{BorrowedStrDeserializer, UnitDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IgnoredAny, MapAccess, Unexpected,
    VariantAccess, Visitor,
};
use smallvec::SmallVec;

/// A newtype of this name that is an object is visited as an enum without a tag of its own. As the
/// fields of its struct variant the visitor names the tag, and is then visited as the enum with that tag;
/// or the tag and the key of its content, or nothing for a struct.
pub const IN_PARTS: &str = "$toon::in parts";
/// The names of flattened fields begin like this. The value of each is the part of the object that
/// is left to it, and comes after the object's own fields.
pub const PART: &str = "$toon::part";

type Names = &'static [&'static str];

/// An entry that has been read, but not its value.
type HeldEntry<'de, H> = (KeyToken<'de>, H);

/// Which entries are visible, and where those that are read are noted.
#[derive(Clone, Copy)]
struct Only<'a> {
    names: Names,
    taken: Taken<'a>,
    /// Only the first of them.
    is_single: bool,
}

/// The names of the entries that flattened fields have taken. Those before `earlier` belong to other
/// fields than the one that is read.
#[derive(Clone, Copy)]
struct Taken<'a> {
    names: &'a RefCell<SmallVec<[&'static str; 8]>>,
    earlier: usize,
}

impl Taken<'_> {
    /// Whether the entry with this key belongs to another field.
    fn hides(&self, key: &str) -> bool {
        self.earlier > 0 && self.names.borrow().iter().take(self.earlier).any(|name| *name == key)
    }
}

impl Only<'_> {
    /// Whether the entry with this key is visible, which is then read.
    fn shows(&self, key: &str) -> bool {
        let mut taken = self.taken.names.borrow_mut();
        let has_room = taken.len() == self.taken.earlier || !self.is_single;
        let name = self.names.iter().find(|name| has_room && **name == key);
        if let Some(name) = name {
            taken.push(name);
        }
        name.is_some()
    }
}

/// Entries that have been read before, deserialized like an object.
struct Part<'a, 'de, H> {
    context: &'a mut Context<'de>,
    held: &'a [HeldEntry<'de, H>],
    /// For a flattened field: the names of the entries that it takes from the following ones. As in
    /// serde, structs and enums take theirs; maps and enums with an internal tag take none.
    taken: Option<Taken<'a>>,
}

impl<'de, H: Held<'de>> Part<'_, 'de, H> {
    /// Passes all entries to `user`, or `only` some of them.
    fn entries<U: EntriesUser<'de>>(self, only: Option<Only<'_>>, user: U) -> Result<U::Value> {
        let Part { context, held, taken } = self;
        let mut access = HeldEntries { context, left: held.iter(), only, taken, pending: None };
        finished(&mut access, |access| user.run(access), finish_map)
    }

    #[allow(clippy::unused_self)] // as `refusing!` calls it
    fn refuse<T>(&self, expected: &dyn Expected) -> Result<T> {
        Err(Error::invalid_type(Unexpected::Map, expected))
    }
}

impl<'de, H: Held<'de>> Deserializer<'de> for Part<'_, 'de, H> {
    type Error = Error;

    forwarding! { deserialize_map: deserialize_any() deserialize_ignored_any() }
    forwarding! { deserialize_unit: deserialize_unit_struct(&'static str) }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.entries(None, MapUser(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let only = self.taken.map(|taken| Only { names: fields, taken, is_single: false });
        self.entries(only, MapUser(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let only = self.taken.map(|taken| Only { names: variants, taken, is_single: true });
        self.entries(only, EnumUser(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.taken.is_some() {
            // As in serde: the only way to ask for `Some` and, if that fails, for `None`.
            let refused = |()| Error::custom("not an `Option`");
            return visitor.__private_visit_untagged_option(self).map_err(refused);
        }
        let Part { context, held, taken } = self;
        context.unwrapped("", |context| visitor.visit_some(Part { context, held, taken }))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == IN_PARTS {
            return self.entries(None, InPartsUser(visitor));
        }
        let Part { context, held, taken } = self;
        context.unwrapped(name, |context| visitor.visit_newtype_struct(Part { context, held, taken }))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.taken.is_some() || self.held.is_empty() {
            visitor.visit_unit()
        } else {
            self.refuse(&visitor)
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

struct HeldEntries<'a, 'de, H> {
    context: &'a mut Context<'de>,
    left: slice::Iter<'a, HeldEntry<'de, H>>,
    only: Option<Only<'a>>,
    taken: Option<Taken<'a>>,
    /// The entry whose key came last, but not its value.
    pending: Option<&'a HeldEntry<'de, H>>,
}

impl<'de, H: Held<'de>> MapAccess<'de> for HeldEntries<'_, 'de, H> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let (taken, only) = (self.taken, self.only);
        self.pending = self.left.find(|(key, _)| {
            let key = key.text();
            !taken.is_some_and(|taken| taken.hides(&key)) && only.is_none_or(|only| only.shows(&key))
        });
        if self.pending.is_none() { Ok(None) } else { read_key(self, seed).map(Some) }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.pending.take() {
            Some((key, held)) => held.read(key, self.context, seed),
            None => read_nothing(self.context, seed),
        }
    }
}

impl<'de, H: Held<'de>> Entries<'de> for HeldEntries<'_, 'de, H> {
    type Held = H;

    fn context(&mut self) -> &mut Context<'de> {
        self.context
    }

    fn key(&self) -> KeyToken<'de> {
        self.pending.map_or(KeyToken::bare(0, ""), |(key, _)| *key)
    }

    fn hold(&mut self) -> Result<H> {
        self.pending.take().map(|(_, held)| held.clone()).ok_or_else(no_key)
    }

    fn take(&mut self, names: Names) {
        self.only = self.taken.map(|taken| Only { names, taken, is_single: false });
    }
}

pub(super) fn no_key() -> Error {
    Error::custom("a value was requested before its key")
}

/// The text of the next key.
fn next_key<'de>(access: &mut impl Entries<'de>) -> Result<Option<Cow<'de, str>>> {
    access.next_key_seed(KeyTextSeed(PhantomData))
}

/// Passes the key that came last to `seed`.
fn read_key<'de, K: DeserializeSeed<'de>>(access: &mut impl Entries<'de>, seed: K) -> Result<K::Value> {
    let key = access.key();
    let reader = &access.context().reader;
    key_de::read_key(&key, &reader.source, reader.depth.wrappers, seed)
}

/// Passes an object to a visitor that has asked for [`IN_PARTS`].
pub(super) struct InPartsUser<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for InPartsUser<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<V::Value> {
        self.0.visit_enum(Tagged { access, tags: None, held: Vec::new() })
    }
}

/// An object as an enum: its tag is the variant, and the other entries are the content. A struct is
/// an enum without a tag.
struct Tagged<'a, 'de, A, H> {
    access: &'a mut A,
    /// Its keys, once the visitor has named them.
    tags: Option<Names>,
    /// The entries before the tag.
    held: Vec<HeldEntry<'de, H>>,
}

impl<'de, A: Entries<'de>> EnumAccess<'de> for Tagged<'_, 'de, A, A::Held> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<(S::Value, Self)> {
        let Some([tag]) = self.tags else {
            return Ok((seed.deserialize(UnitDeserializer::<Error>::new())?, self));
        };
        while let Some(key) = next_key(self.access)? {
            if key == *tag {
                return Ok((self.access.next_value_seed(seed)?, self));
            }
            self.held.push((self.access.key(), self.access.hold()?));
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

impl<'de, A: Entries<'de>> Tagged<'_, 'de, A, A::Held> {
    /// Reads the content with all entries held.
    fn content<R>(mut self, read: impl FnOnce(Part<'_, 'de, A::Held>) -> Result<R>) -> Result<R> {
        while next_key(self.access)?.is_some() {
            self.held.push((self.access.key(), self.access.hold()?));
        }
        read(Part { context: self.access.context(), held: &self.held, taken: None })
    }
}

impl<'de, A: Entries<'de>> VariantAccess<'de> for Tagged<'_, 'de, A, A::Held> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        IgnoredAny.visit_map(self.access).map(|_| ())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.content(|part| seed.deserialize(part))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        Err(Error::invalid_type(Unexpected::Map, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        let Some(tags) = self.tags else {
            // For serde, an enum whose content has a key of its own is a struct.
            if fields.len() > 1 {
                self.access.take(fields);
            }
            return visitor.visit_enum(Tagged { tags: Some(fields), ..self });
        };
        let is_tagged = if tags.len() > 1 { Some(false) } else { None };
        let fields = FieldsUser { fields, is_tagged, visitor };
        if self.held.is_empty() {
            fields.run(self.access)
        } else {
            self.content(|part| part.entries(None, fields))
        }
    }
}

/// Reads the fields of a struct, some of which may be flattened, or the tag and the content of an
/// enum.
struct FieldsUser<V> {
    fields: Names,
    is_tagged: Option<bool>,
    visitor: V,
}

impl<'de, V: Visitor<'de>> EntriesUser<'de> for FieldsUser<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<V::Value> {
        let FieldsUser { fields, is_tagged, visitor } = self;
        if is_tagged.is_none() && !fields.iter().any(|name| name.starts_with(PART)) {
            return visitor.visit_map(access);
        }
        let parts = if is_tagged.is_some() { [].iter() } else { fields.iter() };
        let (held, taken) = (Vec::new(), RefCell::default());
        // By reference, since it is large.
        visitor.visit_map(&mut OwnThenParts { access, fields, is_tagged, parts, is_part: false, held, taken })
    }
}

/// The own fields of a struct, and then its flattened ones. Or the entries of an enum, and then its
/// content, unless the tag came before it.
struct OwnThenParts<'a, 'de, A, H> {
    access: &'a mut A,
    /// The fields of the struct, or the tag and the key of the content.
    fields: Names,
    /// Of an enum, whether the tag has come.
    is_tagged: Option<bool>,
    /// The fields that are left, of which some are parts, or the content.
    parts: slice::Iter<'static, &'static str>,
    /// Whether the last key was that of a part.
    is_part: bool,
    /// The entries that are not the struct's own, or the content.
    held: Vec<HeldEntry<'de, H>>,
    /// The names of the entries that flattened fields have taken.
    taken: RefCell<SmallVec<[&'static str; 8]>>,
}

impl<A, H> OwnThenParts<'_, '_, A, H> {
    /// Whether the entry with this key is read where it is.
    fn is_own(&mut self, key: &str) -> bool {
        let (Some(is_tagged), [tag, content]) = (&mut self.is_tagged, self.fields) else {
            // A key of the text is never that of a flattened field.
            return self.fields.contains(&key) && !key.starts_with(PART);
        };
        *is_tagged |= key == *tag;
        if *is_tagged || key != *content {
            return true;
        }
        self.parts = slice::from_ref(content).iter();
        false
    }
}

impl<'de, A: Entries<'de>> MapAccess<'de> for OwnThenParts<'_, 'de, A, A::Held> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        while let Some(key) = next_key(self.access)? {
            if self.is_own(&key) {
                return read_key(self.access, seed).map(Some);
            }
            self.held.push((self.access.key(), self.access.hold()?));
        }
        let is_content = self.is_tagged.is_some();
        let part = self.parts.find(|name| is_content || name.starts_with(PART));
        let Some(part) = part else { return Ok(None) };
        self.is_part = true;
        seed.deserialize(BorrowedStrDeserializer::new(part)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let OwnThenParts { access, held, .. } = self;
        match (self.is_part, self.is_tagged, &**held) {
            (false, ..) => access.next_value_seed(seed),
            (true, Some(_), [(key, content), ..]) => content.read(key, access.context(), seed),
            (true, ..) => {
                let taken = Taken { names: &self.taken, earlier: self.taken.borrow().len() };
                seed.deserialize(Part { context: access.context(), held, taken: Some(taken) })
            }
        }
    }
}

//! Any value, wherever it stands: what serde asks for meets what the text holds.

use super::expand;
use super::fields::Fields;
use super::header::Bracket;
use super::key::{Key, KeyDe, KeyText};
use super::keyed::KeyedAccess;
use super::lines::Line;
use super::list::{InlineAccess, ListAccess};
use super::object::{ObjectAccess, Plan};
use super::state::State;
use super::table::TableAccess;
use super::token::{Token, TokenDe};
use super::variant::{self, EnumFrom};
use crate::error::Step;
use crate::{Error, ErrorKind, Result};
use serde::de::value::SeqDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Expected, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

/// A value that has been found but not read. Written once and then read in place: copies would cost more than the
/// rest of a short line.
#[derive(Clone, Copy)]
pub(super) enum Node<'de> {
    Token(Token<'de>),
    /// `key:` with nothing behind it: an object whose fields, if any, stand below at `depth`.
    Nested {
        at: usize,
        depth: usize,
    },
    /// A list item whose first field stands on the hyphen line, which is this line without its marker.
    Item {
        line: Line,
        /// Its first unquoted colon or bracket.
        stop: usize,
    },
    /// The document's object: like `Nested`, but its first line is never too deep.
    Root {
        at: usize,
    },
    /// The bare marker `-`, or an empty document.
    EmptyObject {
        at: usize,
    },
    /// `[]`.
    EmptyArray {
        at: usize,
    },
    /// An array or keyed object whose header, key included, begins at `at` and stands at `depth`.
    /// Its line ends at `end`.
    Header {
        at: usize,
        depth: usize,
        end: usize,
        bracket: Bracket,
    },
}

impl Node<'_> {
    /// Where the value begins, or the line that opens it.
    #[inline]
    pub(super) fn at(&self) -> usize {
        match *self {
            Node::Token(ref token) => token.at,
            Node::Item { ref line, .. } => line.start,
            Node::Nested { at, .. }
            | Node::Root { at }
            | Node::EmptyObject { at }
            | Node::EmptyArray { at }
            | Node::Header { at, .. } => at,
        }
    }

    /// Whether it is an object, and not an array, if it is no token.
    pub(super) fn is_object(&self) -> bool {
        match self {
            Node::Token(_) | Node::EmptyArray { .. } => false,
            Node::Header { bracket, .. } => bracket.keyed,
            Node::Nested { .. } | Node::Item { .. } | Node::Root { .. } | Node::EmptyObject { .. } => true,
        }
    }
}

/// A key and its value, found but not read.
pub(super) struct Entry<'de> {
    pub(super) key: Key<'de>,
    pub(super) node: Node<'de>,
}

impl Entry<'_> {
    /// A place to put one.
    #[inline]
    pub(super) fn new() -> Self {
        Entry { key: Key::bare(0, ""), node: Node::EmptyObject { at: 0 } }
    }
}

impl<'de> Entry<'de> {
    #[inline(always)]
    pub(super) fn read_key<K: DeserializeSeed<'de>>(&self, state: &State<'de>, seed: K) -> Result<K::Value> {
        let unescaped;
        let text = if self.key.is_escaped() {
            unescaped = self.key.unescaped();
            KeyText::Unescaped(&unescaped)
        } else {
            KeyText::Written(self.key.raw)
        };
        match seed.deserialize(KeyDe { text, room: state.room, limit: state.limit }) {
            Ok(key) => Ok(key),
            Err(error) => Err(state.source.place(error, self.key.at)),
        }
    }

    #[inline(always)]
    pub(super) fn read_value<S: DeserializeSeed<'de>>(
        &self,
        state: &mut State<'de>,
        seed: S,
    ) -> Result<S::Value> {
        match seed.deserialize(ValueDe { state: &mut *state, node: &self.node }) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.misplaced(state, error)),
        }
    }

    /// An error that comes out of the value.
    #[cold]
    #[inline(never)]
    fn misplaced(&self, state: &State<'de>, error: Error) -> Error {
        state.source.place(error, self.node.at()).within(&Step::Key(&self.key.text()))
    }
}

/// Who wants an object's entries: a visitor of maps or one of enums.
pub(super) trait EntriesUser<'de>: Sized {
    type Value;

    /// Whether an error that comes between a key and its value is about the key.
    const JUDGES_KEYS: bool;

    fn run<A: MapAccess<'de, Error = Error>>(self, access: &mut A) -> Result<Self::Value>;
}

pub(super) struct AsMap<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for AsMap<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    #[inline]
    fn run<A: MapAccess<'de, Error = Error>>(self, access: &mut A) -> Result<V::Value> {
        self.0.visit_map(access)
    }
}

pub(super) struct AsEnum<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for AsEnum<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = false;

    #[inline]
    fn run<A: MapAccess<'de, Error = Error>>(self, access: &mut A) -> Result<V::Value> {
        finished(access, |access| self.0.visit_enum(EnumFrom(access)), variant::no_more)
    }
}

/// The error of a target that left elements or entries unread.
pub(crate) fn unread(left: usize) -> Result<()> {
    if left == 0 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::UnreadElements { left }))
}

/// Checks what the target left of a map; an error if there was anything.
#[cold]
#[inline(never)]
pub(super) fn finish_map<'de, A: MapAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    let mut left = 0;
    while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
        left += 1;
    }
    unread(left)
}

/// Checks what the target left of an array; an error if there was anything.
#[cold]
#[inline(never)]
pub(super) fn finish_seq<'de, A: SeqAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    let mut left = 0;
    while access.next_element::<IgnoredAny>()?.is_some() {
        left += 1;
    }
    unread(left)
}

/// What `read` reads of a scope, unless `finish` finds an error in the rest of it, which then is put in its place. Values are
/// wide, and to copy one that has just been written, field by field, costs more than to read it; here more are copied where the
/// result is taken apart, and elsewhere fewer.
#[inline(always)]
pub(super) fn finished<A, T>(
    access: &mut A,
    read: impl FnOnce(&mut A) -> Result<T>,
    finish: impl FnOnce(&mut A) -> Result<()>,
) -> Result<T> {
    let mut result = read(access);
    if result.is_ok() {
        if let Err(error) = finish(access) {
            result = Err(error);
        }
    }
    result
}

/// Reads the value of a node.
pub(super) struct ValueDe<'a, 'de> {
    pub(super) state: &'a mut State<'de>,
    pub(super) node: &'a Node<'de>,
}

impl<'de> ValueDe<'_, 'de> {
    /// The entries of an object.
    #[inline]
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        let ValueDe { state, node } = self;
        let (room, spans, seen) = (state.room, state.spans, state.seen.len());
        let result = Self::object(state, node, user);
        // Whatever an error has left behind: a caller may swallow it and go on.
        (state.room, state.spans) = (room, spans);
        state.seen.truncate(seen);
        result
    }

    #[inline(always)]
    fn object<U: EntriesUser<'de>>(state: &mut State<'de>, node: &Node<'de>, user: U) -> Result<U::Value> {
        if let Node::Header { depth, end, ref bracket, .. } = *node {
            let last = core::mem::take(&mut state.last_fields);
            let fields = state.fields(bracket, end, last)?;
            state.enter()?;
            return Self::keyed(state, bracket, fields, depth, user);
        }
        state.enter()?;
        Self::fields(state, node, user)
    }

    /// The entry of an object that must have but one. List items, as which variants usually stand, get by with less
    /// than other objects.
    #[inline]
    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let ValueDe { state, node } = self;
        if !matches!(node, Node::Item { .. }) || !state.strict || state.expand_paths {
            return ValueDe { state, node }.entries(AsEnum(visitor));
        }
        let (room, spans, seen) = (state.room, state.spans, state.seen.len());
        let result = variant::of_item(state, node, visitor);
        // As above.
        (state.room, state.spans) = (room, spans);
        state.seen.truncate(seen);
        result
    }

    /// The entries of an object whose fields have lines.
    #[inline]
    fn fields<U: EntriesUser<'de>>(state: &mut State<'de>, node: &Node<'de>, user: U) -> Result<U::Value> {
        let order = match ObjectAccess::plan(state, node)? {
            Plan::InTurn => None,
            Plan::InOrder(order) => Some(order),
            Plan::Merged(object) => return expand::entries(state, *object, user),
        };
        let mut access = ObjectAccess::new(state, node, order);
        let run = |access: &mut ObjectAccess<'_, 'de>| {
            let mut result = user.run(access);
            if U::JUDGES_KEYS && result.is_err() {
                result = result.map_err(|error| access.refused(error));
            }
            result
        };
        finished(&mut access, run, ObjectAccess::finish)
    }

    /// The entries of a keyed tabular object.
    #[inline(never)]
    fn keyed<U: EntriesUser<'de>>(
        state: &mut State<'de>,
        bracket: &Bracket,
        fields: Fields<'de>,
        depth: usize,
        user: U,
    ) -> Result<U::Value> {
        let result = Self::entry_rows(state, bracket, &fields, depth, user);
        state.last_fields = fields;
        result
    }

    #[inline(always)]
    fn entry_rows<U: EntriesUser<'de>>(
        state: &mut State<'de>,
        bracket: &Bracket,
        fields: &Fields<'de>,
        depth: usize,
        user: U,
    ) -> Result<U::Value> {
        if let Some(expanded) = expand::of_rows(state, bracket, fields, depth)? {
            return expand::entries(state, expanded, user);
        }
        let mut access = KeyedAccess::new(state, bracket, fields, depth)?;
        finished(&mut access, |access| user.run(access), finish_map)
    }

    /// An object or array, whichever it is. Not inlined, so that a token does without its stack frame.
    #[inline(never)]
    fn container<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.node.is_object() { self.entries(AsMap(visitor)) } else { self.elements(visitor) }
    }

    /// The elements of an array.
    #[inline]
    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let ValueDe { state, node } = self;
        let (room, spans) = (state.room, state.spans);
        let result = Self::array(state, node, visitor);
        (state.room, state.spans) = (room, spans);
        result
    }

    #[inline(always)]
    fn array<V: Visitor<'de>>(state: &mut State<'de>, node: &Node<'de>, visitor: V) -> Result<V::Value> {
        let Node::Header { depth, end, ref bracket, .. } = *node else {
            let nothing = core::iter::empty::<()>();
            state.enter()?;
            return visitor.visit_seq(SeqDeserializer::<_, Error>::new(nothing));
        };
        let Some(values) = state.values(bracket, end) else {
            let last = core::mem::take(&mut state.last_fields);
            let fields = state.fields(bracket, end, last)?;
            state.enter()?;
            return Self::rows(state, bracket, fields, depth, visitor);
        };
        state.enter()?;
        if values < end {
            let mut access = InlineAccess::new(state, bracket, values, end);
            finished(&mut access, |access| visitor.visit_seq(access), InlineAccess::finish)
        } else {
            let mut access = ListAccess::new(state, bracket, depth);
            finished(&mut access, |access| visitor.visit_seq(access), ListAccess::finish)
        }
    }

    /// The elements of a tabular array. Not inlined, nor is the like of keyed ones: a table takes much of the stack, and
    /// no other scope that is open around it should pay for that.
    #[inline(never)]
    fn rows<V: Visitor<'de>>(
        state: &mut State<'de>,
        bracket: &Bracket,
        fields: Fields<'de>,
        depth: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = TableAccess::new(state, bracket, &fields, depth);
        let result = finished(&mut access, |access| visitor.visit_seq(access), TableAccess::finish);
        state.last_fields = fields;
        result
    }

    #[cold]
    #[inline(never)]
    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        // A header that is none is the greater mistake.
        if let Node::Header { end, ref bracket, .. } = *self.node {
            self.state.check_header(bracket, end)?;
        }
        let found = if self.node.is_object() { Unexpected::Map } else { Unexpected::Seq };
        Err(serde::de::Error::invalid_type(found, expected))
    }
}

macro_rules! scalars {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match *self.node {
                Node::Token(ref token) => TokenDe { state: self.state, token }.$method(visitor),
                _ => self.mismatch(&visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for ValueDe<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => TokenDe { state: self.state, token }.deserialize_any(visitor),
            _ => self.container(visitor),
        }
    }

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_identifier deserialize_unit
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => TokenDe { state: self.state, token }.deserialize_bytes(visitor),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => TokenDe { state: self.state, token }.deserialize_option(visitor),
            _ => self.state.nested(|state| visitor.visit_some(ValueDe { state, node: self.node })),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        #[cfg(feature = "json")]
        if name == crate::json::RAW_VALUE {
            let node = self.node;
            let json = self.state.json(|state, value| value.read(ValueDe { state, node }))?;
            return crate::json::visit_raw_value(json, visitor);
        }
        #[cfg(not(feature = "json"))]
        let _ = name;
        let node = self.node;
        self.state.nested(|state| visitor.visit_newtype_struct(ValueDe { state, node }))
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => TokenDe { state: self.state, token }.deserialize_seq(visitor),
            _ if self.node.is_object() => self.mismatch(&visitor),
            _ => self.elements(visitor),
        }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => TokenDe { state: self.state, token }.deserialize_map(visitor),
            _ if self.node.is_object() => self.entries(AsMap(visitor)),
            _ => self.mismatch(&visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => TokenDe { state: self.state, token }.deserialize_map(visitor),
            _ if self.node.is_object() => self.entries(AsMap(visitor)),
            _ => self.elements(visitor),
        }
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match *self.node {
            Node::Token(ref token) => {
                TokenDe { state: self.state, token }.deserialize_enum(name, variants, visitor)
            }
            _ if self.node.is_object() => self.variant(visitor),
            _ => self.mismatch(&visitor),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Node::Token(ref token) = *self.node {
            return TokenDe { state: self.state, token }.deserialize_ignored_any(visitor);
        }
        // The same walk as for anybody, so that the same things are checked.
        self.deserialize_any(IgnoredAny)?;
        visitor.visit_unit()
    }
}

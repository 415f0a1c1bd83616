//! Path expansion (an extension): lines that lie apart become one object.

use super::fields::{Fields, Members};
use super::header::Bracket;
use super::key::{Key, KeyDe, KeyText};
use super::lines::Line;
use super::object_de::object_deserializer;
use super::row::Row;
use super::scope::Scope;
use super::siblings::{self, Resolved, Siblings, Walk};
use super::state::State;
use super::token::{Token, TokenDe};
use super::tree::{Dotted, Leaves, Member, Object, Tree};
use super::value::{AsMap, EntriesUser, Entry, Node, finish_map};
use crate::error::{Step, shorten};
use crate::{Error, ErrorKind, Result};
use alloc::vec::{self, Vec};
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};

/// A value where it stands.
#[derive(Clone, Copy)]
pub(super) enum Leaf<'de> {
    /// The value of a line, and the object whose line it is.
    Line(Line, Walk),
    /// A cell of an entry row.
    Cell(Token<'de>),
}

/// What expansion made of an object.
pub(super) struct Expanded<'de> {
    object: Object<'de, Leaf<'de>>,
    /// The lines it was made of, to go on behind them; nothing for an object within another one.
    walk: Option<Walk>,
}

/// The object of `siblings`, if one of its keys is a path.
pub(super) fn of_lines<'de>(
    state: &mut State<'de>,
    siblings: &Siblings<'de>,
) -> Result<Option<Expanded<'de>>> {
    if !state.expand_paths || !siblings.list.iter().any(|(key, _)| Dotted::new(key).is_path()) {
        return Ok(None);
    }
    let (room, walk) = (state.room, siblings.walk);
    let object = merge_lines(state, siblings.list.clone(), walk, room)?;
    Ok(Some(Expanded { object, walk: Some(walk) }))
}

/// The object of a keyed header that stands at `depth`, if one of its entry keys is a path.
pub(super) fn of_rows<'de>(
    state: &mut State<'de>,
    bracket: &Bracket,
    fields: &Fields<'de>,
    depth: usize,
) -> Result<Option<Expanded<'de>>> {
    if !state.expand_paths {
        return Ok(None);
    }
    let siblings =
        Siblings::scan(state, depth + 1, None, |state, line| Ok(state.entry_key(line.start, line.end)?.0))?;
    if !siblings.list.iter().any(|(key, _)| Dotted::new(key).is_path()) {
        return Ok(None);
    }
    let room = state.room;
    let object = merge_rows(state, bracket, fields, depth, room)?;
    Ok(Some(Expanded { object, walk: None }))
}

/// The object of lines, whose members may open `room` more levels.
fn merge_lines<'de>(
    state: &mut State<'de>,
    list: Vec<(Key<'de>, Line)>,
    walk: Walk,
    room: usize,
) -> Result<Object<'de, Leaf<'de>>> {
    let list = list.into_iter().map(|(key, line)| (key, Tree::Leaf(Leaf::Line(line, walk)))).collect();
    merge(state, list, room)
}

/// The object of a keyed header's rows, each of them taken apart into its cells.
fn merge_rows<'de>(
    state: &mut State<'de>,
    bracket: &Bracket,
    fields: &Fields<'de>,
    depth: usize,
    room: usize,
) -> Result<Object<'de, Leaf<'de>>> {
    let spans = state.spans;
    let mut scope = Scope::new(state, bracket, depth);
    let mut list = Vec::new();
    let mut row = Row::new(&state.source, fields, bracket.delimiter);
    while let Some(line) = scope.next(state)? {
        let (key, start) = state.entry_key(line.0, line.1)?;
        row.open_entry(state, line, start)?;
        let cells = row.all_cells(state)?;
        list.push((key, Tree::Object(row_object(fields.members(), cells, state)?)));
    }
    state.spans = spans;
    merge(state, list, room)
}

/// The object of a row. No path is left in a field list that has been reshaped.
fn row_object<'de>(
    members: Members<'_, 'de>,
    cells: &[Token<'de>],
    state: &mut State<'de>,
) -> Result<Object<'de, Leaf<'de>>> {
    let mut object = Object::new();
    for (field, inner) in members {
        let value = if field.group {
            Tree::Object(row_object(inner, cells, state)?)
        } else {
            match cells.get(field.cell) {
                Some(token) => Tree::Leaf(Leaf::Cell(*token)),
                None => continue,
            }
        };
        object.insert(&Dotted::plain(field.name.clone(), field.key.at), value, state.room, state)?;
    }
    Ok(object)
}

/// Literal duplicates first, then paths in the order of the keys.
fn merge<'de>(
    state: &mut State<'de>,
    list: Vec<(Key<'de>, Tree<'de, Leaf<'de>>)>,
    room: usize,
) -> Result<Object<'de, Leaf<'de>>> {
    if state.strict {
        if let Some(key) = siblings::first_repeated(&list) {
            return Err(state.duplicate_key(&key));
        }
    }
    let Resolved { order, shadowed } = siblings::resolve(list);
    for value in shadowed {
        value.discard(state)?;
    }
    let mut object = Object::new();
    for (key, value) in order {
        object.insert(&Dotted::new(&key), value, room, state)?;
    }
    Ok(object)
}

impl<'de> Leaves<'de> for State<'de> {
    type Leaf = Leaf<'de>;

    fn open(&mut self, leaf: Leaf<'de>, room: usize) -> Result<Tree<'de, Leaf<'de>>> {
        let Leaf::Line(line, walk) = leaf else { return Ok(Tree::Leaf(leaf)) };
        let Entry { key, node } = self.entry_of(&line)?;
        if !node.is_object() {
            return Ok(Tree::Leaf(leaf));
        }
        if room == 0 {
            return Err(self.source.place(State::too_deep(self), key.at));
        }
        self.seek(Some(line));
        self.take(&line)?;
        if let Node::Header { bracket, end, .. } = node {
            let fields = self.fields(&bracket, end, Fields::default())?;
            let object = merge_rows(self, &bracket, &fields, line.depth, room)?;
            walk.check(self)?;
            return Ok(Tree::Object(object));
        }
        let Siblings { list, walk: inner } = Siblings::scan(self, line.depth + 1, None, State::field_key)?;
        inner.leave(self);
        walk.check(self)?;
        merge_lines(self, list, inner, room).map(Tree::Object)
    }

    fn discard(&mut self, leaf: Leaf<'de>) -> Result<()> {
        match leaf {
            Leaf::Line(line, walk) => {
                let key = self.field_key(&line)?;
                walk.read(self, &line, &key.text(), PhantomData::<IgnoredAny>).map(|_| ())
            }
            Leaf::Cell(token) => token.check(self),
        }
    }

    fn conflict(&self, key: &Dotted<'de>) -> Result<()> {
        if !self.strict {
            return Ok(());
        }
        Err(self.fail(ErrorKind::ExpansionConflict { key: shorten(&key.name) }, key.at))
    }

    fn too_deep(&self, at: usize) -> Error {
        self.source.place(State::too_deep(self), at)
    }
}

/// Lets `user` have the entries of an object that expansion made.
#[cold]
#[inline(never)]
pub(super) fn entries<'de, U: EntriesUser<'de>>(
    state: &mut State<'de>,
    expanded: Expanded<'de>,
    user: U,
) -> Result<U::Value> {
    let Expanded { object, walk } = expanded;
    let mut access = TreeAccess { state, members: object.members.into_iter(), pending: None, walk };
    let value = user.run(&mut access)?;
    finish_map(&mut access).map(|()| value)
}

/// Reads an object that expansion made within another one.
struct MergedDe<'a, 'de> {
    state: &'a mut State<'de>,
    expanded: Expanded<'de>,
}

impl<'de> MergedDe<'_, 'de> {
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        let MergedDe { state, expanded } = self;
        state.nested(|state| entries(state, expanded, user))
    }

    fn skip(self) -> Result<()> {
        self.entries(AsMap(IgnoredAny)).map(|_| ())
    }

    /// The object as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let MergedDe { state, expanded } = self;
        state.json(|state, value| value.read(MergedDe { state, expanded }))
    }

    /// One level down without anything read: the inside of `Some` or of a newtype.
    fn deeper<R>(self, read: impl FnOnce(MergedDe<'_, 'de>) -> Result<R>) -> Result<R> {
        let MergedDe { state, expanded } = self;
        state.nested(|state| read(MergedDe { state, expanded }))
    }
}

impl<'de> MergedDe<'_, 'de> {
    fn structure<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.entries(AsMap(visitor))
    }
}

object_deserializer!(MergedDe<'_, 'de>);

/// The members of an object that expansion made.
struct TreeAccess<'a, 'de> {
    state: &'a mut State<'de>,
    members: vec::IntoIter<Member<'de, Leaf<'de>>>,
    pending: Option<Member<'de, Leaf<'de>>>,
    walk: Option<Walk>,
}

impl<'de> MapAccess<'de> for TreeAccess<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending.is_some() {
            self.next_value::<IgnoredAny>()?;
        }
        let Some(member) = self.members.next() else {
            if let Some(walk) = self.walk.take() {
                walk.leave(self.state);
            }
            return Ok(None);
        };
        let key = KeyDe { text: KeyText::of(&member.name), room: self.state.room, limit: self.state.limit };
        let result = seed.deserialize(key);
        let at = member.at;
        self.pending = Some(member);
        match result {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.state.source.place(error, at)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some(Member { name, at, value }) = self.pending.take() else {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        };
        let state = &mut *self.state;
        let (result, at) = match value {
            Tree::Leaf(Leaf::Line(line, walk)) => return walk.read(state, &line, &name, seed),
            Tree::Leaf(Leaf::Cell(token)) => (seed.deserialize(TokenDe { state, token: &token }), token.at),
            Tree::Object(object) => {
                (seed.deserialize(MergedDe { state, expanded: Expanded { object, walk: None } }), at)
            }
        };
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.state.source.place(error, at).within(&Step::Key(&name))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

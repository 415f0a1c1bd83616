//! The value that all steps work on. It is built from events, and can be sent as events.

use super::settings::MAX_DEPTH;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use toon::__internal::{Events, JsonText, ValueBuilder, depth_limit, duplicate_key, error, incomplete_entry};
use toon::{Result, Value};

/// Shared text.
pub(super) type Str = Rc<str>;

/// A JSON value. Its parts are shared, so cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    /// In canonical form (§2), so that equal numbers have equal texts.
    Number(Str),
    String(Str),
    List(Rc<Vec<Tree>>),
    Object(Rc<Members>),
}

/// The members of an object, in order. Keys are unique.
pub(super) type Members = Vec<(Str, Tree)>;

impl Tree {
    pub(super) fn string(text: &str) -> Self {
        Tree::String(text.into())
    }

    pub(super) fn number(number: usize) -> Self {
        Tree::Number(itoa::Buffer::new().format(number).into())
    }

    pub(super) fn list(items: Vec<Tree>) -> Self {
        Tree::List(Rc::new(items))
    }

    pub(super) fn object(members: Members) -> Self {
        Tree::Object(Rc::new(members))
    }

    pub(super) fn as_object(&self) -> Option<&Rc<Members>> {
        match self {
            Tree::Object(members) => Some(members),
            _ => None,
        }
    }

    pub(super) fn as_list(&self) -> Option<&[Tree]> {
        match self {
            Tree::List(items) => Some(items),
            _ => None,
        }
    }

    pub(super) fn as_str(&self) -> Option<&Str> {
        match self {
            Tree::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_scalar(&self) -> bool {
        !matches!(self, Tree::List(_) | Tree::Object(_))
    }

    /// `{}` or `[]`.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Tree::List(items) => items.is_empty(),
            Tree::Object(members) => members.is_empty(),
            _ => false,
        }
    }

    /// The digits of a number that has no fraction and no exponent.
    pub(super) fn as_integer(&self) -> Option<&Str> {
        match self {
            Tree::Number(text) if !text.contains(['.', 'e', 'E']) => Some(text),
            _ => None,
        }
    }

    /// The text to insert in a template: a string or the digits of an integer.
    pub(super) fn as_text(&self) -> Option<&Str> {
        self.as_str().or_else(|| self.as_integer())
    }

    /// The value as compact JSON text.
    pub(super) fn to_json(&self) -> String {
        let mut out = JsonText::default();
        // This receiver accepts all events.
        let _ = self.send(&mut out);
        out.text
    }

    /// The value without shared parts.
    ///
    /// # Errors
    /// Fails if a key occurs twice.
    pub(super) fn to_value(&self) -> Result<Value> {
        let mut builder = ValueBuilder::with_max_depth(usize::MAX);
        self.send(&mut builder)?;
        builder.finish()
    }

    /// Sends the value as JSON events.
    ///
    /// # Errors
    /// Those of `events`.
    pub(super) fn send<E: Events>(&self, events: &mut E) -> Result<()> {
        match self {
            Tree::Null => events.word("null"),
            Tree::Bool(true) => events.word("true"),
            Tree::Bool(false) => events.word("false"),
            Tree::Number(number) => events.number(number),
            Tree::String(text) => events.string(text),
            Tree::List(items) => {
                events.begin_array()?;
                items.iter().try_for_each(|item| item.send(events))?;
                events.end_array()
            }
            Tree::Object(members) => {
                events.begin_object()?;
                for (key, value) in members.iter() {
                    events.key(key)?;
                    value.send(events)?;
                }
                events.end_object()
            }
        }
    }
}

/// The value of an object's member, by linear search.
pub(super) fn get<'o>(members: &'o Members, key: &str) -> Option<&'o Tree> {
    members.iter().find(|(name, _)| **name == *key).map(|(_, value)| value)
}

/// Builds a tree from events. Equal keys share their text.
pub(super) struct Builder {
    /// All keys in the order of their first occurrence, and the index of each.
    keys: Vec<Str>,
    index: HashMap<Str, usize>,
    /// The index of the key that is expected next: in a table, the one that followed the last time.
    next: usize,
    /// A buffer for the text of a number.
    number: String,
    /// The number of members of the last object: in a table, the next one has as many.
    width: usize,
    open: Vec<Open>,
    root: Option<Tree>,
    max_depth: usize,
}

enum Open {
    List(Vec<Tree>),
    Object(Members, Option<Str>),
}

impl Builder {
    pub(super) fn new() -> Self {
        Self::with_max_depth(MAX_DEPTH)
    }

    pub(super) fn with_max_depth(max_depth: usize) -> Self {
        Builder {
            keys: Vec::new(),
            index: HashMap::new(),
            next: 0,
            number: String::new(),
            width: 0,
            open: Vec::new(),
            root: None,
            max_depth,
        }
    }

    /// The value, or `None` if it is incomplete.
    pub(super) fn finish(self) -> Option<Tree> {
        self.root.filter(|_| self.open.is_empty())
    }

    /// The shared text of `key`.
    pub(super) fn intern(&mut self, key: &str) -> Str {
        if self.keys.get(self.next).is_none_or(|next| **next != *key) {
            self.next = if let Some(at) = self.index.get(key) {
                *at
            } else {
                let key: Str = key.into();
                self.index.insert(Rc::clone(&key), self.keys.len());
                self.keys.push(key);
                self.keys.len() - 1
            };
        }
        let key = self.keys.get(self.next).map_or_else(|| key.into(), Rc::clone);
        self.next += 1;
        key
    }

    fn begin(&mut self, open: Open) -> Result<()> {
        if self.open.len() == self.max_depth {
            return Err(error(depth_limit(self.max_depth)));
        }
        self.open.push(open);
        Ok(())
    }

    pub(super) fn value(&mut self, value: Tree) -> Result<()> {
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some(Open::List(items)) => items.push(value),
            Some(Open::Object(members, key)) => {
                let key = key.take().ok_or_else(|| error(incomplete_entry("key")))?;
                members.push((key, value));
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        match self.open.pop() {
            Some(Open::List(mut items)) => {
                items.shrink_to_fit();
                self.value(Tree::list(items))
            }
            Some(Open::Object(mut members, _)) => {
                check_keys(&members)?;
                members.shrink_to_fit();
                self.width = members.len();
                self.value(Tree::object(members))
            }
            None => Ok(()),
        }
    }
}

/// §14.3: duplicate keys are an error. Keys are interned, but compared as text.
fn check_keys(members: &Members) -> Result<()> {
    const MAX_UNHASHED_KEYS: usize = 8;
    let repeated = if members.len() <= MAX_UNHASHED_KEYS {
        members.iter().enumerate().find(|(at, (key, _))| members[..*at].iter().any(|(other, _)| other == key))
    } else {
        let mut seen = HashSet::with_capacity(members.len());
        members.iter().enumerate().find(|(_, (key, _))| !seen.insert(&**key))
    };
    match repeated {
        None => Ok(()),
        Some((_, (key, _))) => Err(error(duplicate_key(key))),
    }
}

impl Events for Builder {
    fn begin_object(&mut self) -> Result<()> {
        self.begin(Open::Object(Vec::with_capacity(self.width), None))
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let key = self.intern(key);
        if let Some(Open::Object(_, pending)) = self.open.last_mut() {
            *pending = Some(key);
        }
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.end()
    }

    fn begin_array(&mut self) -> Result<()> {
        self.begin(Open::List(Vec::new()))
    }

    fn end_array(&mut self) -> Result<()> {
        self.end()
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.value(Tree::String(string.into()))
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.number.clear();
        toon::__internal::push_canonical(&mut self.number, number);
        let number = self.number.as_str().into();
        self.value(Tree::Number(number))
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.value(match word {
            "true" => Tree::Bool(true),
            "false" => Tree::Bool(false),
            _ => Tree::Null,
        })
    }
}

/// Whether TOON writes `values` as the rows of a table (§9.3): they are non-empty objects with the
/// same keys in the same order, and all their leaves are scalars.
pub(super) fn are_rows<'t>(values: impl IntoIterator<Item = &'t Tree>) -> bool {
    fn is_row(row: &Members) -> bool {
        !row.is_empty()
            && row.iter().all(|(_, value)| match value {
                Tree::Object(group) => is_row(group),
                value => value.is_scalar(),
            })
    }
    fn is_alike(row: &Members, first: &Members) -> bool {
        row.len() == first.len()
            && row.iter().zip(first).all(|((key, value), (first_key, first))| {
                (Rc::ptr_eq(key, first_key) || key == first_key)
                    && match (value, first) {
                        (Tree::Object(group), Tree::Object(first)) => is_alike(group, first),
                        (value, first) => value.is_scalar() && first.is_scalar(),
                    }
            })
    }
    let mut values = values.into_iter();
    let Some(Tree::Object(first)) = values.next() else { return false };
    is_row(first) && values.all(|row| row.as_object().is_some_and(|row| is_alike(row, first)))
}

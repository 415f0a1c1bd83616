//! What is known about a path.

use std::collections::HashMap;

/// The number of values of which all are kept.
const MAX_VALUES: usize = 5;

/// The longest value that is kept as a whole, in characters.
const MAX_VALUE_CHARS: usize = 32;

/// An object with at least so many keys may be a map, whose keys are data.
const MIN_MAP_KEYS: usize = 24;

/// The types of JSON, in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Array,
    Boolean,
    Null,
    Number,
    Object,
    String,
}

impl Type {
    pub(super) const ALL: [Type; 6] =
        [Type::Array, Type::Boolean, Type::Null, Type::Number, Type::Object, Type::String];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Type::Array => "array",
            Type::Boolean => "boolean",
            Type::Null => "null",
            Type::Number => "number",
            Type::Object => "object",
            Type::String => "string",
        }
    }
}

/// All values of a path.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// How many values have each type.
    counts: [u64; 6],
    pub(super) values: Values,
    /// The keys of objects.
    pub(super) fields: Fields,
    /// The elements of lists, and the values of objects that are maps.
    pub(super) elements: Option<Box<Node>>,
    /// The keys, if the objects are maps, and some of them.
    pub(super) map: Option<(usize, Vec<Box<str>>)>,
}

/// The keys of objects, in the order in which they first occur.
#[derive(Debug, Default)]
pub(super) struct Fields {
    nodes: Vec<(Box<str>, Node)>,
    places: HashMap<Box<str>, usize>,
    /// Most rows have their keys in the same order.
    next: usize,
    /// How often keys occurred that were not kept.
    pub(super) others: u64,
}

/// Scalars, apart from `null`.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) kept: Vec<Box<str>>,
    /// Whether there are more than those that were kept, or longer ones.
    pub(super) has_more: bool,
}

impl Fields {
    /// The place of a key, if it is kept. `can_grow` tells whether a new one may be.
    pub(super) fn place(&mut self, key: &str, can_grow: bool) -> Option<usize> {
        let expected = self.nodes.get(self.next).filter(|(name, _)| **name == *key).map(|_| self.next);
        let place = match expected.or_else(|| self.places.get(key).copied()) {
            Some(place) => place,
            None if can_grow => {
                self.nodes.push((key.into(), Node::default()));
                self.places.insert(key.into(), self.nodes.len() - 1);
                self.nodes.len() - 1
            }
            None => {
                self.others += 1;
                return None;
            }
        };
        self.next = place + 1;
        Some(place)
    }

    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut Node> {
        self.nodes.get_mut(place).map(|(_, node)| node)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.nodes.iter().map(|(key, node)| (&**key, node))
    }
}

impl Values {
    pub(super) fn add(&mut self, value: &str) {
        if self.has_more || self.kept.iter().any(|kept| **kept == *value) {
            return;
        }
        let is_long = value.len() > MAX_VALUE_CHARS && value.chars().count() > MAX_VALUE_CHARS;
        if is_long || self.kept.len() == MAX_VALUES {
            self.has_more = true;
        }
        if self.kept.is_empty() {
            let mut example: String = value.chars().take(MAX_VALUE_CHARS).collect();
            if is_long {
                example.push('…');
            }
            self.kept.push(example.into());
        } else if !self.has_more {
            self.kept.push(value.into());
        }
    }

    fn merge(&mut self, other: &Values) {
        for value in &other.kept {
            self.add(value);
        }
        self.has_more |= other.has_more;
    }
}

impl Node {
    /// A list begins. Returns whether it is the first.
    pub(super) fn begin_list(&mut self) -> bool {
        let is_new = self.elements.is_none();
        self.elements.get_or_insert_default();
        is_new
    }

    /// An object begins, which adds no path of its own.
    pub(super) fn begin_object(&mut self) -> bool {
        self.fields.next = 0;
        false
    }

    pub(super) fn count(&mut self, kind: Type) {
        self.counts[kind as usize] += 1;
    }

    pub(super) fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    pub(super) fn count_of(&self, kind: Type) -> u64 {
        self.counts[kind as usize]
    }

    /// The types of its values, in alphabetical order.
    pub(super) fn types(&self) -> impl Iterator<Item = Type> {
        Type::ALL.into_iter().filter(|kind| self.count_of(*kind) > 0)
    }

    pub(super) fn has_parts(&self) -> bool {
        self.count_of(Type::Array) + self.count_of(Type::Object) > 0
    }

    pub(super) fn has_scalars(&self) -> bool {
        [Type::Boolean, Type::Null, Type::Number, Type::String]
            .into_iter()
            .any(|kind| self.count_of(kind) > 0)
    }

    /// Whether nothing is known below it.
    pub(super) fn is_leaf(&self) -> bool {
        self.fields.len() == 0 && self.elements().is_none()
    }

    /// The elements, if any list has some.
    pub(super) fn elements(&self) -> Option<&Node> {
        self.elements.as_deref().filter(|elements| elements.n() > 0)
    }

    /// What is known where these keys lead.
    pub(super) fn at(&self, keys: &[String]) -> Option<&Node> {
        keys.iter().try_fold(self, |node, key| {
            node.fields.iter().find_map(|(name, node)| (name == key).then_some(node))
        })
    }

    /// Turns objects whose keys are data into maps, from the inside out.
    pub(super) fn find_maps(&mut self) {
        for (_, node) in &mut self.fields.nodes {
            node.find_maps();
        }
        if let Some(elements) = &mut self.elements {
            elements.find_maps();
        }
        if !self.is_map() {
            return;
        }
        let fields = std::mem::take(&mut self.fields);
        let examples = fields.nodes.iter().take(3).map(|(key, _)| key.clone()).collect();
        self.map = Some((fields.nodes.len(), examples));
        let mut all = Node::default();
        for (_, node) in fields.nodes {
            all.merge(node);
        }
        match &mut self.elements {
            Some(elements) => elements.merge(all),
            None => self.elements = Some(Box::new(all)),
        }
    }

    /// Whether keys are data: there are many, and each is in few of the objects or has a similar value.
    fn is_map(&self) -> bool {
        let fields = &self.fields.nodes;
        if fields.len() < MIN_MAP_KEYS || self.fields.others > 0 {
            return false;
        }
        let objects = self.count_of(Type::Object);
        let occurrences: u64 = fields.iter().map(|(_, node)| node.n()).sum();
        let is_sparse = objects > 1 && occurrences / fields.len() as u64 * 2 < objects;
        let Some((_, first)) = fields.first() else { return false };
        let first: Vec<Type> = first.types().collect();
        let is_same = fields.iter().all(|(_, node)| node.types().eq(first.iter().copied()));
        is_same && (is_sparse || objects == 1)
    }

    fn merge(&mut self, other: Node) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.values.merge(&other.values);
        self.fields.others += other.fields.others;
        for (key, node) in other.fields.nodes {
            if let Some(place) = self.fields.place(&key, true)
                && let Some(known) = self.fields.get_mut(place)
            {
                known.merge(node);
            }
        }
        if let Some(elements) = other.elements {
            match &mut self.elements {
                Some(known) => known.merge(*elements),
                None => self.elements = Some(elements),
            }
        }
        if let Some((keys, examples)) = other.map {
            let (known, kept) = self.map.get_or_insert_default();
            *known = (*known).max(keys);
            if kept.is_empty() {
                *kept = examples;
            }
        }
    }
}

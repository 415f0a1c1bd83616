//! Objects that keep the order of their entries.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::hash::{Hash, Hasher};
use core::ops::Index;
use core::{fmt, mem, slice};

/// The entries of an object, in the order in which they were inserted: see [`Map`](crate::Map).
#[derive(Clone)]
pub struct Entries<V> {
    entries: Vec<(String, V)>,
    /// If there are more than [`MAX_UNINDEXED`] keys.
    index: Option<Box<KeyIndex>>,
}

/// The place of each key. In a box, since most maps are small, and every value has room for a map.
#[derive(Clone)]
struct KeyIndex {
    places: BTreeMap<Box<str>, usize>,
}

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Comparing so many keys takes no longer than a look-up.
const MAX_UNINDEXED: usize = 16;

impl<V> Entries<V> {
    /// A map without entries.
    pub const fn new() -> Self {
        Entries { entries: Vec::new(), index: None }
    }

    /// A map without entries that has room for `capacity` of them.
    pub fn with_capacity(capacity: usize) -> Self {
        Entries { entries: Vec::with_capacity(capacity), index: None }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.places.get(key).copied(),
            None => self.entries.iter().position(|(own, _)| own == key),
        }
    }

    /// Whether there is an entry with this key.
    pub fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&V> {
        self.entries.get(self.position(key)?).map(|(_, value)| value)
    }

    /// The value of a key.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let position = self.position(key)?;
        self.entries.get_mut(position).map(|(_, value)| value)
    }

    /// The entry at a position, counted from 0.
    pub fn get_index(&self, position: usize) -> Option<(&str, &V)> {
        self.entries.get(position).map(|(key, value)| (&**key, value))
    }

    /// Adds an entry at the end. If there is one with this key, its value is replaced and returned,
    /// and it stays in its place.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<V>) -> Option<V> {
        let (key, value) = (key.into(), value.into());
        if let Some(own) = self.get_mut(&key) {
            return Some(mem::replace(own, value));
        }
        if let Some(index) = &mut self.index {
            index.places.insert((*key).into(), self.entries.len());
        }
        self.entries.push((key, value));
        if self.index.is_none() {
            self.rebuild_index();
        }
        None
    }

    fn rebuild_index(&mut self) {
        self.index = None;
        if self.entries.len() > MAX_UNINDEXED {
            let places = self.entries.iter().enumerate().map(|(at, (key, _))| ((**key).into(), at));
            self.index = Some(Box::new(KeyIndex { places: places.collect() }));
        }
    }

    /// Frees the memory that is reserved for further entries.
    pub fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
    }

    /// Removes an entry, and returns its value. Those after it move up, which takes time in
    /// proportion to the size of the map.
    ///
    /// ```
    /// use toon::{Map, Value};
    ///
    /// let mut map = Map::from_iter([("a", 1), ("b", 2), ("c", 3)]);
    /// assert_eq!(map.remove("b"), Some(Value::from(2)));
    /// assert!(map.keys().eq(["a", "c"]));
    /// ```
    pub fn remove(&mut self, key: &str) -> Option<V> {
        let position = self.position(key)?;
        let (_, value) = self.entries.remove(position);
        self.rebuild_index();
        Some(value)
    }

    /// Keeps only the entries for which `keep` returns `true`.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
        self.rebuild_index();
    }

    /// The entries in order.
    pub fn iter(&self) -> Iter<'_, V> {
        Iter(self.entries.iter())
    }

    /// The entries in order.
    pub fn iter_mut(&mut self) -> IterMut<'_, V> {
        IterMut(self.entries.iter_mut())
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.entries.iter().map(|(key, _)| &**key)
    }

    /// The values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The values in order.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// The entries sorted by key.
    fn sorted(&self) -> Vec<(&str, &V)> {
        let mut entries: Vec<_> = self.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        entries
    }
}

impl<V: PartialEq> PartialEq for Entries<V> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        // Nearly always, the order is the same as well. Each value is compared once, since its own
        // comparison takes time.
        if self.keys().eq(other.keys()) {
            self.values().eq(other.values())
        } else {
            self.iter().all(|(key, value)| other.get(key) == Some(value))
        }
    }
}

impl<V: Eq> Eq for Entries<V> {}

impl<V: Hash> Hash for Entries<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        // Equal maps have equal hashes, whatever their order.
        self.sorted().hash(state);
    }
}

impl<V: fmt::Debug> fmt::Debug for Entries<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// # Panics
/// If there is no entry with this key.
impl<V> Index<&str> for Entries<V> {
    type Output = V;

    #[allow(clippy::expect_used, reason = "as every map does")]
    fn index(&self, key: &str) -> &V {
        self.get(key).expect("no entry with this key")
    }
}

impl<K: Into<String>, T: Into<V>, V> Extend<(K, T)> for Entries<V> {
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Into<String>, T: Into<V>, V> FromIterator<(K, T)> for Entries<V> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        let mut map = Entries::new();
        map.extend(entries);
        map
    }
}

/// The entries of a [`Map`](crate::Map) in order.
#[derive(Debug)]
pub struct Iter<'m, V>(slice::Iter<'m, (String, V)>);

/// The entries of a [`Map`](crate::Map) in order, with values that can be changed.
#[derive(Debug)]
pub struct IterMut<'m, V>(slice::IterMut<'m, (String, V)>);

/// The entries of a [`Map`](crate::Map) in order.
#[derive(Debug)]
pub struct IntoIter<V>(vec::IntoIter<(String, V)>);

macro_rules! iterators {
    ($($iterator:ty, $item:ty, |$entry:pat_param| $result:expr;)*) => {$(
        impl<'m, V> Iterator for $iterator {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                self.0.next().map(|$entry| $result)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<'m, V> DoubleEndedIterator for $iterator {
            fn next_back(&mut self) -> Option<$item> {
                self.0.next_back().map(|$entry| $result)
            }
        }

        impl<'m, V> ExactSizeIterator for $iterator {}
    )*};
}

iterators! {
    Iter<'m, V>, (&'m str, &'m V), |(key, value)| (&**key, value);
    IterMut<'m, V>, (&'m str, &'m mut V), |(key, value)| (&**key, value);
}

impl<V> Iterator for IntoIter<V> {
    type Item = (String, V);

    fn next(&mut self) -> Option<(String, V)> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<V> DoubleEndedIterator for IntoIter<V> {
    fn next_back(&mut self) -> Option<(String, V)> {
        self.0.next_back()
    }
}

impl<V> ExactSizeIterator for IntoIter<V> {}

impl<V> IntoIterator for Entries<V> {
    type Item = (String, V);
    type IntoIter = IntoIter<V>;

    fn into_iter(self) -> IntoIter<V> {
        IntoIter(self.entries.into_iter())
    }
}

impl<'m, V> IntoIterator for &'m Entries<V> {
    type Item = (&'m str, &'m V);
    type IntoIter = Iter<'m, V>;

    fn into_iter(self) -> Iter<'m, V> {
        self.iter()
    }
}

impl<'m, V> IntoIterator for &'m mut Entries<V> {
    type Item = (&'m str, &'m mut V);
    type IntoIter = IterMut<'m, V>;

    fn into_iter(self) -> IterMut<'m, V> {
        self.iter_mut()
    }
}

//! Parts of values, by key, position, pointer and type.

use super::{Map, Number, Value};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::ops::{Index, IndexMut};

/// What [`Value::get`] and `value[…]` accept: the key of an entry, or the position of an element.
pub trait ValueIndex: sealed::Find {}

impl<I: ?Sized + sealed::Find> ValueIndex for I {}

mod sealed {
    use super::{String, Value};

    pub trait Find {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value>;
        fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value>;
    }

    impl Find for str {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
            value.as_object()?.get(self)
        }

        fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
            value.as_object_mut()?.get_mut(self)
        }
    }

    impl Find for String {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
            Find::find(&**self, value)
        }

        fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
            Find::find_mut(&**self, value)
        }
    }

    impl Find for usize {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
            value.as_array()?.get(*self)
        }

        fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
            value.as_array_mut()?.get_mut(*self)
        }
    }

    impl<I: ?Sized + Find> Find for &I {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
            Find::find(&**self, value)
        }

        fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
            Find::find_mut(&**self, value)
        }
    }
}

static NULL: Value = Value::Null;

/// The entry or element, or `null` if there is none.
impl<I: ValueIndex> Index<I> for Value {
    type Output = Value;

    fn index(&self, index: I) -> &Value {
        self.get(index).unwrap_or(&NULL)
    }
}

/// # Panics
/// If there is no such entry or element.
impl<I: ValueIndex> IndexMut<I> for Value {
    #[allow(clippy::expect_used, reason = "as every list and map does")]
    fn index_mut(&mut self, index: I) -> &mut Value {
        self.get_mut(index).expect("no such entry or element")
    }
}

impl Value {
    /// The entry with a key, or the element at a position. `None` if there is none, or if this is
    /// not an object or list.
    pub fn get<I: ValueIndex>(&self, index: I) -> Option<&Value> {
        index.find(self)
    }

    /// The entry with a key, or the element at a position.
    pub fn get_mut<I: ValueIndex>(&mut self, index: I) -> Option<&mut Value> {
        index.find_mut(self)
    }

    /// The part that a JSON pointer (RFC 6901) names, such as `/users/0/name`. The empty pointer
    /// names the whole value.
    ///
    /// ```
    /// let value: toon::Value = toon::from_str("\"a/b\"[1]{id}:\n  7")?;
    /// assert_eq!(value.pointer("/a~1b/0/id"), Some(&7.into()));
    /// assert_eq!(value.pointer("/a~1b/1"), None);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        segments(pointer)?.try_fold(self, |value, segment| match value {
            Value::Object(entries) => entries.get(&segment),
            Value::Array(elements) => elements.get(position(&segment)?),
            _ => None,
        })
    }

    /// Like [`pointer`](Self::pointer), for a part that is to be changed.
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Value> {
        segments(pointer)?.try_fold(self, |value, segment| match value {
            Value::Object(entries) => entries.get_mut(&segment),
            Value::Array(elements) => elements.get_mut(position(&segment)?),
            _ => None,
        })
    }

    /// Returns the value, and leaves `null` in its place.
    #[must_use]
    pub fn take(&mut self) -> Value {
        mem::take(self)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The value, if it is `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is an integer within the range of [`i64`].
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// The number, if it is an integer within the range of [`u64`].
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The [`f64`] that is nearest to the number, unless it is beyond the range.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.as_f64()
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(string) => Some(string),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Value>> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries, if it is an object.
    pub fn as_object(&self) -> Option<&Map> {
        match self {
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entries, if it is an object.
    pub fn as_object_mut(&mut self) -> Option<&mut Map> {
        match self {
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }
}

/// The unescaped segments of a pointer, or `None` if it is malformed.
fn segments(pointer: &str) -> Option<impl Iterator<Item = Cow<'_, str>>> {
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return None;
    }
    Some(pointer.split('/').skip(1).map(|segment| {
        if segment.contains('~') {
            segment.replace("~1", "/").replace("~0", "~").into()
        } else {
            segment.into()
        }
    }))
}

/// RFC 6901 allows neither signs nor leading zeros.
fn position(segment: &str) -> Option<usize> {
    let is_canonical = segment == "0" || !segment.starts_with(['0', '+']);
    segment.parse().ok().filter(|_| is_canonical)
}

//! Sends the same value in the many ways in which a `Serialize` implementation may.

use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::cell::Cell;
use toon_testing::KEYS;

/// The length that a value announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    Right,
    Absent,
    /// One too many.
    Long,
    /// One too few.
    Short,
}

/// How the objects of a value are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    Entries,
    KeysAndValues,
    /// Where all keys are among [`KEYS`], else as entries.
    Structs,
}

/// How the values are sent; `None` chooses anew at every value.
#[derive(Clone, Copy, Debug)]
pub struct Costume {
    pub lengths: Option<Lengths>,
    pub objects: Option<Objects>,
    /// Arrays as tuples.
    pub tuples: Option<bool>,
    /// In newtypes and `Some`.
    pub wrapped: Option<bool>,
    pub seed: u64,
}

impl Costume {
    pub const PLAIN: Costume = Costume {
        lengths: Some(Lengths::Right),
        objects: Some(Objects::Entries),
        tuples: Some(false),
        wrapped: Some(false),
        seed: 0,
    };

    /// Every kind of sender alone, then some that change from value to value.
    pub fn wardrobe(seed: u64) -> impl Iterator<Item = Costume> {
        let plain = Costume::PLAIN;
        let uniform = [
            plain,
            Costume { lengths: Some(Lengths::Absent), ..plain },
            Costume { lengths: Some(Lengths::Long), ..plain },
            Costume { lengths: Some(Lengths::Short), ..plain },
            Costume { objects: Some(Objects::KeysAndValues), ..plain },
            Costume { objects: Some(Objects::Structs), ..plain },
            Costume { objects: Some(Objects::Structs), lengths: Some(Lengths::Long), ..plain },
            Costume { tuples: Some(true), ..plain },
            Costume { wrapped: Some(true), ..plain },
        ];
        let mixed = (0..4).map(move |round| Costume {
            lengths: None,
            objects: None,
            tuples: None,
            wrapped: None,
            seed: seed.wrapping_add(round),
        });
        uniform.into_iter().chain(mixed)
    }
}

/// `value`, sent as its costume says.
pub struct Disguised<'a> {
    value: &'a Value,
    costume: Costume,
    /// Shared by the whole tree, so that each value draws its own numbers.
    state: &'a Cell<u64>,
}

/// Hands `value` in `costume` to `receive`.
pub fn disguised<R>(value: &Value, costume: Costume, receive: impl FnOnce(&Disguised<'_>) -> R) -> R {
    let state = Cell::new(costume.seed);
    receive(&Disguised { value, costume, state: &state })
}

impl<'a> Disguised<'a> {
    fn of(&self, value: &'a Value) -> Disguised<'a> {
        Disguised { value, costume: self.costume, state: self.state }
    }

    /// splitmix64
    fn draw(&self, below: u64) -> u64 {
        let state = self.state.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.state.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }

    fn length(&self, length: usize) -> Option<usize> {
        const ALL: [Lengths; 4] = [Lengths::Right, Lengths::Absent, Lengths::Long, Lengths::Short];
        match self.costume.lengths.unwrap_or_else(|| *pick(&ALL, self.draw(4))) {
            Lengths::Right => Some(length),
            Lengths::Absent => None,
            Lengths::Long => Some(length + 1),
            Lengths::Short => Some(length.saturating_sub(1)),
        }
    }

    fn objects(&self) -> Objects {
        const ALL: [Objects; 3] = [Objects::Entries, Objects::KeysAndValues, Objects::Structs];
        self.costume.objects.unwrap_or_else(|| *pick(&ALL, self.draw(3)))
    }

    fn array<S: Serializer>(&self, items: &'a [Value], serializer: S) -> Result<S::Ok, S::Error> {
        if self.costume.tuples.unwrap_or_else(|| self.draw(2) == 0) {
            let mut tuple = serializer.serialize_tuple(self.length(items.len()).unwrap_or_default())?;
            items.iter().try_for_each(|item| tuple.serialize_element(&self.of(item)))?;
            tuple.end()
        } else {
            let mut seq = serializer.serialize_seq(self.length(items.len()))?;
            items.iter().try_for_each(|item| seq.serialize_element(&self.of(item)))?;
            seq.end()
        }
    }

    fn object<S: Serializer>(
        &self,
        object: &'a Map<String, Value>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let objects = self.objects();
        let fields: Option<Vec<&'static str>> = object.keys().map(|key| static_key(key)).collect();
        if let (Objects::Structs, Some(fields)) = (objects, fields) {
            let length = self.length(object.len()).unwrap_or_default();
            let mut structure = serializer.serialize_struct("Disguised", length)?;
            for (field, value) in fields.into_iter().zip(object.values()) {
                structure.serialize_field(field, &self.of(value))?;
            }
            structure.skip_field("skipped")?;
            return structure.end();
        }
        let mut map = serializer.serialize_map(self.length(object.len()))?;
        for (key, value) in object {
            if objects == Objects::KeysAndValues {
                map.serialize_key(key)?;
                map.serialize_value(&self.of(value))?;
            } else {
                map.serialize_entry(key, &self.of(value))?;
            }
        }
        map.end()
    }

    fn plain<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(bool) => serializer.serialize_bool(*bool),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) if self.draw(3) == 0 => serializer.collect_str(text),
            Value::String(text) => match (text.parse::<char>(), static_key(text)) {
                (Ok(char), _) => serializer.serialize_char(char),
                (_, Some(name)) => serializer.serialize_unit_variant("Disguised", 0, name),
                _ => serializer.serialize_str(text),
            },
            Value::Array(items) => self.array(items, serializer),
            Value::Object(object) => self.object(object, serializer),
        }
    }
}

impl Serialize for Disguised<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.value.is_null() && self.draw(2) == 0 {
            return serializer.serialize_none();
        }
        if self.costume.wrapped.unwrap_or_else(|| self.draw(4) == 0) {
            let unwrapped = Disguised { costume: Costume { wrapped: Some(false), ..self.costume }, ..*self };
            return match self.draw(2) {
                0 => serializer.serialize_some(&unwrapped),
                _ => serializer.serialize_newtype_struct("Wrapper", &unwrapped),
            };
        }
        self.plain(serializer)
    }
}

fn static_key(key: &str) -> Option<&'static str> {
    KEYS.iter().copied().find(|known| *known == key)
}

fn pick<T>(all: &[T], index: u64) -> &T {
    &all[usize::try_from(index).unwrap_or_default()]
}

//! How deep a value may be: containers count, as in `serde_json`, and `Some` and newtypes have a
//! limit of their own.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::{DecodeOptions, EncodeOptions, Error, ErrorKind};

/// The documented limits.
const CONTAINERS: usize = 128;
const WRAPPERS: usize = 1024;

/// With the default stack size of threads, which all of this must do with in a build without
/// optimizations.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[track_caller]
fn there_and_back<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: &T) {
    let text = toon::to_string(value).unwrap();
    assert_eq!(&toon::from_str::<T>(&text).unwrap(), value);
    assert_eq!(&DecodeOptions::new().strict(false).from_str::<T>(&text).unwrap(), value);
    toon::from_str::<IgnoredAny>(&text).unwrap();
}

fn limit(error: &Error) -> usize {
    match *error.kind() {
        ErrorKind::DepthLimit { limit, .. } => limit,
        ref other => panic!("{other}"),
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Node {
    id: u8,
    next: Option<Box<Node>>,
}

/// `serde_json` writes and reads them all, with the same limit.
#[test]
fn a_list_of_options() {
    on_small_stack(|| {
        let chain = |length: usize| {
            (1..length).fold(Node { id: 0, next: None }, |node, _| Node { id: 1, next: Some(Box::new(node)) })
        };
        let list: Vec<_> = (0..100).map(|_| Some(Box::new(chain(100)))).collect();
        there_and_back(&list);
        there_and_back(&chain(CONTAINERS));
        assert_eq!(limit(&toon::to_string(&chain(CONTAINERS + 1)).unwrap_err()), CONTAINERS);
    });
}

/// Two wrappers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Peel<T>(Option<T>);

type Eight<T> = Peel<Peel<Peel<Peel<T>>>>;

fn eight<T>(value: T) -> Eight<T> {
    Peel(Some(Peel(Some(Peel(Some(Peel(Some(value))))))))
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Lists(Eight<Vec<Lists>>);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Maps(Eight<BTreeMap<String, Maps>>);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Objects(Eight<Box<Object>>);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Object {
    name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objects: Vec<Variants>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Variants {
    Object(Objects),
}

fn lists(depth: usize) -> Lists {
    (1..depth).fold(Lists(eight(vec![])), |inner, _| Lists(eight(vec![inner])))
}

fn maps(depth: usize) -> Maps {
    let map = |inner| Maps(eight(BTreeMap::from([("key".to_owned(), inner)])));
    (1..depth).fold(Maps(eight(BTreeMap::new())), |inner, _| map(inner))
}

/// Each is an object, a list and a variant, but the last one: 3 × 43 - 2 containers.
fn objects(depth: usize) -> Objects {
    let object = |objects| Objects(eight(Box::new(Object { name: "text".to_owned(), objects })));
    (1..depth).fold(object(vec![]), |inner, _| object(vec![Variants::Object(inner)]))
}

/// Both limits at once: eight wrappers around each container.
#[test]
fn containers_and_wrappers_by_turns() {
    assert_eq!(WRAPPERS, 8 * CONTAINERS);
    on_small_stack(|| {
        there_and_back(&lists(CONTAINERS));
        there_and_back(&maps(CONTAINERS));
        there_and_back(&objects(43));
        // One more: its wrappers come before its container.
        for error in [
            toon::to_string(&lists(CONTAINERS + 1)).unwrap_err(),
            toon::to_string(&maps(CONTAINERS + 1)).unwrap_err(),
            toon::to_string(&Peel(Some(lists(CONTAINERS)))).unwrap_err(),
        ] {
            assert_eq!(limit(&error), WRAPPERS);
            assert_eq!(error.to_string(), "nested deeper than 1024 levels");
        }
        assert_eq!(limit(&toon::to_string(&objects(44)).unwrap_err()), CONTAINERS);
        let deeper = EncodeOptions::new().max_depth(CONTAINERS + 1);
        let text = deeper.to_string(&Plain(CONTAINERS + 1)).unwrap();
        let error = toon::from_str::<Lists>(&text).unwrap_err();
        assert_eq!(limit(&error), WRAPPERS);
        assert!(error.line() > 0 && !error.suggestion().unwrap().contains("max_depth"));
        assert_eq!(limit(&toon::from_str::<IgnoredAny>(&text).unwrap_err()), CONTAINERS);
    });
}

/// Lists without wrappers.
struct Plain(usize);

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((1..self.0).take(1).map(|_| Plain(self.0 - 1)))
    }
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "it is never built")]
struct EndlessSome(Option<Box<EndlessSome>>);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct EndlessNewtype(Box<EndlessNewtype>);

/// A value without an end.
#[derive(Clone, Copy)]
enum Endless {
    Some,
    Newtype,
}

impl Serialize for Endless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Endless::Some => serializer.serialize_some(self),
            Endless::Newtype => serializer.serialize_newtype_struct("Endless", self),
        }
    }
}

#[test]
fn recursion_without_a_container_is_an_error() {
    on_small_stack(|| {
        for text in ["1", "a: 1", "[1]: 1", "[1]{a}:\n  1", "\"text\""] {
            for options in [DecodeOptions::new(), DecodeOptions::new().strict(false)] {
                assert_eq!(limit(&options.from_str::<EndlessSome>(text).unwrap_err()), WRAPPERS);
                assert_eq!(limit(&options.from_str::<EndlessNewtype>(text).unwrap_err()), WRAPPERS);
            }
        }
        let key = toon::from_str::<BTreeMap<EndlessNewtype, u8>>("a: 1").unwrap_err();
        assert_eq!(limit(&key), WRAPPERS);
        assert_eq!(limit(&toon::from_str::<Vec<EndlessSome>>("[1]{a}:\n  1").unwrap_err()), WRAPPERS);
        for endless in [Endless::Some, Endless::Newtype] {
            assert_eq!(limit(&toon::to_string(&endless).unwrap_err()), WRAPPERS);
            assert_eq!(limit(&toon::to_string(&[(1, endless)]).unwrap_err()), WRAPPERS);
            let key = KeyedBy(endless);
            assert_eq!(limit(&toon::to_string(&key).unwrap_err()), WRAPPERS);
        }
    });
}

/// A map with an endless key.
struct KeyedBy(Endless);

impl Serialize for KeyedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, 1)])
    }
}

/// All wrappers of a path, whether or not they are closed, but not those of its neighbours.
#[test]
fn wrappers_beside_each_other() {
    let list: Vec<Eight<u8>> = (0..200).map(eight).collect();
    there_and_back(&list);
    let rows: Vec<Eight<Node>> = (0..200).map(|id| eight(Node { id, next: None })).collect();
    there_and_back(&rows);
}

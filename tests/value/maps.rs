//! Maps: order, look-ups in small and large ones, equality.

use std::collections::HashSet;
use toon::{Map, Value};

#[test]
fn large_maps_are_looked_up_like_small_ones() {
    let mut map = Map::new();
    let mut model: Vec<(String, Value)> = Vec::new();
    // Grows beyond the size at which keys are indexed, and shrinks again.
    for step in 0..400_usize {
        let key = format!("k{}", step * 7 % 61);
        if step % 3 == 2 {
            let at = model.iter().position(|(own, _)| *own == key);
            assert_eq!(map.remove(&key), at.map(|at| model.remove(at).1));
        } else {
            let old = map.insert(key.clone(), step);
            if let Some((_, value)) = model.iter_mut().find(|(own, _)| *own == key) {
                assert_eq!(old, Some(std::mem::replace(value, step.into())));
            } else {
                assert_eq!(old, None);
                model.push((key, step.into()));
            }
        }
        assert!(map.iter().eq(model.iter().map(|(key, value)| (&**key, value))));
        assert!(model.iter().all(|(key, value)| map.get(key) == Some(value)));
        assert_eq!(map.get("absent"), None);
    }
    map.retain(|key, _| key < "k3");
    model.retain(|(key, _)| &**key < "k3");
    assert!(map.iter().eq(model.iter().map(|(key, value)| (&**key, value))));
    assert!(model.iter().all(|(key, _)| map.contains_key(key)));
}

#[test]
fn the_order_of_entries_is_kept_but_does_not_matter() {
    let map = Map::from_iter([("b", 1), ("a", 2)]);
    let other = Map::from_iter([("a", 2), ("b", 1)]);
    assert_eq!(map, other);
    assert!(map.keys().rev().eq(["a", "b"]));
    assert_eq!(map.get_index(0), Some(("b", &1.into())));
    let set: HashSet<Value> = [map.clone().into(), other.into()].into();
    assert_eq!(set.len(), 1);
    assert_ne!(map, Map::from_iter([("b", 1), ("a", 3)]));
    assert_ne!(map, Map::from_iter([("b", 1), ("c", 2)]));
    assert_ne!(map, Map::from_iter([("b", 1)]));
}

/// Comparing takes time in proportion to the size, also if each level has its keys in another
/// order: a comparison by order and then another one would double at each level.
#[test]
fn deep_maps_in_another_order_are_compared_quickly() {
    let nest = |first: &'static str, second: &'static str, leaf: i32| {
        (0..100).fold(Value::from(leaf), |value, _| {
            let other = Value::from(1);
            let value = |key| if key == "a" { value.clone() } else { other.clone() };
            Value::from_iter([(first, value(first)), (second, value(second))])
        })
    };
    assert_eq!(nest("a", "b", 1), nest("b", "a", 1));
    assert_ne!(nest("a", "b", 1), nest("b", "a", 2));
    assert_ne!(nest("a", "b", 1), nest("a", "b", 2));
}

/// Building a map of many keys takes no quadratic time.
#[test]
fn many_keys() {
    let count = 200_000;
    let map: Map = (0..count).map(|key| (key.to_string(), key)).collect();
    assert_eq!(map.get("199999"), Some(&199_999.into()));
    let value: Value = toon::from_str(&toon::to_string(&map).unwrap()).unwrap();
    assert_eq!(value.as_object().unwrap().len(), count);
}

#[test]
fn values_are_small() {
    assert!(size_of::<Value>() <= 32, "{}", size_of::<Value>());
}

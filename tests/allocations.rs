//! Rows take no allocations, neither to write them nor to read them into borrowed fields.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]

use serde::{Deserialize, Serialize};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::BTreeMap;
use toon::EncodeOptions;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row<'a> {
    id: u64,
    name: &'a str,
    note: &'a str,
    active: bool,
    score: f64,
    parent: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Grouped<'a> {
    id: u64,
    #[serde(borrow)]
    row: Row<'a>,
    last: char,
}

fn rows(count: usize) -> Vec<Row<'static>> {
    let row = |id: u32| Row {
        id: u64::from(id),
        name: "Ada Lovelace",
        note: if id % 3 == 0 { "a, b: c" } else { "plain" },
        active: id % 2 == 0,
        score: f64::from(id) / 8.0,
        parent: (id % 5 != 0).then_some(-1),
    };
    (0..u32::try_from(count).unwrap()).map(row).collect()
}

fn grouped(count: usize) -> Vec<Grouped<'static>> {
    rows(count).into_iter().map(|row| Grouped { id: row.id, row, last: 'x' }).collect()
}

/// Allocations and reallocations of `work`: the least of three, should the test harness allocate in
/// between.
fn allocations<T>(work: impl Fn() -> T) -> usize {
    let measure = |_| {
        let region = Region::new(ALLOCATOR);
        let result = work();
        let change = region.change();
        drop(result);
        change.allocations + change.reallocations
    };
    (0..3).map(measure).min().unwrap()
}

/// Ten times as many rows may only take the doublings of one buffer.
const DOUBLINGS: usize = 4;

#[track_caller]
fn assert_constant(what: &str, few: usize, many: usize) {
    assert!(many <= few + DOUBLINGS, "{what}: {few} allocations for 1,000 rows, {many} for 10,000");
}

fn writing<T: Serialize>(what: &str, few: &T, many: &T) {
    writing_with(&EncodeOptions::new(), what, few, many);
}

fn writing_with<T: Serialize>(options: &EncodeOptions, what: &str, few: &T, many: &T) {
    let write = |rows: &T| allocations(|| options.to_string(rows).unwrap());
    assert_constant(what, write(few), write(many));
}

fn reading<'de, T: Deserialize<'de>>(what: &str, few: &'de str, many: &'de str) {
    let read = |text: &'de str| allocations(|| toon::from_str::<T>(text).unwrap());
    assert_constant(what, read(few), read(many));
}

/// A single test, since the counts are for the whole process.
#[test]
fn rows_are_free() {
    let (few, many) = (rows(1_000), rows(10_000));
    writing("writing rows", &few, &many);
    writing("writing rows in a field", &BTreeMap::from([("rows", &few)]), &BTreeMap::from([("rows", &many)]));
    let (few, many) = (toon::to_string(&few).unwrap(), toon::to_string(&many).unwrap());
    reading::<Vec<Row<'_>>>("reading rows", &few, &many);

    let (few, many) = (grouped(1_000), grouped(10_000));
    writing("writing groups", &few, &many);
    let backwards = EncodeOptions::new().fields(["last", "row.parent", "row.name", "id"]);
    writing_with(&backwards, "writing fields", &few, &many);
    let (few, many) = (toon::to_string(&few).unwrap(), toon::to_string(&many).unwrap());
    reading::<Vec<Grouped<'_>>>("reading groups", &few, &many);

    let (few, many) = (numbers(1_000), numbers(10_000));
    writing("writing numbers", &few, &many);
    let (few, many) = (toon::to_string(&few).unwrap(), toon::to_string(&many).unwrap());
    reading::<Vec<i64>>("reading numbers", &few, &many);

    entries();
    tables_in_tables_that_are_none();
}

fn numbers(count: i64) -> Vec<i64> {
    (0..count).collect()
}

/// Items with tables, in a tentative table: each is written again.
fn tables_in_tables_that_are_none() {
    #[derive(Serialize)]
    struct Item {
        id: u32,
        chain: BTreeMap<&'static str, BTreeMap<&'static str, BTreeMap<&'static str, u32>>>,
        rows: [BTreeMap<&'static str, u32>; 2],
    }
    let items = |count| -> Vec<Item> {
        let row = || BTreeMap::from([("x", 1), ("y", 2)]);
        let item = |id| Item {
            id,
            chain: BTreeMap::from([("a", BTreeMap::from([("b", row())]))]),
            rows: [row(), row()],
        };
        (0..count).map(item).collect()
    };
    writing("items", &items(1_000), &items(10_000));
}

/// Writing a keyed table; the map that is read allocates for itself.
fn entries() {
    let map =
        |count| rows(count).into_iter().map(|row| (format!("k{}", row.id), row)).collect::<BTreeMap<_, _>>();
    let (few, many) = (map(1_000), map(10_000));
    // §14.3: the keys are kept to find duplicates.
    let doublings = |map| allocations(|| toon::to_string(map).unwrap());
    let (few, many) = (doublings(&few), doublings(&many));
    assert!(
        many <= few + 3 * DOUBLINGS,
        "writing entry rows: {few} allocations for 1,000, {many} for 10,000"
    );
}

/// A table declared by its type needs only the memory of a few rows, however many there are.
#[cfg(feature = "derive")]
mod declared {
    use super::ALLOCATOR;
    use stats_alloc::Region;
    use std::io::Write;

    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Row {
        id: u32,
        name: &'static str,
        #[toon(skip_default)]
        group: Group,
    }

    #[derive(toon::Serialize, PartialEq, Default)]
    #[toon(tabular)]
    struct Group {
        even: bool,
        half: f32,
    }

    #[derive(toon::Serialize)]
    struct Page {
        title: &'static str,
        #[toon(tabular)]
        rows: Vec<Row>,
        #[toon(skip_default)]
        next: u32,
        end: bool,
    }

    /// Counts and forgets.
    #[derive(Default)]
    struct Counter {
        bytes: usize,
        most: usize,
    }

    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.bytes += bytes.len();
            self.most = self.most.max(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn page(count: u32) -> Page {
        let row =
            |id: u32| Row { id, name: "Ada, \"Lovelace\"", group: Group { even: id % 2 == 0, half: 0.5 } };
        Page { title: "all", rows: (0..count).map(row).collect(), next: 0, end: true }
    }

    #[test]
    fn a_million_rows() {
        const MOST: usize = 64 * 1024;
        let page = page(1_000_000);
        let measure = |_| {
            let mut counter = Counter::default();
            let region = Region::new(ALLOCATOR);
            toon::to_writer(&mut counter, &page).unwrap();
            let change = region.change();
            assert!(counter.bytes > 30_000_000 && counter.most < MOST, "{} {}", counter.bytes, counter.most);
            change.bytes_allocated + usize::try_from(change.bytes_reallocated.max(0)).unwrap()
        };
        // The minimum, in case the test harness allocates in between.
        let bytes = (0..2).map(measure).min().unwrap();
        assert!(bytes < MOST, "{bytes} bytes");
    }

    #[test]
    fn the_same_text() {
        let page = page(10_000);
        let mut bytes = Vec::new();
        toon::to_writer(&mut bytes, &page).unwrap();
        let text = toon::to_string(&page).unwrap();
        assert!(
            text.ends_with("\n  9999,\"Ada, \\\"Lovelace\\\"\",false,0.5\nend: true"),
            "{}",
            &text[text.len() - 80..]
        );
        assert_eq!(bytes, text.as_bytes());
    }
}

//! Rows take no allocations, neither to write them nor to read them into borrowed fields.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]

use serde::{Deserialize, Serialize};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
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

/// The counts are for the whole process, so only one test at a time may run.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
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

#[test]
fn rows_are_free() {
    let _alone = alone();
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
    use super::{ALLOCATOR, alone};
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
        const MAX_BYTES: usize = 64 * 1024;
        let _alone = alone();
        let page = page(1_000_000);
        let measure = |_| {
            let mut counter = Counter::default();
            let region = Region::new(ALLOCATOR);
            toon::to_writer(&mut counter, &page).unwrap();
            let change = region.change();
            assert!(
                counter.bytes > 30_000_000 && counter.most < MAX_BYTES,
                "{} {}",
                counter.bytes,
                counter.most
            );
            change.bytes_allocated + usize::try_from(change.bytes_reallocated.max(0)).unwrap()
        };
        // The minimum, in case the test harness allocates in between.
        let bytes = (0..2).map(measure).min().unwrap();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
    }

    #[test]
    fn the_same_text() {
        let _alone = alone();
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

/// Tables with child tables, which follow the rows that they belong to.
#[cfg(feature = "derive")]
mod children {
    use super::{ALLOCATOR, alone};
    use std::io::BufReader;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use toon::{Deserialize, Rows, Serialize};

    /// The bytes in use.
    fn used() -> usize {
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated.wrapping_sub(stats.bytes_deallocated)
    }

    /// The most bytes in use at any [`Probe`].
    static PEAK: AtomicUsize = AtomicUsize::new(0);

    /// The result of `work`, and how many more bytes than before were in use meanwhile.
    fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
        let before = used();
        PEAK.store(before, Ordering::Relaxed);
        let result = work();
        (result, PEAK.load(Ordering::Relaxed) - before)
    }

    /// A number that notes how much memory is in use when it is written or read.
    #[derive(PartialEq, Debug, Clone, Copy)]
    struct Probe(u32);

    impl serde::Serialize for Probe {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            PEAK.fetch_max(used(), Ordering::Relaxed);
            serializer.serialize_u32(self.0)
        }
    }

    impl<'de> serde::Deserialize<'de> for Probe {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            PEAK.fetch_max(used(), Ordering::Relaxed);
            u32::deserialize(deserializer).map(Probe)
        }
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Task {
        #[toon(cell)]
        id: Probe,
        title: String,
    }

    macro_rules! plans {
        ($($module:ident: #[$child:meta])*) => {$(
            mod $module {
                use super::{Deserialize, Probe, Serialize, Task};

                #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
                #[toon(tabular)]
                struct Project {
                    #[toon(cell)]
                    id: Probe,
                    #[$child]
                    tasks: Vec<Task>,
                }

                #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
                pub(super) struct Plan {
                    #[toon(tabular)]
                    projects: Vec<Project>,
                }

                pub(super) fn plan(count: u32) -> Plan {
                    let task = |id| Task { id: Probe(id), title: "write it down".into() };
                    let project = |id: u32| Project { id: Probe(id), tasks: (0..id % 7).map(task).collect() };
                    Plan { projects: (0..count).map(project).collect() }
                }
            }
        )*};
    }

    plans! {
        counted: #[toon(child)]
        linked: #[toon(child(key = "id"))]
    }

    const COUNT: u32 = 20_000;
    /// The memory of a few rows.
    const MAX_BYTES: usize = 64 * 1024;

    /// The text of a value, and the peak of memory while it is written elsewhere.
    fn written<T: Serialize>(value: &T) -> (String, usize) {
        let (result, bytes) = peak(|| toon::to_writer(std::io::sink(), value));
        result.unwrap();
        (toon::to_string(value).unwrap(), bytes)
    }

    /// The rows of both tables are streamed: the lists are visited again rather than held.
    #[test]
    fn written_as_they_come() {
        let _alone = alone();
        let (text, bytes) = written(&counted::plan(COUNT));
        assert!(text.len() > 1_000_000 && bytes < MAX_BYTES, "{bytes} bytes for {} of text", text.len());
    }

    /// Only the keys are held, to find duplicates, while the child rows are written.
    #[test]
    fn keys_are_held() {
        let _alone = alone();
        let (text, bytes) = written(&linked::plan(COUNT));
        let most = MAX_BYTES + 64 * usize::try_from(COUNT).unwrap();
        assert!(bytes < most && bytes < text.len(), "{bytes} bytes for {COUNT} keys");
    }

    /// Until the last child table has been read, all cells are held: some hundred bytes for a row, of
    /// whatever length, beside the text itself.
    #[test]
    fn read_as_a_whole() {
        fn check<T: Serialize + serde::de::DeserializeOwned + PartialEq>(value: &T, rows: usize) {
            let text = toon::to_string(value).unwrap();
            let (read, bytes) = peak(|| toon::from_reader::<_, T>(text.as_bytes()).unwrap());
            assert!(read == *value);
            let most = 2 * text.len() + 240 * rows;
            assert!(bytes < most, "{bytes} bytes for {} of text with {rows} rows", text.len());
        }
        let _alone = alone();
        let rows = (0..COUNT).map(|id| usize::try_from(1 + id % 7).unwrap()).sum();
        check(&counted::plan(COUNT), rows);
        check(&linked::plan(COUNT), rows);
    }

    /// Plans in a list are read one at a time, and a child table by itself row by row.
    #[test]
    fn read_as_they_come() {
        let _alone = alone();
        let plans = vec![counted::plan(20); 2_000];
        let text = toon::to_string(&plans).unwrap();
        let read = || Rows::<_, counted::Plan>::new(BufReader::new(text.as_bytes()));
        let (count, bytes) =
            peak(|| read().filter(|plan| plan.as_ref().is_ok_and(|plan| *plan == plans[0])).count());
        assert_eq!(count, plans.len());
        assert!(bytes < 4 * MAX_BYTES, "{bytes} bytes for {} of text", text.len());

        let text = toon::to_string(&linked::plan(COUNT)).unwrap();
        let tasks = || Rows::<_, Task>::at(BufReader::new(text.as_bytes()), "\"projects.tasks\"");
        let (count, bytes) = peak(|| tasks().map(toon::Result::unwrap).count());
        assert!(count > 50_000 && bytes < 4 * MAX_BYTES, "{bytes} bytes for {count} rows");
    }
}

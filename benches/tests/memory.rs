//! The memory that is live while a value is written or read, and the allocations, next to
//! `serde_json`'s.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]

use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::{BTreeMap, HashMap};
use toon_benches::data::{config, enums, numbers, ragged, rows, strings};

/// The peak and the numbers: two instruments, one around the other.
#[global_allocator]
static ALLOCATOR: PeakMemAlloc<&StatsAlloc<System>> = PeakMemAlloc::new(&INSTRUMENTED_SYSTEM);

/// What a writer or reader may have for itself.
const OWN: usize = 64 * 1024;

struct Cost {
    /// The most bytes that were live at once.
    peak: usize,
    /// The bytes that are live afterwards.
    left: usize,
    /// Allocations and reallocations.
    count: usize,
}

fn cost<R>(work: impl Fn() -> R) -> (R, Cost) {
    let region = Region::new(&INSTRUMENTED_SYSTEM);
    ALLOCATOR.reset_peak_memory();
    let result = work();
    let (peak, change) = (ALLOCATOR.get_peak_memory(), region.change());
    let left = change.bytes_allocated.saturating_sub(change.bytes_deallocated);
    (result, Cost { peak, left, count: change.allocations + change.reallocations })
}

/// Writes `value`, whose text may take up to `most(length, capacity)` bytes to write.
fn writes<T: ?Sized + Serialize>(name: &str, value: &T, most: impl Fn(usize, usize) -> usize) -> String {
    let (text, writing) = cost(|| toon::to_string(value).unwrap());
    let most = most(text.len(), text.capacity());
    assert!(writing.peak <= most, "{name}: {} bytes live for {}, at most {most}", writing.peak, text.len());
    text
}

fn twice(length: usize, _capacity: usize) -> usize {
    2 * length + OWN
}

fn and_own(_length: usize, capacity: usize) -> usize {
    capacity + OWN
}

fn reads<T: DeserializeOwned>(name: &str, text: &str) -> Cost {
    let (_read, reading) = cost(|| toon::from_str::<T>(text).unwrap());
    let Cost { peak, left, .. } = reading;
    assert!(peak <= left + OWN, "{name}: {peak} bytes live while {left} are read");
    reading
}

/// Live memory of a case both ways, and at most four allocations more than `serde_json`'s.
fn case<T: Serialize + DeserializeOwned>(name: &str, value: &T, most: impl Fn(usize, usize) -> usize) {
    let (writing, json) = case_but_for_writing(name, value, most);
    assert!(writing <= json + 4, "{name}: writing allocates more often");
}

/// The same, but for how often writing allocates, which it returns with `serde_json`'s.
fn case_but_for_writing<T: Serialize + DeserializeOwned>(
    name: &str,
    value: &T,
    most: impl Fn(usize, usize) -> usize,
) -> (usize, usize) {
    let text = writes(name, value, most);
    let reading = reads::<T>(name, &text);
    let (_, writing) = cost(|| toon::to_string(value).unwrap());
    let (json, json_writing) = cost(|| serde_json::to_string(value).unwrap());
    let (_, json_reading) = cost(|| serde_json::from_str::<T>(&json).unwrap());
    println!(
        "{name}: writing {} allocations (serde_json {}), {} bytes live for {}; reading {} ({}), {} live for {}",
        writing.count,
        json_writing.count,
        writing.peak,
        text.len(),
        reading.count,
        json_reading.count,
        reading.peak,
        reading.left,
    );
    assert!(reading.count <= json_reading.count + 4, "{name}: reading allocates more often");
    (writing.count, json_writing.count)
}

#[derive(toon::Serialize, toon::Deserialize)]
#[toon(tabular)]
struct Tabular {
    id: u32,
    name: String,
}

/// That many entries, whose keys have at least so many bytes.
fn entries<M: FromIterator<(String, u8)>>(count: usize, len: usize) -> M {
    (0..count).map(|n| (format!("k{n:0len$}"), 1)).collect()
}

/// One test, since the instruments are the whole process's.
#[test]
fn memory() {
    case("rows", &rows::rows(10_000), and_own);
    case("groups", &rows::contacts(10_000), and_own);
    // Keys in order need not be remembered (§14.3), however many there are.
    case("keyed", &rows::flags(100_000), twice);
    let sorted: BTreeMap<_, _> = entries(100_000, 17);
    case("a sorted map", &sorted, twice);
    let (written, Cost { peak, .. }) = cost(|| toon::to_writer(std::io::sink(), &sorted));
    written.unwrap();
    assert!(peak <= twice(toon::to_string(&sorted).unwrap().len(), 0), "a sorted map into a writer: {peak}");
    let inner =
        BTreeMap::from([("a", vec![1]), ("b", vec![]), ("c", vec![])].map(|(k, v)| (k.to_owned(), v)));
    let maps: BTreeMap<String, BTreeMap<String, Vec<u8>>> =
        entries::<Vec<_>>(20_000, 7).into_iter().map(|(key, _)| (key, inner.clone())).collect();
    case_but_for_writing("sorted maps in a sorted map", &maps, twice);
    // Rows of a type with `tabular` are streamed, also if they are the root.
    let table: Vec<Tabular> = (0..100_000).map(|id| Tabular { id, name: format!("row {id}") }).collect();
    let (written, Cost { peak, .. }) = cost(|| toon::to_writer(std::io::sink(), &table));
    written.unwrap();
    assert!(peak <= OWN, "a root table into a writer: {peak}");
    let (written, Cost { peak, .. }) = cost(|| {
        let options = toon::EncodeOptions::new();
        let mut writer = toon::TableWriter::new(std::io::sink(), "rows", table.len(), &options);
        table.iter().try_for_each(|row| writer.row(row))?;
        writer.finish()
    });
    written.unwrap();
    assert!(peak <= OWN, "a table writer: {peak}");
    let text = format!(
        "before:\n  rows[1]: 1\n{}\nafter: 1\n",
        toon::to_string(&BTreeMap::from([("rows", &table)])).unwrap()
    );
    let (count, Cost { peak, .. }) = cost(|| {
        toon::Rows::<_, Tabular>::at(std::io::BufReader::new(text.as_bytes()), "rows").flatten().count()
    });
    assert_eq!(count, table.len());
    assert!(peak <= 4 * OWN, "rows at a path: {peak}");

    // Of others, up to 32 bytes a key are kept while they are written, and 48 while they are read:
    // so many have room in what is allowed, of more it is a limit of its own.
    let text = writes("2,000 keys in no order", &entries::<HashMap<_, _>>(2_000, 7), twice);
    reads::<BTreeMap<String, u8>>("2,000 keys in no order", &text);
    let count = 100_000;
    let text = writes("100,000 keys in no order", &entries::<HashMap<_, _>>(count, 7), |length, capacity| {
        twice(length, capacity) + 32 * count
    });
    let (_, Cost { peak, left, .. }) = cost(|| toon::from_str::<BTreeMap<String, u8>>(&text).unwrap());
    println!("100,000 keys in no order: {peak} bytes live while {left} are read");
    assert!(peak <= left + OWN + 48 * count);

    // In a small document, the buffers for keys, a header and a table that falls back count.
    let (writing, json) = case_but_for_writing("config", &config::config(), twice);
    assert!(writing <= json + 6, "config: writing allocates more often");
    case("ragged", &ragged::tasks(10_000), twice);
    case("enums", &enums::events(10_000), twice);
    case("floats", &numbers::floats(100_000), twice);
    case("ints", &numbers::ints(100_000), twice);
    case("strings", &strings::strings(10_000), twice);

    // What looks like a table up to its last row, in which only the last cell is none.
    let row = |n: usize, last: Value| json!({"id": n, "name": format!("row {n}"), "group": {"x": 1, "y": n}, "last": last});
    let mut list: Vec<Value> = (0..20_000).map(|n| row(n, json!(n))).collect();
    list.push(row(0, json!([])));
    writes("a list of rows", &list, twice);
    let entries: serde_json::Map<String, Value> =
        list.into_iter().enumerate().map(|(n, row)| (format!("entry {n}"), row)).collect();
    writes("an object of rows", &entries, twice);
    // Inline up to the last element.
    let mut mixed: Vec<Value> = (0..100_000).map(Value::from).collect();
    mixed.push(json!({"a": 1}));
    writes("a list of numbers", &mixed, twice);
    // Rows in orders of their own.
    let shuffled: Vec<HashMap<String, u32>> = (0..10_000)
        .map(|n| (0..10).map(|column| (format!("column {column}"), n + column)).collect())
        .collect();
    writes("rows of hash maps", &shuffled, twice);
}

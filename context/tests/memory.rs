//! How much memory it takes to read a container.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use std::alloc::System;
use std::sync::{Mutex, MutexGuard, PoisonError};
use toon_context::container::Extension;
use toon_context::container::{self, DecodeOptions, Limits};
use toon_context::{Block, Data, DataFormat, Status, ToolResult};

#[global_allocator]
static ALLOCATOR: PeakMemAlloc<System> = PeakMemAlloc::new(System);

/// The limit of the number of values.
const ITEMS: usize = 10_000;

/// A value, or an entry of an object, with the room for others while a list or an object grows.
const VALUE: usize = 160;

/// The memory is that of all threads, so only one test runs at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a block, and reads it in memory that the limits, and a few copies of its text, account for.
#[track_caller]
fn read(block: Block) -> Block {
    let bytes = container::encode(&[block]).unwrap();
    let limits = Limits::new().items(ITEMS);
    ALLOCATOR.reset_peak_memory();
    let mut container = DecodeOptions::new().limits(limits).decode(&bytes).unwrap();
    let peak = ALLOCATOR.get_peak_memory();
    let most = 4 * bytes.len() + VALUE * ITEMS;
    assert!(peak <= most, "{peak} bytes for a container of {}, at most {most}", bytes.len());
    container.blocks.remove(0)
}

/// The header of a table, and as many rows.
fn rows(fields: &str, count: usize) -> String {
    format!("[{count}]{{{fields}}}:{}", "\n  1".repeat(count))
}

/// A column in so many groups.
fn groups(depth: usize) -> String {
    format!("{}a{}", "a{".repeat(depth), "}".repeat(depth))
}

/// Reads a table, and says whether its text is a value.
#[track_caller]
fn is_table(rows: &str) -> bool {
    let kind = read(Extension::new("toon", "table", format!("rows{rows}")).into()).content().kind();
    let result = ToolResult::new("query", Status::Ok).text(rows).schema_hint("text/toon").into();
    let is_value = read(Block::clone(&result)) != result;
    assert_eq!(is_value, kind == "structured_data");
    is_value
}

#[test]
fn rows_have_copies_of_long_keys() {
    let _alone = alone();
    assert!(is_table(&rows(&"a".repeat(4096), 100)));
    assert!(!is_table(&rows(&"a".repeat(4096), 3_000)));
    assert!(!is_table(&rows(&"a".repeat(100_000), 3_000)));
}

#[test]
fn rows_have_an_object_for_each_group() {
    let _alone = alone();
    assert!(is_table(&rows(&groups(100), 90)));
    assert!(!is_table(&rows(&groups(100), 3_000)));
}

#[test]
fn many_rows() {
    let _alone = alone();
    assert!(is_table(&rows("a", 4_500)));
    assert!(!is_table(&rows("a", 100_000)));
}

/// It becomes a value only with the feature `json`.
#[test]
fn json_with_many_values() {
    let _alone = alone();
    for value in ["1", "1e7", r#""a""#, "[]", "[1]", r#"{"a":1}"#, r#"{"a":{"a":{}}}"#] {
        for count in [3_000, 100_000] {
            let text = format!("[{}{value}]", format!("{value},").repeat(count));
            read(Data::text(DataFormat::Json, text).into());
        }
    }
}

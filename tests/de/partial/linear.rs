//! Adding text takes time in proportion to it.

use std::time::Instant;
use toon::{Partial, Value};

#[test]
fn a_long_document_in_small_pieces() {
    let count = 400_000;
    let rows = (0..count).map(|id| format!("  {id},some name,{id}.5\n"));
    let text = format!("rows[{count}]{{id,name,score}}:\n{}", rows.collect::<String>());
    assert!(text.len() > 10_000_000);

    let started = Instant::now();
    let whole: Value = toon::from_str(&text).unwrap();
    let reading = started.elapsed();

    let started = Instant::now();
    let mut partial = Partial::new();
    let (mut values, mut next) = (0, 1024);
    for piece in text.as_bytes().chunks(16) {
        partial.push(piece);
        // Rarely: whenever the text has doubled.
        if partial.text().len() >= next {
            values += usize::from(partial.value::<Value>().unwrap().is_some());
            next *= 2;
        }
    }
    assert_eq!(partial.finish::<Value>().unwrap(), whole);
    assert!(values > 10);
    // Three times in theory: as long as `from_str` at the end, and up to twice that before.
    assert!(started.elapsed() < 30 * reading, "{:?} instead of {reading:?}", started.elapsed());
}

//! Elements are returned as they are read, and are not kept.

use std::io::{self, BufReader, Read};
use toon::Rows;

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Row {
    id: u64,
    name: String,
}

/// An endless table, which counts what is read of it.
struct Endless<'c> {
    rest: Vec<u8>,
    row: u64,
    taken: &'c std::cell::Cell<u64>,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = format!("\n  {},name of {}", self.row, self.row).into_bytes();
            self.row += 1;
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        self.taken.set(self.taken.get() + length as u64);
        Ok(length)
    }
}

#[test]
fn a_row_needs_but_the_beginning_of_the_next() {
    let taken = std::cell::Cell::new(0);
    let reader = Endless { rest: b"[1000000000]{id,name}:".to_vec(), row: 0, taken: &taken };
    let mut rows = Rows::<_, Row>::new(BufReader::with_capacity(64, reader));
    for id in 0..10_000 {
        let before = taken.get();
        assert_eq!(rows.next().unwrap().unwrap(), Row { id, name: format!("name of {id}") });
        assert!(taken.get() - before <= 128, "{} bytes for a row", taken.get() - before);
    }
}

//! [`toon::Rows`]: a root array, element by element.

mod at;
mod errors;
mod lazy;
mod same;

use serde::de::DeserializeOwned;
use std::io::BufReader;
use toon::{DecodeOptions, Error};

/// The elements, and the error after them if there is one.
fn read<T: DeserializeOwned>(
    text: &[u8],
    options: &DecodeOptions,
    capacity: usize,
) -> (Vec<T>, Option<Error>) {
    let mut elements = Vec::new();
    let mut rows = options.rows::<_, T>(BufReader::with_capacity(capacity, text));
    for row in &mut rows {
        match row {
            Ok(element) => elements.push(element),
            Err(error) => {
                assert!(rows.next().is_none(), "something follows an error");
                return (elements, Some(error));
            }
        }
    }
    (elements, None)
}

//! What `--stats` reports: how the result compares with the input.

use crate::args::Tokenizer;
use crate::failure::Failure;
use crate::report;
use crate::tokens::{Counter, compared, o200k};
use std::io;
use toon_formats::Format;
use toon_formats::{Again, Input};

/// The input as it was given.
pub(crate) struct Given {
    format: Format,
    /// `None` if only a part of it is encoded.
    again: Option<Again>,
}

impl Given {
    pub(crate) fn new(input: &mut Input, format: Format, is_all: bool) -> Result<Self, Failure> {
        let again = if is_all { Some(input.read_twice()?) } else { None };
        Ok(Given { format, again })
    }

    /// Reports the savings compared with the input, and with its value as compact JSON.
    pub(super) fn report(&self, json: &str, written: usize, form: &str) -> Result<(), Failure> {
        let json = o200k(json);
        let given = self.again.as_ref().map(count).transpose()?;
        if let Some(given) = given {
            say_saved(given, self.format.name(), written, form);
        }
        if given != Some(json) && json != written {
            say_saved(json, "compact JSON", written, form);
        }
        Ok(())
    }
}

/// The number of tokens of the input.
fn count(again: &Again) -> Result<usize, Failure> {
    let input = again.open()?;
    let name = input.name.clone();
    let mut counter = Counter::new(Tokenizer::O200k);
    let copied = io::copy(&mut input.reader(1), &mut counter);
    copied.map_err(|error| Failure::file("read", &name, &error))?;
    Ok(counter.finish().cost())
}

fn say_saved(old: usize, old_form: &str, new: usize, form: &str) {
    let saved = compared(old, new);
    let tokenizer = Tokenizer::O200k.name().unwrap_or_default();
    report::note(&format!("Tokens ({tokenizer}): {old} ({old_form}) → {new} ({form}), {saved}"));
}

//! What is shown of a result that is in a file.

use crate::budget::{Budget, counted, grouped};
use crate::files::{RowsIn, Store, Stored};
use crate::main_list::MainList;
use crate::outline::{Collector, Outline};
use crate::preview::{self, Whole};
use crate::reader::Reader;
use crate::rows::Rows;
use std::fs::File;
use std::io::{self, BufReader};
use toon_convert::__internal::{MainJson, json_string};

/// The first rows are kept up to this size, which no preview exceeds.
const MAX_FIRST_BYTES: usize = 64 << 10;

/// The tokens of longer files are not counted, since that takes a second for a few megabytes.
const MAX_COUNTED_BYTES: u64 = 4 << 20;

/// What is around JSON in a text is shown if it takes at most so much of the budget.
const AROUND: usize = 4;

/// Keeps a text, and writes what `reader` is shown of it in at most `budget`: the first rows of a list, the outline of
/// another JSON document, or the first and last lines of any other text. Short text around JSON stays around it.
///
/// ```
/// use toon_store::{Budget, Reader, Store, notice};
///
/// let folder = tempfile::tempdir()?;
/// let store = Store::in_folder(folder.path());
/// let rows: Vec<String> = (0..900).map(|id| format!("{{\"id\":{id}}}")).collect();
/// let text = format!("Found 900 users:\n[{}]\nPage 1 of 3", rows.join(","));
/// let (text, _) = notice::shorten(&text, &store, &Reader::with_command("toon"), Budget::in_bytes(500))?;
/// assert!(text.starts_with("Found 900 users:\npartial: the first ") && text.ends_with("\nPage 1 of 3"));
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
///
/// Fails if the text cannot be kept, or if even the notice does not fit.
pub fn shorten(text: &str, store: &Store, reader: &Reader, budget: Budget) -> io::Result<(String, Stored)> {
    // Some servers return JSON in a string.
    let opened = json_string(text).filter(|inner| MainJson::of(inner).is_some());
    let text = opened.as_deref().unwrap_or(text);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(json) = MainJson::of(text) {
        let (before, after) = (json.before.trim_ascii_end(), json.after.trim_ascii());
        let is_alone = before.is_empty() && after.is_empty();
        let size = if is_alone { 0 } else { budget.size(&format!("{before}\n{after}\n")) };
        // JSON that no query can read is a text, such as one with a row of 20 MB, or half of a surrogate pair.
        if size <= budget.get() / AROUND
            && let Ok(stored) = store.json(&json.value)
            && let Ok(inner) = of(&stored, reader, budget.of(budget.get() - size))
        {
            let shown = [before, &inner, after].into_iter().filter(|part| !part.is_empty());
            let shown = shown.collect::<Vec<_>>().join("\n");
            if budget.fits(&shown) {
                return Ok((shown, stored));
            }
        }
    }
    let stored = store.text(text)?;
    Ok((of(&stored, reader, budget)?, stored))
}

fn does_not_fit(budget: Budget) -> io::Error {
    io::Error::other(format!("nothing can be said about a result in {} tokens", grouped(budget.get() as u64)))
}

/// Writes what is in a file in at most `budget`: see [`shorten`].
///
/// ```
/// use toon_store::{Budget, Reader, Store, notice};
///
/// let folder = tempfile::tempdir()?;
/// let rows: Vec<String> = (0..900).map(|id| format!("{{\"id\":{id}}}")).collect();
/// let stored = Store::in_folder(folder.path()).json(&format!("[{}]", rows.join(",")))?;
/// let text = notice::of(&stored, &Reader::with_command("toon"), Budget::in_bytes(500))?;
/// assert!(text.starts_with("partial: the first ") && text.contains("\nTop ten: toon query "));
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
///
/// Fails if the file cannot be read, or if even the notice does not fit.
pub fn of(stored: &Stored, reader: &Reader, budget: Budget) -> io::Result<String> {
    let is_long = stored.bytes > MAX_COUNTED_BYTES;
    // A list of any length is read row by row.
    let text = match &stored.list {
        Some(list) if list.keys.is_empty() && is_long => None,
        _ => Some(io::read_to_string(File::open(&stored.path)?)?),
    };
    let size = match &text {
        Some(text) if budget.is_counted() && !is_long => {
            format!("{} tokens", grouped(budget.size(text) as u64))
        }
        _ => format!("{} bytes", grouped(stored.bytes)),
    };
    let lines = text.as_deref().filter(|_| !stored.is_json).map(|text| text.lines().count());
    let what = lines.map_or_else(|| stored.what(), |lines| counted(lines as u64, "line"));
    let place = format!("{} (complete, {what}, {size})", reader.place(stored));
    let mut whole = Whole { place: &place, size: &size, ..Whole::default() };
    let hints = reader.hints(stored);
    if !stored.is_json {
        let text = text.unwrap_or_default();
        return fitting(whole, &hints.of_lines(lines.unwrap_or_default()), budget, |whole| {
            preview::text(&text, whole, budget)
        });
    }
    let (outline, first) = match (&text, &stored.list) {
        (None, _) => rows_of(BufReader::new(File::open(&stored.path)?))?,
        (Some(json), Some(RowsIn { keys, .. })) => {
            let range = MainList::of(json).map_or(0..json.len(), |list| list.range);
            let (of_rows, first) = rows_of(&json.as_bytes()[range])?;
            (if keys.is_empty() { of_rows } else { Outline::of_json(json).map_err(io::Error::other)? }, first)
        }
        (Some(json), None) => (Outline::of_json(json).map_err(io::Error::other)?, Vec::new()),
    };
    let filters = outline.filters(stored.list.as_ref().map_or(&[], |list| &list.keys));
    let hints = hints.of_filters(&filters);
    let Some(RowsIn { keys, count }) = &stored.list else {
        return fitting(whole, &hints, budget, |whole| preview::only_outline(&outline, whole, budget));
    };
    let beside = text.as_deref().and_then(|json| MainList::beside(json, keys));
    whole.list = keys;
    whole.beside = beside.as_deref();
    fitting(whole, &hints, budget, |whole| preview::rows(&first, *count, &outline, whole, budget))
}

/// The text with its hints, or with as many of them as fit.
fn fitting(
    whole: Whole<'_>,
    hints: &[String],
    budget: Budget,
    text: impl Fn(Whole<'_>) -> String,
) -> io::Result<String> {
    // The last one is the most general.
    let mut texts = (0..=hints.len()).map(|first| text(Whole { hints: &hints[first..], ..whole }));
    texts.find(|text| budget.fits(text)).ok_or_else(|| does_not_fit(budget))
}

fn rows_of(rows: impl io::BufRead) -> io::Result<(Outline, Vec<String>)> {
    let (mut collector, mut first, mut bytes) = (Collector::new(), Vec::new(), 0);
    for row in Rows::new(rows) {
        let row = String::from_utf8(row?).map_err(io::Error::other)?;
        collector.add_row(&row).map_err(io::Error::other)?;
        bytes += row.len();
        if bytes <= MAX_FIRST_BYTES {
            first.push(row);
        }
    }
    Ok((collector.finish(), first))
}

//! Why each file is where it is, and how much of it is shown.

use super::super::render::{one_line, remainder};
use super::shown::{Shown, ShownFile};
use crate::args::Tokenizer;
use crate::count::{counted, grouped};
use crate::report;
use toon_context::Counter;

/// How many files that are not shown are listed.
const HIDDEN: usize = 20;
/// Longer paths do not widen the table.
const MAX_PATH: usize = 60;

/// Lists the files, best first.
pub(super) fn tell(files: &[ShownFile<'_>], tokenizer: Tokenizer, verbose: bool) {
    let mut hidden = 0;
    let mut rows = vec![["place", "path", "shown", "tokens", "why"].map(str::to_owned)];
    for (index, file) in files.iter().enumerate() {
        hidden += usize::from(file.extent == Shown::Nothing);
        if file.extent == Shown::Nothing && hidden > HIDDEN && !verbose {
            continue;
        }
        let shown = match file.extent {
            Shown::Full => "full".to_owned(),
            Shown::Part(part) => remainder(part).unwrap_or_default(),
            Shown::Nothing => "nothing".to_owned(),
        };
        let tokens = if file.text.is_empty() { 0 } else { tokenizer.count(file.text) };
        let why = one_line(&file.ranked.score.to_string());
        rows.push([grouped(index + 1), one_line(&file.ranked.path), shown, grouped(tokens), why]);
    }
    let width = |column: usize| {
        let widths = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0).min(MAX_PATH)
    };
    let [place_width, path_width, shown_width, tokens_width] = [0, 1, 2, 3].map(width);
    for [place, path, shown, tokens, why] in &rows {
        report::note(&format!(
            "{place:>place_width$}  {path:path_width$}  {shown:shown_width$}  {tokens:>tokens_width$}  {why}"
        ));
    }
    if let Some(more) = hidden.checked_sub(HIDDEN).filter(|more| *more > 0 && !verbose) {
        report::note(&format!("{} not shown", counted(more as u64, "more file")));
    }
}

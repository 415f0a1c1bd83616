//! Leaves out rows until the text has no more than a number of tokens.

use super::encoding::{Encoding, warn_if_marked};
use super::source::{Document, Source};
use crate::count::grouped;
use crate::failure::Failure;
use crate::pointer;
use crate::tokens::o200k;
use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;
use toon::{EncodeOptions, json};
use toon_formats::BYTE_ORDER_MARK;
use toon_formats::json::lists::{List, lists, without};
use toon_formats::json::walk::{elements, entries};

/// The number of bytes whose tokens are counted at a time.
const PART: usize = 64 << 10;

/// The maximum number of lists that the note about what was left out mentions.
const MENTIONED: usize = 5;

impl Encoding {
    /// Leaves rows out of the largest table, and of the next one only if that is not enough, so that
    /// the text has at most `max` tokens. Returns what to say about it.
    pub(super) fn fit(
        &self,
        name: &str,
        source: Source,
        max: usize,
        output: Option<&Path>,
    ) -> Result<Option<String>, Failure> {
        let document = match source {
            Source::Whole(document) => document,
            Source::Lines(mut lines) => Document::Json(toon_formats::lines::array(name, &mut lines)?),
        };
        let refuse = |error: toon::Error| self.failure(name, &error, &document);
        let text = document.to_toon(&self.options).map_err(refuse)?;
        // What is not selected does not count.
        let options = self.options.clone().fields(Vec::<String>::new());
        let json =
            if self.options.get_fields().len() == 0 { document.to_json() } else { self.json(&text)?.into() };
        let cutter = Cutter {
            json: json.trim_start_matches(BYTE_ORDER_MARK),
            options: &options,
            around: self.tokens_around(&text),
            max,
        };
        if cutter.count(&text).fits {
            warn_if_marked(name, &text);
            self.text(&text, None, output)?;
            return Ok(None);
        }
        let cuts = cutter.cuts().map_err(|needed| {
            let (needed, max) = (grouped(needed), grouped(max));
            Failure::Input(format!(
                "{name} needs at least {needed} tokens, even without the elements of its lists, but --max-tokens is {max}; select less with --at or --fields"
            ))
        })?;
        let json = cutter.without(&cuts);
        let text = json::to_toon(&json, &options).map_err(refuse)?;
        warn_if_marked(name, &text);
        self.text(&text, None, output)?;
        Ok(Some(cutter.note(&cuts)))
    }
}

/// The elements of a list that are left out.
struct Cut {
    list: List,
    kept: usize,
    left_out: Range<usize>,
}

impl Cut {
    fn all(list: &List) -> Self {
        Cut { list: list.clone(), kept: 0, left_out: list.inside() }
    }
}

/// The order in which lists are cut. Of equally large ones, the first are kept.
fn largest_first(list: &List) -> Reverse<(usize, usize)> {
    Reverse((list.weight, list.range.start))
}

/// The number of tokens. An estimate if it is too high.
#[derive(Clone, Copy)]
struct Tokens {
    fits: bool,
    number: usize,
}

/// Decides what is left out.
struct Cutter<'a> {
    json: &'a str,
    options: &'a EncodeOptions,
    /// The tokens of what surrounds the text.
    around: usize,
    max: usize,
}

impl Cutter<'_> {
    /// The elements to leave out, or the number of tokens that are needed at least.
    fn cuts(&self) -> Result<Vec<Cut>, usize> {
        let mut lists = lists(self.json);
        lists.retain(|list| self.has_elements(list));
        lists.sort_by_key(largest_first);
        // Find out how many lists must be cut. Usually it is one.
        let mut cuts: Vec<Cut> = lists.iter().map(Cut::all).collect();
        let tokens = |count: usize| self.tokens(cuts.get(..count).unwrap_or_default());
        let (mut too_few, mut enough) = (0, 1);
        while !tokens(enough).fits {
            if enough >= lists.len() {
                return Err(self.around + o200k(&self.text(&cuts)));
            }
            (too_few, enough) = (enough, (enough * 2).min(lists.len()));
        }
        while enough - too_few > 1 {
            let middle = usize::midpoint(too_few, enough);
            *(if tokens(middle).fits { &mut enough } else { &mut too_few }) = middle;
        }
        cuts.truncate(enough);
        if let Some(last) = cuts.pop() {
            let last = self.first_rows(&cuts, &last.list);
            cuts.push(last);
        }
        Ok(cuts)
    }

    /// Keeps as many elements of a list as possible, in addition to other cuts. It is known that the
    /// text fits if all of them are left out, and not if all are kept.
    fn first_rows(&self, cuts: &[Cut], list: &List) -> Cut {
        let ends = list.ends(self.json);
        let cut = |kept: usize| {
            let left_out = end(&ends, kept)..list.range.end - 1;
            Cut { list: list.clone(), kept, left_out }
        };
        let tokens = |kept| self.tokens(cuts.iter().chain([&cut(kept)]));
        // The numbers of elements that fit and do not fit, with the numbers of tokens.
        let (mut low, mut high) = ((0, tokens(0)), (list.length, tokens(list.length)));
        let mut step = 0;
        while high.0 - low.0 > 1 {
            step += 1;
            // Interpolate, since the number of tokens is roughly proportional to that of rows, but
            // bisect now and then, in case it is not.
            let guess =
                if step % 3 == 0 { usize::midpoint(low.0, high.0) } else { self.guess(&ends, low, high) };
            let guess = guess.clamp(low.0 + 1, high.0 - 1);
            let found = tokens(guess);
            *(if found.fits { &mut low } else { &mut high }) = (guess, found);
        }
        cut(low.0)
    }

    /// The number of elements that probably just fit.
    fn guess(&self, ends: &[usize], (low, few): (usize, Tokens), (high, many): (usize, Tokens)) -> usize {
        let wanted = self.max.saturating_sub(few.number) as u128;
        let between = many.number.saturating_sub(few.number).max(1) as u128;
        let bytes = (end(ends, high) - end(ends, low)) as u128 * wanted / between;
        let last = end(ends, low).saturating_add(usize::try_from(bytes).unwrap_or(usize::MAX));
        ends.partition_point(|end| *end <= last).saturating_sub(1)
    }

    /// Whether a list has elements, or an object has entries that are rows of a keyed table.
    fn has_elements(&self, list: &List) -> bool {
        let json = self.json.get(list.range.clone()).unwrap_or_default();
        json.starts_with('[') || is_table(json, self.options)
    }

    /// The JSON without what is left out.
    fn without<'c>(&self, cuts: impl IntoIterator<Item = &'c Cut>) -> String {
        let left_out: Vec<_> = cuts.into_iter().map(|cut| cut.left_out.clone()).collect();
        without(self.json, &left_out)
    }

    /// The text without what is left out. Its final newline does not count, as in statistics.
    fn text<'c>(&self, cuts: impl IntoIterator<Item = &'c Cut>) -> String {
        // The whole document has been converted before.
        json::to_toon(&self.without(cuts), self.options).unwrap_or_default()
    }

    fn tokens<'c>(&self, cuts: impl IntoIterator<Item = &'c Cut>) -> Tokens {
        self.count(&self.text(cuts))
    }

    /// Counts the tokens of a text that may be much too long.
    fn count(&self, text: &str) -> Tokens {
        let (mut number, mut start, mut parts) = (self.around, 0, 0);
        while start < text.len() {
            let end =
                (start + PART..text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
            number += o200k(text.get(start..end).unwrap_or_default());
            (start, parts) = (end, parts + 1);
            // Splitting a word into two may take a few more tokens.
            if number > self.max.saturating_add(parts * 8) && end < text.len() {
                let all = number as u128 * text.len() as u128 / end as u128;
                return Tokens { fits: false, number: usize::try_from(all).unwrap_or(usize::MAX) };
            }
        }
        let number = if parts > 1 { self.around + o200k(text) } else { number };
        Tokens { fits: number <= self.max, number }
    }

    /// Says what was left out.
    fn note(&self, cuts: &[Cut]) -> String {
        let mut cuts: Vec<&Cut> = cuts.iter().collect();
        // Without the lists in what is left out.
        cuts.sort_by_key(|cut| cut.left_out.start);
        let mut end = 0;
        cuts.retain(|cut| {
            let is_outside = cut.left_out.start >= end;
            end = end.max(cut.left_out.end);
            is_outside
        });
        cuts.sort_by_key(|cut| largest_first(&cut.list));
        let mut mentioned: Vec<String> = cuts.iter().take(MENTIONED).map(|cut| self.left_out(cut)).collect();
        let more = cuts.len() - mentioned.len();
        if more > 0 {
            mentioned.push(format!("the elements of {} more lists", grouped(more)));
        }
        let all = match &*mentioned {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => mentioned.concat(),
        };
        format!("left out {all} to fit into {} tokens", grouped(self.max))
    }

    fn left_out(&self, cut: &Cut) -> String {
        let List { range, length, .. } = &cut.list;
        let list = self.json.get(range.clone()).unwrap_or_default();
        let what = if is_table(list, self.options) { "rows" } else { "elements" };
        let path = path(self.json, range.start);
        let place = if path.is_empty() { String::new() } else { format!(" of {path}") };
        let (left_out, all) = (grouped(length - cut.kept), grouped(*length));
        if cut.kept == 0 {
            format!("all {all} {what}{place}")
        } else {
            format!("{left_out} of {all} {what}{place}")
        }
    }
}

/// Where the first `kept` elements end.
fn end(ends: &[usize], kept: usize) -> usize {
    ends.get(kept).or(ends.last()).copied().unwrap_or_default()
}

/// Whether the elements or entries of `json` are written as rows.
fn is_table(json: &str, options: &EncodeOptions) -> bool {
    let text = json::to_toon(json, options).unwrap_or_default();
    let header = text.split('\n').next().unwrap_or_default();
    header.starts_with('[') && header.split_once(']').is_some_and(|(_, fields)| fields.starts_with('{'))
}

/// The pointer to the value that starts at `target`.
fn path(json: &str, target: usize) -> String {
    let start = |part: &str| part.as_ptr().addr() - json.as_ptr().addr();
    let contains = |part: &str| (start(part)..start(part) + part.len()).contains(&target);
    let (mut value, mut segments) = (json.trim(), Vec::new());
    while start(value) < target {
        let next = if value.starts_with('[') {
            let found = elements(value).enumerate().find(|(_, element)| contains(element));
            found.map(|(index, element)| (index.to_string(), element))
        } else {
            let found = entries(value).find(|(_, value)| contains(value));
            found.map(|(key, value)| (key.into_owned(), value))
        };
        let Some((segment, next)) = next else { break };
        segments.push(segment);
        value = next;
    }
    pointer::write(&segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let json = r#" {"a": [1, {"b/c": [2]}], "d": []}"#;
        for (target, expected) in
            [("{\"a", ""), ("[1", "/a"), ("{\"b", "/a/1"), ("[2", "/a/1/b~1c"), ("[]", "/d")]
        {
            assert_eq!(path(json, json.find(target).unwrap_or_default()), expected);
        }
    }

    /// With as many elements as possible, whatever their sizes are.
    #[test]
    fn as_much_as_possible() {
        let options = EncodeOptions::new();
        let row =
            |id: usize| format!(r#"{{"id":{id},"text":"{}"}}"#, "word ".repeat(id * id % 17 * (id % 3)));
        let odd = |id: usize| if id == 60 { "[1]".to_owned() } else { row(id) };
        let list = |row: &dyn Fn(usize) -> String| (0..120).map(row).collect::<Vec<_>>().join(",");
        for json in [
            format!("[{}]", list(&row)),
            format!("[{}]", list(&odd)),
            format!(r#"{{"a":"{}","rows":[{}],"b":[1,2,3]}}"#, "x y z ".repeat(50), list(&row)),
            format!(r#"{{"pages":[{{"rows":[{}]}}]}}"#, list(&row)),
            format!("[{}]", (0..120).map(|number| number.to_string()).collect::<Vec<_>>().join(", ")),
        ] {
            for max in (180..2_000).step_by(37) {
                let cutter = Cutter { json: &json, options: &options, around: 0, max };
                if cutter.tokens(&[]).fits {
                    continue;
                }
                let cuts = cutter.cuts().unwrap_or_default();
                let [cut] = &*cuts else { panic!("{} cuts for {max}", cuts.len()) };
                assert!(cutter.tokens(&cuts).fits);
                let ends = cut.list.ends(&json);
                let left_out = end(&ends, cut.kept + 1)..cut.left_out.end;
                let more = Cut { list: cut.list.clone(), kept: cut.kept + 1, left_out };
                assert!(!cutter.tokens([&more]).fits, "{max}: {} elements", cut.kept);
            }
        }
    }
}

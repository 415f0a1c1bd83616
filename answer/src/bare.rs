//! Documents in text without fences: between lines of prose.

use crate::header::{self, Header};
use crate::looks;
use crate::token;
use alloc::vec::Vec;
use toon::__internal::{markdown, prose};

/// The ranges of the documents in a range of `answer` without fences.
pub(crate) fn documents(answer: &str, (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let range = &answer[start..end];
    let Some((from, to)) = trimmed(range, 0, range.len()) else { return Vec::new() };
    let text = &range[from..to];
    let valid = looks::is_valid(text);
    if valid && looks::is_prose(text) {
        return Vec::new();
    }
    let introduction = introduction(text);
    if introduction == 0 && (valid || is_json(text)) {
        return Vec::from([(start + from, start + to)]);
    }
    let segments: Vec<_> = segments(text, introduction)
        .into_iter()
        .filter_map(|(begin, stop)| trimmed(text, begin, stop))
        .filter(|&(begin, stop)| {
            let part = &text[begin..stop];
            !(looks::is_valid(part) && looks::is_prose(part))
        })
        .collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for &(begin, stop) in &segments {
        let part = &text[begin..stop];
        // Only the end of an answer can be cut off.
        let is_broken = looks::is_unclosed_header(part) && stop < text.len();
        if !is_broken && looks::begins_document(part) {
            found.push((begin, stop));
        } else if let Some(last) = found.last_mut() {
            // It may be the rest of the document, which reading decides.
            last.1 = stop;
        }
    }
    if found.is_empty() {
        let best = segments.into_iter().max_by_key(|&(begin, stop)| looks::likeness(&text[begin..stop]));
        found.extend(best.filter(|&(begin, stop)| looks::likeness(&text[begin..stop]) > 1));
    }
    found.into_iter().map(|(begin, stop)| (start + from + begin, start + from + stop)).collect()
}

fn is_json(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['{', '['])
        && text.ends_with(['}', ']'])
        && header::parse(text.lines().next().unwrap_or_default()).is_none()
}

/// The range without blank lines around it. The indentation of its first line belongs to it.
fn trimmed(text: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let range = &text[start..end];
    let front = range.len() - range.trim_start().len();
    let begin = range[..front].rfind('\n').map_or(0, |end| end + 1);
    // What ends the last line may belong to it: a tab can be a delimiter.
    let text = range.trim_end().len();
    let stop = text + range[text..].find(['\n', '\r']).unwrap_or(range.len() - text);
    (begin < stop).then_some((start + begin, start + stop))
}

/// The length of the line that introduces the document below it, such as `Here are the users:`.
fn introduction(text: &str) -> usize {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    let rest = &text[first.len()..];
    let line = first.trim();
    let line = line.strip_prefix("**").and_then(|line| line.strip_suffix("**")).unwrap_or(line);
    let is_below =
        rest.lines().find(|line| !line.trim().is_empty()).is_some_and(|next| !next.starts_with([' ', '\t']));
    if !line.ends_with([':', '：']) || !is_below || header::parse(line).is_some() {
        return 0;
    }
    if line.eq_ignore_ascii_case("toon:") && looks::begins_document(rest) {
        return first.len();
    }
    let is_after_blank = rest.starts_with(['\n', '\r']);
    if is_after_blank && names_toon(line) && looks::begins_document(rest) {
        return first.len();
    }
    // `Output:` is a key, unless an array without a key stands apart from it.
    let is_apart = is_after_blank && begins_root_array(rest);
    let is_emphasized = line.len() < first.trim().len();
    let is_one = is_apart || is_emphasized || !looks::begins_document(text);
    if is_one && looks::begins_document(rest) { first.len() } else { 0 }
}

/// Whether a line contains the name of the format as a word.
fn names_toon(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| word == "TOON")
}

/// Whether a text begins with an array at the root, which cannot follow a field.
fn begins_root_array(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    header::parse(first).is_some_and(|header| header.key.is_empty())
}

/// The ranges between lines of prose in `text` from `start` on.
fn segments(text: &str, start: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let mut table = OpenTable::default();
    // The end of a string with line breaks.
    let mut quoted = 0;
    let mut is_after_text = false;
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let next = at + line.len();
        let content = line.trim();
        let is_nested = line.starts_with([' ', '\t']);
        let rest = &text[next..];
        let is_inside = is_after_text && !rest.lines().next().unwrap_or_default().trim().is_empty();
        // In a paragraph of data, only whole sentences are not data.
        let is_part = is_inside && !content.ends_with(['.', '!', '?', ':', '：']);
        let is_row = table.takes(content);
        let is_data = open.is_some() && (is_nested || is_row || is_part || at < quoted);
        is_after_text = !content.is_empty();
        if content.is_empty() {
        } else if is_data || !is_prose(content, rest) {
            open.get_or_insert(at);
            if !is_nested {
                table = OpenTable::of(content).unwrap_or(table);
            }
            if at >= quoted {
                quoted = end_of_quote(text, at, line).unwrap_or(quoted);
            }
        } else if let Some(begin) = open.take() {
            found.push((begin, at));
            table = OpenTable::default();
        }
        at = next;
    }
    found.extend(open.map(|begin| (begin, text.len())));
    found
}

/// Whether a line that is not indented is a sentence outside of a document. `rest` follows it.
fn is_prose(line: &str, rest: &str) -> bool {
    if header::parse(line).is_some()
        || line.starts_with(['|', '#', '{', '}', ']', '"'])
        || line.starts_with("- ")
    {
        return false;
    }
    if line.starts_with("//") || markdown::is_separator(line) {
        return false;
    }
    // Symbols decorate the sentences of some models.
    let line = line.trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric()).trim_start();
    if line.len() > 4 && line.starts_with("**") && line.ends_with("**") {
        return true;
    }
    if let Some(colon) = token::find_unquoted(line, &[':', '：']) {
        let (key, after) = (&line[..colon], line[colon..].trim_start_matches([':', '：']).trim());
        let is_nested_below = rest
            .lines()
            .find(|next| !next.trim().is_empty())
            .is_some_and(|next| next.starts_with([' ', '\t']));
        let is_words = key.split_whitespace().nth(2).is_some();
        return looks::is_sentence_key(key) && !key.contains(['[', '{', '|'])
            || after.is_empty() && is_words && !is_nested_below
            || is_words && prose::is_sentence(after);
    }
    looks::is_sentence(line) || prose::is_prose(line)
}

/// A table or list at the root whose elements may not be indented.
#[derive(Default)]
struct OpenTable {
    left: u64,
    width: usize,
    delimiter: char,
    /// Whether its rows are sentences, as far as is known.
    has_sentences: Option<bool>,
}

impl OpenTable {
    fn of(line: &str) -> Option<Self> {
        let header: Header<'_> = header::parse(line).filter(|header| header.rest.is_empty())?;
        let width = header.width()?;
        let left = header.declared.unwrap_or(0);
        Some(OpenTable { left, width, delimiter: header.delimiter, has_sentences: None })
    }

    /// Whether a line that is not indented is the next row.
    fn takes(&mut self, line: &str) -> bool {
        if self.left == 0 || token::cells(line, self.delimiter).count() != self.width {
            return false;
        }
        let is_sentence = looks::is_sentence(line);
        if is_sentence && self.has_sentences == Some(false) {
            return false;
        }
        self.has_sentences.get_or_insert(is_sentence);
        self.left -= 1;
        true
    }
}

/// The maximum number of lines of a string. A quote further down more likely belongs to another one.
const MAX_LINES: usize = 50;

/// The end of the string that is open at the end of the line at `at`.
fn end_of_quote(text: &str, at: usize, line: &str) -> Option<usize> {
    let is_open = line.matches('"').count() - line.matches("\\\"").count();
    if is_open % 2 == 0 {
        return None;
    }
    let after = at + line.len();
    let mut end = after;
    for next in text[after..].split_inclusive('\n').take(MAX_LINES) {
        end += next.len();
        if next.contains('"') {
            return Some(end);
        }
    }
    None
}

//! The parts of an answer that fences or tags enclose, and those that are thoughts.

use crate::table_above::TableAbove;
use alloc::vec::Vec;
use toon::__internal::fence::{closes, fence};

/// A part of an answer between fences or tags.
#[derive(Clone, Copy)]
pub(crate) struct Fenced<'t> {
    pub(crate) language: &'t str,
    /// Where the opening fence begins, and the closing one ends.
    pub(crate) outer: (usize, usize),
    /// Where its content begins and ends, without the last line break.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) is_closed: bool,
}

/// The tags that models put around data.
const TAGS: [&str; 5] = ["toon", "answer", "output", "response", "result"];

/// The token at the end of `text` by which a model stops.
pub(crate) fn stop_token(text: &str) -> Option<&str> {
    const TOKENS: [&str; 3] = ["</s>", "<end_of_turn>", "<eos>"];
    if let Some(token) = TOKENS.into_iter().find(|token| text.ends_with(token)) {
        return text.get(text.len() - token.len()..);
    }
    let begin = text.strip_suffix("|>")?.rfind("<|")?;
    let token = text.get(begin..)?;
    (token.len() > 4 && !token.contains(char::is_whitespace)).then_some(token)
}

/// The answer without the lines at its end that are tokens by which a model stops, such as `<|im_end|>`.
fn without_stop_tokens(answer: &str) -> &str {
    let mut spoken = answer;
    loop {
        let rest = spoken.trim_end();
        let begin = rest.rfind('\n').map_or(0, |end| end + 1);
        let line = rest[begin..].trim_start();
        if !line.starts_with('<') || stop_token(line) != Some(line) {
            return spoken;
        }
        spoken = &rest[..begin];
    }
}

/// The ranges of an answer that are not thoughts.
pub(crate) fn spoken(answer: &str) -> Vec<(usize, usize)> {
    const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];
    let answer = without_stop_tokens(answer);
    let mut parts = Vec::new();
    let mut from = 0;
    // The prompt templates of some models open the thoughts, so the answer contains only their end.
    for (open, close) in TAGS {
        if let Some(end) = answer.find(close) {
            if answer[..end].find(open).is_none() {
                from = from.max(end + close.len());
            }
        }
    }
    while let Some((at, close)) = thought(answer, from, TAGS) {
        parts.push((from, at));
        from = match answer[at..].find(close) {
            Some(end) => at + end + close.len(),
            None => answer.len(),
        };
    }
    parts.push((from, answer.len()));
    parts
}

/// The start of the next thought, and the tag that ends it.
fn thought(answer: &str, from: usize, tags: [(&str, &'static str); 2]) -> Option<(usize, &'static str)> {
    let first = if from == 0 { answer.len() - answer.trim_start().len() } else { 0 };
    let mut at = from;
    loop {
        at += answer.get(at..)?.find("<think")?;
        // Elsewhere, it is text.
        let begins_line = at <= first || answer[..at].trim_end_matches(' ').ends_with('\n');
        let mut tags = tags.into_iter().filter(|_| begins_line);
        if let Some((_, close)) = tags.find(|(open, _)| answer[at..].starts_with(open)) {
            return Some((at, close));
        }
        at += 1;
    }
}

/// The parts of a range of an answer between fences or tags. A row of a table can look like one, but
/// the end of the answer closes a fence.
pub(crate) fn fenced(answer: &str, (start, end): (usize, usize)) -> Vec<Fenced<'_>> {
    let mut blocks = Vec::new();
    // The fence that is open, and its content so far.
    let mut open: Option<(&str, Fenced<'_>)> = None;
    let mut tag: Option<(&str, Fenced<'_>)> = None;
    let mut table = TableAbove::default();
    let mut at = start;
    let mut lines = answer[start..end].split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let next = at + line.len();
        let line = line.trim_start_matches('\u{feff}');
        let is_row = table.takes(line)
            && (table.is_announced() || lines.peek().is_some_and(|next| table.holds(next)))
            && (open.is_none() || !answer[next..end].trim_start().is_empty());
        match (&mut open, fence(line)) {
            (_, Some(_)) if is_row => {}
            (None, Some((marks, language))) => {
                let block = Fenced { language, outer: (at, next), start: next, end: next, is_closed: false };
                open = Some((marks, block));
                tag = None;
            }
            (Some((marks, block)), Some(_)) if closes(line, marks) => {
                close(answer, block, at, next);
                blocks.extend(open.take().map(|(_, block)| block));
            }
            // The closing fence was cut off, but not the document.
            (Some((marks, block)), None) if next == end && is_part_of(line, marks) => {
                close(answer, block, at, next);
                blocks.extend(open.take().map(|(_, block)| block));
            }
            (None, None) if tag.is_some() || !is_row => read_tag(answer, at, line, &mut tag, &mut blocks),
            _ => {}
        }
        at = next;
    }
    for (_, mut block) in open.into_iter().chain(tag) {
        block.end = end.max(block.start);
        block.outer.1 = end;
        blocks.push(block);
    }
    blocks
}

/// Closes `block` with the fence or tag at `at`.
fn close(answer: &str, block: &mut Fenced<'_>, at: usize, next: usize) {
    let content = &answer[block.start..at];
    let content = content.strip_suffix('\n').unwrap_or(content);
    block.end = block.start + content.strip_suffix('\r').unwrap_or(content).len();
    block.outer.1 = next;
    block.is_closed = true;
}

/// Whether a line is the beginning of a fence of these `marks`.
fn is_part_of(line: &str, marks: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && marks.starts_with(line)
}

/// Opens or closes a tag on `line`, which is outside of fences.
fn read_tag<'t>(
    answer: &'t str,
    at: usize,
    line: &'t str,
    open: &mut Option<(&'t str, Fenced<'t>)>,
    blocks: &mut Vec<Fenced<'t>>,
) {
    let mut begin = at;
    if open.is_none() {
        let content = line.trim_start();
        let Some((name, after)) = content.strip_prefix('<').and_then(|rest| rest.split_once('>')) else {
            return;
        };
        let Some(_) = TAGS.iter().find(|tag| name.eq_ignore_ascii_case(tag)) else { return };
        // The tag may be on the first line of the document.
        let is_alone = after.trim().is_empty();
        let start = if is_alone { at + line.len() } else { at + (line.len() - after.len()) };
        let language = if name.eq_ignore_ascii_case("toon") { name } else { "" };
        let block = Fenced { language, outer: (at, start), start, end: start, is_closed: false };
        *open = Some((name, block));
        begin = start;
    }
    let Some((name, block)) = open else { return };
    let rest = answer.get(begin..at + line.len()).unwrap_or_default();
    let closing = rest.match_indices("</").map(|(found, _)| found).find(|&found| {
        let after = &rest[found + 2..];
        after.get(..name.len()).is_some_and(|same| same.eq_ignore_ascii_case(name))
            && after[name.len()..].starts_with('>')
    });
    if let Some(found) = closing {
        let end = begin + found;
        close(answer, block, end, end + name.len() + 3);
        blocks.extend(open.take().map(|(_, block)| block));
    }
}

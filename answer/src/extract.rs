//! Finds TOON in the answer of a language model.

use super::document::repair;
use super::header;
use super::lines::is_sentence;
use alloc::vec::Vec;
use toon::__answer::fence::fence;
use toon::__answer::key;

/// A document inside a larger text.
///
/// ```
/// let answer = "Here you are:\n\n```toon\nid: 1\n```\n";
/// let block = toon_answer::extract(answer).next().unwrap();
/// assert_eq!((block.text(), block.line()), ("id: 1", 4));
/// assert_eq!(&answer[block.offset()..][..5], "id: 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
    language: &'t str,
}

impl<'t> Block<'t> {
    /// The document, unchanged.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The byte offset at which it begins.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line on which it begins, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The language that the fence of the code block names, as it is spelled; empty if it names none
    /// or there is no fence.
    ///
    /// ```
    /// let languages: Vec<_> =
    ///     toon_answer::extract("```json\n[1]\n```\n```\nid: 1\n```").map(|block| block.language()).collect();
    /// assert_eq!(languages, ["json", ""]);
    /// ```
    pub fn language(&self) -> &'t str {
        self.language
    }
}

/// Returns the TOON documents in the answer of a language model, in order.
///
/// These are the fenced code blocks (` ``` ` or `~~~`) with the language `toon`. If there are none,
/// they are the blocks without a language or with the language JSON, YAML or text whose content can
/// be [read](repair()) as TOON or JSON. If there are no code blocks at all, the answer itself can
/// be a document, or contain one between paragraphs of prose. An unclosed fence extends to the end
/// of the answer. Text inside `<think>` is ignored.
///
/// ```
/// let answer = "<think>id: 0</think>Two results:\n```toon\nid: 1\n```\nand\n```toon\nid: 2\n```";
/// let texts: Vec<_> = toon_answer::extract(answer).map(|block| block.text()).collect();
/// assert_eq!(texts, ["id: 1", "id: 2"]);
///
/// assert_eq!(toon_answer::extract("id: 1\nname: Ann").count(), 1);
/// assert_eq!(toon_answer::extract("Sorry, I cannot help with that.").count(), 0);
/// ```
pub fn extract(answer: &str) -> impl Iterator<Item = Block<'_>> {
    let fenced = fenced(answer);
    let mut blocks: Vec<(usize, usize, &str)>;
    if fenced.iter().any(|block| block.language.eq_ignore_ascii_case("toon")) {
        let is_toon = |block: &Fenced<'_>| block.language.eq_ignore_ascii_case("toon");
        blocks = fenced.iter().filter(|block| is_toon(block)).map(Fenced::parts).collect();
    } else {
        let may_be =
            |block: &&Fenced<'_>| block.may_be_toon() && block.is_document(&answer[block.start..block.end]);
        blocks = fenced.iter().filter(may_be).map(Fenced::parts).collect();
        if fenced.is_empty() {
            let ranges = spoken(answer).into_iter().filter_map(|(start, end)| bare(answer, start, end));
            blocks.extend(ranges.map(|(start, end)| (start, end, "")));
        }
    }
    let (mut line, mut from) = (1, 0);
    blocks.into_iter().map(move |(start, end, language)| {
        line += memchr::memchr_iter(b'\n', &answer.as_bytes()[from..start]).count();
        from = start;
        Block { text: &answer[start..end], offset: start, line, language }
    })
}

/// The first text that looks like a document, in an answer without a document that can be read.
pub(super) fn unreadable(answer: &str) -> Option<Block<'_>> {
    let fenced = fenced(answer);
    let (start, end, language) = if fenced.is_empty() {
        spoken(answer).into_iter().find_map(|(start, end)| {
            let text = &answer[start..end];
            let mut ranges = paragraphs(text).map(|(from, to)| (from + introduction(&text[from..to]), to));
            let (from, _) = ranges.find(|&paragraph| is_first(text, paragraph))?;
            Some((start + from, start + text.trim_end().len(), ""))
        })?
    } else {
        let block = fenced
            .iter()
            .find(|block| block.may_be_toon() && begins_document(&answer[block.start..block.end]))?;
        block.parts()
    };
    let line = 1 + memchr::memchr_iter(b'\n', &answer.as_bytes()[..start]).count();
    Some(Block { text: &answer[start..end], offset: start, line, language })
}

/// A fenced code block: its language and the range of its content.
struct Fenced<'t> {
    language: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Fenced<'t> {
    /// The range of the content, and the language.
    fn parts(&self) -> (usize, usize, &'t str) {
        (self.start, self.end, self.language)
    }

    /// Whether its content is a document. JSON with a mistake is one, too: it must not be taken for
    /// TOON.
    fn is_document(&self, text: &str) -> bool {
        let is_json = self.language.eq_ignore_ascii_case("json") && text.trim_start().starts_with(['{', '[']);
        if is_json { begins_document(text) } else { is_document(text) }
    }

    /// Whether its language allows for TOON or JSON.
    fn may_be_toon(&self) -> bool {
        ["", "text", "txt", "plain", "plaintext", "markdown", "md", "data", "output", "yaml", "yml", "json"]
            .iter()
            .any(|language| self.language.eq_ignore_ascii_case(language))
    }
}

/// The ranges of an answer that are not thoughts.
fn spoken(answer: &str) -> Vec<(usize, usize)> {
    const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];
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

fn fenced(answer: &str) -> Vec<Fenced<'_>> {
    let mut blocks = Vec::new();
    for (start, end) in spoken(answer) {
        fenced_in(answer, start, end, &mut blocks);
    }
    blocks
}

fn fenced_in<'t>(answer: &'t str, start: usize, end: usize, blocks: &mut Vec<Fenced<'t>>) {
    let mut open: Option<(&str, Fenced<'t>)> = None;
    let mut at = start;
    for line in answer[start..end].split_inclusive('\n') {
        let next = at + line.len();
        let fence = fence(line);
        match (&mut open, fence) {
            (None, Some((marks, language))) => {
                open = Some((marks, Fenced { language, start: next, end: next }));
            }
            (Some((marks, block)), Some((closing, ""))) if closing.starts_with(*marks) => {
                // Without the last line break.
                let content = &answer[block.start..at];
                let content = content.strip_suffix('\n').unwrap_or(content);
                block.end = block.start + content.strip_suffix('\r').unwrap_or(content).len();
                blocks.extend(open.take().map(|(_, block)| block));
            }
            _ => {}
        }
        at = next;
    }
    // The answer is cut off.
    if let Some((_, mut block)) = open {
        block.end = end.max(block.start);
        blocks.push(block);
    }
}

/// The document in this range of an answer without fences.
fn bare(answer: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let trim = |start: usize, end: usize| {
        let text = &answer[start..end];
        // The indentation of the first line belongs to the document.
        let front = text.len() - text.trim_start().len();
        let begin = text[..front].rfind('\n').map_or(0, |end| end + 1);
        (start + begin, start + text.trim_end().len())
    };
    let (start, end) = trim(start, end);
    if start >= end {
        return None;
    }
    if is_document(&answer[start..end]) {
        return Some((start, end));
    }
    // Prose has paragraphs of its own. The document begins at the first one that looks like one.
    let text = &answer[start..end];
    let paragraphs: Vec<(usize, usize)> =
        paragraphs(text).map(|(from, to)| (from + introduction(&text[from..to]), to)).collect();
    let mut first = paragraphs.iter().position(|&paragraph| is_first(text, paragraph))?;
    // A line such as `Output:` may also introduce the next paragraph, which then is not indented
    // below it as the value of a key would be.
    let is_beside = |&&(from, _): &&(usize, usize)| !text[from..].starts_with([' ', '\t']);
    let next = paragraphs.get(first + 1).filter(is_beside).filter(|&&next| is_first(text, next));
    let (from, to) = paragraphs[first];
    if next.is_some() && is_introduction(&text[from..to]) && !is_document(&text[from..]) {
        first += 1;
    }
    // The last few paragraphs may be prose.
    (first + 1..=paragraphs.len()).rev().take(MOST_TRIES).find_map(|count| {
        let (from, to) = trim(start + paragraphs[first].0, start + paragraphs[count - 1].1);
        is_document(&answer[from..to]).then_some((from, to))
    })
}

/// Whether a paragraph is a single line that ends with a colon.
fn is_introduction(paragraph: &str) -> bool {
    let line = paragraph.trim();
    line.ends_with(':') && !line.contains('\n')
}

/// The length of the line that introduces the document in the rest of a paragraph.
fn introduction(paragraph: &str) -> usize {
    let first = paragraph.split_inclusive('\n').next().unwrap_or_default();
    let is_one = is_introduction(first) && !begins_document(paragraph);
    if is_one && begins_document(&paragraph[first.len()..]) { first.len() } else { 0 }
}

/// The maximum number of attempts, each with one paragraph fewer at the end.
const MOST_TRIES: usize = 4;

/// The ranges of `text` between blank lines.
fn paragraphs(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    let mut open = None;
    let mut lines = text.split_inclusive('\n');
    core::iter::from_fn(move || {
        loop {
            let line = lines.next();
            let begin = at;
            at += line.map_or(0, str::len);
            match (open, line) {
                (None, None) => return None,
                (Some(from), None) => {
                    open = None;
                    return Some((from, begin));
                }
                (Some(from), Some(line)) if line.trim().is_empty() => {
                    open = None;
                    return Some((from, begin));
                }
                (None, Some(line)) if !line.trim().is_empty() => open = Some(begin),
                _ => {}
            }
        }
    })
}

/// Whether a document begins with the paragraph in this range of `text`. A paragraph that consists of
/// comments is skipped here, since scanning past it from each of many would take quadratic time.
fn is_first(text: &str, (from, to): (usize, usize)) -> bool {
    text[from..to].lines().any(|line| is_content(line.trim())) && begins_document(&text[from..])
}

/// Whether a line is neither blank, nor a comment, nor a YAML document marker.
fn is_content(line: &str) -> bool {
    !matches!(line, "" | "---") && !line.starts_with('#')
}

/// Whether `text` is an object or array in TOON or JSON, possibly with mistakes.
fn is_document(text: &str) -> bool {
    begins_document(text) && repair(text).is_ok()
}

/// Whether the first line begins JSON, or is a header, a list item or a field with a bare or quoted
/// key.
fn begins_document(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|line| is_content(line));
    let Some(first) = lines.next() else { return false };
    let mut has_more = || lines.next().is_some();
    if first.starts_with(['{', '[']) {
        let behind = first[1..].trim_start();
        let is_json = behind.is_empty() || behind.starts_with(['"', '{', '[', '}', ']', '-']);
        return is_json || header::parse(first).is_some() || behind.starts_with(|c: char| c.is_ascii_digit());
    }
    if first == "-" || first.starts_with("- ") {
        return has_more();
    }
    if header::parse(first).is_some() {
        return true;
    }
    first.split_once(':').is_some_and(|(name, rest)| {
        let is_key = key::is_bare(name) || name.len() > 1 && name.starts_with('"') && name.ends_with('"');
        is_key
            && if rest.starts_with(' ') {
                has_more() || !is_sentence(rest)
            } else {
                rest.is_empty() && has_more()
            }
    })
}

//! Finds documents in the answer of a language model.

use crate::bare;
use crate::cut_off::{End, Next};
use crate::fences::{Fenced, fenced, spoken};
use crate::looks;
use alloc::vec::Vec;

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
    /// It is enclosed in a fence or tag.
    is_fenced: bool,
    /// The fence or tag, if there is one, is closed.
    is_closed: bool,
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

    /// Whether it is enclosed in a fence or tag.
    pub(crate) fn is_fenced(&self) -> bool {
        self.is_fenced
    }

    /// Whether the fence or tag, if there is one, is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// What is known about the end of this document in `answer`.
    pub(crate) fn end(&self, answer: &str, is_complete: bool) -> End {
        let is_line_ended = if self.is_fenced && !self.is_closed {
            self.text.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
        } else {
            self.is_fenced
                || answer[self.offset + self.text.len()..].contains('\n')
                || self.text.ends_with('\n')
        };
        let next = match answer[self.offset + self.text.len()..].trim() {
            _ if self.is_fenced && !self.is_closed => Next::OpenFence,
            "" => Next::Nothing,
            _ => Next::Text,
        };
        End { is_line_ended, next, is_complete }
    }
}

/// Returns the documents in the answer of a language model, in order.
///
/// If the whole text is valid TOON, it is the document, unless it is prose by the look of it: a single
/// string without quotes, or fields whose keys are sentences. Otherwise the documents are the fenced
/// code blocks (` ``` ` or `~~~`) with the language `toon` and the text between `<toon>` and
/// `</toon>`. If there are none, they are the blocks without a language or with the language JSON,
/// YAML or text that look like TOON or JSON, with or without mistakes. If there are none of these
/// either, they are the parts of the answer that do, between lines of prose. An unclosed fence
/// extends to the end of the answer. Text inside `<think>` is ignored, as are lines at the end that
/// are tokens such as `<|im_end|>`.
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
    let ranges = spoken(answer);
    let found: Vec<Fenced<'_>> = ranges.iter().flat_map(|&range| fenced_in(answer, range)).collect();
    let is_toon = |block: &&Fenced<'_>| block.language.eq_ignore_ascii_case("toon");
    let mut blocks: Vec<Fenced<'_>> = found.iter().filter(is_toon).copied().collect();
    if blocks.is_empty() {
        let may_be = |block: &&Fenced<'_>| {
            may_be_toon(block.language) && looks::is_document(&answer[block.start..block.end])
        };
        blocks = found.iter().filter(may_be).copied().collect();
    }
    let mut bare_ones = Vec::new();
    if blocks.is_empty() {
        let mut fences = found.iter().peekable();
        for &(start, end) in &ranges {
            let mut from = start;
            while let Some(block) = fences.next_if(|block| block.outer.1 <= end) {
                let before = bare::documents(answer, (from, block.outer.0));
                // A line such as `Here:` introduces the block below it.
                let is_introduction = |range: &(usize, usize)| looks::is_key_alone(&answer[range.0..range.1]);
                bare_ones.extend(before.into_iter().filter(|range| !is_introduction(range)));
                from = block.outer.1;
            }
            bare_ones.extend(bare::documents(answer, (from.min(end), end)));
        }
    }
    let blocks =
        blocks.into_iter().map(|block| (block.start, block.end, block.language, true, block.is_closed));
    let bare_ones = bare_ones.into_iter().map(|(start, end)| (start, end, "", false, true));
    let (mut line, mut from) = (1, 0);
    blocks.chain(bare_ones).map(move |(start, end, language, is_fenced, is_closed)| {
        line += memchr::memchr_iter(b'\n', &answer.as_bytes()[from..start]).count();
        from = start;
        Block { text: &answer[start..end], offset: start, line, language, is_fenced, is_closed }
    })
}

/// The document at the beginning of an answer whose rest has not come yet: the first one in a fence or
/// tag, or else one that begins the answer. In other fences than those of TOON, and without a fence, it
/// must begin like TOON in its complete lines.
pub(crate) fn first(answer: &str) -> Option<Block<'_>> {
    let ranges = spoken(answer);
    let fences: Vec<Fenced<'_>> = ranges.iter().flat_map(|&range| fenced(answer, range)).collect();
    let block = |start: usize, end, language, is_fenced, is_closed| {
        let line = 1 + memchr::memchr_iter(b'\n', &answer.as_bytes()[..start]).count();
        Block { text: &answer[start..end], offset: start, line, language, is_fenced, is_closed }
    };
    let is_first = |fence: &&Fenced<'_>| {
        fence.language.eq_ignore_ascii_case("toon")
            || may_be_toon(fence.language)
                && looks::begins_toon(&answer[fence.start..fence.end], fence.is_closed)
    };
    if let Some(found) = fences.iter().find(is_first) {
        return Some(block(found.start, found.end, found.language, true, found.is_closed));
    }
    let (start, end) = ranges.into_iter().find(|&(start, end)| !answer[start..end].trim().is_empty())?;
    let is_bare = fences.is_empty() && looks::begins_toon(&answer[start..end], false);
    is_bare.then(|| block(start, end, "", false, true))
}

/// The fenced parts of a range, unless the range as a whole is valid TOON, where a fence can be text.
fn fenced_in(answer: &str, range: (usize, usize)) -> Vec<Fenced<'_>> {
    let blocks = fenced(answer, range);
    let text = &answer[range.0..range.1];
    let is_enclosed = text.trim_start_matches('\u{feff}').trim_start().starts_with(['`', '~', '<']);
    if blocks.is_empty() || is_enclosed || !looks::is_valid(text) { blocks } else { Vec::new() }
}

/// Whether a block in this language may contain TOON or JSON.
fn may_be_toon(language: &str) -> bool {
    [
        "",
        "text",
        "txt",
        "plain",
        "plaintext",
        "markdown",
        "md",
        "data",
        "output",
        "yaml",
        "yml",
        "json",
        "csv",
    ]
    .iter()
    .any(|known| language.eq_ignore_ascii_case(known))
}

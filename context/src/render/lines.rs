//! Text that loses lines.

use crate::block::{Block, Content, Keep};
use crate::outline;
use crate::words::Status;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write;

/// Text that loses lines.
pub(super) struct TextLines<'b> {
    text: Cow<'b, str>,
    /// The format of the text, if it is data.
    pub(super) format: Option<&'static str>,
    /// Its lines that are not blank, so that each of them shows more.
    lines: Vec<Line>,
    total: usize,
    keep: Keep,
    /// The name of a file whose definitions are kept.
    path: Option<&'b str>,
    /// The number of the first line, if lines are shown with their numbers.
    numbers_from: Option<usize>,
    outline: OnceCell<Option<Outline>>,
}

/// A line.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    /// Where it ends, without its line break.
    end: usize,
    /// Where the next one begins.
    next: usize,
    /// Its number, from 1.
    number: usize,
}

/// The order in which lines are kept, and what so many of them take.
struct Outline {
    /// How many lines define something, or are headings.
    first: usize,
    order: Vec<usize>,
    sizes: Vec<usize>,
}

/// What is kept of a text: its first and its last lines.
struct KeptLines {
    /// The end of the first ones, and the beginning of the last ones.
    head: usize,
    tail: usize,
    /// The number of lines between.
    left_out: usize,
}

/// What stands for lines that are left out between others.
const GAP: &str = "⋮";

impl<'b> TextLines<'b> {
    pub(super) fn new(text: Cow<'b, str>) -> Self {
        let mut lines = Vec::new();
        let (mut at, mut total) = (0, 0);
        for line in text.split_inclusive('\n') {
            total += 1;
            if !line.trim().is_empty() {
                let end = at + line.trim_end_matches(['\n', '\r']).len();
                lines.push(Line { start: at, end, next: at + line.len(), number: total });
            }
            at += line.len();
        }
        let outline = OnceCell::new();
        TextLines {
            text,
            format: None,
            lines,
            total,
            keep: Keep::Head,
            path: None,
            numbers_from: None,
            outline,
        }
    }

    /// The lines of a block, of which those are kept that its [`Keep`] says.
    pub(super) fn of_block(text: &'b str, block: &'b Block) -> Self {
        let path = match &block.content {
            Content::Code(code) => Some(code.path.as_str()),
            Content::Document(document) => Some(document.title.as_str()),
            _ => None,
        };
        let numbers_from = match &block.content {
            Content::Code(code) if code.has_numbers => {
                Some(code.lines.map_or(1, |(first, _)| first as usize))
            }
            _ => None,
        };
        TextLines { keep: keep(block), path, numbers_from, ..TextLines::new(text.into()) }
    }

    /// The same, as data in a format.
    pub(super) fn of_format(mut self, format: &'static str) -> Self {
        self.format = Some(format);
        self
    }

    pub(super) fn units(&self) -> usize {
        self.lines.len()
    }

    /// The number of lines.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// The number of units that show the outline, if there is one.
    pub(super) fn outline_units(&self) -> Option<usize> {
        self.outline().map(|outline| outline.first)
    }

    /// How many lines are shown with `units` units.
    pub(super) fn shown(&self, units: usize) -> usize {
        match self.outline() {
            Some(_) if units < self.lines.len() => units,
            _ => self.total - self.kept(units).left_out,
        }
    }

    pub(super) fn whole(&self) -> Cow<'_, str> {
        self.numbered(&self.text, 0)
    }

    /// Some of the text with the numbers of its lines, of which the first has this index, if they are shown.
    fn numbered<'t>(&self, text: &'t str, index: usize) -> Cow<'t, str> {
        let Some(first) = self.numbers_from else { return text.into() };
        let width = (first + self.total).saturating_sub(1).to_string().len();
        let lines = text.split_inclusive('\n').enumerate();
        lines.map(|(line, text)| format!("{:width$}  {text}", first + index + line)).collect()
    }

    /// What is kept with `units` units, which are not all.
    fn kept(&self, units: usize) -> KeptLines {
        let of_head = self.keep.of_head(units);
        let of_tail = units - of_head;
        let first = of_head.checked_sub(1).and_then(|last| self.lines.get(last));
        let (head, before) = first.map_or((0, 0), |line| (line.end, line.number));
        if of_tail == 0 {
            return KeptLines { head, tail: self.text.len(), left_out: self.total - before };
        }
        let last = self.lines.len().checked_sub(of_tail + 1).and_then(|last| self.lines.get(last));
        let (tail, line) = last.map_or((0, before), |line| (line.next, line.number));
        KeptLines { head, tail, left_out: line - before }
    }

    /// Roughly the length of the text of `units` units.
    pub(super) fn size(&self, units: usize) -> usize {
        if units >= self.lines.len() {
            return self.text.len();
        }
        if let Some(outline) = self.outline() {
            return outline.sizes.get(units).copied().unwrap_or_default();
        }
        let KeptLines { head, tail, .. } = self.kept(units);
        head + self.text.len() - tail
    }

    /// The text of `units` units, which are not all.
    pub(super) fn part(&self, units: usize) -> String {
        if let Some(outline) = self.outline() {
            return self.outlined(outline.order.get(..units).unwrap_or_default());
        }
        let KeptLines { head, tail, left_out } = self.kept(units);
        let noun = if left_out == 1 { "line" } else { "lines" };
        let head = self.numbered(self.text.get(..head).unwrap_or_default(), 0);
        let tail = self.text.get(tail..).unwrap_or_default();
        let tail = self.numbered(tail, self.total - tail.split_inclusive('\n').count());
        // Blocks whose lines all have an end keep that of the last.
        let end = if tail.is_empty() && self.text.ends_with('\n') { "\n" } else { "" };
        match (head.is_empty(), tail.is_empty()) {
            (_, true) => format!("{head}\n{}{end}", more(left_out, "line", "lines")),
            (true, false) => format!("[... {left_out} earlier {noun}]\n{tail}"),
            (false, false) => format!("{head}\n[... {left_out} {noun} left out]\n{tail}"),
        }
    }

    /// The order of lines, if definitions are kept and there are any. Otherwise the first ones are.
    fn outline(&self) -> Option<&Outline> {
        if self.keep != Keep::Outline {
            return None;
        }
        let outline = || Outline::of(&outline::lines(self.path?, &self.text), &self.lines);
        self.outline.get_or_init(outline).as_ref()
    }

    /// These lines in their order, with marks for what is left out between them.
    fn outlined(&self, lines: &[usize]) -> String {
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        let mut text = String::new();
        let (mut next, mut shown) = (0, 0);
        for index in lines {
            let Some(line) = self.lines.get(index) else { continue };
            let before = index.checked_sub(1).and_then(|before| self.lines.get(before));
            if index > next {
                let indent = self.text.get(line.start..line.end).unwrap_or_default();
                let indent = indent.len() - indent.trim_start().len();
                text.push_str(self.text.get(line.start..line.start + indent).unwrap_or_default());
                text.push_str(GAP);
                text.push('\n');
            } else if let Some(before) = before {
                // Blank lines between two that are shown.
                let blank = self.text.get(before.next..line.start).unwrap_or_default();
                text.push_str(&self.numbered(blank, before.number));
                shown += line.number - before.number - 1;
            }
            let line_text = self.text.get(line.start..line.end).unwrap_or_default();
            text.push_str(&self.numbered(line_text, line.number - 1));
            text.push('\n');
            (next, shown) = (index + 1, shown + 1);
        }
        let left_out = self.total - shown;
        let noun = if left_out == 1 { "line" } else { "lines" };
        // Writing to a string does not fail.
        let _ = write!(text, "[... {left_out} of {} {noun} left out]", self.total);
        if self.text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

impl Outline {
    /// The lines with these numbers first, which count from 0, and then the others from the beginning. `None` if
    /// that is the order in which they are.
    fn of(numbers: &[usize], lines: &[Line]) -> Option<Self> {
        let is_first: Vec<bool> =
            lines.iter().map(|line| numbers.binary_search(&(line.number - 1)).is_ok()).collect();
        let select = |first: bool| {
            is_first
                .iter()
                .enumerate()
                .filter(move |(_, is_first)| **is_first == first)
                .map(|(index, _)| index)
        };
        let order: Vec<usize> = select(true).chain(select(false)).collect();
        if order.is_sorted() {
            return None;
        }
        let mut size = 0;
        let sizes = order.iter().filter_map(|index| lines.get(*index)).map(|line| {
            size += line.next - line.start;
            size
        });
        let sizes = std::iter::once(0).chain(sizes).collect();
        let first = is_first.iter().filter(|is_first| **is_first).count();
        Some(Outline { first, order, sizes })
    }
}

/// Which lines of a block are kept if not all are shown.
fn keep(block: &Block) -> Keep {
    block.modifiers.keep.unwrap_or(match &block.content {
        Content::ToolResult(result) if result.status == Status::Ok => Keep::Ends,
        // Most programs say at their end what went wrong.
        Content::ToolResult(_) => Keep::MostlyTail,
        _ => Keep::Head,
    })
}

/// The line that says what is missing.
pub(super) fn more(count: usize, one: &str, several: &str) -> String {
    format!("[... {count} more {}]", if count == 1 { one } else { several })
}

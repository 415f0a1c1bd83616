//! The content of a block as text, whole or shortened.

use super::error::RenderError;
use super::form::Count;
use super::lines::{TextLines, more};
use super::tree::TreeNames;
use crate::block::{Block, Content, Diff, Payload};
use crate::value::{Encoded, Format, Value, named, smallest, written};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The content of a block.
pub(super) enum Body<'b> {
    /// Text that loses lines.
    Lines(TextLines<'b>),
    /// Data whose largest list loses rows.
    Rows(DataRows<'b>),
    /// Names that lose the deepest.
    Tree(TreeNames<'b>),
    /// Text that is shown as a whole or not at all.
    Whole(Cow<'b, str>),
}

/// Data.
pub(super) struct DataRows<'b> {
    pub(super) value: &'b Value,
    /// The key of the value.
    pub(super) name: Option<&'b str>,
    pub(super) total: usize,
    /// Whether there are more rows than these.
    is_cut: bool,
    /// What it is written in if it loses rows.
    format: OnceCell<Format>,
}

/// How much of a block is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) shown: usize,
    pub(crate) all: usize,
    pub(crate) unit: Unit,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Lines,
    Rows,
    Turns {
        /// How many results are cut in those that are shown.
        cut: usize,
    },
}

/// Why a block has no text.
pub(super) enum Fault {
    /// At this place of its content.
    InvalidUtf8(usize),
    Data(String),
}

impl Fault {
    pub(super) fn at(self, block: usize) -> RenderError {
        match self {
            Fault::InvalidUtf8(offset) => RenderError::InvalidUtf8 { block, offset },
            Fault::Data(message) => RenderError::Data { block, message },
        }
    }
}

impl<'b> Body<'b> {
    /// The body of a block. `None` if it is never rendered.
    pub(super) fn new(block: &'b Block) -> Result<Option<Self>, Fault> {
        let lines = |bytes: &'b [u8]| Ok(Body::Lines(TextLines::of_block(utf8(bytes)?, block)));
        let payload = |payload: &'b Payload, name| match payload {
            Payload::Text(bytes) => lines(bytes),
            Payload::Json(_, value) | Payload::Value(value) => Ok(Body::Rows(DataRows::new(value, name))),
            Payload::Failed(message) => Err(Fault::Data(message.clone())),
        };
        Ok(Some(match &block.content {
            Content::Code(code) => lines(&code.content)?,
            Content::Conversation(turn) => lines(&turn.content)?,
            Content::Document(document) => lines(&document.content)?,
            Content::ToolResult(result) => payload(&result.payload, None)?,
            Content::Data(data) => match payload(&data.payload, data.name.as_deref())? {
                Body::Lines(lines) => Body::Lines(lines.of_format(data.format.as_str())),
                Body::Rows(rows) => Body::Rows(DataRows { is_cut: data.is_cut, ..rows }),
                body => body,
            },
            Content::FileTree(tree) => Body::Tree(TreeNames::new(tree)),
            Content::Diff(diff) => Body::Lines(TextLines::new(changes(diff).into())),
            Content::EmbeddingRef(_) => Body::Whole("".into()),
            Content::Image(image) => {
                Body::Whole(format!("[binary image data: {} bytes]", image.data.len()).into())
            }
            Content::Extension(extension) => Body::Whole(utf8(&extension.content)?.into()),
            Content::Unknown(unknown) => Body::Whole(String::from_utf8_lossy(&unknown.body)),
            // A run of turns has no body of its own.
            Content::Annotation(_) | Content::Turns(_) => return Ok(None),
        }))
    }

    pub(super) fn units(&self) -> usize {
        match self {
            Body::Lines(lines) => lines.units(),
            Body::Rows(rows) => rows.total,
            Body::Tree(tree) => tree.units(),
            Body::Whole(_) => 0,
        }
    }

    /// The number of units that show the outline, if there is one.
    pub(super) fn outline_units(&self) -> Option<usize> {
        match self {
            Body::Lines(lines) => lines.outline_units(),
            _ => None,
        }
    }

    /// Roughly the length of the text of `units` units, in bytes. It never shrinks with more.
    pub(super) fn size(&self, units: usize) -> usize {
        match self {
            Body::Lines(lines) => lines.size(units),
            Body::Rows(rows) => rows.value.size(units),
            Body::Tree(tree) => tree.size(units),
            Body::Whole(text) => text.len(),
        }
    }

    pub(super) fn extent(&self, units: usize) -> Extent {
        match self {
            Body::Lines(lines) => Extent { shown: lines.shown(units), all: lines.total(), unit: Unit::Lines },
            Body::Rows(rows) => Extent { shown: units, all: rows.total, unit: Unit::Rows },
            Body::Tree(tree) => {
                Extent { shown: tree.names(units), all: tree.names(usize::MAX), unit: Unit::Lines }
            }
            Body::Whole(_) => Extent { shown: 0, all: 0, unit: Unit::Lines },
        }
    }

    /// The text of `units` units, or of all of them, and its format if it is data.
    pub(super) fn first(
        &self,
        units: Option<usize>,
        count: Count<'_>,
    ) -> (Cow<'_, str>, Option<&'static str>) {
        match self {
            Body::Lines(lines) => {
                (units.map_or(lines.whole(), |units| lines.part(units).into()), lines.format)
            }
            Body::Rows(rows) => {
                let (text, format) = rows.first(units, count);
                (text.into(), Some(format))
            }
            Body::Tree(tree) => (tree.text(units.unwrap_or(usize::MAX)).into(), None),
            Body::Whole(text) => ((&**text).into(), None),
        }
    }
}

/// How many rows are few enough to try each format.
const FEW: usize = 16;
/// How many rows decide what more of them are written in.
const DECISIVE: usize = 64;

impl<'b> DataRows<'b> {
    fn new(value: &'b Value, name: Option<&'b str>) -> Self {
        DataRows { value, name, total: value.rows().unwrap_or(0), is_cut: false, format: OnceCell::new() }
    }

    /// How many rows there are besides these, and whether there are no more of them.
    pub(super) fn more(&self, units: Option<usize>) -> Option<(usize, bool)> {
        let count = self.total - units.unwrap_or(self.total);
        if self.is_cut { Some((count + 1, false)) } else { units.map(|_| (count, true)) }
    }

    /// The data with its first rows, in the format that takes the fewest tokens, or in the given one.
    fn encoded(&self, rows: usize, format: Option<Format>, count: Count<'_>) -> Encoded {
        let rows = self.value.first_rows(rows);
        match (self.name, format) {
            (Some(name), None) => smallest(&named(name, &rows), count),
            (None, None) => smallest(&rows, count),
            (Some(name), Some(format)) => written(&named(name, &rows), format),
            (None, Some(format)) => written(&rows, format),
        }
    }

    fn first(&self, units: Option<usize>, count: Count<'_>) -> (String, &'static str) {
        let encoded = match units {
            Some(units) if units > FEW => {
                // Decided once, so that each try costs little.
                let decide = || self.encoded(self.total.min(DECISIVE), None, count).format;
                self.encoded(units, Some(*self.format.get_or_init(decide)), count)
            }
            units => self.encoded(units.unwrap_or(self.total), None, count),
        };
        let mut text = encoded.text;
        if let Some((count, is_all)) = self.more(units) {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let line = more(count, "row", "rows");
            text.push_str(&if is_all { line } else { line.replacen("[... ", "[... at least ", 1) });
        }
        (text, encoded.format.as_str())
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| Fault::InvalidUtf8(error.valid_up_to()))
}

/// The lines of the hunks, and their places.
fn changes(diff: &Diff) -> String {
    let mut text = String::new();
    for hunk in &diff.hunks {
        if let Some(header) = hunk.header() {
            text.push_str(&header);
            text.push('\n');
        }
        text.push_str(&String::from_utf8_lossy(&hunk.lines));
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

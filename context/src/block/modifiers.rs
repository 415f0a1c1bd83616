//! How blocks are treated.

use crate::words::Priority;

/// Which lines of a text are kept if not all are shown.
///
/// ```
/// use toon_context::{Budget, Context, Document, Keep, Style};
///
/// let log: String = (1..=9).map(|line| format!("line {line}\n")).collect();
/// let render = |keep| {
///     let context = Context::new().push(Document::new("log", log.as_str()).keep(keep));
///     let words = |text: &str| text.split_whitespace().count();
///     context.render(&Budget::tokens(14).counter(words), Style::Minimal).unwrap().text
/// };
/// assert_eq!(render(Keep::Head), "--- log ---\nline 1\nline 2\nline 3\n[... 6 more lines]\n");
/// assert_eq!(render(Keep::Tail), "--- log ---\n[... 6 earlier lines]\nline 7\nline 8\nline 9\n");
/// assert_eq!(render(Keep::Ends), "--- log ---\nline 1\nline 2\n[... 6 lines left out]\nline 9\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// The first ones, as of code and prose.
    Head,
    /// The last ones.
    Tail,
    /// As many of the first as of the last ones.
    Ends,
    /// A few of the first, and the last ones, as of what a tool says about an error.
    MostlyTail,
    /// Of code, Markdown and settings, first the lines with definitions, headings or keys, so that even a few lines
    /// tell what there is. Then the others from the beginning, as of other text.
    Outline,
}

impl Keep {
    /// How many of the `units` that are kept are at the beginning.
    pub(crate) fn of_head(self, units: usize) -> usize {
        match self {
            Keep::Head | Keep::Outline => units,
            Keep::Tail => 0,
            Keep::Ends => units.div_ceil(2),
            Keep::MostlyTail => units / 5,
        }
    }
}

/// How a block is treated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Modifiers {
    pub(crate) summary: Option<String>,
    pub(crate) priority: Priority,
    /// The fewest lines or rows to show, if not all are shown. At least one is shown in any case.
    pub(crate) min_units: usize,
    /// Which of them are kept. If it is not stated, the content decides.
    pub(crate) keep: Option<Keep>,
    /// The most tokens to show.
    pub(crate) max_tokens: Option<usize>,
    /// How large its share is beside the others of its priority, in thousandths.
    pub(crate) weight: u32,
    /// Whether no more is shown than its outline, if it has one.
    pub(crate) is_outline: bool,
    /// Whether a file tree names it, so that a placeholder would say nothing new.
    pub(crate) is_listed: bool,
}

/// The weight of most blocks.
pub(crate) const FULL_WEIGHT: u32 = 1000;

impl Default for Modifiers {
    fn default() -> Self {
        Modifiers {
            summary: None,
            priority: Priority::default(),
            min_units: 0,
            keep: None,
            max_tokens: None,
            weight: FULL_WEIGHT,
            is_outline: false,
            is_listed: false,
        }
    }
}

//! Searching an answer for its documents.

use super::format::format;
use crate::args::Choosing;
use crate::outcome::Outcome;
use toon_answer::{Block, Choice, Fix, FixKind, RepairError, Repaired};
use toon_formats::BYTE_ORDER_MARK;

/// Whether a text is searched for a document.
#[derive(Clone, Copy)]
pub(crate) enum Extract {
    /// The text is the document.
    Never,
    /// If it begins with a Markdown fence.
    Fenced,
    Always,
    /// Always, with the user's options.
    Chosen(Choosing),
}

impl Extract {
    pub(super) fn choosing(self) -> Choosing {
        match self {
            Extract::Chosen(choosing) => choosing,
            _ => Choosing::default(),
        }
    }

    /// How the user can give one of the options in [`Choosing`].
    pub(super) fn option(self, name: &str) -> String {
        match self {
            Extract::Chosen(_) => name.to_owned(),
            Extract::Fenced => format!("--from-answer {name}"),
            Extract::Always | Extract::Never => format!("toon repair {name}"),
        }
    }
}

/// Repairs an answer with the library. Of one that was cut off, only TOON is read.
pub(crate) fn repair(text: &str, choosing: Choosing) -> Result<Repaired<'_>, RepairError> {
    let repaired = choosing.options().repair(text)?;
    let is_toon = || chosen(text, choosing.block).iter().all(|block| format(block).is_none());
    if outcome(&repaired.fixes) == Outcome::CutOff && !is_toon() {
        return Choosing { allow_cut_off: false, ..choosing }.options().repair(text);
    }
    Ok(repaired)
}

/// The documents of an answer that are read.
pub(crate) fn chosen(text: &str, choice: Option<Choice>) -> Vec<Block<'_>> {
    let mut blocks = toon_answer::extract(text);
    match choice {
        Some(Choice::Nth(number)) => blocks.nth(number.saturating_sub(1)).into_iter().collect(),
        Some(Choice::Last) => blocks.last().into_iter().collect(),
        _ => blocks.collect(),
    }
}

/// Whether the end of an answer was dropped.
pub(crate) fn outcome(fixes: &[Fix]) -> Outcome {
    let is_cut_off = fixes.iter().any(|fix| fix.kind() == FixKind::CutOff);
    if is_cut_off { Outcome::CutOff } else { Outcome::Complete }
}

/// Whether the text is blank, which TOON reads as an empty object.
pub(crate) fn is_blank(text: &str) -> bool {
    text.trim_start_matches(BYTE_ORDER_MARK).trim().is_empty()
}

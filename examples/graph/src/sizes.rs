//! How large the answers are.

use crate::answers::Answer;
use std::fmt::Write;

/// The characters and tokens of a text.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) characters: usize,
    /// Of the tokenizer `o200k_base`.
    pub(crate) tokens: usize,
}

/// The sizes of an answer in its three forms.
pub(crate) struct Sizes {
    pub(crate) json: Size,
    pub(crate) plain: Size,
    pub(crate) designed: Size,
}

impl Size {
    fn of(text: &str) -> Self {
        Size { characters: text.chars().count(), tokens: toon_convert::tokens::count(text) }
    }
}

impl Sizes {
    pub(crate) fn of(answer: &Answer) -> Self {
        let Answer { json, plain, designed, .. } = answer;
        Sizes { json: Size::of(json), plain: Size::of(plain), designed: Size::of(designed) }
    }
}

/// By how many percent `new` is larger than `old`.
#[allow(clippy::cast_precision_loss, reason = "these are small numbers")]
pub(crate) fn change(new: usize, old: usize) -> f64 {
    (new as f64 / old as f64 - 1.0) * 100.0
}

/// A table of all sizes, with the changes against JSON.
pub(crate) fn table(rows: impl Iterator<Item = (&'static str, Sizes)>) -> String {
    let mut text = format!(
        "{:16} {:>15} {:>23} {:>23}\n{:16} {:>8}{:>7} {:>16}{:>7} {:>16}{:>7}\n",
        "",
        "JSON",
        "TOON without hints",
        "TOON by design",
        "",
        "chars",
        "tokens",
        "chars",
        "tokens",
        "chars",
        "tokens"
    );
    for (tool, Sizes { json, plain, designed }) in rows {
        let _ = write!(text, "{tool:16} {:8}{:7}", json.characters, json.tokens);
        for size in [plain, designed] {
            let characters = change(size.characters, json.characters);
            let tokens = change(size.tokens, json.tokens);
            let _ =
                write!(text, " {:7} {characters:+4.0} %{:5} {tokens:+4.0} %", size.characters, size.tokens);
        }
        text.push('\n');
    }
    text
}

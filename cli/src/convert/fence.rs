//! Texts for prompts: in a Markdown fence, below a line that explains the format.

use toon::{Delimiter, prompt};
use toon_normal::Form;

/// How a text is written, as far as its explanation depends on it.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) form: Form,
    pub(super) delimiter: Delimiter,
    pub(super) folds: bool,
}

/// Returns `text` in a fence. JSON needs no explanation.
pub(super) fn fenced(text: &str, written: Written) -> String {
    let fence = "`".repeat(fence_len(text));
    match written.form {
        Form::Json => format!("{fence}json\n{text}\n{fence}"),
        _ => format!("{}\n{fence}toon\n{text}\n{fence}", explanation(written)),
    }
}

/// What surrounds `text` in a fence, with a fence that is long enough for it and any part of it.
pub(super) fn around(text: &str, written: Written) -> String {
    fenced(&"`".repeat(fence_len(text) - 1), written)
}

/// The length of a fence that does not occur in `text`.
fn fence_len(text: &str) -> usize {
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or_default();
    (longest + 1).max(3)
}

fn explanation(written: Written) -> String {
    let mut line = match written.delimiter {
        Delimiter::Pipe => {
            prompt::READING_SHORT.replace("[2]{id,name}", "[2|]{id|name}").replace("commas", "`|`")
        }
        Delimiter::Tab => prompt::READING_SHORT.replace("commas", "tabs"),
        _ => prompt::READING_SHORT.to_owned(),
    };
    if written.folds {
        line.push_str(" A key `a.b` is the key `b` of an object `a`.");
    }
    if written.form == Form::Normal {
        line.push_str(
            " `list.each` has what all objects of `list` have in common, where `{id}` is the object's own `id`; \
             `_` is an absent value.",
        );
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_longer_than_those_in_the_text() {
        for (text, len) in [("a: 1", 3), ("a: `x`", 3), ("a: ``` b", 4), ("````\n``", 5)] {
            assert_eq!(fence_len(text), len, "{text}");
        }
    }

    #[test]
    fn explanations_name_the_delimiter() {
        let line = |delimiter| explanation(Written { form: Form::Toon, delimiter, folds: false });
        assert!(line(Delimiter::Comma).contains("values separated by commas"));
        assert!(line(Delimiter::Tab).contains("values separated by tabs"));
        assert!(line(Delimiter::Pipe).contains("`key[2|]{id|name}:`"));
        assert!(line(Delimiter::Pipe).contains("values separated by `|`"));
    }
}

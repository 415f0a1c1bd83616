//! What is encoded, how, and how it is written.

use super::fence::{Written, around, fenced};
use super::foreign;
use super::given::Given;
use super::source::Document;
use crate::args::{Common, Rows, Writing};
use crate::failure::Failure;
use crate::tokens::o200k;
use crate::{output, report};
use std::path::Path;
use toon::{DecodeOptions, EncodeOptions, ErrorKind, KeyFolding, json};
use toon_formats::Format;
use toon_formats::json::{non_finite, values};
use toon_formats::jsonc;
use toon_normal::{Form, KeyOrder, Level};

/// Options of the normal form.
pub(crate) struct Normal {
    pub(crate) level: Level,
    pub(crate) key_order: KeyOrder,
}

/// What to encode from, and how.
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Encoding {
    pub(crate) from: Format,
    pub(crate) options: EncodeOptions,
    /// The fields that the options select, if not all.
    pub(crate) selected: Vec<String>,
    pub(crate) rows: Rows,
    /// Say why lists do not become tables.
    pub(crate) explains: bool,
    /// Leave out rows until the text has at most as many tokens.
    pub(crate) max_tokens: Option<usize>,
    /// Write the normal form if it is smaller.
    pub(crate) normal: Option<Normal>,
    /// Whether the options fold keys.
    pub(crate) folds: bool,
    /// Write JSON if that takes fewer tokens.
    pub(crate) smallest: bool,
    /// Write it for a prompt.
    pub(crate) fence: bool,
    /// Report the savings compared with this input.
    pub(crate) stats: Option<Given>,
}

impl Encoding {
    pub(crate) fn new(from: Format, common: &Common, writing: &Writing) -> Self {
        let mut options =
            EncodeOptions::new().indent(usize::from(common.indent)).delimiter(writing.delimiter);
        if writing.fold {
            options = options.key_folding(KeyFolding::Safe);
        }
        // The argument may come from an empty shell variable.
        let selected: Vec<String> =
            writing.fields.iter().filter(|field| !field.is_empty()).cloned().collect();
        if !selected.is_empty() {
            options = options.fields(&selected);
        }
        let (folds, smallest) = (writing.fold, writing.smallest);
        Encoding {
            from,
            options,
            selected,
            rows: Rows::default(),
            explains: writing.stats,
            max_tokens: None,
            normal: None,
            folds,
            smallest,
            fence: writing.fence,
            stats: None,
        }
    }

    pub(super) fn failure(&self, name: &str, error: &toon::Error, source: &Document) -> Failure {
        let source = source.json().unwrap_or_default();
        let is_json = self.from == Format::Json && matches!(error.kind(), ErrorKind::InvalidJson { .. });
        let help = if is_json {
            foreign::toon_advice(source)
                .or_else(|| jsonc::advice(source, error))
                .or_else(|| non_finite::advice(source, error))
                .or_else(|| values::advice(source, error))
                .or_else(|| foreign::advice(source))
        } else {
            None
        };
        Failure::toon_with_help(name, error, source, help)
    }

    /// Writes the text, or JSON instead. If the value was filled, `unfilled` is the TOON before, and
    /// what to say about it.
    pub(super) fn text(
        &self,
        text: &str,
        unfilled: Option<(&str, &str)>,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        if !self.smallest && self.stats.is_none() {
            return self.write(text, Form::Toon, output);
        }
        let json = self.json(unfilled.map_or(text, |(toon, _)| toon))?;
        let (toon_tokens, json_tokens) = (o200k(text), o200k(&json));
        let is_json_smaller = json_tokens <= toon_tokens;
        let takes_json = self.smallest && is_json_smaller && !must_be_toon(output);
        if takes_json {
            self.write(&json, Form::Json, output)?;
        } else {
            self.write(text, Form::Toon, output)?;
        }
        if let Some((_, note)) = unfilled.filter(|_| !takes_json) {
            report::note(note);
        }
        if self.smallest {
            report::note(&if takes_json {
                format!("JSON: {json_tokens} tokens, and {toon_tokens} as TOON")
            } else {
                let reason = if is_json_smaller { NOT_IN_TOON } else { "" };
                format!("TOON: {toon_tokens} tokens, and {json_tokens} as compact JSON{reason}")
            });
        }
        match &self.stats {
            Some(given) if takes_json => given.report(&json, json_tokens, "compact JSON"),
            Some(given) => given.report(&json, toon_tokens, "TOON"),
            None => Ok(()),
        }
    }

    /// Writes text in the given form.
    pub(super) fn write(&self, text: &str, form: Form, output: Option<&Path>) -> Result<(), Failure> {
        match self.written(form) {
            Some(written) => output::write(output, &fenced(text, written)),
            None => output::write(output, text),
        }
    }

    /// The tokens around a text, or a part of it.
    pub(super) fn tokens_around(&self, text: &str) -> usize {
        self.written(Form::Toon).map_or(0, |written| o200k(&around(text, written)))
    }

    /// How text is written in a fence.
    fn written(&self, form: Form) -> Option<Written> {
        let written = Written { form, delimiter: self.options.get_delimiter(), folds: self.folds };
        self.fence.then_some(written)
    }

    /// The value of the text as compact JSON.
    pub(super) fn json(&self, text: &str) -> Result<String, Failure> {
        let options = DecodeOptions::new().detect_indent(true).expand_paths(self.folds);
        json::from_toon(text, &options).map_err(|error| Failure::toon("the result", &error, text))
    }
}

/// Whether the name of the output promises TOON.
pub(super) fn must_be_toon(output: Option<&Path>) -> bool {
    output.and_then(toon_formats::extension).as_deref() == Some("toon")
}

/// Why the output is not JSON although that is smaller.
pub(super) const NOT_IN_TOON: &str = ", which does not belong in a .toon file";

/// Warns about TOON that `decode` would take for a normal form.
pub(super) fn warn_if_marked(name: &str, text: &str) {
    if toon_normal::is_marked(text) {
        report::note(&format!(
            "{name} looks like a normal form: encode it with --normal, or decode the result with --as-is"
        ));
    }
}

//! Encoding.

use super::done;
use super::fence::{Written, around, fenced};
use super::foreign;
use super::given::Given;
use super::normal::Normal;
use super::rows::{Changed, Unfilled};
use super::several::Inputs;
use super::source::{Document, Lines, Source};
use crate::args::{Common, Encode, Rows, Tokenizer, Writing};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{self, Output};
use crate::{report, tokens};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use toon::{DecodeOptions, EncodeOptions, ErrorKind, KeyFolding, SpecVersion, json};
use toon_formats::Format;
use toon_formats::Input;
use toon_formats::jsonc;
use toon_normal::Form;

/// `toon encode`.
pub(crate) fn run(args: &Encode) -> Result<ExitCode, Failure> {
    if args.normal.is_some() && args.spec == SpecVersion::V3 {
        return Err(Failure::Usage(
            "the normal form requires specification 4: use either --normal or --spec 3".to_owned(),
        ));
    }
    if args.rows.fill && args.writing.stats && args.budget.max_tokens.is_some() {
        return Err(Failure::Usage(
            "with both --fill and --max-tokens, --stats has no JSON to compare with: leave out one of the three".to_owned(),
        ));
    }
    let inputs =
        Inputs { common: &args.common, encoding: args.reading.encoded.encoding, verbose: args.verbose };
    inputs.convert(|_| Ok("toon"), |input, output| convert(args, input, output).map(|()| Outcome::Complete))
}

fn convert(args: &Encode, mut input: Input, output: Option<&Path>) -> Result<(), Failure> {
    let from = args.reading.format(&mut input)?;
    let mut encoding = Encoding::new(from, &args.common, &args.writing);
    encoding.options = encoding.options.spec(args.spec);
    if let Some(depth) = args.flatten_depth {
        encoding.options = encoding.options.flatten_depth(usize::from(depth));
    }
    encoding.rows = args.rows;
    encoding.max_tokens = args.budget.max_tokens;
    encoding.explains |= args.verbose;
    if args.writing.stats {
        let is_all = args.selecting.is_all() && args.budget.max_tokens.is_none();
        encoding.stats = Some(Given::new(&mut input, from, is_all)?);
    }
    encoding.normal =
        args.normal.map(|level| Normal { level: level.of_form(), key_order: args.key_order.of_form() });
    let name = input.name.clone();
    let source = Source::read(input, &args.reading, args.selecting.records())?;
    let refuse = |error: &toon::Error, document: &Document| encoding.failure(&name, error, document);
    let source = args.selecting.of_source(&name, source, refuse)?;
    encoding.run(&name, source, output)
}

/// What to encode from, and how.
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Encoding {
    pub(crate) from: Format,
    pub(crate) options: EncodeOptions,
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
        let fields: Vec<&String> = writing.fields.iter().filter(|field| !field.is_empty()).collect();
        if !fields.is_empty() {
            options = options.fields(fields);
        }
        let (folds, smallest) = (writing.fold, writing.smallest);
        Encoding {
            from,
            options,
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

    pub(crate) fn run(&self, name: &str, source: Source, output: Option<&Path>) -> Result<(), Failure> {
        let Changed { source, unfilled } = self.change_rows(name, source)?;
        let mut note = None;
        match (source, self.max_tokens) {
            (source, Some(max)) => note = self.fit(name, source, max, output)?,
            (Source::Whole(document), None) => self.whole(name, &document, unfilled.as_ref(), output)?,
            (Source::Lines(lines), None) => self.lines(name, lines, output)?,
        }
        done("Encoded", name, output);
        note.as_deref().inspect(|note| report::note(note));
        Ok(())
    }

    /// Encodes a value that is in memory. If it was filled, JSON is that of the `unfilled` value.
    fn whole(
        &self,
        name: &str,
        source: &Document,
        unfilled: Option<&Unfilled>,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        if let Some(normal) = &self.normal {
            return self.normal(normal, name, source, output);
        }
        let text = source.to_toon(&self.options).map_err(|error| self.failure(name, &error, source))?;
        self.warn(name, source);
        warn_if_marked(name, &text);
        let Some(Unfilled { value, note }) = unfilled else {
            return self.text(&text, None, output);
        };
        let toon = value.to_toon(&self.options).map_err(|error| self.failure(name, &error, value))?;
        self.text(&text, Some((&toon, note)), output)
    }

    pub(super) fn failure(&self, name: &str, error: &toon::Error, source: &Document) -> Failure {
        let source = source.json().unwrap_or_default();
        let first = source.trim_start().split('\n').next().unwrap_or_default();
        let is_value = |line: &str| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok();
        let is_json = self.from == Format::Json && matches!(error.kind(), ErrorKind::InvalidJson { .. });
        // If the first line is a value, the error is that more text follows. This is probably
        // NDJSON.
        let is_lines = is_json && error.line() > 1 && is_value(first);
        let lines = is_lines.then_some("for one JSON value per line, use `toon encode --from ndjson`");
        let other = || if is_json { foreign::advice(source) } else { None };
        let help = jsonc::advice(source, error).filter(|_| is_json).or(lines).or_else(other);
        Failure::toon_with_help(name, error, source, help)
    }

    /// Reports requested fields that do not exist. Not used for lines of JSON, where it would take
    /// another pass.
    pub(super) fn warn(&self, name: &str, value: &Document) {
        let unknown = self.options.unknown_fields(value).unwrap_or_default();
        if !unknown.is_empty() {
            let fields = if unknown.len() == 1 { "field" } else { "fields" };
            report::note(&format!("{name} has no {fields} {}", unknown.join(", ")));
        }
    }

    /// Encodes NDJSON, with one element per line.
    fn lines(&self, name: &str, mut lines: Box<dyn Lines>, output: Option<&Path>) -> Result<(), Failure> {
        if self.normal.is_some() {
            // TOON would change the key order, so the form must be built from the JSON.
            return self.whole(name, &Document::Json(toon_formats::lines::array(name, lines)?), None, output);
        }
        if self.smallest || self.stats.is_some() || self.fence {
            let mut text = Vec::new();
            let read = json::lines_to_toon_writer(&mut lines, &mut text, &self.options);
            read.map_err(|error| toon_formats::Error::in_lines(name, error, &mut lines))?;
            return self.text(&toon_formats::text::utf8(name, text)?, None, output);
        }
        let mut out = Output::open(output)?;
        let written = json::lines_to_toon_writer(&mut lines, &mut out, &self.options);
        written.map_err(|error| toon_formats::Error::in_lines(name, error, &mut lines))?;
        out.write_all(b"\n").map_err(|error| out.failure(&error))?;
        out.finish()
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

pub(super) fn o200k(text: &str) -> usize {
    tokens::count(text, Tokenizer::O200k).unwrap_or_default()
}

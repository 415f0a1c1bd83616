//! Encoding.

use super::destination::{self, Written};
use super::encoding::{Encoding, Normal, warn_if_marked};
use super::fields;
use super::given::Given;
use super::rows::{Changed, Unfilled};
use super::several::Inputs;
use super::source::{Document, Opening, Source};
use crate::args::Encode;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{self, Output};
use crate::report;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use toon::{SpecVersion, json};
use toon_formats::Input;
use toon_formats::lines::Lines;

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
    let inputs = Inputs { common: &args.common, encoding: args.reading.encoded.encoding };
    inputs.convert(|_| Ok("toon"), |input, output| convert(args, input, output).map(|()| Outcome::Complete))
}

fn convert(args: &Encode, mut input: Input, output: Option<&Path>) -> Result<(), Failure> {
    let written = if args.writing.smallest { Written::Smallest } else { Written::Toon };
    destination::check(&input, args.reading.from, output, written)?;
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
    let opening = Opening {
        reading: &args.reading,
        records: args.selecting.records(),
        options: &encoding.options,
        explains: args.verbose,
    };
    let source = opening.read(input)?;
    let refuse = |error: &toon::Error, document: &Document| encoding.failure(&name, error, document);
    let source = args.selecting.of_source(&name, source, refuse)?;
    encoding.run(&name, source, output)
}

impl Encoding {
    pub(crate) fn run(&self, name: &str, mut source: Source, output: Option<&Path>) -> Result<(), Failure> {
        let unknown = if self.selected.is_empty() {
            None
        } else {
            fields::unknown(name, &mut source, &self.selected, &self.options)?
        };
        let Changed { source, unfilled } = self.change_rows(name, source)?;
        let mut note = None;
        match (source, self.max_tokens) {
            (source, Some(max)) => note = self.fit(name, source, max, output)?,
            (Source::Whole(document), None) => self.whole(name, &document, unfilled.as_ref(), output)?,
            (Source::Lines(lines), None) => self.lines(name, lines, output)?,
        }
        output::done("Encoded", name, output);
        for note in [note, unknown].iter().flatten() {
            report::note(note);
        }
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
        warn_if_marked(name, &text);
        let Some(Unfilled { value, note }) = unfilled else {
            return self.text(&text, None, output);
        };
        let toon = value.to_toon(&self.options).map_err(|error| self.failure(name, &error, value))?;
        self.text(&text, Some((&toon, note)), output)
    }

    /// Encodes NDJSON, with one element per line.
    fn lines(&self, name: &str, mut lines: Lines, output: Option<&Path>) -> Result<(), Failure> {
        if self.normal.is_some() {
            // TOON would change the key order, so the form must be built from the JSON.
            return self.whole(
                name,
                &Document::Json(toon_formats::lines::array(name, &mut lines)?),
                None,
                output,
            );
        }
        if self.smallest || self.stats.is_some() || self.fence {
            let mut text = Vec::new();
            let read = json::lines_to_toon_writer(&mut lines, &mut text, &self.options);
            read.map_err(|error| lines.refuse(name, error))?;
            return self.text(&toon_formats::text::utf8(name, text)?, None, output);
        }
        let mut out = Output::open(output)?;
        let written = json::lines_to_toon_writer(&mut lines, &mut out, &self.options);
        written.map_err(|error| lines.refuse(name, error))?;
        out.write_all(b"\n").map_err(|error| out.failure(&error))?;
        out.finish()
    }
}

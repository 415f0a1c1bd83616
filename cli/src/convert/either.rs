//! `toon FILE`, which encodes or decodes.

use super::csv::CsvWriting;
use super::decode::Decoding;
use super::destination::{self, Written};
use super::encoding::Encoding;
use super::foreign;
use super::given::Given;
use super::several::Inputs;
use super::source::Opening;
use crate::answer::Extract;
use crate::args::{Convert, Selecting, To};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use toon::{DecodeOptions, Delimiter};
use toon_formats::Format;
use toon_formats::Input;

/// Runs `toon` without a command.
pub(crate) fn run(args: &Convert) -> Result<ExitCode, Failure> {
    let to = args.to.unwrap_or(To::JsonPretty);
    let extension = |input: &mut Input| Ok(if encodes(args, input)? { "toon" } else { to.extension() });
    let inputs = Inputs { common: &args.common, encoding: args.reading.encoded.encoding };
    inputs.convert(extension, |input, output| convert(args, to, input, output))
}

fn convert(args: &Convert, to: To, mut input: Input, output: Option<&Path>) -> Result<Outcome, Failure> {
    if encodes(args, &mut input)? {
        let written = if args.writing.smallest { Written::Smallest } else { Written::Toon };
        destination::check(&input, args.reading.from, output, written)?;
        let mut reading = args.reading.clone();
        let from = match reading.format(&mut input)? {
            // Like the reference, does not decode first.
            Format::Toon if reading.from.is_none() => Format::Json,
            from => from,
        };
        reading.from = reading.from.or_else(|| (from == Format::Json).then_some(from));
        let mut encoding = Encoding::new(from, &args.common, &args.writing);
        if args.writing.stats {
            encoding.stats = Some(Given::new(&mut input, from, true)?);
        }
        encoding.explains |= args.verbose;
        let name = input.name.clone();
        if input.format() == Some(Format::Toon) && args.reading.from.is_none() {
            report::note(&format!(
                "{name} is read as JSON, since --encode does not decode first; `toon encode` does"
            ));
        }
        let (options, explains) = (&encoding.options, args.verbose);
        let opening = Opening { reading: &reading, records: usize::MAX, options, explains };
        encoding.run(&name, opening.read(input)?, output)?;
        return Ok(Outcome::Complete);
    }
    args.reading.csv.ignore(&input.name);
    if args.writing.delimiter != Delimiter::default() {
        report::ignored(&["--delimiter"], &format!("{} is not converted to TOON", input.name));
    }
    let indent = usize::from(args.common.indent);
    let options = DecodeOptions::new().indent(indent).strict(!args.no_strict);
    let selecting = &Selecting::default();
    let (csv, lossy) = (CsvWriting::default(), args.no_strict);
    let extract = if lossy { Extract::Fenced } else { Extract::Never };
    let decoding = Decoding { to, options, selecting, csv, indent, lossy, extract, as_is: false };
    decoding.run(input, output)
}

/// Whether the input is converted to TOON: as requested, or else unless it is TOON.
fn encodes(args: &Convert, input: &mut Input) -> Result<bool, Failure> {
    // Like the reference, prefers encoding if both are requested.
    if args.encode || args.reading.from.is_some() || args.reading.jsonc {
        return Ok(true);
    }
    if args.decode {
        return Ok(false);
    }
    if input.format().is_none() && input.is_blank()? {
        return Err(Failure::Input(format!("{} is empty, expected JSON or TOON", input.name)));
    }
    let format = args.reading.format(input)?;
    if args.to.is_none() {
        foreign::expect_data(&args.reading, format, input)?;
    }
    let is_toon = format == Format::Toon;
    let name = &input.name;
    match (args.to, args.writing.only_encodes()) {
        (Some(to), _) if !is_toon => {
            let file = input.path.as_ref().map(|path| format!(" {}", path.display())).unwrap_or_default();
            Err(Failure::Usage(format!(
                "--to converts TOON, and {name} is not TOON; to convert it by way of TOON, use `toon{file} | toon --to {to}`"
            )))
        }
        (None, Some(option)) if is_toon => Err(Failure::Usage(format!(
            "{option} is for encoding, and {name} is TOON already; to encode it again, use `toon encode`"
        ))),
        _ => Ok(!is_toon),
    }
}

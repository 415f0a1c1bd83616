//! `toon FILE`, `toon encode` and `toon decode`.

pub(crate) mod decode;
pub(crate) mod encode;
mod look;
mod normal;
mod source;

pub(crate) use look::is_json;

use crate::args::{Convert, Reading, To};
use crate::failure::Failure;
use crate::formats;
use crate::input::Input;
use crate::report;
use decode::Decoding;
use encode::Encoding;
use source::Source;
use std::path::Path;
use toon::{DecodeOptions, EncodeOptions};

/// Runs `toon` without a command.
pub(crate) fn run(args: &Convert) -> Result<(), Failure> {
    let common = &args.common;
    let mut input = Input::open(common.input.as_deref())?;
    let by_extension = formats::by_extension(&input);
    // Like the reference, prefers encoding if both are requested.
    let encodes = match input.extension().as_deref() {
        _ if args.encode => true,
        _ if args.decode => false,
        Some("toon") => false,
        _ if by_extension.is_some() => true,
        _ => look::is_json(input.head()?),
    };
    let indent = usize::from(common.indent);
    if encodes {
        let options = EncodeOptions::new().indent(indent).delimiter(args.delimiter);
        let reading = Reading { from: by_extension };
        let from = reading.format(&input);
        let encoding =
            Encoding { from, options, normal: None, folds: false, smallest: false, stats: args.stats };
        let name = input.name.clone();
        return encoding.run(&name, Source::read(input, &reading)?, common.output.as_deref());
    }
    let options = DecodeOptions::new().indent(indent).strict(!args.no_strict);
    Decoding { to: To::JsonPretty, options, indent, lossy: args.no_strict, as_is: false }
        .run(input, common.output.as_deref())
}

/// Reports the conversion if the output is a file.
fn done(what: &str, input: &str, output: Option<&Path>) {
    if let Some(output) = output.filter(|output| *output != Path::new("-")) {
        report::note(&format!("{what} {input} to {}", output.display()));
    }
}

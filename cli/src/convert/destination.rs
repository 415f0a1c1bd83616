//! Whether a result belongs in the file that is named for it.

use crate::args::To;
use crate::failure::Failure;
use crate::{output, shell};
use std::fs;
use std::path::Path;
use toon_formats::{Format, Input, extension, uncompressed};

/// What is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Written {
    Toon,
    /// The TOON that `toon repair` writes.
    Repaired,
    /// TOON or JSON.
    Smallest,
    /// What TOON is decoded to.
    Decoded(To),
}

impl Written {
    /// The name for people.
    fn name(self) -> &'static str {
        match self {
            Written::Toon | Written::Repaired => "TOON",
            Written::Smallest => "TOON or JSON",
            Written::Decoded(To::Json | To::JsonPretty) => "JSON",
            Written::Decoded(To::Ndjson) => "NDJSON",
            Written::Decoded(To::Csv) => "CSV",
            Written::Decoded(To::Yaml) => "YAML",
        }
    }

    /// Whether it is a text in this format.
    fn is(self, format: Format) -> bool {
        match self {
            Written::Toon | Written::Repaired => format == Format::Toon,
            Written::Smallest => matches!(format, Format::Toon | Format::Json),
            Written::Decoded(to) => decoded(format).is_some_and(|other| other.extension() == to.extension()),
        }
    }
}

/// How TOON is decoded to a format.
fn decoded(format: Format) -> Option<To> {
    match format {
        Format::Json => Some(To::Json),
        Format::Ndjson => Some(To::Ndjson),
        Format::Csv => Some(To::Csv),
        Format::Yaml => Some(To::Yaml),
        Format::Values | Format::Tsv | Format::Toml | Format::Toon => None,
    }
}

/// Refuses an output that is the input itself, or whose name says that it has another format than what is
/// written. `from` is the format of the input, if it was stated.
pub(super) fn check(
    input: &Input,
    from: Option<Format>,
    output: Option<&Path>,
    written: Written,
) -> Result<(), Failure> {
    let Some(path) = output.filter(|path| is_kept(path)) else { return Ok(()) };
    refuse_input(input.path.as_deref(), path)?;
    check_name(input, from, output, written)
}

/// Refuses an output that is the input itself. `None` and `-` are standard input.
pub(crate) fn refuse_input(input: Option<&Path>, output: &Path) -> Result<(), Failure> {
    if !is_kept(output) || !is_same(input, output) {
        return Ok(());
    }
    let name = output.display();
    Err(Failure::Usage(format!("{name} is the input itself, which would be lost; write to another file")))
}

/// Refuses an output whose name says that it has another format than what is written.
pub(crate) fn check_name(
    input: &Input,
    from: Option<Format>,
    output: Option<&Path>,
    written: Written,
) -> Result<(), Failure> {
    let Some(path) = output.filter(|path| is_kept(path)) else { return Ok(()) };
    let Some(named) = extension(&uncompressed(path)).and_then(|end| Format::of_extension(&end)) else {
        return Ok(());
    };
    if written.is(named) {
        return Ok(());
    }
    let advice = advice(input, from, path, written, named);
    let (written, name, named) = (written.name(), path.display(), named.name());
    Err(Failure::Usage(format!("{written} is written, but {name} is named as {named}; {advice}")))
}

/// Whether the output is a file, and neither a device nor a pipe.
fn is_kept(path: &Path) -> bool {
    output::is_file(path) && !fs::metadata(path).is_ok_and(|data| !data.is_file())
}

/// Whether both are the same file, however they are spelled.
fn is_same(input: Option<&Path>, output: &Path) -> bool {
    // On Linux, this leads to a file that standard input is redirected from.
    let input = input.filter(|input| *input != Path::new("-")).unwrap_or(Path::new("/dev/stdin"));
    fs::canonicalize(input).is_ok_and(|input| fs::canonicalize(output).is_ok_and(|output| output == input))
}

/// How to write what the name says.
fn advice(input: &Input, from: Option<Format>, output: &Path, written: Written, named: Format) -> String {
    let file = |command: &str, path: Option<&Path>| {
        path.map_or_else(|| command.to_owned(), |path| format!("{command} {}", argument(path)))
    };
    let source = input.path.as_deref();
    let other = || {
        let end = match written {
            Written::Toon | Written::Repaired | Written::Smallest => "toon",
            Written::Decoded(to) => to.extension(),
        };
        format!("choose a name that ends in .{end}")
    };
    match (written, named, decoded(named)) {
        (Written::Decoded(_), Format::Toon, _) => {
            format!(
                "use `{} > {}` to rewrite TOON",
                file("toon fmt", Some(source.unwrap_or(Path::new("-")))),
                argument(output)
            )
        }
        (Written::Decoded(_), _, Some(to)) => {
            format!("use `{} --to {to} -o {}`", file("toon decode", source), argument(output))
        }
        (_, _, Some(to)) => {
            let command = match from {
                _ if written == Written::Repaired => "toon repair".to_owned(),
                Some(from) => format!("toon encode --from {}", from.name().to_ascii_lowercase()),
                None => "toon encode".to_owned(),
            };
            let command = file(&command, source);
            format!("use `{command} | toon decode --to {to} -o {}`", argument(output))
        }
        (_, _, None) => format!("{} cannot be written; {}", named.name(), other()),
    }
}

/// A path for a shell.
fn argument(path: &Path) -> String {
    shell::quoted(&path.display().to_string())
}

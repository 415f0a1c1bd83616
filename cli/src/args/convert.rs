//! Options of the commands that convert.

use super::answer::{Answer, Choosing};
use super::destination::Destination;
use super::encoding::Encoded;
use super::read::Reading;
use super::rows::Rows;
use super::select::{Budget, Selecting};
use super::values::{KeyOrder, Level, Lists, To, parser, spec};
use super::verbose::Verbose;
use super::write::Writing;
use clap::Args;
use std::path::PathBuf;
use toon::SpecVersion;
use toon_formats::csv;

/// Options of all conversions.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// The file to convert (several with -O); - for standard input, the default
    #[arg(value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Spaces per indentation level, in TOON and indented JSON
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) indent: u8,
}

/// Options that have no meaning when decoding.
const ENCODING_ONLY: &[&str] = &[
    "from",
    "join_pages",
    "csv_delimiter",
    "comment",
    "skip_lines",
    "types",
    "decimal",
    "keep_na",
    "nulls",
    "no_header",
    "ragged",
    "number_duplicates",
    "non_finite",
    "tags",
    "fields",
    "smallest",
    "fold",
    "fence",
];

/// Options without a command, compatible with the reference.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Explain why lists do not become tables, and the type of each CSV column
    ///
    /// Of a column that is text, names the cell that makes it so. After an error, also prints the
    /// versions of the program and the specification.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Encode to TOON, regardless of the input
    #[arg(short, long)]
    pub(crate) encode: bool,
    /// Decode to JSON, regardless of the input; -e takes precedence
    #[arg(short, long, conflicts_with_all = ENCODING_ONLY)]
    pub(crate) decode: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The output format; implies --decode
    ///
    /// It is json-pretty by default.
    #[arg(
        long,
        value_name = "FORMAT",
        conflicts_with_all = ["encode"].iter().chain(ENCODING_ONLY)
    )]
    pub(crate) to: Option<To>,
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Accept wrong counts, duplicate keys, uneven indentation and a Markdown fence
    ///
    /// Also replaces invalid UTF-8.
    #[arg(long, overrides_with = "strict")]
    pub(crate) no_strict: bool,
    /// Reject what --no-strict accepts (the default)
    #[arg(long, hide = true)]
    pub(crate) strict: bool,
}

/// Convert JSON, NDJSON, CSV, TOML or YAML to TOON
///
/// NDJSON and CSV are read several times, since a table begins with the number of its rows; standard
/// input beyond 8 MiB goes to a temporary file. The input can therefore be of any length, except
/// with --normal, --smallest, --fence, --stats and --max-tokens, which hold it in memory.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon encode log.ndjson.gz -o log.toon
  toon encode data/*.json -O toon/
  toon encode people.csv --types zip=strings --decimal comma
  toon encode log.ndjson --fill --verbose
  toon encode issues.json --fields number,title,user.login
  toon encode result.json --at /items --max-tokens 4000
  toon encode result.json --fence            for a prompt, with a line that explains TOON
  toon encode issues.json --normal=dense -o issues.toon")]
pub(crate) struct Encode {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Explain why lists do not become tables, and the type of each CSV column
    ///
    /// Of a column that is text, names the cell that makes it so. After an error, also prints the
    /// versions of the program and the specification.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    #[command(flatten)]
    pub(crate) rows: Rows,
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Write the normal form, which states data only once
    ///
    /// TOON is written if that is smaller. The form is ordinary TOON that `toon decode` expands to the
    /// same value. Sizes are in bytes; with --smallest they are in tokens, and the result may also be
    /// compact JSON.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "legible", conflicts_with = "fold")]
    pub(crate) normal: Option<Level>,
    /// The order of keys in the normal form
    #[arg(long, value_name = "ORDER", requires = "normal", default_value = "exact")]
    pub(crate) key_order: KeyOrder,
    /// The maximum number of keys to fold into one
    #[arg(long, value_name = "N", requires = "fold", value_parser = clap::value_parser!(u16).range(2..))]
    pub(crate) flatten_depth: Option<u16>,
    /// The version of the specification
    ///
    /// Version 3 has no field groups or keyed tables.
    #[arg(long, value_name = "VERSION", default_value = "4", value_parser = spec())]
    pub(crate) spec: SpecVersion,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

/// Convert TOON to JSON, NDJSON, CSV or YAML
///
/// A root array is read and written element by element, so it can be of any length; --to csv reads
/// a list twice, to find all columns. If a long array contains a mistake, the elements before it
/// will already have been written to standard output. A normal form (encode --normal) is expanded,
/// with a note on stderr.
///
/// With --from-answer, an answer without a document or with several, and one that was cut off, are
/// errors. The document itself must be valid: `toon repair` corrects one with mistakes.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
#[command(after_help = "\
Examples:
  toon decode log.toon --to ndjson | jq .level
  toon decode people.toon --to csv -o people.csv
  toon decode issues.toon --at /items --head 3
  toon decode --no-strict draft.toon         accept wrong counts and duplicate keys
  some-model | toon decode --from-answer     read the document in an answer")]
pub(crate) struct Decode {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
    #[command(flatten)]
    pub(crate) answer: Answer,
    #[command(flatten)]
    pub(crate) choosing: Choosing,
    /// Accept wrong counts, duplicate keys, uneven indentation and a Markdown fence
    ///
    /// Also replaces invalid UTF-8.
    #[arg(long)]
    pub(crate) no_strict: bool,
    /// Read a normal form as plain TOON, without expanding it
    #[arg(long)]
    pub(crate) as_is: bool,
    /// Read `a.b: 1` as nested objects
    ///
    /// This is an extension, which reverses --fold.
    #[arg(long)]
    pub(crate) expand_paths: bool,
    /// Detect the indentation from the first indented line
    #[arg(long)]
    pub(crate) detect_indent: bool,
    #[command(flatten)]
    pub(crate) encoded: Encoded,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "json-pretty")]
    pub(crate) to: To,
    /// The name of the CSV column for the keys of a keyed table
    #[arg(long, value_name = "NAME", default_value = "key")]
    pub(crate) key_column: String,
    /// What to do with lists in CSV
    #[arg(long, value_name = "ACTION", default_value = "error", value_parser = parser::<Lists>())]
    pub(crate) lists: csv::Lists,
}

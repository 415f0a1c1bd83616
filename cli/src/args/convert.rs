//! Options of what converts.

use super::values::{self, From, KeyOrder, Level, To};
use clap::Args;
use std::path::PathBuf;
use toon::{Delimiter, SpecVersion};

/// Options of every conversion.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// What to convert; standard input if it is - or left out
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Write to a file, which is replaced when all is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Spaces for a level, of TOON and of indented JSON
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) indent: u8,
    /// Say more about what goes wrong
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// Options of the command without a name, as the reference has them.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Encode to TOON, whatever the input looks like
    #[arg(short, long)]
    pub(crate) encode: bool,
    /// Decode to JSON, whatever the input looks like
    #[arg(short, long)]
    pub(crate) decode: bool,
    /// What separates cells and values: `,` or a tab or `|`, or comma, tab, pipe
    #[arg(long, value_name = "DELIMITER", default_value = ",", value_parser = values::delimiter)]
    pub(crate) delimiter: Delimiter,
    /// Say on stderr how many tokens it saves (encoding)
    #[arg(long)]
    pub(crate) stats: bool,
    /// Forgive wrong counts, repeated keys and odd indentation, and replace what is no UTF-8 (decoding)
    #[arg(long, overrides_with = "strict")]
    pub(crate) no_strict: bool,
    #[arg(long, hide = true)]
    pub(crate) strict: bool,
}

/// JSON, NDJSON, CSV, TOML or YAML to TOON
///
/// NDJSON and CSV are read twice, since a table begins with the number of its rows: a file is opened again, and standard
/// input is kept in a temporary file beyond 8 MiB. So they may be of any length; --normal, --smallest and --stats hold them
/// in memory.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon encode log.ndjson -o log.toon
  toon encode --from csv --delimiter tab < people.csv
  toon encode issues.json --fields number,title,user.login
  toon encode result.json --smallest
  toon encode issues.json --normal=dense -o issues.toon")]
pub(crate) struct Encode {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What the input is; by the name of the file unless told, else JSON
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,
    /// What separates cells and values: `,` or a tab or `|`, or comma, tab, pipe
    #[arg(long, value_name = "DELIMITER", default_value = ",", value_parser = values::delimiter)]
    pub(crate) delimiter: Delimiter,
    /// Write TOON only if it has fewer tokens (`o200k_base`) than compact JSON, and say on stderr which it is
    #[arg(long)]
    pub(crate) smallest: bool,
    /// Write the normal form, which states once what repeats, or TOON if that is smaller
    ///
    /// The form is ordinary TOON that `toon decode` expands to the same value. Sizes are bytes; with --smallest they are
    /// tokens, and the result may be compact JSON, too.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "legible", conflicts_with = "fold")]
    pub(crate) normal: Option<Level>,
    /// Whether the normal form keeps the order of keys
    #[arg(long, value_name = "ORDER", requires = "normal", default_value = "exact")]
    pub(crate) key_order: KeyOrder,
    /// Fold chains of objects with one key: `a.b.c: 1`. An extension; decode with --expand-paths
    #[arg(long)]
    pub(crate) fold: bool,
    /// At most so many keys in one
    #[arg(long, value_name = "N", requires = "fold", value_parser = clap::value_parser!(u16).range(2..))]
    pub(crate) flatten_depth: Option<u16>,
    /// The version of the specification: 3 has neither groups of columns nor keyed tables
    #[arg(long, value_name = "VERSION", default_value = "4", value_parser = values::spec)]
    pub(crate) spec: SpecVersion,
    /// Only these fields, in this order: paths like `id,user.login`, of each element of an array
    #[arg(long, value_name = "PATHS", value_delimiter = ',')]
    pub(crate) fields: Vec<String>,
    /// Say on stderr how many tokens it saves
    #[arg(long)]
    pub(crate) stats: bool,
}

/// TOON to JSON, NDJSON, CSV or YAML
///
/// A root array is read and written element by element, so that it may be of any length; of a long one, what stands in
/// front of a mistake has been written to standard output by then. A normal form (encode --normal) is expanded,
/// with a note on stderr.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
#[command(after_help = "\
Examples:
  toon decode log.toon --to ndjson | jq .level
  toon decode people.toon --to csv -o people.csv
  toon decode --no-strict answer.toon        what a model wrote")]
pub(crate) struct Decode {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What to write; indented JSON unless told
    #[arg(long, value_name = "FORMAT", default_value = "json-pretty")]
    pub(crate) to: To,
    /// Forgive wrong counts, repeated keys and odd indentation, and replace what is no UTF-8
    #[arg(long)]
    pub(crate) no_strict: bool,
    /// Read a normal form as the TOON that it is written in
    #[arg(long)]
    pub(crate) as_is: bool,
    /// Read `a.b: 1` as an object in an object. An extension; the inverse of --fold
    #[arg(long)]
    pub(crate) expand_paths: bool,
    /// Take the first indentation for a level, rather than --indent
    #[arg(long)]
    pub(crate) detect_indent: bool,
}

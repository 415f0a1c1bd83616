//! Options of `query`.

use super::verbose::Verbose;
use clap::Args;
use toon_store::Query;

/// Answer a question about a document, in the language of jq, within a number of tokens
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon query issues.json                                    the outline: paths, types, counts, values
  toon query issues.json 'map(select(.comments > 9)) | length'
  toon query issues.json 'group_by(.state) | map({state: .[0].state, n: length})'
  toon query big.ndjson --rows 'select(.level == \"error\") | .message'    in constant memory")]
pub(crate) struct Querying {
    #[command(flatten)]
    pub(crate) query: Query,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}

//! Responses of tools that list things: the caller's parameters, and the result.
//!
//! `params` are the caller's parameters, with their possible values in `choices`. `read` parses
//! them, and `schema` describes them. `options` are set by the tool's author. `respond` combines
//! them: `select` determines the requested fields, `sort` and `page` determine the requested rows,
//! and `answer` writes these: as JSON with `pick` and `path`, and for humans with `formatted`. If a
//! database does the sorting and paging, `query` tells it how.

mod answer;
mod choices;
mod formatted;
mod levels;
mod options;
mod page;
mod params;
mod path;
mod pick;
mod query;
mod read;
mod respond;
mod schema;
mod select;
mod sort;

pub use choices::{ResponseFormat, Verbosity};
pub use options::ResponseOptions;
pub use params::ResponseParams;
pub use query::{PageQuery, SortKey};

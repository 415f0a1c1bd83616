//! Answers of tools that list things: the parameters by which a caller says how, and the result.
//!
//! `params` are what the caller says, with what they choose from in `choices`; `read` and `schema`
//! take them in. `options` are what the author says. `respond` puts it together: `select` finds
//! which fields are asked for, `sort` and `page` which rows, and `answer` writes them, in JSON by
//! way of `pick` and `path`, and for people by way of `formatted`. Where a database sorts and
//! pages, `query` tells it how.

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

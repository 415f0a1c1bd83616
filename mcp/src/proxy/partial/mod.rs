//! Results that exceed a budget: a part of them is shown, and the whole is kept for queries.
//!
//! `whole` is what is kept of a result, `scope` are the results that a client may ask for, `limit`
//! shows a part of a result, and `question` are the requests that the proxy answers itself: calls of
//! its own tool, and reads of results as resources.

mod limit;
mod question;
mod scope;
mod whole;

pub(crate) use limit::{Clients, Partial};
pub(crate) use question::Question;
pub(super) use scope::Scope;

//! Serves MCP over HTTP, with access control, limits and metrics.
//!
//! | path | response |
//! | --- | --- |
//! | `/mcp` | the server, in both generations of the protocol |
//! | `/health` | `{"status":"ok","version":"…"}`, without a token |
//! | `/metrics` | the [`Metrics`] |

mod bind;
mod connections;
mod cors;
mod front;
mod guard;
mod histogram;
mod hosts;
mod metrics;
pub(crate) mod token;

pub(crate) use bind::bind;
pub(crate) use connections::serve;
pub(crate) use front::Front;
pub(crate) use metrics::Metrics;
pub(crate) use metrics::OTHER_TOOLS;
pub(crate) use token::Token;

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
mod token;

pub use bind::{AddressError, bind};
pub use connections::serve;
pub use front::{Front, Rewrite};
pub use hosts::HostError;
pub use metrics::Metrics;
pub(crate) use metrics::OTHER_TOOLS;
pub use token::{Token, TokenError};

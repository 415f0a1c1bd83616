//! What comes out of an audit.

use super::tally::{Prices, Tally};
use crate::host::Host;
use crate::transcripts::Usage;
use serde::{Serialize, Serializer};

/// The days with calls of models.
#[derive(Clone, Debug, Serialize)]
pub struct Period {
    /// The first, such as `2026-11-20`.
    pub from: String,
    /// The last.
    pub to: String,
    /// The number of days that were asked for, or from the first to the last.
    pub days: u64,
}

/// What was counted. It contains names of tools and servers, and nothing else of transcripts.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// A line to act on.
    pub verdict: String,
    /// `None` if there were no calls.
    pub period: Option<Period>,
    /// The prices that shares are calculated with.
    pub prices: Prices,
    /// What was paid for all input, in tokens of input that is not cached.
    pub bill: Option<f64>,
    /// All hosts. Shares are those of hosts that record input.
    pub total: Tally,
    /// Hosts with transcripts.
    pub hosts: Vec<HostReport>,
    /// Days with calls.
    pub days: Vec<DayReport>,
    /// What cannot be known.
    pub notes: Vec<String>,
}

/// What was counted of a host.
#[derive(Clone, Debug, Serialize)]
pub struct HostReport {
    /// The host, by its name on the command line.
    #[serde(serialize_with = "name")]
    pub host: Host,
    /// Its name.
    pub name: String,
    /// Files, and their length.
    pub files: u64,
    /// See [`files`](HostReport::files).
    pub bytes: u64,
    /// Conversations, including those of sub-agents.
    pub chains: u64,
    /// Those of sub-agents.
    pub sub_agents: u64,
    /// Calls of models.
    pub model_calls: u64,
    /// What they took, in tokens of the model. `None` if the host does not record it.
    pub usage: Option<Usage>,
    /// What was paid for the input, in tokens of input that is not cached.
    pub bill: Option<f64>,
    /// How many tokens the model counts for one of `o200k_base`. `None` if there is too little to tell; it is
    /// then taken to be 1.
    pub scale: Option<f64>,
    /// All tools.
    pub total: Tally,
    /// Each tool, the most expensive ones first.
    pub tools: Vec<ToolReport>,
    /// Each server.
    pub servers: Vec<ServerReport>,
    /// Lines and files that could not be read.
    pub unreadable: u64,
    /// Records of an unknown kind.
    pub unknown: u64,
}

/// A tool.
#[derive(Clone, Debug, Serialize)]
pub struct ToolReport {
    /// Its name, or the program, for commands whose results may be converted.
    pub tool: String,
    /// Its server, or `None` if it is one of the host.
    pub server: Option<String>,
    /// Its results.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A server.
#[derive(Clone, Debug, Serialize)]
pub struct ServerReport {
    /// Its name, or `None` for the tools of the host.
    pub server: Option<String>,
    /// The results of its tools.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A day, in UTC.
#[derive(Clone, Debug, Serialize)]
pub struct DayReport {
    /// The date.
    pub date: String,
    /// Calls of models.
    pub model_calls: u64,
    /// All input, in tokens of the models.
    pub input: u64,
    /// What was paid for it, in tokens of input that is not cached.
    pub bill: f64,
    /// Results of this day, with shares of what was paid in the whole period.
    #[serde(flatten)]
    pub tally: Tally,
}

// As serde calls it.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn name<S: Serializer>(host: &Host, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(host.name())
}

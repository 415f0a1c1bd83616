//! A line of the file.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// What counts results.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// `toon-mcp hook`.
    Hook,
    /// `toon-mcp proxy`.
    Proxy,
}

/// A size: in bytes, and in tokens if they were counted.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct Amount {
    /// In bytes of UTF-8.
    pub bytes: u64,
    /// In tokens of `o200k_base`, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
}

/// What became of the results of a tool.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct Results {
    /// Results of the tool. The hook counts only those that it has converted.
    pub results: u64,
    /// Those that were converted.
    pub converted: u64,
    /// Those of which the model has seen only a part.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub partial: u64,
    /// What the model would have seen.
    pub before: Amount,
    /// What it has seen, without explanations.
    pub after: Amount,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "that is what serde calls")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A line of the file.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct Entry {
    /// In seconds since 1970.
    pub time: u64,
    /// What has counted.
    pub source: Source,
    /// The name of the host, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The tools, by name.
    pub tools: BTreeMap<String, Results>,
    /// What explaining TOON and its normal form took.
    pub explanations: Amount,
}

impl Entry {
    /// An entry without results, of now.
    ///
    /// ```
    /// use toon_agents::stats::{Entry, Source};
    ///
    /// assert!(Entry::now(Source::Hook, None).tools.is_empty());
    /// ```
    pub fn now(source: Source, host: Option<String>) -> Self {
        // A clock before 1970 is wrong in any case.
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Entry { time, source, host, tools: BTreeMap::new(), explanations: Amount::default() }
    }
}

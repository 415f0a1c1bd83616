//! What transcripts contain.

use crate::host::Host;
use crate::time;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::ops::AddAssign;
use std::path::PathBuf;
use std::sync::Arc;

/// What a host reports to have been sent to and received from a model, in tokens of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Input that was neither read from nor written to a cache. Hosts that do not report what was written
    /// to a cache count it here.
    pub input: u64,
    /// Input that was written to a cache.
    pub cache_write: u64,
    /// Input that was read from a cache.
    pub cache_read: u64,
    /// Output, including that for reasoning.
    pub output: u64,
}

impl Usage {
    /// All of the input.
    ///
    /// ```
    /// use toon_agents::transcripts::Usage;
    ///
    /// assert_eq!(Usage { input: 4, cache_write: 100, cache_read: 900, output: 50 }.all_input(), 1004);
    /// ```
    pub const fn all_input(&self) -> u64 {
        self.input + self.cache_write + self.cache_read
    }

    /// The larger of each number: a message can be in a transcript several times, at first in part.
    pub(super) fn max(self, other: Usage) -> Usage {
        Usage {
            input: self.input.max(other.input),
            cache_write: self.cache_write.max(other.cache_write),
            cache_read: self.cache_read.max(other.cache_read),
            output: self.output.max(other.output),
        }
    }

    /// Whether a call with this usage wrote anew to the cache what the call before it had in there.
    pub(super) const fn rewrites(&self, before: &Usage) -> bool {
        /// Shorter prefixes are not cached.
        const MIN_CACHED: u64 = 4096;
        let all = before.all_input();
        all >= MIN_CACHED && self.all_input() >= all / 2 && self.cache_read < all / 2
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.input += other.input;
        self.cache_write += other.cache_write;
        self.cache_read += other.cache_read;
        self.output += other.output;
    }
}

/// A tool, by the name that the host has for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// The program whose output it is, for commands whose results may be converted, such as `gh api`.
    pub program: Option<String>,
}

/// How a result left the input of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Left {
    /// The conversation was compacted, or the host cleared the result.
    Compaction,
    /// The user went back to an earlier message.
    Rewind,
    /// The conversation ended.
    End,
}

/// How many forms of a result are compared.
pub const FORMS: usize = 3;

/// How much a result takes, as [inspected](Inspector).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// In tokens, as the model saw it.
    pub tokens: u64,
    /// In tokens, in each form that would have been sent instead, including an explanation.
    pub forms: [u64; FORMS],
    /// The part for explanations.
    pub explanations: [u64; FORMS],
    /// Whether it is JSON.
    pub is_json: bool,
    /// Whether the forms are estimated from other results of the tool.
    pub is_estimated: bool,
}

/// A result of a tool.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// The host's identifier of the call of the tool.
    pub id: String,
    /// The tool.
    pub tool: Arc<Tool>,
    /// The length of the text that the model saw.
    pub bytes: u64,
    /// What an [`Inspector`] found.
    pub sizes: Sizes,
    /// The number of calls of the model that carried it.
    pub carried: u64,
    /// The number of these that had to write it to the cache: the first, and each after a pause that was
    /// longer than the life of the cache.
    pub writes: u64,
    /// Why it was not carried any longer.
    pub left: Left,
    /// The day, since 1970.
    pub day: i64,
    /// Whether it has been counted in another chain, of which this one is a continuation.
    pub is_copy: bool,
}

impl ToolResult {
    /// A result at a time, in milliseconds since 1970, that no call has carried yet.
    pub(super) fn new(id: &str, tool: Arc<Tool>, text: &str, sizes: Sizes, time: i64) -> Self {
        ToolResult {
            id: id.to_owned(),
            tool,
            bytes: text.len() as u64,
            sizes,
            carried: 0,
            writes: 0,
            left: Left::End,
            day: time.div_euclid(time::DAY),
            is_copy: false,
        }
    }
}

/// How the input of calls grew by results, which shows how many tokens the model counts for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// In tokens of the model.
    pub usage: u64,
    /// In tokens as the [`Inspector`] counts them.
    pub results: u64,
}

impl Growth {
    /// Adds a step from one call to the next, between which there is nothing but `results`.
    pub(super) fn add(&mut self, before: &Usage, after: &Usage, results: u64) {
        /// In shorter results, the names around them count.
        const MIN_TOKENS: u64 = 100;
        let usage = after.all_input().saturating_sub(before.all_input() + before.output);
        // Otherwise, something has been left out or added that the transcript does not have.
        let is_plausible = usage * 3 >= results && usage <= results * 4;
        if before.all_input() > 0 && results >= MIN_TOKENS && is_plausible {
            self.usage += usage;
            self.results += results;
        }
    }
}

impl AddAssign for Growth {
    fn add_assign(&mut self, other: Growth) {
        self.usage += other.usage;
        self.results += other.results;
    }
}

/// A conversation of a model.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The host.
    pub host: Host,
    /// The host's identifier of the session.
    pub session: String,
    /// The sub-agent, if it is the conversation of one.
    pub agent: Option<String>,
    /// The number of calls of the model.
    pub calls: u64,
    /// What they took. `None` if the host does not record input.
    pub usage: Option<Usage>,
    /// Calls and what they took, by day since 1970.
    pub days: BTreeMap<i64, (u64, Usage)>,
    /// How often each tool was called.
    pub uses: HashMap<Arc<Tool>, u64>,
    /// The results of tools, in the order in which they were read.
    pub results: Vec<ToolResult>,
    /// How results made the input grow.
    pub growth: Growth,
}

impl Chain {
    pub(super) fn new(host: Host, session: String, agent: Option<String>) -> Self {
        Chain {
            host,
            session,
            agent,
            calls: 0,
            usage: None,
            days: BTreeMap::new(),
            uses: HashMap::new(),
            results: Vec::new(),
            growth: Growth::default(),
        }
    }

    pub(super) fn add_call(&mut self, usage: Option<Usage>, time: i64) {
        self.calls += 1;
        let day = self.days.entry(time.div_euclid(time::DAY)).or_default();
        day.0 += 1;
        if let Some(usage) = usage {
            day.1 += usage;
            *self.usage.get_or_insert_default() += usage;
        }
    }
}

/// A result, while it is read.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The host.
    pub host: Host,
    /// The tool.
    pub tool: &'a Tool,
    /// The arguments of its call, if they are not too long.
    pub input: Option<&'a RawValue>,
    /// The text that the model saw.
    pub text: &'a str,
    /// Whether it is an error.
    pub is_error: bool,
}

/// Looks at the texts of results, in the order of each chain.
pub trait Inspector {
    /// A result.
    fn inspect(&mut self, result: &Shown<'_>) -> Sizes;
    /// The next result is the first of a chain, or the first after a compaction.
    fn forget(&mut self) {}
    /// Bytes of files have been read.
    fn read(&mut self, _bytes: u64) {}
    /// Names a tool, given the arguments of its call.
    fn name(&mut self, _host: Host, name: &str, _input: Option<&RawValue>) -> Tool {
        Tool { name: name.to_owned(), program: None }
    }
}

/// Which transcripts are read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only calls since this time, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Only sessions in this folder or below.
    pub project: Option<PathBuf>,
}

/// What was read of a host.
#[derive(Clone, Debug, Default)]
pub struct Transcripts {
    /// The conversations.
    pub chains: Vec<Chain>,
    /// Files that were read.
    pub files: u64,
    /// Their length.
    pub bytes: u64,
    /// Lines and files that could not be read: too long, cut off, not JSON, or not in UTF-8.
    pub unreadable: u64,
    /// Records of a kind that is not known.
    pub unknown: u64,
}

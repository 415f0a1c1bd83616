//! What all readers of transcripts need.

use super::model::{Inspector, Selection, Shown, Sizes, Tool, Transcripts};
use crate::host::Host;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

/// What all readers need.
pub(super) struct Context<'a> {
    pub(super) host: Host,
    pub(super) selection: &'a Selection,
    pub(super) inspector: &'a mut dyn Inspector,
    pub(super) found: Transcripts,
    tools: HashMap<Tool, Arc<Tool>>,
    /// Hashes of the identifiers of calls and results that have been counted.
    seen: HashSet<u64>,
}

impl<'a> Context<'a> {
    pub(super) fn new(host: Host, selection: &'a Selection, inspector: &'a mut dyn Inspector) -> Self {
        let found = Transcripts::default();
        Context { host, selection, inspector, found, tools: HashMap::new(), seen: HashSet::new() }
    }

    /// Whether this is the first time that a call or result with this identifier is read.
    pub(super) fn is_new(&mut self, kind: &str, id: &str) -> bool {
        self.seen.insert(hash(&(kind, id)))
    }

    pub(super) fn tool(&mut self, name: &str, input: Option<&RawValue>) -> Arc<Tool> {
        let tool = self.inspector.name(self.host, name, input);
        self.tools.entry(tool).or_insert_with_key(|tool| Arc::new(tool.clone())).clone()
    }

    pub(super) fn inspect(
        &mut self,
        tool: &Tool,
        input: Option<&RawValue>,
        text: &str,
        is_error: bool,
    ) -> Sizes {
        self.inspector.inspect(&Shown { host: self.host, tool, input, text, is_error })
    }

    pub(super) fn is_in_period(&self, time: i64) -> bool {
        self.selection.since.is_none_or(|since| time >= since)
    }

    pub(super) fn is_in_project(&self, folder: &str) -> bool {
        self.selection.project.as_ref().is_none_or(|project| Path::new(folder).starts_with(project))
    }

    /// Notes that a file has been read.
    pub(super) fn add_file(&mut self, bytes: u64) {
        self.found.files += 1;
        self.found.bytes += bytes;
        self.inspector.read(bytes);
    }
}

pub(super) fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Inputs of tools that are longer are not kept until the result comes.
const MAX_INPUT: usize = 16 << 10;

/// Keeps the arguments of a call.
pub(super) fn kept(input: Option<&RawValue>) -> Option<Box<RawValue>> {
    input.filter(|input| input.get().len() <= MAX_INPUT).map(ToOwned::to_owned)
}

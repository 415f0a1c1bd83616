//! Builds the chain of a conversation that is a list of messages.

use super::context::{Context, hash, kept};
use super::model::{Chain, Left, Tool, ToolResult, Usage};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::Arc;

struct Call {
    usage: Option<Usage>,
    time: i64,
    /// Whether it has been read from another file already.
    is_copy: bool,
    /// Whether anything but results came before it.
    has_other_input: bool,
}

struct Open {
    result: ToolResult,
    /// The hash of the text, which shows whether a later record changes it.
    text: u64,
    time: i64,
    /// The calls that carried it are those from here …
    start: usize,
    /// … to here, or to the last.
    end: Option<usize>,
}

struct Use {
    tool: Arc<Tool>,
    input: Option<Box<RawValue>>,
}

/// A chain while it is read.
pub(super) struct Linear {
    chain: Chain,
    calls: Vec<Call>,
    results: Vec<Open>,
    /// The places of results, by the hash of their identifiers.
    places: HashMap<u64, usize>,
    uses: HashMap<u64, Use>,
    has_other_input: bool,
}

impl Linear {
    pub(super) fn new(chain: Chain, context: &mut Context<'_>) -> Self {
        context.inspector.forget();
        Linear {
            chain,
            calls: Vec::new(),
            results: Vec::new(),
            places: HashMap::new(),
            uses: HashMap::new(),
            has_other_input: true,
        }
    }

    /// The number of calls so far.
    pub(super) fn calls(&self) -> usize {
        self.calls.len()
    }

    /// A call of the model. A copy is not counted.
    pub(super) fn call(&mut self, time: i64, usage: Option<Usage>, is_copy: bool) {
        let has_other_input = std::mem::take(&mut self.has_other_input);
        self.calls.push(Call { usage, time, is_copy, has_other_input });
    }

    /// Sets what the call at this place took.
    pub(super) fn set_usage(&mut self, place: usize, usage: Usage) {
        if let Some(call) = self.calls.get_mut(place) {
            call.usage = Some(usage);
        }
    }

    /// Adds to what the last call took.
    pub(super) fn add_usage(&mut self, usage: Usage) {
        if let Some(call) = self.calls.last_mut() {
            *call.usage.get_or_insert_default() += usage;
        }
    }

    /// The model gets more than results.
    pub(super) fn other_input(&mut self) {
        self.has_other_input = true;
    }

    /// The model calls a tool.
    pub(super) fn call_tool(
        &mut self,
        context: &mut Context<'_>,
        id: &str,
        name: &str,
        input: Option<&RawValue>,
    ) {
        let place = hash(id);
        if self.uses.contains_key(&place) {
            return;
        }
        let tool = context.tool(name, input);
        if context.is_new("use", id) {
            *self.chain.uses.entry(tool.clone()).or_default() += 1;
        }
        self.uses.insert(place, Use { tool, input: kept(input) });
    }

    /// A result, which the calls from `start` on carry. The same one again replaces it.
    pub(super) fn result(
        &mut self,
        context: &mut Context<'_>,
        id: &str,
        text: &str,
        is_error: bool,
        time: i64,
        start: usize,
    ) {
        let place = hash(id);
        let known = self.places.get(&place).copied();
        let text_hash = hash(text);
        if known.and_then(|known| self.results.get(known)).is_some_and(|known| known.text == text_hash) {
            return;
        }
        let (tool, input) = match self.uses.get_mut(&place) {
            Some(tool_use) => (tool_use.tool.clone(), tool_use.input.as_deref()),
            None => (context.tool("unknown", None), None),
        };
        let is_copy = known.is_none() && !context.is_new("result", id);
        let sizes = context.inspect(&tool, input, text, is_error);
        let result = ToolResult { is_copy, ..ToolResult::new(id, tool, text, sizes, time) };
        let mut open = Open { result, text: text_hash, time, start, end: None };
        if let Some(known) = known.and_then(|known| self.results.get_mut(known)) {
            (open.result.is_copy, open.start) = (known.result.is_copy, known.start);
            *known = open;
        } else {
            self.places.insert(place, self.results.len());
            self.results.push(open);
        }
    }

    /// Later calls do not carry these results any longer.
    pub(super) fn leave(&mut self, left: Left, mut does_leave: impl FnMut(&ToolResult, usize) -> bool) {
        let end = self.calls.len();
        for open in &mut self.results {
            if open.end.is_none() && does_leave(&open.result, open.start) {
                open.end = Some(end);
                open.result.left = left;
            }
        }
    }

    /// Ends the carrying of a result at a time.
    pub(super) fn cleared(&mut self, id: &str, time: i64) {
        let end = self.calls.iter().position(|call| call.time >= time).unwrap_or(self.calls.len());
        if let Some(open) = self.places.get(&hash(id)).and_then(|place| self.results.get_mut(*place)) {
            open.end = Some(end.max(open.start));
            open.result.left = Left::Compaction;
        }
    }

    /// Adds the chain to those that were found.
    pub(super) fn finish(mut self, context: &mut Context<'_>) {
        // For each call, how many before it count, and how many of these wrote their input anew.
        let mut sums = vec![[0_u64; 2]];
        let counts: Vec<bool> =
            self.calls.iter().map(|call| !call.is_copy && context.is_in_period(call.time)).collect();
        let mut before: Option<Usage> = None;
        for (call, &counts) in self.calls.iter().zip(&counts) {
            let rewrites = match (&before, &call.usage) {
                (Some(before), Some(usage)) => usage.rewrites(before),
                _ => false,
            };
            let [calls, rewriting] = sums.last().copied().unwrap_or_default();
            sums.push([calls + u64::from(counts), rewriting + u64::from(counts && rewrites)]);
            before = call.usage;
            if counts {
                self.chain.add_call(call.usage, call.time);
            }
        }
        let mut tokens_before = vec![0; self.calls.len() + 1];
        for mut open in self.results {
            let end = open.end.unwrap_or(self.calls.len()).max(open.start);
            let at = |place: usize| sums.get(place).copied().unwrap_or_default();
            let ([from, _], [to, rewritten]) = (at(open.start), at(end));
            let is_first_counted = open.start < end && counts.get(open.start).copied().unwrap_or_default();
            open.result.carried = to - from;
            let later = if end > open.start { rewritten - at(open.start + 1)[1] } else { 0 };
            open.result.writes = u64::from(is_first_counted) + later;
            if let Some(tokens) = tokens_before.get_mut(open.start) {
                *tokens += open.result.sizes.tokens;
            }
            let counts = !open.result.is_copy && context.is_in_period(open.time);
            if counts || open.result.carried > 0 {
                self.chain.results.push(open.result);
            }
        }
        for (place, pair) in self.calls.windows(2).enumerate() {
            if let [Call { usage: Some(before), .. }, Call { usage: Some(after), has_other_input: false, .. }] =
                pair
                && let Some(tokens) = tokens_before.get(place + 1)
            {
                self.chain.growth.add(before, after, *tokens);
            }
        }
        context.found.chains.push(self.chain);
    }
}

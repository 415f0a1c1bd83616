//! Claude Code.
//!
//! A message is several lines, one per content block, and lines form a tree, in which a result is a child of
//! the line with its own call. So a result belongs to the message that called the tool, and is carried by all
//! messages that have a line of that message among their ancestors. Files of resumed sessions repeat lines of
//! others, so there is one tree for all files.

use super::context::{Context, hash, kept};
use super::lenient::{Count, Text, part, text_of};
use super::lines;
use super::model::{Chain, Left, Tool, ToolResult, Usage};
use crate::time;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    subtype: Text<'a>,
    #[serde(borrow, default)]
    uuid: Text<'a>,
    #[serde(borrow, default)]
    parent_uuid: Text<'a>,
    #[serde(borrow, default)]
    logical_parent_uuid: Text<'a>,
    #[serde(borrow, default)]
    session_id: Text<'a>,
    #[serde(borrow, default)]
    agent_id: Text<'a>,
    #[serde(borrow, default)]
    cwd: Text<'a>,
    #[serde(borrow, default)]
    timestamp: Text<'a>,
    #[serde(borrow)]
    is_sidechain: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    model: Text<'a>,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    name: Text<'a>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_use_id: Text<'a>,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    is_error: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MessageUsage {
    #[serde(rename = "input_tokens")]
    input: Count,
    #[serde(rename = "cache_creation_input_tokens")]
    cache_write: Count,
    #[serde(rename = "cache_read_input_tokens")]
    cache_read: Count,
    #[serde(rename = "output_tokens")]
    output: Count,
}

impl From<MessageUsage> for Usage {
    fn from(usage: MessageUsage) -> Self {
        Usage {
            input: usage.input.get(),
            cache_write: usage.cache_write.get(),
            cache_read: usage.cache_read.get(),
            output: usage.output.get(),
        }
    }
}

/// Kinds of lines that are not part of the conversation.
const OTHERS: [&str; 14] = [
    "agent-name",
    "attachment",
    "custom-title",
    "file-history-snapshot",
    "last-prompt",
    "mode",
    "permission-mode",
    "pr-link",
    "progress",
    "queue-operation",
    "summary",
    "system",
    "tag",
    "worktree-state",
];

/// A place in a list, of which there are fewer than that.
type Place = u32;

/// A line in the tree.
struct Node {
    /// The hash of the identifier of its parent, or 0.
    parent: u64,
    message: Option<Place>,
    /// Whether the model got more than results with it.
    is_other_input: bool,
}

/// A message of the model, which is a call.
struct Call {
    chain: usize,
    /// The parent of its first line.
    above: u64,
    usage: Usage,
    time: i64,
    counts: bool,
    was_compacted: bool,
}

struct Open {
    chain: usize,
    /// The message that called the tool, or the parent of the line of the result.
    call: Result<Place, u64>,
    result: ToolResult,
    time: i64,
}

struct Use {
    tool: Arc<Tool>,
    input: Option<Box<RawValue>>,
    call: Place,
}

/// A file while it is read.
struct File {
    /// The hash of the identifier of its last line.
    last: u64,
    /// Whether it belongs to the project. The conversation goes on if the model changes the folder.
    is_in_project: bool,
}

#[derive(Default)]
struct Tree {
    chains: Vec<Chain>,
    chain_places: HashMap<u64, usize>,
    nodes: HashMap<u64, Node>,
    calls: Vec<Call>,
    call_places: HashMap<u64, Place>,
    uses: HashMap<u64, Use>,
    results: Vec<Open>,
    /// Hashes of the last lines before compactions.
    compacted: Vec<u64>,
}

pub(super) fn read(files: &[(PathBuf, u64)], context: &mut Context<'_>) {
    let mut tree = Tree::default();
    for (path, bytes) in files {
        context.inspector.forget();
        let mut file = File { last: 0, is_in_project: context.selection.project.is_none() };
        let read = lines::read(path, |line| match serde_json::from_str(line) {
            Ok(line) => tree.add(&line, context, &mut file),
            Err(_) => context.found.unreadable += 1,
        });
        context.found.unreadable += read.unwrap_or(1);
        context.add_file(*bytes);
    }
    tree.finish(context);
}

fn id_of(text: &Text<'_>) -> u64 {
    if text.get().is_empty() { 0 } else { hash(text.get()).max(1) }
}

fn is_true(json: Option<&RawValue>) -> bool {
    json.is_some_and(|json| json.get() == "true")
}

impl Tree {
    /// Adds a line of a file.
    fn add(&mut self, line: &Line<'_>, context: &mut Context<'_>, file: &mut File) {
        file.is_in_project = file.is_in_project || context.is_in_project(line.cwd.get());
        if !file.is_in_project {
            return;
        }
        let (uuid, parent) = (id_of(&line.uuid), id_of(&line.parent_uuid));
        let mut node = Node { parent, message: None, is_other_input: false };
        match line.kind.get() {
            "assistant" => node.message = self.add_message(line, context),
            "user" => node.is_other_input = !self.add_results(line, context),
            "system" if line.subtype.get() == "compact_boundary" => {
                let before = id_of(&line.logical_parent_uuid);
                self.compacted.push(if before == 0 { file.last } else { before });
                context.inspector.forget();
            }
            "attachment" => node.is_other_input = true,
            kind if OTHERS.contains(&kind) => {}
            _ => context.found.unknown += 1,
        }
        if uuid != 0 {
            file.last = uuid;
            let known = self.nodes.entry(uuid).or_insert(node);
            // A copy may have lost its parent.
            if known.parent == 0 {
                known.parent = parent;
            }
        }
    }

    fn chain(&mut self, line: &Line<'_>, context: &Context<'_>) -> usize {
        let agent = match line.agent_id.get() {
            "" => is_true(line.is_sidechain).then_some("sidechain"),
            agent => Some(agent),
        };
        let session = line.session_id.get();
        *self.chain_places.entry(hash(&(session, agent))).or_insert_with(|| {
            self.chains.push(Chain::new(context.host, session.to_owned(), agent.map(ToOwned::to_owned)));
            self.chains.len() - 1
        })
    }

    fn add_message(&mut self, line: &Line<'_>, context: &mut Context<'_>) -> Option<Place> {
        let message: Message<'_> = part(line.message)?;
        if message.model.get() == "<synthetic>" {
            return None;
        }
        let chain = self.chain(line, context);
        let usage = part::<MessageUsage>(message.usage).unwrap_or_default().into();
        let id = if message.id.get().is_empty() { line.uuid.get() } else { message.id.get() };
        let next = Place::try_from(self.calls.len()).ok()?;
        let place = *self.call_places.entry(hash(id)).or_insert(next);
        if place == next {
            let time = time::parse(line.timestamp.get()).unwrap_or_default();
            self.calls.push(Call {
                chain,
                above: id_of(&line.parent_uuid),
                usage,
                time,
                counts: context.is_in_period(time),
                was_compacted: false,
            });
        } else if let Some(call) = self.calls.get_mut(place as usize) {
            call.usage = call.usage.max(usage);
        }
        let blocks: Vec<Block<'_>> = part(message.content).unwrap_or_default();
        for block in blocks.iter().filter(|block| block.kind.get() == "tool_use") {
            if context.is_new("use", block.id.get()) {
                let tool = context.tool(block.name.get(), block.input);
                if let Some(chain) = self.chains.get_mut(chain) {
                    *chain.uses.entry(tool.clone()).or_default() += 1;
                }
                let known = Use { tool, input: kept(block.input), call: place };
                self.uses.insert(hash(block.id.get()), known);
            }
        }
        Some(place)
    }

    /// Adds the results in a line, and returns whether there is nothing else in it.
    fn add_results(&mut self, line: &Line<'_>, context: &mut Context<'_>) -> bool {
        let Some(message) = part::<Message<'_>>(line.message) else { return false };
        let Some(blocks) = part::<Vec<Block<'_>>>(message.content) else { return false };
        for block in blocks.iter().filter(|block| block.kind.get() == "tool_result") {
            let id = block.tool_use_id.get();
            if !context.is_new("result", id) {
                continue;
            }
            let chain = self.chain(line, context);
            let (tool, input, call) = match self.uses.remove(&hash(id)) {
                Some(Use { tool, input, call }) => (tool, input, Ok(call)),
                None => (context.tool("unknown", None), None, Err(id_of(&line.parent_uuid))),
            };
            let text = text_of(block.content);
            let sizes = context.inspect(&tool, input.as_deref(), &text, is_true(block.is_error));
            let time = time::parse(line.timestamp.get()).unwrap_or_default();
            let result = ToolResult::new(id, tool, &text, sizes, time);
            self.results.push(Open { chain, call, result, time });
        }
        !blocks.is_empty() && blocks.iter().all(|block| block.kind.get() == "tool_result")
    }

    /// The nearest message at or above a line, other than `not`, and whether there is anything but results
    /// between them.
    fn message_above(&self, mut uuid: u64, not: Option<Place>) -> Option<(Place, bool)> {
        let mut has_other_input = false;
        // In a tree this ends at the root, but the file may say otherwise.
        for _ in 0..=self.nodes.len() {
            let node = self.nodes.get(&uuid)?;
            match node.message {
                Some(message) if Some(message) != not => return Some((message, has_other_input)),
                _ => uuid = node.parent,
            }
            has_other_input |= node.is_other_input;
        }
        None
    }

    fn finish(mut self, context: &mut Context<'_>) {
        let parents: Vec<Option<(Place, bool)>> =
            (0..).zip(&self.calls).map(|(place, call)| self.message_above(call.above, Some(place))).collect();
        self.mark_compacted(&parents);
        let carriers = self.carriers(&parents);
        let mut results_of = vec![0; self.calls.len()];
        for open in std::mem::take(&mut self.results) {
            let Open { chain, call, mut result, time } = open;
            let call = call.or_else(|above| self.message_above(above, None).map(|(call, _)| call).ok_or(()));
            if let Ok(call) = call.map(|call| call as usize) {
                let carriers = carriers.get(call).copied().unwrap_or_default();
                (result.carried, result.writes) = (carriers.calls, carriers.writes);
                if self.calls.get(call).is_some_and(|call| call.was_compacted) {
                    result.left = Left::Compaction;
                }
                if let Some(tokens) = results_of.get_mut(call) {
                    *tokens += result.sizes.tokens;
                }
            }
            let counts = context.is_in_period(time) || result.carried > 0;
            if let Some(chain) = self.chains.get_mut(chain).filter(|_| counts) {
                chain.results.push(result);
            }
        }
        for (call, parent) in self.calls.iter().zip(&parents) {
            let Some(chain) = self.chains.get_mut(call.chain) else { continue };
            if call.counts {
                chain.add_call(Some(call.usage), call.time);
            }
            if let Some((parent, false)) = parent
                && let Some(before) = self.calls.get(*parent as usize)
                && let Some(tokens) = results_of.get(*parent as usize)
            {
                chain.growth.add(&before.usage, &call.usage, *tokens);
            }
        }
        context.found.chains = self.chains;
    }

    /// Marks the messages that were part of a conversation when it was compacted.
    fn mark_compacted(&mut self, parents: &[Option<(Place, bool)>]) {
        for line in &self.compacted {
            let mut above = self.message_above(*line, None).map(|(call, _)| call);
            while let Some(call) = above.and_then(|call| self.calls.get_mut(call as usize)) {
                if std::mem::replace(&mut call.was_compacted, true) {
                    break;
                }
                above = above
                    .and_then(|call| parents.get(call as usize).copied().flatten())
                    .map(|(call, _)| call);
            }
        }
    }

    /// For each message, those below it.
    fn carriers(&self, parents: &[Option<(Place, bool)>]) -> Vec<Carriers> {
        let parent = |call: usize| parents.get(call).copied().flatten().map(|(parent, _)| parent as usize);
        let mut children = vec![0_u32; self.calls.len()];
        let mut first = vec![None; self.calls.len()];
        for call in 0..self.calls.len() {
            if let Some(parent) = parent(call)
                && let (Some(children), Some(first)) = (children.get_mut(parent), first.get_mut(parent))
            {
                *children += 1;
                first.get_or_insert(call);
            }
        }
        let rewrites = |call: usize| {
            let before = parent(call).and_then(|parent| self.calls.get(parent));
            before.zip(self.calls.get(call)).is_some_and(|(before, call)| call.usage.rewrites(&before.usage))
        };
        let counts = |call: usize| self.calls.get(call).is_some_and(|call| call.counts);
        // From the leaves up. What is part of a cycle is never reached.
        let mut carriers = vec![Carriers::default(); self.calls.len()];
        let mut ready: Vec<usize> =
            (0..self.calls.len()).filter(|call| children.get(*call) == Some(&0)).collect();
        while let Some(call) = ready.pop() {
            let below = carriers.get(call).copied().unwrap_or_default();
            if let Some(parent) = parent(call)
                && let (Some(above), Some(children)) = (carriers.get_mut(parent), children.get_mut(parent))
            {
                above.calls += below.calls + u64::from(counts(call));
                above.rewrites += below.rewrites + u64::from(counts(call) && rewrites(call));
                *children -= 1;
                if *children == 0 {
                    ready.push(parent);
                }
            }
        }
        for (carriers, first) in carriers.iter_mut().zip(first) {
            if let Some(first) = first.filter(|first| counts(*first)) {
                carriers.writes = carriers.rewrites + u64::from(!rewrites(first));
            } else {
                carriers.writes = carriers.rewrites;
            }
            // Below a cycle, calls are not counted.
            carriers.writes = carriers.writes.min(carriers.calls);
        }
        carriers
    }
}

/// The calls that carry the results of a message.
#[derive(Clone, Copy, Default)]
struct Carriers {
    calls: u64,
    /// Those that wrote their input anew to the cache.
    rewrites: u64,
    /// Those that wrote the results to the cache.
    writes: u64,
}

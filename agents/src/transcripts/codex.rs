//! Codex.
//!
//! There is no record of a call of the model: it is a run of items of the model between results and messages
//! of the user.

use super::context::Context;
use super::lenient::{Count, Text, part, text_of};
use super::linear::Linear;
use super::lines;
use super::model::{Chain, Left, Usage};
use crate::time;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    timestamp: Text<'a>,
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Payload<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    cwd: Text<'a>,
    #[serde(borrow)]
    source: Option<&'a RawValue>,
    #[serde(borrow, default)]
    role: Text<'a>,
    #[serde(borrow, default)]
    name: Text<'a>,
    #[serde(borrow, default)]
    arguments: Text<'a>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    action: Option<&'a RawValue>,
    #[serde(borrow, default)]
    call_id: Text<'a>,
    #[serde(borrow)]
    output: Option<&'a RawValue>,
    #[serde(borrow)]
    info: Option<&'a RawValue>,
    #[serde(borrow)]
    replacement_history: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Info<'a> {
    #[serde(borrow)]
    total_token_usage: Option<&'a RawValue>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct Total {
    #[serde(rename = "input_tokens")]
    input: Count,
    #[serde(rename = "cached_input_tokens")]
    cached: Count,
    #[serde(rename = "output_tokens")]
    output: Count,
}

impl Total {
    /// What was added since `before`. The total begins anew in a session that is resumed.
    fn since(self, before: Total) -> Usage {
        let is_reset = self.input.get() < before.input.get();
        let before = if is_reset { Total::default() } else { before };
        let [input, cached, output] =
            [[self.input, before.input], [self.cached, before.cached], [self.output, before.output]]
                .map(|[now, before]| now.get().saturating_sub(before.get()));
        Usage { input: input.saturating_sub(cached), cache_write: 0, cache_read: cached, output }
    }
}

/// Records of which the model sees nothing, or that repeat others.
const OTHERS: [&str; 6] = [
    "turn_context",
    "world_state",
    "token_usage_record",
    "inter_agent_item",
    "ghost_snapshot",
    "session_state",
];

pub(super) fn read(files: &[(PathBuf, u64)], context: &mut Context<'_>) {
    for (path, bytes) in files {
        // Newer versions compress old files.
        if path.extension() == Some(OsStr::new("jsonl")) {
            read_file(path, context);
        } else {
            context.found.unreadable += 1;
        }
        context.add_file(*bytes);
    }
}

struct Rollout {
    chain: Linear,
    total: Total,
    /// Whether the last item was one of the model.
    is_in_call: bool,
    is_in_project: bool,
}

fn read_file(path: &Path, context: &mut Context<'_>) {
    let mut rollout: Option<Rollout> = None;
    let read = lines::read(path, |line| {
        let Ok(line) = serde_json::from_str::<Line<'_>>(line) else {
            context.found.unreadable += 1;
            return;
        };
        let Some(payload) = part::<Payload<'_>>(line.payload) else {
            context.found.unknown += 1;
            return;
        };
        if line.kind.get() == "session_meta" && rollout.is_none() {
            // The source of a sub-agent is an object.
            let agent = payload.source.filter(|source| source.get().starts_with('{'));
            let id = payload.id.get().to_owned();
            let agent = agent.map(|_| id.clone());
            let chain = Linear::new(Chain::new(context.host, id, agent), context);
            let is_in_project = context.is_in_project(payload.cwd.get());
            rollout = Some(Rollout { chain, total: Total::default(), is_in_call: false, is_in_project });
            return;
        }
        let rollout = rollout.get_or_insert_with(|| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let chain = Linear::new(Chain::new(context.host, name, None), context);
            let is_in_project = context.selection.project.is_none();
            Rollout { chain, total: Total::default(), is_in_call: false, is_in_project }
        });
        if rollout.is_in_project {
            rollout.add(&line, &payload, context);
        }
    });
    context.found.unreadable += read.unwrap_or(1);
    if let Some(rollout) = rollout.filter(|rollout| rollout.is_in_project) {
        rollout.chain.finish(context);
    }
}

impl Rollout {
    fn add(&mut self, line: &Line<'_>, payload: &Payload<'_>, context: &mut Context<'_>) {
        let time = time::parse(line.timestamp.get()).unwrap_or_default();
        match (line.kind.get(), payload.kind.get()) {
            ("response_item", kind) => self.add_item(kind, payload, time, context),
            ("event_msg", "token_count") => self.add_total(line, payload, context),
            ("event_msg" | "session_meta", _) => {}
            ("compacted", _) => {
                let history: Vec<Payload<'_>> = part(payload.replacement_history).unwrap_or_default();
                let kept: HashSet<&str> = history.iter().map(|item| item.call_id.get()).collect();
                self.chain.leave(Left::Compaction, |result, _| !kept.contains(result.id.as_str()));
                self.chain.other_input();
                self.is_in_call = false;
                context.inspector.forget();
            }
            (kind, _) if OTHERS.contains(&kind) => {}
            _ => context.found.unknown += 1,
        }
    }

    fn add_item(&mut self, kind: &str, payload: &Payload<'_>, time: i64, context: &mut Context<'_>) {
        let is_result = kind.ends_with("_call_output") || kind == "tool_search_output";
        let is_of_model = kind == "reasoning"
            || kind.ends_with("_call")
            || kind == "message" && payload.role.get() == "assistant";
        if is_result {
            self.is_in_call = false;
            let text = output_of(payload.output);
            let start = self.chain.calls();
            self.chain.result(context, payload.call_id.get(), &text, false, time, start);
        } else if is_of_model {
            let id = payload.call_id.get();
            if !std::mem::replace(&mut self.is_in_call, true) {
                let is_copy = !id.is_empty() && !context.is_new("call", id);
                self.chain.call(time, None, is_copy);
            }
            if !id.is_empty() {
                let arguments: Option<Box<RawValue>> = serde_json::from_str(payload.arguments.get()).ok();
                let input = arguments.as_deref().or(payload.input).or(payload.action);
                let name = if payload.name.get().is_empty() { kind } else { payload.name.get() };
                self.chain.call_tool(context, id, name, input);
            }
        } else if kind == "message" {
            self.is_in_call = false;
            self.chain.other_input();
        } else if !OTHERS.contains(&kind) {
            context.found.unknown += 1;
        }
    }

    fn add_total(&mut self, line: &Line<'_>, payload: &Payload<'_>, context: &mut Context<'_>) {
        let info: Option<Info<'_>> = part(payload.info);
        let Some(total) = info.and_then(|info| part::<Total>(info.total_token_usage)) else { return };
        let usage = total.since(self.total);
        self.total = total;
        // A session that continues another repeats its events.
        let id = format!("{} {} {}", line.timestamp.get(), total.input.get(), total.output.get());
        if context.is_new("total", &id) {
            self.chain.add_usage(usage);
        }
    }
}

/// The text of an output, also in the shape that older versions wrote.
fn output_of(output: Option<&RawValue>) -> std::borrow::Cow<'_, str> {
    #[derive(Deserialize)]
    struct Older<'a> {
        #[serde(borrow)]
        content: Option<&'a RawValue>,
    }
    match part::<Older<'_>>(output) {
        Some(Older { content: Some(content) }) => text_of(Some(content)),
        _ => text_of(output),
    }
}

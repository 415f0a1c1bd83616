//! Reads a session, wherever it is kept.

use crate::transcripts::context::Context;
use crate::transcripts::lenient::{self, Count, Text, part, text_of};
use crate::transcripts::linear::Linear;
use crate::transcripts::model::{Chain, Usage};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A session, from a file or a database.
pub(super) struct Session<'a> {
    pub(super) id: &'a str,
    pub(super) parent: &'a str,
    pub(super) directory: &'a str,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    role: Text<'a>,
    #[serde(borrow)]
    time: Option<&'a RawValue>,
    #[serde(borrow)]
    tokens: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Times {
    created: Count,
    start: Count,
    end: Count,
    compacted: Count,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Tokens {
    input: Count,
    output: Count,
    reasoning: Count,
    cache: Cache,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Cache {
    read: Count,
    write: Count,
}

impl From<Tokens> for Usage {
    fn from(tokens: Tokens) -> Self {
        Usage {
            input: tokens.input.get(),
            cache_write: tokens.cache.write.get(),
            cache_read: tokens.cache.read.get(),
            output: tokens.output.get() + tokens.reasoning.get(),
        }
    }
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Text<'a>,
    #[serde(borrow, rename = "callID", default)]
    call: Text<'a>,
    #[serde(borrow, default)]
    tool: Text<'a>,
    #[serde(borrow)]
    state: Option<&'a RawValue>,
    #[serde(borrow)]
    tokens: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct State<'a> {
    #[serde(borrow, default)]
    status: Text<'a>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    output: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(borrow)]
    time: Option<&'a RawValue>,
}

/// Adds a session with its messages, each an identifier and JSON, and their parts.
pub(super) fn add_session(
    session: &Session<'_>,
    messages: Vec<(String, String)>,
    mut parts_of: impl FnMut(&str) -> Vec<(String, String)>,
    context: &mut Context<'_>,
) {
    if !context.is_in_project(session.directory) {
        return;
    }
    let agent = (!session.parent.is_empty()).then(|| session.id.to_owned());
    let mut chain = Linear::new(Chain::new(context.host, session.id.to_owned(), agent), context);
    let mut order: Vec<(i64, String, String)> = Vec::new();
    for (id, json) in messages {
        match serde_json::from_str::<Message<'_>>(&json) {
            Ok(message) => {
                let created = part::<Times>(message.time).unwrap_or_default().created.get();
                order.push((i64::try_from(created).unwrap_or_default(), id, json));
            }
            Err(_) => context.found.unreadable += 1,
        }
    }
    order.sort();
    let mut cleared: Vec<(String, i64)> = Vec::new();
    for (time, id, json) in order {
        let Ok(message) = serde_json::from_str::<Message<'_>>(&json) else { continue };
        if message.role.get() != "assistant" {
            chain.other_input();
            continue;
        }
        let parts = parts_of(&id);
        let parts: Vec<Part<'_>> =
            parts.iter().filter_map(|(_, json)| serde_json::from_str(json).ok()).collect();
        let steps = parts.iter().filter(|part| part.kind.get() == "step-finish").count();
        let is_copy = !context.is_new("call", &id);
        // A message with one step has its tokens twice, and the parts of several steps add up.
        let usage = if steps > 1 { None } else { part::<Tokens>(message.tokens).map(Usage::from) };
        if steps <= 1 && (usage.is_some_and(|usage| usage != Usage::default()) || steps == 1) {
            chain.call(time, usage, is_copy);
        }
        let mut is_in_step = steps <= 1;
        for part in &parts {
            if !std::mem::replace(&mut is_in_step, true) {
                chain.call(time, None, is_copy);
            }
            match part.kind.get() {
                "tool" => cleared.extend(add_result(part, time, &mut chain, context)),
                "step-finish" if steps > 1 => {
                    chain.add_usage(lenient::part::<Tokens>(part.tokens).unwrap_or_default().into());
                    is_in_step = false;
                }
                _ => {}
            }
        }
    }
    for (id, time) in cleared {
        chain.cleared(&id, time);
    }
    chain.finish(context);
}

/// Adds the result of a tool, and returns when it was cleared, if it was.
fn add_result(
    tool: &Part<'_>,
    time: i64,
    chain: &mut Linear,
    context: &mut Context<'_>,
) -> Option<(String, i64)> {
    let id = tool.call.get();
    let state: State<'_> = part(tool.state)?;
    chain.call_tool(context, id, tool.tool.get(), state.input);
    let is_error = state.status.get() == "error";
    if !is_error && state.status.get() != "completed" {
        return None;
    }
    let times: Times = part(state.time).unwrap_or_default();
    let ended = times.end.0.or(times.start.0).and_then(|time| i64::try_from(time).ok());
    let text: Cow<'_, str> = text_of(state.output.or(state.error));
    let start = chain.calls();
    chain.result(context, id, &text, is_error, ended.unwrap_or(time), start);
    let cleared = times.compacted.0.and_then(|time| i64::try_from(time).ok())?;
    Some((id.to_owned(), cleared))
}

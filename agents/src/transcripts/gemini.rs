//! Gemini CLI.
//!
//! A file is a list of messages with corrections: a message with the same identifier replaces an earlier one,
//! `$set` with messages replaces all, and `$rewindTo` drops a message and those after it. Older versions
//! wrote a single JSON document.

use super::context::Context;
use super::lenient::{Count, Text, part, text_of};
use super::linear::Linear;
use super::lines;
use super::model::{Chain, Left, Usage};
use crate::time;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Documents that are longer are skipped, since they are read as a whole.
const MAX_DOCUMENT: u64 = 32 << 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record<'a> {
    #[serde(borrow, default)]
    session_id: Text<'a>,
    #[serde(borrow, default)]
    kind: Text<'a>,
    #[serde(borrow, rename = "$set")]
    set: Option<&'a RawValue>,
    #[serde(borrow, rename = "$rewindTo", default)]
    rewind_to: Text<'a>,
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, rename = "type", default)]
    role: Text<'a>,
    #[serde(borrow, default)]
    timestamp: Text<'a>,
    #[serde(borrow)]
    tokens: Option<&'a RawValue>,
    #[serde(borrow)]
    tool_calls: Option<&'a RawValue>,
    #[serde(borrow)]
    messages: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Tokens {
    input: Count,
    output: Count,
    cached: Count,
    thoughts: Count,
}

impl From<Tokens> for Usage {
    fn from(tokens: Tokens) -> Self {
        Usage {
            input: tokens.input.get().saturating_sub(tokens.cached.get()),
            cache_write: 0,
            cache_read: tokens.cached.get(),
            output: tokens.output.get() + tokens.thoughts.get(),
        }
    }
}

#[derive(Deserialize)]
struct ToolCall<'a> {
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    name: Text<'a>,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    #[serde(borrow)]
    function_response: Option<FunctionResponse<'a>>,
}

#[derive(Deserialize)]
struct FunctionResponse<'a> {
    #[serde(borrow)]
    response: Option<Response<'a>>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow)]
    output: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

pub(super) fn read(files: &[(PathBuf, u64)], context: &mut Context<'_>) {
    for (path, bytes) in files {
        if is_in_project(path, context) {
            let is_document = path.extension() == Some(OsStr::new("json"));
            if is_document {
                read_document(path, *bytes, context);
            } else {
                read_lines(path, context);
            }
        }
        context.add_file(*bytes);
    }
}

/// Whether a file in `tmp/<project>/chats` belongs to the project, whose folder is in a file or is the name.
fn is_in_project(path: &Path, context: &Context<'_>) -> bool {
    let Some(project) = &context.selection.project else { return true };
    let chats = path.ancestors().find(|folder| folder.file_name() == Some(OsStr::new("chats")));
    let Some(folder) = chats.and_then(Path::parent) else { return false };
    match std::fs::read_to_string(folder.join(".project_root")) {
        Ok(root) => context.is_in_project(root.trim()),
        Err(_) => folder.file_name() == project.file_name(),
    }
}

struct Chat {
    chain: Linear,
    /// The messages, in order, with the place of those that are calls.
    order: Vec<(String, Option<usize>)>,
    places: HashMap<String, usize>,
}

fn new_chat(path: &Path, record: Option<&Record<'_>>, context: &mut Context<'_>) -> Chat {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let session = record.map(|record| record.session_id.get()).filter(|session| !session.is_empty());
    let session = session.unwrap_or(&name).to_owned();
    let is_sub_agent = record.is_some_and(|record| record.kind.get() == "subagent");
    let agent = is_sub_agent.then(|| session.clone());
    let chain = Linear::new(Chain::new(context.host, session, agent), context);
    Chat { chain, order: Vec::new(), places: HashMap::new() }
}

fn read_lines(path: &Path, context: &mut Context<'_>) {
    let mut chat: Option<Chat> = None;
    let read = lines::read(path, |line| {
        let Ok(record) = serde_json::from_str::<Record<'_>>(line) else {
            context.found.unreadable += 1;
            return;
        };
        let chat = chat.get_or_insert_with(|| new_chat(path, Some(&record), context));
        chat.add(&record, context);
    });
    context.found.unreadable += read.unwrap_or(1);
    if let Some(chat) = chat {
        chat.chain.finish(context);
    }
}

fn read_document(path: &Path, bytes: u64, context: &mut Context<'_>) {
    let text = (bytes <= MAX_DOCUMENT).then(|| std::fs::read_to_string(path).ok()).flatten();
    let record = text.as_deref().and_then(|text| serde_json::from_str::<Record<'_>>(text).ok());
    let Some(record) = record else {
        context.found.unreadable += 1;
        return;
    };
    let mut chat = new_chat(path, Some(&record), context);
    for message in part::<Vec<Record<'_>>>(record.messages).unwrap_or_default() {
        chat.add(&message, context);
    }
    chat.chain.finish(context);
}

impl Chat {
    fn add(&mut self, record: &Record<'_>, context: &mut Context<'_>) {
        if let Some(set) = part::<Record<'_>>(record.set) {
            if let Some(messages) = part::<Vec<Record<'_>>>(set.messages) {
                self.rebuild(&messages, context);
            }
        } else if !record.rewind_to.get().is_empty() {
            self.rewind(record.rewind_to.get());
        } else if !record.id.get().is_empty() {
            self.add_message(record, context);
        } else if record.session_id.get().is_empty() {
            context.found.unknown += 1;
        }
    }

    fn add_message(&mut self, record: &Record<'_>, context: &mut Context<'_>) {
        let id = record.id.get();
        let place = *self.places.entry(id.to_owned()).or_insert_with(|| {
            self.order.push((id.to_owned(), None));
            if record.role.get() == "user" {
                self.chain.other_input();
            }
            self.order.len() - 1
        });
        if record.role.get() != "gemini" {
            return;
        }
        let time = time::parse(record.timestamp.get()).unwrap_or_default();
        let Some((_, call)) = self.order.get_mut(place) else { return };
        if let Some(tokens) = part::<Tokens>(record.tokens) {
            if let Some(call) = *call {
                self.chain.set_usage(call, tokens.into());
            } else {
                *call = Some(self.chain.calls());
                let is_copy = !context.is_new("call", id);
                self.chain.call(time, Some(tokens.into()), is_copy);
            }
        }
        let start = call.map_or(self.chain.calls(), |call| call + 1);
        for tool_call in part::<Vec<ToolCall<'_>>>(record.tool_calls).unwrap_or_default() {
            self.chain.call_tool(context, tool_call.id.get(), tool_call.name.get(), tool_call.args);
            let Some(parts) = part::<Vec<Part<'_>>>(tool_call.result) else { continue };
            let responses =
                || parts.iter().filter_map(|part| part.function_response.as_ref()?.response.as_ref());
            let texts: Vec<_> =
                responses().map(|response| text_of(response.output.or(response.error))).collect();
            let is_error = responses().any(|response| response.output.is_none() && response.error.is_some());
            if !texts.is_empty() {
                self.chain.result(context, tool_call.id.get(), &texts.join("\n"), is_error, time, start);
            }
        }
    }

    fn rewind(&mut self, id: &str) {
        let Some(place) = self.places.get(id).copied() else { return };
        let dropped = self.order.split_off(place);
        self.places.retain(|_, other| *other < place);
        // Results begin to be carried after their own call.
        let starts: HashSet<usize> =
            dropped.iter().filter_map(|(_, call)| call.map(|call| call + 1)).collect();
        self.chain.leave(Left::Rewind, |_, start| starts.contains(&start));
        self.chain.other_input();
    }

    fn rebuild(&mut self, messages: &[Record<'_>], context: &mut Context<'_>) {
        let kept: HashSet<String> = messages
            .iter()
            .flat_map(|message| part::<Vec<ToolCall<'_>>>(message.tool_calls).unwrap_or_default())
            .map(|tool_call| tool_call.id.get().to_owned())
            .collect();
        self.chain.leave(Left::Compaction, |result, _| !kept.contains(&result.id));
        self.chain.other_input();
        context.inspector.forget();
        let calls: HashMap<String, Option<usize>> = self.order.drain(..).collect();
        self.places.clear();
        for message in messages {
            let id = message.id.get().to_owned();
            let call = calls.get(&id).copied().flatten();
            // What is not new remains in its place.
            if call.is_some() || calls.contains_key(&id) {
                self.places.insert(id.clone(), self.order.len());
                self.order.push((id, call));
            }
            self.add_message(message, context);
        }
    }
}

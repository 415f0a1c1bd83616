//! Copilot CLI.

use super::context::Context;
use super::lenient::{Text, part, text_of};
use super::linear::Linear;
use super::lines;
use super::model::{Chain, Left};
use crate::time;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    timestamp: Text<'a>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    #[serde(borrow)]
    context: Option<&'a RawValue>,
    #[serde(borrow, default)]
    message_id: Text<'a>,
    #[serde(borrow)]
    tool_requests: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_call_id: Text<'a>,
    #[serde(borrow)]
    success: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Place<'a> {
    #[serde(borrow, default)]
    cwd: Text<'a>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow, rename = "toolCallId", default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    name: Text<'a>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Shown<'a> {
    #[serde(borrow)]
    content: Option<&'a RawValue>,
}

pub(super) fn read(files: &[(PathBuf, u64)], context: &mut Context<'_>) {
    for (path, bytes) in files {
        read_file(path, context);
        context.add_file(*bytes);
    }
}

fn read_file(path: &Path, context: &mut Context<'_>) {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let chain = Chain::new(context.host, folder.to_string_lossy().into_owned(), None);
    let mut chain = Linear::new(chain, context);
    let mut is_in_project = context.selection.project.is_none();
    let read = lines::read(path, |line| {
        let Ok(event) = serde_json::from_str::<Event<'_>>(line) else {
            context.found.unreadable += 1;
            return;
        };
        let Some(data) = part::<Data<'_>>(event.data) else { return };
        let time = time::parse(event.timestamp.get()).unwrap_or_default();
        match event.kind.get() {
            "session.start" | "session.resume" => {
                let place: Option<Place<'_>> = part(data.context);
                is_in_project |= place.is_some_and(|place| context.is_in_project(place.cwd.get()));
            }
            "session.compaction_complete" => {
                chain.leave(Left::Compaction, |_, _| true);
                context.inspector.forget();
            }
            "assistant.message" => {
                let id = data.message_id.get();
                let is_copy = !id.is_empty() && !context.is_new("call", id);
                chain.call(time, None, is_copy);
                let requests: Vec<Request<'_>> = part(data.tool_requests).unwrap_or_default();
                for request in requests {
                    chain.call_tool(context, request.id.get(), request.name.get(), request.arguments);
                }
            }
            "tool.execution_complete" => {
                // Older versions have the text in place of the object.
                let shown: Option<Shown<'_>> = part(data.result);
                let text = text_of(shown.and_then(|shown| shown.content).or(data.result));
                let is_error = data.success.is_some_and(|success| success.get() == "false");
                let start = chain.calls();
                chain.result(context, data.tool_call_id.get(), &text, is_error, time, start);
            }
            "" => context.found.unknown += 1,
            _ => {}
        }
    });
    context.found.unreadable += read.unwrap_or(1);
    if is_in_project {
        chain.finish(context);
    }
}

//! What hosts send to hooks.

use crate::host::Host;
use serde_json::json;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::path::PathBuf;
use toon_convert::__internal::{Object, raw};

/// A payload after a call that succeeded.
#[derive(Debug)]
pub(super) struct Payload<'p> {
    pub(super) host: Host,
    pub(super) tool: Cow<'p, str>,
    /// The arguments of the call.
    pub(super) input: Option<Cow<'p, RawValue>>,
    pub(super) output: Output<'p>,
    /// The conversation, with the name of the sub-agent, since that has a context of its own.
    pub(super) session: Option<String>,
    /// The transcript of the conversation, if it shows compactions.
    pub(super) transcript: Option<PathBuf>,
    /// The file with the whole output, of which the host shows only the beginning.
    pub(super) persisted: Option<PathBuf>,
}

/// The output of a tool, in the shape in which it came.
#[derive(Debug)]
pub(super) enum Output<'p> {
    /// A text.
    Text(Cow<'p, str>),
    /// A text between two that stay as they are.
    Wrapped { before: String, text: String, after: String },
    /// Content blocks.
    Blocks(&'p RawValue),
    /// The result of a tool in the Model Context Protocol.
    Result(Cow<'p, RawValue>),
    /// An object of which one entry is the text.
    Object { entries: Object<'p>, key: &'static str, text: String },
}

impl Output<'_> {
    /// The text, if the output is nothing else.
    pub(super) fn only_text(&self) -> Option<Cow<'_, str>> {
        let of_content = |content: &RawValue| only_text(content).map(Cow::Owned);
        match self {
            Output::Text(text) => Some(Cow::Borrowed(text)),
            Output::Wrapped { text, .. } | Output::Object { text, .. } => Some(Cow::Borrowed(text)),
            Output::Blocks(blocks) => of_content(blocks),
            Output::Result(result) => {
                let result: Object<'_> = serde_json::from_str(result.get()).ok()?;
                if result.get("structuredContent").is_some() {
                    None
                } else {
                    of_content(result.get("content")?)
                }
            }
        }
    }

    /// The output as a result of the Model Context Protocol.
    pub(super) fn to_result(&self) -> Option<Box<RawValue>> {
        let of_text = |text: &str| raw(&json!({"content": [{"type": "text", "text": text}]}));
        match self {
            Output::Text(text) => of_text(text),
            Output::Wrapped { text, .. } | Output::Object { text, .. } => of_text(text),
            Output::Blocks(blocks) => {
                let mut result = Object::default();
                result.set("content", (*blocks).to_owned());
                raw(&result)
            }
            Output::Result(result) => Some(result.clone().into_owned()),
        }
    }
}

impl<'p> Payload<'p> {
    /// Recognizes the host by what it sends. `None` if it is unknown, cannot replace results, or the call
    /// failed.
    pub(super) fn read(json: &'p str, runs_in_cursor: bool) -> Option<Self> {
        let object: Object<'p> = serde_json::from_str(json).ok()?;
        let has = |key: &str| object.get(key).is_some();
        if object.string("host").as_deref() == Some("opencode") {
            return of_opencode(&object);
        }
        let event = object.string("hook_event_name");
        if runs_in_cursor || has("cursor_version") {
            return (event? == "postToolUse").then(|| of_cursor(&object))?;
        }
        // VS Code, Windsurf and Goose, which cannot replace results.
        if has("hookEventName") || has("agent_action_name") || has("event") {
            return None;
        }
        if has("toolName") || has("tool_result") {
            return of_copilot(&object);
        }
        match &*event? {
            "AfterTool" => of_gemini(&object),
            "PostToolUse" if has("turn_id") => of_codex(&object),
            "PostToolUse" => of_claude(&object),
            _ => None,
        }
    }
}

fn text<'p>(object: &Object<'p>, key: &str) -> Option<Cow<'p, str>> {
    #[derive(serde::Deserialize)]
    struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
    serde_json::from_str::<Text<'p>>(object.borrowed(key)?.get()).ok().map(|text| text.0)
}

fn nested<'p>(object: &Object<'p>, key: &str) -> Option<Object<'p>> {
    serde_json::from_str(object.borrowed(key)?.get()).ok()
}

fn is_list(json: &RawValue) -> bool {
    json.get().starts_with('[')
}

fn is_set(object: &Object<'_>, key: &str) -> bool {
    object.get(key).is_some_and(|value| !matches!(value.get(), "null" | "false" | "\"\""))
}

/// The conversation and the sub-agent in it.
fn session(object: &Object<'_>, key: &str) -> Option<String> {
    let session = object.string(key).filter(|id| !id.is_empty())?;
    Some(match object.string("agent_id") {
        Some(agent) => format!("{session}/{agent}"),
        None => session.into_owned(),
    })
}

fn input<'p>(object: &Object<'p>, key: &str) -> Option<Cow<'p, RawValue>> {
    object.borrowed(key).map(Cow::Borrowed)
}

fn of_claude<'p>(object: &Object<'p>) -> Option<Payload<'p>> {
    let tool = text(object, "tool_name")?;
    let response = object.borrowed("tool_response")?;
    let mut persisted = None;
    let output = match response.get().as_bytes().first()? {
        b'[' => Output::Blocks(response),
        b'"' => Output::Text(text(object, "tool_response")?),
        // Other objects reach code that expects blocks.
        b'{' if tool == "Bash" => {
            let mut entries = nested(object, "tool_response")?;
            // A part of the output, an image, or nothing that the model sees now.
            let unlike =
                ["backgroundTaskId", "backgroundedByUser", "interrupted", "isImage", "timedOutAfterMs"];
            if unlike.iter().any(|key| is_set(&entries, key)) {
                return None;
            }
            // The output is in a file, and this is its beginning.
            if is_set(&entries, "persistedOutputPath") {
                persisted = Some(PathBuf::from(&*entries.string("persistedOutputPath")?));
                entries.remove("persistedOutputPath");
                entries.remove("persistedOutputSize");
            }
            let text = entries.string("stdout")?.into_owned();
            Output::Object { entries, key: "stdout", text }
        }
        _ => return None,
    };
    // The transcript of a sub-agent is another one.
    let transcript = text(object, "transcript_path").filter(|_| object.get("agent_id").is_none());
    Some(Payload {
        host: Host::Claude,
        tool,
        input: input(object, "tool_input"),
        output,
        session: session(object, "session_id"),
        transcript: transcript.map(|path| PathBuf::from(&*path)),
        persisted,
    })
}

fn of_cursor<'p>(object: &Object<'p>) -> Option<Payload<'p>> {
    let output = RawValue::from_string(object.string("tool_output")?.into_owned()).ok()?;
    let result: Object<'_> = serde_json::from_str(output.get()).ok()?;
    if is_set(&result, "isError") || !result.get("content").is_some_and(is_list) {
        return None;
    }
    drop(result);
    Some(Payload {
        host: Host::Cursor,
        tool: text(object, "tool_name")?,
        input: input(object, "tool_input"),
        output: Output::Result(Cow::Owned(output)),
        session: session(object, "conversation_id"),
        transcript: None,
        persisted: None,
    })
}

fn of_copilot<'p>(object: &Object<'p>) -> Option<Payload<'p>> {
    // The same under the names of Claude Code.
    let keys = ["toolName", "toolArgs", "toolResult", "resultType", "textResultForLlm", "sessionId"];
    let claude_keys =
        ["tool_name", "tool_input", "tool_result", "result_type", "text_result_for_llm", "session_id"];
    let [tool, arguments, result, kind, shown, id] =
        if object.get("toolName").is_some() { keys } else { claude_keys };
    let entries = nested(object, result)?;
    if entries.string(kind)? != "success" {
        return None;
    }
    // Some versions send the arguments as text.
    let arguments = match object.string(arguments) {
        Some(json) => RawValue::from_string(json.into_owned()).ok().map(Cow::Owned),
        None => input(object, arguments),
    };
    Some(Payload {
        host: Host::Copilot,
        tool: text(object, tool)?,
        input: arguments,
        output: Output::Text(entries.string(shown)?.into_owned().into()),
        session: session(object, id),
        transcript: None,
        persisted: None,
    })
}

fn of_opencode<'p>(object: &Object<'p>) -> Option<Payload<'p>> {
    let (call, output) = (nested(object, "input")?, nested(object, "output")?);
    let output = match (output.borrowed("content"), output.string("output")) {
        (Some(content), None) if is_list(content) && !is_set(&output, "isError") => Output::Blocks(content),
        (None, Some(text)) => Output::Text(text.into_owned().into()),
        _ => return None,
    };
    Some(Payload {
        host: Host::Opencode,
        tool: text(&call, "tool")?,
        input: input(&call, "args"),
        output,
        session: session(&call, "sessionID"),
        transcript: None,
        persisted: None,
    })
}

fn of_codex<'p>(object: &Object<'p>) -> Option<Payload<'p>> {
    let response = object.borrowed("tool_response")?;
    let output = match nested(object, "tool_response") {
        // The answer is a text, so there must be one.
        Some(result) if !is_set(&result, "isError") => {
            Output::Text(only_text(result.get("content")?)?.into())
        }
        None if response.get().starts_with('"') => Output::Text(text(object, "tool_response")?),
        _ => return None,
    };
    Some(Payload {
        host: Host::Codex,
        tool: text(object, "tool_name")?,
        input: input(object, "tool_input"),
        output,
        session: session(object, "session_id"),
        transcript: None,
        persisted: None,
    })
}

fn of_gemini<'p>(object: &Object<'p>) -> Option<Payload<'p>> {
    const MARKS: [&str; 2] = ["<untrusted_context>\n", "\n</untrusted_context>"];
    const OUTPUT: &str = "Output: ";
    const AFTER_OUTPUT: [&str; 5] =
        ["\nError: ", "\nExit Code: ", "\nSignal: ", "\nBackground PIDs: ", "\nProcess Group PGID: "];
    let response = nested(object, "tool_response")?;
    if is_set(&response, "error") {
        return None;
    }
    let shown = match response.string("llmContent") {
        Some(text) => text.into_owned(),
        None => only_text(response.get("llmContent")?)?,
    };
    let [before, after] = MARKS;
    let of_server = shown.strip_prefix(before).and_then(|text| Some((before, text.strip_suffix(after)?)));
    let of_shell = || {
        let text = shown.strip_prefix(OUTPUT)?;
        let end = AFTER_OUTPUT.iter().filter_map(|line| text.find(line)).min()?;
        Some((OUTPUT, text.get(..end)?))
    };
    let output = match of_server.or_else(of_shell) {
        Some((before, text)) => {
            let after = shown.get(before.len() + text.len()..)?.to_owned();
            Output::Wrapped { before: before.to_owned(), text: text.to_owned(), after }
        }
        None => Output::Text(shown.into()),
    };
    Some(Payload {
        host: Host::Gemini,
        tool: text(object, "tool_name")?,
        input: input(object, "tool_input"),
        output,
        session: session(object, "session_id"),
        transcript: None,
        persisted: None,
    })
}

/// The text, if there is exactly one part and it has nothing else.
fn only_text(parts: &RawValue) -> Option<String> {
    let parts: Vec<Object<'_>> = serde_json::from_str(parts.get()).ok()?;
    match parts.as_slice() {
        [part] if part.keys().all(|key| matches!(key, "type" | "text")) => {
            Some(part.string("text")?.into_owned())
        }
        _ => None,
    }
}

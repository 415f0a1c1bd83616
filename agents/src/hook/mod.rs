//! The hook: one payload of a host in, and at most one answer out.

mod answer;
mod limit;
mod memory;
mod payload;

use crate::command::Programs;
use crate::host::Host;
use crate::places::Places;
use crate::tools;
use answer::Replacement;
use limit::Limit;
use memory::Memory;
use payload::Payload;
use serde_json::json;
use std::panic::{self, AssertUnwindSafe};
use toon_convert::__internal::{is_deeper_than, raw};
use toon_convert::{Call, Client, Conversion, Converter, Session, Size};
use toon_store::Store;

/// Longer payloads are not read. Hosts cut results off long before.
const MAX_PAYLOAD_BYTES: usize = 16 << 20;

/// The deepest nesting of a payload.
const MAX_DEPTH: usize = 128;

/// A hook with its settings.
///
/// ```
/// use toon_agents::{Hook, Programs};
/// use toon_convert::{Converter, Measure, Rules};
///
/// let rows: Vec<_> = (1..40).map(|id| format!(r#"{{"id":{id},"state":"open"}}"#)).collect();
/// let payload = serde_json::json!({
///     "session_id": "1", "hook_event_name": "PostToolUse", "tool_name": "mcp__github__list_issues", "tool_input": {},
///     "tool_response": format!("[{}]", rows.join(",")),
/// });
/// let hook = Hook::new(Converter::new(Rules::new().measure(Measure::Bytes))?);
/// let answer = hook.answer(payload.to_string().as_bytes()).unwrap();
/// assert!(answer.json().starts_with(r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"#));
/// assert!(hook.answer(b"anything else").is_none());
/// # Ok::<(), toon_convert::InvalidPattern>(())
/// ```
#[derive(Debug)]
pub struct Hook {
    converter: Converter,
    programs: Programs,
    places: Option<Places>,
    runs_in_cursor: bool,
    blocks: bool,
    limit: Option<Limit>,
}

/// What to answer to a host, and what to do once it has been written.
#[derive(Debug)]
pub struct Answer {
    json: String,
    memory: Option<Memory>,
    /// The host, and the tool as the host names it.
    pub host: Host,
    /// See [`host`](Answer::host).
    pub tool: String,
    /// What was done to the result. Sizes are in bytes.
    pub conversion: Conversion,
    /// Whether only a part of it is shown.
    pub is_partial: bool,
}

impl Answer {
    /// One JSON object, for standard output.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Notes that the answer has been written, and so its explanation.
    pub fn written(self) {
        if let Some(memory) = self.memory {
            memory.save();
        }
    }
}

impl Hook {
    /// A hook that explains TOON with every result, since it has no place to note that it has.
    ///
    /// Results should be [measured](toon_convert::Rules::measure) in bytes: a hook runs once for each
    /// result, and a tokenizer takes longer to load than everything else.
    pub fn new(converter: Converter) -> Self {
        Hook {
            converter,
            programs: Programs::default(),
            places: None,
            runs_in_cursor: false,
            blocks: false,
            limit: None,
        }
    }

    /// Converts the output of these programs.
    #[must_use]
    pub fn programs(mut self, programs: Programs) -> Self {
        self.programs = programs;
        self
    }

    /// Notes in the cache folder what each conversation has been told.
    #[must_use]
    pub fn places(mut self, places: Places) -> Self {
        self.places = Some(places);
        self
    }

    /// Whether the environment says that Cursor runs the hook, which also runs those of Claude Code.
    #[must_use]
    pub fn runs_in_cursor(mut self, is_so: bool) -> Self {
        self.runs_in_cursor = is_so;
        self
    }

    /// Whether to answer hosts that can replace a result only by blocking it: Codex and Gemini CLI. Their
    /// model sees that the call was blocked.
    #[must_use]
    pub fn blocks(mut self, blocks: bool) -> Self {
        self.blocks = blocks;
        self
    }

    /// Shows at most so many tokens of a result, each for two bytes: the first rows, or an outline. The whole is kept in
    /// `store`, and `program` is the command with which a model can query it.
    ///
    /// ```
    /// use toon_agents::Hook;
    /// use toon_convert::{Converter, Measure, Rules};
    /// use toon_store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let rows: Vec<_> = (0..2000).map(|id| format!(r#"{{"id":{id}}}"#)).collect();
    /// let payload = serde_json::json!({
    ///     "session_id": "1", "hook_event_name": "PostToolUse", "tool_name": "mcp__github__list_issues",
    ///     "tool_response": format!("[{}]", rows.join(",")),
    /// });
    /// let hook = Hook::new(Converter::new(Rules::new().measure(Measure::Bytes))?);
    /// let hook = hook.limit(1000, Store::in_folder(folder.path()), "toon-mcp");
    /// let answer = hook.answer(payload.to_string().as_bytes()).unwrap();
    /// assert!(answer.json().contains("partial: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limit(mut self, tokens: usize, store: Store, program: impl Into<String>) -> Self {
        self.limit = Some(Limit::new(tokens, store, program.into()));
        self
    }

    /// The answer to a payload. `None`, which is no output at all, if the result stays as it is, and
    /// whenever there is doubt.
    ///
    /// Never panics.
    pub fn answer(&self, payload: &[u8]) -> Option<Answer> {
        panic::catch_unwind(AssertUnwindSafe(|| self.try_answer(payload))).ok().flatten()
    }

    fn try_answer(&self, payload: &[u8]) -> Option<Answer> {
        if payload.len() > MAX_PAYLOAD_BYTES || is_deeper_than(payload, MAX_DEPTH) {
            return None;
        }
        let text = std::str::from_utf8(payload).ok()?;
        let payload = Payload::read(text.strip_prefix('\u{feff}').unwrap_or(text), self.runs_in_cursor)?;
        if !self.blocks && matches!(payload.host, Host::Codex | Host::Gemini) {
            return None;
        }
        let input = payload.input.as_deref();
        let name = tools::rules_name(payload.host, &payload.tool, input, &self.programs)?;
        if let Some(file) = &payload.persisted {
            let shown = self.limit.as_ref().filter(|_| self.converter.applies_to(&name))?.of_file(file)?;
            let mut conversion = Conversion::default();
            conversion.before = Size { bytes: shown.whole, tokens: 0 };
            return shortened(&payload, &shown.text, conversion);
        }
        let memory = self.places.as_ref().and_then(|places| Memory::open(places, &payload));
        let fresh = Session::new();
        let session = memory.as_ref().map_or(&fresh, Memory::session);

        let result = payload.output.to_result()?;
        let mut call = Call::new(&name).client(client(payload.host));
        if let Some(input) = input {
            call = call.arguments(input);
        }
        // Of anything else, no part can be shown.
        let limited = self.limit.as_ref().and_then(|limit| Some((limit, payload.output.only_text()?)));
        if let Some((limit, _)) = &limited {
            call = call.max_bytes(limit.bytes());
        }
        let converted = self.converter.convert_json_in(session, call, result.get()).ok()?;
        let conversion = converted.conversion;
        let shown = match converted.result {
            Some(_) => conversion.after.bytes + conversion.explanation.bytes,
            None => conversion.before.bytes,
        };
        if let Some((limit, text)) = limited
            && !conversion.is_left_alone
            && shown > limit.bytes()
            && let Some(shown) = limit.of_text(&text)
        {
            // Nothing was explained, so what the conversation has been told stays the same.
            return shortened(&payload, &shown.text, conversion);
        }
        let answer = converted
            .result
            .filter(|_| conversion.after.bytes + conversion.explanation.bytes < conversion.before.bytes)
            .and_then(|result| Replacement::of(&payload.output, &result)?.answer(payload.host));
        let Some(json) = answer else {
            // What was not converted counts towards a later explanation.
            if let Some(memory) = memory {
                memory.save();
            }
            return None;
        };
        let (host, tool) = (payload.host, payload.tool.into_owned());
        Some(Answer { json, memory, host, tool, conversion, is_partial: false })
    }
}

/// An answer with a part of a result.
fn shortened(payload: &Payload<'_>, shown: &str, mut conversion: Conversion) -> Option<Answer> {
    (conversion.is_converted, conversion.explanation) = (true, Size::default());
    conversion.after = Size { bytes: shown.len() as u64, tokens: 0 };
    let result = raw(&json!({"content": [{"type": "text", "text": shown}]}))?;
    let json = Replacement::of(&payload.output, &result)?.answer(payload.host)?;
    Some(Answer {
        json,
        memory: None,
        host: payload.host,
        tool: payload.tool.clone().into_owned(),
        conversion,
        is_partial: true,
    })
}

/// What is known about a host. A hook sees what its model sees.
pub(crate) fn client(host: Host) -> Client {
    let name = match host {
        Host::Claude => "claude-code",
        Host::Codex => "codex-mcp-client",
        Host::Copilot => "github-copilot-developer",
        Host::Cursor => "cursor-vscode",
        Host::Gemini => "gemini-cli-mcp-client",
        Host::Opencode => "opencode",
    };
    Client { shows: Some(toon_convert::Host::Content), shows_all_blocks: false, ..Client::of_name(name) }
}

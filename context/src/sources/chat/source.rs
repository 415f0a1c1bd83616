//! The forms in which chats come.

use super::error::{ChatError, Place};
use super::groups;
use super::lines;
use super::outline::Message;
use super::part::elements;
use crate::words::Role;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A chat in JSON.
///
/// ```
/// use toon_context::{Budget, sources::Chat};
///
/// let json = r#"[{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]"#;
/// let chat = Chat::read(json)?;
/// assert_eq!(chat.turns()?.len(), 2);
/// assert_eq!(chat.fit(&Budget::tokens(1_000))?.json, json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Chat<'j> {
    pub(super) text: &'j str,
    /// The instructions that are not a message.
    pub(super) system: Option<Field<'j>>,
    pub(super) body: Body<'j>,
    /// The number of messages at the beginning that are instructions.
    pub(super) instructions: usize,
    /// The indexes of the messages after these that begin a group.
    pub(super) starts: Vec<usize>,
    /// The index, after these, of the last message in which the user says something.
    pub(super) last_words: Option<usize>,
}

impl<'j> Chat<'j> {
    /// Reads the messages of a chat as OpenAI's and Anthropic's APIs take them: an array, or an object
    /// with `messages` (and `system`), or with `input` (and `instructions`), which may also be the text of
    /// a single turn of the user. Or JSON lines: a message on each, or a transcript of Claude Code or Codex,
    /// of which all lines that are not messages are skipped, and the lines of sub-agents unless there are no
    /// others. A last line that is not finished is skipped, too.
    ///
    /// # Errors
    /// If the text is not JSON, or a message lacks a role, or has an unknown one. Contents are not read yet.
    pub fn read(text: &'j str) -> Result<Self, ChatError> {
        let text = text.trim_start_matches('\u{feff}');
        let (system, body) = read(text)?;
        let messages = body.messages();
        let is_system = |message: &Message<'_>| message.outline.role == Role::System;
        let instructions = messages.iter().take_while(|message| is_system(message)).count();
        let turns = messages.iter().skip(instructions).map(|message| &message.outline);
        let starts = groups::starts(turns.clone());
        let last_words = turns.clone().rposition(|turn| turn.has_words);
        Ok(Chat { text, system, body, instructions, starts, last_words })
    }

    /// How many lines are skipped of a chat in JSON lines: those that are not messages or not finished, and those of
    /// sub-agents. Always 0 for other chats.
    ///
    /// ```
    /// let lines = "{\"type\": \"summary\"}\n{\"role\": \"user\", \"content\": \"Hello\"}\n";
    /// assert_eq!(toon_context::sources::Chat::read(lines)?.skipped_lines(), 1);
    /// # Ok::<(), toon_context::sources::ChatError>(())
    /// ```
    pub fn skipped_lines(&self) -> usize {
        match &self.body {
            Body::Lines(messages) => {
                let lines = self.text.lines().filter(|line| !line.trim().is_empty());
                lines.count().saturating_sub(messages.len())
            }
            Body::Array(_) | Body::Input(_) => 0,
        }
    }

    pub(super) fn messages(&self) -> &[Message<'j>] {
        self.body.messages()
    }

    /// What the user says, if it is not a message.
    pub(super) fn input(&self) -> Option<Field<'j>> {
        match self.body {
            Body::Input(field) => Some(field),
            Body::Array(_) | Body::Lines(_) => None,
        }
    }
}

#[derive(Debug)]
pub(super) enum Body<'j> {
    /// An array, or a request with one.
    Array(Vec<Message<'j>>),
    /// A request with what the user says.
    Input(Field<'j>),
    /// A message on each line.
    Lines(Vec<Message<'j>>),
}

/// The name and the value of a field of a request.
pub(super) type Field<'j> = (&'static str, &'j RawValue);

/// The field that may also be what the user says.
const INPUT: &str = "input";

#[derive(Deserialize)]
#[serde(expecting = "an array of messages, or an object that contains one")]
struct Request<'j> {
    #[serde(borrow)]
    system: Option<&'j RawValue>,
    #[serde(borrow)]
    instructions: Option<&'j RawValue>,
    #[serde(borrow)]
    messages: Option<&'j RawValue>,
    #[serde(borrow)]
    input: Option<&'j RawValue>,
    /// Of a single line.
    #[serde(borrow)]
    role: Option<&'j RawValue>,
    #[serde(borrow)]
    r#type: Option<&'j RawValue>,
}

/// The instructions that are not a message, and the rest.
fn read(text: &str) -> Result<(Option<Field<'_>>, Body<'_>), ChatError> {
    if is_lines(text) {
        return Ok((None, Body::Lines(lines::read(text)?)));
    }
    if text.trim_start().starts_with('[') {
        let messages: &RawValue = serde_json::from_str(text).map_err(ChatError::of_request)?;
        return Ok((None, Body::array("messages", messages)?));
    }
    let request: Request<'_> = serde_json::from_str(text).map_err(ChatError::of_request)?;
    let system = one_of(("system", request.system), ("instructions", request.instructions))?;
    let messages = one_of(("messages", request.messages), (INPUT, request.input))?;
    let Some((field, messages)) = messages else {
        if request.role.or(request.r#type).is_some() {
            return Ok((None, Body::Lines(lines::read(text)?)));
        }
        return Err(ChatError::of_request("missing `messages` or `input`"));
    };
    let body = if field == INPUT && messages.get().starts_with('"') {
        Body::Input((field, messages))
    } else {
        Body::array(field, messages)?
    };
    Ok((system, body))
}

impl<'j> Body<'j> {
    fn array(field: &'static str, json: &'j RawValue) -> Result<Self, ChatError> {
        let elements = elements(json, "an array of messages");
        let elements = elements.map_err(|mistake| ChatError::of_field(field, &mistake))?;
        let elements = elements.into_iter().enumerate();
        let messages =
            elements.map(|(index, json)| Message::read(Place::Element { field, index }, json, json));
        messages.collect::<Result<_, _>>().map(Body::Array)
    }

    fn messages(&self) -> &[Message<'j>] {
        match self {
            Body::Array(messages) | Body::Lines(messages) => messages,
            Body::Input(_) => &[],
        }
    }
}

/// Whether the first line is JSON, and there are others.
fn is_lines(text: &str) -> bool {
    text.trim_start().split_once('\n').is_some_and(|(first, rest)| {
        first.starts_with('{')
            && !rest.trim_start().is_empty()
            && serde_json::from_str::<&RawValue>(first).is_ok()
    })
}

/// The one of two fields that is there.
fn one_of<'j>(
    (first, first_value): (&'static str, Option<&'j RawValue>),
    (second, second_value): (&'static str, Option<&'j RawValue>),
) -> Result<Option<Field<'j>>, ChatError> {
    match (first_value, second_value) {
        (Some(_), Some(_)) => {
            Err(ChatError::of_request(format!("expected `{first}` or `{second}`, found both")))
        }
        (Some(value), None) => Ok(Some((first, value))),
        (None, Some(value)) => Ok(Some((second, value))),
        (None, None) => Ok(None),
    }
}

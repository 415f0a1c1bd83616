//! Chats.

use super::super::read;
use super::super::render;
use super::super::secrets::Guard;
use crate::args::Pack;
use crate::count::counted;
use crate::failure::Failure;
use crate::report;
use std::path::Path;
use toon_context::sources::Chat;
use toon_context::{Block, Content, Role};

/// How much of a turn is taken as the question, in characters. What is longer has a text pasted into it.
const MAX_QUESTION_CHARS: usize = 4_000;

/// The blocks of a chat.
pub(super) fn blocks(path: &Path, guard: &Guard<'_>) -> Result<Vec<Block>, Failure> {
    let (name, text) = read::text(path)?;
    let text = guard.clean(&name, &text);
    let blocks = Chat::read(&text).and_then(|chat| {
        tell_of_skipped(&chat);
        chat.blocks()
    });
    blocks.map_err(|error| Failure::Input(format!("{name}: {error}")))
}

fn tell_of_skipped(chat: &Chat<'_>) {
    let skipped = chat.skipped_lines();
    if skipped > 0 {
        report::note(&format!("skipped {} without a message of the chat", counted(skipped as u64, "line")));
    }
}

/// What the user asked last.
pub(super) fn question(blocks: &[Block]) -> Option<String> {
    let turns = blocks.iter().rev().filter_map(|block| match block.content() {
        Content::Conversation(turn) if turn.role == Role::User => Some(&turn.content),
        _ => None,
    });
    let last = String::from_utf8_lossy(turns.into_iter().next()?);
    Some(last.chars().take(MAX_QUESTION_CHARS).collect())
}

/// Writes the chat in the form in which it came, with the messages that fit.
pub(super) fn messages(path: &Path, args: &Pack) -> Result<(), Failure> {
    let guard = Guard { include: &args.files.include };
    let (name, text) = read::text(path)?;
    let text = guard.clean(&name, &text);
    let chat = Chat::read(&text).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    tell_of_skipped(&chat);
    let fitted = chat.fit(&render::budget(&args.rendering));
    let fitted = fitted.map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    render::put(&fitted.json, args.output.as_deref())?;
    if fitted.earlier > 0 {
        report::note(&format!("left out {}", counted(fitted.earlier as u64, "earlier turn")));
    }
    report::note(&render::total(fitted.tokens, &args.rendering));
    Ok(())
}

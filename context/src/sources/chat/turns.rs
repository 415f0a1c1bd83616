//! The blocks of a chat.

use super::error::ChatError;
use super::message::{Collector, Piece};
use super::outline::Message;
use super::source::Chat;
use crate::block::{Block, Turns};
use crate::words::{Priority, Role};

/// The turns between those that are always shown.
#[derive(Default)]
struct Run {
    turns: Turns,
    /// The group that is being read.
    group: Vec<Block>,
    turns_in_group: usize,
}

impl Run {
    fn end_group(&mut self) {
        let turns = std::mem::take(&mut self.turns_in_group);
        self.turns.push_group(std::mem::take(&mut self.group), turns);
    }

    /// Adds the turns to `blocks`, unless there are none.
    fn end(mut self, priority: Priority, blocks: &mut Vec<Block>) {
        self.end_group();
        if !self.turns.is_empty() {
            blocks.push(self.turns.priority(priority).into());
        }
    }
}

impl Chat<'_> {
    /// The turns, calls, results and images, each as a block of its own.
    ///
    /// # Errors
    /// Like [`Conversation::from_chat`](crate::Conversation::from_chat).
    ///
    /// ```
    /// use toon_context::{Conversation, sources::Chat};
    ///
    /// let json = r#"[{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]"#;
    /// let turns = Chat::read(json)?.turns()?;
    /// assert_eq!(turns, [Conversation::user("Hello").into(), Conversation::assistant("Hi").into()]);
    /// # Ok::<(), toon_context::sources::ChatError>(())
    /// ```
    pub fn turns(&self) -> Result<Vec<Block>, ChatError> {
        let mut collector = Collector::default();
        let (mut blocks, input) = self.fields(&mut collector)?;
        blocks.extend(input);
        for message in self.messages() {
            let pieces = pieces(message, &mut collector)?;
            blocks.extend(pieces.into_iter().map(|piece| piece.block));
        }
        Ok(blocks)
    }

    /// The blocks for a [`Context`](crate::Context), as
    /// [`Conversation::from_chat`](crate::Conversation::from_chat) describes them.
    ///
    /// # Errors
    /// Like [`Conversation::from_chat`](crate::Conversation::from_chat).
    ///
    /// ```
    /// use toon_context::sources::Chat;
    ///
    /// let json = r#"[{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]"#;
    /// assert_eq!(Chat::read(json)?.blocks()?.len(), 2);
    /// # Ok::<(), toon_context::sources::ChatError>(())
    /// ```
    pub fn blocks(&self) -> Result<Vec<Block>, ChatError> {
        let mut collector = Collector::default();
        let critical = |block: Block| block.with(None, Some(Priority::Critical));
        let (system, input) = self.fields(&mut collector)?;
        let mut blocks: Vec<Block> = system.into_iter().chain(input).map(critical).collect();
        let (system, turns) = self.messages().split_at(self.instructions);
        for message in system {
            blocks.extend(pieces(message, &mut collector)?.into_iter().map(|piece| critical(piece.block)));
        }
        let mut run = Run::default();
        let mut starts = self.starts.iter().peekable();
        let mut id_before = None;
        for (index, message) in turns.iter().enumerate() {
            if starts.next_if_eq(&&index).is_some() {
                run.end_group();
            }
            let pieces = pieces(message, &mut collector)?;
            if Some(index) == self.last_words {
                // Results in front of the user's words are of calls before.
                let split = pieces.iter().position(|piece| !piece.is_result).unwrap_or(pieces.len());
                let mut pieces = pieces.into_iter().map(|piece| piece.block);
                run.group.extend(pieces.by_ref().take(split));
                std::mem::take(&mut run).end(Priority::Normal, &mut blocks);
                blocks.extend(pieces.map(critical));
                run.turns = Turns::new().later();
                continue;
            }
            let id = message.outline.id.as_deref();
            // The parts of a message of the model are one turn.
            if !pieces.is_empty() {
                run.turns_in_group += usize::from(id.is_none() || id != id_before);
                id_before = id.or(id_before);
            }
            run.group.extend(pieces.into_iter().map(|piece| piece.block));
        }
        let has_words = self.last_words.is_some();
        run.end(if has_words { Priority::High } else { Priority::Normal }, &mut blocks);
        Ok(blocks)
    }

    /// The blocks of the fields of a request: instructions, and what the user says if that is no message.
    fn fields(&self, collector: &mut Collector) -> Result<(Vec<Block>, Vec<Block>), ChatError> {
        let mut read = |role, field: Option<_>| {
            if let Some((name, json)) = field {
                let result = collector.content(role, json);
                result.map_err(|mistake| ChatError::of_field(name, &mistake))?;
            }
            Ok(collector.take().into_iter().map(|piece| piece.block).collect())
        };
        Ok((read(Role::System, self.system)?, read(Role::User, self.input())?))
    }
}

fn pieces(message: &Message<'_>, collector: &mut Collector) -> Result<Vec<Piece>, ChatError> {
    collector.message(message.json).map_err(|mistake| ChatError::at(message.place, &mistake))?;
    Ok(collector.take())
}

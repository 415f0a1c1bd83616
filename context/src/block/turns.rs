//! Runs of turns.

use super::modifiers::Modifiers;
use super::{Block, Content};

/// A run of turns of a conversation. Where not all fit, the last ones are shown, and a line says how many
/// there were before: `<earlier-turns count="370" />` in XML, and `[370 earlier turns]` in the minimal style.
///
/// It consists of groups, of which each is shown as a whole, such as a call of a tool with its result. Long
/// results of tools and long documents are cut to about 6 KB before groups are left out, and those of the
/// first group that is shown to about 1 KB if there is no room for more.
///
/// A container has no such block: the turns are written one after another.
///
/// ```
/// use toon_context::{Budget, Context, Conversation, Status, Style, ToolResult, Turns};
///
/// let mut turns = Turns::new();
/// for number in 1..=9 {
///     turns = turns.group([
///         Conversation::assistant(format!("search({number})")).into(),
///         ToolResult::new("search", Status::Ok).text("3 matches").into(),
///     ]);
/// }
/// let words = |text: &str| text.split_whitespace().count();
/// let out = Context::new().push(turns).render(&Budget::tokens(12).counter(words), Style::Minimal)?;
/// assert_eq!(
///     out.text,
///     "[16 earlier turns]\n\n[assistant] search(9)\n\n--- search [ok] ---\n3 matches"
/// );
/// # Ok::<(), toon_context::RenderError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turns {
    blocks: Vec<Block>,
    /// Where each group ends.
    ends: Vec<GroupEnd>,
    pub(crate) are_later: bool,
    pub(crate) modifiers: Modifiers,
}

/// The end of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupEnd {
    /// The number of blocks up to here.
    pub(crate) blocks: usize,
    /// The number of turns up to here.
    pub(crate) turns: usize,
}

impl Turns {
    /// No turns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends blocks that are only shown together. Each of them counts as a turn.
    #[must_use]
    pub fn group(mut self, blocks: impl IntoIterator<Item = Block>) -> Self {
        let start = self.blocks.len();
        for block in blocks {
            match block.content {
                Content::Turns(turns) => self.blocks.extend(turns.blocks),
                _ => self.blocks.push(block),
            }
        }
        self.end_group(self.blocks.len() - start);
        self
    }

    /// Appends blocks that are only shown together, and count as so many turns.
    #[cfg(feature = "json")]
    pub(crate) fn push_group(&mut self, blocks: Vec<Block>, turns: usize) {
        self.blocks.extend(blocks);
        self.end_group(turns);
    }

    fn end_group(&mut self, turns: usize) {
        let last = self.ends.last().copied().unwrap_or_default();
        if self.blocks.len() > last.blocks {
            self.ends.push(GroupEnd { blocks: self.blocks.len(), turns: last.turns + turns });
        }
    }

    /// States that these turns follow the one that the conversation is about, such as the steps that an
    /// agent took since the last request. If none is shown, the line is `[370 later turns]`.
    #[must_use]
    pub fn later(mut self) -> Self {
        self.are_later = true;
        self
    }

    /// The number of turns.
    ///
    /// ```
    /// use toon_context::{Conversation, Turns};
    ///
    /// let turns = Turns::new().group([Conversation::user("Hi").into(), Conversation::assistant("Hi").into()]);
    /// assert_eq!((turns.len(), turns.blocks().len(), turns.is_empty()), (2, 2, false));
    /// ```
    pub fn len(&self) -> usize {
        self.ends.last().map_or(0, |end| end.turns)
    }

    /// Whether there are no turns.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The blocks of all groups.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(crate) fn ends(&self) -> &[GroupEnd] {
        &self.ends
    }
}

//! A run of turns as text, whole or without its beginning.

use super::body::{Extent, Fault, Unit};
use super::form::{Count, Key};
use super::single::Single;
use super::style::Style;
use super::{markdown, minimal, toon, xml};
use crate::block::{Content, GroupEnd, Payload, Turns};
use crate::search::largest;
use std::cell::OnceCell;

/// The size to which long results are cut before groups are left out, in bytes.
const MAX_CUT: usize = 6 << 10;

/// A run of turns that can be rendered. Its units are counted from its end: with up to as many as there are
/// groups, so many of the last ones are shown, in which long results are cut. Further units show these
/// results in full, one after the other.
pub(super) struct TurnsPart<'b> {
    items: Vec<Item<'b>>,
    /// Where each group ends, in items.
    ends: Vec<GroupEnd>,
    /// The indexes of the items that are cut.
    long: Vec<usize>,
    /// Roughly the length of the text of no unit, of one, and so on.
    sizes: Vec<usize>,
    key: Key,
    style: Style,
    are_later: bool,
}

/// A block of a run.
struct Item<'b> {
    single: Single<'b>,
    is_long: bool,
    /// The texts are asked for again and again.
    whole: OnceCell<String>,
    cut: OnceCell<String>,
}

/// What is shown of a run with so many units.
struct ShownTurns {
    /// The first item that is shown.
    first: usize,
    /// The number of turns before.
    turns_before: usize,
    /// The first item from which on no result is cut.
    whole_from: usize,
}

impl<'b> TurnsPart<'b> {
    pub(super) fn new(turns: &'b Turns, block: usize, style: Style) -> Result<Self, Fault> {
        let (mut items, mut ends, mut long) = (Vec::new(), Vec::new(), Vec::new());
        let mut blocks = turns.blocks().iter().enumerate();
        let mut start = 0;
        for end in turns.ends() {
            for (index, block_of_turn) in blocks.by_ref().take(end.blocks - start) {
                let key = Key { block, turn: Some(index) };
                let Some(single) = Single::new(block_of_turn, key, style)? else { continue };
                let is_long = is_long(&single);
                if is_long {
                    long.push(items.len());
                }
                items.push(Item { single, is_long, whole: OnceCell::new(), cut: OnceCell::new() });
            }
            start = end.blocks;
            // Annotations are not rendered, even if a group has nothing else.
            if items.len() > ends.last().map_or(0, |end: &GroupEnd| end.blocks) {
                ends.push(GroupEnd { blocks: items.len(), turns: end.turns });
            }
        }
        let key = Key { block, turn: None };
        let sizes = sizes(&items, &ends, &long);
        Ok(TurnsPart { items, ends, long, sizes, key, style, are_later: turns.are_later })
    }

    /// Roughly the length of the text of `units` units, in bytes.
    pub(super) fn size(&self, units: usize) -> usize {
        self.sizes.get(units).or(self.sizes.last()).copied().unwrap_or_default()
    }

    /// The number of units that show everything.
    pub(super) fn units(&self) -> usize {
        self.ends.len() + self.long.len()
    }

    fn turns(&self) -> usize {
        self.ends.last().map_or(0, |end| end.turns)
    }

    fn shown(&self, units: usize) -> ShownTurns {
        let groups = units.min(self.ends.len());
        let hidden = self.ends.len() - groups;
        let before = hidden.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or_default();
        let cut = self.long.len().saturating_sub(units - groups);
        let whole_from = self.long.get(cut).copied().unwrap_or(self.items.len());
        ShownTurns { first: before.blocks, turns_before: before.turns, whole_from }
    }

    pub(super) fn extent(&self, units: usize) -> Extent {
        let ShownTurns { first, turns_before, whole_from } = self.shown(units);
        let cut = self.long.iter().filter(|item| (first..whole_from).contains(*item)).count();
        let all = self.turns();
        Extent { shown: all - turns_before, all, unit: Unit::Turns { cut } }
    }

    /// The text of `units` units, or of all of them.
    pub(super) fn text(&self, units: Option<usize>, count: Count<'_>) -> String {
        let ShownTurns { first, turns_before, whole_from } = self.shown(units.unwrap_or(self.units()));
        let separator = self.style.frame().separator;
        let mut text = String::new();
        if turns_before > 0 {
            text = self.left_out(turns_before, false);
        }
        for (index, item) in self.items.iter().enumerate().skip(first) {
            if !text.is_empty() {
                text.push_str(separator);
            }
            let is_cut = item.is_long && index < whole_from;
            text.push_str(if is_cut { item.cut(count) } else { item.whole(count) });
        }
        text
    }

    /// The line in place of all turns.
    pub(super) fn placeholder(&self) -> String {
        self.left_out(self.turns(), self.are_later)
    }

    /// The line in place of so many turns.
    fn left_out(&self, turns: usize, are_later: bool) -> String {
        let which = if are_later { "later" } else { "earlier" };
        match self.style {
            Style::Xml => xml::turns(which, turns),
            Style::Markdown => markdown::turns(which, turns),
            Style::Minimal => minimal::turns(which, turns),
            Style::Toon => toon::turns(self.key, which, turns),
        }
    }
}

/// Roughly the length of the text of no unit, of one, and so on.
fn sizes(items: &[Item<'_>], ends: &[GroupEnd], long: &[usize]) -> Vec<usize> {
    let whole = |item: &Item<'_>| item.single.size(usize::MAX);
    let starts = std::iter::once(0).chain(ends.iter().map(|end| end.blocks));
    let groups = starts.zip(ends).map(|(start, end)| items.get(start..end.blocks).unwrap_or_default());
    let cut = |item: &Item<'_>| if item.is_long { MAX_CUT } else { whole(item) };
    let groups = groups.map(|items| items.iter().map(cut).sum());
    let rest = long.iter().filter_map(|index| Some(whole(items.get(*index)?).saturating_sub(MAX_CUT)));
    let (groups, rest): (Vec<usize>, Vec<usize>) = (groups.collect(), rest.collect());
    let steps = groups.into_iter().rev().chain(rest.into_iter().rev());
    let mut total = 0;
    let totals = steps.map(|step| {
        total += step;
        total
    });
    std::iter::once(0).chain(totals).collect()
}

impl Item<'_> {
    fn whole(&self, count: Count<'_>) -> &str {
        self.whole.get_or_init(|| self.single.text(None, count))
    }

    /// As many lines or rows as fit [`MAX_CUT`].
    fn cut(&self, count: Count<'_>) -> &str {
        self.cut.get_or_init(|| {
            // Most results are far too long, so the search goes up from the first line.
            let cut = largest(self.single.units(), |units| {
                Some(self.single.text(Some(units), count)).filter(|text| text.len() <= MAX_CUT)
            });
            cut.unwrap_or_else(|| self.single.placeholder(count))
        })
    }
}

/// Whether a block is a result or a document that takes more than [`MAX_CUT`].
fn is_long(single: &Single<'_>) -> bool {
    let may_be_long = match &single.block().content {
        Content::Document(document) => document.content.len() > MAX_CUT,
        Content::ToolResult(result) => match &result.payload {
            Payload::Text(text) => text.len() > MAX_CUT,
            // As TOON, it may be short.
            Payload::Json(text, _) => text.len() > MAX_CUT,
            Payload::Value(_) => true,
            Payload::Failed(_) => false,
        },
        _ => false,
    };
    may_be_long && single.text(None, &str::len).len() > MAX_CUT
}

#[cfg(test)]
mod tests {
    use super::{Style, TurnsPart, Unit};
    use crate::block::{Block, Conversation, ToolResult, Turns};
    use crate::words::Status;

    /// Each unit shows more, and all of them show everything.
    #[test]
    fn units_grow() {
        let lines = |count| (0..count).fold(String::new(), |text, line| text + &format!("line {line}\n"));
        let result = |text: String| Block::from(ToolResult::new("run", Status::Ok).text(text));
        let turns = Turns::new()
            .group([Conversation::user("Which of these lines fails?").into()])
            .group([Conversation::assistant("b()").into(), result(lines(1_000)), result("x".repeat(9_000))])
            .group([Conversation::assistant("c()").into(), result(lines(10))])
            .group([Conversation::assistant("d()").into(), result(lines(2_000))]);
        for style in [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon] {
            let part = TurnsPart::new(&turns, 0, style).ok().unwrap();
            let text = |units| part.text(units, &str::len);
            assert_eq!(part.units(), 4 + 3);
            assert!((1..7).all(|units| text(Some(units)).len() < text(Some(units + 1)).len()));
            assert_eq!(text(Some(7)), text(None));
            assert!(part.placeholder().len() < text(Some(1)).len());
            let extents = (1..=7).map(|units| part.extent(units));
            let shown: Vec<_> = extents.map(|extent| (extent.shown, extent.unit)).collect();
            let cut = |shown, cut| (shown, Unit::Turns { cut });
            assert_eq!(shown, [cut(2, 1), cut(4, 1), cut(7, 3), cut(8, 3), cut(8, 2), cut(8, 1), cut(8, 0)]);
        }
    }
}

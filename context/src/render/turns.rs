//! A run of turns as text, whole or without its beginning.

use super::body::{Extent, Fault, Unit};
use super::form::{Count, Key};
use super::single::Single;
use super::style::Style;
use super::{markdown, minimal, toon, xml};
use crate::block::{Content, GroupEnd, Payload, Turns};
use crate::search::largest;
use std::cell::OnceCell;

/// The sizes to which long results are cut, in bytes: the first one where there is no room for more of the
/// first group that is shown, and the last one in all others, so that more groups are shown.
const CUTS: [usize; 2] = [1 << 10, 6 << 10];

/// A run of turns that can be rendered. Its units are counted from its end: each of the first ones shows one
/// more group, or more of its results, which are cut. Further units show these results in full, one after
/// the other.
pub(super) struct TurnsPart<'b> {
    items: Vec<Item<'b>>,
    /// Where each group ends, in items.
    ends: Vec<GroupEnd>,
    /// How many units show each group with all groups after it, from the last group on.
    units: Vec<usize>,
    /// Roughly the length of the text of no unit, of one, and so on.
    sizes: Vec<usize>,
    /// The indexes of the items that take more than the last of [`CUTS`].
    long: Vec<usize>,
    key: Key,
    style: Style,
    are_later: bool,
}

/// A block of a run.
struct Item<'b> {
    single: Single<'b>,
    /// How many of [`CUTS`] it exceeds.
    cuts: usize,
    /// Its text for each of [`CUTS`], and in full. They are asked for again and again.
    texts: [OnceCell<String>; CUTS.len() + 1],
}

/// What is shown of a run with so many units.
struct ShownTurns {
    /// The first item that is shown.
    first: usize,
    /// The number of turns before.
    turns_before: usize,
    /// The first item from which on results are cut only to the last of [`CUTS`].
    cut_from: usize,
    /// The first item from which on no result is cut.
    whole_from: usize,
}

impl<'b> TurnsPart<'b> {
    pub(super) fn new(turns: &'b Turns, block: usize, style: Style) -> Result<Self, Fault> {
        let (mut items, mut ends, mut long) = (Vec::<Item<'_>>::new(), Vec::new(), Vec::new());
        let mut blocks = turns.blocks().iter().enumerate();
        let mut start = 0;
        for end in turns.ends() {
            for (index, block_of_turn) in blocks.by_ref().take(end.blocks - start) {
                let key = Key { block, turn: Some(index) };
                let Some(single) = Single::new(block_of_turn, key, style)? else { continue };
                let cuts = cuts(&single);
                if cuts == CUTS.len() {
                    long.push(items.len());
                }
                items.push(Item { single, cuts, texts: Default::default() });
            }
            start = end.blocks;
            // Annotations are not rendered, even if a group has nothing else.
            if items.len() > ends.last().map_or(0, |end: &GroupEnd| end.blocks) {
                ends.push(GroupEnd { blocks: items.len(), turns: end.turns });
            }
        }
        let mut units = Vec::with_capacity(ends.len());
        let mut count = 0;
        for group in (0..ends.len()).rev() {
            let first = group.checked_sub(1).and_then(|before| ends.get(before)).map_or(0, |end| end.blocks);
            let last = ends.get(group).map_or(0, |end| end.blocks);
            let is_cut = items.get(first..last).is_some_and(|items| items.iter().any(|item| item.cuts > 0));
            count += 1 + usize::from(is_cut);
            units.push(count);
        }
        let key = Key { block, turn: None };
        let sizes = sizes(&items, &ends, &long);
        Ok(TurnsPart { items, ends, units, long, sizes, key, style, are_later: turns.are_later })
    }

    /// Roughly the length of the text of `units` units, in bytes.
    pub(super) fn size(&self, units: usize) -> usize {
        self.sizes.get(units).or(self.sizes.last()).copied().unwrap_or_default()
    }

    /// The number of units that show everything.
    pub(super) fn units(&self) -> usize {
        self.units_of_groups() + self.long.len()
    }

    /// The number of units that show all groups.
    fn units_of_groups(&self) -> usize {
        self.units.last().copied().unwrap_or_default()
    }

    fn turns(&self) -> usize {
        self.ends.last().map_or(0, |end| end.turns)
    }

    fn shown(&self, units: usize) -> ShownTurns {
        let of_groups = units.min(self.units_of_groups());
        // Of the last groups, the first that is shown.
        let group = self.units.partition_point(|end| *end < of_groups);
        let end = self.ends.len().checked_sub(group + 1).and_then(|group| self.ends.get(group));
        let before = self.ends.len().checked_sub(group + 2).and_then(|before| self.ends.get(before));
        let first = before.copied().unwrap_or_default();
        let is_cut_more = self.units.get(group).is_some_and(|end| *end > of_groups);
        let cut_from = end.filter(|_| is_cut_more).map_or(first.blocks, |end| end.blocks);
        let cut = self.long.len().saturating_sub(units - of_groups);
        let whole_from = self.long.get(cut).copied().unwrap_or(self.items.len());
        ShownTurns { first: first.blocks, turns_before: first.turns, cut_from, whole_from }
    }

    pub(super) fn extent(&self, units: usize) -> Extent {
        let shown = self.shown(units);
        let items = self.items.iter().enumerate().skip(shown.first);
        let cut = items.filter(|(index, item)| shown.cut(*index) < item.cuts).count();
        let all = self.turns();
        Extent { shown: all - shown.turns_before, all, unit: Unit::Turns { cut } }
    }

    /// The text of `units` units, or of all of them.
    pub(super) fn text(&self, units: Option<usize>, count: Count<'_>) -> String {
        let shown = self.shown(units.unwrap_or(self.units()));
        let separator = self.style.frame().separator;
        let mut text = String::new();
        if shown.turns_before > 0 {
            text = self.left_out(shown.turns_before, false);
        }
        for (index, item) in self.items.iter().enumerate().skip(shown.first) {
            if !text.is_empty() {
                text.push_str(separator);
            }
            text.push_str(item.text(shown.cut(index), count));
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
    let [small, large] = CUTS;
    let starts = std::iter::once(0).chain(ends.iter().map(|end| end.blocks));
    let groups: Vec<&[Item<'_>]> =
        starts.zip(ends).map(|(start, end)| items.get(start..end.blocks).unwrap_or_default()).collect();
    let (mut total, mut sizes) = (0, vec![0]);
    for group in groups.into_iter().rev() {
        let size = |cut: usize| -> usize { group.iter().map(|item| item.size(cut)).sum() };
        if group.iter().any(|item| item.cuts > 0) {
            sizes.push(total + size(small));
        }
        total += size(large);
        sizes.push(total);
    }
    for item in long.iter().rev().filter_map(|index| items.get(*index)) {
        total += item.single.size(usize::MAX).saturating_sub(large);
        sizes.push(total);
    }
    sizes
}

impl ShownTurns {
    /// Which of [`CUTS`] holds for an item that is shown, or their number if none does.
    fn cut(&self, item: usize) -> usize {
        match item {
            _ if item < self.cut_from => 0,
            _ if item < self.whole_from => CUTS.len() - 1,
            _ => CUTS.len(),
        }
    }
}

impl Item<'_> {
    /// Roughly the length of the text that is cut to this one of [`CUTS`].
    fn size(&self, cut: usize) -> usize {
        let [small, large] = CUTS;
        let whole = self.single.size(usize::MAX).min(large);
        match self.cuts {
            0 => whole,
            1 => whole.max(small).min(cut),
            _ => cut,
        }
    }

    /// As many lines or rows as fit this one of [`CUTS`], or all of them if there is none or they fit.
    fn text(&self, cut: usize, count: Count<'_>) -> &str {
        let cut = if cut < self.cuts { cut } else { CUTS.len() };
        let Some(text) = self.texts.get(cut) else { return "" };
        text.get_or_init(|| {
            let Some(size) = CUTS.get(cut) else { return self.single.text(None, count) };
            // Most results are far too long, so the search goes up from the first line.
            let cut = largest(self.single.units(), |units| {
                Some(self.single.text(Some(units), count)).filter(|text| text.len() <= *size)
            });
            cut.unwrap_or_else(|| self.single.placeholder(count))
        })
    }
}

/// How many of [`CUTS`] a block exceeds, if it is a result or a document.
fn cuts(single: &Single<'_>) -> usize {
    let exceeded = |size: usize| CUTS.iter().filter(|cut| size > **cut).count();
    let source = match &single.block().content {
        Content::Document(document) => document.content.len(),
        Content::ToolResult(result) => match &result.payload {
            Payload::Text(text) => text.len(),
            Payload::Json(text, _) => text.len(),
            Payload::Value(_) => usize::MAX,
            Payload::Failed(_) => 0,
        },
        _ => 0,
    };
    // As TOON, it may be short.
    if exceeded(source) == 0 { 0 } else { exceeded(single.text(None, &str::len).len()) }
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
            assert_eq!(part.units(), 6 + 3);
            assert!((1..9).all(|units| text(Some(units)).len() < text(Some(units + 1)).len()));
            assert_eq!(text(Some(9)), text(None));
            assert!(part.placeholder().len() < text(Some(1)).len());
            let extents = (1..=9).map(|units| part.extent(units));
            let shown: Vec<_> = extents.map(|extent| (extent.shown, extent.unit)).collect();
            let cut = |shown, cut| (shown, Unit::Turns { cut });
            let of_groups = [cut(2, 1), cut(2, 1), cut(4, 1), cut(7, 3), cut(7, 3), cut(8, 3)];
            assert_eq!(shown[..6], of_groups);
            assert_eq!(shown[6..], [cut(8, 2), cut(8, 1), cut(8, 0)]);
        }
    }
}

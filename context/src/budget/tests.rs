//! What must hold for every context and budget.

use super::plan::{Plan, plan};
use super::{Budget, Counter};
use crate::block::Block;
use crate::block::{Annotation, Extension, Unknown};
use crate::render::{Form, Part, RenderError, Style};
use crate::words::AnnotationKind;
use crate::{
    Code, Content, Conversation, Data, DataFormat, Diff, Document, Entry, FileTree, Hunk, Image, Keep, Lang,
    MediaType, Priority, Role, Status, ToolResult, Turns,
};
use std::fmt::Write;

/// A generator of random contexts (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn text(&mut self) -> String {
        const PARTS: [&str; 20] = [
            "\n# A\n",
            "fn a() {\n",
            "a",
            " ",
            "\n",
            "\n\n",
            "fix the timeout",
            "\n    let x = 1;",
            "é",
            "中文",
            "12",
            "</code>",
            "```",
            "\n```rust\n",
            "\n~~~\n",
            "\r\n",
            "\t",
            "word ",
            "}\n",
            "😀",
        ];
        (0..self.below(14)).map(|_| self.pick(&PARTS)).collect()
    }

    fn rows(&mut self) -> Vec<(usize, String)> {
        (0..self.below(6)).map(|id| (id, self.text())).collect()
    }

    fn block(&mut self) -> Block {
        if self.below(6) == 0 {
            let groups: Vec<Vec<Block>> =
                (0..=self.below(5)).map(|_| (0..=self.below(3)).map(|_| self.single()).collect()).collect();
            let turns = groups.into_iter().fold(Turns::new(), Turns::group);
            let mut block: Block = if self.below(2) == 0 { turns.later() } else { turns }.into();
            if self.below(3) == 0 {
                block.modifiers.summary = Some(self.text());
            }
            if self.below(2) == 0 {
                block.modifiers.priority = self.pick(Priority::ALL);
            }
            return block;
        }
        self.single()
    }

    fn single(&mut self) -> Block {
        let text = self.text();
        let min = self.below(4);
        let mut block = match self.below(11) {
            0 => Code::new("src/a.rs", text).min_lines(min).into(),
            1 => Code::new("b", text).lang(Lang::Other(0x42)).lines(3, 9).into(),
            2 => Conversation::new(self.pick(Role::ALL), text).min_lines(min).into(),
            3 => Document::new("README.md", text).into(),
            4 => ToolResult::new("search", self.pick(Status::ALL)).value(&self.rows()).min_rows(min).into(),
            5 => ToolResult::new("search", Status::Ok).text(text).into(),
            6 => Data::new(&self.rows()).named("issues").min_rows(min).into(),
            7 => match self.below(2) {
                0 => Data::new(&self.rows()).into(),
                _ => Data::text(DataFormat::Yaml, text).into(),
            },
            8 => Diff::new("a.rs", (0..self.below(3)).map(|_| Hunk::new(1, 1, self.text()))).into(),
            9 => match self.below(3) {
                0 => Image::new(MediaType::Png, "Logo", text).into(),
                1 => Extension::new("com.example", "note", text).into(),
                _ => Unknown::new(0x42, text).into(),
            },
            _ => {
                let file = |index: usize| Entry::file(format!("lib{index}.rs"), 45);
                let folders: Vec<Entry> = (0..self.below(7))
                    .map(|index| Entry::directory(format!("src{index}"), (0..self.below(40)).map(file)))
                    .collect();
                Block::from(FileTree::new(".", folders.into_iter().chain((0..self.below(3)).map(file))))
            }
        };
        if self.below(3) == 0 {
            block.modifiers.summary = Some(self.text());
        }
        if self.below(2) == 0 {
            block.modifiers.priority = self.pick(Priority::ALL);
        }
        if self.below(3) == 0 {
            let keeps = [Keep::Head, Keep::Tail, Keep::Ends, Keep::MostlyTail, Keep::Outline];
            block.modifiers.keep = Some(self.pick(&keeps));
            block.modifiers.is_outline = self.below(2) == 0;
        }
        if self.below(4) == 0 {
            block.modifiers.max_tokens = Some(self.below(30));
        }
        if self.below(4) == 0 {
            block.modifiers.weight = self.pick(&[1, 200, 500, 900]);
        }
        block.modifiers.is_listed = self.below(6) == 0;
        block
    }
}

/// The text of these forms, put together as a reader of the documentation would.
fn text(parts: &[Part<'_>], forms: &[Option<Form>], style: Style, counter: &impl Counter) -> String {
    let count = |text: &str| counter.count(text);
    let shown = parts.iter().zip(forms).filter_map(|(part, form)| Some(part.text((*form)?, &count)));
    let shown: Vec<String> = shown.collect();
    match style {
        _ if shown.is_empty() => String::new(),
        Style::Xml => format!("<context>\n{}\n</context>", shown.join("\n\n")),
        Style::Markdown | Style::Minimal => shown.join("\n\n"),
        Style::Toon => shown.join("\n"),
    }
}

/// All forms of a part, from the least to the most.
fn forms(part: &Part<'_>, limit: Option<usize>, count: &dyn Fn(&str) -> usize) -> Vec<Form> {
    let units = part.units().map(Form::Units);
    let all = [Form::Placeholder, Form::Summary].into_iter().chain(units).chain([Form::Full]);
    let tokens = |form| count(&part.text(form, &count));
    let is_of_use =
        |form: &Form| *form != Form::Placeholder || tokens(Form::Full) >= 2 * tokens(Form::Placeholder);
    let most = most(part, limit, count);
    all.filter(|form| part.has(*form) && Some(*form) <= most && is_of_use(form)).collect()
}

/// The most that may be shown of a part with at most so many tokens.
fn most(part: &Part<'_>, limit: Option<usize>, count: &dyn Fn(&str) -> usize) -> Option<Form> {
    let units = part.units().rev().map(Form::Units);
    let outline = part.most_units().map(Form::Units);
    let mut all = std::iter::once(Form::Full).chain(units).chain([Form::Summary, Form::Placeholder]);
    all.find(|form| {
        outline.is_none_or(|outline| *form <= outline)
            && part.has(*form)
            && limit.is_none_or(|limit| count(&part.text(*form, &count)) <= limit)
    })
}

/// The steps from a form to the next more of each kind.
fn steps(
    part: &Part<'_>,
    now: Option<Form>,
    limit: Option<usize>,
    count: &dyn Fn(&str) -> usize,
) -> Vec<Form> {
    let more: Vec<Form> = forms(part, limit, count).into_iter().filter(|form| Some(*form) > now).collect();
    let next = more.iter().find(|form| matches!(form, Form::Units(_))).copied();
    let others = more.iter().copied().filter(|form| !matches!(form, Form::Units(_)));
    others.chain(next).collect()
}

fn plan_of<C: Counter + Clone>(
    parts: &[Part<'_>],
    pinned: usize,
    style: Style,
    (tokens, counter): (usize, &C),
) -> Result<Plan, RenderError> {
    plan(parts, pinned, style, &Budget::tokens(tokens).counter(counter.clone()))
}

/// Checks one context with one budget.
fn check<C: Counter + Clone>(blocks: &[Block], pinned: usize, style: Style, tokens: usize, counter: &C) {
    let parts: Vec<Part<'_>> = blocks
        .iter()
        .enumerate()
        .filter_map(|(index, block)| Part::new(block, index, style).unwrap())
        .collect();
    let is_fixed = |index: usize| index < pinned || blocks[index].priority() == Priority::Critical;
    let count = |text: &str| counter.count(text);
    let most_of = |limit: &dyn Fn(&Part<'_>) -> Option<usize>| -> Vec<Option<Form>> {
        parts.iter().map(|part| most(part, limit(part), &count)).collect()
    };
    let all = most_of(&|part| part.max_tokens());
    let fixed: Vec<Option<Form>> =
        all.iter().enumerate().map(|(index, most)| most.filter(|_| is_fixed(index))).collect();
    let needed = counter.count(&text(&parts, &fixed, style, counter));
    let is_all = counter.count(&text(&parts, &all, style, counter)) <= tokens;
    let tree = Some(tokens / 8).filter(|_| !is_all && parts.len() > 1);
    let limit =
        |part: &Part<'_>| part.max_tokens().or(tree.filter(|_| part.is_tree() && !is_fixed(part.index())));
    let mosts = most_of(&limit);
    let plan = match plan_of(&parts, pinned, style, (tokens, counter)) {
        Ok(plan) => plan,
        Err(RenderError::DoesNotFit { needed: stated, limit, .. }) => {
            assert_eq!((stated, limit), (needed, tokens));
            assert!(needed > tokens);
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let context = || {
        let mut all = format!("{style:?} {pinned} {tokens}\n");
        for (index, (part, block)) in parts.iter().zip(blocks).enumerate() {
            let (form, granted, all_tokens) =
                (plan.forms[index], plan.granted[index], part.text(Form::Full, &count));
            let modifiers = &block.modifiers;
            let (most, tokens, name) = (mosts[index], count(&all_tokens), part.label());
            let _ = writeln!(all, "{name}: {granted:?} {form:?} of {most:?}, {tokens} tokens, {modifiers:?}");
        }
        all + &plan.text
    };

    // It fits, and is what it says.
    assert!(needed <= tokens && plan.tokens <= tokens, "{}", context());
    assert_eq!(plan.text, text(&parts, &plan.forms, style, counter), "{}", context());
    assert_eq!(plan.tokens, counter.count(&plan.text), "{}", context());
    for (index, form) in plan.forms.iter().enumerate() {
        assert!(!is_fixed(index) || *form == mosts[index], "{}", context());
        assert!(*form >= plan.granted[index], "{}", context());
    }

    // Maximal: no next step fits.
    for (index, part) in parts.iter().enumerate() {
        for step in steps(part, plan.forms[index], limit(part), &count) {
            let mut more = plan.forms.clone();
            more[index] = Some(step);
            let more = counter.count(&text(&parts, &more, style, counter));
            assert!(more > tokens, "{step:?} of block {index} would fit: {}", context());
        }
    }

    // The pass respects priorities: in full until blocks of one are not, and nothing after these.
    let is_aside = |index: usize| tree.is_some() && parts[index].is_tree();
    let mut order: Vec<usize> =
        (0..parts.len()).filter(|index| !is_fixed(*index) && !is_aside(*index)).collect();
    order.sort_by_key(|index| blocks[*index].priority());
    let is_full = |index: &usize| plan.granted[*index] == mosts[*index];
    let shared = order.iter().find(|index| !is_full(index)).map(|index| blocks[*index].priority());
    let after = order.iter().filter(|index| Some(blocks[**index].priority()) > shared && shared.is_some());
    assert!(after.clone().all(|index| plan.granted[*index].is_none()), "{}", context());
    // Among these, none is shortened before one of the same weight that is larger by more than a step is.
    let tokens_of = |index: usize| mosts[index].map(|form| count(&parts[index].text(form, &count)));
    for weight in order.iter().map(|index| parts[*index].weight()) {
        let is_among =
            |index: &usize| Some(blocks[*index].priority()) == shared && parts[*index].weight() == weight;
        let among: Vec<usize> = order.iter().copied().filter(is_among).collect();
        let last = among.iter().rposition(|index| plan.granted[*index].is_some()).unwrap_or(0);
        let (full, others): (Vec<usize>, Vec<usize>) =
            among.iter().take(last).partition(|index| is_full(index));
        // What is limited may be all of that in spite of a smaller share.
        let unlimited = full.iter().filter(|index| mosts[**index] == Some(Form::Full));
        let largest = unlimited.filter_map(|index| tokens_of(*index)).max();
        let is_first = |index: &usize| tokens_of(*index).map(|tokens| tokens + tokens / 20 + 1) >= largest;
        assert!(others.iter().all(is_first), "{}", context());
    }

    // Monotone before gaps are filled, and deterministic.
    for more in [tokens, tokens + 1, tokens + 2, tokens + 7] {
        let larger = plan_of(&parts, pinned, style, (more, counter)).unwrap();
        let grew = larger.granted.iter().zip(&plan.granted).all(|(larger, form)| larger >= form);
        assert!(grew, "{more}: {:?} {:?} {}", larger.granted, plan.granted, context());
        if more == tokens {
            assert_eq!((larger.text, larger.forms), (plan.text.clone(), plan.forms.clone()));
        }
    }

    // Pinned blocks have the same text without the others.
    let alone = plan_of(&parts[..pinned.min(parts.len())], pinned, style, (tokens, counter)).unwrap();
    assert_eq!(alone.pinned, plan.pinned);
    assert_eq!(alone.text[..alone.pinned], plan.text[..plan.pinned], "{}", context());
}

/// How many random contexts are checked: `CONTEXTS`, or a few.
fn contexts() -> u64 {
    std::env::var("CONTEXTS").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000)
}

fn check_random<C: Counter + Clone>(seed: u64, count: u64, counter: &C) {
    for index in 0..count {
        let mut random = Random((seed + index).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.below(1);
        let blocks: Vec<Block> = (0..random.below(7)).map(|_| random.block()).collect();
        let style = random.pick(&[Style::Xml, Style::Markdown, Style::Minimal, Style::Toon]);
        let pinned = if random.below(4) == 0 { random.below(3).min(blocks.len()) } else { 0 };
        let all = plan_of(
            &blocks
                .iter()
                .enumerate()
                .filter_map(|(index, block)| Part::new(block, index, style).unwrap())
                .collect::<Vec<_>>(),
            pinned,
            style,
            (usize::MAX, counter),
        );
        let tokens = random.below(all.unwrap().tokens + 2);
        check(&blocks, pinned, style, tokens, counter);
    }
}

#[test]
fn words() {
    check_random(1, contexts() / 4, &|text: &str| text.split_whitespace().count());
}

#[test]
fn quarters_of_bytes() {
    check_random(2, contexts() / 4, &|text: &str| text.len().div_ceil(4));
}

#[test]
fn characters() {
    check_random(3, contexts() / 4, &|text: &str| text.chars().count());
}

/// Spaces cost nothing, and digits more the more of them there are.
#[test]
fn uneven_counts() {
    let count = |text: &str| {
        text.split(char::is_whitespace)
            .map(|word| word.len().div_ceil(3) + word.len().pow(2) / 64)
            .sum::<usize>()
    };
    check_random(4, contexts() / 8, &count);
}

/// Many blocks, so that what estimates are wrong by adds up.
#[test]
fn many_blocks() {
    fn check_many<C: Counter + Clone>(seed: u64, scale: usize, counter: &C) {
        for index in 0..contexts() / 200 {
            let mut random = Random((seed + index).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
            let count = 40 + random.below(60);
            let blocks: Vec<Block> = (0..count)
                .map(|_| random.block())
                .filter(|block| block.priority() != Priority::Critical)
                .collect();
            let tokens = scale * (100 + random.below(1500));
            check(&blocks, 0, random.pick(&[Style::Xml, Style::Minimal]), tokens, counter);
        }
    }
    check_many(7, 1, &super::Estimate);
    check_many(8, 1, &|text: &str| text.len().div_ceil(4));
    check_many(9, 1, &|text: &str| text.split_whitespace().count());
    // Tokens need not be fewer than bytes.
    check_many(10, 400, &|text: &str| text.len() * 100);
}

#[cfg(feature = "tokens")]
#[test]
fn tokens_of_vocabularies() {
    check_random(5, contexts() / 8, &super::O200k);
    check_random(6, contexts() / 8, &super::Cl100k);
}

#[test]
fn annotations_are_not_rendered() {
    let annotation = Annotation::new(0, AnnotationKind::Tag, "entry-point");
    let blocks = [Block::from(annotation), Conversation::user("Hi").into()];
    let parts: Vec<Option<Part<'_>>> =
        blocks.iter().map(|block| Part::new(block, 0, Style::Xml).unwrap()).collect();
    assert!(matches!(blocks[0].content(), Content::Annotation(_)));
    assert!(parts[0].is_none() && parts[1].is_some());
}

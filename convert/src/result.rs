//! Converts a whole result: its content blocks and its structured content.

use crate::blocks::Block;
use crate::conversion::{Conversion, Counted};
use crate::converter::Converter;
use crate::describe::Reasons;
use crate::files::Named;
use crate::json::Tree;
use crate::marker::Format;
use crate::object::{Object, raw};
use crate::size::Meter;
use crate::structured::{self, Relation, Repeated, TextBlock};
use crate::text::{Choice, Written};
use crate::{Call, Host, Rules, Size, Structured, compact, files};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::time::Instant;

/// The parts of a result that matter for conversion.
struct Parts<'r> {
    object: Object<'r>,
    blocks: Vec<Block<'r>>,
    /// The blocks as received.
    originals: Vec<&'r RawValue>,
    structured: Option<&'r RawValue>,
    /// Whether the result itself says that its `structuredContent` is wrapped.
    is_wrapped: bool,
    is_error: bool,
}

/// How to change a result.
struct Plan {
    /// A new block, which replaces some text blocks or is added.
    block: Option<Box<RawValue>>,
    replaced: Option<Repeated>,
    drops_structured: bool,
    /// The size of all texts that the result will have.
    texts: Size,
    reason: Cow<'static, str>,
}

impl Plan {
    /// Each block is converted on its own, and nothing else changes.
    fn apart(texts: Size, reason: Cow<'static, str>) -> Self {
        Plan { block: None, replaced: None, drops_structured: false, texts, reason }
    }
}

/// The sizes of the parts that hosts may show.
#[derive(Clone, Copy)]
struct Shown {
    texts: Size,
    structured: Option<Size>,
}

impl Shown {
    fn to(self, host: Host, is_error: bool) -> Size {
        match (host, self.structured) {
            // Hosts show the content of errors.
            (Host::Structured, Some(structured)) if !is_error => structured,
            (Host::Both, Some(structured)) => self.texts + structured,
            _ => self.texts,
        }
    }
}

impl Converter {
    /// Converts a result. Returns the new result, if it changes, and what was done.
    pub(crate) fn convert_result(
        &self,
        call: &Call<'_>,
        result: &str,
    ) -> toon::Result<(Option<Box<RawValue>>, Conversion)> {
        let started = Instant::now();
        let host = call.host.unwrap_or(Host::Structured);
        let mut conversion = Conversion { host, is_host_known: call.host.is_some(), ..Conversion::default() };
        let Some(mut parts) = Parts::read(result, &self.rules) else {
            conversion.reason = "not a result with content".into();
            return Ok((None, conversion));
        };
        let meter = self.meter();
        conversion.counted = parts.counted();
        let named = call.arguments.map(Named::new).unwrap_or_default();
        if let Some(reason) = self.reason_to_leave_alone(call, &named, &parts) {
            conversion.before = parts.shown(meter).to(host, parts.is_error);
            conversion.after = conversion.before;
            conversion.reason = reason;
            conversion.time = started.elapsed();
            return Ok((None, conversion));
        }
        let embedded = self.rules.rewrite_files || !named.any;
        let choices = self.choose_all(&parts, embedded, meter)?;
        let structured = parts.structured.map(|json| meter.size(&compact::compact(json.get())));
        let before = Shown { texts: choices.iter().map(|choice| choice.original).sum(), structured };
        let plan = self.plan(call, &parts, &choices, before, meter)?;
        let structured = before.structured.filter(|_| !plan.drops_structured);
        conversion.before = before.to(host, parts.is_error);
        conversion.after = Shown { texts: plan.texts, structured }.to(host, parts.is_error);
        conversion.reason.clone_from(&plan.reason);
        let result = parts.apply(plan, choices, &self.rules, &mut conversion);
        conversion.time = started.elapsed();
        Ok((result, conversion))
    }

    /// The reason why the result must not be converted, if any.
    fn reason_to_leave_alone(
        &self,
        call: &Call<'_>,
        named: &Named,
        parts: &Parts<'_>,
    ) -> Option<Cow<'static, str>> {
        let rules = &self.rules;
        if !self.applies_to(call.tool) {
            return Some("the tool is excluded".into());
        }
        if parts.is_error && !rules.errors {
            return Some("it reports an error".into());
        }
        if rules.rewrite_files {
            return None;
        }
        if files::is_reader(call.tool) {
            return Some("the tool reads files".into());
        }
        if let Some(argument) = &named.json {
            return Some(format!("argument `{argument}` names a JSON file").into());
        }
        if !files::is_lister(call.tool) && parts.structured.is_some_and(structured::is_file) {
            return Some("structuredContent is {content: string}, the text of a file".into());
        }
        None
    }

    /// Finds the smallest form of each block on its own.
    fn choose_all(&self, parts: &Parts<'_>, embedded: bool, meter: Meter) -> toon::Result<Vec<Choice>> {
        let choose = |block: &Block<'_>| match (block.convertible(), block.shown()) {
            (Some(text), _) => self.choose(text, embedded, meter),
            (None, shown) => Ok(Choice::none(shown.map_or_else(Size::default, |text| meter.size(text)))),
        };
        parts.blocks.iter().map(choose).collect()
    }

    fn plan(
        &self,
        call: &Call<'_>,
        parts: &Parts<'_>,
        choices: &[Choice],
        before: Shown,
        meter: Meter,
    ) -> toon::Result<Plan> {
        let texts: Size = choices.iter().map(Choice::size).sum();
        let reasons = || reasons(choices);
        let Some(json) = parts.structured else {
            let as_list = self.as_list(parts, texts, meter)?;
            return Ok(as_list.unwrap_or_else(|| Plan::apart(texts, reasons())));
        };
        // Hosts show the content of errors, even if there is structured content.
        if self.keeps_structured(call.tool, &call.definition) || parts.is_error {
            return Ok(Plan::apart(texts, reasons()));
        }
        if structured::is_content(json, &parts.originals) {
            let reason = "structuredContent repeats the content".into();
            return Ok(Plan { drops_structured: true, ..Plan::apart(texts, reason) });
        }
        let has_text = parts.texts().next().is_some();
        let drops_structured = self.rules.structured == Structured::Drop && has_text;
        let apart = |reason| Plan { drops_structured, ..Plan::apart(texts, reason) };
        if let Err(reason) = self.check_length(json.get().len().max(parts.text_length())) {
            return Ok(apart(reason));
        }
        let text_blocks: Vec<TextBlock<'_>> = parts.texts().map(TextBlock::new).collect();
        let is_wrapped = parts.is_wrapped || call.definition.is_wrapped;
        let relation = Relation::new(json, &text_blocks, is_wrapped);
        let form = self.form(&relation, &text_blocks, meter)?;
        let (size, structured) = (meter.by(form.size), meter.by(before.structured.unwrap_or_default()));
        let shows_structured = matches!(call.host, Some(Host::Structured | Host::Both));
        let shows_content = matches!(call.host, Some(Host::Content | Host::Both));
        if !shows_content && parts.has_more_than_texts() {
            // The size of images and links is unknown, and hosts that show structured content may
            // not show them so far.
            return Ok(apart(format!("other blocks would be shown as well; {}", reasons()).into()));
        }
        // A host that shows the texts in any case shows nothing new.
        let newly_shown = |texts: Size| if call.host == Some(Host::Both) { 0 } else { meter.by(texts) };
        let Some(repeated) = relation.repeated else {
            if !shows_structured && has_text {
                return Ok(apart(format!("structuredContent differs from the text; {}", reasons()).into()));
            }
            let cost = size + newly_shown(texts);
            // Without a text block, a host of the kind `content` would show nothing to its model.
            if cost < structured || !has_text && cost == structured {
                let block = Block::of_text(&form.text, form.format, &self.rules);
                let reason = format!("data only in structuredContent; {}", form.reason).into();
                let texts = texts + form.size;
                return Ok(Plan { block, replaced: None, drops_structured: true, texts, reason });
            }
            return Ok(apart(format!("structuredContent is smallest; {}", form.reason).into()));
        };
        if !parts.can_be_replaced(repeated) {
            return Ok(apart(format!("text blocks have annotations of their own; {}", reasons()).into()));
        }
        let (mut replaced, mut others) = (Size::default(), Size::default());
        for (choice, is_replaced) in choices.iter().zip(parts.replaced_by(Some(repeated))) {
            if is_replaced {
                replaced += choice.original;
            } else {
                others += choice.size();
            }
        }
        // In a host that shows the text, a change must not cost tokens, unless the host then shows
        // more than before.
        let costs_nothing = shows_structured || relation.adds_key || size <= meter.by(replaced);
        if !costs_nothing || size + newly_shown(others) > structured {
            return Ok(apart(format!("one block would cost more; {}", reasons()).into()));
        }
        let block = parts.block_in_place_of(repeated, &form, &self.rules);
        let reason = format!("structuredContent repeats the text; {}", form.reason).into();
        let (texts, replaced) = (form.size + others, Some(repeated));
        Ok(Plan { block, replaced, drops_structured: true, texts, reason })
    }

    /// Finds the smallest form of the structured content.
    fn form(&self, relation: &Relation<'_>, texts: &[TextBlock<'_>], meter: Meter) -> toon::Result<Written> {
        if let Some(string) = &relation.string {
            let choice = self.choose(string, true, meter)?;
            let (text, size, format) = match choice.smaller {
                Some(smaller) => (smaller.text, smaller.size, smaller.format),
                None => (string.clone(), choice.original, Format::Text),
            };
            return Ok(Written { text, size, format, reason: choice.reason });
        }
        self.counters.add_attempt();
        // The original text, if it is JSON of the same value.
        let text = match relation.repeated {
            Some(Repeated::Text(place)) => texts.get(place).filter(|text| text.is_value(relation.value)),
            _ => None,
        };
        let original = text.map(|text| (text, meter.size(text.text())));
        let form = self.smallest(relation.value.get(), original.map(|(_, size)| size), meter)?;
        if let Some((text, size)) = original
            && meter.by(size) <= meter.by(form.size)
        {
            return Ok(Written { text: text.text().to_owned(), size, format: Format::Json, ..form });
        }
        Ok(form)
    }

    /// Writes several text blocks, which must be objects with the same keys, as one table. Some
    /// servers send a block for each element of a list.
    fn as_list(&self, parts: &Parts<'_>, apart: Size, meter: Meter) -> toon::Result<Option<Plan>> {
        let texts: Vec<&str> = parts.texts().collect();
        let is_list = texts.len() > 1
            && parts.blocks.len() == texts.len()
            && parts.can_be_replaced(Repeated::List)
            && self.check_length(parts.text_length()).is_ok()
            && have_the_same_keys(&texts);
        if !is_list {
            return Ok(None);
        }
        self.counters.add_attempt();
        let form = self.smallest(&format!("[{}]", texts.join(",")), Some(apart), meter)?;
        if !form.format.is_toon() || meter.by(form.size) >= meter.by(apart) {
            return Ok(None);
        }
        let reason = format!("{} text blocks are a list; {}", texts.len(), form.reason).into();
        let block = parts.block_in_place_of(Repeated::List, &form, &self.rules);
        let replaced = Some(Repeated::List);
        Ok(Some(Plan { block, replaced, drops_structured: false, texts: form.size, reason }))
    }
}

/// Whether all texts are JSON objects with the same keys, and so can be rows of a table.
fn have_the_same_keys(texts: &[&str]) -> bool {
    let mut first: Option<Vec<String>> = None;
    texts.iter().all(|text| {
        let Some(Tree::Object(entries)) = Tree::parse(text) else { return false };
        let mut keys: Vec<String> = entries.into_iter().map(|(key, _)| key).collect();
        keys.sort();
        first.get_or_insert_with(|| keys.clone()) == &keys
    })
}

impl<'r> Parts<'r> {
    fn read(result: &'r str, rules: &Rules) -> Option<Self> {
        let object: Object<'r> = serde_json::from_str(result).ok()?;
        let present = |key| object.borrowed(key).filter(|value| value.get() != "null");
        let originals: Vec<&'r RawValue> = match present("content") {
            Some(content) => serde_json::from_str(content.get()).ok()?,
            // The content may be omitted if there is `structuredContent`.
            None => Vec::new(),
        };
        let structured = present("structuredContent");
        if structured.is_none() && originals.is_empty() {
            return None;
        }
        let is_error = object.get("isError").is_some_and(|value| value.get() == "true");
        let is_wrapped = object
            .object("_meta")
            .and_then(|meta| Some(meta.object("fastmcp")?.get("wrap_result")?.get() == "true"))
            .unwrap_or(false);
        let blocks = originals.iter().map(|block| Block::read(block, rules)).collect();
        Some(Parts { object, blocks, originals, structured, is_wrapped, is_error })
    }

    fn shown(&self, meter: Meter) -> Shown {
        let texts = self.blocks.iter().filter_map(Block::shown).map(|text| meter.size(text)).sum();
        let structured = self.structured.map(|json| meter.size(&compact::compact(json.get())));
        Shown { texts, structured }
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(Block::text)
    }

    fn text_length(&self) -> usize {
        self.texts().map(str::len).sum()
    }

    fn counted(&self) -> Counted {
        match (self.blocks.is_empty() && self.structured.is_none(), self.is_error) {
            (true, _) => Counted::No,
            (false, true) => Counted::Error,
            (false, false) => Counted::Result,
        }
    }

    /// Whether there are blocks without text, such as images.
    fn has_more_than_texts(&self) -> bool {
        self.blocks.iter().any(|block| block.shown().is_none())
    }

    /// For each block, whether the new block replaces it.
    fn replaced_by(&self, repeated: Option<Repeated>) -> impl Iterator<Item = bool> {
        let mut place = 0;
        self.blocks.iter().map(move |block| {
            let is_text = block.text().is_some();
            let is_replaced = match repeated {
                None => false,
                Some(Repeated::List) => is_text,
                Some(Repeated::Text(text)) => is_text && place == text,
            };
            place += usize::from(is_text);
            is_replaced
        })
    }

    /// Whether a single block can replace these without losing anything. If there is only one, its
    /// annotations are kept, except for an audience, since structured content is for everyone.
    fn can_be_replaced(&self, repeated: Repeated) -> bool {
        let mut texts = self.blocks.iter().filter(|block| block.text().is_some());
        match repeated {
            Repeated::Text(place) => texts.nth(place).is_some_and(|block| !block.has_audience()),
            Repeated::List => texts.all(Block::is_bare_text),
        }
    }

    /// The block that replaces these: a copy of the first of them with a different text.
    fn block_in_place_of(&self, repeated: Repeated, form: &Written, rules: &Rules) -> Option<Box<RawValue>> {
        let place = self.replaced_by(Some(repeated)).position(|is_replaced| is_replaced)?;
        let (block, original) = (self.blocks.get(place)?, self.originals.get(place)?);
        if block.text() == Some(&form.text) {
            return Some((*original).to_owned());
        }
        let mut block = Block::read(original, rules);
        block.set_text(&form.text, form.format, rules);
        raw(&block.object)
    }

    /// Carries out the plan. Returns the new result if anything changes.
    fn apply(
        &mut self,
        plan: Plan,
        choices: Vec<Choice>,
        rules: &Rules,
        conversion: &mut Conversion,
    ) -> Option<Box<RawValue>> {
        let mut content: Vec<Cow<'_, RawValue>> = Vec::new();
        let mut new = plan.block;
        let replaced: Vec<bool> = self.replaced_by(plan.replaced).collect();
        let blocks = self.blocks.iter_mut().zip(&self.originals).zip(choices).zip(replaced);
        for (((block, original), choice), is_replaced) in blocks {
            if is_replaced {
                if let Some(block) = new.take() {
                    conversion.blocks += usize::from(block.get() != original.get());
                    content.push(Cow::Owned(block));
                }
                continue;
            }
            let changed = choice.smaller.and_then(|smaller| {
                block.set_text(&smaller.text, smaller.format, rules);
                raw(&block.object)
            });
            conversion.blocks += usize::from(changed.is_some());
            content.push(changed.map_or(Cow::Borrowed(*original), Cow::Owned));
        }
        if let Some(block) = new {
            conversion.blocks += 1;
            content.push(Cow::Owned(block));
        }
        conversion.is_converted = conversion.blocks > 0 || plan.drops_structured;
        if !conversion.is_converted {
            return None;
        }
        self.object.set("content", raw(&content)?);
        if plan.drops_structured {
            self.object.remove("structuredContent");
        }
        raw(&self.object)
    }
}

/// Joins the distinct reasons for what was done to the texts.
fn reasons(choices: &[Choice]) -> Cow<'static, str> {
    let mut reasons = Reasons::default();
    for choice in choices {
        reasons.add(&choice.reason);
    }
    reasons.join()
}

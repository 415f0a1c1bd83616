//! Converts a whole result: its content blocks and its structured content.

use crate::blocks::Block;
use crate::conversion::{Conversion, Counted};
use crate::converter::Converter;
use crate::describe::Reasons;
use crate::files::Named;
use crate::json::Tree;
use crate::marker::Format;
use crate::object::{Object, raw};
use crate::session::{Session, Used, Verdict};
use crate::size::Meter;
use crate::structured::{self, Relation, Repeated, TextBlock};
use crate::text::{Choice, Comparison, Written};
use crate::{Call, Host, Rules, Size, Structured, compact, files};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::time::Instant;
use toon_normal::Level;

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
    /// The block whose new text `structuredContent` gets, too, since it only wraps the text.
    wrapped: Option<usize>,
    /// The size of all texts that the result will have.
    texts: Size,
    /// The forms in the new block.
    used: Used,
    reason: Cow<'static, str>,
}

impl Plan {
    /// Each block is converted on its own, and nothing else changes.
    fn apart(texts: Size, reason: Cow<'static, str>) -> Self {
        Plan {
            block: None,
            replaced: None,
            drops_structured: false,
            wrapped: None,
            texts,
            used: Used::default(),
            reason,
        }
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

/// A way to convert a result, and what a host shows then.
struct Attempt {
    choices: Vec<Choice>,
    plan: Plan,
    before: Size,
    after: Size,
    /// The sizes that decide: those before and after, unless the host is unknown.
    decisive: [Size; 2],
    used: Used,
}

impl Attempt {
    fn saved(&self) -> Size {
        let [before, after] = self.decisive;
        before.less(after)
    }

    /// Whether the host shows nothing without the change.
    fn is_hidden(&self, meter: Meter) -> bool {
        let [before, after] = self.decisive.map(|size| meter.by(size));
        before == 0 && after > 0
    }
}

impl Converter {
    /// Converts a result. Returns the new result, if it changes, and what was done.
    pub(crate) fn convert_result(
        &self,
        call: &Call<'_>,
        result: &str,
        session: Option<&Session>,
    ) -> toon::Result<(Option<Box<RawValue>>, Conversion)> {
        let started = Instant::now();
        let host = call.client.shows.unwrap_or(Host::Structured);
        let is_host_known = call.client.shows.is_some();
        let mut conversion = Conversion { host, is_host_known, ..Conversion::default() };
        let Some(mut parts) = Parts::read(result, &self.rules) else {
            conversion.reason = "the result has no content that can be read".into();
            return Ok((None, conversion));
        };
        let meter = self.meter();
        conversion.counted = parts.counted();
        let named = call.arguments.map(Named::new).unwrap_or_default();
        let hidden = self.hidden_error(call, &parts);
        let result = if let Some(json) = hidden {
            conversion.before = parts.shown(meter).to(host, true);
            parts.show(json, meter, &self.rules, &mut conversion)
        } else if let Some(reason) = self.reason_to_leave_alone(call, &named, &parts) {
            conversion.before = parts.shown(meter).to(host, parts.is_error);
            conversion.after = conversion.before;
            conversion.reason = reason;
            conversion.is_left_alone = true;
            None
        } else {
            let is_embedded = self.rules.rewrite_files || !named.any;
            conversion.is_left_alone = !is_embedded;
            self.send_smallest(call, &mut parts, is_embedded, session, &mut conversion)?
        };
        if let Some(session) = session {
            session.add(conversion.after);
        }
        conversion.time = started.elapsed();
        Ok((result, conversion))
    }

    /// Changes a result to its smallest form, if that is worth it and pays for its explanation.
    fn send_smallest(
        &self,
        call: &Call<'_>,
        parts: &mut Parts<'_>,
        is_embedded: bool,
        session: Option<&Session>,
        conversion: &mut Conversion,
    ) -> toon::Result<Option<Box<RawValue>>> {
        let meter = self.meter();
        let level = self.rules.form.level(call.client.level);
        self.counters.add_attempts(self.texts_to_convert(call, parts));
        let max_bytes = call.max_bytes.filter(|_| is_embedded);
        let mut by = Comparison { meter, level, max_bytes };
        let mut attempt = self.attempt(call, parts, is_embedded, by)?;
        let mut verdict = self.judge(call, &attempt, session, meter);
        // What would have been saved, and why it was not.
        let mut passed_up = None;
        if let Verdict::Wait(cost) = verdict
            && attempt.used.has_normal()
        {
            // TOON may have been explained already.
            passed_up = Some((attempt.saved(), cost));
            by.level = None;
            attempt = self.attempt(call, parts, is_embedded, by)?;
            verdict = self.judge(call, &attempt, session, meter);
        }
        if let Verdict::Wait(cost) = verdict {
            passed_up.get_or_insert((attempt.saved(), cost));
        }
        conversion.higher =
            self.at_higher_level(call, parts, is_embedded, &attempt, Comparison { level, ..by })?;
        conversion.before = attempt.before;
        conversion.after = attempt.before;
        let is_sent = matches!(verdict, Verdict::Convert(_));
        let saved = if is_sent { attempt.saved() } else { Size::default() };
        let mut reason = attempt.plan.reason.clone();
        if matches!(verdict, Verdict::TooLittle) && meter.by(attempt.saved()) > 0 {
            reason = format!("a change would save only {}; {reason}", meter.show(meter.by(attempt.saved())))
                .into();
        }
        if let Some((possible, cost)) = passed_up {
            if let Some(session) = session {
                session.pass_up(possible.less(saved));
            }
            let possible = meter.show(meter.by(possible));
            reason =
                format!("a form that saves {possible} would need an explanation of {cost}; {reason}").into();
        }
        conversion.reason = reason;
        let hidden = parts.structured.filter(|_| attempt.is_hidden(meter));
        match (verdict, hidden) {
            (Verdict::Convert(explanation), _) => {
                conversion.after = attempt.after;
                conversion.explanation = meter.size(&explanation);
                let Attempt { plan, choices, .. } = attempt;
                Ok(parts.apply(plan, choices, &explanation, call, &self.rules, conversion))
            }
            (_, Some(json)) => Ok(parts.show(json, meter, &self.rules, conversion)),
            _ if self.rules.structured == Structured::Drop && attempt.plan.drops_structured => {
                let Attempt { plan, mut choices, .. } = attempt;
                for choice in &mut choices {
                    choice.smaller = None;
                }
                let texts: Size = choices.iter().map(|choice| choice.original).sum();
                let plan = Plan { drops_structured: true, ..Plan::apart(texts, plan.reason) };
                conversion.after = Shown { texts, structured: None }.to(conversion.host, parts.is_error);
                Ok(parts.apply(plan, choices, "", call, &self.rules, conversion))
            }
            _ => Ok(None),
        }
    }

    /// Decides whether an attempt is carried out.
    fn judge(&self, call: &Call<'_>, attempt: &Attempt, session: Option<&Session>, meter: Meter) -> Verdict {
        let [before, after] = attempt.decisive.map(|size| meter.by(size));
        if !attempt.is_hidden(meter) && !meter.is_worth(before, after) {
            return Verdict::TooLittle;
        }
        let Some(session) = session else { return Verdict::Convert(String::new()) };
        let level = self.rules.form.level(call.client.level).unwrap_or_default();
        session.decide(&attempt.used, attempt.decisive, level, &self.rules.options, meter)
    }

    /// The number of texts whose length is within the limits, with `structuredContent` as one.
    fn texts_to_convert(&self, call: &Call<'_>, parts: &Parts<'_>) -> u64 {
        let is_within = |length: usize| self.check_length(length).is_ok();
        let texts = parts.blocks.iter().filter_map(Block::convertible);
        let texts = texts.filter(|text| is_within(text.len())).count() as u64;
        let structured = parts.structured.filter(|_| !self.keeps_structured(call.tool, &call.definition));
        texts + u64::from(structured.is_some_and(|json| is_within(json.get().len())))
    }

    /// Plans the change of a result.
    fn attempt(
        &self,
        call: &Call<'_>,
        parts: &Parts<'_>,
        is_embedded: bool,
        by: Comparison,
    ) -> toon::Result<Attempt> {
        let choices = self.choose_all(parts, is_embedded, by)?;
        let structured = parts.structured.map(|json| by.meter.size(&compact::compact(json.get())));
        let before = Shown { texts: choices.iter().map(|choice| choice.original).sum(), structured };
        let plan = self.plan(call, parts, &choices, before, by)?;
        let rewrapped = plan.wrapped.and_then(|place| choices.get(place)?.smaller.as_ref());
        let structured = match rewrapped {
            Some(smaller) => raw(&structured::wrap(&smaller.text)).map(|json| by.meter.size(json.get())),
            None => before.structured.filter(|_| !plan.drops_structured),
        };
        let after = Shown { texts: plan.texts, structured };
        let shown = |host: Host| [before, after].map(|shown| shown.to(host, parts.is_error));
        let [size_before, size_after] = shown(call.client.shows.unwrap_or(Host::Structured));
        // An unknown host may show only the text beside structured content.
        let decisive = match call.client.shows {
            None if structured.is_some() => shown(Host::Content),
            _ => [size_before, size_after],
        };
        let mut used = plan.used.clone();
        for (choice, is_replaced) in choices.iter().zip(parts.replaced_by(plan.replaced)) {
            if let Some(smaller) = choice.smaller.as_ref().filter(|_| !is_replaced) {
                used.add(&smaller.used);
            }
        }
        Ok(Attempt { choices, plan, before: size_before, after: size_after, decisive, used })
    }

    /// What the next level of the normal form would have saved in addition to `sent`. Only for short
    /// results, since it is as much work as the result itself.
    fn at_higher_level(
        &self,
        call: &Call<'_>,
        parts: &Parts<'_>,
        is_embedded: bool,
        sent: &Attempt,
        by: Comparison,
    ) -> toon::Result<Option<(Level, Size)>> {
        const MAX_BYTES: u64 = 32 << 10;
        let meter = by.meter;
        let higher = match by.level {
            None | Some(Level::Plain) => Level::Legible,
            Some(Level::Legible) => Level::Dense,
            _ => return Ok(None),
        };
        if !meter.counts_tokens() || sent.before.bytes > MAX_BYTES {
            return Ok(None);
        }
        let by = Comparison { level: Some(higher), ..by };
        let attempt = self.attempt(call, parts, is_embedded, by)?;
        let [before, after] = attempt.decisive.map(|size| meter.by(size));
        let saved = sent.after.less(attempt.after);
        let is_better = attempt.used.has_normal() && meter.is_worth(before, after) && saved.tokens > 0;
        Ok(is_better.then_some((higher, saved)))
    }

    /// The data of an error without a text. Hosts do not show its `structuredContent`.
    fn hidden_error<'r>(&self, call: &Call<'_>, parts: &Parts<'r>) -> Option<&'r RawValue> {
        let is_hidden = parts.is_error
            && call.client.shows != Some(Host::Both)
            && self.applies_to(call.tool)
            && parts.blocks.iter().filter_map(Block::shown).all(|text| text.trim().is_empty());
        parts.structured.filter(|_| is_hidden)
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
            return Some("the settings exclude this tool".into());
        }
        if parts.is_error && !rules.errors {
            return Some("results that report an error are not converted".into());
        }
        if rules.rewrite_files {
            return None;
        }
        if files::is_reader(call.tool) {
            return Some("the tool reads files, which stay unchanged".into());
        }
        if let Some(argument) = &named.json {
            return Some(
                format!("the argument `{argument}` names a JSON file, and files stay unchanged").into(),
            );
        }
        if !files::is_lister(call.tool) && parts.structured.is_some_and(structured::is_file) {
            return Some(
                "structuredContent looks like the text of a file ({content: string}), which stays unchanged"
                    .into(),
            );
        }
        None
    }

    /// Finds the smallest form of each block on its own.
    fn choose_all(&self, parts: &Parts<'_>, embedded: bool, by: Comparison) -> toon::Result<Vec<Choice>> {
        let choose = |block: &Block<'_>| match (block.convertible(), block.shown()) {
            (Some(text), _) => self.choose(text, embedded, by),
            (None, shown) => Ok(Choice::none(shown.map_or_else(Size::default, |text| by.meter.size(text)))),
        };
        parts.blocks.iter().map(choose).collect()
    }

    fn plan(
        &self,
        call: &Call<'_>,
        parts: &Parts<'_>,
        choices: &[Choice],
        before: Shown,
        by: Comparison,
    ) -> toon::Result<Plan> {
        let meter = by.meter;
        let texts: Size = choices.iter().map(Choice::size).sum();
        let reasons = || reasons(choices);
        let Some(json) = parts.structured else {
            let as_list = self.as_list(parts, texts, by)?;
            return Ok(as_list.unwrap_or_else(|| Plan::apart(texts, reasons())));
        };
        // Hosts show the content of errors, even if there is structured content.
        if self.keeps_structured(call.tool, &call.definition) || parts.is_error {
            let follows = self.rules.structured == Structured::Keep && !parts.is_error;
            let wrapped = follows.then(|| parts.wrapped_by(json)).flatten();
            return Ok(Plan { wrapped, ..Plan::apart(texts, reasons()) });
        }
        if structured::is_content(json, &parts.originals) {
            let reason = "structuredContent only repeats the content blocks".into();
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
        let form = self.form(&relation, &text_blocks, by)?;
        let (size, structured) = (meter.by(form.size), meter.by(before.structured.unwrap_or_default()));
        let shows_structured = matches!(call.client.shows, Some(Host::Structured | Host::Both));
        let shows_content = matches!(call.client.shows, Some(Host::Content | Host::Both));
        if !shows_content && parts.has_more_than_texts() {
            // The size of images and links is unknown, and hosts that show structured content may
            // not show them so far.
            return Ok(apart(
                format!(
                    "without structuredContent, the host would show blocks that are not text; {}",
                    reasons()
                )
                .into(),
            ));
        }
        // A host that shows the texts in any case shows nothing new.
        let newly_shown =
            |texts: Size| if call.client.shows == Some(Host::Both) { 0 } else { meter.by(texts) };
        let Some(repeated) = relation.repeated else {
            if !shows_structured && has_text {
                return Ok(apart(
                    format!(
                        "the host shows the text, which has other data than structuredContent; {}",
                        reasons()
                    )
                    .into(),
                ));
            }
            let cost = size + newly_shown(texts);
            // Without a text block, a host of the kind `content` would show nothing to its model.
            if cost < structured || !has_text && cost == structured {
                let block = Block::of_text(&form.text, form.format, &self.rules);
                let reason = format!("the data is only in structuredContent; {}", form.reason).into();
                let texts = texts + form.size;
                let used = form.used;
                return Ok(Plan { block, drops_structured: true, used, ..Plan::apart(texts, reason) });
            }
            let (kept, text) = (meter.show(structured), cost);
            let reason = format!("structuredContent is kept: it takes {kept}, and text in its place {text}");
            return Ok(apart(reason.into()));
        };
        if !parts.can_be_replaced(repeated) {
            return Ok(apart(
                format!("one block would lose the annotations of the text blocks; {}", reasons()).into(),
            ));
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
            return Ok(apart(
                format!("one text block instead of structuredContent would take more; {}", reasons()).into(),
            ));
        }
        let block = parts.block_in_place_of(repeated, &form, &self.rules);
        let reason = format!("the text and structuredContent have the same data; {}", form.reason).into();
        let (texts, replaced) = (form.size + others, Some(repeated));
        Ok(Plan { block, replaced, drops_structured: true, used: form.used, ..Plan::apart(texts, reason) })
    }

    /// Finds the smallest form of the structured content.
    fn form(
        &self,
        relation: &Relation<'_>,
        texts: &[TextBlock<'_>],
        by: Comparison,
    ) -> toon::Result<Written> {
        let meter = by.meter;
        if let Some(string) = &relation.string {
            let choice = self.choose(string, true, by)?;
            let (text, size, format, used) = match choice.smaller {
                Some(smaller) => (smaller.text, smaller.size, smaller.format, smaller.used),
                None => (string.clone(), choice.original, Format::Text, Used::default()),
            };
            return Ok(Written { text, size, format, used, reason: choice.reason });
        }
        // The original text, if it is JSON of the same value.
        let text = match relation.repeated {
            Some(Repeated::Text(place)) => texts.get(place).filter(|text| text.is_value(relation.value)),
            _ => None,
        };
        let original = text.map(|text| (text, meter.size(text.text())));
        let form = self.smallest(relation.value.get(), original.map(|(_, size)| size), None, by)?;
        if let Some((text, size)) = original
            && meter.by(size) <= meter.by(form.size)
        {
            let (text, used) = (text.text().to_owned(), Used::default());
            return Ok(Written { text, size, format: Format::Json, used, ..form });
        }
        if let Some((_, original)) = original
            && form.format == Format::Json
            && compact::is_large(&form.text, form.size)
        {
            let text = compact::lines(&form.text);
            let size = meter.size(&text);
            if meter.by(size) <= meter.by(original) {
                return Ok(Written { text, size, ..form });
            }
        }
        Ok(form)
    }

    /// Writes several text blocks, which must be objects with the same keys, as one table. Some
    /// servers send a block for each element of a list.
    fn as_list(&self, parts: &Parts<'_>, apart: Size, by: Comparison) -> toon::Result<Option<Plan>> {
        let meter = by.meter;
        let texts: Vec<&str> = parts.texts().collect();
        let is_list = texts.len() > 1
            && parts.blocks.len() == texts.len()
            && parts.can_be_replaced(Repeated::List)
            && self.check_length(parts.text_length()).is_ok()
            && have_the_same_keys(&texts);
        if !is_list {
            return Ok(None);
        }
        let form = self.smallest(&format!("[{}]", texts.join(",")), Some(apart), None, by)?;
        if !form.format.is_toon() || meter.by(form.size) >= meter.by(apart) {
            return Ok(None);
        }
        let reason = format!("{} text blocks have the same keys; {}", texts.len(), form.reason).into();
        let block = parts.block_in_place_of(Repeated::List, &form, &self.rules);
        let replaced = Some(Repeated::List);
        let (texts, used) = (form.size, form.used);
        Ok(Some(Plan { block, replaced, used, ..Plan::apart(texts, reason) }))
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

    /// Adds a text block with `json` as it is.
    fn show(
        &mut self,
        json: &RawValue,
        meter: Meter,
        rules: &Rules,
        conversion: &mut Conversion,
    ) -> Option<Box<RawValue>> {
        let block = Block::of_text(json.get(), Format::Json, rules)?;
        let content: Vec<&RawValue> = self.originals.iter().copied().chain([&*block]).collect();
        self.object.set("content", raw(&content)?);
        conversion.reason = "the host shows only the text, and the data was not in it".into();
        conversion.after = conversion.before + meter.size(json.get());
        (conversion.is_converted, conversion.blocks) = (true, 1);
        raw(&self.object)
    }

    /// The block whose text is all that `structured` contains, as frameworks wrap the text that a tool
    /// returns.
    fn wrapped_by(&self, structured: &RawValue) -> Option<usize> {
        let text = structured::wrapped(structured)?;
        self.blocks.iter().position(|block| block.text() == Some(&text))
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
        explanation: &str,
        call: &Call<'_>,
        rules: &Rules,
        conversion: &mut Conversion,
    ) -> Option<Box<RawValue>> {
        let mut content: Vec<Cow<'_, RawValue>> = Vec::new();
        let mut new = plan.block;
        let mut wrapped = None;
        let replaced: Vec<bool> = self.replaced_by(plan.replaced).collect();
        let blocks = self.blocks.iter_mut().zip(&self.originals).zip(choices).zip(replaced);
        for (place, (((block, original), choice), is_replaced)) in blocks.enumerate() {
            if is_replaced {
                if let Some(block) = new.take() {
                    conversion.blocks += usize::from(block.get() != original.get());
                    content.push(Cow::Owned(block));
                }
                continue;
            }
            let changed = choice.smaller.and_then(|smaller| {
                if plan.wrapped == Some(place) {
                    wrapped = Some(smaller.text.clone());
                }
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
        if !explanation.is_empty() {
            explain(&mut content, explanation, call, rules)?;
        }
        self.object.set("content", raw(&content)?);
        if let Some(mut text) = wrapped {
            // A host that shows both has the explanation in the content.
            if !explanation.is_empty() && call.client.shows != Some(Host::Both) {
                text = format!("{explanation}\n\n{text}");
            }
            self.object.set("structuredContent", raw(&structured::wrap(&text))?);
        } else if plan.drops_structured {
            self.object.remove("structuredContent");
        }
        raw(&self.object)
    }
}

/// Puts an explanation in front of the content: as a block of its own, or in the first text that has
/// changed, if the host may show only one block.
fn explain(
    content: &mut Vec<Cow<'_, RawValue>>,
    explanation: &str,
    call: &Call<'_>,
    rules: &Rules,
) -> Option<()> {
    let changed = content.iter_mut().find(|block| matches!(block, Cow::Owned(_)));
    if let Some(changed) = changed.filter(|_| !call.client.shows_all_blocks) {
        let mut block = Block::read(changed, rules);
        let text = block.text().filter(|_| !block.has_audience());
        if let Some(text) = text.map(|text| format!("{explanation}\n\n{text}")) {
            block.set_explained_text(&text);
            let block = raw(&block.object)?;
            *changed = Cow::Owned(block);
            return Some(());
        }
    }
    content.insert(0, Cow::Owned(Block::of_text(explanation, Format::Text, rules)?));
    Some(())
}

/// Joins the distinct reasons for what was done to the texts.
fn reasons(choices: &[Choice]) -> Cow<'static, str> {
    let mut reasons = Reasons::default();
    for choice in choices {
        reasons.add(&choice.reason);
    }
    reasons.join()
}

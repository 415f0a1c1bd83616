//! A whole result: its blocks, and its structured content.

use super::blocks::Block;
use super::describe::Reasons;
use super::structured::{self, Relation, Repeated, Said};
use super::text::Choice;
use super::{Call, Conversion, Converter, Counted, Host, Size, Structured, compact, files};
use crate::object::{Object, raw};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::time::Instant;

/// The parts of a result that are looked at.
struct Parts<'r> {
    object: Object<'r>,
    blocks: Vec<Block<'r>>,
    /// The blocks as they stand in the text.
    originals: Vec<&'r RawValue>,
    structured: Option<&'r RawValue>,
    /// Whether it says that `structuredContent` is wrapped.
    is_wrapped: bool,
    is_error: bool,
}

/// What becomes of a result.
struct Plan {
    /// A block in place of some text blocks, or beside them.
    block: Option<Box<RawValue>>,
    replaced: Option<Repeated>,
    drops_structured: bool,
    /// The text blocks that are left have this size.
    texts: Size,
    reason: Cow<'static, str>,
}

/// What a host shows of a result: its texts, and its structured content.
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
    /// The result as it is to be, if it changes, and what was done.
    pub(super) fn convert_result(
        &self,
        call: &Call<'_>,
        result: &str,
    ) -> toon::Result<(Option<Box<RawValue>>, Conversion)> {
        let started = Instant::now();
        let host = call.host.unwrap_or(Host::Structured);
        let mut conversion = Conversion { host, is_host_known: call.host.is_some(), ..Conversion::default() };
        let Some(mut parts) = self.read(result) else {
            conversion.reason = "not a result with content".into();
            return Ok((None, conversion));
        };
        conversion.counted = parts.counted();
        if let Some(reason) = self.reason_to_leave_alone(call, &parts) {
            conversion.before = self.shown(&parts).to(host, parts.is_error);
            conversion.after = conversion.before;
            conversion.reason = reason;
            conversion.time = started.elapsed();
            return Ok((None, conversion));
        }
        let choices = self.choose_all(&parts)?;
        let structured = parts.structured.map(|json| self.size(&compact::compact(json.get())));
        let before = Shown { texts: choices.iter().map(|choice| choice.original).sum(), structured };
        let plan = self.plan(call, &parts, &choices, before)?;
        let texts = plan.texts;
        conversion.before = before.to(host, parts.is_error);
        conversion.reason.clone_from(&plan.reason);
        let structured = before.structured.filter(|_| !plan.drops_structured);
        conversion.after = Shown { texts, structured }.to(host, parts.is_error);
        let result = self.apply(plan, &mut parts, choices, &mut conversion);
        conversion.time = started.elapsed();
        Ok((result, conversion))
    }

    fn read<'r>(&self, result: &'r str) -> Option<Parts<'r>> {
        let object: Object<'r> = serde_json::from_str(result).ok()?;
        let originals: Vec<&'r RawValue> = match object.borrowed("content") {
            Some(content) => serde_json::from_str(content.get()).ok()?,
            // It may be left out where there is `structuredContent`.
            None => Vec::new(),
        };
        let structured = object.borrowed("structuredContent");
        if structured.is_none() && originals.is_empty() {
            return None;
        }
        let is_error = object.get("isError").is_some_and(|value| value.get() == "true");
        let is_wrapped = object
            .object("_meta")
            .and_then(|meta| Some(meta.object("fastmcp")?.get("wrap_result")?.get() == "true"))
            .unwrap_or(false);
        let blocks = originals.iter().map(|block| Block::read(block, &self.rules)).collect();
        Some(Parts { object, blocks, originals, structured, is_wrapped, is_error })
    }

    /// Why the result is not to be touched, if it is not.
    fn reason_to_leave_alone(&self, call: &Call<'_>, parts: &Parts<'_>) -> Option<Cow<'static, str>> {
        let rules = &self.rules;
        if !self.applies_to(call.tool) {
            return Some("the tool is not to be converted".into());
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
        if let Some(argument) = call.arguments.and_then(files::named_in) {
            return Some(format!("argument `{argument}` names a JSON file").into());
        }
        if !files::is_lister(call.tool) && parts.structured.is_some_and(structured::is_file) {
            return Some("structuredContent is {content: string}, the text of a file".into());
        }
        None
    }

    fn shown(&self, parts: &Parts<'_>) -> Shown {
        let texts = parts.blocks.iter().filter_map(Block::shown).map(|text| self.size(text)).sum();
        let structured = parts.structured.map(|json| self.size(&compact::compact(json.get())));
        Shown { texts, structured }
    }

    /// What each block can become by itself.
    fn choose_all(&self, parts: &Parts<'_>) -> toon::Result<Vec<Choice>> {
        let choose = |block: &Block<'_>| match (block.convertible(), block.shown()) {
            (Some(text), _) => self.choose(text),
            (None, shown) => Ok(Choice::none(shown.map_or_else(Size::default, |text| self.size(text)))),
        };
        parts.blocks.iter().map(choose).collect()
    }

    fn plan(
        &self,
        call: &Call<'_>,
        parts: &Parts<'_>,
        choices: &[Choice],
        before: Shown,
    ) -> toon::Result<Plan> {
        // Where each block is converted by itself.
        let texts: Size = choices.iter().map(Choice::size).sum();
        let apart = |reason: Cow<'static, str>| Plan {
            block: None,
            replaced: None,
            drops_structured: false,
            texts,
            reason,
        };
        let is_kept = self.keeps_structured(call.tool, &call.definition);
        let Some(json) = parts.structured.filter(|_| !is_kept) else {
            let as_list = self.as_list(parts, texts)?;
            return Ok(as_list.unwrap_or_else(|| apart(reasons(choices))));
        };
        let length = json.get().len().max(parts.text_length());
        if let Err(reason) = self.check_length(length) {
            return Ok(apart(reason));
        }
        let said: Vec<Said<'_>> = parts.texts().map(Said::new).collect();
        let is_wrapped = parts.is_wrapped || call.definition.is_wrapped;
        let structured = Relation::new(json, &said, is_wrapped);
        let form = self.form(&structured, parts)?;
        let (size, by) = (form.size, |size: Size| size.by(self.rules.measure));
        let structured_size = before.structured.unwrap_or_default();
        let repeated = structured.repeated;
        if let Some(repeated) = repeated.filter(|repeated| parts.can_be_replaced(*repeated)) {
            let (mut said, mut others) = (Size::default(), Size::default());
            for (choice, is_replaced) in choices.iter().zip(parts.replaced_by(Some(repeated))) {
                if is_replaced {
                    said += choice.original;
                } else {
                    others += choice.size();
                }
            }
            // Nothing may cost tokens in a host that shows the text, unless it then shows more than before.
            let costs_nothing =
                call.host == Some(Host::Structured) || structured.adds_key || by(size) <= by(said);
            if costs_nothing && by(size) + by(others) <= by(structured_size) {
                let block = parts.block_in_place_of(repeated, &form, &self.rules);
                let reason = format!("structuredContent repeats the text; {}", form.reason).into();
                let (texts, replaced) = (size + others, Some(repeated));
                return Ok(Plan { block, replaced, drops_structured: true, texts, reason });
            }
        }
        let is_new = repeated.is_none();
        let is_shown = call.host == Some(Host::Structured) || said.is_empty();
        if is_new && is_shown && by(size) + by(texts) < by(structured_size) {
            let block = Block::of_text(&form.text, form.is_toon, &self.rules);
            let reason = format!("data only in structuredContent; {}", form.reason).into();
            return Ok(Plan { block, replaced: None, drops_structured: true, texts: texts + size, reason });
        }
        let why = if is_new && is_shown {
            format!("structuredContent is smallest: {}", form.reason).into()
        } else if is_new {
            format!("structuredContent differs from the text; {}", reasons(choices)).into()
        } else {
            format!("one block would cost tokens; {}", reasons(choices)).into()
        };
        let drops_structured = self.rules.structured == Structured::Drop && !said.is_empty();
        Ok(Plan { drops_structured, ..apart(why) })
    }

    /// The smallest form of what structured content says.
    fn form(&self, structured: &Relation<'_>, parts: &Parts<'_>) -> toon::Result<OneForm> {
        if let Some(string) = &structured.string {
            let choice = self.choose(string)?;
            let size = choice.size();
            let (text, is_toon) = match choice.smaller {
                Some(smaller) => (smaller.text, smaller.is_toon),
                None => (string.clone(), false),
            };
            return Ok(OneForm { text, size, is_toon, reason: choice.reason });
        }
        let form = self.smallest(structured.value.get())?;
        let form =
            OneForm { text: form.text, size: form.size, is_toon: form.is_toon, reason: form.reason.into() };
        // The text as it is, where it says the same.
        if let Some(Repeated::Text(place)) = structured.repeated
            && let Some(text) = parts.texts().nth(place)
        {
            let size = self.size(text);
            if Said::new(text).is_value(structured.value)
                && size.by(self.rules.measure) <= form.size.by(self.rules.measure)
            {
                return Ok(OneForm { text: text.to_owned(), size, is_toon: false, ..form });
            }
        }
        Ok(form)
    }

    /// Several text blocks that are an object each, as one table: servers make a block of each element of a list.
    fn as_list(&self, parts: &Parts<'_>, apart: Size) -> toon::Result<Option<Plan>> {
        let texts: Vec<&str> = parts.texts().collect();
        let is_object = |text: &&str| text.trim_start().starts_with('{') && super::find::is_json(text);
        let is_list = texts.len() > 1
            && parts.blocks.len() == texts.len()
            && parts.can_be_replaced(Repeated::List)
            && self.check_length(parts.text_length()).is_ok()
            && texts.iter().all(is_object);
        if !is_list {
            return Ok(None);
        }
        let form = self.smallest(&format!("[{}]", texts.join(",")))?;
        if !form.is_toon || form.size.by(self.rules.measure) >= apart.by(self.rules.measure) {
            return Ok(None);
        }
        let reason = format!("{} text blocks are a list; {}", texts.len(), form.reason).into();
        let texts = form.size;
        let form = OneForm { text: form.text, size: form.size, is_toon: true, reason: "".into() };
        let block = parts.block_in_place_of(Repeated::List, &form, &self.rules);
        let replaced = Some(Repeated::List);
        Ok(Some(Plan { block, replaced, drops_structured: false, texts, reason }))
    }

    /// The result as planned, if anything changes.
    fn apply(
        &self,
        plan: Plan,
        parts: &mut Parts<'_>,
        choices: Vec<Choice>,
        conversion: &mut Conversion,
    ) -> Option<Box<RawValue>> {
        let mut content: Vec<Cow<'_, RawValue>> = Vec::new();
        let mut new = plan.block;
        let replaced: Vec<bool> = parts.replaced_by(plan.replaced).collect();
        let blocks = parts.blocks.iter_mut().zip(&parts.originals).zip(choices).zip(replaced);
        for (((block, original), choice), is_replaced) in blocks {
            if is_replaced {
                if let Some(block) = new.take() {
                    conversion.blocks += usize::from(block.get() != original.get());
                    content.push(Cow::Owned(block));
                }
                continue;
            }
            let changed = choice.smaller.and_then(|smaller| {
                block.set_text(&smaller.text, smaller.is_toon, &self.rules);
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
        parts.object.set("content", raw(&content)?);
        if plan.drops_structured {
            parts.object.remove("structuredContent");
        }
        raw(&parts.object)
    }
}

/// The text of a block that stands for several, or for structured content.
struct OneForm {
    text: String,
    size: Size,
    is_toon: bool,
    reason: Cow<'static, str>,
}

impl Parts<'_> {
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

    /// For each block, whether another one takes its place.
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

    /// Whether nothing is lost if one block takes the place of these: alone, it keeps what it says of itself.
    fn can_be_replaced(&self, repeated: Repeated) -> bool {
        match repeated {
            Repeated::Text(_) => true,
            Repeated::List => {
                let mut texts = self.blocks.iter().filter(|block| block.text().is_some());
                texts.all(Block::is_bare_text)
            }
        }
    }

    /// The block that takes the place of these: the first of them, with another text.
    fn block_in_place_of(
        &self,
        repeated: Repeated,
        form: &OneForm,
        rules: &super::Rules,
    ) -> Option<Box<RawValue>> {
        let place = self.replaced_by(Some(repeated)).position(|is_replaced| is_replaced)?;
        let (block, original) = (self.blocks.get(place)?, self.originals.get(place)?);
        if block.text() == Some(&form.text) {
            return Some((*original).to_owned());
        }
        let mut block = Block::read(original, rules);
        block.set_text(&form.text, form.is_toon, rules);
        raw(&block.object)
    }
}

/// Why each text became what it is, each reason once.
fn reasons(choices: &[Choice]) -> Cow<'static, str> {
    let mut reasons = Reasons::default();
    for choice in choices {
        reasons.add(&choice.reason);
    }
    reasons.join("; ").map_or(Cow::Borrowed("no text"), Cow::Owned)
}

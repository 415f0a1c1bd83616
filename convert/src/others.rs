//! Converts results of other requests: resources and prompts.

use crate::blocks::{self, Block};
use crate::conversion::{Conversion, Counted};
use crate::converter::{ConvertedJson, Converter};
use crate::object::{Object, raw};
use crate::session::{Session, Used, Verdict};
use crate::size::{Meter, Size};
use crate::text::{Choice, Comparison};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::time::Instant;
use toon_normal::Level;

/// The names under which these are counted, next to those of tools.
const RESOURCES: &str = "resources/read";
const PROMPTS: &str = "prompts/get";

/// The index and new text of a changed element.
type Changed = (usize, Box<RawValue>);

impl Converter {
    /// Converts texts with JSON media types in the result of `resources/read`.
    ///
    /// ```
    /// use toon_convert::{Converter, Measure, Rules};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes).min_size_bytes(0).any_savings(true))?;
    /// let result = r#"{"contents": [{"uri": "db://ids", "mimeType": "application/json", "text": "{\"ids\": [1, 2]}"}]}"#;
    /// let converted = converter.convert_resource(result).unwrap().result.unwrap();
    /// assert!(converted.get().contains(r#""mimeType":"text/toon","text":"ids[2]: 1,2""#));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot be written as TOON and
    /// [`Rules::skip_on_error`](crate::Rules::skip_on_error) is off.
    pub fn convert_resource(&self, result: &str) -> toon::Result<ConvertedJson> {
        self.convert_resource_in(&Session::told(), result)
    }

    /// Like [`convert_resource`](Self::convert_resource), in a conversation. There is no place for an
    /// explanation in a resource, so nothing changes until TOON has been explained.
    ///
    /// # Errors
    ///
    /// Like [`convert_resource`](Self::convert_resource).
    pub fn convert_resource_in(&self, session: &Session, result: &str) -> toon::Result<ConvertedJson> {
        let meter = self.meter();
        self.convert_each(RESOURCES, result, "contents", |resource, conversion| {
            let mut resource: Object<'_> = serde_json::from_str(resource.get()).unwrap_or_default();
            let Some(text) = resource.string("text").map(Cow::into_owned) else { return Ok(None) };
            if !blocks::is_json_resource(&resource, &self.rules) {
                conversion.leave(meter.size(&text));
                return Ok(None);
            }
            self.counters.add_attempts(u64::from(self.check_length(text.len()).is_ok()));
            let mut choice = self.choose(&text, true, Comparison { meter, level: None, max_bytes: None })?;
            choice.keep_if(|used| session.knows(used), meter);
            conversion.add(choice.original, choice.size(), choice.reason);
            Ok(choice.smaller.and_then(|smaller| {
                blocks::set_resource_text(&mut resource, &smaller.text, smaller.format, &self.rules);
                raw(&resource)
            }))
        })
    }

    /// Converts the texts of messages in the result of `prompts/get`.
    ///
    /// ```
    /// use toon_convert::{Converter, Measure, Rules};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes).min_size_bytes(0).any_savings(true))?;
    /// let result = r#"{"messages": [{"role": "user", "content": {"type": "text", "text": "Sum up:\n[{\"id\": 1}, {\"id\": 2}]"}}]}"#;
    /// let converted = converter.convert_prompt(result).unwrap().result.unwrap();
    /// assert!(converted.get().contains(r#""text":"Sum up:\n[2]{id}:\n  1\n  2""#));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot be written as TOON and
    /// [`Rules::skip_on_error`](crate::Rules::skip_on_error) is off.
    pub fn convert_prompt(&self, result: &str) -> toon::Result<ConvertedJson> {
        self.convert_prompt_in(&Session::told(), result)
    }

    /// Like [`convert_prompt`](Self::convert_prompt), in a conversation: the first text that is
    /// converted begins with an explanation.
    ///
    /// # Errors
    ///
    /// Like [`convert_prompt`](Self::convert_prompt).
    pub fn convert_prompt_in(&self, session: &Session, result: &str) -> toon::Result<ConvertedJson> {
        let meter = self.meter();
        self.convert_each(PROMPTS, result, "messages", |message, conversion| {
            let mut message: Object<'_> = serde_json::from_str(message.get()).unwrap_or_default();
            let Some(content) = message.get("content").map(ToOwned::to_owned) else { return Ok(None) };
            let mut block = Block::read(&content, &self.rules);
            let Some(text) = block.convertible() else {
                conversion.leave(meter.size(block.shown().unwrap_or_default()));
                return Ok(None);
            };
            self.counters.add_attempts(u64::from(self.check_length(text.len()).is_ok()));
            let mut choice = self.choose(text, true, Comparison { meter, level: None, max_bytes: None })?;
            let mut explanation = String::new();
            let sizes = [choice.original, choice.size()];
            choice.keep_if(
                |used| match session.decide(used, sizes, Level::Plain, &self.rules.options, meter) {
                    Verdict::Convert(text) => {
                        explanation = text;
                        true
                    }
                    Verdict::Wait(_) | Verdict::TooLittle => false,
                },
                meter,
            );
            conversion.add(choice.original, choice.size(), choice.reason);
            conversion.explanation += meter.size(&explanation);
            Ok(choice.smaller.and_then(|smaller| {
                block.set_text(&smaller.text, smaller.format, &self.rules);
                if !explanation.is_empty() {
                    block.set_explained_text(&format!("{explanation}\n\n{}", smaller.text));
                }
                message.set("content", raw(&block.object)?);
                raw(&message)
            }))
        })
    }

    /// Converts each element of the list under `key`.
    fn convert_each(
        &self,
        name: &str,
        result: &str,
        key: &'static str,
        mut convert: impl FnMut(&RawValue, &mut Conversion) -> toon::Result<Option<Box<RawValue>>>,
    ) -> toon::Result<ConvertedJson> {
        let started = Instant::now();
        let mut conversion = Conversion { counted: Counted::Text, ..Conversion::default() };
        let mut object: Object<'_> = serde_json::from_str(result).unwrap_or_default();
        let list = object.borrowed(key).map_or("[]", RawValue::get);
        let elements: Vec<&RawValue> = serde_json::from_str(list).unwrap_or_default();
        let mut changed: Vec<Changed> = Vec::new();
        for (place, element) in elements.iter().enumerate() {
            changed.extend(convert(element, &mut conversion)?.map(|element| (place, element)));
        }
        conversion.blocks = changed.len();
        conversion.is_converted = !changed.is_empty();
        conversion.time = started.elapsed();
        if !elements.is_empty() {
            self.counters.add_result(name, &conversion);
        }
        if conversion.explanation.bytes > 0 {
            self.counters.add_explanation(conversion.explanation);
        }
        if changed.is_empty() {
            return Ok(ConvertedJson { result: None, conversion });
        }
        let mut all: Vec<&RawValue> = elements;
        for (place, element) in &changed {
            if let Some(old) = all.get_mut(*place) {
                *old = element;
            }
        }
        let list = raw(&all);
        if let Some(list) = list {
            object.set(key, list);
        }
        Ok(ConvertedJson { result: raw(&object), conversion })
    }
}

impl Choice {
    /// Drops the smaller form if it is not worth it, or the model would not understand it.
    fn keep_if(&mut self, is_known: impl FnOnce(&Used) -> bool, meter: Meter) {
        let Some(smaller) = &self.smaller else { return };
        let [before, after] = [self.original, smaller.size].map(|size| meter.by(size));
        if !meter.is_worth(before, after) || !is_known(&smaller.used) {
            self.smaller = None;
        }
    }
}

impl Conversion {
    fn leave(&mut self, size: Size) {
        self.add(size, size, "the text is not JSON, or belongs to a file".into());
    }

    fn add(&mut self, before: Size, after: Size, reason: Cow<'static, str>) {
        self.before += before;
        self.after += after;
        self.reason = reason;
    }
}

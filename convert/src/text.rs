//! Finds the smallest form of a text.

use crate::describe::Reasons;
use crate::explanation::normal_options;
use crate::find::{self, Json, Kinds, Part, Place};
use crate::json::longest_list;
use crate::marker::Format;
use crate::session::Used;
use crate::size::Meter;
use crate::{Converter, Form, Size, compact};
use std::borrow::Cow;
use toon::{ErrorKind, json};
use toon_normal::{Forms, Level};

/// How many strings within each other are opened.
const MAX_STRINGS: usize = 2;

/// How the forms of a result are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    pub(crate) meter: Meter,
    /// The level of the normal form, if it is compared, too.
    pub(crate) level: Option<Level>,
    /// The largest size of use to the caller, in bytes.
    pub(crate) max_bytes: Option<u64>,
}

/// The decision about a text.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The size of the original text.
    pub(crate) original: Size,
    /// A smaller form, if any.
    pub(crate) smaller: Option<Smaller>,
    /// Why.
    pub(crate) reason: Cow<'static, str>,
}

/// A smaller form of a text.
#[derive(Debug)]
pub(crate) struct Smaller {
    pub(crate) text: String,
    pub(crate) size: Size,
    /// The format of the text as a whole.
    pub(crate) format: Format,
    pub(crate) used: Used,
}

impl Choice {
    /// For a text that is never converted.
    pub(crate) const fn none(original: Size) -> Self {
        Choice { original, smaller: None, reason: Cow::Borrowed("") }
    }

    /// The size of the smallest form.
    pub(crate) fn size(&self) -> Size {
        self.smaller.as_ref().map_or(self.original, |smaller| smaller.size)
    }
}

/// A JSON value in its smallest form.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) size: Size,
    pub(crate) format: Format,
    pub(crate) used: Used,
    /// The reason.
    pub(crate) reason: Cow<'static, str>,
}

impl Converter {
    /// The meter for the texts of one result.
    pub(crate) fn meter(&self) -> Meter {
        Meter::new(self.rules.measure, self.rules.max_size_bytes, self.rules.any_savings)
    }

    /// Finds the smallest form of a JSON value. JSON wins ties, since it needs no explanation.
    /// `original` is the size of the original text, if there is one with the same value. `part` is the
    /// part of a text that the value is in place of, where a fence may be needed.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be written as TOON and
    /// [`Rules::skip_on_error`](crate::Rules::skip_on_error) is off.
    pub(crate) fn smallest(
        &self,
        json: &str,
        original: Option<Size>,
        part: Option<&Json<'_>>,
        Comparison { meter, level, max_bytes }: Comparison,
    ) -> toon::Result<Written> {
        let is_whole = toon::__internal::selection(&self.rules.options).is_none();
        if is_whole && max_bytes.is_some_and(|max| smallest_size(json) > max) {
            let text = part.map_or_else(|| compact::compact(json), Json::compact);
            let (size, used) = (meter.size(&text), Used::default());
            return Ok(Written {
                text,
                size,
                format: Format::Json,
                used,
                reason: "no form is small enough".into(),
            });
        }
        let (toon, normal) = match level.map(|level| (level, self.forms(json, level))) {
            Some((level, Ok(Forms { toon, normal, .. }))) => {
                (toon, normal.ok().map(|normal| (level, normal)))
            }
            // The normal form allows less depth.
            _ => (json::to_toon(json, &self.rules.options), None),
        };
        let plain = self.plain(json, toon, original, part, meter)?;
        let Some((level, normal)) = normal else { return Ok(plain) };
        let Some(text) = in_place(part, normal.text) else { return Ok(plain) };
        let size = meter.size(&text);
        let form = self.rules.form;
        let (as_form, as_plain) = (meter.by(size), meter.by(plain.size));
        let others = original.map_or(as_plain, |size| as_plain.min(meter.by(size)));
        if as_form <= form.max_size(others, meter) {
            let other = if plain.format.is_toon() { "TOON" } else { "compact JSON" };
            let other = if others < as_plain { "the original" } else { other };
            let reason = format!("the {level} form takes {}, {other} {others}", meter.show(as_form)).into();
            let used = Used::normal(&normal.report);
            return Ok(Written { text, size, format: Format::Normal, used, reason });
        }
        let much = if form == Form::Auto { "not 20 % less" } else { "no less" };
        let reason = format!("{}; the {level} form takes {as_form}, which is {much}", plain.reason).into();
        Ok(Written { reason, ..plain })
    }

    /// A JSON value as TOON or compact JSON, whichever is smaller.
    fn plain(
        &self,
        json: &str,
        toon: toon::Result<String>,
        original: Option<Size>,
        part: Option<&Json<'_>>,
        meter: Meter,
    ) -> toon::Result<Written> {
        let compact = part.map_or_else(|| compact::compact(json), Json::compact);
        let size = meter.size(&compact);
        let as_json = |text, reason: Cow<'static, str>| {
            let used = Used::default();
            Written { text, size, format: Format::Json, used, reason }
        };
        let toon = match toon {
            Ok(toon) => toon,
            Err(error)
                if self.rules.skip_on_error || matches!(error.kind(), ErrorKind::InvalidJson { .. }) =>
            {
                tracing::warn!(%error, "JSON that cannot be written as TOON stays JSON");
                return Ok(as_json(
                    compact,
                    format!("this JSON cannot be written as TOON: {}", error.kind()).into(),
                ));
            }
            Err(error) => return Err(error),
        };
        if toon_normal::is_marked(&toon) {
            return Ok(as_json(
                compact,
                "the data begins like a normal form, so TOON would be misread".into(),
            ));
        }
        if toon.is_empty() {
            // Some models' APIs refuse blocks without any text.
            return Ok(as_json(compact, "an empty object is an empty text as TOON".into()));
        }
        let Some(toon) = in_place(part, toon) else {
            return Ok(as_json(compact, "TOON could close the fence around it".into()));
        };
        let toon_size = meter.size(&toon);
        let [toon_by, json_by] = [toon_size, size].map(|size| meter.by(size));
        let others = original.map_or(json_by, |size| json_by.min(meter.by(size)));
        Ok(if toon_by <= meter.largest_below(others) {
            let reason = format!("TOON takes {}, compact JSON {json_by}", meter.show(toon_by)).into();
            Written { text: toon, size: toon_size, format: Format::Toon, used: Used::toon(), reason }
        } else {
            as_json(compact, format!("compact JSON takes {}, TOON {toon_by}", meter.show(json_by)).into())
        })
    }

    /// A JSON value in both forms.
    fn forms(&self, json: &str, level: Level) -> toon::Result<Forms> {
        normal_options().level(level).encode(self.rules.options.clone()).forms_from_json(json)
    }

    /// Checks whether a text of this length may be converted. If not, returns the reason as the
    /// error.
    pub(crate) fn check_length(&self, bytes: usize) -> Result<(), Cow<'static, str>> {
        let bytes = bytes as u64;
        let rules = &self.rules;
        if bytes < rules.min_size_bytes {
            return Err(format!(
                "the text has {bytes} bytes, fewer than min_size_bytes ({})",
                rules.min_size_bytes
            )
            .into());
        }
        if bytes > rules.max_size_bytes {
            return Err(format!(
                "the text has {bytes} bytes, more than max_size_bytes ({})",
                rules.max_size_bytes
            )
            .into());
        }
        Ok(())
    }

    /// Finds the smallest form of a text that may be, or contain, JSON. `embedded` means that JSON
    /// within the text counts as well.
    ///
    /// # Errors
    ///
    /// Like [`smallest`](Self::smallest).
    pub(crate) fn choose(&self, text: &str, embedded: bool, by: Comparison) -> toon::Result<Choice> {
        if let Err(reason) = self.check_length(text.len()) {
            return Ok(Choice { original: by.meter.size(text), smaller: None, reason });
        }
        let levels = if embedded { MAX_STRINGS } else { 0 };
        self.choose_inside(text, embedded, levels, by)
    }

    /// Like [`choose`](Self::choose), for a text of any length. A text that is a string in JSON
    /// contains the text of that string, for at most `levels` strings within each other.
    fn choose_inside(
        &self,
        text: &str,
        embedded: bool,
        levels: usize,
        by: Comparison,
    ) -> toon::Result<Choice> {
        let meter = by.meter;
        let original = meter.size(text);
        let stays = |reason| Ok(Choice { original, smaller: None, reason });
        if let Some(levels) = levels.checked_sub(1)
            && let Some(string) = find::string(text)
        {
            let choice = self.choose_inside(&string, embedded, levels, by)?;
            let smaller = choice.smaller.filter(|smaller| meter.by(smaller.size) < meter.by(original));
            let is_scalar = text.trim_start().starts_with('"');
            if smaller.is_some() || !is_scalar {
                return Ok(Choice { original, smaller, ..choice });
            }
        }
        let kinds = Kinds { scalars: self.rules.scalars, embedded };
        let Some(parts) = find::parts(text, kinds) else {
            let choice = if embedded { self.choose_yaml(text, original, by)? } else { None };
            let none = || stays("the text contains no JSON that can be converted".into());
            return choice.map_or_else(none, Ok);
        };
        let mut reasons = Reasons::default();
        let mut format = Format::Text;
        let mut used = Used::default();
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Plain(text) => out.push_str(text),
                Part::Json(json) => {
                    let is_whole = json.place == Place::Whole;
                    let before = if is_whole { original } else { meter.size(&json.original()) };
                    let form = self.smallest(&json.value, Some(before), Some(&json), by)?;
                    if is_whole {
                        format = form.format;
                    }
                    reasons.add(&push(&mut out, &mut used, &json, form, before, meter));
                }
            }
        }
        let (size, reason) = (meter.size(&out), reasons.join());
        if meter.by(size) >= meter.by(original) {
            return stays(reason);
        }
        Ok(Choice { original, smaller: Some(Smaller { text: out, size, format, used }), reason })
    }

    /// Finds the smallest form of a text that is YAML as a whole and loses nothing as TOON. `None` if
    /// it is not, or if TOON is not smaller.
    #[cfg(feature = "yaml")]
    fn choose_yaml(&self, text: &str, original: Size, by: Comparison) -> toon::Result<Option<Choice>> {
        if self.rules.form != Form::Auto {
            return Ok(None);
        }
        let Some(json) = crate::yaml::to_json(text) else { return Ok(None) };
        let Written { text, size, format, used, reason } = self.smallest(&json, Some(original), None, by)?;
        let is_toon = format.is_toon();
        let smaller = is_toon.then_some(Smaller { text, size, format, used });
        let reason = if is_toon { reason } else { "TOON is not smaller".into() };
        Ok(Some(Choice { original, smaller, reason: format!("the text is YAML; {reason}").into() }))
    }

    #[cfg(not(feature = "yaml"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as with the feature")]
    fn choose_yaml(&self, _: &str, _: Size, _: Comparison) -> toon::Result<Option<Choice>> {
        Ok(None)
    }
}

/// A size below that of every form of a JSON value, in bytes: each element of a list, as the shortest row of a table
/// or item of a list, takes a character and what separates it from the next.
fn smallest_size(json: &str) -> u64 {
    2 * longest_list(json) as u64
}

/// TOON in place of a part of a text, or on its own.
fn in_place(part: Option<&Json<'_>>, toon: String) -> Option<String> {
    match part {
        Some(part) => part.toon(&toon),
        None => Some(toon),
    }
}

/// Appends the smallest form of a part of a text, or the part as it was, and returns the reason.
fn push(
    out: &mut String,
    used: &mut Used,
    json: &Json<'_>,
    form: Written,
    before: Size,
    meter: Meter,
) -> Cow<'static, str> {
    if form.format.is_toon() {
        out.push_str(&form.text);
        used.add(&form.used);
        return form.reason;
    }
    let [as_json, before] = [form.size, before].map(|size| meter.by(size));
    if as_json >= before {
        out.push_str(&json.original());
        return form.reason;
    }
    if compact::is_large(&form.text, form.size)
        && let Some(records) = json.records()
    {
        let size = meter.by(meter.size(&records));
        if size <= before {
            out.push_str(&records);
            return format!("{}; with a line for each record {size}", form.reason).into();
        }
    }
    out.push_str(&form.text);
    form.reason
}

//! The smallest form of one text.

use super::describe::Reasons;
use super::find::{self, Json, Kinds, Part};
use super::size::Meter;
use super::{Converter, Size, compact};
use std::borrow::Cow;
use toon::{ErrorKind, json};

/// What a text can become.
#[derive(Debug)]
pub(super) struct Choice {
    /// The text as it is.
    pub(super) original: Size,
    /// A smaller one, if there is one.
    pub(super) smaller: Option<Smaller>,
    /// Why.
    pub(super) reason: Cow<'static, str>,
}

/// A smaller form of a text.
#[derive(Debug)]
pub(super) struct Smaller {
    pub(super) text: String,
    pub(super) size: Size,
    /// Whether all of it is TOON.
    pub(super) is_toon: bool,
}

impl Choice {
    /// Of what is never converted.
    pub(super) const fn none(original: Size) -> Self {
        Choice { original, smaller: None, reason: Cow::Borrowed("") }
    }

    /// The size of the smallest form.
    pub(super) fn size(&self) -> Size {
        self.smaller.as_ref().map_or(self.original, |smaller| smaller.size)
    }
}

/// A form of a JSON value.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) text: String,
    pub(super) size: Size,
    pub(super) is_toon: bool,
    pub(super) reason: Cow<'static, str>,
}

impl Converter {
    /// How the texts of one result are measured.
    pub(super) fn meter(&self) -> Meter {
        Meter::new(self.rules.measure, self.rules.max_size_bytes)
    }

    /// The smaller of TOON and compact JSON of a JSON value. JSON needs no explanation, and wins where both are alike.
    ///
    /// # Errors
    ///
    /// If the value cannot be written as TOON and [`Rules::skip_on_error`](super::Rules::skip_on_error) is off.
    pub(super) fn smallest(&self, json: &str, meter: Meter) -> toon::Result<Form> {
        let compact = compact::compact(json);
        let size = meter.size(&compact);
        let toon = match json::to_toon(json, &self.rules.options) {
            Ok(toon) => toon,
            Err(error)
                if self.rules.skip_on_error || matches!(error.kind(), ErrorKind::InvalidJson { .. }) =>
            {
                tracing::warn!(%error, "JSON that cannot be written as TOON stays JSON");
                let reason = format!("TOON has no form for it: {}", error.kind());
                return Ok(Form { text: compact, size, is_toon: false, reason: reason.into() });
            }
            Err(error) => return Err(error),
        };
        let toon_size = meter.size(&toon);
        let [as_toon, as_json] = [toon_size, size].map(|size| meter.by(size));
        Ok(if as_toon < as_json {
            let reason = format!("TOON {as_toon} < compact {as_json}");
            Form { text: toon, size: toon_size, is_toon: true, reason: reason.into() }
        } else {
            let reason = format!("TOON {as_toon} ≥ compact {as_json}");
            Form { text: compact, size, is_toon: false, reason: reason.into() }
        })
    }

    /// Whether a text of this length is looked at; if not, why.
    pub(super) fn check_length(&self, bytes: usize) -> Result<(), Cow<'static, str>> {
        let bytes = bytes as u64;
        let rules = &self.rules;
        if bytes < rules.min_size_bytes {
            return Err(format!("{bytes} bytes < min_size_bytes {}", rules.min_size_bytes).into());
        }
        if bytes > rules.max_size_bytes {
            return Err(format!("{bytes} bytes > max_size_bytes {}", rules.max_size_bytes).into());
        }
        Ok(())
    }

    /// The smallest form of a text that may be, or contain, JSON. `embedded`: whether JSON that is only a part of it counts.
    ///
    /// # Errors
    ///
    /// As [`smallest`](Self::smallest).
    pub(super) fn choose(&self, text: &str, embedded: bool, meter: Meter) -> toon::Result<Choice> {
        let original = meter.size(text);
        let stays = |reason| Ok(Choice { original, smaller: None, reason });
        if let Err(reason) = self.check_length(text.len()) {
            return stays(reason);
        }
        self.counters.add_attempt();
        let kinds = Kinds { scalars: self.rules.scalars, embedded };
        let Some(parts) = find::parts(text, kinds) else { return stays("no JSON".into()) };
        let is_whole = matches!(parts.as_slice(), [Part::Json(_)]);
        let mut reasons = Reasons::default();
        let mut is_toon = false;
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Plain(text) => out.push_str(text),
                Part::Json(json) => {
                    let form = self.smallest(&json.value, meter)?;
                    is_toon = is_whole && form.is_toon;
                    reasons.add(&form.reason);
                    push(&mut out, &json, &form);
                }
            }
        }
        let (size, reason) = (meter.size(&out), reasons.join());
        if meter.by(size) >= meter.by(original) {
            return stays(reason);
        }
        Ok(Choice { original, smaller: Some(Smaller { text: out, size, is_toon }), reason })
    }
}

/// Adds the JSON in its other form, and in its fence.
fn push(out: &mut String, json: &Json<'_>, form: &Form) {
    let fence = json.fence.map(|fence| (fence, find::fence_of_toon(fence, &form.text)));
    match fence {
        None if form.is_toon => out.push_str(&form.text),
        Some((_, Some(fence))) if form.is_toon => out.extend([fence.as_str(), &form.text]),
        fence => {
            out.push_str(fence.map_or("", |(fence, _)| fence));
            if json.lines.is_empty() {
                out.push_str(&compact::compact(&json.value));
            }
            // Lines of JSON are not to become a list in JSON.
            for (place, line) in json.lines.iter().enumerate() {
                out.push_str(if place > 0 { "\n" } else { "" });
                out.push_str(&compact::compact(line));
            }
        }
    }
}

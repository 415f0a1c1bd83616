//! What the model in one conversation has been told about the forms of results.

use crate::explanation::{self, Explanation};
use crate::size::{Meter, Size};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use toon::EncodeOptions;
use toon_normal::{Explained, KeyOrder, Level, Report};

/// After so many tokens of results, the model may have forgotten an explanation, since hosts
/// compact their conversations.
const TOKENS_UNTIL_FORGOTTEN: u64 = 50_000;
/// About as many bytes as a token takes.
const BYTES_PER_TOKEN: u64 = 4;

/// Comes before what is added to an earlier explanation.
const MORE: &str = "Also in TOON:\n";

/// The forms that a result contains, which its reader has to know.
#[derive(Clone, Debug, Default)]
pub(crate) struct Used {
    toon: bool,
    /// Those of the normal forms.
    normal: Vec<Report>,
}

impl Used {
    pub(crate) const fn toon() -> Self {
        Used { toon: true, normal: Vec::new() }
    }

    pub(crate) fn normal(report: &Report) -> Self {
        Used { toon: false, normal: vec![report.clone()] }
    }

    pub(crate) fn add(&mut self, other: &Used) {
        self.toon |= other.toon;
        self.normal.extend_from_slice(&other.normal);
    }

    pub(crate) const fn has_normal(&self) -> bool {
        !self.normal.is_empty()
    }
}

/// A conversation with a model: what it has been told about TOON and its normal form.
///
/// A [`Converter`](crate::Converter) puts an explanation in front of the first result that is
/// converted to a form, and later of those that use more of it. It does so once it pays: when the
/// result saves more than its explanation takes, or earlier results would have saved twice as much.
/// After about 50,000 tokens of further results, the explanation is repeated.
///
/// ```
/// use serde_json::json;
/// use toon_convert::{Converter, Measure, Rules, Session};
///
/// let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
/// let session = Session::new();
/// let json = format!("[{}]", vec![r#"{"id": 1, "name": "Ada"}"#; 40].join(", "));
/// let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
/// let first = converter.convert_json_in(&session, "list_users", &result).unwrap();
/// assert!(first.conversion.explanation.bytes > 0);
/// let second = converter.convert_json_in(&session, "list_users", &result).unwrap();
/// assert_eq!(second.conversion.explanation.bytes, 0);
/// # Ok::<(), toon_convert::InvalidPattern>(())
/// ```
///
/// It is displayed as, and parsed from, a short text, for programs that run once for each result:
///
/// ```
/// # use serde_json::json;
/// # use toon_convert::{Converter, Measure, Rules, Session};
/// # let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
/// # let session = Session::new();
/// # let json = format!("[{}]", vec![r#"{"id": 1, "name": "Ada"}"#; 40].join(", "));
/// # let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
/// converter.convert_json_in(&session, "list_users", &result).unwrap();
/// let later: Session = session.to_string().parse().unwrap();
/// let second = converter.convert_json_in(&later, "list_users", &result).unwrap();
/// assert_eq!(second.conversion.explanation.bytes, 0);
/// # Ok::<(), toon_convert::InvalidPattern>(())
/// ```
#[derive(Debug, Default)]
pub struct Session {
    told: Mutex<Told>,
}

#[derive(Clone, Debug, Default)]
struct Told {
    toon: bool,
    normal: Option<Explained>,
    /// Whether it is explained elsewhere.
    everything: bool,
    /// The size of all results since the first explanation.
    since: Size,
    /// What the results that were not converted for want of an explanation would have saved.
    passed_up: Size,
}

/// What to do with a result that could be converted.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Convert it, with this explanation, which may be empty.
    Convert(String),
    /// Leave it unchanged, since it does not yet pay for an explanation of this size.
    Wait(u64),
    /// Leave it, since it hardly saves anything.
    TooLittle,
}

impl Clone for Session {
    fn clone(&self) -> Self {
        Session { told: Mutex::new(self.lock().clone()) }
    }
}

impl Session {
    /// A conversation that has just begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// A conversation in which no result needs an explanation, since the model has another one.
    ///
    /// ```
    /// use serde_json::json;
    /// use toon_convert::{Converter, Measure, Rules, Session};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
    /// let json = format!("[{}]", vec![r#"{"id": 1, "name": "Ada"}"#; 9].join(", "));
    /// let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
    /// let converted = converter.convert_json_in(&Session::told(), "list_users", &result).unwrap();
    /// assert!(converted.conversion.is_converted && converted.conversion.explanation.bytes == 0);
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn told() -> Self {
        Session { told: Mutex::new(Told { everything: true, ..Told::default() }) }
    }

    /// A conversation in which the model reads TOON, but has been told nothing about its normal form.
    ///
    /// ```
    /// use serde_json::json;
    /// use toon_convert::{Converter, Measure, Rules, Session};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
    /// let json = format!("[{}]", vec![r#"{"id": 1, "name": "Ada"}"#; 40].join(", "));
    /// let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
    /// let converted = converter.convert_json_in(&Session::reads_toon(), "list_users", &result).unwrap();
    /// assert!(converted.conversion.is_converted && converted.conversion.explanation.bytes == 0);
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn reads_toon() -> Self {
        Session { told: Mutex::new(Told { toon: true, ..Told::default() }) }
    }

    /// Begins another conversation, with a model that has been told nothing.
    ///
    /// ```
    /// use serde_json::json;
    /// use toon_convert::{Converter, Measure, Rules, Session};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
    /// let session = Session::new();
    /// let json = format!("[{}]", vec![r#"{"id": 1, "name": "Ada"}"#; 40].join(", "));
    /// let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
    /// for _ in 0..2 {
    ///     let converted = converter.convert_json_in(&session, "list_users", &result).unwrap();
    ///     assert!(converted.conversion.explanation.bytes > 0);
    ///     session.restart();
    /// }
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn restart(&self) {
        let mut told = self.lock();
        *told = Told { everything: told.everything, ..Told::default() };
    }

    /// Makes this the conversation that `other` is, such as before a result that was not shown after all.
    ///
    /// ```
    /// use serde_json::json;
    /// use toon_convert::{Converter, Measure, Rules, Session};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
    /// let session = Session::new();
    /// let before = session.clone();
    /// let json = format!("[{}]", vec![r#"{"id": 1, "name": "Ada"}"#; 40].join(", "));
    /// let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
    /// converter.convert_json_in(&session, "list_users", &result).unwrap();
    /// session.set(before);
    /// let again = converter.convert_json_in(&session, "list_users", &result).unwrap();
    /// assert!(again.conversion.explanation.bytes > 0);
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn set(&self, other: Session) {
        *self.lock() = other.told.into_inner().unwrap_or_else(PoisonError::into_inner);
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides about a result that takes `after` instead of `before` and contains the `used` forms.
    pub(crate) fn decide(
        &self,
        used: &Used,
        [before, after]: [Size; 2],
        level: Level,
        options: &EncodeOptions,
        meter: Meter,
    ) -> Verdict {
        let mut told = self.lock();
        if told.everything {
            return Verdict::Convert(String::new());
        }
        let mut next = told.clone();
        let text = next.explain(used, level, options);
        if text.is_empty() {
            return Verdict::Convert(text);
        }
        let cost = meter.by(meter.size(&text));
        if meter.pays(meter.by(before), meter.by(after), cost) || meter.by(told.passed_up) > 2 * cost {
            *told = Told { passed_up: Size::default(), ..next };
            Verdict::Convert(text)
        } else {
            Verdict::Wait(cost)
        }
    }

    /// Whether the model has been told about all forms in a result.
    pub(crate) fn knows(&self, used: &Used) -> bool {
        let told = self.lock();
        told.everything || told.clone().explain(used, Level::Plain, &EncodeOptions::new()).is_empty()
    }

    /// Notes what a result would have saved that was not converted.
    pub(crate) fn pass_up(&self, saved: Size) {
        self.lock().passed_up += saved;
    }

    /// Notes the length of a result that the model has seen, and that was not read here.
    ///
    /// ```
    /// let session = toon_convert::Session::new();
    /// session.add_unread(2_000_000);
    /// ```
    pub fn add_unread(&self, bytes: u64) {
        self.add(Size { bytes, tokens: bytes / BYTES_PER_TOKEN });
    }

    /// Notes the size of a result that the model has seen.
    pub(crate) fn add(&self, shown: Size) {
        let mut told = self.lock();
        if !told.toon && told.normal.is_none() {
            return;
        }
        told.since += shown;
        let Size { bytes, tokens } = told.since;
        let seen = if tokens == 0 { bytes / BYTES_PER_TOKEN } else { tokens };
        if seen > TOKENS_UNTIL_FORGOTTEN {
            *told = Told { everything: told.everything, passed_up: told.passed_up, ..Told::default() };
        }
    }
}

/// A session as text. Sizes are in bytes and tokens.
#[derive(Deserialize, Serialize)]
struct Saved {
    toon: bool,
    normal: Option<String>,
    everything: bool,
    since: [u64; 2],
    passed_up: [u64; 2],
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { toon, normal, everything, since, passed_up } = &*self.lock();
        let [since, passed_up] = [since, passed_up].map(|size| [size.bytes, size.tokens]);
        let normal = normal.as_ref().map(ToString::to_string);
        let saved = Saved { toon: *toon, normal, everything: *everything, since, passed_up };
        f.write_str(&serde_json::to_string(&saved).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Session {
    type Err = toon::Error;

    /// # Errors
    ///
    /// Fails if the text is not a session.
    fn from_str(text: &str) -> toon::Result<Self> {
        let saved: Saved = serde_json::from_str(text).map_err(serde::de::Error::custom)?;
        let normal = saved.normal.map(|names| names.parse()).transpose()?;
        let [since, passed_up] = [saved.since, saved.passed_up].map(|[bytes, tokens]| Size { bytes, tokens });
        let Saved { toon, everything, .. } = saved;
        Ok(Session { told: Mutex::new(Told { toon, normal, everything, since, passed_up }) })
    }
}

impl Told {
    /// Explains what is used and not known yet.
    fn explain(&mut self, used: &Used, level: Level, options: &EncodeOptions) -> String {
        let delimiter = options.get_delimiter();
        if used.has_normal() {
            // The explanation of a normal form includes that of TOON.
            self.toon = true;
            let has_more = self.normal.is_some();
            let explained =
                self.normal.get_or_insert_with(|| Explained::new().level(level).key_order(KeyOrder::Header));
            let texts = used.normal.iter().map(|report| explained.report(report));
            let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
            let text = explanation::with_header(&texts.join("\n"), delimiter);
            return if has_more && !text.is_empty() { format!("{MORE}{text}") } else { text };
        }
        if !used.toon || std::mem::replace(&mut self.toon, true) {
            return String::new();
        }
        Explanation::Short.text(delimiter, options.get_indent())
    }
}

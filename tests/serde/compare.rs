//! Each value at every position, written and read in both formats.

use crate::slot::{Content, Sent, Slot, reading};
use crate::support::equality::equal;
use crate::support::model::{Layout, as_decoded, encode};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use toon_testing::effort;

static TOPICS_DONE: AtomicUsize = AtomicUsize::new(0);
static ALL_CASES: AtomicUsize = AtomicUsize::new(0);
static ALL_TEXTS: AtomicUsize = AtomicUsize::new(0);

/// Runs the cases of one topic of `topics`, prints their number, and panics with everything that
/// differed.
pub fn topic(name: &str, topics: usize, cases: fn(&mut Compare)) {
    let mut compare = Compare::default();
    cases(&mut compare);
    let Compare { cases, texts, refused, changed, failures, .. } = compare;
    let cases_before = ALL_CASES.fetch_add(cases, Relaxed);
    let texts_before = ALL_TEXTS.fetch_add(texts, Relaxed);
    // Not `eprintln!`, which the test harness captures.
    let mut stderr = std::io::stderr();
    let line = format!(
        "serde comparison, {name}: {cases} cases in {texts} texts; serde_json refuses {refused} and changes {changed}\n"
    );
    stderr.write_all(line.as_bytes()).unwrap();
    if TOPICS_DONE.fetch_add(1, Relaxed) + 1 == topics {
        let (cases, texts) = (cases_before + cases, texts_before + texts);
        let line = format!("serde comparison, all {topics} topics: {cases} cases in {texts} texts\n");
        stderr.write_all(line.as_bytes()).unwrap();
    }
    let shown = failures.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(failures.is_empty(), "{} of {cases} cases differ:\n\n{shown}", failures.len());
}

/// The count of what was compared, and all that differed: one failing case must not hide the next.
#[derive(Default)]
pub struct Compare {
    cases: usize,
    texts: usize,
    /// Values that `serde_json` does not write, or does not read back.
    refused: usize,
    /// Values that `serde_json` reads back as another, such as `Some(None)`.
    changed: usize,
    failures: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Field<T> {
    before: u8,
    value: T,
    after: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Only<T> {
    value: T,
}

#[derive(Debug, Serialize, Deserialize)]
struct Outer<T> {
    inner: Only<T>,
    id: u8,
}

impl Compare {
    /// Each of `values`, alone and together, in each position.
    pub fn values<T>(&mut self, label: &str, values: &[T])
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug + 'static,
    {
        let all: Vec<(Sent<'_>, &dyn Content)> =
            values.iter().map(|value| (Sent(value), value as _)).collect();
        for (value, &(sent, content)) in values.iter().zip(&all) {
            self.large(label, value);
            self.elements(label, "alone", &[(sent, content)]);
            self.elements(label, "twice", &[(sent, content), (sent, content)]);
        }
        self.elements(label, "together", &all);
    }

    /// A value with many cases in itself, at the root and in fields only.
    pub fn large<T>(&mut self, label: &str, value: &T)
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug + 'static,
    {
        reading::<T>();
        // By its own type, as nowhere else: each format is compiled for it once.
        self.case(label, "the root", value, |back: &T| back == value, &|one, other| one == other);
        let (sent, content): (Sent<'_>, &dyn Content) = (Sent(value), value);
        self.position(label, "the root in a slot", &sent, &[content], |back: &Slot| vec![back]);
        self.position(label, "a field", &field(sent), &[content], |back: &Field<Slot>| vec![&back.value]);
        let only = Only { value: sent };
        self.position(label, "the only field", &only, &[content], |back: &Only<Slot>| vec![&back.value]);
    }

    fn elements(&mut self, label: &str, which: &str, values: &[(Sent<'_>, &dyn Content)]) {
        let at = |position: &str| format!("{position}, {which}");
        let (sent, contents): (Vec<_>, Vec<_>) = values.iter().copied().unzip();
        self.position(label, &at("an element"), &sent, &contents, |back: &Vec<Slot>| back.iter().collect());

        let rows: Vec<_> = sent.iter().copied().map(field).collect();
        self.position(label, &at("a row's field"), &rows, &contents, |back: &Vec<Field<Slot>>| {
            back.iter().map(|row| &row.value).collect()
        });
        let rows: Vec<_> = sent.iter().map(|value| Only { value }).collect();
        self.position(label, &at("a row's only field"), &rows, &contents, |back: &Vec<Only<Slot>>| {
            back.iter().map(|row| &row.value).collect()
        });
        let rows: Vec<_> = sent.iter().map(|value| Outer { inner: Only { value }, id: 1 }).collect();
        self.position(label, &at("a group's field"), &rows, &contents, |back: &Vec<Outer<Slot>>| {
            back.iter().map(|row| &row.inner.value).collect()
        });

        let names = (0..sent.len()).map(|index| format!("k{index:04}"));
        let entries: BTreeMap<_, _> = names.zip(&sent).collect();
        self.position(label, &at("a map's value"), &entries, &contents, |back: &BTreeMap<String, Slot>| {
            back.values().collect()
        });
        let entries: BTreeMap<_, _> = entries.into_iter().map(|(name, value)| (name, field(value))).collect();
        self.position(
            label,
            &at("an entry row's field"),
            &entries,
            &contents,
            |back: &BTreeMap<String, Field<Slot>>| back.values().map(|row| &row.value).collect(),
        );
    }

    /// A case of which `slots` finds the values.
    fn position<S: Serialize, D: DeserializeOwned + Debug>(
        &mut self,
        label: &str,
        position: &str,
        sent: &S,
        contents: &[&dyn Content],
        slots: fn(&D) -> Vec<&Slot>,
    ) {
        let unchanged = |back: &D| {
            let slots = slots(back);
            slots.len() == contents.len()
                && slots.iter().zip(contents).all(|(slot, content)| slot.holds(*content))
        };
        let same = |one: &D, other: &D| slots(one) == slots(other);
        let expected = self.case(label, position, sent, unchanged, &same);
        let expected = expected.filter(|_| effort::is_long() || self.cases % 8 == 0);
        if let Some(Err(difference)) = expected.map(|expected| expected.check_tree(sent, &same)) {
            self.failures.push(format!("{label} as {position}: {difference}"));
        }
    }

    /// `sent` written by both formats, read by both as a `D`, and compared by `same`. Returns what
    /// was expected, unless it failed.
    fn case<S: Serialize, D: DeserializeOwned + Debug>(
        &mut self,
        label: &str,
        position: &str,
        sent: &S,
        unchanged: impl Fn(&D) -> bool,
        same: &dyn Fn(&D, &D) -> bool,
    ) -> Option<Expected<D>> {
        self.cases += 1;
        let json = serde_json::to_string(sent);
        let back = json
            .as_ref()
            .map_err(ToString::to_string)
            .and_then(|json| serde_json::from_str::<D>(json).map_err(|error| error.to_string()));
        match &back {
            Ok(back) => self.changed += usize::from(!unchanged(back)),
            Err(_) => self.refused += 1,
        }
        let expected = Expected { json, back };
        let v3 = Layout { v3: true, ..Layout::DEFAULT };
        let mut layouts: Vec<Layout> = Layout::all().chain([v3]).collect();
        if !effort::is_long() {
            // The default, and one other in turn.
            let other = 1 + self.cases % (layouts.len() - 1);
            layouts = vec![layouts[0], layouts[other]];
        }
        for layout in layouts {
            self.texts += 1;
            if let Err(difference) = expected.check(sent, layout, same) {
                self.failures.push(format!("{label} as {position}, {layout:?}: {difference}"));
                return None;
            }
        }
        Some(expected)
    }
}

fn field<T>(value: T) -> Field<T> {
    Field { before: 1, value, after: "x".to_owned() }
}

/// The result of `serde_json` for a case.
struct Expected<D> {
    json: serde_json::Result<String>,
    back: Result<D, String>,
}

impl<D: DeserializeOwned + Debug> Expected<D> {
    fn check<S: Serialize>(
        &self,
        sent: &S,
        layout: Layout,
        same: &dyn Fn(&D, &D) -> bool,
    ) -> Result<(), String> {
        let options = layout.encode_options();
        let text = match (&self.json, options.to_string(sent)) {
            (Ok(_), Ok(text)) => text,
            (Err(_), Err(_)) => return Ok(()),
            (json, text) => return Err(format!("JSON is {json:?}, the text is {text:?}")),
        };
        let show = |difference: String| format!("{difference}\n{text}");
        check_layout(&text).map_err(show)?;
        self.check_back(layout.decode_options().from_str(&text), same).map_err(show)?;
        self.check_value(layout, &text).map_err(show)?;
        // The other functions do not depend on the layout: one is enough.
        if layout == Layout::DEFAULT {
            check_writers(sent, &text).map_err(show)?;
            self.check_readers(&text, same).map_err(show)?;
        }
        Ok(())
    }

    /// A tree holds the same value.
    fn check_tree<S: Serialize>(&self, sent: &S, same: &dyn Fn(&D, &D) -> bool) -> Result<(), String> {
        let Ok(text) = toon::to_string(sent) else { return Ok(()) };
        let named = |error: toon::Error| format!("tree: {error}");
        let tree = toon::to_value(sent).map_err(named)?;
        self.check_back(toon::from_value(&tree), same).map_err(|error| format!("{error}\n{tree}"))?;
        let read: toon::Value = toon::from_str(&text).map_err(named)?;
        ensure(tree == read, || format!("tree: {tree}\n{read}"))
    }

    fn check_readers(&self, text: &str, same: &dyn Fn(&D, &D) -> bool) -> Result<(), String> {
        self.check_back(toon::from_str(text), same)?;
        let named = |name: &'static str| move |error: String| format!("{name}: {error}");
        self.check_back(toon::from_slice(text.as_bytes()), same).map_err(named("from_slice"))?;
        self.check_back(toon::from_reader(text.as_bytes()), same).map_err(named("from_reader"))?;
        toon::from_str::<IgnoredAny>(text).map(drop).map_err(|error| format!("ignored: {error}"))
    }

    fn check_back(&self, read: toon::Result<D>, same: &dyn Fn(&D, &D) -> bool) -> Result<(), String> {
        match (&self.back, read) {
            (Ok(expected), Ok(read)) if same(expected, &read) => Ok(()),
            (Err(_), Err(_)) => Ok(()),
            (expected, read) => Err(format!("reads {read:?}, serde_json {expected:?}")),
        }
    }

    /// The text is the one of the JSON value, and reads back as it.
    fn check_value(&self, layout: Layout, text: &str) -> Result<(), String> {
        let Ok(json) = &self.json else { return Ok(()) };
        let Ok(value) = serde_json::from_str::<Value>(json) else { return Ok(()) };
        let read: Value =
            layout.decode_options().from_str(text).map_err(|error| format!("as a Value: {error}"))?;
        let decoded = as_decoded(&value, layout);
        ensure(equal(&read, &decoded), || format!("as a Value {read}, serde_json {decoded}"))?;
        // A `Value` has no integers beyond 64 bits.
        let model = encode(&value, layout);
        ensure(text == model || has_wide_integer(json), || format!("the model's text:\n{model}\nthe text:"))
    }
}

fn check_writers<S: Serialize>(sent: &S, text: &str) -> Result<(), String> {
    let written = toon::to_string(sent).map_err(|error| format!("to_string: {error}"))?;
    ensure(written == text, || "to_string differs".to_owned())?;
    let mut written = Vec::new();
    toon::to_writer(&mut written, sent).map_err(|error| format!("to_writer: {error}"))?;
    ensure(written == text.as_bytes(), || "to_writer differs".to_owned())?;
    let written = toon::to_vec(sent).map_err(|error| format!("to_vec: {error}"))?;
    ensure(written == text.as_bytes(), || "to_vec differs".to_owned())?;
    let mut written = "before".to_owned();
    sent.serialize(&mut toon::Serializer::new(&mut written))
        .map_err(|error| format!("Serializer: {error}"))?;
    ensure(written.strip_prefix("before") == Some(text), || format!("Serializer differs: {written}"))
}

/// §12: what holds for every text.
fn check_layout(text: &str) -> Result<(), String> {
    let is_blank = |line: &str| line.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
    ensure(text.is_empty() || !text.split('\n').any(is_blank), || "a blank line".to_owned())?;
    ensure(!text.contains(" \n") && !text.ends_with([' ', '\n']), || "a trailing space or newline".to_owned())
}

fn has_wide_integer(json: &str) -> bool {
    json.split(|char: char| !char.is_ascii_digit()).any(|digits| digits.len() >= 19)
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

//! Reads a tree into a type that rejects it as it stands.
//!
//! After each mismatch, the tree is edited at the place of the mismatch and read again: first to
//! make the value acceptable, and otherwise without the element it is in, to find the mismatches in
//! the others. The second repair of a kind at the same path, apart from indexes, applies to all
//! values from there on, so that the number of readings does not depend on that of the values.

use super::document::{Document, OPTIONS};
use super::edits::{Edits, Id, Replacement};
use super::fix::{Warning, WarningKind};
use super::locate::{Place, Step, start_in};
use super::value::{MeantValue, offset_in};
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem::{self, Discriminant};
use serde::de::DeserializeOwned;
use toon::__internal::{Segment, shorten};
use toon::{__internal, EncodeOptions, Error, ErrorKind, Result};

/// The maximum number of repairs, after each of which the tree is read again.
const MAX_REPAIRS: usize = 64;

/// The maximum number of mismatches that are reported.
const MAX_MISMATCHES: usize = 20;

/// The values that do not match the requested type.
#[derive(Default)]
pub(super) struct Mismatches {
    pub(super) errors: Vec<Error>,
    /// Whether there are more than the maximum number.
    pub(super) has_more: bool,
}

impl From<Error> for Mismatches {
    fn from(error: Error) -> Self {
        Mismatches { errors: alloc::vec![error], has_more: false }
    }
}

impl Document<'_> {
    /// Deserializes a tree that borrows from the document, with `edits`. Errors are placed in the
    /// answer.
    pub(crate) fn read_tree<T: DeserializeOwned>(&self, tree: &MeantValue<'_>, edits: &Edits) -> Result<T> {
        deserialize(tree, edits).map_err(|error| {
            let place = Place::find(tree, error.path().unwrap_or_default(), edits, self.text);
            let (line, column) = self.place_of(place.at);
            __internal::placed(error, line, column)
        })
    }
}

/// Deserializes a tree with `edits`, without places.
pub(super) fn deserialize<T: DeserializeOwned>(value: &MeantValue<'_>, edits: &Edits) -> Result<T> {
    let mut text = String::new();
    edits.write(value, &mut EncodeOptions::new().serializer(&mut text))?;
    OPTIONS.from_str(&text)
}

/// Reads `tree` after reading it as it stands failed with `error`, which is placed in the answer.
pub(super) fn read<'v, T: DeserializeOwned>(
    document: &'v Document<'_>,
    tree: &'v MeantValue<'v>,
    is_json: bool,
    error: Error,
) -> core::result::Result<(T, Vec<Warning>), Mismatches> {
    let wrapper = Wrapper::find::<T>(document, tree, &error);
    let mut whole = TypedReader::new(document, tree, None, is_json);
    if let Some(value) = whole.read_after(error) {
        return Ok((value, whole.warnings()));
    }
    if let Some(wrapper) = wrapper {
        let mut inner = TypedReader::new(document, wrapper.value, Some(wrapper.key), is_json);
        let value = inner.read().or_else(|error| inner.read_after(error).ok_or(()));
        if let Ok(value) = value {
            let mut warnings = alloc::vec![wrapper.warning(document)];
            warnings.extend(inner.warnings());
            return Ok((value, warnings));
        }
        if wrapper.is_certain && !inner.rejects_root {
            return Err(inner.mismatches);
        }
    }
    Err(whole.mismatches)
}

/// The only entry of a document, whose value may be what was requested.
struct Wrapper<'v> {
    key: &'v str,
    value: &'v MeantValue<'v>,
    /// Whether the document itself cannot be what was requested.
    is_certain: bool,
}

impl<'v> Wrapper<'v> {
    fn find<T: DeserializeOwned>(
        document: &Document<'_>,
        tree: &'v MeantValue<'v>,
        error: &Error,
    ) -> Option<Self> {
        let MeantValue::Object(entries) = tree else { return None };
        let [(key, value)] = entries.as_slice() else { return None };
        if matches!(value, MeantValue::Object(entries) if entries.is_empty()) {
            return None;
        }
        let is_other_type = matches!(error.kind(), ErrorKind::InvalidType { .. });
        let fails_with = |edits: &Edits, key: &str| {
            let error = document.read_tree::<T>(tree, edits).err();
            error.is_some_and(|error| error.path() == Some(Segment::Key(key).text().as_str()))
        };
        let mut edits = Edits::default();
        match (value, error.path()) {
            (MeantValue::Array(_), None) if is_other_type => {}
            // A struct with a field of this name has been asked for, rather than its value.
            (MeantValue::Object(_), None) => {
                edits.replace(Id::of(value), Replacement::String(UNLIKELY));
                if fails_with(&edits, key) {
                    return None;
                }
            }
            // Only a map reads a key of any name.
            (MeantValue::Object(_), Some(path)) if is_other_type && path == Segment::Key(key).text() => {
                edits.rename(Id::of(value), UNLIKELY);
                if !fails_with(&edits, UNLIKELY) {
                    return None;
                }
            }
            _ => return None,
        }
        Some(Wrapper { key, value, is_certain: matches!(value, MeantValue::Array(_)) })
    }

    fn warning(&self, document: &Document<'_>) -> Warning {
        let at = offset_in(document.text, self.key).or_else(|| self.value.start(document.text));
        let place = document.place_of(at.unwrap_or_default());
        let message = format!("read the value of the only key {:?} as the document", shorten(self.key));
        Warning::new(WarningKind::Wrapper, place, message)
    }
}

/// Neither a field nor a value of any type.
const UNLIKELY: &str = "\u{1}";

struct TypedReader<'v> {
    document: &'v Document<'v>,
    /// The document is JSON.
    is_json: bool,
    root: &'v MeantValue<'v>,
    /// The key of the root, if it is not the whole document.
    key: Option<&'v str>,
    edits: Edits,
    /// How many more repairs may be tried.
    repairs_left: usize,
    /// The kinds and places of the repairs so far.
    repaired: Vec<(Discriminant<Repair>, Vec<Step<'v>>)>,
    /// The last repair, if it replaced the value that was rejected, and the error before it.
    attempt: Option<(Id, Error)>,
    /// Values that no repair makes acceptable.
    unrepairable: BTreeSet<Id>,
    /// Arrays of which elements have been left out, and all values around them.
    shortened: BTreeSet<Id>,
    mismatches: Mismatches,
    /// Whether the first mismatch is that of the root.
    rejects_root: bool,
}

impl<'v> TypedReader<'v> {
    fn new(
        document: &'v Document<'_>,
        root: &'v MeantValue<'v>,
        key: Option<&'v str>,
        is_json: bool,
    ) -> Self {
        TypedReader {
            is_json,
            document,
            root,
            key,
            edits: Edits::default(),
            repairs_left: MAX_REPAIRS,
            repaired: Vec::new(),
            attempt: None,
            unrepairable: BTreeSet::new(),
            shortened: BTreeSet::new(),
            mismatches: Mismatches::default(),
            rejects_root: false,
        }
    }

    fn read<T: DeserializeOwned>(&self) -> Result<T> {
        self.document.read_tree(self.root, &self.edits)
    }

    fn find(&self, error: &Error) -> Place<'v> {
        Place::find(self.root, error.path().unwrap_or_default(), &self.edits, self.document.text)
    }

    /// Reads the tree again after `error`, until it is read as a whole or nothing is left to try.
    fn read_after<T: DeserializeOwned>(&mut self, mut error: Error) -> Option<T> {
        while self.react::<T>(error) {
            match self.read() {
                Ok(value) if self.mismatches.errors.is_empty() => return Some(value),
                Ok(_) => return None,
                Err(next) => error = next,
            }
        }
        None
    }

    /// Edits the tree after `error`. Returns whether to read it again.
    fn react<T: DeserializeOwned>(&mut self, mut error: Error) -> bool {
        let place = self.find(&error);
        let id = Id::of(place.value);
        match self.attempt.take() {
            Some((target, original)) if target == id => {
                self.edits.restore(id);
                self.unrepairable.insert(id);
                error = original;
            }
            // It was replaced along with others, so those after it may not need it either.
            _ if self.edits.replacement(id).is_some() => {
                let mut scope = Scope { target: id, has_others: true, is_reached: false };
                self.apply(&Repair::Undo, self.root, None, &place.steps, &mut scope);
                self.unrepairable.insert(id);
                return true;
            }
            _ => {
                if let Some(changed) = self.repair(&error, &place) {
                    self.attempt = Some((changed, error)).filter(|_| changed == id);
                    return true;
                }
            }
        }
        self.collect::<T>(error, &place)
    }

    // ---- mismatches ----

    /// Adds `error` to the mismatches and leaves out the element it is in. Returns whether there may
    /// be more.
    fn collect<T: DeserializeOwned>(&mut self, error: Error, place: &Place<'v>) -> bool {
        if !self.mismatches.errors.is_empty() && self.is_consequence(&error, place) {
            return false;
        }
        if self.mismatches.errors.len() == MAX_MISMATCHES {
            self.mismatches.has_more = true;
            return false;
        }
        if self.mismatches.errors.is_empty() {
            self.rejects_root = place.steps.is_empty();
        }
        self.mismatches.errors.push(self.describe(error, place));
        let index = place.steps.iter().enumerate().find_map(|(level, step)| match step {
            Step::Index(index) => Some((level, *index)),
            Step::Key(_) => None,
        });
        let Some((level, index)) = index else { return false };
        let around: Vec<Id> = place.around[..=level].iter().map(|value| Id::of(value)).collect();
        let list = around[level];
        if !self.shortened.contains(&list) {
            self.shortened.extend(around);
            if !self.has_any_length::<T>(list, index) {
                return false;
            }
        }
        self.edits.remove(list, index);
        true
    }

    /// Whether the array `list` can be shorter, which a tuple cannot: reads it with only the elements
    /// before `index`, which were accepted.
    fn has_any_length<T: DeserializeOwned>(&mut self, list: Id, index: usize) -> bool {
        self.edits.truncate(Some((list, index)));
        let result = self.read::<T>();
        let place = result.as_ref().err().map(|error| self.find(error));
        self.edits.truncate(None);
        match (result, place) {
            (Err(error), Some(place)) => !self.is_consequence(&error, &place),
            _ => true,
        }
    }

    /// Whether `error` may be due to elements that were left out.
    fn is_consequence(&self, error: &Error, place: &Place<'v>) -> bool {
        let is_independent = matches!(
            error.kind(),
            ErrorKind::InvalidType { .. }
                | ErrorKind::MissingField { .. }
                | ErrorKind::UnknownField { .. }
                | ErrorKind::UnknownVariant { .. }
        );
        !is_independent && self.shortened.contains(&Id::of(place.value))
    }

    /// Completes an error with what is known about the value at `place`.
    fn describe(&self, error: Error, place: &Place<'_>) -> Error {
        let path = place.path(self.key);
        let mut error = __internal::at_path(error, path);
        if !place.rest.is_empty() {
            return error;
        }
        let (quoted, text) = match place.value {
            MeantValue::Text(text) => (format!("{:?}", shorten(text)), *text),
            MeantValue::String(text) => (format!("{:?}", shorten(text)), text.as_ref()),
            MeantValue::Word(text) => ((*text).to_string(), *text),
            MeantValue::Number(text) => (shorten(text), text.as_ref()),
            MeantValue::Array(_) | MeantValue::Object(_) => return error,
        };
        if let ErrorKind::Custom(message) = error.kind() {
            if !mentions(message, text) {
                let message = format!("{message}, found {quoted}");
                error = __internal::of_kind(error, ErrorKind::Custom(message));
            }
        }
        match error.kind() {
            _ if !is_absent(text) => error,
            ErrorKind::UnknownVariant { .. } => __internal::with_hint(
                error,
                "write null, if the value may be missing, or one of the known variants".into(),
            ),
            ErrorKind::InvalidType { .. } | ErrorKind::InvalidValue { .. } | ErrorKind::Custom(_) => {
                __internal::with_hint(error, "write null, if the value may be missing".into())
            }
            _ => error,
        }
    }

    // ---- repairs ----

    /// Repairs the value at `place`, which was rejected with `error`. Returns the value that was
    /// edited, if any: it may be the tag of an object that was rejected.
    fn repair(&mut self, error: &Error, place: &Place<'v>) -> Option<Id> {
        if self.repairs_left == 0 || !place.rest.is_empty() {
            return None;
        }
        let Target { repair, steps, value } = self.target(error, place)?;
        let kind = mem::discriminant(&repair);
        let is_repeated =
            self.repaired.iter().any(|(known, at)| *known == kind && is_same_column(at, &steps));
        let mut scope = Scope { target: value, has_others: is_repeated, is_reached: false };
        self.apply(&repair, self.root, None, &steps, &mut scope);
        if !scope.is_reached {
            return None;
        }
        if !is_repeated {
            self.repaired.push((kind, steps));
        }
        self.repairs_left -= 1;
        Some(value)
    }

    /// Chooses the repair for the value at `place`.
    fn target(&self, error: &Error, place: &Place<'v>) -> Option<Target<'v>> {
        let mut steps = place.steps.clone();
        let value = Id::of(place.value);
        let key = match steps.last() {
            Some(Step::Key(key)) => Some(*key),
            _ => None,
        };
        if self.is_empty(key, place.value) {
            return Some(Target { repair: Repair::Null, steps, value });
        }
        let ErrorKind::UnknownVariant { variant, expected, .. } = error.kind() else { return None };
        let variants = Variants::new(expected);
        let MeantValue::Object(entries) = place.value else {
            return Some(Target { repair: Repair::Variant(variants), steps, value });
        };
        // The key of an object is rejected at the object, and so is the tag of an enum with fields.
        if let Some((_, value)) = entries.iter().find(|(key, _)| shorten(key) == *variant) {
            return Some(Target { repair: Repair::Key(variants), steps, value: Id::of(value) });
        }
        let mut tags = entries
            .iter()
            .filter(|(_, value)| scalar_text(value).is_some_and(|text| shorten(text) == *variant));
        let (Some((key, value)), None) = (tags.next(), tags.next()) else { return None };
        steps.push(Step::Key(key));
        Some(Target { repair: Repair::Variant(variants), steps, value: Id::of(value) })
    }

    /// Applies `repair` to all values that `steps` lead to, apart from indexes, and that are in
    /// `scope`.
    fn apply(
        &mut self,
        repair: &Repair,
        value: &'v MeantValue<'v>,
        key: Option<&str>,
        steps: &[Step<'_>],
        scope: &mut Scope,
    ) {
        let Some((step, rest)) = steps.split_first() else {
            return match repair {
                Repair::Null => {
                    if self.is_empty(key, value) && self.includes(scope, value) {
                        self.edits.replace(Id::of(value), Replacement::Null);
                    }
                }
                Repair::Variant(variants) => {
                    let variant = scalar_text(value).and_then(|text| variants.named(text));
                    if let Some(variant) = variant.filter(|_| self.includes(scope, value)) {
                        self.edits.replace(Id::of(value), Replacement::String(variant));
                    }
                }
                Repair::Key(variants) => self.rename_keys(variants, value, scope),
                Repair::Undo => {
                    if self.includes(scope, value) {
                        self.edits.restore(Id::of(value));
                    }
                }
            };
        };
        match (value, step) {
            (MeantValue::Array(elements), Step::Index(_)) => {
                for element in elements {
                    self.apply(repair, element, None, rest, scope);
                }
            }
            (MeantValue::Object(entries), Step::Key(key)) => {
                if let Some((key, value)) = entries.iter().find(|(own, _)| own == key) {
                    self.apply(repair, value, Some(key), rest, scope);
                }
            }
            _ => {}
        }
    }

    fn rename_keys(&mut self, variants: &Variants, value: &'v MeantValue<'v>, scope: &mut Scope) {
        let MeantValue::Object(entries) = value else { return };
        let written = |(key, value): &'v (Cow<'v, str>, MeantValue<'v>)| {
            self.edits.new_key(Id::of(value)).unwrap_or(key.as_ref())
        };
        let mut keys: BTreeSet<&str> = entries.iter().map(written).collect();
        for (key, value) in entries {
            if let Some(variant) = variants.named(key).filter(|variant| !keys.contains(variant)) {
                if self.includes(scope, value) {
                    keys.insert(variant);
                    self.edits.rename(Id::of(value), variant);
                }
            }
        }
    }

    fn includes(&self, scope: &mut Scope, value: &MeantValue<'_>) -> bool {
        let id = Id::of(value);
        if self.unrepairable.contains(&id) {
            return false;
        }
        scope.is_reached |= id == scope.target;
        id == scope.target || scope.has_others && scope.is_reached
    }

    /// Whether `value` is an empty cell, or that of a key without a value.
    fn is_empty(&self, key: Option<&str>, value: &MeantValue<'_>) -> bool {
        match (value, key) {
            (MeantValue::Text(text), _) => text.is_empty(),
            (MeantValue::Object(entries), Some(key)) if entries.is_empty() && !self.is_json => {
                // JSON within the document may contain `{}`.
                let text = self.document.text;
                offset_in(text, key).is_none_or(|at| {
                    let after = &text[at + key.len()..];
                    let after = after.strip_prefix('"').unwrap_or(after).trim_start_matches(' ');
                    after.strip_prefix(':').is_some_and(|after| {
                        after.trim_start_matches([' ', '\t', '\r']).chars().next().is_none_or(|c| c == '\n')
                    })
                })
            }
            _ => false,
        }
    }

    // ---- warnings ----

    /// The warnings about all repairs, in text order.
    fn warnings(&self) -> Vec<Warning> {
        let mut found = Vec::new();
        self.find_repairs(self.root, self.root.start(self.document.text).unwrap_or_default(), &mut found);
        found.sort_by_key(|(at, ..)| *at);
        let mut place = self.document.places();
        found.into_iter().map(|(at, kind, message)| Warning::new(kind, place(at), message)).collect()
    }

    fn find_repairs(
        &self,
        value: &'v MeantValue<'v>,
        at: usize,
        found: &mut Vec<(usize, WarningKind, String)>,
    ) {
        match self.edits.replacement(Id::of(value)) {
            Some(Replacement::Null) => {
                let what = match value {
                    MeantValue::Object(_) => "read a key without a value as null",
                    _ => "read an empty value as null",
                };
                found.push((at, WarningKind::Empty, what.into()));
            }
            Some(Replacement::String(variant)) => {
                found.push((
                    at,
                    WarningKind::Variant,
                    read_as(scalar_text(value).unwrap_or_default(), variant),
                ));
            }
            None => {}
        }
        let text = self.document.text;
        match value {
            MeantValue::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let at = start_in(text, Step::Index(index), element).unwrap_or(at);
                    self.find_repairs(element, at, found);
                }
            }
            MeantValue::Object(entries) => {
                for (key, value) in entries {
                    let inner = start_in(text, Step::Key(key), value).unwrap_or(at);
                    if let Some(variant) = self.edits.new_key(Id::of(value)) {
                        let at = offset_in(text, key).unwrap_or(inner);
                        found.push((at, WarningKind::Variant, read_as(key, variant)));
                    }
                    self.find_repairs(value, inner, found);
                }
            }
            _ => {}
        }
    }
}

fn read_as(text: &str, variant: &str) -> String {
    format!("read `{}` as the variant `{variant}`", shorten(text))
}

/// A repair, and the value to which it is applied.
struct Target<'v> {
    repair: Repair,
    /// The way to the value, or for keys, to the object around it.
    steps: Vec<Step<'v>>,
    value: Id,
}

enum Repair {
    /// An empty value becomes null.
    Null,
    /// A string becomes the name of a variant.
    Variant(Variants),
    /// A key becomes the name of a variant.
    Key(Variants),
    /// A value is no longer replaced.
    Undo,
}

/// What a repair is applied to: the value that was rejected and possibly those after it, since
/// those before it were accepted.
struct Scope {
    target: Id,
    has_others: bool,
    is_reached: bool,
}

/// The variants of an enum.
struct Variants {
    expected: BTreeSet<&'static str>,
    /// The variants by their folded names; `None` if several have the same.
    folded: BTreeMap<String, Option<&'static str>>,
}

impl Variants {
    fn new(expected: &[&'static str]) -> Self {
        let mut folded = BTreeMap::new();
        for name in expected {
            folded.entry(fold(name)).and_modify(|known| *known = None).or_insert(Some(*name));
        }
        // Only punctuation.
        folded.remove("");
        Variants { expected: expected.iter().copied().collect(), folded }
    }

    /// The variant that `text` names in another spelling.
    fn named(&self, text: &str) -> Option<&'static str> {
        if self.expected.contains(text) { None } else { self.folded.get(&fold(text)).copied().flatten() }
    }
}

/// A name without what naming conventions differ in.
fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

fn scalar_text<'v>(value: &'v MeantValue<'_>) -> Option<&'v str> {
    match value {
        MeantValue::Word("null") | MeantValue::Array(_) | MeantValue::Object(_) => None,
        MeantValue::Word(text) | MeantValue::Text(text) => Some(text),
        MeantValue::Number(text) | MeantValue::String(text) => Some(text),
    }
}

/// Whether two paths differ only in indexes.
fn is_same_column(a: &[Step<'_>], b: &[Step<'_>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|steps| match steps {
            (Step::Key(a), Step::Key(b)) => a == b,
            (Step::Index(_), Step::Index(_)) => true,
            _ => false,
        })
}

/// Whether `text` stands for a missing value in tables.
fn is_absent(text: &str) -> bool {
    text == "-" || text.eq_ignore_ascii_case("n/a") || text.eq_ignore_ascii_case("none")
}

/// Whether a message already quotes `text`.
fn mentions(message: &str, text: &str) -> bool {
    ['"', '\'', '`'].iter().any(|quote| message.contains(&format!("{quote}{text}{quote}")))
}

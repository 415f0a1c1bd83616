//! Writes a value in the smallest form.

use super::document::{Log, NormalDocument};
use super::keys::{LIST, MAP};
use super::options::Options;
use super::settings::MAX_OUTPUT;
use super::settings::{Form, Forms, KeyOrder, Report, Settings, Steps, Text};
use super::tables::{Standing, Tables, is_reordered_inside, leaves_of};
use super::tree::Tree;
use super::{aliases, decode, entities, ser, times};
use serde::Serialize;
use toon::{__internal, DecodeOptions, EncodeOptions, KeyFolding, Result, SpecVersion};

/// The steps that transform a document, in order. Each can be removed without affecting the others.
const STEPS: [fn(&mut NormalDocument, Settings, &mut Log); 4] =
    [entities::extract, write_tables, times::shorten, aliases::define];

fn write_tables(document: &mut NormalDocument, settings: Settings, log: &mut Log) {
    let references = document.entities.iter().flat_map(|kind| kind.members.iter().cloned()).collect();
    let mut tables = Tables::new(settings, leaves_of(&document.value), references);
    for kind in &document.entities {
        entities::write(kind, &mut tables, &mut document.same);
    }
    let members = &mut document.members;
    match &document.value {
        Tree::Object(object) => {
            document.is_map = tables.map(&MAP.into(), object, members, |tables, out| {
                *out = tables.object(object, Standing::Root);
            });
        }
        value => tables.member(&LIST.into(), value, members),
    }
    log.append(&tables.log);
}

impl Options<'_> {
    /// Writes `value` in the smallest of its forms.
    ///
    /// # Errors
    /// Like [`EncodeOptions::to_string`]. Also fails if [`encode`](Self::encode) has unsupported
    /// options.
    ///
    /// ```
    /// let text = toon_normal::Options::new().to_string(&[1, 2])?;
    /// assert_eq!(text.text, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_string<T: ?Sized + Serialize>(&self, value: &T) -> Result<Text> {
        self.check_encode()?;
        text(&ser::tree(value, &self.encode)?, self)
    }

    /// Writes the value of JSON text in the smallest of its forms.
    ///
    /// # Errors
    /// Like [`json::to_toon`](toon::json::to_toon). Also fails if [`encode`](Self::encode) has
    /// unsupported options.
    ///
    /// ```
    /// let text = toon_normal::Options::new().from_json("[1, 2]")?;
    /// assert_eq!(text.text, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_json(&self, json: &str) -> Result<Text> {
        self.check_encode()?;
        text(&ser::json_tree(json, &self.encode)?, self)
    }

    /// Writes the value of JSON text as canonical TOON and in the normal form, for callers that choose between them.
    ///
    /// # Errors
    /// Like [`from_json`](Self::from_json).
    ///
    /// ```
    /// let forms = toon_normal::Options::new().forms_from_json("[1, 2]")?;
    /// assert_eq!(forms.toon?, "[2]: 1,2");
    /// assert_eq!(forms.normal?.text, "_form: 1 list\nlist[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn forms_from_json(&self, json: &str) -> Result<Forms> {
        self.check_encode()?;
        Ok(Forms::of(&ser::json_tree(json, &self.encode)?, self))
    }

    fn check_encode(&self) -> Result<()> {
        let refused = |option| Err(__internal::error(__internal::unsupported_option(option)));
        match (self.encode.get_spec(), self.encode.get_key_folding()) {
            (SpecVersion::V3, _) => refused("specification 3"),
            (_, KeyFolding::Safe) => refused("key folding"),
            _ => Ok(()),
        }
    }
}

/// The smallest text of `value`.
fn text(value: &Tree, options: &Options<'_>) -> Result<Text> {
    let Forms { toon, normal } = Forms::of(value, options);
    let toon = toon.ok().filter(|toon| is_itself(value, toon, options));
    let mut candidates = Vec::new();
    match normal {
        // There may be no normal form: for a list, it is one level deeper than the list, and a
        // reader may reject a form that expands too much.
        Err(error) if toon.is_none() && !options.json => return Err(error),
        normal => {
            candidates.extend(toon.map(|text| Text { text, form: Form::Toon, report: Report::default() }));
            candidates.extend(normal.ok());
        }
    }
    if options.json {
        candidates.push(Text { text: value.to_json(), form: Form::Json, report: Report::default() });
    }
    let smallest = candidates.into_iter().min_by_key(|candidate| (options.measure)(&candidate.text));
    smallest.ok_or_else(|| __internal::error(__internal::output_limit(MAX_OUTPUT)))
}

impl Forms {
    fn of(value: &Tree, options: &Options<'_>) -> Self {
        let normal = normal(value, options);
        let normal = normal.map(|(text, report)| Text { text, form: Form::Normal, report });
        Forms { toon: write(value, &options.encode), normal }
    }
}

/// The normal form of `value`. If a reader would reject its expansion, it is written without any
/// steps.
fn normal(value: &Tree, options: &Options<'_>) -> Result<(String, Report)> {
    for steps in [options.steps, Steps::NONE] {
        let mut log = Log::default();
        let mut document = NormalDocument::new(value);
        for step in STEPS {
            step(&mut document, Settings { steps: steps.at(options.level), ..options.settings() }, &mut log);
        }
        let form = write(&document.finish(), &options.encode)?;
        if is_expandable(value, &form, options) {
            let report = log.report(&form);
            return Ok((form, report));
        }
    }
    Err(__internal::error(__internal::output_limit(MAX_OUTPUT)))
}

/// Whether canonical TOON reads back as the value: it keeps the key order, and is not mistaken for
/// a normal form.
fn is_itself(value: &Tree, toon: &str, options: &Options<'_>) -> bool {
    let is_kept = options.key_order == KeyOrder::Header || !is_reordered_inside(value);
    is_kept && decode::mark(toon).is_none()
}

/// `tree` as TOON text. The fields have already been selected.
fn write(tree: &Tree, options: &EncodeOptions) -> Result<String> {
    let mut text = String::new();
    tree.send(&mut __internal::whole(options).serializer(&mut text))?;
    Ok(text)
}

/// Whether a reader with default limits would expand `form` to its value. Reads it if the result is
/// close to a limit.
fn is_expandable(value: &Tree, form: &str, options: &Options<'_>) -> bool {
    const ALWAYS_SAFE_BYTES: usize = 8 << 20;
    const SAFE_EXPANSION: usize = 50;
    let safe = form.len().saturating_mul(SAFE_EXPANSION).clamp(ALWAYS_SAFE_BYTES, MAX_OUTPUT / 2);
    let reader = || Options::new().decode(DecodeOptions::new().indent(options.encode.get_indent()));
    json_len(value, safe) <= safe || decode::tree(form, &reader()).is_ok()
}

/// The length of compact JSON in bytes. Only approximate beyond `limit`.
fn json_len(value: &Tree, limit: usize) -> usize {
    let escaped = |text: &str| {
        let byte = |byte| match byte {
            b'"' | b'\\' => 2,
            0..0x20 => 6,
            _ => 1,
        };
        2 + text.bytes().map(byte).sum::<usize>()
    };
    let more = |len: usize, part: &dyn Fn() -> usize| if len > limit { len } else { len + 1 + part() };
    match value {
        Tree::List(items) => items.iter().fold(2, |len, item| more(len, &|| json_len(item, limit))),
        Tree::Object(members) => members
            .iter()
            .fold(2, |len, (key, value)| more(len, &|| escaped(key) + 1 + json_len(value, limit))),
        Tree::String(text) => escaped(text),
        Tree::Number(text) => text.len(),
        _ => 5,
    }
}

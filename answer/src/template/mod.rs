//! What a model should write, so that a type can be read from it.

mod sample;
mod shape;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use serde::de::DeserializeOwned;
use shape::{Choice, Kind, Member, Shape};
use toon::{Number, Value};

/// Shows a model what to write, so that a `T` can be read from it: an example in TOON, in a fence, and below it which
/// values are numbers, what an enum can be, and what can be `null` or left out. Together with
/// [`WRITING_SHORT`](toon::prompt::WRITING_SHORT), it is all that a model needs.
///
/// `T` is deserialized from samples again and again, at least once for each field and variant, so keep the text. The example
/// may not be readable if a type accepts only some numbers or texts. Fields whose names serde does not know cannot be shown:
/// of untagged enums, rows with `child`, and types with a tag or flattened fields that do not derive `toon::Deserialize`.
/// Aliases of variants are shown like variants, and lists with `join` as lists.
///
/// ````
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Report {
///     title: String,
///     severity: Severity,
///     findings: Vec<Finding>,
///     reviewer: Option<String>,
/// }
///
/// #[derive(Deserialize)]
/// #[serde(rename_all = "lowercase")]
/// enum Severity {
///     Low,
///     High,
/// }
///
/// #[derive(Deserialize)]
/// struct Finding {
///     line: u32,
///     message: String,
/// }
///
/// let prompt = format!("{}\n\n{}", toon::prompt::WRITING_SHORT, toon_answer::template::<Report>());
/// assert!(prompt.ends_with("\
/// ```toon
/// title: text
/// severity: low
/// findings[2]{line,message}:
///   1,text
///   1,text
/// reviewer: text
/// ```
/// severity: low or high. Integers: findings.line. Can be null or left out: reviewer."));
/// ````
pub fn template<T: DeserializeOwned>() -> String {
    let shape = sample::shape_of::<T>();
    let mut notes = Notes::default();
    notes.read(&shape, "", false);
    let mut text = fenced(&example(&shape, false));
    notes.write(&mut text);
    text
}

/// Longer tuples are not shown.
const MAX_ELEMENTS: usize = 1024;

fn fenced(value: &Value) -> String {
    // Examples have nothing that cannot be written.
    let toon = toon::to_string(value).unwrap_or_default();
    format!("```toon\n{toon}\n```")
}

/// An example of what a type is read from, on its own or within a list.
fn example(shape: &Shape, is_inner: bool) -> Value {
    match &shape.kind {
        _ if shape.is_cut && shape.is_nullable => Value::Null,
        Kind::List(_) if shape.is_cut => Value::Array(Vec::new()),
        Kind::Any | Kind::Text => shape.text().into(),
        Kind::Bool => true.into(),
        Kind::Integer => 1.into(),
        Kind::Number => Number::from_f64(1.5).map_or(Value::Null, Value::Number),
        Kind::Unit => Value::Null,
        Kind::List(element) => Value::Array(match &element.kind {
            Kind::Choice(choice) if !choice.is_plain() => choice.examples(true).collect(),
            // One in lists within lists, so that they do not double again and again.
            Kind::List(_) | Kind::Map(_) | Kind::Object(_) | Kind::Tuple(..) if is_inner => {
                vec![example(element, true)]
            }
            _ => vec![example(element, true); 2],
        }),
        Kind::Tuple(elements, len) => {
            let last = elements.last().into_iter().cycle();
            Value::Array(
                elements
                    .iter()
                    .chain(last)
                    .take((*len).min(MAX_ELEMENTS))
                    .map(|element| example(element, is_inner))
                    .collect(),
            )
        }
        Kind::Map(entry) => [(key(&entry[0]), example(&entry[1], is_inner))].into_iter().collect(),
        Kind::Object(members) => Value::from_iter(entries(members, is_inner)),
        Kind::Choice(choice) => choice.examples(is_inner).next().unwrap_or_default(),
    }
}

fn key(shape: &Shape) -> String {
    match example(shape, true) {
        Value::String(text) if text == "text" => "key".into(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// The entries of an object.
fn entries(members: &[Member], is_inner: bool) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    for member in members {
        match example(&member.shape, is_inner) {
            Value::Object(inner) if member.is_flattened() => entries.extend(inner),
            value if !member.is_flattened() => entries.push((member.name.to_owned(), value)),
            _ => {}
        }
    }
    entries
}

impl Choice {
    /// Whether each variant is only its name.
    fn is_plain(&self) -> bool {
        self.tags.is_empty() && self.variants().all(|(_, content)| matches!(content.kind, Kind::Unit))
    }

    /// An example of each variant.
    fn examples(&self, is_inner: bool) -> impl Iterator<Item = Value> {
        self.variants().map(move |(name, content)| {
            let is_unit = matches!(content.kind, Kind::Unit);
            let content = example(content, is_inner);
            match (self.tags, content) {
                ([], _) if is_unit => name.into(),
                ([], content) => [(name, content)].into_iter().collect(),
                ([tag], Value::Object(inner)) => {
                    let tag = ((*tag).to_owned(), Value::from(name));
                    [tag].into_iter().chain(inner).collect()
                }
                ([tag, key], content) if !is_unit => {
                    [(*tag, name.into()), (*key, content)].into_iter().collect()
                }
                ([tag, ..], _) => [(*tag, name)].into_iter().collect(),
            }
        })
    }
}

/// What is said of values beside the names of variants.
const KINDS: [&str; 6] =
    ["Integers", "Numbers", "True or false", "Can be null", "Can be left out", "Can be null or left out"];
const INTEGER: usize = 0;
const NUMBER: usize = 1;
const BOOL: usize = 2;
const NULLABLE: usize = 3;
const OPTIONAL: usize = 4;
const NULLABLE_OR_OPTIONAL: usize = 5;

/// What the example does not show.
#[derive(Default)]
struct Notes {
    /// The names of variants, and the paths of their enum.
    choices: Vec<(String, Vec<String>)>,
    /// The paths of each of [`KINDS`].
    kinds: [Vec<String>; KINDS.len()],
    /// Other variants of an enum, with its path.
    others: Vec<(String, Vec<Value>)>,
}

fn add(paths: &mut Vec<String>, path: &str) {
    let path = if path.is_empty() { "the value" } else { path };
    if !paths.iter().any(|other| other == path) {
        paths.push(path.to_owned());
    }
}

impl Notes {
    fn kind(&mut self, kind: usize, path: &str) {
        if let Some(paths) = self.kinds.get_mut(kind) {
            add(paths, path);
        }
    }

    fn choice(&mut self, names: &[&str], path: &str) {
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        let names =
            if others.is_empty() { (*last).to_owned() } else { format!("{} or {last}", others.join(", ")) };
        let at = self.choices.iter().position(|(other, _)| *other == names);
        let at = at.unwrap_or_else(|| {
            self.choices.push((names, Vec::new()));
            self.choices.len() - 1
        });
        if let Some((_, paths)) = self.choices.get_mut(at) {
            add(paths, path);
        }
    }

    /// `is_element`: whether all variants of an enum are shown.
    fn read(&mut self, shape: &Shape, path: &str, is_element: bool) {
        let within = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        match &shape.kind {
            Kind::Bool => self.kind(BOOL, path),
            Kind::Integer => self.kind(INTEGER, path),
            Kind::Number => self.kind(NUMBER, path),
            Kind::Any | Kind::Text | Kind::Unit => {}
            Kind::List(element) => self.read(element, path, true),
            Kind::Tuple(elements, _) => elements.iter().for_each(|element| self.read(element, path, false)),
            Kind::Map(entry) => self.read(&entry[1], &within(&key(&entry[0])), false),
            Kind::Object(members) => {
                for member in members {
                    let path = if member.is_flattened() { path.to_owned() } else { within(member.name) };
                    match (member.shape.is_nullable, member.is_optional == Some(true)) {
                        _ if member.is_flattened() => {}
                        (true, true) => self.kind(NULLABLE_OR_OPTIONAL, &path),
                        (true, false) => self.kind(NULLABLE, &path),
                        (false, true) => self.kind(OPTIONAL, &path),
                        (false, false) => {}
                    }
                    self.read(&member.shape, &path, false);
                }
            }
            Kind::Choice(choice) => {
                if choice.is_plain() {
                    self.choice(choice.names, path);
                } else if !is_element {
                    let others: Vec<Value> = choice.examples(false).skip(1).collect();
                    if !others.is_empty() {
                        self.others.push((path.to_owned(), others));
                    }
                }
                for (name, content) in choice.variants() {
                    match choice.tags {
                        [] if choice.is_plain() => {}
                        [] => self.read(content, &within(name), false),
                        [_, key] => self.read(content, &within(key), false),
                        _ => self.read(content, path, false),
                    }
                }
            }
        }
    }

    /// Appends what is noted.
    fn write(&self, out: &mut String) {
        for (path, others) in &self.others {
            for other in others {
                let (what, shown) = match path.rsplit('.').next() {
                    Some("") | None => ("The answer", other.clone()),
                    Some(key) => (&**path, [(key, other.clone())].into_iter().collect()),
                };
                out.extend(["\n", what, " can also be:\n", &fenced(&shown)]);
            }
        }
        let choices = self.choices.iter().map(|(names, paths)| format!("{}: {names}.", paths.join(", ")));
        let kinds = KINDS.iter().zip(&self.kinds).filter(|(_, paths)| !paths.is_empty());
        let kinds = kinds.map(|(kind, paths)| format!("{kind}: {}.", paths.join(", ")));
        let notes: Vec<String> = choices.chain(kinds).collect();
        if !notes.is_empty() {
            out.push('\n');
            out.push_str(&notes.join(" "));
        }
    }
}

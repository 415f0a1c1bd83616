//! The beginning of what does not fit, with what is missing said first.

use crate::budget::{Budget, counted, grouped};
use crate::outline::{Outline, with_keys};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;
use toon::{EncodeOptions, Value};

/// Longer strings are left out of the rows.
const MAX_CELL_CHARS: usize = 80;

/// Longer strings beside the rows are left out.
const MAX_BESIDE_CHARS: usize = 500;

/// The number of fields that are named though they are not shown.
const MAX_LEFT_OUT: usize = 8;

/// A value beside the rows is shown if it takes at most so much of the budget.
const BESIDE: usize = 8;

/// The number of keys beside the rows that are named though they are not shown.
const MAX_MISSING: usize = 5;

/// Longer lines of a text are cut, and those that are JSON left out.
const MAX_LINE_CHARS: usize = 400;

/// A complete result, as a reader gets at it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whole<'w> {
    /// Where it is, and that it is complete: `/x.json (complete, 847 rows, 348,117 bytes)`.
    pub place: &'w str,
    /// Its size, such as `98,601 tokens`.
    pub size: &'w str,
    /// Commands that answer questions about it, each on a line.
    pub hints: &'w [String],
    /// The keys that lead to the list, if it is not all.
    pub list: &'w [String],
    /// The rest of the document, as JSON. It may say where the next page is.
    pub beside: Option<&'w str>,
}

/// Writes the first rows of a list that fit, with the columns that fit, in at most `budget`. If not even one row fits, or
/// the rows are not objects, writes the outline.
///
/// The text is TOON, and the hints follow as lines of their own.
///
/// ```
/// use toon_store::{Budget, Collector, preview::{self, Whole}};
///
/// let rows: Vec<String> = (0..99).map(|id| format!(r#"{{"id":{id},"user":{{"login":"ada"}}}}"#)).collect();
/// let mut collector = Collector::new();
/// for row in &rows {
///     collector.add_row(row)?;
/// }
/// let whole = Whole { place: "/x.json (complete, 99 rows, 2,000 bytes)", size: "2,000 bytes", ..Whole::default() };
/// let text = preview::rows(&rows, 99, &collector.finish(), whole, Budget::in_bytes(100));
/// assert!(text.starts_with("partial: the first ") && text.len() <= 200);
/// assert!(text.contains("]{id,user.login}:\n  0,ada\n  1,ada\n"));
/// # Ok::<(), toon::Error>(())
/// ```
pub fn rows(first: &[String], total: u64, outline: &Outline, whole: Whole<'_>, budget: Budget) -> String {
    let rows: Vec<Row> = first.iter().map_while(|row| Row::of(row)).collect();
    let mut all = Columns::of(&rows);
    all.add_others(outline, whole.list);
    let (beside, missing) =
        whole.beside.map(|json| beside(json, budget.of(budget.get() / BESIDE))).unwrap_or_default();
    if !missing.is_empty() {
        all.missing = Some(format!("beside the rows: {}", missing.join(", ")));
    }
    let beside = beside.as_ref();
    let written = |count: usize, columns: usize| {
        Partial { rows: &rows, count, columns, all: &all, total, whole, beside }.text()
    };
    // As many rows as fit with all columns, or else one row with as many columns as fit.
    let fits = |count: usize, columns: usize| budget.fits(&written(count, columns));
    let width = all.shown.len();
    let most = |limit: usize, fits: &dyn Fn(usize) -> bool| {
        let (mut fitting, mut too_many) = (0, limit + 1);
        while fitting + 1 < too_many {
            let middle = fitting.midpoint(too_many);
            if fits(middle) { fitting = middle } else { too_many = middle }
        }
        fitting
    };
    let count = most(rows.len(), &|count| fits(count, width));
    if count > 0 && width > 0 {
        return written(count, width);
    }
    let width = if rows.is_empty() { 0 } else { most(width, &|columns| fits(1, columns)) };
    if width > 0 {
        written(most(rows.len(), &|count| fits(count, width)), width)
    } else {
        only_outline(outline, whole, budget)
    }
}

/// Writes the outline of a document, and no values but those in it, in at most `budget`.
pub fn only_outline(outline: &Outline, whole: Whole<'_>, budget: Budget) -> String {
    #[derive(Serialize)]
    struct Head<'h> {
        partial: String,
        whole: &'h str,
    }
    let limit = grouped(budget.stated() as u64);
    let unit = if whole.size.ends_with("tokens") { "" } else { " tokens" };
    let partial = format!("outline only, no rows: {} do not fit into {limit}{unit}", whole.size);
    // Strings can always be written.
    let head = toon::to_string(&Head { partial, whole: whole.place }).unwrap_or_default();
    let around = join(&[&head, "", &whole.hints.join("\n")]);
    let left = budget.get().saturating_sub(budget.size(&around) + 1);
    join(&[&head, &outline.to_text(budget.of(left)), &whole.hints.join("\n")])
}

/// A value with all digits of its numbers.
fn exact(json: &str) -> Option<Value> {
    let toon = toon::json::to_toon(json, &EncodeOptions::new()).ok()?;
    toon::from_str(&toon).ok()
}

/// What is beside the rows: all of it, or the short scalars, or nothing. And the keys that are missing.
fn beside(json: &str, budget: Budget) -> (Option<Value>, Vec<String>) {
    let Some(all) = exact(json) else { return Default::default() };
    let shown = [Some(all.clone()), short_scalars(&all)].into_iter().flatten().find(|value| {
        let is_empty = value.as_object().is_none_or(toon::value::Entries::is_empty);
        !is_empty && toon::to_string(value).is_ok_and(|text| budget.fits(&text))
    });
    let kept = shown.as_ref().and_then(Value::as_object);
    let entries = all.as_object().into_iter().flat_map(|entries| entries.iter());
    let missing = entries.filter(|(key, value)| kept.and_then(|kept| kept.get(key)) != Some(*value));
    let missing: Vec<&str> = missing.map(|(key, _)| key).collect();
    let named = missing.iter().take(MAX_MISSING).map(|key| with_keys(&[(*key).to_owned()]));
    let more = missing.len().saturating_sub(MAX_MISSING);
    let more = (more > 0).then(|| format!("{} more", grouped(more as u64)));
    (shown, named.chain(more).collect())
}

fn short_scalars(value: &Value) -> Option<Value> {
    match value {
        Value::Array(_) => None,
        Value::Object(entries) => {
            let short = entries.iter().filter_map(|(key, value)| Some((key, short_scalars(value)?)));
            Some(Value::Object(short.collect()))
                .filter(|short| short.as_object().is_some_and(|it| !it.is_empty()))
        }
        // Such as where the next page is.
        Value::String(text) if text.chars().count() > MAX_BESIDE_CHARS => None,
        scalar => Some(scalar.clone()),
    }
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("\n")
}

/// The scalars of a row, with those of nested objects under their paths, and what it has besides.
#[derive(Debug)]
struct Row {
    cells: Vec<(String, Value)>,
    /// The paths of lists, and what is in them.
    lists: Vec<(String, String)>,
}

impl Row {
    fn of(json: &str) -> Option<Self> {
        let Some(Value::Object(entries)) = exact(json) else { return None };
        let mut row = Row { cells: Vec::new(), lists: Vec::new() };
        row.add("", Value::Object(entries));
        Some(row)
    }

    fn add(&mut self, path: &str, value: Value) {
        match value {
            Value::Object(entries) => {
                for (key, value) in entries {
                    let key = step(&key);
                    let path = if path.is_empty() { key.into_owned() } else { format!("{path}.{key}") };
                    self.add(&path, value);
                }
            }
            Value::Array(elements) => self.lists.push((path.to_owned(), kind_of(&elements))),
            scalar => self.cells.push((path.to_owned(), scalar)),
        }
    }
}

/// A key as a step of a path: in quotes if it could be read as several steps.
fn step(key: &str) -> Cow<'_, str> {
    // Strings can always be written.
    if key.contains('.') { serde_json::to_string(key).unwrap_or_default().into() } else { key.into() }
}

/// What is in a list, such as ` of {id,name}`. Nothing if it is empty.
fn kind_of(elements: &[Value]) -> String {
    const MAX_KEYS: usize = 5;
    match elements.first() {
        None => String::new(),
        Some(Value::Object(entries)) => {
            let keys: Vec<&str> = entries.iter().map(|(key, _)| key).take(MAX_KEYS).collect();
            let more = if entries.len() > MAX_KEYS { ",…" } else { "" };
            format!(" of {{{}{more}}}", keys.join(","))
        }
        Some(Value::Array(_)) => " of lists".to_owned(),
        Some(Value::String(_)) => " of strings".to_owned(),
        Some(Value::Number(_)) => " of numbers".to_owned(),
        Some(Value::Bool(_) | Value::Null) => " of scalars".to_owned(),
    }
}

/// The columns of a preview.
#[derive(Debug, Default)]
struct Columns {
    shown: Vec<String>,
    /// With what they have.
    left_out: Vec<String>,
    /// What is missing beside the rows.
    missing: Option<String>,
}

impl Columns {
    fn of(rows: &[Row]) -> Self {
        let mut columns = Columns::default();
        let mut seen = std::collections::BTreeSet::new();
        // The number and the length of the texts.
        let mut sizes: HashMap<&str, (usize, usize)> = HashMap::new();
        for (path, value) in rows.iter().flat_map(|row| &row.cells) {
            let (count, sum) = sizes.entry(path).or_default();
            *count += 1;
            *sum += value.as_str().map_or(0, |text| text.chars().count());
        }
        for (path, _) in rows.iter().flat_map(|row| &row.cells) {
            if !seen.insert(path.clone()) {
                continue;
            }
            let (count, sum) = sizes.get(path.as_str()).copied().unwrap_or((1, 0));
            let average = sum / count;
            if average > MAX_CELL_CHARS {
                columns.left_out.push(format!("{path}: string, {average} characters on average"));
            } else {
                columns.shown.push(path.clone());
            }
        }
        for (path, _) in rows.iter().flat_map(|row| &row.lists) {
            if seen.insert(format!("{path}[]")) {
                let kinds = rows.iter().flat_map(|row| &row.lists).filter(|(other, _)| other == path);
                let kind = kinds.map(|(_, kind)| kind.as_str()).find(|kind| !kind.is_empty());
                columns.left_out.push(format!("{path}: list{}", kind.unwrap_or_default()));
            }
        }
        columns
    }

    /// Adds the fields that only later rows have, or that are empty in the first ones.
    fn add_others(&mut self, outline: &Outline, list: &[String]) {
        for (key, n) in outline.fields(list) {
            let key = step(key);
            let has_key = |name: &String| {
                let rest = name.strip_prefix(&*key);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
            };
            if !self.shown.iter().chain(&self.left_out).any(has_key) {
                self.left_out.push(format!("{key}: {}", counted(n, "time")));
            }
        }
    }
}

struct Partial<'p> {
    rows: &'p [Row],
    count: usize,
    columns: usize,
    all: &'p Columns,
    total: u64,
    whole: Whole<'p>,
    beside: Option<&'p Value>,
}

impl Partial<'_> {
    fn text(&self) -> String {
        #[derive(Serialize)]
        struct Head<'h> {
            partial: String,
            whole: &'h str,
            #[serde(skip_serializing_if = "Option::is_none")]
            beside: Option<&'h Value>,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            left_out: Vec<&'h str>,
            rows: Vec<Shown<'h>>,
        }
        let (shown, cut) = self.all.shown.split_at(self.columns);
        // What is not shown at all first.
        let missing = self.all.missing.as_ref();
        let fields = missing.into_iter().chain(&self.all.left_out).chain(cut);
        let mut left_out: Vec<&str> = fields.map(String::as_str).collect();
        let more = left_out.len().saturating_sub(MAX_LEFT_OUT);
        let others = format!("{} more", grouped(more as u64));
        if more > 0 {
            left_out.truncate(MAX_LEFT_OUT);
            left_out.push(&others);
        }
        let fields = self.all.shown.len() + self.all.left_out.len();
        let list = self.whole.list;
        let of = if list.is_empty() { String::new() } else { format!(" in {}", with_keys(list)) };
        let mut partial =
            format!("the first {} of {} rows{of}", grouped(self.count as u64), grouped(self.total));
        if shown.len() < fields {
            partial = format!("{partial}, {} of {fields} fields", shown.len());
        }
        partial.push_str("; do not count or conclude from these rows alone");
        let rows = self.rows.iter().take(self.count).map(|row| Shown { row, columns: shown }).collect();
        // Scalars and strings can always be written.
        let head =
            toon::to_string(&Head { partial, whole: self.whole.place, beside: self.beside, left_out, rows })
                .unwrap_or_default();
        join(&[&head, &self.whole.hints.join("\n")])
    }
}

/// A row with the columns that are shown. What a row does not have is `null`.
struct Shown<'s> {
    row: &'s Row,
    columns: &'s [String],
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for column in self.columns {
            let cell = self.row.cells.iter().find(|(path, _)| path == column).map(|(_, value)| value);
            map.serialize_entry(column, cell.unwrap_or(&Value::Null))?;
        }
        map.end()
    }
}

/// Writes the beginning and the end of a text, line by line, in at most `budget`.
///
/// ```
/// use toon_store::{Budget, preview::{self, Whole}};
///
/// let text: String = (1..=900).map(|number| format!("line {number}\n")).collect();
/// let whole = Whole { place: "/x.txt (complete, 900 lines)", size: "8,000 bytes", ..Whole::default() };
/// let text = preview::text(&text, whole, Budget::in_bytes(150));
/// assert!(text.starts_with("partial: lines 1-"), "{text}");
/// assert!(text.ends_with("\nline 900") && text.len() <= 300);
/// ```
pub fn text(text: &str, whole: Whole<'_>, budget: Budget) -> String {
    let lines: Vec<Cow<'_, str>> = text.lines().map(short_line).collect();
    let written = |head: usize, tail: usize| {
        let end = lines.len();
        let shown = match (head, tail) {
            (0, 0) => "no lines".to_owned(),
            (head, 0) => format!("lines 1-{head}"),
            (head, tail) => format!("lines 1-{head} and {}-{end}", end - tail + 1),
        };
        let is_cut =
            lines[..head].iter().chain(&lines[end - tail..]).any(|line| matches!(line, Cow::Owned(_)));
        let cut = if is_cut { "; long lines are cut" } else { "" };
        let partial = format!("partial: {shown} of {end}{cut}");
        let (first, last) = (lines[..head].join("\n"), lines[end - tail..].join("\n"));
        let gap = if tail > 0 { "…" } else { "" };
        join(&[&partial, &format!("whole: {}", whole.place), &whole.hints.join("\n"), &first, gap, &last])
    };
    // Two thirds for the beginning.
    let is_cut = lines.iter().any(|line| matches!(line, Cow::Owned(_)));
    let (mut fitting, mut too_many) = (0, lines.len() + usize::from(is_cut));
    while fitting + 1 < too_many {
        let middle = fitting.midpoint(too_many);
        let tail = middle / 3;
        if budget.fits(&written(middle - tail, tail)) { fitting = middle } else { too_many = middle }
    }
    written(fitting - fitting / 3, fitting / 3)
}

/// A line that is not too long, or its beginning, with how long it is. Half a JSON document would be read as a whole one.
fn short_line(line: &str) -> Cow<'_, str> {
    let is_short = line.len() <= MAX_LINE_CHARS || line.chars().nth(MAX_LINE_CHARS).is_none();
    if is_short {
        return Cow::Borrowed(line);
    }
    let length = grouped(line.chars().count() as u64);
    let start: String = line.chars().take(MAX_LINE_CHARS / 2).collect();
    if ["{\"", "[{", "[\"", "[["].iter().any(|json| start.contains(json))
        || start.starts_with(['[', '{', '"'])
    {
        return Cow::Owned(format!("(a line of {length} characters)"));
    }
    Cow::Owned(format!("{start}… (a line of {length} characters)"))
}

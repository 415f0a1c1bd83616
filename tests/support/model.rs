//! The encoder of specification 4.4, transcribed from its definitions, on a finished tree.
//!
//! It looks at every value as often as it likes, so it is slow, and short enough to be checked
//! against the specification by eye. The crate's encoder, which sees each value once, must write
//! the same text.

use serde_json::{Map, Number, Value};
use toon::Delimiter;

/// The layout that [`encode`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub indent: usize,
    pub delimiter: Delimiter,
    /// Without field groups and keyed tables, and with quotes around strings in Unicode spaces.
    pub v3: bool,
}

impl Layout {
    pub const DEFAULT: Layout = Layout { indent: 2, delimiter: Delimiter::Comma, v3: false };

    /// All three delimiters with two and with four spaces.
    pub fn all() -> impl Iterator<Item = Layout> {
        [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe]
            .into_iter()
            .flat_map(|delimiter| [2, 4].map(|indent| Layout { indent, delimiter, v3: false }))
    }

    pub fn encode_options(self) -> toon::EncodeOptions {
        let spec = if self.v3 { toon::SpecVersion::V3 } else { toon::SpecVersion::V4 };
        toon::EncodeOptions::new().indent(self.indent).delimiter(self.delimiter).spec(spec)
    }

    pub fn decode_options(self) -> toon::DecodeOptions {
        toon::DecodeOptions::new().indent(self.indent)
    }
}

/// The canonical text of `value`.
pub fn encode(value: &Value, layout: Layout) -> String {
    let mut model = Model { layout, lines: Vec::new() };
    match value {
        Value::Array(items) if items.is_empty() => model.lines.push("[]".to_owned()),
        Value::Array(items) => model.array(String::new(), 0, items, true),
        Value::Object(object) => match model.keyed_columns(object) {
            Some(columns) => model.keyed_table(String::new(), 0, object, &columns),
            None => model.entries(0, object.iter()),
        },
        // §7.2, last rule: a leading U+FEFF would be taken for a byte-order mark.
        Value::String(text) if text.starts_with('\u{feff}') => model.lines.push(quoted(text)),
        scalar => {
            let text = model.scalar(scalar);
            model.lines.push(text);
        }
    }
    model.lines.join("\n")
}

/// `value` as read back from its text: rows have their keys in the header's order (§2).
pub fn as_decoded(value: &Value, layout: Layout) -> Value {
    Model { layout, lines: Vec::new() }.decoded(value, true)
}

fn in_order(row: &Map<String, Value>, columns: &[Column]) -> Value {
    let cells = columns.iter().map(|column| {
        let cell = &row[&column.key];
        let cell = match (&column.group, cell) {
            (Some(group), Value::Object(nested)) => in_order(nested, group),
            _ => cell.clone(),
        };
        (column.key.clone(), cell)
    });
    Value::Object(cells.collect())
}

/// A field entry of a header (§6).
struct Column {
    key: String,
    group: Option<Vec<Column>>,
}

struct Model {
    layout: Layout,
    lines: Vec<String>,
}

impl Model {
    /// §9.3 for the elements of an array.
    fn table_columns(&self, items: &[Value]) -> Option<Vec<Column>> {
        let rows: Option<Vec<_>> = items.iter().map(Value::as_object).collect();
        self.columns(&rows.filter(|rows| !rows.is_empty())?)
    }

    /// §9.5 for the entries of an object.
    fn keyed_columns(&self, object: &Map<String, Value>) -> Option<Vec<Column>> {
        let rows: Option<Vec<_>> = object.values().map(Value::as_object).collect();
        self.columns(&rows.filter(|rows| rows.len() >= 2 && !self.layout.v3)?)
    }

    fn columns(&self, rows: &[&Map<String, Value>]) -> Option<Vec<Column>> {
        let (first, others) = rows.split_first()?;
        let uniform = others
            .iter()
            .all(|row| row.len() == first.len() && row.keys().all(|key| first.contains_key(key)));
        if first.is_empty() || !uniform {
            return None;
        }
        let column = |key: &String| {
            let cells: Vec<&Value> = rows.iter().map(|row| &row[key]).collect();
            if cells.iter().all(|cell| is_primitive(cell)) {
                return Some(Column { key: key.clone(), group: None });
            }
            let nested: Option<Vec<_>> = cells.iter().map(|cell| cell.as_object()).collect();
            let group = self.columns(&nested.filter(|_| !self.layout.v3)?)?;
            Some(Column { key: key.clone(), group: Some(group) })
        };
        first.keys().map(column).collect()
    }

    fn entries<'a>(&mut self, depth: usize, entries: impl Iterator<Item = (&'a String, &'a Value)>) {
        for (key, value) in entries {
            self.entry(self.spaces(depth), depth, key, value);
        }
    }

    /// §9.4, §10: elements of an array in list form are not tables, but their fields may be.
    fn decoded(&self, value: &Value, table_allowed: bool) -> Value {
        match value {
            Value::Array(items) => match self.table_columns(items).filter(|_| table_allowed) {
                Some(columns) => {
                    items.iter().filter_map(Value::as_object).map(|row| in_order(row, &columns)).collect()
                }
                None => items.iter().map(|item| self.decoded(item, false)).collect(),
            },
            Value::Object(object) => match self.keyed_columns(object).filter(|_| table_allowed) {
                Some(columns) => object
                    .iter()
                    .filter_map(|(key, row)| Some((key.clone(), in_order(row.as_object()?, &columns))))
                    .collect(),
                None => object.iter().map(|(key, value)| (key.clone(), self.decoded(value, true))).collect(),
            },
            scalar => scalar.clone(),
        }
    }

    /// One field (§8). `lead` is what stands before it on its line, `depth` where it counts as
    /// standing (§10).
    fn entry(&mut self, lead: String, depth: usize, name: &str, value: &Value) {
        let lead = lead + &key(name);
        match value {
            Value::Array(items) if items.is_empty() => self.lines.push(lead + ": []"),
            Value::Array(items) => self.array(lead, depth, items, true),
            Value::Object(object) => {
                if let Some(columns) = self.keyed_columns(object) {
                    self.keyed_table(lead, depth, object, &columns);
                } else {
                    self.lines.push(lead + ":");
                    self.entries(depth + 1, object.iter());
                }
            }
            scalar => {
                let text = self.scalar(scalar);
                self.lines.push(lead + ": " + &text);
            }
        }
    }

    /// An array after its key or list marker; §9.4 allows no table in a list item.
    fn array(&mut self, lead: String, depth: usize, items: &[Value], table_allowed: bool) {
        let lead = lead + &self.bracket(items.len(), "");
        if items.iter().all(is_primitive) {
            let values: Vec<String> = items.iter().map(|item| self.scalar(item)).collect();
            let space = if values.is_empty() { "" } else { " " };
            self.lines.push(lead + ":" + space + &values.join(&self.delimiter()));
            return;
        }
        if let Some(columns) = self.table_columns(items).filter(|_| table_allowed) {
            self.lines.push(lead + &self.field_list(&columns) + ":");
            for row in items.iter().filter_map(Value::as_object) {
                let row = self.spaces(depth + 1) + &self.cells(row, &columns).join(&self.delimiter());
                self.lines.push(row);
            }
            return;
        }
        self.lines.push(lead + ":");
        for item in items {
            self.item(depth + 1, item);
        }
    }

    /// A list item (§9.4, §10).
    fn item(&mut self, depth: usize, item: &Value) {
        let lead = self.spaces(depth) + "- ";
        match item {
            Value::Array(items) => self.array(lead, depth, items, false),
            Value::Object(object) => {
                let mut entries = object.iter();
                match entries.next() {
                    Some((key, value)) => self.entry(lead, depth + 1, key, value),
                    None => self.lines.push(self.spaces(depth) + "-"),
                }
                self.entries(depth + 1, entries);
            }
            scalar => {
                let text = self.scalar(scalar);
                self.lines.push(lead + &text);
            }
        }
    }

    fn keyed_table(&mut self, lead: String, depth: usize, object: &Map<String, Value>, columns: &[Column]) {
        self.lines.push(lead + &self.bracket(object.len(), ":") + &self.field_list(columns) + ":");
        for (name, row) in object.iter().filter_map(|(name, row)| Some((name, row.as_object()?))) {
            let cells = self.cells(row, columns).join(&self.delimiter());
            self.lines.push(self.spaces(depth + 1) + &key(name) + ": " + &cells);
        }
    }

    fn cells(&self, row: &Map<String, Value>, columns: &[Column]) -> Vec<String> {
        columns
            .iter()
            .flat_map(|column| match (&column.group, &row[&column.key]) {
                (Some(group), Value::Object(nested)) => self.cells(nested, group),
                (_, cell) => vec![self.scalar(cell)],
            })
            .collect()
    }

    fn field_list(&self, columns: &[Column]) -> String {
        let names = columns.iter().map(|column| {
            let group = column.group.as_ref().map(|group| self.field_list(group));
            key(&column.key) + &group.unwrap_or_default()
        });
        format!("{{{}}}", names.collect::<Vec<_>>().join(&self.delimiter()))
    }

    fn bracket(&self, length: usize, keyed: &str) -> String {
        match self.layout.delimiter {
            Delimiter::Comma => format!("[{length}{keyed}]"),
            other => format!("[{length}{keyed}{}]", other.as_char()),
        }
    }

    fn delimiter(&self) -> String {
        self.layout.delimiter.as_char().to_string()
    }

    fn spaces(&self, depth: usize) -> String {
        " ".repeat(depth * self.layout.indent)
    }

    fn scalar(&self, value: &Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(bool) => bool.to_string(),
            Value::Number(value) => number(value),
            Value::String(text) if self.must_quote(text) => quoted(text),
            Value::String(text) => text.clone(),
            Value::Array(_) | Value::Object(_) => unreachable!("only primitives are cells"),
        }
    }

    /// §7.2
    fn must_quote(&self, text: &str) -> bool {
        let padded = |is_space: fn(char) -> bool| text.starts_with(is_space) || text.ends_with(is_space);
        text.is_empty()
            || padded(|char| matches!(char, ' ' | '\t'))
            // Decoders of 3.x trim as JavaScript does.
            || (self.layout.v3 && padded(|char| char.is_whitespace() || char == '\u{feff}'))
            || matches!(text, "true" | "false" | "null")
            || is_numeric_like(text)
            || text.contains([':', '"', '\\', '[', ']', '{', '}'])
            || text.contains(|char| char < ' ')
            || text.contains(self.layout.delimiter.as_char())
            || text.starts_with(['-', '#'])
    }
}

fn is_primitive(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// §7.2: `/^[+-]?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/i`
fn is_numeric_like(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &str| digits(text.strip_prefix(['+', '-']).unwrap_or(text));
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    unsigned(whole) && fraction.is_none_or(digits) && exponent.is_none_or(unsigned)
}

/// §7.3
fn key(name: &str) -> String {
    let mut chars = name.chars();
    let bare = chars.next().is_some_and(|char| char.is_ascii_alphabetic() || char == '_')
        && chars.all(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.'));
    if bare { name.to_owned() } else { quoted(name) }
}

/// §7.1
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\0'..'\u{20}' => {
                let hex = format!("\\u{:04x}", u32::from(char));
                quoted.push_str(&hex);
            }
            _ => quoted.push(char),
        }
    }
    quoted + "\""
}

/// §2: decimal from 1e-6 up to 1e21, an exponent beyond.
fn number(number: &Number) -> String {
    let float = match number.as_f64() {
        Some(float) if number.is_f64() => float,
        _ => return number.to_string(),
    };
    if float == 0.0 {
        return "0".to_owned();
    }
    let shortest = format!("{:e}", float.abs());
    // As many digits, but the nearest ones, ties to even (§2): of two that are equally near, std
    // takes the greater.
    let places = shortest.find('e').unwrap_or_default().saturating_sub(2);
    let shortest = format!("{:.places$e}", float.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let digits = mantissa.replace('.', "");
    let sign = if float < 0.0 { "-" } else { "" };
    let unsigned = match exponent {
        21.. => format!("{mantissa}e+{exponent}"),
        ..-6 => format!("{mantissa}e{exponent}"),
        -6..0 => format!("0.{}{digits}", "0".repeat((-exponent - 1).unsigned_abs() as usize)),
        0..21 => {
            let whole = exponent.unsigned_abs() as usize + 1;
            match digits.split_at_checked(whole) {
                Some((whole, "")) => whole.to_owned(),
                Some((whole, fraction)) => format!("{whole}.{fraction}"),
                None => format!("{digits:0<whole$}"),
            }
        }
    };
    sign.to_owned() + &unsigned
}

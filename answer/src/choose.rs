//! Which of the documents in an answer is read.

use crate::document::Document;
use crate::extract::extract;
use crate::header::{self, Header, HeaderField};
use crate::looks;
use crate::options::{Choice, Options};
use crate::token;
use crate::value::MeantValue;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use toon::__internal::csv;
use toon::__internal::fence::fence;

/// Why none of the documents is read.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    pub(crate) message: String,
    pub(crate) help: String,
    /// The line of the first document, or 0.
    pub(crate) line: usize,
}

/// The documents in `answer`, of which `options` choose.
pub(crate) fn documents<'t>(answer: &'t str, options: &Options) -> Result<Vec<Document<'t>>, Refused> {
    let mut documents: Vec<_> = extract(answer).map(|block| Document::new(answer, &block, options)).collect();
    if documents.is_empty() {
        return Err(none(answer));
    }
    let count = documents.len();
    let chosen = match options.choice() {
        Some(Choice::Nth(number)) => number,
        Some(Choice::Last) => count,
        Some(Choice::All) | None => return Ok(documents),
    };
    if !(1..=count).contains(&chosen) {
        let documents = if count == 1 { "1 document" } else { &format!("{count} documents") };
        return Err(Refused {
            message: format!("there is no document {chosen}: the answer contains {documents}"),
            help: format!("choose a document from 1 to {count}"),
            line: 0,
        });
    }
    documents.truncate(chosen);
    documents.drain(..chosen - 1);
    Ok(documents)
}

/// The document, if it is the only one.
pub(crate) fn only<'d, 't>(documents: &'d [Document<'t>]) -> Result<&'d Document<'t>, Refused> {
    match documents {
        [document] => Ok(document),
        documents => Err(several(documents)),
    }
}

/// Lists the documents by their lines and first words.
pub(crate) fn several(documents: &[Document<'_>]) -> Refused {
    /// The maximum number of documents that are listed.
    const MAX_LISTED: usize = 5;
    let mut listed: Vec<String> = Vec::new();
    for document in documents.iter().take(MAX_LISTED) {
        listed.push(format!("line {} `{}`", document.line(), document.first_words()));
    }
    if documents.len() > MAX_LISTED {
        listed.push("…".to_string());
    }
    Refused {
        message: format!("the answer contains {} documents: {}", documents.len(), listed.join(", ")),
        help: "send one document, or choose one by its number, the last one, or all as a list".to_string(),
        line: documents.first().map_or(0, Document::line),
    }
}

/// Says what an answer without a document contains instead.
pub(crate) fn none(answer: &str) -> Refused {
    let lines = || answer.lines().map(str::trim).filter(|line| !line.is_empty());
    let language = lines().find_map(|line| fence(line).map(|(_, language)| language));
    let has_table = || lines().filter(|line| line.starts_with('|')).nth(1).is_some();
    let has_html = || {
        lines().any(|line| line.starts_with("<table") || line.starts_with("<html") || line.starts_with("<!"))
    };
    let has_csv = || csv::delimiter(lines()).is_some();
    let found = match language {
        _ if answer.trim().is_empty() => "no text".to_string(),
        Some("") => "only a code block that is not TOON".to_string(),
        Some(language) => format!("only a code block in {language}"),
        None if has_table() => "only a Markdown table that could not be read".to_string(),
        None if has_html() => "only HTML".to_string(),
        None if has_csv() => "only CSV whose first line does not name the columns".to_string(),
        None => "only prose".to_string(),
    };
    Refused {
        message: format!("no TOON or JSON document in the answer, {found}"),
        help: "send the data as TOON, in a code block: a line ```toon before it and a line ``` after it"
            .to_string(),
        line: 0,
    }
}

/// Whether all documents are drafts and corrections of the same: they have the same keys at the root,
/// or the same header, and are not parts of one table.
pub(crate) fn are_drafts(documents: &[Document<'_>], values: &[Option<MeantValue<'_>>]) -> bool {
    let shapes: Vec<_> =
        documents.iter().zip(values).map(|(one, value)| Shape::of(one.text, value.as_ref())).collect();
    let Some((first, others)) = shapes.split_first() else { return false };
    others.iter().all(|other| first.keys == other.keys)
        && shapes.windows(2).all(|two| !two[0].is_part_beside(&two[1]))
}

/// What documents are compared by.
struct Shape {
    /// The keys at the root; in an array, those of its rows.
    keys: BTreeSet<String>,
    /// The first cells of all tables.
    rows: BTreeSet<String>,
}

impl Shape {
    fn of(text: &str, value: Option<&MeantValue<'_>>) -> Self {
        let mut shape = Shape { keys: BTreeSet::new(), rows: BTreeSet::new() };
        match value {
            Some(MeantValue::Object(entries)) => {
                for (key, value) in entries {
                    shape.keys.insert(key.to_string());
                    shape.add_rows(value);
                }
            }
            Some(value @ MeantValue::Array(elements)) => {
                shape.keys.insert("[".to_string());
                if let Some(MeantValue::Object(entries)) = elements.first() {
                    shape.keys.extend(entries.iter().map(|(key, _)| key.to_string()));
                }
                shape.add_rows(value);
            }
            Some(_) => {
                shape.keys.insert(String::new());
            }
            None => shape.add_lines(text),
        }
        shape
    }

    fn add_rows(&mut self, value: &MeantValue<'_>) {
        if let MeantValue::Array(rows) = value {
            self.rows.extend(rows.iter().filter_map(MeantValue::first_cell).map(ToString::to_string));
        }
    }

    /// The keys of a text that could not be read, by its lines.
    fn add_lines(&mut self, text: &str) {
        let margin = |line: &str| line.len() - line.trim_start().len();
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        let least = lines().map(margin).min().unwrap_or_default();
        let mut table: Option<Header<'_>> = None;
        for line in lines() {
            let content = line.trim();
            match header::parse(content) {
                Some(header) if margin(line) == least => {
                    if header.key.is_empty() {
                        self.keys.insert("[".to_string());
                        let names = header.fields.iter().flatten().map(|field: &HeaderField<'_>| field.name);
                        self.keys.extend(names.map(ToString::to_string));
                    } else {
                        self.keys.insert(header.key.trim_matches('"').to_string());
                    }
                    table = Some(header);
                }
                _ if looks::is_field(content) && margin(line) == least => {
                    let key = content.split([':', '=', '：']).next().unwrap_or_default();
                    self.keys.insert(key.trim().trim_matches('"').to_string());
                    table = None;
                }
                _ => {
                    if let Some(header) = table.as_ref().filter(|header| header.fields.is_some()) {
                        self.rows
                            .extend(token::cells(content, header.delimiter).next().map(ToString::to_string));
                    }
                }
            }
        }
    }

    /// Whether both have tables without a first cell in common, so that each may be a part of one.
    fn is_part_beside(&self, other: &Shape) -> bool {
        !self.rows.is_empty() && !other.rows.is_empty() && self.rows.is_disjoint(&other.rows)
    }
}

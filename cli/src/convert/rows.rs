//! Changes rows before they are encoded, and says why lists do not become tables.

use super::encode::Encoding;
use super::source::{Document, Source};
use crate::args::Rows;
use crate::failure::Failure;
use crate::{formats, report};
use toon::json::{PlainList, Remedy, Rewrite, Survey};

/// The number of lists that are shown.
const MAX_LISTS: usize = 3;

/// The number of filled fields that are named.
const MAX_NAMES: usize = 8;

/// What is encoded.
pub(super) struct Changed {
    pub(super) source: Source,
    /// If rows were filled and TOON is compared with JSON, which is not filled.
    pub(super) unfilled: Option<Unfilled>,
}

/// What TOON with filled rows is compared with.
pub(super) struct Unfilled {
    pub(super) value: Document,
    /// What to say if the TOON is written.
    pub(super) note: String,
}

impl From<Source> for Changed {
    fn from(source: Source) -> Self {
        Changed { source, unfilled: None }
    }
}

impl Encoding {
    pub(super) fn change_rows(&self, name: &str, source: Source) -> Result<Changed, Failure> {
        let Rows { fill, drop_nulls, drop_empty } = self.rows;
        let drops = drop_nulls || drop_empty;
        // The normal form states fields of rows that lack them without filling anything.
        let explains = self.explains && self.normal.is_none();
        if !(fill || drops || explains) {
            return Ok(source.into());
        }
        let rewrite = Rewrite::new().drop_nulls(drop_nulls).drop_empty(drop_empty).fill(fill);
        let measures = self.smallest || self.stats;
        let mut document = match source {
            Source::Lines(lines) if fill && measures => Document::Json(formats::array(name, lines)?),
            Source::Lines(mut lines) => {
                let survey = rewrite.survey_lines(&mut lines, &self.options);
                let survey = survey.map_err(|error| Failure::lines(name, &error, &mut lines))?;
                self.explain(&survey, explains);
                if !(fill || drops) {
                    return Ok(Source::Lines(lines).into());
                }
                if let Some(note) = filled(&survey) {
                    report::note(&note);
                }
                let lines = rewrite.lines(lines, &survey, &self.options);
                let lines = lines.map_err(|error| Failure::toon(name, &error, ""))?;
                return Ok(Source::Lines(Box::new(lines)).into());
            }
            Source::Whole(document) => document,
        };
        let json = document.to_json();
        let refuse = |error: toon::Error| self.failure(name, &error, &document);
        if !(fill || drops) {
            self.explain(&rewrite.survey(&json, &self.options).map_err(refuse)?, explains);
            return Ok(Source::Whole(document).into());
        }
        let rewritten = rewrite.apply(&json, &self.options).map_err(refuse)?;
        self.explain(&rewritten.survey, explains);
        let source = Source::Whole(Document::Json(rewritten.json));
        let Some(note) = filled(&rewritten.survey) else { return Ok(source.into()) };
        if !measures {
            report::note(&note);
            return Ok(source.into());
        }
        if drops {
            let dropped = rewrite.fill(false).apply(&json, &self.options).map_err(refuse)?;
            document = Document::Json(dropped.json);
        }
        Ok(Changed { source, unfilled: Some(Unfilled { value: document, note }) })
    }

    /// Says which lists did not become tables.
    fn explain(&self, survey: &Survey, explains: bool) {
        let fills = self.rows.fill;
        let is_shown = |list: &&PlainList| explains || fills && list.remedy == Remedy::TooSparse;
        let lists: Vec<&PlainList> = survey.plain_lists().iter().filter(is_shown).collect();
        for list in lists.iter().take(MAX_LISTS) {
            report::note(&reason(list, fills));
        }
        if lists.len() > MAX_LISTS {
            let more = lists.len() - MAX_LISTS;
            report::note(&format!("and {more} more, in smaller lists"));
        }
    }
}

/// Says which fields were filled, if any were.
fn filled(survey: &Survey) -> Option<String> {
    let fields = counted(survey.absent(), "absent field");
    let note = || format!("filled {fields} with null: {}", names(survey.absent_fields()));
    (survey.absent() > 0).then(note)
}

/// Why the list did not become a table, and what would help.
fn reason(list: &PlainList, fills: bool) -> String {
    let PlainList { path, reason, lists, .. } = list;
    let subject = if path.is_empty() { "rows".to_owned() } else { format!("{path}: rows") };
    let others = match lists - 1 {
        0 => String::new(),
        more => format!(" (and {})", counted(more, "other list")),
    };
    match list.remedy {
        Remedy::TooSparse if fills => {
            format!("{subject} were not filled, since too many fields are absent: {reason}{others}")
        }
        Remedy::Fill { absent } => {
            let nulls = counted(absent, "null");
            format!(
                "{subject} did not become a table: {reason}{others}; --fill would make it one, with {nulls}"
            )
        }
        _ => format!("{subject} did not become a table: {reason}{others}"),
    }
}

/// Some names of fields.
fn names(fields: &[String]) -> String {
    let mut names = fields.iter().take(MAX_NAMES).cloned().collect::<Vec<_>>().join(", ");
    if fields.len() > MAX_NAMES {
        names.push_str(", …");
    }
    names
}

/// Such as `1 list` and `2 lists`.
fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

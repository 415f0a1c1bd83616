//! Changes rows before they are encoded, and says why lists do not become tables.

use super::encoding::Encoding;
use super::source::{Document, Source};
use crate::args::Rows;
use crate::count::counted;
use crate::failure::Failure;
use crate::report;
use crate::rewrite::{ListForm, Remedy, Rewrite, Rewritten, Survey};
use toon_formats::lines::Lines;

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
    /// Leaves out entries and fills rows, as requested.
    pub(super) fn change_rows(&self, name: &str, source: Source) -> Result<Changed, Failure> {
        let Rows { fill, drop_nulls, drop_empty } = self.rows;
        if !(fill || self.drops() || self.explains_lists()) {
            return Ok(source.into());
        }
        let rewrite = Rewrite::new().drop_nulls(drop_nulls).drop_empty(drop_empty).fill(fill);
        match source {
            Source::Whole(document) => self.change_value(name, document, &rewrite, self.drops()),
            Source::Lines(mut lines) if fill && self.measures() => {
                // As when nothing is filled, lines are compared with compact JSON.
                self.change_value(
                    name,
                    Document::Json(toon_formats::lines::array(name, &mut lines)?),
                    &rewrite,
                    true,
                )
            }
            Source::Lines(lines) => self.change_lines(name, lines, &rewrite).map(Changed::from),
        }
    }

    fn drops(&self) -> bool {
        self.rows.drop_nulls || self.rows.drop_empty
    }

    /// Whether the sizes of TOON and JSON are compared.
    fn measures(&self) -> bool {
        self.smallest || self.stats.is_some()
    }

    /// Whether to say why lists do not become tables. The normal form states absent fields without
    /// filling anything.
    fn explains_lists(&self) -> bool {
        self.explains && self.normal.is_none()
    }

    fn change_value(
        &self,
        name: &str,
        value: Document,
        rewrite: &Rewrite,
        is_compact: bool,
    ) -> Result<Changed, Failure> {
        let json = value.to_json();
        let refuse = |error: toon::Error| self.failure(name, &error, &value);
        if !(self.rows.fill || self.drops()) {
            self.explain(&rewrite.survey(&json, &self.options).map_err(refuse)?);
            return Ok(Source::Whole(value).into());
        }
        let Rewritten { json: changed, survey, .. } = rewrite.apply(&json, &self.options).map_err(refuse)?;
        self.explain(&survey);
        let changed = Source::Whole(Document::Json(changed));
        let Some(note) = filled(&survey) else {
            return Ok(if self.drops() { changed } else { Source::Whole(value) }.into());
        };
        if !self.measures() {
            report::note(&note);
            return Ok(changed.into());
        }
        let unfilled = if is_compact {
            let unfilled = rewrite.clone().fill(false).apply(&json, &self.options).map_err(refuse)?;
            Document::Json(unfilled.json)
        } else {
            value
        };
        Ok(Changed { source: changed, unfilled: Some(Unfilled { value: unfilled, note }) })
    }

    fn change_lines(&self, name: &str, mut lines: Lines, rewrite: &Rewrite) -> Result<Source, Failure> {
        let survey = rewrite.survey_lines(&mut lines, &self.options);
        let survey = survey.map_err(|error| lines.refuse(name, error))?;
        self.explain(&survey);
        let note = filled(&survey);
        if note.is_none() && !self.drops() {
            return Ok(Source::Lines(lines));
        }
        if let Some(note) = note {
            report::note(&note);
        }
        let lines = rewrite.lines(lines, &survey, &self.options);
        Ok(Source::Lines(Lines::new(lines.map_err(|error| Failure::toon(name, &error, ""))?)))
    }

    /// Says which lists did not become tables.
    fn explain(&self, survey: &Survey) {
        let (fills, explains) = (self.rows.fill, self.explains_lists());
        let is_shown = |list: &&ListForm| explains || fills && list.remedy == Remedy::TooSparse;
        let lists: Vec<&ListForm> = survey.list_forms().iter().filter(is_shown).collect();
        for list in lists.iter().take(MAX_LISTS) {
            report::note(&reason(list, fills));
        }
        let all = if explains { survey.list_form_count() } else { survey.sparse_count() };
        // Those that are shown stand for others with the same path.
        let more = all.saturating_sub(lists.iter().take(MAX_LISTS).map(|list| list.lists).sum());
        if more > 0 {
            let what = if explains { "did not become tables" } else { "were not filled" };
            report::note(&format!("{} {what}", counted(more, "more list")));
        }
    }
}

/// Says which fields were filled, if any were.
fn filled(survey: &Survey) -> Option<String> {
    let fields = counted(survey.added(), "absent field");
    let note = || format!("filled {fields} with null: {}", names(survey.added_fields()));
    (survey.added() > 0).then(note)
}

/// Why the list did not become a table, and what would help.
fn reason(list: &ListForm, fills: bool) -> String {
    let ListForm { path, reason, lists, .. } = list;
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
                "{subject} did not become a table: {reason}{others}; `toon encode --fill` would make them one, with {nulls}"
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

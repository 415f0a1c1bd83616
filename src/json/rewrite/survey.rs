//! How JSON is changed, and what a first pass finds out about it.

use super::dropped::{DroppedEntries, Dropping};
use super::filled::{FilledRows, Plan};
use super::list_form::ListForm;
use super::lists::{Filling, FoundLists, ListFinder};
use super::selected::SelectedFields;
use crate::event::Events;
use crate::json::read::JsonReader;
use crate::json::transcode::to_toon;
use crate::json::write::JsonText;
use crate::{EncodeOptions, Result, SpecVersion};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Rewrites JSON, with some loss, so that its TOON is smaller.
///
/// Nothing changes by default. The result is JSON, so it can be passed to
/// [`to_toon`](super::super::to_toon) and any other function that takes JSON. Entries are left out
/// before rows are filled.
///
/// ```
/// use toon::{EncodeOptions, json};
///
/// let options = EncodeOptions::new();
/// let log = r#"[{"level": "info", "user": null}, {"level": "warn", "err": "timeout"}]"#;
/// assert_eq!(json::to_toon(log, &options)?, "[2]:
///   - level: info
///     user: null
///   - level: warn
///     err: timeout");
///
/// let rewritten = json::Rewrite::new().drop_nulls(true).fill(true).apply(log, &options)?;
/// assert_eq!(json::to_toon(&rewritten.json, &options)?, "[2]{level,err}:
///   info,null
///   warn,timeout");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rewrite {
    dropping: Dropping,
    fill: bool,
}

/// JSON that has been changed.
///
/// ```
/// let rewritten = toon::json::Rewrite::new().apply("[1, 2]", &toon::EncodeOptions::new())?;
/// assert_eq!(rewritten.json, "[1,2]");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rewritten {
    /// The text.
    pub json: String,
    /// What was found out about it.
    pub survey: Survey,
}

/// What a first pass over JSON has found out: which lists do not become tables, and why, and which
/// fields are added to the rows of those that are filled.
///
/// ```
/// use toon::json::Rewrite;
///
/// let json = r#"[{"id": 1}, {"id": 2}, {"id": 3, "err": {"code": 7, "text": "timeout"}}]"#;
/// let survey = Rewrite::new().fill(true).survey(json, &toon::EncodeOptions::new())?;
/// assert_eq!(survey.added(), 4);
/// assert_eq!(survey.added_fields(), ["err.code", "err.text"]);
/// assert!(survey.list_forms().is_empty());
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Survey {
    pub(super) plans: Arc<[Plan]>,
    added: u64,
    added_fields: Vec<String>,
    list_forms: Vec<ListForm>,
    list_form_count: u64,
    sparse_count: u64,
}

impl Rewrite {
    /// Changes nothing.
    ///
    /// ```
    /// let rewritten = toon::json::Rewrite::new().apply("[null, 1e2]", &toon::EncodeOptions::new())?;
    /// assert_eq!(rewritten.json, "[null,100]");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn new() -> Self {
        Rewrite::default()
    }

    /// Whether to leave out entries of objects whose value is `null`; off by default. Elements of
    /// arrays stay.
    ///
    /// ```
    /// let rewrite = toon::json::Rewrite::new().drop_nulls(true);
    /// let json = rewrite.apply(r#"{"a": null, "b": [null], "c": {"d": null}}"#, &toon::EncodeOptions::new())?.json;
    /// assert_eq!(json, r#"{"b":[null],"c":{}}"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn drop_nulls(mut self, yes: bool) -> Self {
        self.dropping.nulls = yes;
        self
    }

    /// Whether to leave out entries of objects whose value is an empty string, array or object; off
    /// by default. This includes objects that become empty because their entries are left out.
    /// Elements of arrays stay, and so does the root.
    ///
    /// ```
    /// let rewrite = toon::json::Rewrite::new().drop_empty(true);
    /// let json = rewrite.apply(r#"{"a": "", "b": [{}], "c": {"d": []}}"#, &toon::EncodeOptions::new())?.json;
    /// assert_eq!(json, r#"{"b":[{}]}"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn drop_empty(mut self, yes: bool) -> Self {
        self.dropping.empty = yes;
        self
    }

    /// Whether to add the fields that some rows of a list lack, as `null`, so that the list becomes
    /// a table; off by default.
    ///
    /// A reader cannot tell these fields from fields that were `null` before. New fields come last
    /// in their rows. If a row lacks an object that others have, the object is added with all of
    /// its fields.
    ///
    /// A list is filled only if that makes it a table: its elements are objects, no field is a
    /// list, and a field that is an object in one row is an object in all rows that have it. To
    /// bound the size of the result, at most as many fields are added to a list as it has, and at
    /// most 4,096 columns to those of its first row.
    ///
    /// ```
    /// let fill = toon::json::Rewrite::new().fill(true);
    /// let json = |json| Ok::<_, toon::Error>(fill.apply(json, &toon::EncodeOptions::new())?.json);
    /// assert_eq!(json(r#"[{"a": 1}, {"a": 2, "b": 3}]"#)?, r#"[{"a":1,"b":null},{"a":2,"b":3}]"#);
    /// // Filling would not make this list a table.
    /// assert_eq!(json(r#"[{"a": 1}, {"a": [2], "b": 3}]"#)?, r#"[{"a":1},{"a":[2],"b":3}]"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn fill(mut self, yes: bool) -> Self {
        self.fill = yes;
        self
    }

    /// Changes `json`.
    ///
    /// The options are those with which it will be encoded: only their
    /// [`fields`](EncodeOptions::fields) are kept, and lists whose rows contain objects are not
    /// filled for [specification 3](EncodeOptions::spec), which has no such tables.
    ///
    /// # Errors
    /// Like [`to_toon`](super::super::to_toon).
    ///
    /// ```
    /// let fill = toon::json::Rewrite::new().fill(true);
    /// let options = toon::EncodeOptions::new().fields(["id", "err"]);
    /// let rewritten = fill.apply(r#"[{"id": 1, "tags": []}, {"id": 2, "err": 7}]"#, &options)?;
    /// assert_eq!(rewritten.json, r#"[{"id":1,"err":null},{"id":2,"err":7}]"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn apply(&self, json: &str, options: &EncodeOptions) -> Result<Rewritten> {
        let survey = self.survey(json, options)?;
        let mut out = JsonText::with_capacity(json.len());
        let mut filled = FilledRows::new(&survey.plans, 0, &mut out);
        self.send(&mut JsonReader::new(json), options, &mut filled)?;
        Ok(Rewritten { json: out.text, survey })
    }

    /// Finds out what [`apply`](Self::apply) would do, and which lists would not be tables.
    ///
    /// # Errors
    /// Like [`apply`](Self::apply).
    ///
    /// ```
    /// let json = r#"{"items": [{"id": 1}, {"id": 2, "name": "x"}]}"#;
    /// let survey = toon::json::Rewrite::new().survey(json, &toon::EncodeOptions::new())?;
    /// assert_eq!(survey.list_forms()[0].path, "items");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn survey(&self, json: &str, options: &EncodeOptions) -> Result<Survey> {
        // The writer finds mistakes such as duplicate keys, and their places are those in `json`.
        to_toon(json, options)?;
        let filling = if self.fill { Filling::All } else { Filling::None };
        let mut lists = list_finder(filling, options);
        self.send(&mut JsonReader::new(json), options, &mut lists)?;
        Ok(lists.finish().into())
    }

    /// Sends the selected entries that are not left out.
    pub(super) fn send<E: Events>(
        &self,
        reader: &mut JsonReader<'_>,
        options: &EncodeOptions,
        events: &mut E,
    ) -> Result<()> {
        let mut dropped = DroppedEntries::new(self.dropping, events);
        reader.read(&mut SelectedFields::new(options.fields.as_deref(), &mut dropped))
    }

    #[cfg(feature = "std")]
    pub(super) fn fills(&self) -> bool {
        self.fill
    }
}

pub(super) fn list_finder(filling: Filling, options: &EncodeOptions) -> ListFinder {
    // Specification 3 has no field groups.
    ListFinder::new(filling, options.get_spec() != SpecVersion::V3)
}

impl Survey {
    /// The lists that have list form instead of becoming tables, the largest first. At most 100 are
    /// kept.
    ///
    /// ```
    /// let json = r#"{"a": [{"x": 1}, {"y": 2}], "b": [{"x": 1}, {"x": 2}]}"#;
    /// let survey = toon::json::Rewrite::new().survey(json, &toon::EncodeOptions::new())?;
    /// let paths: Vec<&str> = survey.list_forms().iter().map(|list| &*list.path).collect();
    /// assert_eq!(paths, ["a"]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn list_forms(&self) -> &[ListForm] {
        &self.list_forms
    }

    /// The number of lists that do not become tables, including those that
    /// [`list_forms`](Self::list_forms) does not keep.
    ///
    /// ```
    /// let json = r#"{"a": [[{"x": 1}, {"y": 2}], [{"x": 1}, {"y": 2}]]}"#;
    /// let survey = toon::json::Rewrite::new().survey(json, &toon::EncodeOptions::new())?;
    /// assert_eq!((survey.list_forms().len(), survey.list_form_count()), (1, 2));
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn list_form_count(&self) -> u64 {
        self.list_form_count
    }

    /// The number of those that would be tables if they were filled, but in which too many fields
    /// are absent ([`Remedy::TooSparse`](super::Remedy::TooSparse)).
    ///
    /// ```
    /// let json = r#"{"a": [{"x": 1}, {"y": 2}, {"z": 3}], "b": [{"x": 1}, {"x": [2]}]}"#;
    /// let survey = toon::json::Rewrite::new().survey(json, &toon::EncodeOptions::new())?;
    /// assert_eq!((survey.list_form_count(), survey.sparse_count()), (2, 1));
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn sparse_count(&self) -> u64 {
        self.sparse_count
    }

    /// The number of fields that are added to fill lists. If an object is added, its fields count.
    ///
    /// ```
    /// let fill = toon::json::Rewrite::new().fill(true);
    /// let survey = fill.survey(r#"[{"a": 1, "b": {"c": 2, "d": 3}}, {"a": 4}]"#, &toon::EncodeOptions::new())?;
    /// assert_eq!(survey.added(), 2);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn added(&self) -> u64 {
        self.added
    }

    /// The names of the fields that are added, as paths such as `user.login`, without duplicates. At
    /// most 100 are kept.
    ///
    /// ```
    /// let fill = toon::json::Rewrite::new().fill(true);
    /// let survey = fill.survey(r#"[{"a": 1, "b": {"c": 2}}, {"a": 3}]"#, &toon::EncodeOptions::new())?;
    /// assert_eq!(survey.added_fields(), ["b.c"]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn added_fields(&self) -> &[String] {
        &self.added_fields
    }
}

impl From<FoundLists> for Survey {
    fn from(found: FoundLists) -> Self {
        let FoundLists { plans, added, names, list_forms } = found;
        let (list_form_count, sparse_count) = (list_forms.count, list_forms.sparse);
        let list_forms = list_forms.into_sorted();
        Survey { plans: plans.into(), added, added_fields: names, list_forms, list_form_count, sparse_count }
    }
}

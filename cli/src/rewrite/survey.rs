//! How JSON is changed, and what a first pass finds out about it.

use super::dropped::{DroppedEntries, Dropping};
use super::filled::{FilledRows, Plan};
use super::list_form::ListForm;
use super::lists::{Filling, FoundLists, ListFinder};
use super::selected::SelectedFields;
use std::sync::Arc;
use toon::__internal::Events;
use toon::__internal::JsonReader;
use toon::__internal::JsonText;
use toon::json::to_toon;
use toon::{EncodeOptions, Result, SpecVersion};

/// Rewrites JSON, with some loss, so that its TOON is smaller.
///
/// Nothing changes by default. The result is JSON, so it can be passed to
/// [`to_toon`](super::super::to_toon) and any other function that takes JSON. Entries are left out
/// before rows are filled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Rewrite {
    dropping: Dropping,
    fill: bool,
}

/// JSON that has been changed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub(crate) struct Rewritten {
    /// The text.
    pub json: String,
    /// What was found out about it.
    pub survey: Survey,
}

/// What a first pass over JSON has found out: which lists do not become tables, and why, and which
/// fields are added to the rows of those that are filled.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    pub(super) plans: Arc<[Plan]>,
    added: u64,
    added_fields: Vec<String>,
    list_forms: Vec<ListForm>,
    list_form_count: u64,
    sparse_count: u64,
}

impl Rewrite {
    /// Changes nothing.
    pub(crate) fn new() -> Self {
        Rewrite::default()
    }

    /// Whether to leave out entries of objects whose value is `null`; off by default. Elements of
    /// arrays stay.
    #[must_use]
    pub(crate) fn drop_nulls(mut self, yes: bool) -> Self {
        self.dropping.nulls = yes;
        self
    }

    /// Whether to leave out entries of objects whose value is an empty string, array or object; off
    /// by default. This includes objects that become empty because their entries are left out.
    /// Elements of arrays stay, and so does the root.
    #[must_use]
    pub(crate) fn drop_empty(mut self, yes: bool) -> Self {
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
    #[must_use]
    pub(crate) fn fill(mut self, yes: bool) -> Self {
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
    pub(crate) fn apply(&self, json: &str, options: &EncodeOptions) -> Result<Rewritten> {
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
    pub(crate) fn survey(&self, json: &str, options: &EncodeOptions) -> Result<Survey> {
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
        reader.read(&mut SelectedFields::new(toon::__internal::selection(options), &mut dropped))
    }

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
    pub(crate) fn list_forms(&self) -> &[ListForm] {
        &self.list_forms
    }

    /// The number of lists that do not become tables, including those that
    /// [`list_forms`](Self::list_forms) does not keep.
    pub(crate) fn list_form_count(&self) -> u64 {
        self.list_form_count
    }

    /// The number of those that would be tables if they were filled, but in which too many fields
    /// are absent ([`Remedy::TooSparse`](super::Remedy::TooSparse)).
    pub(crate) fn sparse_count(&self) -> u64 {
        self.sparse_count
    }

    /// The number of fields that are added to fill lists. If an object is added, its fields count.
    pub(crate) fn added(&self) -> u64 {
        self.added
    }

    /// The names of the fields that are added, as paths such as `user.login`, without duplicates. At
    /// most 100 are kept.
    pub(crate) fn added_fields(&self) -> &[String] {
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

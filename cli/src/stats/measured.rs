//! The sizes of files in each form.

use super::forms::Form;
use crate::tokens::{self, Size};
use toon_formats::Format;

/// The size of each form. `None` if a normal form is not smaller than TOON, or left out.
pub(super) type Sizes = Vec<(Form, Option<Size>)>;

/// The sizes of a file, or of several files together.
pub(super) struct Measured {
    pub(super) name: String,
    /// The number of files, if this is a total.
    pub(super) files: Option<usize>,
    /// `None` if files have different formats.
    pub(super) format: Option<Format>,
    /// The form that the input already has.
    pub(super) given: Option<Form>,
    pub(super) sizes: Sizes,
    /// Which forms were left out, and why.
    pub(super) left_out: Option<String>,
}

impl Measured {
    pub(super) fn new(name: String, format: Format, sizes: Sizes, left_out: Option<String>) -> Self {
        let size = |form: Form| sizes.iter().find(|(other, _)| *other == form).and_then(|(_, size)| *size);
        let input = size(Form::Input);
        let given = Form::ALL.into_iter().find(|form| form.is_of(format) && size(*form) == input);
        Measured { name, files: None, format: Some(format), given, sizes, left_out }
    }

    /// The sums of the forms that all files have.
    pub(super) fn total(files: &[Measured]) -> Self {
        let sum = |form: Form| {
            let sizes: Option<Vec<Size>> = files.iter().map(|file| file.written(form)).collect();
            let is_smaller = files.iter().any(|file| file.size(form).is_some());
            sizes.filter(|_| is_smaller).map(|sizes| sizes.into_iter().sum())
        };
        let same = |form: Form| files.iter().all(|file| file.given == Some(form));
        let format = files.first().and_then(|file| file.format);
        Measured {
            name: format!("total of {} files", files.len()),
            files: Some(files.len()),
            format: format.filter(|format| files.iter().all(|file| file.format == Some(*format))),
            given: Form::ALL.into_iter().find(|form| same(*form)),
            sizes: Form::ALL
                .into_iter()
                .map(|form| (form, sum(form)))
                .filter(|(form, size)| size.is_some() || form.is_normal())
                .collect(),
            left_out: files.iter().find_map(|file| file.left_out.clone()),
        }
    }

    pub(super) fn size(&self, form: Form) -> Option<&Size> {
        self.sizes().find(|(other, _)| *other == form).map(|(_, size)| size)
    }

    /// The size of what is written if this form is requested: TOON, if the normal form is not
    /// smaller.
    pub(super) fn written(&self, form: Form) -> Option<Size> {
        let falls_back = form.is_normal() && self.left_out.is_none();
        self.size(form).or_else(|| self.size(Form::Toon).filter(|_| falls_back)).copied()
    }

    pub(super) fn sizes(&self) -> impl Iterator<Item = (Form, &Size)> {
        self.sizes.iter().filter_map(|(form, size)| Some((*form, size.as_ref()?)))
    }

    /// The forms as they are shown: the input, unless it already has one of the other forms, and
    /// these.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Form, Option<&Size>)> {
        let rows = self.sizes.iter().map(|(form, size)| (*form, size.as_ref()));
        rows.filter(|(form, _)| *form != Form::Input || self.given.is_none())
    }

    /// The name of a form, which tells which one is the input.
    pub(super) fn label(&self, form: Form) -> String {
        match self.format {
            Some(format) if form == Form::Input => format!("{} (input)", format.name()),
            _ if self.given == Some(form) => format!("{} (input)", form.name()),
            _ => form.name().to_owned(),
        }
    }

    pub(super) fn largest(&self) -> usize {
        self.sizes().map(|(_, size)| size.cost()).max().unwrap_or_default()
    }

    pub(super) fn smallest(&self) -> Option<Form> {
        let rows = self.rows().filter_map(|(form, size)| Some((form, size?)));
        rows.min_by_key(|(_, size)| size.cost()).map(|(form, _)| form)
    }

    /// How much smaller a form is than the input, in percent.
    pub(super) fn savings(&self, size: &Size) -> Option<f64> {
        let saved = tokens::savings(self.size(Form::Input)?.cost(), size.cost())?;
        // Without a negative zero.
        Some((saved * 100.0).round() / 100.0 + 0.0)
    }
}

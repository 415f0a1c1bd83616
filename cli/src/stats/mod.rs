//! `toon stats`.

mod chart;
mod forms;
mod measure;
mod table;

use crate::args::{Stats, Tokenizer};
use crate::failure::Failure;
use crate::open::open;
use crate::tokens::{self, Size};
use crate::{output, progress};
use forms::Form;
use measure::measure;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use toon_formats::Format;
use toon_formats::Input;

/// The size of each form. `None` if a normal form is not smaller than TOON, or left out.
type Sizes = Vec<(Form, Option<Size>)>;

/// The sizes of a file, or of several files together.
struct Measured {
    name: String,
    /// The number of files, if this is a total.
    files: Option<usize>,
    /// `None` if files have different formats.
    format: Option<Format>,
    /// The form that the input already has.
    given: Option<Form>,
    sizes: Sizes,
    /// Which forms were left out, and why.
    left_out: Option<String>,
}

impl Measured {
    fn new(name: String, format: Format, sizes: Sizes, left_out: Option<String>) -> Self {
        let size = |form: Form| sizes.iter().find(|(other, _)| *other == form).and_then(|(_, size)| *size);
        let input = size(Form::Input);
        let given = Form::ALL.into_iter().find(|form| form.is_of(format) && size(*form) == input);
        Measured { name, files: None, format: Some(format), given, sizes, left_out }
    }

    /// The sums of the forms that all files have.
    fn total(files: &[Measured]) -> Self {
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

    fn size(&self, form: Form) -> Option<&Size> {
        self.sizes().find(|(other, _)| *other == form).map(|(_, size)| size)
    }

    /// The size of what is written if this form is requested: TOON, if the normal form is not
    /// smaller.
    fn written(&self, form: Form) -> Option<Size> {
        let falls_back = form.is_normal() && self.left_out.is_none();
        self.size(form).or_else(|| self.size(Form::Toon).filter(|_| falls_back)).copied()
    }

    fn sizes(&self) -> impl Iterator<Item = (Form, &Size)> {
        self.sizes.iter().filter_map(|(form, size)| Some((*form, size.as_ref()?)))
    }

    /// The forms as they are shown: the input, unless it already has one of the other forms, and
    /// these.
    fn rows(&self) -> impl Iterator<Item = (Form, Option<&Size>)> {
        let rows = self.sizes.iter().map(|(form, size)| (*form, size.as_ref()));
        rows.filter(|(form, _)| *form != Form::Input || self.given.is_none())
    }

    /// The name of a form, which tells which one is the input.
    fn label(&self, form: Form) -> String {
        match self.format {
            Some(format) if form == Form::Input => format!("{} (input)", format.name()),
            _ if self.given == Some(form) => format!("{} (input)", form.name()),
            _ => form.name().to_owned(),
        }
    }

    fn largest(&self) -> usize {
        self.sizes().map(|(_, size)| size.cost()).max().unwrap_or_default()
    }

    fn smallest(&self) -> Option<Form> {
        let rows = self.rows().filter_map(|(form, size)| Some((form, size?)));
        rows.min_by_key(|(_, size)| size.cost()).map(|(form, _)| form)
    }

    /// How much smaller a form is than the input, in percent.
    fn savings(&self, size: &Size) -> Option<f64> {
        let saved = tokens::savings(self.size(Form::Input)?.cost(), size.cost())?;
        // Without a negative zero.
        Some((saved * 100.0).round() / 100.0 + 0.0)
    }
}

pub(crate) fn run(args: &Stats) -> Result<ExitCode, Failure> {
    let (mut measured, mut code) = (Vec::new(), ExitCode::SUCCESS);
    for file in &args.files {
        let decoded = |input: Input| Ok(input.decoded(args.reading.encoded.encoding)?);
        let input = open(Some(file)).and_then(decoded);
        let file = input.and_then(|input| measure(input, args));
        progress::steps_done();
        match file {
            Ok(file) => {
                show(&file, args, measured.is_empty())?;
                measured.push(file);
            }
            // Continue with the other files.
            Err(failure) => {
                failure.report(false);
                code = ExitCode::FAILURE;
            }
        }
    }
    if measured.len() > 1 {
        let total = Measured::total(&measured);
        show(&total, args, false)?;
        measured.push(total);
    }
    if let Some(path) = &args.svg {
        output::write(Some(path), &chart::draw(&measured, args.tokenizer))?;
    }
    Ok(code)
}

fn show(file: &Measured, args: &Stats, is_first: bool) -> Result<(), Failure> {
    if args.json {
        return output::print(format!("{}\n", as_json(file, args.tokenizer)).as_bytes());
    }
    let gap = if is_first { "" } else { "\n" };
    let width = terminal_size::terminal_size().map_or(100, |(width, _)| width.0);
    let table = table::draw(file, args.tokenizer, usize::from(width));
    output::print_styled(&format!("{gap}{table}"))
}

fn as_json(file: &Measured, tokenizer: Tokenizer) -> Value {
    let forms: Map<String, Value> = file
        .sizes
        .iter()
        .map(|(form, size)| {
            let value = size.as_ref().map_or(Value::Null, |size| {
                json!({ "bytes": size.bytes, "tokens": size.tokens, "saved_percent": file.savings(size) })
            });
            (form.key().to_owned(), value)
        })
        .collect();
    let mut object = match file.files {
        Some(files) => json!({ "files": files }),
        None => json!({ "file": file.name }),
    };
    let format = file.format.map(|format| format.name().to_ascii_lowercase());
    object["format"] = format.into();
    object["tokenizer"] = tokenizer.name().into();
    object["baseline"] = Form::Input.key().into();
    object["same_as_input"] = file.given.map(Form::key).into();
    object["forms"] = forms.into();
    object["smallest"] = file.smallest().map(Form::key).into();
    if let Some(left_out) = &file.left_out {
        object["left_out"] = left_out.as_str().into();
    }
    object
}

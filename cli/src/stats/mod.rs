//! `toon stats`.

mod chart;
mod forms;
mod table;

use crate::args::{Stats, TextEncoding, Tokenizer};
use crate::failure::Failure;
use crate::input::Input;
use crate::{output, tokens};
use forms::{Form, forms};
use serde_json::{Map, Value, json};
use std::process::ExitCode;

/// The sizes of a file in each form.
struct Measured {
    name: String,
    /// `None` if the form is not smaller than TOON.
    forms: Vec<(Form, Option<Size>)>,
}

struct Size {
    bytes: usize,
    tokens: Option<usize>,
}

impl Size {
    /// The size to compare: tokens, or bytes if tokens are not counted.
    fn cost(&self) -> usize {
        self.tokens.unwrap_or(self.bytes)
    }
}

impl Measured {
    fn sizes(&self) -> impl Iterator<Item = (Form, &Size)> {
        self.forms.iter().filter_map(|(form, size)| Some((*form, size.as_ref()?)))
    }

    /// The size of compact JSON, with which the other forms are compared.
    fn compact(&self) -> usize {
        let compact = self.sizes().find(|(form, _)| *form == Form::CompactJson);
        compact.map_or(0, |(_, size)| size.cost())
    }

    fn largest(&self) -> usize {
        self.sizes().map(|(_, size)| size.cost()).max().unwrap_or_default()
    }

    fn smallest(&self) -> Option<(Form, &Size)> {
        self.sizes().min_by_key(|(_, size)| size.cost())
    }

    fn savings(&self, size: &Size) -> f64 {
        tokens::savings(self.compact(), size.cost())
    }
}

pub(crate) fn run(args: &Stats) -> Result<ExitCode, Failure> {
    let (mut measured, mut code) = (Vec::new(), ExitCode::SUCCESS);
    for (index, file) in args.files.iter().enumerate() {
        let input = Input::open(Some(file)).and_then(|input| input.decoded(TextEncoding::Auto));
        let file = match input.and_then(|input| measure(input, args.tokenizer)) {
            Ok(file) => file,
            // Continue with the other files.
            Err(failure) => {
                failure.report(false);
                code = ExitCode::FAILURE;
                continue;
            }
        };
        if args.json {
            output::print(format!("{}\n", as_json(&file)).as_bytes())?;
        } else {
            let gap = if index > 0 { "\n" } else { "" };
            output::print_styled(&format!("{gap}{}", table::draw(&file, args.tokenizer)))?;
        }
        measured.push(file);
    }
    if let Some(path) = &args.svg {
        output::write(Some(path), &chart::draw(&measured, args.tokenizer))?;
    }
    Ok(code)
}

fn measure(input: Input, tokenizer: Tokenizer) -> Result<Measured, Failure> {
    let name = input.name.clone();
    let forms = forms(input, tokenizer)?;
    let size = |text: String| Size { bytes: text.len(), tokens: tokens::count(&text, tokenizer) };
    let forms = forms.into_iter().map(|(form, text)| (form, text.map(size)));
    Ok(Measured { name, forms: forms.collect() })
}

fn as_json(file: &Measured) -> Value {
    let forms: Map<String, Value> = file
        .forms
        .iter()
        .map(|(form, size)| {
            let value = size.as_ref().map_or(Value::Null, |size| {
                let saved = (file.savings(size) * 100.0).round() / 100.0;
                json!({ "bytes": size.bytes, "tokens": size.tokens, "saved_percent": saved })
            });
            (form.key().to_owned(), value)
        })
        .collect();
    let smallest = file.smallest().map(|(form, _)| form.key());
    json!({ "file": file.name, "forms": forms, "smallest": smallest })
}

//! `toon stats`.

mod chart;
mod forms;
mod measure;
mod measured;
mod table;

use crate::args::{Stats, Tokenizer};
use crate::convert::destination::refuse_input;
use crate::failure::Failure;
use crate::open::open;
use crate::{output, progress};
use forms::Form;
use measure::measure;
use measured::Measured;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use toon_formats::Input;

pub(crate) fn run(args: &Stats) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.svg {
        for file in &args.files {
            refuse_input(Some(file), path)?;
        }
    }
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
                failure.report();
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

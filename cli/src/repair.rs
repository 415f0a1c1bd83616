//! `toon repair`.

use crate::answer::{self, Extract, Refusal};
use crate::args::Repair;
use crate::convert::destination::{self, Written};
use crate::failure::Failure;
use crate::open::open;
use crate::{fmt, output, report};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::process::ExitCode;
use toon::{DecodeOptions, EncodeOptions, json};
use toon_answer::{Block, Choice, Fix, RepairError, Repaired, Warning};
use toon_formats::Format;

pub(crate) fn run(args: &Repair) -> Result<ExitCode, Failure> {
    let input = open(Some(&args.input))?;
    destination::check_name(&input, None, args.output.as_deref(), Written::Repaired)?;
    let name = input.name.clone();
    let text = toon_formats::text::read_toon(input)?;
    let answer = AnswerText { args, name: &name, text: &text };
    if answer::is_blank(&text) {
        return answer.refuse(&Refusal::blank());
    }
    let repaired = answer::repair(&text, args.choosing);
    match (answer.other(&repaired), repaired) {
        (Some((block, format)), repaired) => answer.convert(&block, format, repaired.err().as_ref()),
        (None, Ok(repaired)) => answer.write(&repaired),
        (None, Err(error)) => answer.refuse(&answer.refusal(&error)),
    }
}

struct AnswerText<'a> {
    args: &'a Repair,
    name: &'a str,
    text: &'a str,
}

impl<'a> AnswerText<'a> {
    /// The document that is read and its format, if the library does not know that: YAML, and JSON with
    /// comments or trailing commas. To TOON, `{"a": 1,}` is a field with a strange key.
    fn other(&self, repaired: &Result<Repaired<'_>, RepairError>) -> Option<(Block<'a>, Format)> {
        let is_known = match repaired {
            Ok(repaired) => is_changed(repaired),
            Err(error) => error.mistake().is_none() || error.is_cut_off(),
        };
        let choice = self.args.choosing.block;
        if is_known || choice == Some(Choice::All) {
            return None;
        }
        let block = *answer::chosen(self.text, choice).first()?;
        Some((block, answer::format(&block)?))
    }

    /// Writes a document in another format as TOON. `error` is that of the library.
    fn convert(
        &self,
        block: &Block<'_>,
        format: Format,
        error: Option<&RepairError>,
    ) -> Result<ExitCode, Failure> {
        let toon = match answer::read(self.name, self.text, block, &DecodeOptions::new()) {
            Ok(toon) => toon,
            Err(failure) if !self.args.json => return Err(failure),
            Err(_) => {
                return self.refuse(&match (error, answer::json_mistake(self.name, self.text, block)) {
                    (_, Some((mistake, help))) if format != Format::Yaml => {
                        Refusal::of_mistake(&mistake, (mistake.line(), mistake.column())).advised(help)
                    }
                    (Some(error), _) => self.refusal(error),
                    _ => Refusal::of_format(format, block.line()),
                });
            }
        };
        let format = format.name();
        if self.args.json {
            let fix = json!({
                "kind": format.to_ascii_lowercase(),
                "line": block.line(),
                "column": 1,
                "message": format!("wrote {format} as TOON"),
            });
            print(&self.value(&toon)?, &[fix], &[])?;
        } else {
            output::write(self.args.output.as_deref(), &toon)?;
            report::note(&format!("the document in {} is {format}", self.name));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes what was repaired.
    fn write(&self, repaired: &Repaired<'_>) -> Result<ExitCode, Failure> {
        let value = self.value(&repaired.text)?;
        if self.args.json {
            let fixes: Vec<Value> = repaired.fixes.iter().map(fix).collect();
            let warnings: Vec<Value> = repaired.warnings.iter().map(warning).collect();
            print(&value, &fixes, &warnings)?;
        } else {
            let canonical = json::to_toon(&value, &EncodeOptions::new())
                .map_err(|error| Failure::toon(self.name, &error, &value))?;
            output::write(self.args.output.as_deref(), &canonical)?;
            self.tell(repaired);
        }
        Ok(answer::outcome(&repaired.fixes).into())
    }

    /// Lists what was changed, and what looks wrong.
    fn tell(&self, repaired: &Repaired<'_>) {
        let name = self.name;
        let is_changed = is_changed(repaired);
        answer::say_fixes(name, repaired.fixes.iter().filter(|fix| answer::is_inside(fix)));
        // Valid text is written without its comments, too.
        if let Some(line) = fmt::comment(&repaired.text).filter(|_| !is_changed) {
            report::note(&format!("{name}:{}:1: removed the comments", self.lines_before(repaired) + line));
        }
        answer::say_warnings(name, &repaired.warnings);
        if !is_changed {
            report::note(&format!("{name} needed no repair"));
        }
    }

    /// The number of lines before a valid document.
    fn lines_before(&self, repaired: &Repaired<'_>) -> usize {
        if repaired.fixes.is_empty() {
            // It is the whole text.
            return 0;
        }
        let blocks = answer::chosen(self.text, self.args.choosing.block);
        blocks.first().map_or(0, |block| block.line() - 1)
    }

    /// The value of valid TOON as JSON.
    fn value(&self, toon: &str) -> Result<String, Failure> {
        json::from_toon(toon, &DecodeOptions::new()).map_err(|error| Failure::toon(self.name, &error, toon))
    }

    fn refusal(&self, error: &RepairError) -> Refusal {
        Refusal::of(error, self.text, Extract::Chosen(self.args.choosing))
    }

    fn refuse(&self, refusal: &Refusal) -> Result<ExitCode, Failure> {
        if !self.args.json {
            return Err(refusal.failure(self.name, self.text));
        }
        output::print(format!("{}\n", refusal.json()).as_bytes())?;
        Ok(ExitCode::FAILURE)
    }
}

/// Prints a JSON object. `value` is JSON, of which all digits are kept.
fn print(value: &str, fixes: &[Value], warnings: &[Value]) -> Result<(), Failure> {
    let (fixes, warnings) = (json!(fixes), json!(warnings));
    let object = format!("{{\"value\":{value},\"fixes\":{fixes},\"warnings\":{warnings}}}\n");
    output::print(object.as_bytes())
}

/// Whether the document was not valid.
fn is_changed(repaired: &Repaired<'_>) -> bool {
    repaired.fixes.iter().any(answer::is_inside)
}

fn fix(fix: &Fix) -> Value {
    json!({
        "kind": snake_case(fix.kind()),
        "line": fix.line(),
        "column": fix.column(),
        "message": fix.message(),
    })
}

fn warning(warning: &Warning) -> Value {
    json!({
        "kind": snake_case(warning.kind()),
        "line": warning.line(),
        "column": warning.column(),
        "message": warning.message(),
        "suggestion": warning.suggestion(),
    })
}

/// The name of a variant in snake case.
fn snake_case(kind: impl Debug) -> String {
    let mut snake = String::new();
    for (index, char) in format!("{kind:?}").chars().enumerate() {
        if index > 0 && char.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(char.to_ascii_lowercase());
    }
    snake
}

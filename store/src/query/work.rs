//! The process that runs a query.

use super::engine::{Filter, write_json};
use super::limits::{self, MAX_DEPTH, MAX_DOCUMENT};
use super::message::{Fault, Line, Request, Shape};
use super::prefix::prefixes;
use crate::budget::counted;
use crate::outline::MAX_TOKENS;
use crate::{Budget, Collector, Rows, document};
use jaq_json::{Val, read};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use toon_convert::__internal::is_deeper_than;

/// The tokens of an outline beside an error, which is one of several things to read.
const MAX_OUTLINE_OF_FAULT: usize = 200;

/// Runs the query that [`run`](super::run) has started this process for, with its last argument.
///
/// Writes a line for each output to standard output.
pub fn work(request: &str) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let last = match serde_json::from_str::<Request>(request) {
        Ok(request) => {
            limits::limit_memory(request.max_memory);
            answer(&request, &mut out).unwrap_or_else(Line::Failed)
        }
        Err(_) => {
            Line::Failed(Fault::new("this process answers queries of `toon query`, and has no other use"))
        }
    };
    let written = send(&mut out, &last).and_then(|()| out.flush().map_err(|_| Fault::new("")));
    // The values are not freed one by one.
    std::process::exit(i32::from(written.is_err()))
}

fn send(out: &mut impl Write, line: &Line) -> Result<(), Fault> {
    let fault = |_| Fault::new("the answer cannot be written");
    serde_json::to_writer(&mut *out, line).map_err(|_| Fault::new("the answer cannot be written"))?;
    out.write_all(b"\n").map_err(fault)
}

fn answer(request: &Request, out: &mut impl Write) -> Result<Line, Fault> {
    let of_error = |message: String| Fault::new(&message);
    let filter = request.filter.as_deref();
    let compiled = filter
        .map(|filter| {
            limits::check_filter(filter).map_err(|message| Fault::new(&message))?;
            Filter::new(filter)
        })
        .transpose()?;
    let (input, kind) = document::open(request.file.as_deref()).map_err(of_error)?;
    if request.rows {
        let mut notes = Vec::new();
        let rows = document::rows(input, kind, MAX_DOCUMENT, &mut |note| notes.push(note.to_owned()));
        let rows = Rows::new(rows.map_err(of_error)?);
        send_notes(notes, out)?;
        return by_rows(rows, filter.zip(compiled.as_ref()), out);
    }
    let mut notes = Vec::new();
    let json = document::json(input, kind, MAX_DOCUMENT, &mut |note| notes.push(note.to_owned()));
    let json = json.map_err(of_error)?;
    send_notes(notes, out)?;
    if is_deeper_than(json.as_bytes(), MAX_DEPTH) {
        return Err(Fault::new(&format!("the document is nested more than {MAX_DEPTH} deep")));
    }
    let Some(compiled) = compiled else {
        return Ok(Line::Done { shape: shape_of(&json)?, hint: None });
    };
    let value = read::parse_single(json.as_bytes()).map_err(|error| Fault::new(&error.to_string()))?;
    let filter = filter.unwrap_or_default();
    let is_empty =
        send_outputs(&compiled, &value, out).map_err(|fault| with_last_step(fault, filter, &value))?;
    let hint = is_empty.then(|| last_step(filter, &value)).flatten();
    let hint = hint.map(|(step, value)| (step, keys_of(&value)));
    Ok(Line::Done { shape: Shape { bytes: json.len() as u64, ..Shape::default() }, hint })
}

fn send_notes(notes: Vec<String>, out: &mut impl Write) -> Result<(), Fault> {
    notes.into_iter().try_for_each(|note| send(out, &Line::Note(note)))
}

/// Sends each output of a filter. Returns whether all of them say nothing.
fn send_outputs(filter: &Filter, value: &Val, out: &mut impl Write) -> Result<bool, Fault> {
    let mut is_empty = true;
    filter.run(value.clone(), |output| {
        is_empty = is_empty && is_nothing(&output);
        let mut text = String::new();
        write_json(&output, &mut text);
        send(out, &Line::Output(text))?;
        Ok(true)
    })?;
    Ok(is_empty)
}

fn by_rows(
    rows: impl Iterator<Item = io::Result<Vec<u8>>>,
    filter: Option<(&str, &Filter)>,
    out: &mut impl Write,
) -> Result<Line, Fault> {
    let (mut collector, mut count, mut bytes) = (Collector::new(), 0_u64, 0_u64);
    let (mut is_empty, mut first) = (true, None);
    for row in rows {
        count += 1;
        let number = count;
        let of_row = |error: &dyn std::fmt::Display| Fault::new(&format!("row {number}: {error}"));
        let row = row.map_err(|error| of_row(&error))?;
        bytes += row.len() as u64;
        if is_deeper_than(&row, MAX_DEPTH) {
            return Err(of_row(&format!("nested more than {MAX_DEPTH} deep")));
        }
        let Some((code, filter)) = filter else {
            let row = std::str::from_utf8(&row).map_err(|_| of_row(&"invalid UTF-8"))?;
            collector.add_row(row).map_err(|error| of_row(&error))?;
            continue;
        };
        let value = read::parse_single(&row).map_err(|error| of_row(&error))?;
        is_empty &= send_outputs(filter, &value, out)
            .map_err(|fault| Fault { message: format!("row {count}: {}", fault.message), ..fault })
            .map_err(|fault| with_last_step(fault, code, &value))?;
        first.get_or_insert(value);
    }
    let outline = if filter.is_none() {
        collector.finish().to_text(Budget::in_bytes(MAX_TOKENS))
    } else {
        String::new()
    };
    let hint = filter.zip(first).filter(|_| is_empty).and_then(|((code, _), first)| last_step(code, &first));
    let hint = hint.map(|(step, value)| (step, format!("in the first row, {}", keys_of(&value))));
    Ok(Line::Done { shape: Shape { what: counted(count, "row"), bytes, outline }, hint })
}

fn shape_of(json: &str) -> Result<Shape, Fault> {
    let mut collector = Collector::new();
    collector.add_json(json).map_err(|error| Fault::new(&error.to_string()))?;
    let outline = collector.finish();
    let what = outline.what();
    Ok(Shape { what, bytes: json.len() as u64, outline: outline.to_text(Budget::tokens(MAX_TOKENS)) })
}

/// Whether a value says nothing: `null`, or a list of nothing else.
fn is_nothing(value: &Val) -> bool {
    match value {
        Val::Null => true,
        Val::Arr(elements) => elements.iter().all(is_nothing),
        _ => false,
    }
}

/// Adds the outline of the value at fault.
fn with_last_step(fault: Fault, filter: &str, value: &Val) -> Fault {
    let before = last_step(filter, value).map(|(step, value)| (step, outline_of(&value)));
    Fault { before, ..fault }
}

/// The longest beginning of a filter that has an answer, and that.
fn last_step(filter: &str, value: &Val) -> Option<(String, Val)> {
    for prefix in prefixes(filter).into_iter().chain(["."]) {
        let Ok(compiled) = Filter::new(prefix) else { continue };
        let mut found = None;
        // An error is that of this step.
        _ = compiled.run(value.clone(), |output| {
            if !is_nothing(&output) {
                found = Some(output);
            }
            Ok(found.is_none())
        });
        if let Some(found) = found {
            return Some((prefix.to_owned(), found));
        }
    }
    None
}

/// The keys of an object, or of the first object in a list, or else what the value is.
fn keys_of(value: &Val) -> String {
    const MAX_KEYS: usize = 20;
    match value {
        Val::Obj(entries) => {
            let keys: Vec<String> = entries.keys().take(MAX_KEYS).map(name).collect();
            let more = if entries.len() > MAX_KEYS {
                format!(" and {} more", entries.len() - MAX_KEYS)
            } else {
                String::new()
            };
            format!("keys here: {}{more}", keys.join(", "))
        }
        Val::Arr(elements) => match elements.iter().find(|element| matches!(element, Val::Obj(_))) {
            Some(element) => format!("a list of {}; {}", elements.len(), keys_of(element)),
            None => format!("a list of {}", elements.len()),
        },
        Val::TStr(_) | Val::BStr(_) => "a string".to_owned(),
        Val::Num(_) => "a number".to_owned(),
        Val::Bool(_) => "a boolean".to_owned(),
        Val::Null => "null".to_owned(),
    }
}

fn name(key: &Val) -> String {
    match key {
        Val::TStr(key) | Val::BStr(key) => {
            String::from_utf8_lossy(key).chars().filter(|c| !c.is_control()).take(60).collect()
        }
        key => key.to_string().chars().take(60).collect(),
    }
}

fn outline_of(value: &Val) -> String {
    let mut json = String::new();
    write_json(value, &mut json);
    let mut collector = Collector::new();
    match collector.add_json(&json) {
        Ok(()) => collector.finish().to_text(Budget::in_bytes(MAX_OUTLINE_OF_FAULT)),
        Err(_) => String::new(),
    }
}

//! Runs a filter on a value.

use super::message::Fault;
use jaq_core::load::{Arena, File, Loader};
use jaq_core::{Ctx, Exn, Vars, data, load};
use jaq_json::{Num, Val};
use std::collections::VecDeque;
use std::fmt::{self, Write};

/// Functions that see more than the value. Those that write to standard error write to a log that does not exist.
const REFUSED: [&str; 3] = ["env", "input", "inputs"];

/// The longest message, in characters. Messages of the engine contain the whole value.
const MAX_MESSAGE_CHARS: usize = 200;

/// Functions that the engine lacks.
const FUNCTIONS: &str = include_str!("functions.jq");

type Compiled = jaq_core::Filter<data::JustLut<Val>>;

/// A compiled filter.
pub(super) struct Filter(Compiled);

impl Filter {
    /// Compiles a filter.
    pub(super) fn new(code: &str) -> Result<Self, Fault> {
        let others = load::parse(FUNCTIONS, |parser| parser.defs()).unwrap_or_default();
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs()).chain(others);
        let arena = Arena::default();
        let modules = Loader::new(defs).load(&arena, File { code, path: () }).map_err(|errors| {
            let found = errors.into_iter().find_map(|(_, error)| of_load(code, error));
            found.unwrap_or_else(|| Fault::new("the filter is invalid"))
        })?;
        let funs = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
        let funs = funs.filter(|(name, _, _)| !REFUSED.contains(name));
        let compiled = jaq_core::Compiler::default().with_funs(funs).compile(modules).map_err(|errors| {
            let found = errors.into_iter().flat_map(|(_, errors)| errors).next();
            let Some((name, undefined)) = found else { return Fault::new("the filter is invalid") };
            let why = if REFUSED.contains(&name) { "is not available" } else { "is not defined" };
            Fault::new(&format!("{} `{name}` {why}", undefined.as_str())).at(code, name)
        })?;
        Ok(Filter(compiled))
    }

    /// Gives each output to `take`, which says whether it wants more.
    pub(super) fn run(
        &self,
        input: Val,
        mut take: impl FnMut(Val) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let context = Ctx::<data::JustLut<Val>>::new(&self.0.lut, Vars::new([]));
        for output in self.0.id.run((context, input)) {
            match output {
                Ok(value) => {
                    if !take(value)? {
                        break;
                    }
                }
                Err(exception) => return Err(of_run(exception)),
            }
        }
        Ok(())
    }
}

fn of_load(code: &str, error: load::Error<&str>) -> Option<Fault> {
    Some(match error {
        load::Error::Lex(errors) => {
            let (expected, found) = errors.into_iter().next()?;
            let fault = Fault::new(&format!("expected {}, found {}", expected.as_str(), shown(found)));
            fault.at(code, found)
        }
        load::Error::Parse(errors) => {
            let (expected, found) = errors.into_iter().next()?;
            let fault = Fault::new(&format!("expected {}, found {}", expected.as_str(), shown(found)));
            fault.at(code, found)
        }
        load::Error::Io(_) => Fault::new("modules cannot be imported"),
    })
}

fn shown(found: &str) -> String {
    let first: String = found.chars().take(20).collect();
    if first.is_empty() { "the end".to_owned() } else { format!("`{first}`") }
}

fn of_run(exception: Exn<'_, Val>) -> Fault {
    match exception.get_err() {
        Ok(error) => {
            let mut message = Ends::default();
            // Never fails.
            _ = write!(message, "{error}");
            Fault::new(&message.text())
        }
        Err(_) => Fault::new("the filter called `halt`"),
    }
}

/// Takes the beginning and the end of a text: a message names the value first, and then what is wrong with it.
#[derive(Default)]
struct Ends {
    start: String,
    chars: usize,
    end: VecDeque<char>,
    is_cut: bool,
}

impl Ends {
    fn text(self) -> String {
        let gap = if self.is_cut { "…" } else { "" };
        self.start + gap + &self.end.into_iter().collect::<String>()
    }
}

impl Write for Ends {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.chars < MAX_MESSAGE_CHARS / 2 {
                self.chars += 1;
                self.start.push(c);
                continue;
            }
            if self.end.len() == MAX_MESSAGE_CHARS / 2 - 1 {
                self.end.pop_front();
                self.is_cut = true;
            }
            self.end.push_back(c);
        }
        Ok(())
    }
}

/// Writes a value as JSON. What JSON does not have becomes `null`, as in jq.
pub(super) fn write_json(value: &Val, out: &mut String) {
    match value {
        Val::Num(Num::Float(float)) if !float.is_finite() => out.push_str("null"),
        Val::Arr(elements) => {
            out.push('[');
            for (place, element) in elements.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write_json(element, out);
            }
            out.push(']');
        }
        Val::Obj(entries) => {
            out.push('{');
            for (place, (key, value)) in entries.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                match key {
                    Val::TStr(key) | Val::BStr(key) => write_string(&String::from_utf8_lossy(key), out),
                    // Keys of the engine can be any value.
                    key => write_string(&key.to_string(), out),
                }
                out.push(':');
                write_json(value, out);
            }
            out.push('}');
        }
        Val::TStr(text) | Val::BStr(text) => write_string(&String::from_utf8_lossy(text), out),
        value => out.push_str(&value.to_string()),
    }
}

fn write_string(text: &str, out: &mut String) {
    // Strings can always be written.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

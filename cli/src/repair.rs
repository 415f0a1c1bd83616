//! `toon repair`.

use crate::answer::{self, Place};
use crate::args::Repair;
use crate::failure::Failure;
use crate::formats;
use crate::input::Input;
use crate::{fmt, output, report};
use toon::{DecodeOptions, EncodeOptions, json};
use toon_answer::{Block, Repaired};

pub(crate) fn run(args: &Repair) -> Result<(), Failure> {
    let input = Input::open(Some(&args.input))?;
    let name = input.name.clone();
    let text = formats::document(input)?;
    let blocks: Vec<Block<'_>> = toon_answer::extract(&text).collect();
    let chosen = choose(&blocks);
    if let (None, Some(block)) = (&chosen, blocks.first())
        && let Some(format) = answer::format(block)
    {
        let toon = answer::read(&name, &text, block, &DecodeOptions::new())?;
        output::write(args.output.as_deref(), &toon)?;
        report::note(&format!("the document in {name} is {}", format.name()));
        return Ok(());
    }
    let document;
    let (place, repaired) = if let Some((block, repaired)) = chosen {
        answer::say_chosen(&name, block, &blocks);
        (Place::of(&text, block), repaired)
    } else {
        // Read the whole text, also for an error with its place there.
        // The indentation of a fence stays, for the columns.
        document = match blocks.first() {
            Some(block) => "\n".repeat(block.line() - 1) + block.text(),
            None => text.clone(),
        };
        (
            Place::START,
            toon_answer::repair(&document).map_err(|error| Failure::toon(&name, &error, &document))?,
        )
    };
    let refuse = |error: toon::Error| Failure::toon(&name, &error, &repaired.text);
    let value = json::from_toon(&repaired.text, &DecodeOptions::new()).map_err(refuse)?;
    if text.trim().is_empty() || blocks.is_empty() && value.starts_with('"') {
        // To TOON, nothing is an empty object, and any line of text is a string.
        return Err(answer::none(&name, &text));
    }
    let canonical = json::to_toon(&value, &EncodeOptions::new()).map_err(refuse)?;
    output::write(args.output.as_deref(), &canonical)?;
    tell(&name, &place, &repaired);
    Ok(())
}

/// The first document that needs no repair, or else the first that can be repaired. Other formats are
/// left to [`answer::read`], except where the library converts them.
fn choose<'b, 't>(blocks: &'b [Block<'t>]) -> Option<(&'b Block<'t>, Repaired<'t>)> {
    let mut first = None;
    for block in blocks {
        match toon_answer::repair(block.text()) {
            // To TOON, `{"a": 1,}` is a field with a strange key.
            Ok(repaired) if repaired.fixes.is_empty() && answer::format(block).is_some() => {}
            Ok(repaired) if repaired.fixes.is_empty() => return Some((block, repaired)),
            Ok(repaired) => first = first.or(Some((block, repaired))),
            Err(_) => {}
        }
    }
    first
}

/// Lists what was changed in the document at `place`, and what looks wrong.
fn tell(name: &str, place: &Place, repaired: &Repaired<'_>) {
    let at = |line, column| {
        let (line, column) = place.in_text(line, column);
        format!("{name}:{line}:{column}")
    };
    for fix in &repaired.fixes {
        report::note(&format!("{}: {}", at(fix.line(), fix.column()), fix.message()));
    }
    // Valid text is written without its comments, too.
    if let Some(line) = fmt::comment(&repaired.text) {
        report::note(&format!("{}: removed the comments", at(line, 1)));
    }
    for warning in &repaired.warnings {
        let place = at(warning.line(), warning.column());
        report::note(&format!("{place}: warning: {}; {}", warning.message(), warning.suggestion()));
    }
    if repaired.fixes.is_empty() {
        report::note(&format!("{name} needed no repair"));
    }
}

//! `toon context pack`.

use super::{manifest, read, render};
use crate::args::{Pack, Rendering, Storing};
use crate::failure::Failure;
use crate::output::Output;
use crate::report;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use toon_context::container::EncodeOptions;
use toon_context::sources::Folder;
use toon_context::{Block, Context};

pub(super) fn run(args: &Pack) -> Result<(), Failure> {
    let output = args.output.as_deref();
    let is_named = output.and_then(Path::extension).is_some_and(|extension| extension == "bcp");
    let is_container = args.storing.container || is_named;
    let Storing { compress_blocks, compress_payload, dedup, .. } = args.storing;
    if !is_container && (compress_blocks || compress_payload || dedup) {
        let message = "text is not compressed: use --container, or -o with a name that ends in .bcp";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(option) = only_for_text(&args.rendering).filter(|_| is_container) {
        return Err(Failure::Usage(format!("a container has no {option}, which is an option for text")));
    }
    let blocks = match (&args.manifest, &args.dir) {
        (Some(manifest), _) => manifest::read(manifest)?,
        (None, Some(dir)) => folder(dir, args.hidden)?,
        (None, None) => Vec::new(),
    };
    if is_container {
        return store(&blocks, &args.storing, output);
    }
    let context: Context = blocks.into_iter().collect();
    render::write(&context, &args.rendering, output, &|index| index)
}

/// An option that was given, and that changes only text.
fn only_for_text(args: &Rendering) -> Option<&'static str> {
    let options = [
        ("--budget", args.budget.is_some()),
        ("--style", args.style.is_some()),
        ("--tokenizer", args.tokenizer.is_some()),
    ];
    options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}

/// The blocks of a folder.
fn folder(dir: &Path, hidden: bool) -> Result<Vec<Block>, Failure> {
    let packed = Folder::new(dir).hidden(hidden).pack();
    let packed = packed.map_err(|error| Failure::Input(error.to_string()))?;
    for skipped in &packed.skipped {
        report::note(&format!("skipped: {skipped}"));
    }
    Ok(packed.blocks)
}

/// Writes a container.
fn store(blocks: &[Block], args: &Storing, output: Option<&Path>) -> Result<(), Failure> {
    let options = EncodeOptions::new()
        .compress_blocks(args.compress_blocks)
        .compress_payload(args.compress_payload)
        .dedup(args.dedup);
    let options = match &args.store {
        Some(store) => options.store(Arc::new(read::store(store)?)),
        None => options,
    };
    let bytes = options.encode(blocks).map_err(|error| Failure::Input(error.to_string()))?;
    let mut output = Output::open(output)?;
    output.write_all(&bytes).map_err(|error| output.failure(&error))?;
    output.finish()
}

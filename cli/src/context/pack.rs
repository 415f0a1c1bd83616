//! `toon context pack`.

use super::{manifest, read, render};
use crate::args::{Pack, Storing};
use crate::failure::Failure;
use crate::output::Output;
use crate::report;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use toon_context::container::EncodeOptions;
use toon_context::{Block, Context, sources};

pub(super) fn run(args: &Pack) -> Result<(), Failure> {
    let blocks = match (&args.manifest, &args.dir) {
        (Some(manifest), _) => manifest::read(manifest)?,
        (None, Some(dir)) => folder(dir)?,
        (None, None) => Vec::new(),
    };
    let output = args.output.as_deref();
    let is_named = output.and_then(Path::extension).is_some_and(|extension| extension == "bcp");
    if args.storing.container || is_named {
        if args.rendering.budget.is_some() {
            return Err(Failure::Usage("a container has no --budget: it contains all blocks".to_owned()));
        }
        return store(&blocks, &args.storing, output);
    }
    let Storing { compress_blocks, compress_payload, dedup, .. } = args.storing;
    if compress_blocks || compress_payload || dedup {
        let message = "text is not compressed: use --container, or -o with a name that ends in .bcp";
        return Err(Failure::Usage(message.to_owned()));
    }
    let context: Context = blocks.into_iter().collect();
    render::write(&context, &args.rendering, output, &|index| index)
}

/// The blocks of a folder.
fn folder(dir: &Path) -> Result<Vec<Block>, Failure> {
    let packed = sources::folder(dir).map_err(|error| Failure::Input(error.to_string()))?;
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

//! `toon context pack`.

mod chat;
mod explain;
mod folder;
mod git;
mod given;
mod own;
mod paths;
mod shown;
mod skipped;
mod sources;
mod stdin;
mod summary;

use super::{read, render};
use crate::args::{OutputFormat, Pack, Rendering, Storing};
use crate::failure::Failure;
use crate::output::Output;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use toon_context::container::EncodeOptions;
use toon_context::{Block, Context, RenderError};

pub(super) fn run(args: &Pack) -> Result<(), Failure> {
    let output = args.output.as_deref();
    let is_named = output.and_then(Path::extension).is_some_and(|extension| extension == "bcp");
    let is_container = args.storing.container || is_named;
    let Storing { compress_blocks, compress_payload, dedup, .. } = args.storing;
    if !is_container && (compress_blocks || compress_payload || dedup) {
        let message = "text is not compressed: use --container, or -o with a name that ends in .bcp";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(option) = only_for_text(args).filter(|_| is_container) {
        return Err(Failure::Usage(format!("a container has no {option}, which is an option for text")));
    }
    args.rendering.check()?;
    own::Own::check(args)?;
    if args.output_format == OutputFormat::Messages {
        return chat::messages(only_a_chat(args)?, args);
    }
    let mut sources = sources::read(args)?;
    if is_container {
        return store(&sources.blocks, &args.storing, output);
    }
    let context: Context = std::mem::take(&mut sources.blocks).into_iter().collect();
    let out = render::render(&context, &args.rendering);
    let out = out.map_err(|error| {
        Failure::Input(does_not_fit(&error, args, sources.has_manifest).unwrap_or(error.to_string()))
    })?;
    render::put(&out.text, output)?;
    let files = shown::files(&sources, context.blocks(), &out);
    if args.explain {
        explain::tell(&files, args.rendering.tokenizer.unwrap_or_default(), args.rendering.verbose);
    }
    summary::tell(&out, context.blocks(), &files, sources.of_folder, &args.rendering);
    Ok(())
}

/// What an error of critical blocks says, which only manifests know by this name.
fn does_not_fit(error: &RenderError, args: &Pack, has_manifest: bool) -> Option<String> {
    let RenderError::DoesNotFit { needed, limit, .. } = error else { return None };
    let what = match (&args.chat, &args.request) {
        _ if has_manifest => return None,
        (None, None) => return None,
        (None, Some(_)) => "the request takes",
        (Some(_), None) => "the instructions and the last turn of the user take",
        (Some(_), Some(_)) => "the instructions, the last turn of the user and the request take",
    };
    let more = needed.saturating_sub(*limit);
    Some(format!("{what} {needed} tokens, {more} more than the budget allows ({limit})"))
}

/// An option that was given, and that changes only text.
fn only_for_text(args: &Pack) -> Option<&'static str> {
    let Rendering { budget, style, tokenizer, .. } = &args.rendering;
    let options = [
        ("--budget", budget.is_some()),
        ("--style", style.is_some()),
        ("--tokenizer", tokenizer.is_some()),
        ("--explain", args.explain),
        ("--output-format", args.output_format != OutputFormat::Text),
    ];
    options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}

/// The chat, if nothing else was asked for.
fn only_a_chat(args: &Pack) -> Result<&Path, Failure> {
    let others = [
        ("a PATH", !args.paths.is_empty() || args.dir.is_some()),
        ("--diff", args.diff.is_some()),
        ("--request", args.request.is_some()),
        ("--style", args.rendering.style.is_some()),
    ];
    match (&args.chat, others.iter().find(|(_, is_given)| *is_given)) {
        (Some(chat), None) => Ok(chat),
        (Some(_), Some((other, _))) => {
            Err(Failure::Usage(format!("--output-format messages is for a chat alone, without {other}")))
        }
        (None, _) => Err(Failure::Usage("--output-format messages needs --chat".to_owned())),
    }
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

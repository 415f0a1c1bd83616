//! `toon context`.

mod counter;
mod diff;
mod inspect;
mod manifest;
mod pack;
mod read;
mod render;
mod secrets;
mod stats;
mod validate;

use crate::args::{Context, ContextCommand};
use crate::failure::Failure;
use std::process::ExitCode;

pub(crate) fn run(args: &Context) -> Result<ExitCode, Failure> {
    match &args.command {
        ContextCommand::Pack(args) => pack::run(args)?,
        ContextCommand::Render(args) => render::run(args)?,
        ContextCommand::Inspect(args) => inspect::run(args)?,
        ContextCommand::Validate(args) => return validate::run(args),
        ContextCommand::Stats(args) => stats::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

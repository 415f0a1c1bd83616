//! `toon context validate`.

use super::read;
use crate::args::Validate;
use crate::count::counted;
use crate::failure::Failure;
use crate::report;
use std::process::ExitCode;

pub(super) fn run(args: &Validate) -> Result<ExitCode, Failure> {
    let options = read::options(args.store.as_deref(), args.tolerant)?;
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        match read::file(path, &options) {
            Ok((name, container)) => {
                for error in &container.tolerated {
                    report::warning(&format!("{name}: {error}"));
                }
                let blocks = counted(container.blocks.len() as u64, "block");
                report::note(&format!("{name} is valid: {blocks}"));
            }
            Err(failure) => code = failure.report(),
        }
    }
    Ok(code)
}

//! Which file is converted to which.

use crate::args::Common;
use crate::failure::Failure;
use crate::open::open;
use crate::outcome::Outcome;
use crate::{output, report};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toon_formats::Input;

/// The inputs of a command.
pub(super) struct Inputs<'a> {
    pub(super) common: &'a Common,
    pub(super) encoding: toon_formats::TextEncoding,
}

/// A file to convert. It is open only if it cannot be opened twice.
struct Job<'a> {
    path: &'a Path,
    opened: Option<Input>,
    output: PathBuf,
}

impl Inputs<'_> {
    /// Converts one input to the output, or each of several to a file in a folder. `extension` is
    /// that of the result of an input.
    pub(super) fn convert(
        &self,
        extension: impl Fn(&mut Input) -> Result<&'static str, Failure>,
        convert: impl Fn(Input, Option<&Path>) -> Result<Outcome, Failure>,
    ) -> Result<ExitCode, Failure> {
        let Common { input: paths, destination, .. } = self.common;
        let output = destination.output.as_deref();
        if let Some(folder) = &destination.output_dir {
            return self.to_folder(folder, extension, convert);
        }
        if paths.len() > 1 {
            return Err(Failure::Usage("several files need a folder for the results; use -O DIR".to_owned()));
        }
        let is_folder = |path: &Path| path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if let Some(folder) = output.filter(|output| is_folder(output)) {
            let folder = folder.display();
            return Err(Failure::Usage(format!("{folder} is a folder; to write into it, use -O {folder}")));
        }
        convert(self.open(paths.first().map(PathBuf::as_path))?, output).map(ExitCode::from)
    }

    fn open(&self, path: Option<&Path>) -> Result<Input, Failure> {
        Ok(open(path)?.decoded(self.encoding)?)
    }

    fn to_folder(
        &self,
        folder: &Path,
        extension: impl Fn(&mut Input) -> Result<&'static str, Failure>,
        convert: impl Fn(Input, Option<&Path>) -> Result<Outcome, Failure>,
    ) -> Result<ExitCode, Failure> {
        let paths = &self.common.input;
        if paths.is_empty() || paths.iter().any(|path| path == Path::new("-")) {
            return Err(Failure::Usage(
                "-O names results after their files, and standard input has no name; use -o FILE".to_owned(),
            ));
        }
        let job = |path| -> Result<Job<'_>, Failure> {
            let mut input = self.open(Some(path))?;
            let output = folder.join(result_name(path, extension(&mut input)?));
            let opened = (!input.is_regular()).then_some(input);
            Ok(Job { path, opened, output })
        };
        let mut jobs = Vec::new();
        for path in paths {
            match job(path) {
                Err(Failure::Usage(message)) => return Err(Failure::Usage(message)),
                job => jobs.push(job),
            }
        }
        check(jobs.iter().flatten())?;
        output::create_folder(folder)?;
        let (count, mut failed, mut worst) = (jobs.len(), 0, Outcome::Complete);
        for job in jobs {
            let result = job.and_then(|Job { path, opened, output }| {
                convert(opened.map_or_else(|| self.open(Some(path)), Ok)?, Some(&output))
            });
            match result {
                Ok(Outcome::Complete) => {}
                Ok(Outcome::CutOff) => worst = Outcome::CutOff,
                Err(failure) => {
                    failure.report();
                    failed += 1;
                }
            }
        }
        if failed == 0 {
            return Ok(worst.into());
        }
        if count > 1 {
            report::note(&format!("{failed} of {count} files could not be converted"));
        }
        Ok(ExitCode::FAILURE)
    }
}

/// Rejects results that would overwrite each other, or an input.
fn check<'a>(jobs: impl Iterator<Item = &'a Job<'a>> + Clone) -> Result<(), Failure> {
    let inputs: HashSet<_> = jobs.clone().filter_map(|job| fs::canonicalize(job.path).ok()).collect();
    let mut names: HashMap<OsString, &Path> = HashMap::new();
    for Job { path, output, .. } in jobs {
        // These systems ignore the case of names.
        let is_caseless = cfg!(any(windows, target_vendor = "apple"));
        let name = output.as_os_str();
        let name = if is_caseless { name.to_ascii_lowercase() } else { name.to_owned() };
        if let Some(other) = names.insert(name, path) {
            let (path, other, output) = (path.display(), other.display(), output.display());
            return Err(Failure::Usage(format!("{other} and {path} would both be converted to {output}")));
        }
        if fs::canonicalize(output).is_ok_and(|output| inputs.contains(&output)) {
            let (path, output) = (path.display(), output.display());
            return Err(Failure::Usage(format!(
                "the result of {path} would overwrite {output}, which is to be converted itself; use another folder"
            )));
        }
    }
    Ok(())
}

/// The name of a result: that of the input, with another extension.
fn result_name(path: &Path, extension: &str) -> OsString {
    let mut name = toon_formats::uncompressed(Path::new(path.file_name().unwrap_or_default()));
    // Any other extension may be a part of the name, as in `report.2024`.
    let is_known = |end: String| toon_formats::Format::of_extension(&end).is_some();
    if toon_formats::extension(&name).is_some_and(is_known) {
        name.set_extension("");
    }
    let mut name = name.into_os_string();
    name.push(".");
    name.push(extension);
    name
}

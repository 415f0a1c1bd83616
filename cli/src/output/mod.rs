//! Output files and standard output.

mod resolve;
mod temporary;

use crate::failure::Failure;
use crate::{progress, report};
use resolve::{Resolved, folder, resolve};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::SpooledTempFile;
use temporary::Temporary;
use toon_formats::spool;

/// Standard output, or a file that is replaced only when it is complete.
pub(crate) struct Output {
    name: String,
    target: Target,
}

enum Target {
    Stdout(BufWriter<Stdout>),
    /// Anything but a regular file cannot be replaced, so it is written directly.
    Stream(BufWriter<File>),
    File {
        temporary: BufWriter<Temporary>,
        path: PathBuf,
    },
    /// A file in a folder that cannot be written, and why not.
    InPlace {
        kept: BufWriter<SpooledTempFile>,
        path: PathBuf,
        reason: io::Error,
    },
}

/// Creates a folder for results, unless it exists.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    if path.exists() && !path.is_dir() {
        return Err(Failure::Usage(format!("{name} is a file, not a folder")));
    }
    fs::create_dir_all(path).map_err(|error| Failure::file("create", &name, &error))
}

impl Output {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output { name: "standard output".to_owned(), target: Target::stdout() });
        };
        let name = path.display().to_string();
        let target = Target::open(path).map_err(|error| Failure::file("write", &name, &error))?;
        Ok(Output { name, target })
    }

    /// Flushes the output, and moves a file into place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let name = self.name.clone();
        let is_named_compressed = match &self.target {
            Target::File { path, .. } | Target::InPlace { path, .. } => {
                toon_formats::uncompressed(path) != *path
            }
            Target::Stdout(_) | Target::Stream(_) => false,
        };
        self.end().map_err(|error| failure(&name, &error))?;
        if is_named_compressed {
            report::note(&format!("wrote {name} uncompressed"));
        }
        Ok(())
    }

    /// Describes why it could not be written.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.name, error)
    }

    fn end(mut self) -> io::Result<()> {
        self.flush()?;
        match self.target {
            Target::Stdout(_) | Target::Stream(_) => Ok(()),
            Target::File { temporary, path } => {
                let temporary = temporary.into_inner().map_err(io::IntoInnerError::into_error)?;
                match temporary.persist(&path) {
                    Err((reason, temporary)) if is_refused(&reason) => {
                        write_in_place(temporary, &path, &self.name, reason.kind())
                    }
                    Err((error, _)) => Err(error),
                    Ok(_) => Ok(()),
                }
            }
            Target::InPlace { kept, path, reason } => {
                let kept = kept.into_inner().map_err(io::IntoInnerError::into_error)?;
                write_in_place(kept, &path, &self.name, reason.kind())
            }
        }
    }
}

impl Target {
    fn stdout() -> Self {
        if io::stdout().is_terminal() {
            // The output would be mixed up with a bar.
            progress::end();
        }
        Target::Stdout(BufWriter::with_capacity(64 << 10, Stdout(io::stdout().lock())))
    }

    fn open(path: &Path) -> io::Result<Self> {
        let path = match resolve(path)? {
            Resolved::Descriptor(1) => return Ok(Target::stdout()),
            Resolved::Descriptor(descriptor) => return Ok(Target::Stream(BufWriter::new(open(descriptor)?))),
            Resolved::File(path) => path,
        };
        let existing = fs::metadata(&path).ok();
        if existing.as_ref().is_some_and(|data| !data.is_file()) {
            return Ok(Target::Stream(BufWriter::new(File::options().write(true).open(path)?)));
        }
        let folder = folder(&path);
        if !folder.is_dir() {
            let message = format!("folder {} does not exist", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let temporary = Temporary::create(folder);
        let Some(data) = existing else {
            return Ok(Target::File { temporary: BufWriter::with_capacity(64 << 10, temporary?), path });
        };
        // Check that the file is writable, and keep its permissions, as if it were written in
        // place.
        File::options().write(true).open(&path)?;
        match temporary {
            Ok(temporary) => {
                temporary.set_permissions(data.permissions())?;
                Ok(Target::File { temporary: BufWriter::with_capacity(64 << 10, temporary), path })
            }
            Err(reason) if is_refused(&reason) => {
                Ok(Target::InPlace { kept: BufWriter::new(spool()), path, reason })
            }
            Err(error) => Err(error),
        }
    }
}

/// Opens a file that is open already, with its position.
#[cfg(unix)]
fn open(descriptor: i32) -> io::Result<File> {
    use filedescriptor::{Error, FileDescriptor};
    let duplicate = FileDescriptor::dup(&descriptor).and_then(|duplicate| duplicate.as_file());
    duplicate.map_err(|error| match error {
        Error::Dup { source, .. } => source,
        error => io::Error::other(error),
    })
}

#[cfg(not(unix))]
fn open(_: i32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether a file cannot be replaced, but perhaps be written: its folder cannot be written, it is
/// a mount point, or it is the file of somebody else in a folder like `/tmp`.
fn is_refused(error: &io::Error) -> bool {
    use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), CrossesDevices | PermissionDenied | ReadOnlyFilesystem | ResourceBusy)
}

/// Overwrites the file at `path`, which cannot be replaced.
fn write_in_place(
    mut source: impl Read + Seek,
    path: &Path,
    name: &str,
    reason: io::ErrorKind,
) -> io::Result<()> {
    source.rewind()?;
    let mut file = File::options().write(true).truncate(true).open(path)?;
    report::warning(&format!("{name} cannot be replaced ({reason}), so it is overwritten in place"));
    io::copy(&mut source, &mut file)?;
    Ok(())
}

fn failure(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::file("write", name, error),
    }
}

/// Whether `path` names a file, and not a stream that is open already, such as `/dev/stdout`.
pub(crate) fn is_file(path: &Path) -> bool {
    path != Path::new("-") && !matches!(resolve(path), Ok(Resolved::Descriptor(_)))
}

/// Whether the output is standard output, and that is a terminal.
#[cfg(feature = "context")]
pub(crate) fn is_terminal(path: Option<&Path>) -> bool {
    let is_stdout = path
        .is_none_or(|path| path == Path::new("-") || matches!(resolve(path), Ok(Resolved::Descriptor(1))));
    is_stdout && io::stdout().is_terminal()
}

/// Writes `text` and a final newline, and moves a file into place.
pub(crate) fn write(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    put(path, &[text.as_bytes(), b"\n"])
}

/// Writes the parts, which include a final newline if there is to be one, and moves a file into place.
pub(crate) fn put(path: Option<&Path>, parts: &[&[u8]]) -> Result<(), Failure> {
    let mut output = Output::open(path)?;
    for part in parts {
        output.write_all(part).map_err(|error| output.failure(&error))?;
    }
    output.finish()
}

/// Standard output, whose reader may be slow.
struct Stdout(io::StdoutLock<'static>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        progress::writing(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        progress::writing(|| self.0.flush())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Stream(stream) => stream.write(bytes),
            Target::File { temporary, .. } => temporary.write(bytes),
            Target::InPlace { kept, .. } => kept.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Stream(stream) => stream.flush(),
            Target::File { temporary, .. } => temporary.flush(),
            Target::InPlace { kept, .. } => kept.flush(),
        }
    }
}

/// Prints `text`, which includes a final newline, to standard output.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    let print = || {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text).and_then(|()| stdout.flush())
    };
    progress::suspend(print).map_err(|error| Failure::output(&error))
}

/// Like [`print`], but with colours if enabled.
pub(crate) fn print_styled(text: &str) -> Result<(), Failure> {
    let print = || {
        let mut stdout = anstream::stdout().lock();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
    };
    progress::suspend(print).map_err(|error| Failure::output(&error))
}

/// Reports the conversion if the output is a file.
pub(crate) fn done(what: &str, input: &str, output: Option<&Path>) {
    if let Some(output) = output.filter(|output| is_file(output)) {
        report::note(&format!("{what} {input} to {}", output.display()));
    }
}

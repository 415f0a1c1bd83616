//! Output files and standard output.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Standard output, or a file that is replaced only when it is complete.
pub(crate) struct Output {
    name: String,
    target: Target,
}

enum Target {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// Anything but a regular file cannot be replaced, so it is written directly.
    Device(BufWriter<File>),
    File {
        temporary: BufWriter<NamedTempFile>,
        path: PathBuf,
    },
}

impl Output {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let stdout = BufWriter::with_capacity(64 << 10, io::stdout().lock());
            return Ok(Output { name: "standard output".to_owned(), target: Target::Stdout(stdout) });
        };
        let name = path.display().to_string();
        let target = file(path).map_err(|error| Failure::file("write", &name, &error))?;
        Ok(Output { name, target })
    }

    /// Flushes the output, and moves a file into place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let name = self.name.clone();
        self.end().map_err(|error| failure(&name, &error))
    }

    /// Describes why it could not be written.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.name, error)
    }

    fn end(mut self) -> io::Result<()> {
        self.flush()?;
        if let Target::File { temporary, path } = self.target {
            let temporary = temporary.into_inner().map_err(io::IntoInnerError::into_error)?;
            temporary.persist(path).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

fn failure(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::file("write", name, error),
    }
}

fn file(path: &Path) -> io::Result<Target> {
    // Resolve links, so that the link's target is replaced and not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&path).ok();
    if existing.as_ref().is_some_and(|data| !data.is_file()) {
        return Ok(Target::Device(BufWriter::new(File::options().write(true).open(path)?)));
    }
    let mut builder = Builder::new();
    builder.prefix(".toon-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of any new file, which the umask restricts.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let folder = folder(&path);
    if !folder.is_dir() {
        let message = format!("folder {} does not exist", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let temporary = builder.tempfile_in(folder)?;
    if let Some(data) = existing {
        // Check that the file is writable, and keep its permissions, as if it were written in
        // place.
        File::options().write(true).open(&path)?;
        temporary.as_file().set_permissions(data.permissions())?;
    }
    Ok(Target::File { temporary: BufWriter::with_capacity(64 << 10, temporary), path })
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes `text` and a final newline, and moves a file into place.
pub(crate) fn write(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    put(path, &[text.as_bytes(), b"\n"])
}

/// Writes the parts, which include a final newline, and moves a file into place.
pub(crate) fn put(path: Option<&Path>, parts: &[&[u8]]) -> Result<(), Failure> {
    let mut output = Output::open(path)?;
    for part in parts {
        output.write_all(part).map_err(|error| output.failure(&error))?;
    }
    output.finish()
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Device(device) => device.write(bytes),
            Target::File { temporary, .. } => temporary.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Device(device) => device.flush(),
            Target::File { temporary, .. } => temporary.flush(),
        }
    }
}

/// Prints `text`, which includes a final newline, to standard output.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text).and_then(|()| stdout.flush()).map_err(|error| Failure::output(&error))
}

/// Like [`print`], but with colours if enabled.
pub(crate) fn print_styled(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| Failure::output(&error))
}

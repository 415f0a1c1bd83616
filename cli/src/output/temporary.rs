//! Temporary files beside the files that they will replace.

use std::fs::{File, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// The temporary files that exist.
static LISTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn listed() -> MutexGuard<'static, Vec<PathBuf>> {
    LISTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed unless it replaces another, also if a signal ends the program.
pub(super) struct Temporary {
    file: NamedTempFile,
    entry: Entry,
}

impl Temporary {
    /// Creates a file with the permissions of any new file, which the umask restricts.
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(".toon-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(Permissions::from_mode(0o666));
            signals::watch()?;
        }
        // A signal that comes between creating and listing the file has to wait.
        let mut listed = listed();
        let file = builder.tempfile_in(folder)?;
        listed.push(file.path().to_owned());
        let entry = Entry(file.path().to_owned());
        Ok(Temporary { file, entry })
    }

    pub(super) fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.file.as_file().set_permissions(permissions)
    }

    /// Moves the file to `path`. If that fails, returns the file as well.
    pub(super) fn persist(self, path: &Path) -> Result<File, (io::Error, Self)> {
        let Temporary { file, entry } = self;
        // A signal that comes meanwhile has to wait.
        let listed = listed();
        let persisted = file.persist(path);
        drop(listed);
        persisted.map_err(|error| (error.error, Temporary { file: error.file, entry }))
    }
}

impl Read for Temporary {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Temporary {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Lists a file as long as it is temporary.
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        listed().retain(|path| *path != self.0);
    }
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::{Mutex, PoisonError};
    use std::{fs, io, thread};

    /// Removes temporary files when a signal ends the program.
    pub(super) fn watch() -> io::Result<()> {
        static IS_WATCHING: Mutex<bool> = Mutex::new(false);
        let mut is_watching = IS_WATCHING.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_watching {
            return Ok(());
        }
        let ignored = ignored();
        let is_heeded = |signal: &i32| !ignored.contains(signal);
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_heeded))?;
        let clean_up = move || {
            for signal in signals.forever() {
                // Not released any more, so that no other file is created or moved.
                let files = super::listed();
                for file in files.iter() {
                    let _ = fs::remove_file(file);
                }
                // The program ends by the same signal, so that its caller knows the reason.
                let _ = emulate_default_handler(signal);
            }
        };
        thread::Builder::new().spawn(clean_up)?;
        *is_watching = true;
        Ok(())
    }

    /// The signals that the program was started to ignore, as `nohup` does with SIGHUP.
    fn ignored() -> Vec<i32> {
        // Other systems tell only through `sigaction`, for which there is no safe interface. There,
        // SIGHUP is never handled: leaving a file behind is better than defeating `nohup`.
        let Ok(status) = fs::read_to_string("/proc/self/status") else { return vec![SIGHUP] };
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| (mask >> (signal - 1)) & 1 == 1).collect()
    }
}

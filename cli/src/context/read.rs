//! Reads containers and texts.

use crate::args::ReadingContainer;
use crate::failure::Failure;
use crate::open::open;
use crate::report;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};
use toon_context::container::{Container, DecodeOptions, DirectoryStore};
use toon_formats::TextEncoding;

pub(super) fn container(args: &ReadingContainer) -> Result<Container, Failure> {
    let (name, container) = file(&args.file, &options(args.store.as_deref(), args.tolerant)?)?;
    for error in &container.tolerated {
        report::warning(&format!("{name}: {error}"));
    }
    Ok(container)
}

/// The name and container of a file.
pub(super) fn file(path: &Path, options: &DecodeOptions) -> Result<(String, Container), Failure> {
    let (name, bytes) = bytes(path)?;
    let container = options.decode(&bytes).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    Ok((name, container))
}

/// The name and content of a file.
pub(super) fn bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let input = open(Some(path))?;
    let name = input.name.clone();
    Ok((name, input.bytes()?))
}

/// The name and text of a file, which may be in UTF-16.
pub(super) fn text(path: &Path) -> Result<(String, String), Failure> {
    let input = open(Some(path))?.decoded(TextEncoding::Auto)?;
    let name = input.name.clone();
    let text = utf8(&name, input.bytes()?)?;
    Ok((name, text))
}

/// The beginning of the text of a file.
pub(super) fn head(path: &Path) -> Result<String, Failure> {
    let mut input = open(Some(path))?.decoded(TextEncoding::Auto)?;
    Ok(String::from_utf8_lossy(input.head()?).into_owned())
}

/// The text of bytes, without a byte order mark.
pub(super) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let text = String::from_utf8(bytes).map_err(|error| {
        Failure::Input(format!("{name}: invalid UTF-8 at byte {}", error.utf8_error().valid_up_to()))
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

pub(super) fn options(store: Option<&Path>, tolerant: bool) -> Result<DecodeOptions, Failure> {
    let options = DecodeOptions::new().strict(!tolerant);
    Ok(match store {
        Some(store) => options.store(Arc::new(existing(store)?)),
        None => options,
    })
}

/// The store in a folder, which is created if it does not exist.
pub(super) fn store(folder: &Path) -> Result<DirectoryStore, Failure> {
    DirectoryStore::new(folder).map_err(|error| unusable(folder, &error))
}

/// The store in a folder that exists.
fn existing(folder: &Path) -> Result<DirectoryStore, Failure> {
    let data = fs::metadata(folder).map_err(|error| unusable(folder, &error))?;
    if data.is_dir() { store(folder) } else { Err(unusable(folder, &io::ErrorKind::NotADirectory.into())) }
}

fn unusable(store: &Path, error: &io::Error) -> Failure {
    Failure::file("open", &store.display().to_string(), error)
}

//! Opens the input of a command: with a note if it is typed, and with a progress bar.

use crate::failure::Failure;
use crate::progress::Progress;
use crate::report;
use std::io::{self, IsTerminal};
use std::path::Path;
use toon_formats::{Extent, Input};

/// Opens `path`. `None` and `-` mean standard input.
pub(crate) fn open(path: Option<&Path>) -> Result<Input, Failure> {
    let is_stdin = path.is_none_or(|path| path == Path::new("-"));
    if is_stdin && io::stdin().is_terminal() {
        let keys = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        report::note(&format!("reading from the terminal; end with {keys}"));
    }
    Ok(Input::open(path)?.watched(watch))
}

fn watch(extent: Extent) -> Box<dyn FnMut(usize)> {
    let mut progress = match extent {
        Extent::Stdin => Progress::of_stdin(),
        Extent::Bytes(total) => Progress::new(total),
    };
    Box::new(move |bytes| progress.add(bytes))
}

//! The commands of the servers, and of the proxy.

use crate::install::Node;
use crate::program::PROGRAM;
use std::process::Command;

/// Flags that disable conversion.
pub(crate) const OFF: &[&str] = &["--off"];
/// Flags to convert every result that shrinks, and to change nothing else. By bytes, because the
/// choice must not depend on whether the tokenizer has been loaded.
pub(crate) const ALL: &[&str] =
    &["--min-size-bytes", "0", "--measure", "bytes", "--any-savings", "--instructions", "off"];

/// The server `everything`, with `mode` of `stdio` or `streamableHttp`.
pub(crate) fn everything(mode: &str) -> Command {
    let packaged = Node::install().package("server-everything/dist/index.js");
    let mut command = Command::new(packaged.get_program());
    // It writes the time into the resources that it makes up. With a fixed time, they can be
    // compared.
    command.args(["--import", "data:text/javascript,Date.prototype.toLocaleTimeString=()=>'noon'"]);
    command.args(packaged.get_args()).arg(mode);
    command
}

/// The server `memory`, which stores its knowledge in the file of the variable `MEMORY_FILE_PATH`.
pub(crate) fn memory() -> Command {
    Node::install().package("server-memory/dist/index.js")
}

/// A command, as arguments of the proxy.
pub(crate) fn after_dashes(command: &Command) -> Vec<String> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    std::iter::once("--".as_ref()).chain(words).map(|word| word.to_str().unwrap().to_owned()).collect()
}

/// The proxy with `flags`, in front of a command or a URL.
pub(crate) fn proxy(flags: &[&str], server: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("proxy").args(flags).args(server);
    command
}

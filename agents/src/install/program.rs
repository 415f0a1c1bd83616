//! The program in the settings of hosts.

use super::json::New;
use crate::places::System;
use std::path::Path;

/// Folders whose contents come and go, with what they belong to.
const PASSING: [(&str, &str); 16] = [
    ("/tmp/", "a temporary folder"),
    ("/var/folders/", "a temporary folder"),
    ("/AppData/Local/Temp/", "a temporary folder"),
    ("/target/debug/", "a build folder"),
    ("/target/release/", "a build folder"),
    ("/.asdf/", "a folder of a version manager"),
    ("/mise/", "a folder of a version manager"),
    ("/.nvm/", "a folder of a version manager"),
    ("/.fnm/", "a folder of a version manager"),
    ("/.volta/", "a folder of a version manager"),
    ("/.nodenv/", "a folder of a version manager"),
    ("/.pyenv/", "a folder of a version manager"),
    ("/_npx/", "a cache"),
    ("/.cache/", "a cache"),
    ("/node_modules/", "a package of a project"),
    ("/nix/store/", "a store of packages"),
];

/// Whether a command runs our hook: the program, options perhaps, and the subcommand.
pub(super) fn is_hook(command: &str) -> bool {
    let words = shlex::split(command).unwrap_or_default();
    words.iter().enumerate().any(|(index, word)| {
        let mut rest = words.iter().skip(index + 1).skip_while(|word| word.starts_with('-'));
        word.contains("toon-mcp") && rest.next().is_some_and(|word| word == "hook")
    })
}

/// Whether a server's command and arguments are those of our proxy, as we write them.
pub(super) fn is_proxy(command: &str, arguments: &[String]) -> bool {
    let [first, second, ..] = arguments else { return false };
    command.contains("toon-mcp") && first == "proxy" && second == "--" && arguments.len() > 2
}

/// The path as hosts run it.
pub(super) fn path(program: &Path, system: System) -> String {
    let path = program.to_string_lossy();
    match system {
        System::Windows => path.strip_prefix(r"\\?\").unwrap_or(&path).replace('\\', "/"),
        _ => path.into_owned(),
    }
}

/// The command for a shell. On Windows, that may be Git Bash.
pub(super) fn command(program: &Path, system: System, is_blocking: bool) -> String {
    let path = path(program, system);
    let path = match system {
        System::Windows => format!("\"{path}\""),
        // A path contains no null byte.
        _ => shlex::try_quote(&path).map_or_else(|_| path.clone(), Into::into),
    };
    format!("{path} hook{}", if is_blocking { " --blocking" } else { "" })
}

/// The command for PowerShell.
pub(super) fn powershell(program: &Path, system: System) -> New {
    New::Text(format!("& '{}' hook", path(program, system).replace('\'', "''")))
}

/// What the program's folder is, if the program may not stay there.
pub(super) fn passing(program: &Path) -> Option<&'static str> {
    let path = program.to_string_lossy().replace('\\', "/");
    PASSING.iter().find(|(folder, _)| path.contains(folder)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks() {
        for command in [
            "toon-mcp hook",
            "'/opt/some tools/toon-mcp' hook --blocking",
            "TOON_MCP_STATS=off /usr/bin/toon-mcp -v hook --form toon",
            "\"C:/Program Files/toon/toon-mcp.exe\" hook",
            r"C:\bin\toon-mcp.exe hook",
            "& 'C:/it''s/toon-mcp.exe' hook",
        ] {
            assert!(is_hook(command), "{command}");
        }
        for command in [
            "cd ~/src/toon-mcp && ./my hook",
            "cd ~/src/toon-mcp && git hook run",
            "~/toon-mcp-logs/run.sh --prehook x",
            "toon-mcp hooks",
            "toon-mcp stats # hook",
            "toon-mcp 'hook",
            "other hook",
        ] {
            assert!(!is_hook(command), "{command}");
        }
    }
}

//! Whether what is installed works.

use super::hooks::{self, Content, Entries, Settings, value};
use super::installer::Installer;
use super::json::Json;
use super::server::Found;
use super::servers::{self, Client};
use super::{program, sample};
use crate::host::Host;
use crate::stats::Log;
use jsonc_parser::ast::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Others that change results of tools, or commands so that they print less.
const OTHERS: [&str; 6] = ["distil", "lean-ctx", "omni", "rtk", "tokenjuice", "toonify"];

/// A host waits for every hook.
const MAX_MILLISECONDS: u128 = 50;

/// What there is to say about an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Whether it is as it should be.
    pub state: State,
    /// The host that it is about.
    pub host: Option<Host>,
    /// A sentence about it, without its end.
    pub message: String,
}

/// Whether something is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is.
    Good,
    /// It may be, which only a person can tell.
    Note,
    /// It is not.
    Bad,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Good => "ok",
            State::Note => "note",
            State::Bad => "WRONG",
        };
        write!(f, "{state:<5}  ")?;
        if let Some(host) = self.host {
            write!(f, "{host}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Checks whether what is installed works. The commands in the settings of hosts are run with a sample, if `runs` is set.
///
/// ```
/// use toon_agents::{Places, System, install::{Installer, State, check}};
///
/// let home = tempfile::tempdir()?;
/// let places = Places::in_home(home.path(), System::current());
/// let checks = check(&Installer::new(places, home.path().join("toon-mcp")), "/usr/bin".into(), false);
/// assert_eq!(checks[0].state, State::Bad);
/// assert!(checks[0].message.contains("there is no such program"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(installer: &Installer, search_path: OsString, runs: bool) -> Vec<Check> {
    let mut doctor =
        Doctor { installer, settings: installer.settings(), search_path, runs, checks: Vec::new() };
    doctor.program();
    for host in Host::ALL {
        doctor.host(host);
    }
    doctor.proxies();
    doctor.files();
    doctor.checks
}

struct Doctor<'i> {
    installer: &'i Installer,
    settings: Settings<'i>,
    search_path: OsString,
    runs: bool,
    checks: Vec<Check>,
}

impl Doctor<'_> {
    fn say(&mut self, state: State, host: impl Into<Option<Host>>, message: impl Into<String>) {
        self.checks.push(Check { state, host: host.into(), message: message.into() });
    }

    fn program(&mut self) {
        let program = self.settings.program;
        if program.is_file() {
            self.say(State::Good, None, format!("the program is {}", program.display()));
        } else {
            self.say(State::Bad, None, format!("there is no such program: {}", program.display()));
        }
        if let Some(what) = self.installer.passing() {
            self.say(State::Note, None, format!("the program is in {what}, and may not stay there"));
        }
        let name = format!("toon-mcp{}", std::env::consts::EXE_SUFFIX);
        let found: BTreeSet<PathBuf> =
            self.on_path(&name).filter_map(|path| fs::canonicalize(path).ok()).collect();
        let is_this = |path: &PathBuf| fs::canonicalize(program).is_ok_and(|program| program == *path);
        let names: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
        if found.len() > 1 {
            self.say(
                State::Note,
                None,
                format!("the program is on the PATH several times: {}", names.join(", ")),
            );
        } else if found.iter().any(|path| !is_this(path)) {
            self.say(State::Note, None, format!("another program is on the PATH: {}", names.join(", ")));
        }
    }

    /// Where a program may be.
    fn on_path(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        std::env::split_paths(&self.search_path).map(move |folder| folder.join(name))
    }

    /// What a hook runs.
    fn found(&self, program: PathBuf) -> PathBuf {
        let name = program.to_str().filter(|_| program.components().count() == 1);
        let found = name.and_then(|name| self.on_path(name).find(|path| path.is_file()));
        found.unwrap_or(program)
    }

    fn host(&mut self, host: Host) {
        let target = self.settings.target(host);
        let text = match fs::read(&target.file).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => {
                return self.say(State::Bad, host, format!("{}: invalid UTF-8", target.file.display()));
            }
            Err(_) => String::new(),
        };
        let text = text.trim_start_matches('\u{feff}');
        let commands = match &target.content {
            Content::Own(_) if !hooks::is_own(host, text) => Vec::new(),
            Content::Own(_) => own_commands(host, text, self.settings.places.system()),
            Content::Entries(_) => match hook_commands(text) {
                Ok(commands) => commands.into_iter().filter(|command| program::is_hook(command)).collect(),
                Err(error) => {
                    let place =
                        format!("{}:{}:{}", target.file.display(), error.place.line, error.place.column);
                    return self.say(State::Bad, host, format!("{place}: {}", error.message));
                }
            },
        };
        let Some(command) = commands.first().cloned() else {
            if host.settings(self.settings.places).is_dir() {
                let advice = if host.can_replace() {
                    format!("no hook is installed: `toon-mcp install {}`", host.name())
                } else {
                    "no hook is installed, since it would have to block calls: `toon-mcp install --proxy SERVER`".into()
                };
                self.say(State::Note, host, advice);
            }
            return;
        };
        if commands.iter().any(|other| *other != command) {
            self.say(
                State::Bad,
                host,
                "several programs are installed as its hook: run `toon-mcp install` again",
            );
        }
        let program = self.found(program_of(host, &command));
        self.entries(host, &target.content, text, &program);
        self.sample(host, &command);
        self.others(host, text);
        self.switches(host);
        let known = match host {
            Host::Claude => "hooks can replace results of all tools since version 2.1.121, of April 2026",
            Host::Codex => {
                "run /hooks and trust the hook, once more after each change of it; since version 0.124"
            }
            Host::Copilot => {
                "whether the model sees the changed result is contradicted by a report of May 2026: look at one result"
            }
            Host::Cursor => {
                "hooks can replace results of MCP servers only, as seen in a build of September 2026"
            }
            Host::Gemini => "the model sees converted results as errors: consider the proxy instead",
            Host::Opencode => "the plug-in is for both versions of its plug-ins, as of November 2026",
        };
        self.say(State::Note, host, known);
    }

    /// Whether the entries are those that this version writes, for the program that is in them.
    fn entries(&mut self, host: Host, content: &Content, text: &str, found: &Path) {
        if !found.is_file() {
            return self.say(
                State::Bad,
                host,
                format!("the hook runs {}, which does not exist", found.display()),
            );
        }
        if fs::canonicalize(found).ok() != fs::canonicalize(self.settings.program).ok() {
            let message =
                format!("the hook runs another program, {}: run `toon-mcp install` again", found.display());
            self.say(State::Note, host, message);
        }
        let settings = Settings { program: found, ..self.settings };
        let is_as_written = match (&settings.target(host).content, content) {
            (Content::Own(expected), _) => expected == text,
            (Content::Entries(entries), _) => Entries::are_in(entries, text).unwrap_or_default(),
        };
        let file = settings.file(host);
        if is_as_written {
            self.say(State::Good, host, format!("the hook is installed in {}", file.display()));
        } else {
            let message = "the matchers or other parts of the hook are not those of this version: run `toon-mcp install` again";
            self.say(State::Bad, host, format!("{}: {message}", file.display()));
        }
    }

    fn sample(&mut self, host: Host, command: &str) {
        if !self.runs {
            return;
        }
        let folder = match host {
            Host::Cursor => host.settings(self.settings.places),
            _ => self.settings.project.unwrap_or(self.settings.places.home()).to_owned(),
        };
        let start = Instant::now();
        let answer = sample::run(host, command, &folder);
        let milliseconds = start.elapsed().as_millis();
        match answer.and_then(|answer| sample::is_expected(host, &answer)) {
            Ok(()) if milliseconds > MAX_MILLISECONDS => {
                let message = format!("a sample is converted, but that takes {milliseconds} ms");
                self.say(State::Note, host, message);
            }
            Ok(()) => self.say(State::Good, host, format!("a sample is converted, in {milliseconds} ms")),
            Err(message) => self.say(State::Bad, host, format!("`{command}` with a sample: {message}")),
        }
    }

    fn others(&mut self, host: Host, text: &str) {
        let mut texts = hook_commands(text).unwrap_or_default();
        texts.extend(plugins(text, "enabledPlugins"));
        if matches!(host, Host::Copilot | Host::Opencode) {
            let folder = self.settings.file(host).parent().map(Path::to_owned).unwrap_or_default();
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                texts.push(entry.file_name().to_string_lossy().into_owned());
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                texts.extend(hook_commands(&text).unwrap_or_default());
            }
            for file in Client::Host(host).files(&self.settings) {
                texts.extend(plugins(&fs::read_to_string(file).unwrap_or_default(), "plugin"));
            }
        }
        let names = OTHERS.into_iter().filter(|name| texts.iter().any(|text| mentions(text, name)));
        for name in names {
            let message = format!("{name} also changes results: it is not defined which of the two wins");
            self.say(State::Note, host, message);
        }
        if plugins(text, "enabledPlugins").iter().any(|name| name.starts_with("toon-mcp@")) {
            self.say(State::Note, host, "the hook is also installed as a plug-in, and runs twice");
        }
    }

    fn switches(&mut self, host: Host) {
        let folder = host.settings(self.settings.places);
        let switches: &[(&[&str], bool)] = match host {
            Host::Claude => &[(&["disableAllHooks"], true), (&["allowManagedHooksOnly"], true)],
            Host::Copilot => &[(&["disableAllHooks"], true)],
            Host::Gemini => &[(&["hooksConfig", "enabled"], false), (&["tools", "enableHooks"], false)],
            Host::Codex | Host::Cursor | Host::Opencode => &[],
        };
        let local = self.settings.project.map(|_| self.settings.file(host));
        for file in std::iter::once(folder.join("settings.json")).chain(local) {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            for (path, off) in switches {
                if flag(text.trim_start_matches('\u{feff}'), path) == Some(*off) {
                    let message =
                        format!("hooks are switched off by \"{}\" in {}", path.join("."), file.display());
                    self.say(State::Bad, host, message);
                }
            }
        }
    }

    fn proxies(&mut self) {
        for client in Client::ALL {
            for file in client.files(&self.settings) {
                let Ok(text) = fs::read_to_string(&file) else { continue };
                let Ok(found) = servers::found(client, text.trim_start_matches('\u{feff}')) else { continue };
                for (name, kind) in found {
                    let Found::Wrapped(command) = kind else { continue };
                    if Path::new(&command).is_file() {
                        self.say(
                            State::Good,
                            None,
                            format!("{}: {name} is behind the proxy", file.display()),
                        );
                    } else {
                        let message =
                            format!("{}: {name} needs {command}, which does not exist", file.display());
                        self.say(State::Bad, None, message);
                    }
                }
            }
        }
    }

    fn files(&mut self) {
        let log = self.settings.places.hook_log();
        let errors = fs::read_to_string(&log).unwrap_or_default();
        match errors.lines().last() {
            Some(last) => {
                let message = format!("errors of the hook are in {}, the last one: {last}", log.display());
                self.say(State::Note, None, message);
            }
            None => self.say(State::Good, None, format!("errors of the hook would be in {}", log.display())),
        }
        let stats = Log::new(self.settings.places).file();
        self.say(State::Good, None, format!("what was saved is in {}: `toon-mcp stats`", stats.display()));
    }
}

/// The commands of all hooks in a text.
fn hook_commands(text: &str) -> Result<Vec<String>, super::error::Invalid> {
    fn collect(value: &Value<'_>, commands: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for entry in &object.properties {
                    match (entry.name.as_str(), &entry.value) {
                        ("command" | "bash" | "powershell", Value::StringLit(command)) => {
                            commands.push(command.value.to_string());
                        }
                        (_, value) => collect(value, commands),
                    }
                }
            }
            Value::Array(list) => list.elements.iter().for_each(|element| collect(element, commands)),
            _ => {}
        }
    }
    let json = Json::parse(text)?;
    let mut commands = Vec::new();
    if let Some(hooks) = json.root()?.and_then(|root| value(root, "hooks")) {
        collect(hooks, &mut commands);
    }
    Ok(commands)
}

/// The names of plug-ins in a list, or in an object with those that are on.
fn plugins(text: &str, key: &str) -> Vec<String> {
    let Ok(json) = Json::parse(text) else { return Vec::new() };
    match json.root().ok().flatten().and_then(|root| value(root, key)) {
        Some(Value::Array(list)) => json.texts(list, key).unwrap_or_default(),
        Some(Value::Object(plugins)) => {
            let is_on = |value: &Value<'_>| !matches!(value, Value::BooleanLit(literal) if !literal.value);
            let on = plugins.properties.iter().filter(|entry| is_on(&entry.value));
            on.map(|entry| entry.name.as_str().to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

fn flag(text: &str, path: &[&str]) -> Option<bool> {
    let json = Json::parse(text).ok()?;
    let (last, first) = path.split_last()?;
    let mut object = json.root().ok()??;
    for key in first {
        object = value(object, key)?.as_object()?;
    }
    match value(object, last)? {
        Value::BooleanLit(literal) => Some(literal.value),
        _ => None,
    }
}

/// Whether a text has a name as a word, or as the start of one with hyphens.
fn mentions(text: &str, name: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    words.any(|word| word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}

/// The commands in a file of our own.
fn own_commands(host: Host, text: &str, system: crate::places::System) -> Vec<String> {
    if host == Host::Opencode {
        return hooks::program_of_plugin(text).into_iter().collect();
    }
    let key = if system == crate::places::System::Windows { "powershell" } else { "bash" };
    let file: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let hooks = file.pointer("/hooks/postToolUse").and_then(serde_json::Value::as_array);
    let command = |hook: &serde_json::Value| Some(hook.get(key)?.as_str()?.to_owned());
    hooks.into_iter().flatten().filter_map(command).collect()
}

/// The program that a command runs.
fn program_of(host: Host, command: &str) -> PathBuf {
    if host == Host::Opencode {
        return command.into();
    }
    // For PowerShell, there is an operator in front.
    let words = shlex::split(command.trim_start_matches("& ")).unwrap_or_default();
    words.into_iter().next().unwrap_or_default().into()
}

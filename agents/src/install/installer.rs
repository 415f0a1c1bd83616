//! Plans what is to be changed.

use super::error::InstallError;
use super::hooks::{self, Content, Entries, Settings};
use super::plan::{Draft, Plan};
use super::program;
use super::server::{Change, Found};
use super::servers::{self, Client};
use crate::host::Host;
use crate::places::Places;
use std::path::{Path, PathBuf};

/// What the changes of hooks are for, in records.
const HOOKS: &str = "hooks";

/// Installs a program as a hook and as a proxy.
///
/// ```
/// use toon_agents::{Host, Places, System, install::Installer};
///
/// let home = tempfile::tempdir()?;
/// let places = Places::in_home(home.path(), System::current());
/// let installer = Installer::new(places, "/usr/bin/toon-mcp");
/// let plan = installer.install(&[Host::Claude]);
/// assert!(plan.changes()[0].diff().contains("/usr/bin/toon-mcp hook"));
/// plan.carry_out()?;
/// assert!(installer.install(&[Host::Claude]).changes().is_empty());
///
/// installer.uninstall(&[Host::Claude]).carry_out()?;
/// assert!(!home.path().join(".claude").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Installer {
    places: Places,
    program: PathBuf,
    project: Option<PathBuf>,
    is_blocking: bool,
}

impl Installer {
    /// Installs this program, by its absolute path, for a user.
    pub fn new(places: Places, program: impl Into<PathBuf>) -> Self {
        Installer { places, program: program.into(), project: None, is_blocking: false }
    }

    /// Installs it for a project only.
    #[must_use]
    pub fn project(mut self, folder: impl Into<PathBuf>) -> Self {
        self.project = Some(folder.into());
        self
    }

    /// Whether to install it also for hosts that can replace a result only by blocking it.
    #[must_use]
    pub const fn blocking(mut self, is_blocking: bool) -> Self {
        self.is_blocking = is_blocking;
        self
    }

    /// The hosts that there are: those with a folder for settings.
    pub fn found(&self) -> Vec<Host> {
        Host::ALL.into_iter().filter(|host| host.settings(&self.places).is_dir()).collect()
    }

    /// Whether hooks of a host can replace a result without blocking it.
    ///
    /// ```
    /// use toon_agents::{Host, install::Installer};
    ///
    /// assert!(Installer::can_replace(Host::Claude));
    /// assert!(!Installer::can_replace(Host::Codex));
    /// ```
    pub const fn can_replace(host: Host) -> bool {
        host.can_replace()
    }

    /// What the folder with the program is, if the program may not stay there: a path of it is not to be relied on.
    ///
    /// ```
    /// use toon_agents::{Places, System, install::Installer};
    ///
    /// let places = Places::in_home("/home/ada", System::Linux);
    /// let installer = Installer::new(places, "/home/ada/.nvm/versions/bin/toon-mcp");
    /// assert_eq!(installer.passing(), Some("a folder of a version manager"));
    /// ```
    pub fn passing(&self) -> Option<&'static str> {
        program::passing(&self.program)
    }

    /// Whether our entries can be told from others, by the program's name.
    pub fn is_recognizable(&self) -> bool {
        self.program.to_string_lossy().contains("toon-mcp")
    }

    pub(super) fn settings(&self) -> Settings<'_> {
        Settings { places: &self.places, project: self.project.as_deref(), program: &self.program }
    }

    /// Plans to install the hook for hosts.
    pub fn install(&self, hosts: &[Host]) -> Plan {
        let mut plan = self.plan();
        for &host in hosts {
            let target = self.settings().target(host);
            if !host.can_replace() && !self.is_blocking {
                let message = format!(
                    "{host} can replace a result only by blocking the call, which its model sees: put the proxy in front of \
                     its servers with --proxy, or use --blocking"
                );
                plan.refuse(InstallError::new(&target.file, message));
                continue;
            }
            plan.change(&target.file, |draft| installed(draft, host, &target.content));
        }
        plan
    }

    /// Plans to remove the hook of hosts.
    pub fn uninstall(&self, hosts: &[Host]) -> Plan {
        let mut plan = self.plan();
        self.remove_hooks(&mut plan, hosts);
        plan
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::new(&self.places);
        plan.set_project(self.project.as_deref());
        plan
    }

    fn remove_hooks(&self, plan: &mut Plan, hosts: &[Host]) {
        for &host in hosts {
            let target = self.settings().target(host);
            plan.change(&target.file, |draft| uninstalled(draft, host, &target.content));
        }
    }

    /// Plans to put the proxy in front of a server wherever these clients start it. With none named, all clients that have
    /// it.
    pub fn wrap(&self, server: &str, clients: &[Client]) -> Plan {
        let program = program::path(&self.program, self.places.system());
        let mut plan = self.plan();
        let mut is_found = false;
        let all = if clients.is_empty() { &Client::ALL[..] } else { clients };
        for &client in all {
            for file in client.files(&self.settings()) {
                plan.change(&file, |draft| {
                    is_found |= wrapped(draft, client, server, &program)?;
                    Ok(())
                });
            }
        }
        if !is_found && plan.refusals().is_empty() {
            let files = all.iter().flat_map(|client| client.files(&self.settings()));
            let names: Vec<String> = files.map(|file| file.display().to_string()).collect();
            plan.refuse(InstallError::new(
                Path::new(server),
                format!("no such server in {}", names.join(", ")),
            ));
        }
        plan
    }

    /// Plans to remove the proxy in front of a server.
    pub fn unwrap(&self, server: &str, clients: &[Client]) -> Plan {
        let mut plan = self.plan();
        self.remove_proxies(&mut plan, Some(server), if clients.is_empty() { &Client::ALL } else { clients });
        plan
    }

    fn remove_proxies(&self, plan: &mut Plan, server: Option<&str>, clients: &[Client]) {
        for &client in clients {
            for file in client.files(&self.settings()) {
                plan.change(&file, |draft| unwrapped(draft, client, server));
            }
        }
    }

    /// Plans to remove everything of hosts and clients: hooks, and proxies before servers. With none named, all there
    /// is, also in projects.
    pub fn uninstall_all(&self, clients: &[Client]) -> Plan {
        let mut plan = self.plan();
        let mut installers = vec![self.clone()];
        if clients.is_empty() && self.project.is_none() {
            installers.extend(plan.projects().into_iter().map(|project| self.clone().project(project)));
        }
        let is_everything = clients.is_empty() && self.project.is_none();
        let clients = if clients.is_empty() { &Client::ALL } else { clients };
        let host = |client: &Client| match client {
            Client::Host(host) => Some(*host),
            Client::VsCode => None,
        };
        let hosts: Vec<Host> = clients.iter().filter_map(host).collect();
        for installer in installers {
            installer.remove_hooks(&mut plan, &hosts);
            installer.remove_proxies(&mut plan, None, clients);
        }
        // A variable may have moved the folder of a host.
        for file in if is_everything { plan.others() } else { Vec::new() } {
            plan.change(&file, |draft| self.undo_elsewhere(draft));
        }
        plan
    }

    /// Undoes what was changed in a file that is not where it would be now.
    fn undo_elsewhere(&self, draft: &mut Draft) -> Result<(), InstallError> {
        if !draft.has_edits() {
            if Host::ALL.iter().any(|host| hooks::is_own(*host, draft.text())) {
                draft.delete();
            }
            return Ok(());
        }
        let is_toml = draft.file().extension().is_some_and(|extension| extension == "toml");
        for client in Client::ALL.into_iter().filter(|client| client.is_toml() == is_toml) {
            if let Client::Host(host) = client
                && let Content::Entries(entries) = self.settings().target(host).content
                && !is_toml
            {
                without_entries(draft, &entries)?;
            }
            unwrapped(draft, client, None)?;
        }
        Ok(())
    }
}

fn installed(draft: &mut Draft, host: Host, content: &Content) -> Result<(), InstallError> {
    let entries = match content {
        Content::Own(text) => {
            if draft.exists() && !hooks::is_own(host, draft.text()) {
                return Err(draft.error("this file is not ours"));
            }
            draft.set_own(text.clone());
            return Ok(());
        }
        Content::Entries(entries) => entries,
    };
    if draft.read(|text| entries.are_in(text))? {
        return Ok(());
    }
    without_entries(draft, entries)?;
    let text = draft.read(|text| entries.added(text))?;
    draft.edit(HOOKS, text);
    Ok(())
}

fn uninstalled(draft: &mut Draft, host: Host, content: &Content) -> Result<(), InstallError> {
    if !draft.exists() {
        return Ok(());
    }
    match content {
        Content::Own(_) => {
            if hooks::is_own(host, draft.text()) {
                draft.delete();
            }
        }
        Content::Entries(entries) => without_entries(draft, entries)?,
    }
    Ok(())
}

fn without_entries(draft: &mut Draft, entries: &Entries) -> Result<(), InstallError> {
    draft.undo(HOOKS, |text| entries.removed(text).is_ok_and(|removed| removed == text));
    let text = draft.read(|text| entries.removed(text))?;
    draft.set(text);
    Ok(())
}

/// Whether the server was found.
fn wrapped(draft: &mut Draft, client: Client, server: &str, program: &str) -> Result<bool, InstallError> {
    if !draft.exists() {
        return Ok(false);
    }
    let kinds = draft.read(|text| servers::found(client, text))?;
    let kinds: Vec<Found> =
        kinds.into_iter().filter(|(name, _)| name == server).map(|(_, kind)| kind).collect();
    if kinds.contains(&Found::Remote) {
        return Err(draft.error(format!(
            "\"{server}\" is a remote server, which no program is started for: the hook converts its results"
        )));
    }
    let is_other = |kind: &Found| matches!(kind, Found::Wrapped(command) if command != program);
    if kinds.iter().any(is_other) {
        unwrapped(draft, client, Some(server))?;
    }
    let of = of_server(server);
    change_server(draft, client, server, Change::Wrap(program), |draft, text| {
        draft.edit(&of, text);
    })?;
    Ok(!kinds.is_empty())
}

fn unwrapped(draft: &mut Draft, client: Client, server: Option<&str>) -> Result<(), InstallError> {
    if !draft.exists() {
        return Ok(());
    }
    let kinds = draft.read(|text| servers::found(client, text))?;
    let mut names: Vec<String> = kinds
        .into_iter()
        .filter(|(name, kind)| {
            matches!(kind, Found::Wrapped(_)) && server.is_none_or(|server| server == name)
        })
        .map(|(name, _)| name)
        .collect();
    // The last one first, as it may be the one that was wrapped last.
    names.sort_by_key(|name| std::cmp::Reverse(draft.index_of_edit(&of_server(name))));
    names.dedup();
    for name in names {
        draft.undo(&of_server(&name), |text| {
            let is_undone =
                |(other, kind): &(String, Found)| *other != name || !matches!(kind, Found::Wrapped(_));
            servers::found(client, text).is_ok_and(|servers| servers.iter().all(is_undone))
        });
        change_server(draft, client, &name, Change::Unwrap, Draft::set)?;
    }
    Ok(())
}

/// What the changes of a server are for, in records.
fn of_server(name: &str) -> String {
    format!("server {name}")
}

/// Changes all entries of a server.
fn change_server(
    draft: &mut Draft,
    client: Client,
    server: &str,
    change: Change<'_>,
    set: impl Fn(&mut Draft, String),
) -> Result<(), InstallError> {
    loop {
        let steps = draft.read(|text| servers::steps(client, text, server, change))?;
        if steps.is_empty() {
            return Ok(());
        }
        for text in steps {
            set(draft, text);
        }
    }
}

//! `toon-mcp install` and `toon-mcp uninstall`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use std::error::Error;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use toon_agents::install::{Client, Installer, Plan};
use toon_agents::{Host, Places};

/// Where to install.
#[derive(Args, Debug)]
pub(crate) struct Targets {
    /// The hosts. Without any, all that are found.
    #[arg(value_name = "HOST", value_parser = PossibleValuesParser::new(Client::ALL.map(Client::name)))]
    hosts: Vec<String>,
    /// Change the settings of this MCP server, which the proxy is put in front of, and leave hooks alone.
    #[arg(long, value_name = "SERVER")]
    proxy: Option<String>,
    /// Change the settings of a project, by default the one in the current folder, instead of those of the user.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = ".")]
    project: Option<PathBuf>,
    /// Print the difference, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Install {
    #[command(flatten)]
    targets: Targets,
    /// Also install hooks that can replace a result only by blocking the call, as in Codex and Gemini CLI. The model
    /// sees that, and may repeat the call.
    #[arg(long, conflicts_with = "proxy")]
    blocking: bool,
    /// Do not ask.
    #[arg(short, long)]
    yes: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Uninstall {
    #[command(flatten)]
    targets: Targets,
}

impl Targets {
    fn clients(&self) -> Vec<Client> {
        Client::ALL.into_iter().filter(|client| self.hosts.iter().any(|host| host == client.name())).collect()
    }

    fn installer(&self) -> Result<Installer, Box<dyn Error>> {
        installer(self.project.as_ref())
    }
}

/// Installs the running program.
pub(super) fn installer(project: Option<&PathBuf>) -> Result<Installer, Box<dyn Error>> {
    let installer = Installer::new(Places::of_user()?, std::env::current_exe()?);
    Ok(match project {
        Some(folder) => {
            let folder = std::path::absolute(folder)?;
            // Without the dot at the end.
            installer.project(folder.components().collect::<PathBuf>())
        }
        None => installer,
    })
}

impl Install {
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        let installer = self.targets.installer()?.blocking(self.blocking);
        if !installer.is_recognizable() {
            return Err(
                "the name of the program must contain toon-mcp, since its entries are found by that".into()
            );
        }
        let mut out = io::stdout().lock();
        let mut clients = self.targets.clients();
        let is_asked = clients.is_empty() && self.targets.proxy.is_none();
        if is_asked {
            let found = installer.found();
            let names: Vec<String> = found.iter().map(Host::to_string).collect();
            if found.is_empty() {
                return Err("no coding agent was found: name one, such as `toon-mcp install claude`".into());
            }
            writeln!(out, "Found: {}", names.join(", "))?;
            let is_wanted = |host: &Host| self.blocking || Installer::can_replace(*host);
            for host in found.iter().filter(|host| !is_wanted(host)) {
                writeln!(
                    out,
                    "Not for {host}: its hooks can replace a result only by blocking the call. Put the proxy in front of its \
                     servers instead: toon-mcp install --proxy SERVER {}",
                    host.name()
                )?;
            }
            clients = found.into_iter().filter(is_wanted).map(Client::Host).collect();
        }
        let plan = match &self.targets.proxy {
            Some(server) => installer.wrap(server, &clients),
            None => installer.install(&hosts(&clients)?),
        };
        show(&mut out, &plan, self.targets.dry_run)?;
        if let Some(what) = installer.passing() {
            writeln!(out, "Note: this program is in {what}. When it moves, run this command again.")?;
        }
        if self.targets.dry_run || plan.changes().is_empty() {
            return refused(&plan);
        }
        let project = if self.targets.project.is_some() { " --project" } else { "" };
        writeln!(out, "To undo this: toon-mcp uninstall{project}")?;
        if is_asked && !self.yes && !agreed(&mut out)? {
            return Err("nothing was changed".into());
        }
        carry_out(&mut out, &plan)?;
        writeln!(out, "Start new sessions, then check that it works: toon-mcp doctor{project}")?;
        if clients.contains(&Client::Host(Host::Codex)) && self.targets.proxy.is_none() {
            writeln!(out, "In Codex, trust the hook: /hooks")?;
        }
        refused(&plan)
    }
}

impl Uninstall {
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        let (installer, clients) = (self.targets.installer()?, self.targets.clients());
        let plan = match &self.targets.proxy {
            Some(server) => installer.unwrap(server, &clients),
            None => installer.uninstall_all(&clients),
        };
        let mut out = io::stdout().lock();
        show(&mut out, &plan, self.targets.dry_run)?;
        if !self.targets.dry_run {
            carry_out(&mut out, &plan)?;
        }
        refused(&plan)
    }
}

fn hosts(clients: &[Client]) -> Result<Vec<Host>, Box<dyn Error>> {
    let host = |client: &Client| match client {
        Client::Host(host) => Ok(*host),
        _ => {
            Err("hooks of VS Code cannot replace results: put the proxy in front of its servers with --proxy"
                .into())
        }
    };
    clients.iter().map(host).collect()
}

fn show(out: &mut impl Write, plan: &Plan, in_full: bool) -> io::Result<()> {
    let changes = plan.changes();
    if changes.is_empty() && plan.refusals().is_empty() {
        writeln!(out, "There is nothing to change.")?;
    }
    for change in changes {
        let verb = match (&change.before, &change.after) {
            (None, _) => "Create",
            (_, None) => "Remove",
            _ => "Change",
        };
        if in_full {
            write!(out, "{}", change.diff())?;
        } else {
            writeln!(out, "{verb} {}", change.file.display())?;
        }
    }
    Ok(())
}

fn carry_out(out: &mut impl Write, plan: &Plan) -> Result<(), Box<dyn Error>> {
    for backup in plan.carry_out()? {
        writeln!(out, "Backup: {}", backup.display())?;
    }
    Ok(())
}

/// Fails if files were left alone.
fn refused(plan: &Plan) -> Result<(), Box<dyn Error>> {
    let Some((last, others)) = plan.refusals().split_last() else { return Ok(()) };
    for refusal in others {
        tracing::error!("{refusal}");
    }
    Err(last.to_string().into())
}

fn agreed(out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    if !io::stdin().is_terminal() {
        return Err("there is no terminal to ask on: use --yes, or --dry-run to see the difference".into());
    }
    write!(out, "Go ahead? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

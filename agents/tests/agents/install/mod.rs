//! Installation in the settings of a made home folder, and its undoing.

#[cfg(unix)]
mod doctor;
mod golden;
mod mutations;
#[cfg(unix)]
mod plugins;
mod proxies;
mod undone;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toon_agents::install::{Installer, Plan};
use toon_agents::{Host, Places, System};

const SYSTEMS: [System; 3] = [System::Linux, System::MacOs, System::Windows];

/// A home folder.
struct Home {
    folder: TempDir,
    system: System,
}

impl Home {
    fn new(system: System) -> Self {
        Home { folder: TempDir::new().unwrap(), system }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn places(&self) -> Places {
        Places::in_home(self.path(), self.system)
    }

    fn installer(&self) -> Installer {
        let program = match self.system {
            System::Windows => r"C:\Program Files\toon\toon-mcp.exe",
            _ => "/opt/some tools/toon-mcp",
        };
        Installer::new(self.places(), program)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let file = self.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, contents).unwrap();
        file
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The file with hooks of a host, below the home folder.
    fn file(host: Host) -> &'static str {
        match host {
            Host::Claude => ".claude/settings.json",
            Host::Codex => ".codex/hooks.json",
            Host::Copilot => ".copilot/hooks/toon-mcp.json",
            Host::Cursor => ".cursor/hooks.json",
            Host::Gemini => ".gemini/settings.json",
            _ => ".config/opencode/plugins/toon-mcp.js",
        }
    }

    /// All files and folders, with contents.
    fn contents(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path.clone());
                    found.insert(path, None);
                } else {
                    found.insert(path.clone(), Some(fs::read(&path).unwrap()));
                }
            }
        }
        found
    }

    /// Forgets what was installed.
    fn forget(&self) {
        fs::remove_file(self.places().data().join("installed.json")).unwrap();
    }
}

/// Carries out a plan that refuses nothing.
fn carry_out(plan: &Plan) -> usize {
    assert!(plan.refusals().is_empty(), "{:?}", plan.refusals());
    plan.carry_out().unwrap();
    plan.changes().len()
}

/// What a plan refuses, without the folder.
fn refusals(home: &Home, plan: &Plan) -> Vec<String> {
    let folder = format!("{}{}", home.path().display(), std::path::MAIN_SEPARATOR);
    let shown = |refusal: &dyn std::fmt::Display| refusal.to_string().replace(&folder, "").replace('\\', "/");
    plan.refusals().iter().map(|refusal| shown(refusal)).collect()
}

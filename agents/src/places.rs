//! The folders of the user, in which hosts and this program keep their files.

use etcetera::BaseStrategy;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The folder for our own files within those of the system.
const OUR_FOLDER: &str = "toon-mcp";

/// The log of the hook.
pub(crate) const HOOK_LOG: &str = "hook.log";

/// The variables with which hosts, and users, move folders.
const VARIABLES: [&str; 6] = [
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "OPENCODE_DATA_DIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// An operating system, which determines where files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Linux and the like.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl System {
    /// The one that the program runs on.
    ///
    /// ```
    /// assert_eq!(toon_agents::System::current() == toon_agents::System::Windows, cfg!(windows));
    /// ```
    pub const fn current() -> Self {
        if cfg!(windows) {
            System::Windows
        } else if cfg!(target_vendor = "apple") {
            System::MacOs
        } else {
            System::Linux
        }
    }
}

/// The folders of a user. Nothing outside these, and the projects that are named, is read or written.
#[derive(Clone, Debug)]
pub struct Places {
    system: System,
    home: PathBuf,
    /// Of applications: `%APPDATA%` on Windows.
    config: PathBuf,
    data: PathBuf,
    cache: PathBuf,
    variables: BTreeMap<&'static str, PathBuf>,
}

impl Places {
    /// Those of the user who runs the program.
    ///
    /// # Errors
    ///
    /// Fails if the home folder is unknown.
    pub fn of_user() -> io::Result<Self> {
        let base = etcetera::base_strategy::choose_native_strategy().map_err(io::Error::other)?;
        let variables = VARIABLES.into_iter().filter_map(|name| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
            Some((name, PathBuf::from(value)))
        });
        Ok(Places {
            system: System::current(),
            home: base.home_dir().to_owned(),
            config: base.config_dir(),
            data: base.data_dir(),
            cache: base.cache_dir(),
            variables: variables.collect(),
        })
    }

    /// Those below a home folder by the conventions of a system, without any that have been moved.
    ///
    /// ```
    /// use toon_agents::{Places, System};
    ///
    /// let places = Places::in_home("/home/ada", System::Linux);
    /// assert_eq!(places.cache(), std::path::Path::new("/home/ada/.cache/toon-mcp"));
    /// ```
    pub fn in_home(home: impl Into<PathBuf>, system: System) -> Self {
        let home = home.into();
        let [config, data, cache] = match system {
            System::Linux => [".config", ".local/share", ".cache"],
            System::MacOs => ["Library/Application Support", "Library/Application Support", "Library/Caches"],
            System::Windows => ["AppData/Roaming", "AppData/Roaming", "AppData/Local"],
        }
        .map(|folder| home.join(folder));
        Places { system, home, config, data, cache, variables: BTreeMap::new() }
    }

    /// The system, whose conventions hosts follow.
    pub const fn system(&self) -> System {
        self.system
    }

    /// The home folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The folder for settings of applications, by the conventions of the system.
    pub fn config(&self) -> &Path {
        &self.config
    }

    /// The folder for our data.
    pub fn data(&self) -> PathBuf {
        self.data.join(OUR_FOLDER)
    }

    /// The file in which the hook notes its errors, since what it prints belongs to the host.
    ///
    /// ```
    /// use toon_agents::{Places, System};
    ///
    /// let log = Places::in_home("/home/ada", System::Linux).hook_log();
    /// assert_eq!(log, std::path::Path::new("/home/ada/.local/share/toon-mcp/hook.log"));
    /// ```
    pub fn hook_log(&self) -> PathBuf {
        self.data().join(HOOK_LOG)
    }

    /// The folder for what we can lose.
    pub fn cache(&self) -> PathBuf {
        self.cache.join(OUR_FOLDER)
    }

    /// The folder that a variable names.
    pub(crate) fn variable(&self, name: &str) -> Option<PathBuf> {
        self.variables.get(name).cloned()
    }
}

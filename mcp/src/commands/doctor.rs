//! `toon-mcp doctor`.

use crate::commands::install::installer;
use clap::Args;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use toon_agents::install::{State, check};

#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// Look at the settings of a project, by default the one in the current folder.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = ".")]
    project: Option<PathBuf>,
}

impl Doctor {
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        let installer = installer(self.project.as_ref())?;
        let checks = check(&installer, std::env::var_os("PATH").unwrap_or_default(), true);
        let mut out = io::stdout().lock();
        for check in &checks {
            writeln!(out, "{check}")?;
        }
        out.flush()?;
        match checks.iter().filter(|check| check.state == State::Bad).count() {
            0 => Ok(()),
            1 => Err("something is wrong".into()),
            count => Err(format!("{count} things are wrong").into()),
        }
    }
}

//! Options for a server that is reached over HTTP.

use crate::http::Token;
use crate::proxy::Upstream;
use clap::Args;
use std::env::{self, VarError};

/// The variable for the server's token.
pub(crate) const UPSTREAM_TOKEN: &str = "TOON_MCP_UPSTREAM_TOKEN";

// Does not use `requires`: if a command is given, clap would not require `--upstream`, since the
// two conflict. Values are not parsed by clap, since it would print invalid ones.
#[derive(Args, Debug)]
#[command(next_help_heading = "Server")]
pub(crate) struct Headers {
    /// A header for every request to --upstream, which replaces the client's. Anyone on this
    /// machine can see it in the list of processes: use --header-env for secrets.
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "command")]
    header: Vec<String>,
    /// Like --header, but takes the value from an environment variable.
    #[arg(long, value_name = "NAME=VARIABLE", conflicts_with = "command")]
    header_env: Vec<String>,
}

impl Headers {
    /// Creates the server with this URL, these headers, and the token from the environment.
    pub(crate) fn upstream(&self, url: &str) -> Result<Upstream, String> {
        let mut upstream = Upstream::new(url).map_err(|error| error.to_string())?;
        for header in &self.header {
            let (name, value) = header.split_once('=').ok_or("--header: expected NAME=VALUE")?;
            upstream = upstream.header(name, value).map_err(|error| format!("--header: {error}"))?;
        }
        for header in &self.header_env {
            let (name, variable) = header.split_once('=').ok_or("--header-env: expected NAME=VARIABLE")?;
            let value = read(variable)?;
            upstream = upstream.header(name, &value).map_err(|error| format!("--header-env: {error}"))?;
        }
        let in_token = |error: &dyn std::error::Error| format!("{UPSTREAM_TOKEN}: {error}");
        match Token::from_env(UPSTREAM_TOKEN).map_err(|error| in_token(&error))? {
            Some(token) => upstream.token(&token).map_err(|error| in_token(&error)),
            None => Ok(upstream),
        }
    }
}

/// Reads an environment variable. An empty one is most likely a mistake.
fn read(variable: &str) -> Result<String, String> {
    let is_name = variable.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if variable.is_empty() || !is_name {
        // Not shown, since it may be the secret itself.
        return Err("--header-env: expected the name of an environment variable after `=`".to_owned());
    }
    match env::var(variable) {
        Ok(value) if value.is_empty() => {
            Err(format!("--header-env: the environment variable {variable} is empty"))
        }
        Ok(value) => Ok(value),
        Err(VarError::NotPresent) => {
            Err(format!("--header-env: the environment variable {variable} is not set"))
        }
        Err(VarError::NotUnicode(_)) => {
            Err(format!("--header-env: the environment variable {variable} is not valid UTF-8"))
        }
    }
}

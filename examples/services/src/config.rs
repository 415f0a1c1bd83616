//! Reads a configuration file.

use serde::Deserialize;
use std::error::Error;
use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

/// The settings of a service. Those that the file does not mention have their defaults.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port to listen on.
    pub port: u16,
    /// What to log.
    pub log: Level,
    /// Where requests are sent to.
    pub upstreams: Vec<Upstream>,
}

/// The least severe messages that are logged.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Everything.
    Debug,
    /// What the service does.
    Info,
    /// What went wrong.
    Error,
}

/// A service to send requests to.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upstream {
    /// The name, as in the path of a request.
    pub name: String,
    /// The host name.
    pub host: String,
    /// The share of the requests.
    pub weight: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config { address: Ipv4Addr::LOCALHOST.into(), port: 8080, log: Level::Info, upstreams: Vec::new() }
    }
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// The message names the file, and shows the line with the mistake.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let name = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let config = toon::from_str(&text).map_err(|error| format!("{name}: {}", error.render(&text)))?;
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, process};

    #[test]
    fn a_file() -> Result<(), Box<dyn Error>> {
        let config = Config::read(Path::new("service.toon"))?;
        let upstream =
            |name: &str, weight| Upstream { name: name.into(), host: format!("{name}.internal"), weight };
        let upstreams = vec![upstream("orders", 2), upstream("users", 1)];
        assert_eq!(config, Config { port: 9000, log: Level::Debug, upstreams, ..Config::default() });
        Ok(())
    }

    #[test]
    fn defaults() {
        assert_eq!(toon::from_str::<Config>("").unwrap(), Config::default());
    }

    /// The error for a file with this text.
    fn error(text: &str) -> String {
        // The length makes the names of the files differ.
        let name = format!("toon-services-example-{}-{}.toon", process::id(), text.len());
        let path = env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        let error = Config::read(&path).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        error.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    }

    #[test]
    fn mistakes() {
        assert_eq!(
            error("address: 0.0.0.0\nprot: 80"),
            "\
error: unknown field `prot`, expected one of `address`, `port`, `log`, `upstreams`
 --> line 2, column 1
  |
2 | prot: 80
  | ^
  = help: did you mean the field \"port\"?",
        );
        assert_eq!(
            error("log: verbose"),
            "\
error: unknown variant `verbose`, expected one of `debug`, `info`, `error`
 --> line 1, column 6, in log
  |
1 | log: verbose
  |      ^
  = help: use one of the known variants, or remove it",
        );
        let missing = Config::read(Path::new("no such file")).unwrap_err().to_string();
        assert!(missing.starts_with("cannot read no such file: "), "{missing}");
    }
}

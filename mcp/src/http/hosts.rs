//! The server's names, and the origins that may use it.
//!
//! A malicious page can make its own name resolve to 127.0.0.1 (DNS rebinding). The browser then
//! sends the request here, with the attacker's name in `Host` and `Origin`. An IP address in `Host`
//! cannot result from this attack.

use axum::http::uri::Authority;
use std::net::{IpAddr, SocketAddr};

/// The hosts and origins that a server accepts.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    /// Whether all IP addresses are accepted, since a server on `0.0.0.0` may have many.
    any_address: bool,
    names: Vec<(String, Option<u16>)>,
    origins: Vec<String>,
}

/// An invalid name or origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HostError {
    /// Neither `name` nor `name:port`.
    #[error(
        "invalid host {0:?}: expected a name or an address, optionally with a port, as in example.com:8080"
    )]
    Host(String),
    /// Not `scheme://name` or `scheme://name:port`.
    #[error("invalid origin {0:?}: expected a scheme and a host, as in https://example.com")]
    Origin(String),
}

impl Hosts {
    /// The hosts for a server bound to `bound`: loopback names and addresses. If it is not bound to
    /// loopback, also any IP address.
    pub(super) fn new(bound: SocketAddr) -> Self {
        Hosts { any_address: !bound.ip().is_loopback(), names: Vec::new(), origins: Vec::new() }
    }

    pub(super) fn allow_host(&mut self, host: &str) -> Result<(), HostError> {
        let authority: Authority = host.parse().map_err(|_| HostError::Host(host.to_owned()))?;
        let name = name(&authority);
        if name.is_empty()
            || host.contains('@')
            || (host.contains(':') && authority.port().is_none() && !host.ends_with(']'))
        {
            return Err(HostError::Host(host.to_owned()));
        }
        self.names.push((name, authority.port_u16()));
        Ok(())
    }

    pub(super) fn allow_origin(&mut self, origin: &str) -> Result<(), HostError> {
        let origin = normal_origin(origin).ok_or_else(|| HostError::Origin(origin.to_owned()))?;
        self.origins.push(origin);
        Ok(())
    }

    /// Whether requests with this `Host` are accepted.
    pub(super) fn has_host(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if host.contains('@') {
            return false;
        }
        let name = name(&authority);
        let port = authority.port_u16();
        if self.names.iter().any(|(own, own_port)| *own == name && (own_port.is_none() || *own_port == port))
        {
            return true;
        }
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => self.any_address || address.is_loopback(),
            Err(_) => name == "localhost",
        }
    }

    /// Whether pages of `origin` may send requests to `host`: those of the server itself and of
    /// allowed origins.
    pub(super) fn has_origin(&self, origin: &str, host: &str) -> bool {
        let own = ["http", "https"].iter().any(|scheme| {
            let own = normal_origin(&format!("{scheme}://{host}"));
            own.is_some() && own == normal_origin(origin)
        });
        own || self.names_origin(origin)
    }

    /// Whether `origin` is explicitly allowed, so that its pages may also read responses.
    pub(super) fn names_origin(&self, origin: &str) -> bool {
        normal_origin(origin).is_some_and(|origin| self.origins.contains(&origin))
    }
}

/// The host without its port, in lower case, and without a trailing dot.
fn name(authority: &Authority) -> String {
    authority.host().trim_end_matches('.').to_ascii_lowercase()
}

/// Normalizes an origin to `scheme://name:port`, adding the scheme's default port. `null` is not
/// accepted as an origin, since many pages share it.
fn normal_origin(origin: &str) -> Option<String> {
    let (scheme, host) = origin.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let authority: Authority = host.parse().ok()?;
    if scheme.is_empty() || host.contains('@') || authority.host().is_empty() {
        return None;
    }
    let port = match (authority.port_u16(), scheme.as_str()) {
        (Some(port), _) => port,
        (None, "https") => 443,
        (None, "http") => 80,
        (None, _) => 0,
    };
    Some(format!("{scheme}://{}:{port}", name(&authority)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(bound: &str) -> Hosts {
        Hosts::new(bound.parse().unwrap())
    }

    #[test]
    fn on_loopback_only_loopback_names_pass() {
        let hosts = hosts("127.0.0.1:8080");
        for good in ["localhost", "LOCALHOST:8080", "localhost.", "127.0.0.1:1", "127.9.9.9", "[::1]:8080"] {
            assert!(hosts.has_host(good), "{good}");
        }
        for bad in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "a@localhost",
            "",
            "a b",
            "0.0.0.0",
        ] {
            assert!(!hosts.has_host(bad), "{bad}");
        }
    }

    #[test]
    fn beyond_loopback_addresses_and_named_hosts_pass() {
        let mut hosts = hosts("0.0.0.0:8080");
        assert!(hosts.has_host("192.168.0.7:8080"));
        assert!(!hosts.has_host("toon.example"));
        hosts.allow_host("toon.example:8080").unwrap();
        assert!(hosts.has_host("Toon.example:8080"));
        assert!(!hosts.has_host("toon.example:9090"));
        hosts.allow_host("other.example").unwrap();
        assert!(hosts.has_host("other.example:9090"));
        for wrong in ["", "a b", "http://a", "u@a", "a:99999"] {
            assert!(hosts.allow_host(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn origins_are_the_servers_own_or_named() {
        let mut hosts = hosts("127.0.0.1:8080");
        assert!(hosts.has_origin("http://localhost:8080", "localhost:8080"));
        for other in [
            "http://localhost:3000",
            "null",
            "http://evil.example",
            "https://localhost",
            "",
            "localhost:8080",
        ] {
            assert!(!hosts.has_origin(other, "localhost:8080"), "{other}");
        }
        hosts.allow_origin("https://app.example").unwrap();
        assert!(hosts.has_origin("https://app.example:443", "localhost:8080"));
        assert!(!hosts.has_origin("http://app.example", "localhost:8080"));
        assert!(hosts.allow_origin("app.example").is_err());
    }
}

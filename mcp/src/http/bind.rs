//! Binds to an address.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;

/// An invalid address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid address {0:?}: expected a port, or an IP address and a port, as in 127.0.0.1:8080")]
pub(crate) struct AddressError(String);

/// Listens on `address`: a port, which means loopback, `localhost` with a port, or an IP address
/// with a port. Port 0 means any free port; ask the listener which one it is.
///
/// # Errors
/// Fails if `address` is invalid ([`AddressError`]), or cannot be bound.
pub(crate) async fn bind(address: &str) -> io::Result<TcpListener> {
    let address = parse(address).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    TcpListener::bind(address).await
}

fn parse(text: &str) -> Result<SocketAddr, AddressError> {
    // Other names are not resolved, since they may refer to a public address.
    let port = text.strip_prefix("localhost:").or_else(|| text.strip_prefix(':')).unwrap_or(text);
    if let Ok(port) = port.parse() {
        return Ok(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    }
    text.parse().map_err(|_| AddressError(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_port_alone_is_loopback() {
        for (text, address) in [
            ("8080", "127.0.0.1:8080"),
            (":8080", "127.0.0.1:8080"),
            ("localhost:0", "127.0.0.1:0"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), address);
        }
        for wrong in ["", "localhost", "127.0.0.1", "example.com:80", "70000", "localhost:x"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}

//! Handwritten HTTP, for requests that no client would send.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find_map(|(other, value)| other.eq_ignore_ascii_case(name).then_some(value.trim()))
    }
}

/// Sends a request and reads until the connection ends. `Host` is only sent if it is among the
/// headers.
pub(crate) fn send(address: SocketAddr, first: &str, headers: &[&str], body: &str) -> Answer {
    let mut stream = open(address, first, headers, body);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Answer {
        status: status.unwrap_or_else(|| panic!("{answer:?}")),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// Sends a request, and leaves the response to the caller.
pub(crate) fn open(address: SocketAddr, first: &str, headers: &[&str], body: &str) -> TcpStream {
    let sized = headers
        .iter()
        .any(|header| header.starts_with("Content-Length") || header.starts_with("Transfer-Encoding"));
    let length = format!("Content-Length: {}", body.len());
    let length = if sized { None } else { Some(length.as_str()) };
    let first = format!("{first} HTTP/1.1");
    let head = [&first, "Connection: close"].into_iter().chain(headers.iter().copied()).chain(length);
    let head = head.collect::<Vec<&str>>().join(
        "
",
    );
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may reject the request before all of it is sent.
    let _ = stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
    stream
}

pub(crate) const HOST: &str = "Host: localhost";

const POST: [&str; 3] =
    [HOST, "Content-Type: application/json", "Accept: application/json, text/event-stream"];

pub(crate) fn get(address: SocketAddr, path: &str, headers: &[&str]) -> Answer {
    send(address, &format!("GET {path}"), headers, "")
}

/// A message to the server.
pub(crate) fn post(address: SocketAddr, headers: &[&str], message: &str) -> Answer {
    send(address, "POST /mcp", &[&POST[..], headers].concat(), message)
}

pub(crate) const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}"#;

/// Opens a session; returns its header.
pub(crate) fn session(address: SocketAddr) -> String {
    let answer = post(address, &[], INITIALIZE);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let header = format!("Mcp-Session-Id: {}", answer.header("mcp-session-id").unwrap());
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(post(address, &[&header], initialized).status, 202);
    header
}

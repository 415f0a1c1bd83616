//! Serves over stdio.

use super::{ToonServer, verbatim};
use rmcp::ServiceExt;
use rmcp::model::ErrorCode;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::io;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream,
};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use toon_convert::__internal::Object;

/// The maximum nesting depth that `serde_json` accepts.
const MAX_DEPTH: usize = 127;

/// Serves over standard input and output until the input ends.
///
/// A line that is not a JSON object, is longer than `max_message` bytes, or is nested more than 127
/// levels deep gets an error as its response.
///
/// # Errors
/// Fails if the client's first message is invalid, or if reading or writing fails.
pub(crate) async fn serve_stdio(server: ToonServer, max_message: usize) -> io::Result<()> {
    let (input, stdout) = rmcp::transport::io::stdio_pipes();
    let (refusals, refused) = channel(16);
    let (output, said) = tokio::io::duplex(64 << 10);
    let writing = tokio::spawn(write_lines(said, refused, stdout));
    let transport = AsyncRwTransport::new(keeping_text(input, max_message, refusals), output)
        // Escaping may have made texts in strings longer.
        .with_max_line_length(max_message.saturating_mul(2));
    let service = match server.serve(transport).await {
        Ok(service) => service,
        // It is not an error if a client disconnects before sending a message.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    service.waiting().await.map_err(io::Error::other)?;
    writing.await.map_err(io::Error::other)?
}

/// Writes the server's output and the early responses, until both have ended.
async fn write_lines<W: AsyncWrite + Unpin>(
    said: DuplexStream,
    mut refused: Receiver<String>,
    mut output: W,
) -> io::Result<()> {
    let mut said = BufReader::new(said);
    let mut line = Vec::new();
    let mut is_open = true;
    while is_open || !refused.is_closed() {
        tokio::select! {
            // A partially read line is kept if the other branch completes first.
            read = said.read_until(b'\n', &mut line), if is_open => {
                is_open = read? > 0;
                output.write_all(&line).await?;
                line.clear();
            }
            Some(refusal) = refused.recv() => output.write_all(refusal.as_bytes()).await?,
            else => break,
        }
        output.flush().await?;
    }
    Ok(())
}

/// The response to a line that the server cannot handle. `None` if it can.
fn refusal(line: &[u8]) -> Option<String> {
    let error = |id: &str, code: ErrorCode, message: &str| {
        let error = json!({ "code": code.0, "message": message });
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n")
    };
    let line = line.trim_ascii();
    if line.is_empty() {
        return None;
    }
    if std::str::from_utf8(line).is_err() {
        return Some(error("null", ErrorCode::PARSE_ERROR, "invalid UTF-8"));
    }
    if let Err(mistake) = serde_json::from_slice::<IgnoredAny>(line) {
        return Some(error("null", ErrorCode::PARSE_ERROR, &format!("invalid JSON: {mistake}")));
    }
    let Ok(message) = serde_json::from_slice::<Object<'_>>(line) else {
        return Some(error("null", ErrorCode::INVALID_REQUEST, "a message must be an object"));
    };
    let id = message.get("id").map_or("null", |id| id.get());
    // Check quickly first: few messages have this many brackets.
    let brackets = line.iter().filter(|byte| matches!(byte, b'{' | b'[')).count();
    if brackets > MAX_DEPTH && serde_json::from_slice::<Value>(line).is_err() {
        return Some(error(id, ErrorCode::INVALID_REQUEST, "the message is nested deeper than 127 levels"));
    }
    None
}

/// Copies `input` line by line, and puts the data of calls into strings (see [`verbatim`]). Lines
/// that the server cannot handle are answered through `refusals`.
fn keeping_text<R>(input: R, max_message: usize, refusals: Sender<String>) -> DuplexStream
where
    R: AsyncRead + Unpin + Send + 'static,
{
    let (reader, mut writer) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        loop {
            line.clear();
            let limit = u64::try_from(max_message).unwrap_or(u64::MAX).saturating_add(1);
            let read = (&mut input).take(limit).read_until(b'\n', &mut line).await;
            match read {
                Ok(0) | Err(_) => return,
                Ok(_) if line.len() > max_message && !line.ends_with(b"\n") => {
                    tracing::warn!(limit = max_message, "dropped a message that is too long");
                    let message = format!("a message can have at most {max_message} bytes");
                    let code = ErrorCode::INVALID_REQUEST.0;
                    let error = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
                    let _ = refusals.send(format!("{error}\n")).await;
                    if skip_line(&mut input).await.is_err() {
                        return;
                    }
                }
                Ok(_) => {
                    if let Some(refusal) = refusal(&line) {
                        let _ = refusals.send(refusal).await;
                        continue;
                    }
                    let line = verbatim::keep_text(&line).unwrap_or_else(|| std::mem::take(&mut line));
                    if writer.write_all(&line).await.is_err() {
                        return;
                    }
                }
            }
        }
    });
    reader
}

/// Skips the rest of the line.
async fn skip_line<R: AsyncRead + Unpin>(input: &mut BufReader<R>) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf().await?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (length, done) = match end {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the server receives for `input`, and the early responses.
    async fn heard(input: &[u8]) -> (String, Vec<Value>) {
        let (refusals, mut refused) = channel(16);
        let mut reader = keeping_text(std::io::Cursor::new(input.to_vec()), 5_000, refusals);
        let mut heard = String::new();
        reader.read_to_string(&mut heard).await.unwrap();
        let mut errors = Vec::new();
        while let Some(error) = refused.recv().await {
            errors.push(serde_json::from_str(&error).unwrap());
        }
        (heard, errors)
    }

    #[tokio::test]
    async fn what_is_not_understood_is_answered() {
        let deep = format!(r#"{{"id":"d","x":{}{}}}"#, "[".repeat(200), "]".repeat(200));
        let long = format!(r#"{{"id":3,"x":"{}"}}"#, "x".repeat(200_000));
        let input = format!("{{\"id\":1}}\nno json\n\n[]\n{deep}\n{long}\n{{\"id\":2}}");
        let (heard, errors) = heard(input.as_bytes()).await;
        assert_eq!(heard, "{\"id\":1}\n\n{\"id\":2}");
        let errors: Vec<_> = errors.iter().map(|error| (&error["id"], &error["error"]["code"])).collect();
        let (none, id) = (json!(null), json!("d"));
        let (parse, invalid) = (json!(-32700), json!(-32600));
        assert_eq!(errors, [(&none, &parse), (&none, &invalid), (&id, &invalid), (&none, &invalid)]);
        let (_, errors) = super::tests::heard(b"\"\xff\"").await;
        assert_eq!(errors[0]["error"]["code"], -32700);
    }

    #[tokio::test]
    async fn lines_do_not_mix() {
        let (mut server, said) = tokio::io::duplex(10);
        let (refusals, refused) = channel(16);
        let mut output = Vec::new();
        let write = write_lines(said, refused, &mut output);
        let speak = async move {
            server.write_all(b"{\"a long\":").await.unwrap();
            refusals.send("refusal\n".to_owned()).await.unwrap();
            tokio::task::yield_now().await;
            server.write_all(b"\"line\"}\nlast").await.unwrap();
        };
        let (written, ()) = tokio::join!(write, speak);
        written.unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "refusal\n{\"a long\":\"line\"}\nlast");
    }
}

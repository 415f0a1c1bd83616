//! The server on standard input and output.

use super::{ToonServer, verbatim};
use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use std::io;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};

/// Serves over standard input and output until the input ends.
///
/// A message of more than `max_message` bytes is dropped.
///
/// # Errors
/// If the client's first message is none of the protocol's, or the streams fail.
///
/// ```no_run
/// # async fn run() -> std::io::Result<()> {
/// toon_mcp::server::serve_stdio(toon_mcp::server::ToonServer::new(), 8 << 20).await
/// # }
/// ```
pub async fn serve_stdio(server: ToonServer, max_message: usize) -> io::Result<()> {
    let (input, output) = rmcp::transport::io::stdio_pipes();
    let transport = AsyncRwTransport::new(keeping_text(input, max_message), output)
        // Of what passes, texts in strings may have grown by their escapes.
        .with_max_line_length(max_message.saturating_mul(2));
    let service = match server.serve(transport).await {
        Ok(service) => service,
        // A client that leaves before it says anything has done nothing wrong.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    service.waiting().await.map_err(io::Error::other)?;
    Ok(())
}

/// `input` with the data of calls in strings (see [`verbatim`]), line by line.
fn keeping_text<R>(input: R, max_message: usize) -> DuplexStream
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
                    tracing::warn!(limit = max_message, "a message is too long and was dropped");
                    if skip_line(&mut input).await.is_err() {
                        return;
                    }
                }
                Ok(_) => {
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

/// Reads on to the end of the line, without keeping it.
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
    use super::keeping_text;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn a_line_that_is_too_long_is_dropped_and_the_next_one_read() {
        let input = format!("{}\nshort\n{}", "x".repeat(200_000), "last");
        let mut output = String::new();
        let mut reader = keeping_text(std::io::Cursor::new(input.into_bytes()), 100);
        reader.read_to_string(&mut output).await.unwrap();
        assert_eq!(output, "short\nlast");
    }
}

//! Splits a byte stream into lines. Long lines are returned in pieces.

use std::collections::VecDeque;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// The maximum length of a client's message in bytes, since it has to be parsed.
pub(super) const MAX_CLIENT_MESSAGE_BYTES: usize = 256 << 20;

/// A line or a part of one.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    /// A whole line, with its line break if there is one.
    Line(Vec<u8>),
    /// A part of a line that is too long to be kept in memory.
    Part(Vec<u8>),
}

/// Reads lines. [`next`](Lines::next) is cancel safe: its future can be dropped at any time without
/// losing data.
pub(super) struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    /// Longer lines are returned in pieces.
    longest: usize,
    is_long: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    pub(super) fn new(reader: R, longest: usize) -> Self {
        Lines { reader, line: Vec::new(), longest, is_long: false }
    }

    /// The next piece. `None` at the end of the input.
    pub(super) async fn next(&mut self) -> std::io::Result<Option<Piece>> {
        loop {
            let buffer = self.reader.fill_buf().await?;
            if buffer.is_empty() {
                let rest = std::mem::take(&mut self.line);
                return Ok(if rest.is_empty() { None } else { Some(self.piece(rest, true)) });
            }
            let end = buffer.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
            let taken = end.unwrap_or(buffer.len());
            self.line.extend_from_slice(buffer.get(..taken).unwrap_or_default());
            self.reader.consume(taken);
            if end.is_some() || self.line.len() > self.longest {
                let line = std::mem::take(&mut self.line);
                return Ok(Some(self.piece(line, end.is_some())));
            }
        }
    }

    fn piece(&mut self, bytes: Vec<u8>, is_end: bool) -> Piece {
        let was_long = std::mem::replace(&mut self.is_long, !is_end);
        if is_end && !was_long { Piece::Line(bytes) } else { Piece::Part(bytes) }
    }
}

/// The maximum number of pieces to read ahead.
const AHEAD: usize = 64;

/// Lines that can be read ahead, to detect the end of the input. Its futures are cancel safe, like
/// those of [`Lines`].
pub(super) struct Ahead<R> {
    lines: Lines<R>,
    pieces: VecDeque<Piece>,
    has_ended: bool,
}

impl<R: AsyncBufRead + Unpin> Ahead<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Ahead { lines, pieces: VecDeque::new(), has_ended: false }
    }

    /// The next piece. `None` at the end of the input.
    pub(super) async fn next(&mut self) -> std::io::Result<Option<Piece>> {
        if self.pieces.is_empty() && !self.has_ended {
            self.read().await?;
        }
        Ok(self.pieces.pop_front())
    }

    /// Waits for the end of the input, and then for this long.
    pub(super) async fn left_for(&mut self, time: Duration) -> std::io::Result<()> {
        while !self.has_ended {
            if self.pieces.len() >= AHEAD {
                std::future::pending::<()>().await;
            }
            self.read().await?;
        }
        tokio::time::sleep(time).await;
        Ok(())
    }

    async fn read(&mut self) -> std::io::Result<()> {
        match self.lines.next().await? {
            Some(piece) => self.pieces.push_back(piece),
            None => self.has_ended = true,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn pieces(text: &[u8], buffer: usize, longest: usize) -> Vec<Piece> {
        let reader = tokio::io::BufReader::with_capacity(buffer, text);
        let mut lines = Lines::new(reader, longest);
        let mut pieces = Vec::new();
        while let Some(piece) = lines.next().await.unwrap() {
            pieces.push(piece);
        }
        pieces
    }

    #[tokio::test]
    async fn lines_whatever_the_buffer() {
        for buffer in 1..9 {
            let pieces = pieces(b"one\n\ntwo\r\nthree", buffer, 100).await;
            let lines = ["one\n", "\n", "two\r\n", "three"].map(|line| Piece::Line(line.into()));
            assert_eq!(pieces, lines);
        }
    }

    #[tokio::test]
    async fn long_ones_in_parts() {
        let text = b"short\n0123456789abcdef\nshort\n0123456789";
        for buffer in 1..9 {
            let pieces = pieces(text, buffer, 6).await;
            let bytes: Vec<u8> = pieces
                .iter()
                .flat_map(|piece| match piece {
                    Piece::Line(bytes) | Piece::Part(bytes) => bytes.clone(),
                })
                .collect();
            assert_eq!(bytes, text);
            let lines: Vec<_> = pieces.iter().filter(|piece| matches!(piece, Piece::Line(_))).collect();
            assert_eq!(lines, [&Piece::Line(b"short\n".to_vec()); 2]);
        }
    }
}

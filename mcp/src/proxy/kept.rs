//! Messages that are too long for memory. Whether a message is complete, and who receives it, is
//! known only at its end, so it is kept in an anonymous temporary file until then.

use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::io::{BufRead, BufReader, Error, Result, Seek};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio_util::io::ReaderStream;

/// The maximum length of such a message, to protect the disk.
const MAX_MESSAGE_BYTES: u64 = 1 << 30;
/// The number of bytes to read at a time.
const CHUNK: usize = 1 << 16;

/// A long message that is being received. Errors are reported at its end.
#[derive(Default)]
pub(super) struct Long {
    file: Option<File>,
    length: u64,
    error: Option<Error>,
}

/// A complete message, on one line without a line break.
pub(super) struct Kept {
    file: std::fs::File,
    /// The id of the request, if this is a response.
    pub(super) answers: Option<Box<str>>,
}

impl Long {
    /// Appends the next part.
    pub(super) async fn push(&mut self, part: Vec<u8>) {
        if self.error.is_none() {
            self.error = self.try_push(part).await.err();
        }
    }

    async fn try_push(&mut self, mut part: Vec<u8>) -> Result<()> {
        self.length += part.len() as u64;
        if self.length > MAX_MESSAGE_BYTES {
            return Err(Error::other("the message is too long"));
        }
        // JSON strings never contain literal line breaks.
        for byte in &mut part {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(File::from_std(tempfile::tempfile()?)),
        };
        file.write_all(&part).await
    }

    /// The message, or `None` if it is invalid.
    ///
    /// # Errors
    ///
    /// Fails if the message could not be stored.
    pub(super) async fn end(self) -> Result<Option<Kept>> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let Some(mut file) = self.file else { return Ok(None) };
        file.flush().await?;
        let file = file.into_std().await;
        let looked = tokio::task::spawn_blocking(|| look(file)).await;
        looked.map_err(Error::other)?
    }
}

/// Scans the whole message.
fn look(mut file: std::fs::File) -> Result<Option<Kept>> {
    #[derive(serde::Deserialize)]
    struct MessageHead {
        id: Option<Box<RawValue>>,
        method: Option<IgnoredAny>,
    }
    file.rewind()?;
    let mut reader = BufReader::with_capacity(CHUNK, &file);
    let is_object = reader.fill_buf()?.trim_ascii_start().starts_with(b"{");
    let answers = if is_object {
        serde_json::from_reader(reader).map(|MessageHead { id, method }| id.filter(|_| method.is_none()))
    } else {
        // A batch in an array.
        serde_json::from_reader(reader).map(|IgnoredAny| None)
    };
    match answers {
        Ok(id) => {
            file.rewind()?;
            Ok(Some(Kept { file, answers: id.map(|id| id.get().into()) }))
        }
        Err(error) if error.is_io() => Err(error.into()),
        Err(_) => Ok(None),
    }
}

impl Kept {
    /// The length of the message in bytes, as far as it is known.
    pub(super) fn length(&self) -> usize {
        let length = self.file.metadata().map(|file| file.len()).unwrap_or_default();
        usize::try_from(length).unwrap_or(usize::MAX)
    }

    /// The text, from its beginning.
    pub(super) fn reader(self) -> tokio::io::BufReader<File> {
        tokio::io::BufReader::with_capacity(CHUNK, File::from_std(self.file))
    }

    /// The text in chunks.
    pub(super) fn chunks(self) -> ReaderStream<File> {
        ReaderStream::with_capacity(File::from_std(self.file), CHUNK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    async fn keep(text: &str, size: usize) -> Option<(Option<String>, String)> {
        let mut long = Long::default();
        for part in text.as_bytes().chunks(size) {
            long.push(part.to_vec()).await;
        }
        let kept = long.end().await.unwrap()?;
        let answers = kept.answers.as_deref().map(str::to_owned);
        let mut text = String::new();
        kept.reader().read_to_string(&mut text).await.unwrap();
        Some((answers, text))
    }

    #[tokio::test]
    async fn ids_wherever_they_stand() {
        for (text, id) in [
            (r#"{"id":7,"result":{"id":8}}"#, Some("7")),
            (r#" {"result":{"a":"\"id\":8,{"},"x":[1],"id": "a\"}b" }"#, Some(r#""a\"}b""#)),
            (r#"{"id":1,"method":"ping"}"#, None),
            (r#"{"method":"notifications/message","params":{"id":1}}"#, None),
            (r#"[{"id":1,"result":{}}]"#, None),
        ] {
            for size in 1..text.len() {
                let expected = Some((id.map(str::to_owned), text.to_owned()));
                assert_eq!(keep(text, size).await, expected, "{size}");
            }
        }
    }

    #[tokio::test]
    async fn it_is_one_line() {
        let kept = keep("{\r\n\"id\":1,\n\"result\":{}}", 5).await;
        assert_eq!(kept, Some((Some("1".to_owned()), "{  \"id\":1, \"result\":{}}".to_owned())));
    }

    #[tokio::test]
    async fn what_is_no_message() {
        for text in [r#"{"id":1,"result":{"#, "<html>", r#"{"id":1} {"id":2}"#, " "] {
            assert_eq!(keep(text, 4).await, None, "{text}");
        }
    }

    #[tokio::test]
    async fn what_would_fill_disks() {
        let mut long = Long { length: MAX_MESSAGE_BYTES - 1, ..Long::default() };
        for _ in 0..2 {
            long.push(b"{}".to_vec()).await;
        }
        assert!(long.file.is_none() && long.end().await.is_err());
    }

    /// The nesting depth is not limited by the stack.
    #[tokio::test]
    async fn deep_ones() {
        let text = format!(r#"{{"result":{}1{},"id":3}}"#, "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(keep(&text, 1 << 16).await.unwrap().0.as_deref(), Some("3"));
    }
}

//! A store for references in containers, and a second reading of containers, which says how they are written.

use std::io;
use toon_context::container::ContentStore;

/// The content of a block of code with a path and text, but without a summary.
const CODE: &[u8] = b"\x01\0\x01\x02\x01\x04a.rs\x03\x01\x0cfn main() {}";
/// The same with a summary.
const SUMMARIZED: &[u8] = b"\x05Entry\x01\0\x01\x02\x01\x04a.rs\x03\x01\x0cfn main() {}";

/// Chooses a content by the first byte of its hash, so that any input can refer to contents of all sorts.
#[derive(Debug)]
pub struct Store;

impl Store {
    /// The first byte of a hash whose content is unknown.
    pub const UNKNOWN: u8 = 3;
    /// The first byte of a hash that the store fails at.
    pub const BROKEN: u8 = 4;
}

impl ContentStore for Store {
    fn get(&self, hash: &[u8; 32]) -> io::Result<Option<Vec<u8>>> {
        let [choice, rest @ ..] = hash;
        Ok(Some(match *choice {
            0 => CODE.to_vec(),
            1 => SUMMARIZED.to_vec(),
            2 => Vec::new(),
            Self::UNKNOWN => return Ok(None),
            Self::BROKEN => return Err(io::Error::other("broken")),
            5 => CODE.repeat(1_000),
            len => rest.iter().copied().take(len.into()).collect(),
        }))
    }

    fn put(&self, _content: &[u8]) -> io::Result<[u8; 32]> {
        Err(io::Error::other("read only"))
    }

    fn contains(&self, hash: &[u8; 32]) -> io::Result<bool> {
        self.get(hash).map(|content| content.is_some())
    }
}

/// The fields of a message.
#[derive(Clone, Copy)]
struct Message {
    /// The largest number of a field.
    last: u64,
    /// The number of the only field that is repeated, and its fields.
    repeated: Option<(u64, &'static Message)>,
    /// Two fields that are written together or not at all.
    together: Option<(u64, u64)>,
}

const FLAT: Message = Message { last: 3, repeated: None, together: None };
static ENTRY: Message = Message { last: 4, repeated: Some((4, &ENTRY)), together: Some((1, 3)) };

fn message(kind: u64) -> Option<Message> {
    Some(match kind {
        0x01 => Message { last: 5, together: Some((4, 5)), ..FLAT },
        0x03 => Message { last: 2, repeated: Some((2, &ENTRY)), ..FLAT },
        0x04 => Message { last: 4, ..FLAT },
        0x07 => Message { last: 2, repeated: Some((2, &FLAT)), ..FLAT },
        0x02 | 0x05 | 0x06 | 0x08..=0x0a | 0xfe => FLAT,
        _ => return None,
    })
}

/// Whether a container that strict mode accepts is as it would be written again: of version 1.0, not
/// compressed, without references, and with all fields that are defined, and no others, in order.
pub fn is_canonical(container: &[u8]) -> bool {
    let Some((&[_, _, _, _, 1, 0, 0, 0], frames)) = container.split_first_chunk() else { return false };
    let mut frames = Cursor(frames);
    loop {
        let (kind, flags) = (frames.varint(), frames.varint());
        let mut body = Cursor(frames.piece());
        if kind == 0xff {
            return true;
        }
        match flags {
            0 => {}
            1 => drop(body.piece()),
            _ => return false,
        }
        if message(kind).is_some_and(|message| !has_fields_in_order(body, message)) {
            return false;
        }
    }
}

fn has_fields_in_order(mut body: Cursor<'_>, message: Message) -> bool {
    let nested = |id| message.repeated.filter(|&(repeated, _)| id == repeated).map(|(_, nested)| *nested);
    let mut ids = Vec::new();
    while !body.0.is_empty() {
        let (id, wire) = (body.varint(), body.varint());
        if wire == 0 {
            body.varint();
        } else {
            let value = Cursor(body.piece());
            if nested(id).is_some_and(|nested| !has_fields_in_order(value, nested)) {
                return false;
            }
        }
        ids.push(id);
    }
    ids.iter().all(|id| (1..=message.last).contains(id))
        && ids.windows(2).all(|pair| pair[0] < pair[1] || pair[0] == pair[1] && nested(pair[0]).is_some())
        && message.together.is_none_or(|(a, b)| ids.contains(&a) == ids.contains(&b))
}

/// What is left of bytes that are known to be valid.
struct Cursor<'b>(&'b [u8]);

impl<'b> Cursor<'b> {
    fn varint(&mut self) -> u64 {
        let mut value = 0;
        for shift in (0..).step_by(7) {
            let (&byte, rest) = self.0.split_first().expect("an integer ends");
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    }

    /// A length, and as many bytes.
    fn piece(&mut self) -> &'b [u8] {
        let len = usize::try_from(self.varint()).expect("a length is checked");
        let (piece, rest) = self.0.split_at(len);
        self.0 = rest;
        piece
    }
}

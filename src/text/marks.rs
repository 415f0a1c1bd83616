//! Finds the characters of a text that delimit cells: delimiters, quotes, backslashes and line
//! ends, sixty-four bytes at a time.

#![allow(clippy::inline_always, reason = "a handful of instructions in the callers' loops")]

use super::lanes::{self, Lanes, is, lanes, mask};

/// The positions of these characters in a text, in order.
#[derive(Clone, Copy)]
pub(crate) struct Marks<'a> {
    text: &'a [u8],
    delimiter: u8,
    /// The start of the current block, and a bit for each of its marks that has not been returned
    /// yet.
    block: usize,
    bits: u64,
    /// Marks before this position have been removed.
    after: usize,
}

const LEN: usize = 64;

impl<'a> Marks<'a> {
    #[inline]
    pub(crate) fn new(text: &'a [u8], delimiter: u8) -> Self {
        // A block outside of the text.
        Marks { text, delimiter, block: usize::MAX - LEN, bits: 0, after: 0 }
    }

    pub(crate) fn text(&self) -> &'a [u8] {
        self.text
    }

    pub(crate) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Continues at `start`. A block that has already been searched is not searched again, if
    /// [`not_before`](Self::not_before) allows that.
    #[inline]
    pub(crate) fn seek(&mut self, start: usize) {
        let seen = start.wrapping_sub(self.block);
        if seen < LEN && start >= self.after {
            self.bits &= u64::MAX << seen;
        } else {
            self.block = start.wrapping_sub(LEN);
            self.bits = 0;
        }
        self.after = start;
    }

    /// Notes that the next [`seek`](Self::seek) does not need marks before `at`. The caller has to
    /// say so, since recording each mark would cost more.
    #[inline]
    pub(crate) fn not_before(self, at: usize) -> Self {
        Marks { after: at, ..self }
    }

    /// Passes marks to `take` until it rejects one, which remains the next one. Returns `None` if
    /// the text ends before that.
    ///
    /// The inner loop makes no calls, so that everything it needs stays in registers.
    #[inline(always)]
    pub(crate) fn while_taken(&mut self, mut take: impl FnMut(usize, u8) -> bool) -> Option<()> {
        loop {
            self.fill()?;
            let Marks { text, block, mut bits, .. } = *self;
            while bits != 0 {
                let at = block.wrapping_add(bits.trailing_zeros() as usize);
                if !take(at, *text.get(at)?) {
                    self.bits = bits;
                    return Some(());
                }
                bits &= bits - 1;
            }
            self.bits = 0;
        }
    }

    /// Finds a block with marks, if none are left in this one.
    #[inline]
    fn fill(&mut self) -> Option<()> {
        while self.bits == 0 {
            self.block = self.block.wrapping_add(LEN);
            self.bits = marks_at(self.text, self.block, self.delimiter)?;
        }
        Some(())
    }

    /// The position and the byte of the next mark.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(usize, u8)> {
        self.fill()?;
        let at = self.block.wrapping_add(self.bits.trailing_zeros() as usize);
        self.bits &= self.bits - 1;
        Some((at, *self.text.get(at)?))
    }
}

/// The marks of the block at `at`, if the text extends that far.
#[inline(never)]
fn marks_at(text: &[u8], at: usize, delimiter: u8) -> Option<u64> {
    let rest = text.get(at..)?;
    match rest.first_chunk() {
        Some(block) => Some(marks_of(block, delimiter)),
        None => last_marks(rest, delimiter),
    }
}

/// The marks of the end of the text, which is shorter than a block.
#[cold]
fn last_marks(rest: &[u8], delimiter: u8) -> Option<u64> {
    let mut block = [0; LEN];
    block.get_mut(..rest.len()).filter(|rest| !rest.is_empty())?.copy_from_slice(rest);
    Some(marks_of(&block, delimiter))
}

/// A bit for each byte of `block` that is a mark.
#[inline]
fn marks_of(block: &[u8; LEN], delimiter: u8) -> u64 {
    let delimiter = Lanes::splat(delimiter);
    let parts = block.chunks_exact(lanes::LEN).filter_map(|part| part.first_chunk());
    parts.enumerate().fold(0, |bits, (index, part)| {
        let part = lanes(*part);
        let found = part.cmp_eq(delimiter) | is(part, b'"') | is(part, b'\\') | is(part, b'\n');
        bits | u64::from(mask(found)) << (lanes::LEN * index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const MARKS: [u8; 4] = *b",\"\\\n";

    fn plainly(text: &[u8], start: usize) -> Vec<(usize, u8)> {
        let bytes = text.iter().copied().enumerate().skip(start);
        bytes.filter(|(_, byte)| MARKS.contains(byte)).collect()
    }

    fn from(marks: &mut Marks<'_>, start: usize) -> Vec<(usize, u8)> {
        marks.seek(start);
        core::iter::from_fn(|| marks.next()).collect()
    }

    /// Bytes that differ from a mark by one bit occur next to it as well.
    #[test]
    fn as_the_plain_search_at_every_length_and_start() {
        for length in 0..200 {
            let text: Vec<u8> =
                (0..length).map(|at| b",\"\\\n-#].\x0b,\xac\xa2\xdc\x8ax\0"[at * at % 31 % 16]).collect();
            for start in 0..=length {
                let mut marks = Marks::new(&text, b',');
                assert_eq!(from(&mut marks, start), plainly(&text, start), "{start} of {length}");
            }
        }
    }

    #[test]
    fn every_byte_in_every_place() {
        for byte in 0..=u8::MAX {
            for at in 0..70 {
                let mut text = [b'x'; 70];
                text[at] = byte;
                let expected = if MARKS.contains(&byte) { Some((at, byte)) } else { None };
                let mut marks = Marks::new(&text, b',');
                marks.seek(0);
                assert_eq!(marks.next(), expected, "{byte} at {at}");
            }
        }
    }

    /// Seeks forwards, within a block and beyond it, and backwards.
    #[test]
    fn goes_on_anywhere() {
        let text: Vec<u8> = (0..300).map(|at| if at % 7 == 0 { b',' } else { b'x' }).collect();
        let mut marks = Marks::new(&text, b',');
        for start in [0, 5, 30, 64, 63, 10, 11, 200, 199, 0, 299, 300] {
            marks.seek(start);
            let next = marks.next();
            assert_eq!(next, plainly(&text, start).first().copied(), "{start}");
            marks = marks.not_before(next.map_or(start, |(at, _)| at + 1));
        }
        marks.seek(50);
        marks.seek(30);
        assert_eq!(marks.next(), Some((35, b',')));
    }
}

//! All places of a few characters in a text, sixty-four bytes at a time.

#![allow(clippy::inline_always, reason = "a handful of instructions in the callers' loops")]

/// The places of four characters in a text, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Marks<'a> {
    text: &'a [u8],
    marks: [u8; 4],
    /// Where the block begins that is being looked at, and a bit for each of its marks that has not been handed out.
    block: usize,
    bits: u64,
}

const LEN: usize = 64;

impl<'a> Marks<'a> {
    #[inline(always)]
    pub(crate) fn new(text: &'a [u8], marks: [u8; 4]) -> Self {
        // A block that no place of the text is in.
        Marks { text, marks, block: usize::MAX - LEN, bits: 0 }
    }

    /// Goes on at `start`. What was seen of the same block is not looked at again.
    #[inline(always)]
    pub(crate) fn seek(&mut self, start: usize) {
        let seen = start.wrapping_sub(self.block);
        if seen < LEN {
            self.bits &= u64::MAX << seen;
        } else {
            self.block = start.wrapping_sub(LEN);
            self.bits = 0;
        }
    }

    /// The next mark: where it is, and which.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(usize, u8)> {
        while self.bits == 0 {
            self.block = self.block.wrapping_add(LEN);
            self.bits = marks_at(self.text, self.block, self.marks)?;
        }
        let at = self.block.wrapping_add(self.bits.trailing_zeros() as usize);
        self.bits &= self.bits - 1;
        Some((at, *self.text.get(at)?))
    }
}

/// The marks of the block at `at`, if the text goes on there.
#[inline(never)]
fn marks_at(text: &[u8], at: usize, marks: [u8; 4]) -> Option<u64> {
    let rest = text.get(at..)?;
    match rest.first_chunk() {
        Some(block) => Some(marks_of(block, marks)),
        None => {
            let mut block = [0; LEN];
            block.get_mut(..rest.len()).filter(|rest| !rest.is_empty())?.copy_from_slice(rest);
            Some(marks_of(&block, marks))
        }
    }
}

/// A bit for each byte of `block` that is one of `marks`. The first loop becomes a few vector instructions.
#[inline(always)]
fn marks_of(block: &[u8; LEN], [a, b, c, d]: [u8; 4]) -> u64 {
    let mut found = [0; LEN];
    for (found, &byte) in found.iter_mut().zip(block) {
        *found = u8::from((byte == a) | (byte == b) | (byte == c) | (byte == d));
    }
    let words = found.chunks_exact(8).filter_map(|word| word.first_chunk());
    words.enumerate().fold(0, |bits, (index, word)| {
        // The bytes' lowest bits, gathered in the top byte.
        let byte = u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits | byte << (8 * index)
    })
}

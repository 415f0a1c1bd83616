//! Sixteen bytes that are looked at together, in the registers that a processor has for that.

#![allow(clippy::inline_always, reason = "an instruction each")]

pub(super) use wide::u8x16 as Lanes;

/// Bytes that are looked at together.
pub(super) const LEN: usize = 16;

#[inline(always)]
pub(super) fn lanes(block: [u8; LEN]) -> Lanes {
    Lanes::new(block)
}

/// All bits of the bytes that are `byte`, and none of the others.
#[inline(always)]
pub(super) fn is(block: Lanes, byte: u8) -> Lanes {
    block.cmp_eq(Lanes::splat(byte))
}

/// All bits of the bytes up to `byte`, and none of the others.
#[inline(always)]
pub(super) fn up_to(block: Lanes, byte: u8) -> Lanes {
    block.min(Lanes::splat(byte)).cmp_eq(block)
}

/// The highest bit of each byte, that of the first one lowest.
#[inline(always)]
#[allow(clippy::cast_sign_loss, reason = "sixteen bits")]
pub(super) fn mask(block: Lanes) -> u32 {
    block.move_mask() as u32
}

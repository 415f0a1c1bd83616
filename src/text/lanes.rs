//! Sixteen bytes that are processed together, in vector registers.

pub(super) use wide::u8x16 as Lanes;

/// The number of bytes that are searched together.
pub(super) const LEN: usize = 16;

#[inline]
pub(super) fn lanes(block: [u8; LEN]) -> Lanes {
    Lanes::new(block)
}

/// Sets all bits of the bytes that equal `byte`, and none of the others.
#[inline]
pub(super) fn is(block: Lanes, byte: u8) -> Lanes {
    block.cmp_eq(Lanes::splat(byte))
}

/// Sets all bits of the bytes up to `byte`, and none of the others.
#[inline]
pub(super) fn up_to(block: Lanes, byte: u8) -> Lanes {
    block.min(Lanes::splat(byte)).cmp_eq(block)
}

/// The highest bit of each byte, with that of the first byte in the lowest position.
#[inline]
#[allow(clippy::cast_sign_loss, reason = "sixteen bits")]
pub(super) fn mask(block: Lanes) -> u32 {
    block.move_mask() as u32
}

//! A small random generator: the same seed gives the same cases on every machine and in every year.

/// `SplitMix64`.
pub struct Random(u64);

impl Random {
    /// The generator for case number `index`, so that one case does not depend on those before it.
    pub fn for_case(seed: u64, index: u64) -> Random {
        let mut random = Random(seed);
        random.0 ^= random.next().wrapping_add(index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// `0..limit`; the bias of the remainder does not matter here.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

//! Choices: random ones from a seed, or those of a fuzzer's bytes.

#[derive(Debug)]
pub enum Dice<'b> {
    Seed(u64),
    /// If no bytes are left, every choice is the first one.
    Bytes(&'b [u8]),
}

impl Dice<'_> {
    /// Choices that differ from those of every other seed.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::Seed(seed);
        // Neighbouring seeds would begin alike.
        Dice::Seed(dice.next())
    }

    /// `splitmix64`, which needs no state but a counter.
    fn next(&mut self) -> u64 {
        match self {
            Dice::Seed(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                mixed ^ mixed >> 31
            }
            Dice::Bytes(bytes) => match bytes.split_first() {
                Some((first, rest)) => {
                    *bytes = rest;
                    u64::from(*first)
                }
                None => 0,
            },
        }
    }

    /// A number below `count`, which is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).unwrap_or_default()
    }

    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True in this percentage of cases; never if there are no choices left.
    pub fn chance(&mut self, percent: usize) -> bool {
        99 - self.below(100) < percent
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// This many different ones, or all of them.
    pub fn sample<T: Clone>(&mut self, from: &[T], count: usize) -> Vec<T> {
        let mut all = from.to_vec();
        (0..count.min(all.len())).map(|_| all.swap_remove(self.below(all.len()))).collect()
    }
}

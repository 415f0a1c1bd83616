//! Containers of the published encoder.

use crate::support::goldens;
use toon_context::container::{self, EncodeOptions, Magic};

#[test]
fn goldens_are_read() {
    for (name, bytes, blocks) in goldens() {
        let container = container::decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(container.blocks, blocks, "{name}");
        assert!(container.tolerated.is_empty(), "{name}");
    }
}

#[test]
fn goldens_are_written() {
    for (name, bytes, blocks) in goldens() {
        let magic = if bytes.starts_with(b"LCP") { Magic::Lcp } else { Magic::Bcp };
        assert_eq!(EncodeOptions::new().magic(magic).encode(&blocks).unwrap(), bytes, "{name}");
    }
}

#[test]
fn goldens_are_the_same_when_they_are_written_again() {
    for (name, bytes, _) in goldens() {
        let container = container::decode(&bytes).unwrap();
        let options = EncodeOptions::new().magic(container.magic);
        assert_eq!(options.encode(&container.blocks).unwrap(), bytes, "{name}");
        assert_eq!(options.encode(&container.into_blocks()).unwrap(), bytes, "{name}, with priorities");
    }
}

//! Any bytes, read as a container in both modes, whole and in pieces: no panics, and what was read can be written
//! and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::BufReader;
use toon_context::Block;
use toon_context::container::{self, DecodeError, DecodeOptions, Limits};

fuzz_target!(|data: &[u8]| {
    // Less than by default, so that inputs take less time.
    let limits = Limits::new().block(1 << 16).payload(1 << 18).items(1 << 12);
    let strict = DecodeOptions::new().limits(limits);
    let tolerant = strict.clone().strict(false);

    let read = strict.decode(data);
    let streamed = in_pieces(&strict, data);
    let tolerated = tolerant.decode(data);
    let in_tolerant_pieces = in_pieces(&tolerant, data);
    match &read {
        Ok(read) => {
            let tolerated = tolerated.as_ref().expect("what is valid is read in tolerant mode");
            assert_eq!(read.blocks, tolerated.blocks);
            assert!(read.tolerated.is_empty() && tolerated.tolerated.is_empty());
            assert_eq!(read.blocks, streamed.expect("slices and streams are read alike"));
        }
        Err(error) => assert_eq!(error.to_string(), streamed.expect_err("streams are as strict").to_string()),
    }
    let Ok(tolerated) = tolerated else { return };
    assert_eq!(tolerated.blocks, in_tolerant_pieces.expect("slices and streams are read alike"));
    if tolerated.blocks.is_empty() {
        return;
    }
    let bytes = container::encode(&tolerated.blocks).expect("what was read can be written");
    let again = DecodeOptions::new()
        .strict(false)
        .limits(limits)
        .decode(&bytes)
        .expect("what was written can be read");
    assert_eq!(again.blocks, tolerated.blocks);
    assert_eq!(container::encode(&again.into_blocks()).expect("it can be written again"), bytes);
});

fn in_pieces(options: &DecodeOptions, data: &[u8]) -> Result<Vec<Block>, DecodeError> {
    let capacity = 1 + data.len() % 16;
    options.read(BufReader::with_capacity(capacity, data))?.collect()
}

//! Options chosen by the bits of one byte, so that a corpus of text files keeps its meaning.

use toon::{DecodeOptions, Delimiter, EncodeOptions};

/// Every switch of the decoder, by bits 0 to 3; the indentation by bits 4 and 5.
pub fn decode_options(choice: u8) -> DecodeOptions {
    let bit = |bit: u8| choice >> bit & 1 == 1;
    DecodeOptions::new()
        .strict(!bit(0))
        .detect_indent(bit(1))
        .expand_paths(bit(2))
        .infer_types(!bit(3))
        .indent([2, 4, 1, 3][usize::from(choice >> 4 & 3)])
}

/// The delimiter by bits 0 and 1; the indentation, 1 to 16, by bits 4 to 7.
pub fn encode_options(choice: u8) -> EncodeOptions {
    let delimiter =
        [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe, Delimiter::Comma][usize::from(choice & 3)];
    EncodeOptions::new().delimiter(delimiter).indent(usize::from(choice >> 4) + 1)
}

//! Containers of `toon-context`, compared with those of the published crates `bcp-*` 0.1.0.
//!
//! `agreement` shows that both sides write the same bytes for random contexts, and read what the other
//! wrote; `rendering`, that they render the same text. `differences` has a test for each line of this
//! table. A container that is read in tolerant mode has the same blocks as for the published decoder.
//!
//! | | published crates | `toon-context` | reason |
//! | --- | --- | --- | --- |
//! | compressed data | level 3 of the C library | the only level of `ruzstd`, with a checksum | written in Rust; either side reads both |
//! | `with_summary` after `with_priority` | gives the annotation a summary | gives the block a summary | the block is meant |
//! | `with_priority` twice | the second one is the priority of the first annotation | both are of the block, and the last one counts | the block is meant |
//! | file trees of more than 128 levels | written and read without a limit, by functions that call themselves | an error, when writing and when reading | hostile containers |
//! | more than 16 MiB in a block | only the encoder checks it, and the decoder if the block is compressed | an error in any case | hostile containers |
//! | more than 256 MiB, or a million blocks | checked if all blocks are compressed together | an error in any case, also for references | hostile containers |
//! | bombs | decompressed, then rejected | rejected while they are decompressed | hostile containers |
//! | `LCP\0` | rejected | read, and written on request | containers of the first version exist |
//! | undefined flags of the header or a block | ignored | an error, or ignored in tolerant mode | they can change what the content means |
//! | integers with more bytes or bits than needed | read | an error, or read in tolerant mode | two spellings of one container |
//! | fields of another type than defined | read as if they were of the right type | an error, or read so in tolerant mode | they are damaged |
//! | enums and `u32`s out of range | the low bits count | an error, or the low bits in tolerant mode | they are damaged |
//! | text that is not UTF-8 | read with replacement characters | an error, or read so in tolerant mode | it changes when it is written again |
//! | flags of the end marker | ignored | an error, or ignored in tolerant mode | they are damaged |
//! | several frames of compressed data | read | an error, or read in tolerant mode | the format says that it is one |
//! | compressed data with only frames that are to be skipped | read as if it were empty | an error | it is damaged |
//! | data after the end marker | an error | an error, or ignored in tolerant mode | containers can follow each other |
//! | references without a store | an error | an error, or a value in tolerant mode | they can be written again |

#![cfg(test)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a panic is how a test fails")]

mod agreement;
mod differences;
mod ours;
mod random;
mod rendering;
mod theirs;

//! Uses both directions of the crate without `std`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;
use core::panic::PanicInfo;
use static_alloc::Bump;
use toon::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: Bump<[u8; 1 << 16]> = Bump::uninit();

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

#[derive(Serialize, Deserialize, PartialEq)]
#[toon(tabular, skip_default)]
struct Reading {
    sensor: String,
    value: f64,
}

/// Whether readings round-trip.
pub extern "C" fn round_trips() -> bool {
    let readings: Vec<Reading> =
        [("a", 1.5), ("b", -2.25)].map(|(sensor, value)| Reading { sensor: sensor.into(), value }).into();
    toon::to_string(&readings)
        .is_ok_and(|text| toon::from_str::<Vec<Reading>>(&text).is_ok_and(|read| read == readings))
}

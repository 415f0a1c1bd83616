//! What has been converted.

use super::Conversion;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a converter has done so far. Rates are in percent, to two decimals, and 0 where nothing was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// Results of tools that were looked at.
    pub tools_processed: u64,
    /// Those with a block that became TOON.
    pub tools_converted: u64,
    /// Their share.
    pub tool_conversion_rate: f64,
    /// Texts whose size is within the bounds.
    pub items_attempted: u64,
    /// Those that became TOON.
    pub items_converted: u64,
    /// Their share.
    pub item_conversion_rate: f64,
    /// The bytes that all of this saved.
    pub total_bytes_saved: u64,
    /// `items_attempted` under its other name.
    pub conversions_attempted: u64,
    /// `items_converted` under its other name.
    pub conversions_successful: u64,
    /// `item_conversion_rate` under its other name.
    pub success_rate: f64,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    tools_processed: AtomicU64,
    tools_converted: AtomicU64,
    items_attempted: AtomicU64,
    items_converted: AtomicU64,
    bytes_saved: AtomicU64,
}

impl Counters {
    pub(super) fn add_attempt(&self) {
        self.items_attempted.fetch_add(1, Relaxed);
    }

    pub(super) fn add_result(&self, conversion: &Conversion) {
        self.tools_processed.fetch_add(1, Relaxed);
        if conversion.is_converted() {
            self.tools_converted.fetch_add(1, Relaxed);
            self.items_converted.fetch_add(conversion.blocks as u64, Relaxed);
            self.bytes_saved.fetch_add(conversion.bytes_saved(), Relaxed);
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let [tools_processed, tools_converted, items_attempted, items_converted, total_bytes_saved] = [
            &self.tools_processed,
            &self.tools_converted,
            &self.items_attempted,
            &self.items_converted,
            &self.bytes_saved,
        ]
        .map(|counter| counter.load(Relaxed));
        let item_conversion_rate = percent(items_converted, items_attempted);
        Statistics {
            tools_processed,
            tools_converted,
            tool_conversion_rate: percent(tools_converted, tools_processed),
            items_attempted,
            items_converted,
            item_conversion_rate,
            total_bytes_saved,
            conversions_attempted: items_attempted,
            conversions_successful: items_converted,
            success_rate: item_conversion_rate,
        }
    }
}

/// A share in percent, to two decimals.
#[allow(clippy::cast_precision_loss)] // of counts that are to be rounded
pub(super) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    (part as f64 / whole as f64 * 10_000.0).round() / 100.0
}

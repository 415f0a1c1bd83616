//! A histogram of durations.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the buckets: in microseconds, and in Prometheus notation.
const BOUNDS: [(u64, &str); 10] = [
    (100, "0.0001"),
    (500, "0.0005"),
    (1_000, "0.001"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (10_000_000, "10"),
];

#[derive(Debug, Default)]
pub(super) struct Histogram {
    /// Each duration is counted only in the first bucket that it fits into.
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    pub(super) fn record(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let fitting = BOUNDS.iter().zip(&self.buckets).find(|((bound, _), _)| micros <= *bound);
        if let Some((_, bucket)) = fitting {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, name: &str, label: &str) -> fmt::Result {
        // Durations are recorded concurrently, but the total must not be less than the sum of its
        // buckets.
        let mut total = 0;
        for ((_, bound), bucket) in BOUNDS.iter().zip(&self.buckets) {
            total += bucket.load(Ordering::Relaxed);
            writeln!(f, "{name}_bucket{{{label},le=\"{bound}\"}} {total}")?;
        }
        let count = self.count.load(Ordering::Relaxed).max(total);
        let micros = self.micros.load(Ordering::Relaxed);
        writeln!(f, "{name}_bucket{{{label},le=\"+Inf\"}} {count}")?;
        writeln!(f, "{name}_sum{{{label}}} {}.{:06}", micros / 1_000_000, micros % 1_000_000)?;
        writeln!(f, "{name}_count{{{label}}} {count}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Rendered(Histogram);

    impl fmt::Display for Rendered {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.write(f, "d", "t=\"x\"")
        }
    }

    #[test]
    fn buckets_add_up() {
        let histogram = Histogram::default();
        for micros in [100, 101, 2_000_000, 60_000_000] {
            histogram.record(Duration::from_micros(micros));
        }
        let text = Rendered(histogram).to_string();
        for line in [
            "d_bucket{t=\"x\",le=\"0.0001\"} 1",
            "d_bucket{t=\"x\",le=\"0.0005\"} 2",
            "d_bucket{t=\"x\",le=\"10\"} 3",
            "d_bucket{t=\"x\",le=\"+Inf\"} 4",
            "d_sum{t=\"x\"} 62.000201",
            "d_count{t=\"x\"} 4",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
        }
    }
}

//! How many calls run at the same time.

use std::num::NonZero;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// As many workers as processors.
pub(super) fn workers() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get)))
}

//! How many calls run at once.

use std::num::NonZero;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// As many workers as processors. More would only use memory.
pub(super) fn workers() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get)))
}

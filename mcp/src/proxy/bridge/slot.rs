//! A process that is running for a session, or to be borrowed.

use super::process::ProcessSession;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// A process with its permit. Dropping it makes the process exit.
pub(super) struct Slot {
    pub(super) session: Arc<ProcessSession>,
    pub(super) _permit: OwnedSemaphorePermit,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let session = Arc::clone(&self.session);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { session.close().await });
        }
    }
}

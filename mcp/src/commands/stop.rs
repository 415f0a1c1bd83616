//! Signals that stop the program.

use tokio_util::sync::CancellationToken;

/// Waits for a signal from the terminal or the system to stop.
pub(crate) async fn cancel_on_signal(stop: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            stop.cancel();
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.cancel();
    }
}

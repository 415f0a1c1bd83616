//! The sessions of a server that is reached over HTTP.

use super::relay::Relay;
use super::rewriter::Rewriter;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of sessions to remember. In other sessions, results that arrive on a
/// different stream than their call's are not converted.
const MAX_SESSIONS: usize = 4096;

/// What is known about each session, by id. Only the server decides which sessions exist.
#[derive(Debug)]
pub(super) struct Sessions {
    rewriter: Arc<Rewriter>,
    known: Mutex<HashMap<String, KnownSession>>,
    /// The number of lookups so far, used as a logical clock.
    clock: AtomicU64,
}

#[derive(Debug)]
struct KnownSession {
    relay: Arc<Relay>,
    /// The time of the last lookup.
    used: u64,
}

impl Sessions {
    pub(super) fn new(rewriter: Arc<Rewriter>) -> Self {
        Sessions { rewriter, known: Mutex::default(), clock: AtomicU64::new(0) }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, KnownSession>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The relay of a session. Unknown sessions are not stored, since the server may not know them
    /// either.
    pub(super) fn get(&self, id: &str) -> Arc<Relay> {
        let mut known = self.known();
        let now = self.clock.fetch_add(1, Relaxed);
        match known.get_mut(id) {
            Some(session) => {
                session.used = now;
                Arc::clone(&session.relay)
            }
            None => Arc::new(Relay::new(Arc::clone(&self.rewriter))),
        }
    }

    /// Stores a session when the server has assigned its id.
    pub(super) fn keep(&self, id: &str, relay: &Arc<Relay>) {
        let mut known = self.known();
        let now = self.clock.fetch_add(1, Relaxed);
        if known.len() >= MAX_SESSIONS && !known.contains_key(id) {
            let oldest = known.iter().min_by_key(|(_, session)| session.used).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                known.remove(&oldest);
            }
        }
        known.entry(id.to_owned()).or_insert_with(|| KnownSession { relay: Arc::clone(relay), used: now });
    }

    pub(super) fn count(&self) -> usize {
        self.known().len()
    }

    pub(super) fn remove(&self, id: &str) {
        self.known().remove(id);
    }
}

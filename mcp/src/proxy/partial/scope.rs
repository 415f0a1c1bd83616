//! The results that a client may ask for.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{Semaphore, SemaphorePermit};

/// The number of results that a client may ask for. Then it can no longer ask for the oldest.
const MAX_RESULTS: usize = 10_000;

/// The results of a client, or of several that cannot be told apart.
#[derive(Debug)]
pub(crate) struct Scope {
    kind: Kind,
    shows_links: AtomicBool,
    /// The queries that it may wait for or run at the same time.
    turns: Semaphore,
}

#[derive(Debug)]
enum Kind {
    /// All that are kept.
    All,
    /// Those of a session, whose ids depend on its key.
    Session { key: [u8; 16], ids: Ids },
    /// Those of all clients without a session. Each id depends on a key of its own, so nobody can guess it.
    Stateless { ids: Ids },
}

type Ids = Mutex<VecDeque<Box<str>>>;

fn random() -> [u8; 16] {
    *uuid::Uuid::new_v4().as_bytes()
}

impl Scope {
    const fn of(kind: Kind) -> Self {
        // A session must not make the others wait for all its queries.
        let turns = if matches!(kind, Kind::Session { .. }) { 1 } else { Semaphore::MAX_PERMITS };
        Scope { kind, shows_links: AtomicBool::new(true), turns: Semaphore::const_new(turns) }
    }

    /// Waits until a query may wait for those of other clients.
    pub(super) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed.
        self.turns.acquire().await.ok()
    }

    pub(super) const fn of_all_results() -> Self {
        Self::of(Kind::All)
    }

    pub(super) fn of_session() -> Self {
        Self::of(Kind::Session { key: random(), ids: Ids::default() })
    }

    pub(super) fn of_stateless_clients() -> Self {
        Self::of(Kind::Stateless { ids: Ids::default() })
    }

    fn ids(&self) -> Option<MutexGuard<'_, VecDeque<Box<str>>>> {
        match &self.kind {
            Kind::All => None,
            Kind::Session { ids, .. } | Kind::Stateless { ids } => {
                Some(ids.lock().unwrap_or_else(PoisonError::into_inner))
            }
        }
    }

    /// What the id of a new result depends on, besides its content.
    pub(super) fn key(&self) -> Vec<u8> {
        match self.kind {
            Kind::All => Vec::new(),
            Kind::Session { key, .. } => key.to_vec(),
            Kind::Stateless { .. } => random().to_vec(),
        }
    }

    pub(super) fn add(&self, id: &str) {
        let Some(mut ids) = self.ids() else { return };
        if ids.len() == MAX_RESULTS {
            ids.pop_front();
        }
        ids.push_back(id.into());
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.ids().is_none_or(|ids| ids.iter().any(|known| **known == *id))
    }

    /// Whether clients know links to resources in results.
    pub(super) fn shows_links(&self) -> bool {
        self.shows_links.load(Relaxed)
    }

    /// Notes the version of the protocol. Links exist since 2025-06-18.
    pub(in super::super) fn set_version(&self, version: &str) {
        self.shows_links.store(version >= "2025-06-18", Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_others() {
        let [one, other] = [(); 2].map(|()| Scope::of_session());
        one.add("a");
        assert!(one.has("a") && !other.has("a") && one.key() == one.key() && one.key() != other.key());
        let stateless = Scope::of_stateless_clients();
        stateless.add("a");
        assert!(stateless.has("a") && !stateless.has("b") && stateless.key() != stateless.key());
        assert!(Scope::of_all_results().has("a"));
        for id in 0..=MAX_RESULTS {
            one.add(&id.to_string());
        }
        assert!(!one.has("a") && !one.has("0") && one.has("1"));
    }

    #[tokio::test]
    async fn one_query_of_a_session_at_a_time() {
        let session = Scope::of_session();
        let turn = session.turn().await;
        assert_eq!((turn.is_some(), session.turns.available_permits()), (true, 0));
        drop(turn);
        assert_eq!(session.turns.available_permits(), 1);
        let all = Scope::of_all_results();
        assert!(all.turn().await.is_some() && all.turn().await.is_some());
    }

    #[test]
    fn clients_that_know_no_links() {
        let scope = Scope::of_session();
        assert!(scope.shows_links());
        for (version, shows_links) in
            [("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2026-07-28", true)]
        {
            scope.set_version(version);
            assert_eq!(scope.shows_links(), shows_links, "{version}");
        }
    }
}

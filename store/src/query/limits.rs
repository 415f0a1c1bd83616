//! Limits of the process that runs a query.

use toon_convert::__internal::is_deeper_than;

/// The memory that a query may take by default, in bytes.
pub(super) const MAX_MEMORY: u64 = 1 << 30;

/// The size of a document that is read as a whole, in bytes. Elsewhere, memory cannot be limited.
pub(super) const MAX_DOCUMENT: u64 = if cfg!(target_os = "linux") { u64::MAX } else { 100_000_000 };

/// The depth of a document, since values are written and freed by recursion.
pub(super) const MAX_DEPTH: usize = 512;

/// The longest filter, in bytes, and its deepest nesting.
const MAX_FILTER: usize = 64 << 10;
const MAX_FILTER_DEPTH: usize = 100;

/// Limits the memory of this process, where that is possible.
pub(super) fn limit_memory(bytes: u64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::As);
        let limit = Some(now.maximum.map_or(bytes, |most| most.min(bytes)));
        // A limit that is refused is not one that was asked for by the user.
        _ = setrlimit(Resource::As, Rlimit { current: limit, maximum: limit });
        // No core is left behind by a filter that fails.
        _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = bytes;
}

/// What is wrong with a filter before it is parsed.
pub(super) fn check_filter(filter: &str) -> Result<(), String> {
    if filter.len() > MAX_FILTER {
        return Err(format!("the filter is longer than {MAX_FILTER} bytes"));
    }
    if is_deeper_than(filter.as_bytes(), MAX_FILTER_DEPTH) {
        return Err(format!("the filter is nested more than {MAX_FILTER_DEPTH} deep"));
    }
    Ok(())
}

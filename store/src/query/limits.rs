//! Limits of the process that runs a query.

/// The memory that a query may take by default, in bytes.
pub(super) const MAX_MEMORY: u64 = 1 << 30;

/// The size of a document without `--rows`, in bytes, where memory cannot be limited.
#[cfg_attr(target_os = "linux", allow(dead_code))]
pub(super) const MAX_DOCUMENT: u64 = 100_000_000;

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

/// Whether brackets outside of strings are nested more deeply.
pub(super) fn is_deeper_than(text: &[u8], max_depth: usize) -> bool {
    let (mut depth, mut bytes) = (0_usize, text.iter());
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'\\' => _ = bytes.next(),
                        b'"' => break,
                        _ => {}
                    }
                }
            }
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > max_depth {
            return true;
        }
    }
    false
}

//! Results in files.

use std::fs;
use std::thread;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use toon_store::{RowsIn, Store};

#[test]
fn documents_are_kept_as_they_are() {
    let folder = TempDir::new().unwrap();
    let store = Store::in_folder(folder.path().join("results"));
    for (json, expected, rows) in [
        ("{\"a\": 1.0}", "{\"a\": 1.0}", None),
        ("[ {\"a\": 1.0} ,\n{\"a\":1e400}]", "[{\"a\": 1.0},\n{\"a\":1e400}]\n", Some(2)),
        ("[]", "[]\n", Some(0)),
    ] {
        let stored = store.json(json).unwrap();
        let list = rows.map(|count| RowsIn { keys: Vec::new(), count });
        assert_eq!((fs::read_to_string(&stored.path).unwrap().as_str(), &stored.list), (expected, &list));
        assert_eq!(stored.bytes, expected.len() as u64);
        // The same content has the same name, which tells nothing.
        assert_eq!(store.json(json).unwrap().path, stored.path);
        let name = stored.path.file_stem().unwrap().to_str().unwrap();
        assert!(name.len() == 16 && name.chars().all(|c| c.is_ascii_hexdigit()), "{name}");
    }
    assert_eq!(store.entries().unwrap().len(), 3);
    assert_eq!((store.clear().unwrap(), store.entries().unwrap().len()), (3, 0));
    // What is not JSON leaves nothing behind.
    assert!(store.json("[1").is_err());
    assert_eq!(store.entries().unwrap().len(), 0);
}

#[cfg(unix)]
#[test]
fn only_the_user_can_read_them() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("a").join("results");
    let stored = Store::in_folder(&results).json("{}").unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&stored.path), mode(&results)), (0o600, 0o700));
    // A folder that somebody else has put there.
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&results, &link).unwrap();
    assert!(Store::in_folder(link).json("{}").unwrap_err().to_string().ends_with("is a symbolic link"));
}

#[test]
fn old_files_are_removed() {
    let folder = TempDir::new().unwrap();
    let store = Store::in_folder(folder.path());
    let [old, new] = ["{\"a\":1}", "{\"a\":2}"].map(|json| store.json(json).unwrap().path);
    let file = fs::File::options().write(true).open(&old).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(8 * 24 * 60 * 60);
    file.set_modified(long_ago).unwrap();
    // In a folder that somebody has named.
    let other = folder.path().join("notes.json");
    fs::copy(&old, &other).unwrap();
    fs::File::options().write(true).open(&other).unwrap().set_modified(long_ago).unwrap();
    store.json("{\"a\":3}").unwrap();
    assert!(!old.exists() && new.exists() && other.exists());
    assert_eq!(store.clear().unwrap(), 2);
    assert!(other.exists());
    // Whoever uses a file keeps it.
    let used = store.json("{\"a\":4}").unwrap();
    fs::File::options().write(true).open(&used.path).unwrap().set_modified(long_ago).unwrap();
    assert_eq!(store.find(used.id()).as_ref(), Some(&used.path));
    store.json("{\"a\":5}").unwrap();
    assert!(used.path.exists());
}

#[test]
fn many_at_once() {
    let folder = TempDir::new().unwrap();
    let store = Store::in_folder(folder.path());
    let writers: Vec<_> = (0..20)
        .map(|writer| {
            let store = store.clone();
            thread::spawn(move || {
                for number in 0..10 {
                    let json = format!("[{{\"writer\":{writer}}},{{\"number\":{number}}}]");
                    let stored = store.json(&json).unwrap();
                    assert_eq!(fs::read_to_string(stored.path).unwrap().replace('\n', ""), json);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    assert_eq!(store.entries().unwrap().len(), 200);
}

/// FNV-1a is easily made to collide. Two results must not share a file.
#[test]
fn files_are_never_changed() {
    let folder = TempDir::new().unwrap();
    let store = Store::in_folder(folder.path());
    let first = store.json("{\"a\":1}").unwrap();
    fs::write(&first.path, "{\"b\":2}").unwrap();
    let second = store.json("{\"a\":1}").unwrap();
    assert_ne!(first.path, second.path);
    assert_eq!(fs::read_to_string(first.path).unwrap(), "{\"b\":2}");
    assert_eq!(fs::read_to_string(second.path).unwrap(), "{\"a\":1}");
}

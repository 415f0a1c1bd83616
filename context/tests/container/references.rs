//! References to contents in a store.

use crate::support::{container, hex};
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};
use toon_context::container::{
    ContentStore, DecodeOptions, DirectoryStore, EncodeError, EncodeOptions, Limits, MemoryStore, decode,
    encode,
};
use toon_context::container::{Encoder, Unknown};
use toon_context::{Block, Code, Lang};

const HASH: &str = "bf506edf4e7a44e907d7af77d0655188c621f920036927f8f5a19f080ec503a3";

fn shared() -> Block {
    Code::new("a.rs", "fn shared() -> u32 { 42 }").into()
}

/// A folder that is deleted with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("toon-context-{}-{name}", std::process::id()));
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn duplicates_are_references() {
    let expected = hex(&format!(
        "4243500001000000 010026 010001020104612e7273030119666e207368617265642829202d3e20753332207b203432207d
         010420 {HASH} ff010000"
    ));
    let folder = Folder::new("duplicates");
    let stores: [Arc<dyn ContentStore>; 2] =
        [Arc::new(MemoryStore::new()), Arc::new(DirectoryStore::new(&folder.0).unwrap())];
    for store in stores {
        let options = EncodeOptions::new().store(store.clone()).dedup(true);
        assert_eq!(options.encode(&[shared(), shared()]).unwrap(), expected);
        let container = DecodeOptions::new().store(store).decode(&expected).unwrap();
        assert_eq!(container.blocks, [shared(), shared()]);
    }
}

#[test]
fn a_store_is_shared_by_containers() {
    let store = Arc::new(MemoryStore::new());
    let options = EncodeOptions::new().store(store.clone()).dedup(true);
    assert_eq!(options.encode(&[shared()]).unwrap(), encode(&[shared()]).unwrap());
    assert_eq!(options.encode(&[shared()]).unwrap(), container(&format!("01 04 20 {HASH}")));
    assert_eq!((store.len(), store.total_bytes(), store.is_empty()), (1, 38, false));
}

#[test]
fn blocks_are_references_on_request() -> Result<(), EncodeError> {
    let store = Arc::new(MemoryStore::new());
    let bytes = Encoder::new()
        .set_content_store(store.clone())
        .add_code(Lang::Rust, "a.rs", "fn main() {}")
        .with_summary("Entry point")?
        .with_content_addressing()?
        .add_code(Lang::Rust, "b.rs", "")
        .encode()?;
    let hash = bytes[11..43].try_into().unwrap();
    assert_eq!(bytes[8..11], [0x01, 0x05, 0x20]);
    assert!(store.contains(&hash).unwrap());
    let container = DecodeOptions::new().store(store).decode(&bytes).unwrap();
    assert_eq!(container.blocks[0], Code::new("a.rs", "fn main() {}").summary("Entry point").into());
    Ok(())
}

#[test]
fn references_need_a_store() {
    let message = "blocks cannot be replaced with references without a content store";
    let error = EncodeOptions::new().dedup(true).encode(&[shared()]).unwrap_err();
    assert_eq!(error.to_string(), message);
    let mut encoder = Encoder::new();
    encoder.add_code(Lang::Rust, "a.rs", "").with_content_addressing().unwrap();
    assert_eq!(encoder.encode().unwrap_err().to_string(), message);
    let method = Encoder::new().with_content_addressing().err().unwrap();
    assert_eq!(method.to_string(), "`with_content_addressing` needs a block to act on");

    let message = "the block is a reference, which cannot be resolved without a content store, at byte 11";
    assert_eq!(decode(&container(&format!("01 04 20 {HASH}"))).unwrap_err().to_string(), message);
}

#[test]
fn references_must_be_resolved() {
    let options = DecodeOptions::new().store(Arc::new(MemoryStore::new()));
    let bytes = container(&format!("01 04 20 {HASH}"));
    let message = format!("the content store does not have {HASH}, at byte 11");
    assert_eq!(options.decode(&bytes).unwrap_err().to_string(), message);
    let container_ = options.clone().strict(false).decode(&bytes).unwrap();
    assert_eq!(container_.tolerated[0].to_string(), message);
    assert_eq!(encode(&container_.blocks).unwrap(), bytes);

    let message = "expected a reference of 32 bytes, found 2, at byte 11";
    for strict in [true, false] {
        let error = options.clone().strict(strict).decode(&container("01 04 02 abcd")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn errors_in_contents_say_so() {
    let store = Arc::new(MemoryStore::new());
    let hash = store.put(&hex("010001 0201ff")).unwrap();
    let bytes = encode(&[Unknown::new(0x42, hash).into()]).unwrap();
    let bytes: Vec<u8> = [&bytes[..8], &[0x01, 0x04], &bytes[10..]].concat();
    let error = DecodeOptions::new().store(store).decode(&bytes).unwrap_err();
    let message =
        "a field extends beyond the end of its block, at byte 6 of the content that block 0 refers to";
    assert_eq!(error.to_string(), message);
}

/// Otherwise, a small container could fill the memory.
#[test]
fn limits_apply_to_contents() {
    let store = Arc::new(MemoryStore::new());
    store.put(&encode(&[shared()]).unwrap()[11..49]).unwrap();
    let bytes = container(&format!("01 04 20 {HASH}").repeat(3));
    let read = |limits| DecodeOptions::new().store(store.clone()).limits(limits).decode(&bytes);
    assert!(read(Limits::new().block(38).payload(114)).is_ok());
    let message = "the block has more than the limit of 37 bytes, at byte 11";
    assert_eq!(read(Limits::new().block(37)).unwrap_err().to_string(), message);
    let message = "the container has more than the limit of 113 bytes, \
        at byte 0 of the content that block 2 refers to";
    assert_eq!(read(Limits::new().payload(113)).unwrap_err().to_string(), message);
}

#[test]
fn files_are_compared_with_their_hash() {
    let folder = Folder::new("damaged");
    let store = DirectoryStore::new(&folder.0).unwrap();
    let hash = store.put(b"content").unwrap();
    let files: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(files.len(), 1);
    let name = files[0].file_name().into_string().unwrap();
    assert!(name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit()));

    fs::write(files[0].path(), b"another").unwrap();
    assert_eq!(store.get(&hash).unwrap_err().kind(), io::ErrorKind::InvalidData);
    assert_eq!(store.get(&[0; 32]).unwrap(), None);
    assert!(!store.contains(&[0; 32]).unwrap());
}

/// Otherwise, the content would be lost.
#[test]
fn damaged_files_are_replaced_before_blocks_refer_to_them() {
    let folder = Folder::new("replaced");
    let store = Arc::new(DirectoryStore::new(&folder.0).unwrap());
    let options = EncodeOptions::new().store(store.clone()).dedup(true);
    options.encode(&[shared()]).unwrap();
    for damaged in [&b""[..], b"another"] {
        fs::write(folder.0.join(HASH), damaged).unwrap();
        let bytes = options.encode(&[shared()]).unwrap();
        assert_eq!(bytes, container(&format!("01 04 20 {HASH}")));
        let read = DecodeOptions::new().store(store.clone()).decode(&bytes).unwrap();
        assert_eq!(read.blocks, [shared()]);
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

/// In containers that share a folder, processes often have the same id.
#[test]
fn temporary_files_of_other_processes_are_left_alone() {
    let folder = Folder::new("temporary");
    let store = DirectoryStore::new(&folder.0).unwrap();
    let hash = store.put(b"content").unwrap();
    let file = fs::read_dir(&folder.0).unwrap().next().unwrap().unwrap().path();
    fs::remove_file(&file).unwrap();
    // The names that come next, whatever other tests do.
    let others: Vec<_> =
        (0..5000).map(|count| file.with_extension(format!("tmp-{}-{count}", std::process::id()))).collect();
    for other in &others {
        fs::write(other, "of another process").unwrap();
    }
    assert_eq!(store.put(b"content").unwrap(), hash);
    assert_eq!(store.get(&hash).unwrap().unwrap(), b"content");
    assert!(others.iter().all(|other| fs::read(other).unwrap() == b"of another process"));
}

#[test]
fn threads_can_put_the_same_content() {
    let folder = Folder::new("threads");
    let store = DirectoryStore::new(&folder.0).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for content in 0..50_u8 {
                    let hash = store.put(&[content; 1000]).unwrap();
                    assert_eq!(store.get(&hash).unwrap().unwrap(), [content; 1000]);
                }
            });
        }
    });
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 50);
}

#[test]
fn errors_of_stores_are_passed_on() {
    struct Broken;
    impl ContentStore for Broken {
        fn get(&self, _: &[u8; 32]) -> io::Result<Option<Vec<u8>>> {
            Err(io::Error::other("unplugged"))
        }
        fn put(&self, _: &[u8]) -> io::Result<[u8; 32]> {
            Err(io::Error::other("full"))
        }
        fn contains(&self, _: &[u8; 32]) -> io::Result<bool> {
            Ok(false)
        }
    }
    let store = Arc::new(Broken);
    let error = EncodeOptions::new().store(store.clone()).dedup(true).encode(&[shared()]).unwrap_err();
    assert_eq!(error.to_string(), "the content store failed: full");
    let options = DecodeOptions::new().store(store);
    for strict in [true, false] {
        let error =
            options.clone().strict(strict).decode(&container(&format!("01 04 20 {HASH}"))).unwrap_err();
        assert_eq!(error.to_string(), "the content store failed: unplugged, at byte 11");
    }
}

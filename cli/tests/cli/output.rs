//! Files are replaced only on success.

use super::{folder, names, read, toon_in};

#[test]
fn a_failure_leaves_the_old_file() {
    let folder = folder(&[("bad.json", "{"), ("rows.toon", "[3]{a}:\n  1\n  2\n"), ("old", "old")]);
    toon_in(&folder, &["bad.json", "-o", "old"]).assert().code(1);
    toon_in(&folder, &["decode", "rows.toon", "--to", "ndjson", "-o", "old"]).assert().code(1);
    toon_in(&folder, &["encode", "missing", "-o", "old"]).assert().code(1);
    assert_eq!(read(&folder, "old"), "old");
    assert_eq!(names(folder.path()), ["bad.json", "old", "rows.toon"]);
}

#[test]
fn the_input_may_be_the_output() {
    let folder = folder(&[("a", "{\"a\":1}"), ("lines", "{\"a\":1}\n{\"a\":2}\n")]);
    toon_in(&folder, &["a", "-o", "a"]).assert().success();
    assert_eq!(read(&folder, "a"), "a: 1\n");
    toon_in(&folder, &["encode", "--from", "ndjson", "lines", "-o", "lines"]).assert().success();
    assert_eq!(read(&folder, "lines"), "[2]{a}:\n  1\n  2\n");
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = folder(&[("a.json", "{\"a\":1}")]);
    toon_in(&folder, &["a.json", "-o", "-"]).assert().success().stdout_eq("a: 1\n").stderr_eq("");
    assert_eq!(names(folder.path()), ["a.json"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    #[test]
    fn permissions_stay() {
        let folder = folder(&[("a.json", "{}"), ("old", "old")]);
        let old = folder.path().join("old");
        fs::set_permissions(&old, Permissions::from_mode(0o640)).unwrap();
        toon_in(&folder, &["a.json", "-o", "old"]).assert().success();
        assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o640);
        // A new file has the usual permissions.
        toon_in(&folder, &["a.json", "-o", "new"]).assert().success();
        let beside = folder.path().join("beside");
        fs::write(&beside, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(folder.path().join("new")), mode(beside));
    }

    #[test]
    fn links_stay_links() {
        let folder = folder(&[("a.json", "{\"a\":1}"), ("target", "old")]);
        symlink("target", folder.path().join("link")).unwrap();
        toon_in(&folder, &["a.json", "-o", "link"]).assert().success();
        assert!(folder.path().join("link").is_symlink());
        assert_eq!(read(&folder, "target"), "a: 1\n");
    }

    #[test]
    fn devices_stay_devices() {
        let folder = folder(&[("a.json", "{\"a\":1}")]);
        toon_in(&folder, &["a.json", "-o", "/dev/null"]).assert().success();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        toon_in(&folder, &["a.json", "-o", "/dev/stdout"]).assert().success().stdout_eq("a: 1\n");
    }
}

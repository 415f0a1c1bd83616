//! `Diff::from_unified`.

use toon_context::{Diff, Hunk};

#[track_caller]
fn check(text: &str, diffs: &[Diff]) {
    assert_eq!(Diff::from_unified(text).unwrap(), diffs);
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(Diff::from_unified(crlf).unwrap(), diffs, "with CRLF");
}

#[track_caller]
fn fails(text: &str, message: &str) {
    assert_eq!(Diff::from_unified(text).unwrap_err().to_string(), message);
}

/// A diff of `path` without statements.
fn changed<const N: usize>(path: &str, hunks: [(u32, u32, &str); N]) -> Diff {
    Diff::new(path, hunks.map(|(old, new, lines)| Hunk::new(old, new, lines)))
}

mod files {
    use super::*;

    #[test]
    fn several() {
        check(
            "\
diff --git a/src/a.rs b/src/a.rs
index 1..2 100644
--- a/src/a.rs
+++ b/src/a.rs
@@ -1,3 +1,3 @@
 fn main() {
-    old();
+    new();
 }
@@ -10 +10,2 @@ fn other() {
 same
+more
diff --git a/b.txt b/b.txt
index 3..4 100644
--- a/b.txt
+++ b/b.txt
@@ -1 +0,0 @@
-gone
",
            &[
                Diff::new(
                    "src/a.rs",
                    [
                        Hunk::new(1, 1, " fn main() {\n-    old();\n+    new();\n }\n"),
                        Hunk::new(10, 10, " same\n+more\n").section("fn other() {"),
                    ],
                ),
                changed("b.txt", [(1, 0, "-gone\n")]),
            ],
        );
    }

    /// As `git diff --color` writes them, also within a line.
    #[test]
    fn colors() {
        check(
            "\u{1b}[1mdiff --git a/a.rs b/a.rs\u{1b}[m\n\u{1b}[1mindex 1..2 100644\u{1b}[m\n\u{1b}[1m--- a/a.rs\u{1b}[m\n\u{1b}[1m+++ b/a.rs\u{1b}[m\n\u{1b}[36m@@ -1 +1 @@\u{1b}[m fn f()\n\u{1b}[31m-old\u{1b}[m\n\u{1b}[32m+\u{1b}[m\u{1b}[32mnew\u{1b}[m\n",
            &[Diff::new("a.rs", [Hunk::new(1, 1, "-old\n+new\n").section("fn f()")])],
        );
    }

    #[test]
    fn new_and_deleted() {
        check(
            "\
diff --git a/new.rs b/new.rs
new file mode 100644
index 0000000..e69de29
--- /dev/null
+++ b/new.rs
@@ -0,0 +1 @@
+fn main() {}
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/old.rs b/old.rs
deleted file mode 100644
index e69de29..0000000
--- a/old.rs
+++ /dev/null
@@ -1 +0,0 @@
-fn main() {}
",
            &[
                changed("new.rs", [(0, 0, "new file mode 100644\n"), (0, 1, "+fn main() {}\n")]),
                changed("empty", [(0, 0, "new file mode 100644\n")]),
                changed("old.rs", [(0, 0, "deleted file mode 100644\n"), (1, 0, "-fn main() {}\n")]),
            ],
        );
    }

    #[test]
    fn renamed_and_copied() {
        check(
            "\
diff --git a/a b.rs b/c d.rs
similarity index 100%
rename from a b.rs
rename to c d.rs
diff --git a/x b/y
similarity index 50%
copy from x
copy to y
index 1..2 100644
--- a/x
+++ b/y
@@ -1 +1 @@
-x
+y
",
            &[
                changed("c d.rs", [(0, 0, "rename from a b.rs\nrename to c d.rs\n")]),
                changed("y", [(0, 0, "copy from x\ncopy to y\n"), (1, 1, "-x\n+y\n")]),
            ],
        );
    }

    #[test]
    fn modes() {
        check(
            "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n",
            &[changed("run", [(0, 0, "old mode 100644\nnew mode 100755\n")])],
        );
    }

    #[test]
    fn binary() {
        check(
            "\
diff --git a/a.png b/a.png
index 1..2 100644
Binary files a/a.png and b/a.png differ
diff --git a/b.png b/b.png
index 1..2 100644
GIT binary patch
literal 5
Mc$_OqQR?

literal 0
Hc$@<O00001

diff --git a/c b/c
new file mode 100644
",
            &[
                changed("a.png", [(0, 0, "Binary files a/a.png and b/a.png differ\n")]),
                changed("b.png", [(0, 0, "GIT binary patch\n")]),
                changed("c", [(0, 0, "new file mode 100644\n")]),
            ],
        );
    }

    /// As `git diff --no-index old new` prints it. Both names differ, although nothing is renamed.
    #[test]
    fn of_two_folders() {
        check(
            "\
diff --git a/old/a.rs b/new/a.rs
index 1..2 100644
--- a/old/a.rs
+++ b/new/a.rs
@@ -1 +1 @@
-a
+b
diff --git a/old/logo.png b/new/logo.png
index 1..2 100644
Binary files a/old/logo.png and b/new/logo.png differ
diff --git a/old/my logo.png b/new/my logo.png
index 1..2 100644
Binary files a/old/my logo.png and b/new/my logo.png differ
diff --git a/my b/logo.png b/my c/logo.png
index 1..2 100644
Binary files a/my b/logo.png and b/my c/logo.png differ
diff --git a/old/run b/newer/run
old mode 100644
new mode 100755
diff --git \"a/old/\\303\\244 b\" b/new/b
old mode 100644
new mode 100755
diff --git a/old/b c \"b/new/\\303\\244 b\"
old mode 100644
new mode 100755
diff --git old.sh new.sh
old mode 100644
new mode 100755
diff --git 1/old/run 2/new run/run
old mode 100644
new mode 100755
diff --git my old/run my newer/run
old mode 100644
new mode 100755
",
            &[
                changed("new/a.rs", [(1, 1, "-a\n+b\n")]),
                changed("new/logo.png", [(0, 0, "Binary files a/old/logo.png and b/new/logo.png differ\n")]),
                changed(
                    "new/my logo.png",
                    [(0, 0, "Binary files a/old/my logo.png and b/new/my logo.png differ\n")],
                ),
                changed(
                    "my c/logo.png",
                    [(0, 0, "Binary files a/my b/logo.png and b/my c/logo.png differ\n")],
                ),
                changed("newer/run", [(0, 0, "old mode 100644\nnew mode 100755\n")]),
                changed("new/b", [(0, 0, "old mode 100644\nnew mode 100755\n")]),
                changed("new/ä b", [(0, 0, "old mode 100644\nnew mode 100755\n")]),
                changed("new.sh", [(0, 0, "old mode 100644\nnew mode 100755\n")]),
                changed("new run/run", [(0, 0, "old mode 100644\nnew mode 100755\n")]),
                changed("my newer/run", [(0, 0, "old mode 100644\nnew mode 100755\n")]),
            ],
        );
    }

    #[test]
    fn without_git() {
        check(
            "\
Only in new: b.c
diff -ru old/a.c new/a.c
--- old/a.c\t2026-01-01 10:00:00.000000000 +0000
+++ new/a.c\t2026-01-02 10:00:00.000000000 +0000
@@ -1 +1 @@
-a
+b
--- old/c.c\t2026-01-01 10:00:00.000000000 +0000
+++ new/c.c\t2026-01-02 10:00:00.000000000 +0000
@@ -1 +1 @@
-a
+b
",
            &[changed("new/a.c", [(1, 1, "-a\n+b\n")]), changed("new/c.c", [(1, 1, "-a\n+b\n")])],
        );
    }

    /// As `git format-patch` and `git show` print it.
    #[test]
    fn text_around() {
        check(
            "\
From 1234567 Mon Sep 17 00:00:00 2001
Subject: [PATCH] Change a

---
 a | 2 +-

diff --git a/a b/a
index 1..2 100644
--- a/a
+++ b/a
@@ -1 +1 @@
-a
+b
-- 
2.40.1

",
            &[changed("a", [(1, 1, "-a\n+b\n")])],
        );
    }

    #[test]
    fn none() {
        check("", &[]);
        check("\n", &[]);
    }
}

mod paths {
    use super::*;

    #[track_caller]
    fn path(header: &str, expected: &str) {
        let text = format!("{header}\n@@ -1 +1 @@\n-a\n+b\n");
        check(&text, &[changed(expected, [(1, 1, "-a\n+b\n")])]);
    }

    #[test]
    fn quoted() {
        path(
            "diff --git \"a/\\303\\244 \\\"b\\\"\\t.rs\" \"b/\\303\\244 \\\"b\\\"\\t.rs\"\n\
             --- \"a/\\303\\244 \\\"b\\\"\\t.rs\"\n+++ \"b/\\303\\244 \\\"b\\\"\\t.rs\"",
            "ä \"b\"\t.rs",
        );
        path("--- \"a/\\\\\"\n+++ \"b/\\\\\"", "\\");
        check(
            "diff --git \"a/\\303\\244\" b/a\nsimilarity index 100%\nrename from \"\\303\\244\"\nrename to a\n",
            &[changed("a", [(0, 0, "rename from \"\\303\\244\"\nrename to a\n")])],
        );
    }

    #[test]
    fn spaces() {
        path("diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t", "a b");
    }

    #[test]
    fn prefixes() {
        path("diff --git a/b/x b/b/x\n--- a/b/x\n+++ b/b/x", "b/x");
        path("diff --git b/x a/x\n--- b/x\n+++ a/x", "x");
        path("diff --git a/x a/x\n--- a/x\n+++ a/x", "a/x");
        path("diff --git i/x w/x\n--- i/x\n+++ w/x", "x");
        path("diff --git old/x new/x\n--- old/x\n+++ new/x", "x");
        path("--- a/x\n+++ a/x", "a/x");
        path("--- /dev/null\n+++ b/x", "x");
        path("--- a/x\n+++ /dev/null", "x");
        path("--- x\n+++ y", "y");
    }
}

mod hunks {
    use super::*;

    #[test]
    fn no_newline_at_end_of_file() {
        check(
            "--- a\n+++ a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
            &[changed("a", [(1, 1, "-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n")])],
        );
    }

    #[test]
    fn the_last_line_feed_may_be_missing() {
        check("--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b", &[changed("a", [(1, 1, "-a\n+b\n")])]);
    }

    /// As editors leave them.
    #[test]
    fn empty_lines() {
        check("--- a\n+++ a\n@@ -1,2 +1,3 @@\n\n+b\n\n", &[changed("a", [(1, 1, " \n+b\n \n")])]);
    }

    #[test]
    fn lines_like_headers() {
        check(
            "--- a\n+++ a\n@@ -1,2 +1,2 @@\n--- a\n+++ b\n-@@ -1 +1 @@\n+@@ -1 +1 @@\n",
            &[changed("a", [(1, 1, "--- a\n+++ b\n-@@ -1 +1 @@\n+@@ -1 +1 @@\n")])],
        );
    }

    #[test]
    fn files_with_crlf() {
        let text = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n \r\n-a\r\n+b\r\n";
        assert_eq!(Diff::from_unified(text).unwrap(), [changed("a", [(1, 1, " \r\n-a\r\n+b\r\n")])]);
    }

    #[test]
    fn bytes() {
        let text = b"--- a\xff\n+++ a\xff\n@@ -1 +1 @@\n-\xe4\n+\xc3\xa4\n";
        let diff = Diff::new("a\u{fffd}", [Hunk::new(1, 1, *b"-\xe4\n+\xc3\xa4\n")]);
        assert_eq!(Diff::from_unified(text).unwrap(), [diff]);
    }
}

mod errors {
    use super::*;

    #[test]
    fn no_diff() {
        fails("some text", "line 1: the text contains no unified diff");
        fails("a\n@@ -1 +1 @@\n-a\n+b\n", "line 2: the hunk does not belong to a file");
    }

    #[test]
    fn headers() {
        fails("diff --cc a\nindex 1,2..3\n", "line 1: combined diffs of merges are not supported");
        let no_name = "line 2: the header does not name a file";
        fails("\ndiff --git a b c\nindex 1..2\n", no_name);
        fails("\ndiff --git a\nindex 1..2\n", no_name);
        fails("\ndiff --git a/x b/y b/z\nold mode 100644\nnew mode 100755\n", no_name);
        let expected = "line 3: expected a line with `+++` and the new name of the file";
        fails("diff --git a/a b/a\n--- a/a\n@@ -1 +1 @@\n", expected);
    }

    #[test]
    fn hunk_headers() {
        for header in
            ["@@ -1 @@", "@@ 1 1 @@", "@@ -a +1 @@", "@@ -1 +1 +1 @@", "@@ -1,4294967296 +1 @@", "@@ "]
        {
            fails(&format!("--- a\n+++ a\n{header}\n"), "line 3: invalid hunk header");
        }
    }

    #[test]
    fn numbers_of_lines() {
        let mismatch = "the lines of the hunk do not match the numbers in its header";
        for (lines, line) in [
            ("-a\n-b\n+c\n", 5),
            ("-a\n+b\n+c\n", 6),
            ("-a\n+b\n c\n", 6),
            ("-a\n+b\n-c\n", 6),
            (" a\n+b\n", 5),
        ] {
            fails(&format!("--- a\n+++ a\n@@ -1 +1 @@\n{lines}"), &format!("line {line}: {mismatch}"));
        }
        let end = "line 5: the hunk ends before the last line that its header announces";
        fails("--- a\n+++ a\n@@ -1 +1 @@\n-a\n", end);
        fails("--- a\n+++ a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file", &end.replace('5', "6"));
        let other = "line 4: expected a line with `+`, `-` or a space in front";
        fails("--- a\n+++ a\n@@ -1 +1 @@\nfoo\n", other);
    }
}

mod any_text {
    use super::*;
    use proptest::prelude::*;
    use std::fmt::Write as _;

    fn line() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "diff --git a/x b/x",
            "diff --git a/x y b/x y\r",
            "diff --git \"a/\\303\" \"b/x",
            "rename to y",
            "index 1..2",
            "Binary files a/x and b/x differ",
            "--- a/x",
            "+++ b/x\t",
            "--- \"",
            "+++ /dev/null",
            "@@ -1 +1 @@",
            "@@ -0,0 +1,2 @@ fn",
            "@@ -4294967295 +0,0 @@",
            "@@ @@",
            "-a",
            "+b",
            " c",
            "\\ No newline",
            "-- ",
            "",
        ])
    }

    proptest! {
        #[test]
        fn is_read_or_has_a_mistake_in_a_line(lines in prop::collection::vec(line(), 0..12)) {
            let text = lines.join("\n");
            if let Err(error) = Diff::from_unified(&text) {
                prop_assert!((1..=lines.len() + 1).contains(&error.line()), "{error}");
            }
        }

        #[test]
        fn of_files_is_read(files in prop::collection::vec(("[a-z ]{1,6}", 0..4_u32, 0..4_u32, any::<bool>()), 1..4)) {
            let mut text = String::new();
            let mut expected = Vec::new();
            for (name, removed, added, is_git) in files {
                let name = format!("f{name}");
                let lines = "-r\n".repeat(removed as usize) + &"+a\n".repeat(added as usize) + " c\n";
                if is_git {
                    writeln!(text, "diff --git a/{name} b/{name}\nindex 1..2 100644").unwrap();
                }
                writeln!(text, "--- a/{name}\t\n+++ b/{name}\t").unwrap();
                write!(text, "@@ -7,{} +8,{} @@\n{lines}", removed + 1, added + 1).unwrap();
                expected.push(changed(&name, [(7, 8, lines.as_str())]));
            }
            prop_assert_eq!(Diff::from_unified(text).unwrap(), expected);
        }
    }
}

//! YAML.

use super::toon;
use snapbox::{IntoData, str};
use std::fmt::Write;

#[track_caller]
fn encodes(input: &str, output: &str) {
    toon(&["encode", "--from", "yaml"]).stdin(input).assert().success().stdout_eq(output).stderr_eq("");
}

#[track_caller]
fn refuses(input: &str, error: impl IntoData) {
    toon(&["encode", "--from", "yaml"]).stdin(input).assert().code(1).stdout_eq("").stderr_eq(error);
}

#[test]
fn values() {
    encodes(
        "# services\nbase: &base\n  image: x\nservices:\n  - <<: *base\n    ports: [1, 2]\ntext: |\n  two\n  lines\nyes: yes\nnone: ~\n",
        "base:\n  image: x\nservices[1]:\n  - ports[2]: 1,2\n    image: x\ntext: \"two\\nlines\\n\"\nyes: yes\nnone: null\n",
    );
    encodes("1: a\ntrue: b\n.inf: c\n", "\"1\": a\ntrue: b\n\".inf\": c\n");
}

#[test]
fn several_documents() {
    encodes("kind: Service\n---\nkind: Deployment\n", "[2]{kind}:\n  Service\n  Deployment\n");
    encodes("--- 1\n...\n---\n- 2\n...\n%YAML 1.2\n--- x\n", "[3]:\n  - 1\n  - [1]: 2\n  - x\n");
    // Anchors belong to their document.
    encodes("a: &a 1\nb: *a\n---\na: &a 2\nb: *a\n", "[2]{a,b}:\n  1,1\n  2,2\n");
    refuses(
        "a: &a 1\n---\nb: *a\n",
        str![[r#"
error: the alias `*a` has no anchor
 --> <stdin>:3:4
  |
3 | b: *a
  |    ^
  = help: define it further up in the same document, as in `&name value`, or quote a string that begins with `*`

"#]],
    );
}

#[test]
fn a_marker_at_the_end_adds_no_document() {
    for end in ["---\n", "...\n", "---\n# c\n", "...\n---\n...\n"] {
        encodes(&format!("a: 1\n{end}"), "a: 1\n");
    }
    for none in ["# c\n", "---\n", "---\n...\n", "---\n# c\n"] {
        encodes(none, "null\n");
    }
}

#[test]
fn documents_that_are_null() {
    encodes("---\n---\na: 1\n", "[2]:\n  - null\n  - a: 1\n");
    encodes("a: 1\n---\n---\nb: 2\n---\n", "[3]:\n  - a: 1\n  - null\n  - b: 2\n");
    encodes("~\n---\nnull\n---\n!!null\n--- !!str ~\n", "[4]: null,null,null,~\n");
}

#[test]
fn infinity_and_nan() {
    refuses(
        "x: [1, -.inf]\n",
        str![[r#"
error: -.inf cannot be represented in JSON or TOON
 --> <stdin>:1:8
  |
1 | x: [1, -.inf]
  |        ^
  = help: read it as null with `toon encode --non-finite null`, or quote it

"#]],
    );
    refuses(
        "x: 1e999\n",
        str![[r#"
error: the number 1e999 does not fit into 64 bits
 --> <stdin>:1:4
  |
1 | x: 1e999
  |    ^
  = help: read it as null with `toon encode --non-finite null`, or quote it

"#]],
    );
    toon(&["encode", "--from", "yaml", "--non-finite", "null"])
        .stdin("a: [1, -.inf]\nb: .NaN\nc: 1e999\nd: '.inf'\n")
        .assert()
        .success()
        .stdout_eq("a[2]: 1,null\nb: null\nc: null\nd: .inf\n");
}

#[test]
fn integers() {
    encodes(
        "a: 18446744073709551615\nb: -9223372036854775808\nc: 0xFFFFFFFFFFFFFFFF\nd: 0o17\ne: 00123456789012345678901\n",
        "a: 18446744073709551615\nb: -9223372036854775808\nc: 18446744073709551615\nd: 15\ne: \"00123456789012345678901\"\n",
    );
    // Neither of them is a number.
    encodes(
        "123456789012345678901: \"123456789012345678901\"\n",
        "\"123456789012345678901\": \"123456789012345678901\"\n",
    );
    refuses(
        "id: 18446744073709551616\n",
        str![[r#"
error: the integer 18446744073709551616 does not fit into 64 bits
 --> <stdin>:1:5
  |
1 | id: 18446744073709551616
  |     ^
  = help: quote it, to keep its digits as a string

"#]],
    );
    for number in [
        "-9223372036854775809",
        "0xFFFFFFFFFFFFFFFFF",
        "0o7777777777777777777777777",
        "+99999999999999999999",
    ] {
        toon(&["encode", "--from", "yaml"]).stdin(format!("- {number}\n")).assert().code(1).stdout_eq("");
    }
}

#[test]
fn tags() {
    encodes(
        "a: !!str 1\nb: !!int \"3\"\nc: !!float 1\nd: ! 3\ne: !!null ~\nf: !!seq [1]\n!!str g: !!map {}\n",
        "a: \"1\"\nb: 3\nc: 1\nd: \"3\"\ne: null\nf[1]: 1\ng:\n",
    );
    refuses(
        "Bucket:\n  Name: !Ref Logs\n",
        str![[r#"
error: the tag `!Ref` would be lost
 --> <stdin>:2:9
  |
2 |   Name: !Ref Logs
  |         ^
  = help: TOON has no tags: write it as a key, as in `{Ref: value}`, or use `toon encode --tags drop`

"#]],
    );
    refuses(
        "- !!binary aGk=\n",
        str![[r#"
error: the tag `!!binary` would be lost
 --> <stdin>:1:3
  |
1 | - !!binary aGk=
  |   ^
  = help: TOON has no tags: remove it, or use `toon encode --tags drop`

"#]],
    );
    refuses(
        "!Config\na: 1\n",
        str![[r#"
error: the tag `!Config` would be lost
 --> <stdin>:1:1
  |
1 | !Config
  | ^
  = help: TOON has no tags: write it as a key, as in `{Config: value}`, or use `toon encode --tags drop`

"#]],
    );
    refuses(
        "a: !!int x\n",
        str![[r#"
error: the value does not fit its tag
 --> <stdin>:1:10
  |
1 | a: !!int x
  |          ^
  = help: remove the tag, or correct the value

"#]],
    );
    toon(&["encode", "--from", "yaml", "--tags", "drop"])
        .stdin("a: !Ref x\nb: !!binary aGk=\nc: !!set {x}\nd: !Sub\n  - 1\n")
        .assert()
        .success()
        .stdout_eq("a: x\nb: aGk=\nc:\n  x: null\nd[1]: 1\n");
}

/// Each kind of mistake has advice of its own.
#[test]
fn mistakes() {
    refuses(
        "a:\n\tb: 1\n",
        str![[r#"
error: a tab where YAML allows only spaces
 --> <stdin>:2:1
  |
2 |     b: 1
  | ^
  = help: indent with spaces instead of tabs

"#]],
    );
    refuses(
        "a: 1\nb: 2\na: 3\n",
        str![[r#"
error: duplicate key `a`
 --> <stdin>:3:1
  |
3 | a: 3
  | ^
  = help: remove or rename one of the two keys

"#]],
    );
    refuses(
        "a: *base\n",
        str![[r#"
error: the alias `*base` has no anchor
 --> <stdin>:1:4
  |
1 | a: *base
  |    ^
  = help: define it further up in the same document, as in `&name value`, or quote a string that begins with `*`

"#]],
    );
    refuses(
        "a: \"x\nb: 1\n",
        str![[r#"
error: unclosed quote
 --> <stdin>:1:4
  |
1 | a: "x
  |    ^
  = help: close the string with the quote that it begins with; a string with quotes in it is written as 'say "hi"' or "it's"

"#]],
    );
    refuses(
        "a: \"x\" y\n",
        str![[r#"
error: text after a closing quote
 --> <stdin>:1:8
  |
1 | a: "x" y
  |        ^
  = help: quote the whole value, with a quote inside it written as \" between double quotes and as '' between single quotes

"#]],
    );
    refuses(
        "a: \"C:\\dir\"\n",
        str![[r#"
error: invalid escape sequence
 --> <stdin>:1:4
  |
1 | a: "C:\dir"
  |    ^
  = help: write a backslash as \\, or use single quotes, in which nothing is escaped

"#]],
    );
    refuses(
        "a: [1, 2\n",
        str![[r#"
error: unclosed bracket '['
 --> <stdin>:1:4
  |
1 | a: [1, 2
  |    ^
  = help: close it with `]`, or quote a string that begins with `[`

"#]],
    );
    refuses(
        "a: [1, 2\nb: }\n",
        str![[r#"
error: mapping values are not allowed here
 --> <stdin>:2:2
  |
2 | b: }
  |  ^
  = help: indent the key like those before it, and close the brackets and quotes above

"#]],
    );
}

#[test]
fn mistakes_of_structure() {
    refuses(
        "title: part 1: begin\n",
        str![[r#"
error: mapping values are not allowed here
 --> <stdin>:1:14
  |
1 | title: part 1: begin
  |              ^
  = help: quote a string that contains a colon and a space, and begin each key on a line of its own

"#]],
    );
    refuses(
        "a: 1\n b: 2\n",
        str![[r#"
error: mapping values are not allowed here
 --> <stdin>:2:3
  |
2 |  b: 2
  |   ^
  = help: indent the key like those before it, and close the brackets and quotes above

"#]],
    );
    refuses(
        "- a\nb: 1\n",
        str![[r#"
error: expected `- `, as on the lines before
 --> <stdin>:2:1
  |
2 | b: 1
  | ^
  = help: indent with spaces: indent sibling entries equally, and nested content further

"#]],
    );
    refuses(
        "a: @home\n",
        str![[r#"
error: `@` cannot begin a value
 --> <stdin>:1:4
  |
1 | a: @home
  |    ^
  = help: quote the whole string

"#]],
    );
    refuses(
        "a: - b\n",
        str![[r#"
error: a list item is not allowed here
 --> <stdin>:1:4
  |
1 | a: - b
  |    ^
  = help: begin each item on a line of its own, below its key, or quote a string that begins with `-`

"#]],
    );
    refuses(
        "a: |x\n  y\n",
        str![[r#"
error: text after a block scalar indicator
 --> <stdin>:1:4
  |
1 | a: |x
  |    ^
  = help: begin the text below `|` or `>`, or quote a string that begins with one

"#]],
    );
}

#[test]
fn mistakes_of_keys_and_aliases() {
    refuses(
        "? [a]\n: 1\n",
        str![[r#"
error: a key must be a string
 --> <stdin>:1:3
  |
1 | ? [a]
  |   ^
  = help: quote the key; a list or mapping cannot be one

"#]],
    );
    refuses(
        "a: &a [*a]\n",
        str![[r#"
error: an alias within its own anchor
 --> <stdin>:1:8
  |
1 | a: &a [*a]
  |        ^
  = help: TOON has no references: write the value out

"#]],
    );
    refuses(
        "a: &a 1\nb: {<<: *a}\n",
        str![[r#"
error: `<<` merges a mapping, or a list of mappings
 --> <stdin>:1:7
  |
1 | a: &a 1
  |       ^
  = help: write an alias such as `<<: *name`, or quote the key to keep it

"#]],
    );
    refuses(
        &format!("{}{}", "[".repeat(200), "]".repeat(200)),
        str![[r#"
error: nested deeper than 128 levels
 --> <stdin>:1:129
  |
1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
  |                                                              ^
  = help: reduce the nesting

"#]],
    );
}

/// All keys become strings.
#[test]
fn keys_that_become_the_same() {
    for (first, second) in [
        ("1", "\"1\""),
        ("\"1\"", "1"),
        ("1.5", "'1.5'"),
        ("true", "'true'"),
        ("!!str 1", "1"),
        ("a", "'a'"),
        ("<<", "<<x"),
        ("&k 1", "*k "),
    ] {
        let is_same = second != "<<x";
        let input = format!("{first}: {{}}\n{second}: b\n");
        let assert = toon(&["encode", "--from", "yaml"]).stdin(input).assert();
        assert.code(i32::from(is_same));
    }
    refuses(
        "1: a\n\"1\": b\n",
        str![[r#"
error: duplicate key `1`
 --> <stdin>:2:1
  |
2 | "1": b
  | ^
  = help: remove or rename one of the two keys

"#]],
    );
    // A mapping's own entries count, and otherwise those that are merged first.
    encodes("x: &b {1: a}\ny: {<<: *b, \"1\": z, 2: q}\n", "x:\n  \"1\": a\ny:\n  \"1\": z\n  \"2\": q\n");
    encodes(
        "- &a {1: a}\n- &b {\"1\": b, 2: b}\n- <<: [*a, *b]\n",
        "[3]:\n  - \"1\": a\n  - \"1\": b\n    \"2\": b\n  - \"1\": a\n    \"2\": b\n",
    );
}

#[test]
fn values_that_do_not_fit_their_tags() {
    for value in ["!!null abc", "!!null 'x'", "!!int abc", "!!bool 1"] {
        let input = format!("a: {value}\n");
        let error = toon(&["encode", "--from", "yaml"]).stdin(input).assert().code(1);
        let error = String::from_utf8_lossy(&error.get_output().stderr).into_owned();
        assert!(error.starts_with("error: the value does not fit its tag\n --> <stdin>:1:"), "{error}");
    }
    encodes("a: !!null\nb: !!null ~\nc: !!null null\nd: !!null ''\n", "a: null\nb: null\nc: null\nd: null\n");
    refuses(
        "a: !!int 123456789012345678901234567890\n",
        str![[r#"
error: the integer 123456789012345678901234567890 does not fit into 64 bits
 --> <stdin>:1:10
  |
1 | a: !!int 123456789012345678901234567890
  |          ^
  = help: remove the tag and quote it, to keep its digits as a string

"#]],
    );
}

#[test]
fn tabs() {
    for (input, place) in [("a:\n\tb: 1\n", "2:1"), ("a: |\n\tb\n", "2:1")] {
        let error = toon(&["encode", "--from", "yaml"]).stdin(input).assert().code(1);
        let error = String::from_utf8_lossy(&error.get_output().stderr).into_owned();
        let expected = format!("error: a tab where YAML allows only spaces\n --> <stdin>:{place}\n");
        assert!(error.starts_with(&expected), "{input:?}: {error}");
    }
}

/// The caret is below the column, whatever the characters before it are.
#[test]
fn carets() {
    refuses(
        "\u{feff}漢字: @x\r\n",
        str![[r#"
error: `@` cannot begin a value
 --> <stdin>:1:5
  |
1 | 漢字: @x
  |       ^
  = help: quote the whole string

"#]],
    );
    refuses(
        &format!("{}: @x\n", "a".repeat(200)),
        str![[r#"
error: `@` cannot begin a value
 --> <stdin>:1:203
  |
1 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: @x
  |                                                              ^
  = help: quote the whole string

"#]],
    );
}

/// More than one alias for each anchor is no attack.
#[test]
fn aliases_of_one_anchor() {
    let aliases = "- *a\n".repeat(500);
    encodes(&format!("- &a x\n{aliases}"), &format!("[501]: x{}\n", ",x".repeat(500)));
}

/// More values than readers of YAML usually accept.
#[test]
fn many_values() {
    let count = 251_000;
    let values = format!("1{}", ",1".repeat(count - 1));
    encodes(&format!("[{values}]"), &format!("[{count}]: {values}\n"));
}

/// The output can be read back.
#[test]
fn as_deep_as_toon() {
    let toon_text = (0..127).map(|level| "  ".repeat(level) + "a:\n").collect::<String>();
    let yaml = toon(&["decode", "--to", "yaml"]).stdin(&*toon_text).assert().success();
    encodes(std::str::from_utf8(&yaml.get_output().stdout).unwrap(), &toon_text);
}

/// Ten levels of nine aliases are a few bytes, and a billion strings, which are long enough to
/// reach a limit soon.
#[test]
fn aliases_that_explode() {
    let mut bomb = format!("a0: &a0 [{}]\n", vec!["x".repeat(500); 9].join(","));
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(",");
        writeln!(bomb, "a{level}: &a{level} [{aliases}]").unwrap();
    }
    let error = toon(&["encode", "--from", "yaml"]).stdin(bomb).assert().code(1);
    error.stdout_eq("").stderr_eq(str![[r#"
error: expanding the aliases exceeds the limit
 --> <stdin>:6:14
...
"#]]);
}

/// A long string cannot be repeated without limit either.
#[test]
fn aliases_that_repeat() {
    let text = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), ["*a"; 80].join(","));
    toon(&["encode", "--from", "yaml"]).stdin(text).assert().code(1).stdout_eq("");
}

/// Many documents share the limits of one.
#[test]
fn aliases_in_many_documents() {
    let document = format!("---\na: &a {}\nb: [{}]\n", "x".repeat(1 << 20), ["*a"; 30].join(","));
    let error = toon(&["encode", "--from", "yaml"]).stdin(document.repeat(3)).assert().code(1);
    error.stdout_eq("").stderr_eq(str![[r#"
error: expanding the aliases exceeds the limit
 --> <stdin>:9:17
  |
9 | b: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]
  |                 ^
  = help: TOON has no references: write out what is needed, without aliases of aliases

"#]]);
}

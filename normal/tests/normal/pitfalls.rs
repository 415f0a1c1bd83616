//! Earlier mistakes, and edge cases.

use crate::support::check::{Case, Setup, check_as_data};
use crate::support::json::Json;
use toon_normal::{Form, KeyOrder, Level, Options, Step, is_marked};

/// Checks that every level and key order restores the value; returns the texts.
#[track_caller]
fn comes_back(json: &str) -> Vec<(String, Form)> {
    let case = Case::parse(json).unwrap();
    let check = |setup| match case.check(&setup).and_then(|(text, form)| {
        check_as_data(&text, &setup)?;
        Ok((text, form))
    }) {
        Ok(out) => out,
        Err(wrong) => panic!("{setup:?}: {wrong}"),
    };
    Setup::all().into_iter().map(check).collect()
}

/// The same for a value that is written in the normal form in each of them.
#[track_caller]
fn comes_back_from_the_form(json: &str) -> Vec<String> {
    let texts = comes_back(json);
    assert!(texts.iter().all(|(_, form)| *form == Form::Normal), "{texts:?}");
    texts.into_iter().map(|(text, _)| text).collect()
}

/// A list with the objects that `row` makes of their indices.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    let rows: Vec<String> = (0..count).map(row).collect();
    format!("[{}]", rows.join(","))
}

#[test]
fn a_constant_null_is_a_legend() {
    comes_back_from_the_form(&rows(9, |i| format!(r#"{{"id":{i},"closed_at":null,"locked":false}}"#)));
    comes_back(&rows(9, |_| r#"{"closed_at":null}"#.to_owned()));
}

#[test]
fn a_template_that_begins_with_a_brace_is_not_json_text() {
    const NAMES: [&str; 5] = ["ada-lovelace", "bob-the-builder", "cy-twombly", "dora-maar", "emmy-noether"];
    comes_back_from_the_form(&rows(5, |i| {
        format!(r#"{{"owner":"{0}","repository":"{0}/engine","parts":[{{"a":1}},[2]]}}"#, NAMES[i])
    }));
    // Constants that look like both.
    comes_back(&rows(5, |i| {
        let texts = r#""a":"{id}","b":"{}","c":"[1]","d":"_[1]","e":"{\"x\":1}","f":["[1]","_"],"g":"{id"#;
        format!(r#"{{"id":{i},{texts}"}}"#)
    }));
}

#[test]
fn the_mark_of_an_inner_group_shows_the_outer_ones() {
    const GROUPS: [&str; 6] = [
        r#","outer":{"inner":null}"#,
        r#","outer":{"inner":{}}"#,
        r#","outer":{"inner":{"number":1,"text":"a"}}"#,
        r#","outer":{}"#,
        r#","outer":null"#,
        "",
    ];
    let row = |i: usize| format!(r#"{{"identifier":{i}{}}}"#, GROUPS[i % GROUPS.len()]);
    comes_back(&rows(24, row));
    comes_back(&rows(24, |i| row(i % 3)));
    comes_back(&rows(24, |i| row(i % 2)));
    let constant = |i: usize| GROUPS[i % 3].replace('}', r#","kind":"Pod"}"#).replace("{,", "{");
    comes_back(&rows(24, |i| format!(r#"{{"identifier":{i}{}}}"#, constant(i))));
}

#[test]
fn a_group_whose_own_cells_are_all_absent() {
    let note = |i: usize| if i % 3 == 0 { r#","note":"text""# } else { "" };
    comes_back_from_the_form(&rows(12, |i| {
        format!(r#"{{"id":{i},"reference":{{"kind":"Pod","version":"v1"{}}}}}"#, note(i))
    }));
    // The same if the group itself is sometimes absent, and if it contains templates.
    comes_back(&rows(12, |i| match i % 4 {
        0 => format!(r#"{{"identifier":{i}}}"#),
        _ => format!(r#"{{"identifier":{i},"reference":{{"url":"https://x.org/{i}"{}}}}}"#, note(i)),
    }));
}

#[test]
fn a_child_path_through_a_reserved_word() {
    for word in [
        "order", "of", "each", "json", "key", "in", "map", "alt", "tuple", "words", "list", "pairs",
        "numbers",
    ] {
        let children = r#"[{"sku":"A-1","quantity":2},{"sku":"B-7","quantity":1}]"#;
        comes_back(&rows(6, |i| format!(r#"{{"id":{i},"{word}":{{"x":{children}}},"y":"text"}}"#)));
        comes_back(&rows(6, |i| format!(r#"{{"id":{i},"x":{{"{word}":{children}}},"y":"text"}}"#)));
        comes_back(&rows(6, |i| format!(r#"{{"id":{i},"{word}":{children},"y":"text"}}"#)));
        comes_back(&format!(
            r#"{{"{word}":{0},"a":{{"{word}":{0},"a.{word}":{0}}}}}"#,
            rows(6, |i| { format!(r#"{{"{word}":{i},"text":"of all","rest":[{i}]}}"#) })
        ));
    }
}

#[test]
fn a_column_with_the_name_of_a_side_column() {
    for key in ["_key", "_ref", "_of"] {
        let user = |i: usize| {
            format!(r#"{{"{key}":"user-{i}","admin":false,"url":"https://x.org/users/user-{i}"}}"#)
        };
        let row = |i: usize| format!(r#"{{"id":{i},"user":{0},"{key}":{i},"seen":[{0},{0}]}}"#, user(i % 2));
        comes_back(&rows(12, row));
        let members: Vec<String> = (0..12).map(|i| format!(r#""row-{i}":{}"#, row(i))).collect();
        comes_back(&format!("{{{}}}", members.join(",")));
    }
}

#[test]
fn a_natural_key_that_is_the_empty_string() {
    const LOGINS: [&str; 4] = ["", "_", "~2", "null"];
    let user =
        |login| format!(r#"{{"login":"{login}","kind":"User","url":"https://x.org/users/{login}/profile"}}"#);
    comes_back_from_the_form(&rows(24, |i| {
        format!(r#"{{"id":{i},"user":{},"assignee":{}}}"#, user(LOGINS[i % 4]), user(LOGINS[i % 3]))
    }));
}

#[test]
fn all_columns_are_constant() {
    for count in [1, 2, 5, 30] {
        comes_back(&rows(count, |_| r#"{"state":"open","locked":false}"#.to_owned()));
        comes_back(&rows(count, |_| r#"{"group":{"state":"open","locked":null}}"#.to_owned()));
        comes_back(&rows(count, |_| r#"{"children":[{"state":"open","locked":false}],"x":[]}"#.to_owned()));
        let row = r#"{"state":"open","locked":false}"#;
        comes_back(&rows(3, |i| format!(r#"{{"id":{i},"children":[{}]}}"#, vec![row; count].join(","))));
    }
}

#[test]
fn keys_with_dots() {
    const KEYS: [&str; 14] = [
        "a.",
        "a..b",
        ".",
        "",
        "list.each",
        "a",
        "a.b",
        "a.b.",
        "..",
        "list",
        "_form",
        "_form.",
        "_let.x",
        "_same.each",
    ];
    let members = |value: &str| KEYS.map(|key| format!(r#""{key}":{value}"#)).join(",");
    comes_back(&format!("{{{}}}", members("1")));
    comes_back(&format!("{{{}}}", members(r#"{"each":1,".":2}"#)));
    comes_back(&format!(r#"{{"first":0,{}}}"#, members(&rows(3, |i| format!(r#"{{"a.":{i},"b":"all"}}"#)))));
    comes_back_from_the_form(&rows(8, |i| format!(r#"{{"id":{i},{}}}"#, members(r#""constant""#))));
    comes_back(&rows(8, |i| format!(r#"{{"id":{i},{}}}"#, members(&format!("[{i},1]")))));
    comes_back(&rows(8, |i| format!(r#"{{"id":{i},"group":{{{}}}}}"#, members(&i.to_string()))));
    comes_back(&format!("{{{}}}", members(r#"{"a.":1,"text":"of all","a":[]}"#)));
    for key in KEYS {
        comes_back(&format!(r#"{{"{key}":{}}}"#, rows(8, |i| format!(r#"{{"id":{i},"{key}":"constant"}}"#))));
        comes_back(&rows(8, |i| format!(r#"{{"id":{i},"{key}":[{{"x":{i},"y":"constant"}},{{"x":1}}]}}"#)));
    }
}

#[test]
fn objects_of_objects_keep_the_order_of_their_keys() {
    let pair = r#"{"x":{"a":1,"b":2},"y":{"b":3,"a":4}}"#;
    comes_back(pair);
    comes_back(&format!(r#"{{"p":{pair}}}"#));
    comes_back(&format!(r#"{{"p":{pair},"q":[{pair}],"r":[[{pair}]]}}"#));
    comes_back(&rows(9, |i| format!(r#"{{"id":{i},"constant":{pair}}}"#)));
    comes_back(&rows(9, |i| format!(r#"{{"id":{i},"constant":{{"of":{pair}}}}}"#)));
    // Beside what is not the same in all rows, so that the legend is two objects side by side.
    let user = r#"{"size":"same","admin":false,"type":"User","id":"a"}"#;
    let other = r#"{"admin":false,"type":"User","id":"a","size":"x"}"#;
    comes_back(&rows(2, |i| {
        let group = if i == 0 { "" } else { r#","in":"""# };
        format!(r#"{{"user":{user},"group":{{"type":true{group}}},"other":{other}}}"#)
    }));
    // What would be groups of one table stands apart where there is a list or an empty object among
    // them.
    for apart in ["[]", "[1]", "{}", "1"] {
        let with = format!(r#"{{"x":{{"in":{pair},"z":{apart}}},"y":{{"in":{pair},"z":{apart}}}}}"#);
        comes_back(&with);
        comes_back(&rows(9, |i| format!(r#"{{"id":{i},"constant":{with}}}"#)));
        comes_back(&rows(9, |i| {
            let apart = if i == 0 { "null" } else { apart };
            format!(
                r#"{{"id":{i},"all":{{"x":{{"in":{pair},"z":{apart}}},"y":{{"in":{pair},"z":"of all"}}}}}}"#
            )
        }));
    }
    // In groups, too.
    comes_back(r#"{"x":{"g":{"a":1,"b":2}},"y":{"g":{"b":3,"a":4}},"z":{"g":{"a":5,"b":6}}}"#);
    comes_back(r#"[{"a":1,"b":2},{"b":3,"a":4}]"#);
    comes_back(r#"{"p":[[{"a":1,"b":2},{"b":3,"a":4}]]}"#);
    comes_back(r#"{"p":[{"g":{"a":1,"b":2}},{"g":{"b":3,"a":4}}]}"#);
}

#[test]
fn repeated_texts_that_begin_with_a_dollar_sign() {
    for text in
        ["$", "$a", "$$a", "$$$", "$repo/x", "$ a", "$é", "$1 $2 $$3", "x $a", "$a$b", "costs $5, $$5"]
    {
        let long = "and what follows is long enough to be worth a name";
        comes_back(&rows(20, |i| {
            format!(r#"{{"id":{i},"a":["{text} {long}","{text}"],"b":"{text}/{long}/{i}"}}"#)
        }));
        // Beside an alias, which makes the sign special.
        let url = "https://api.github.com/repos/acme/shop";
        comes_back(&rows(20, |i| {
            format!(r#"{{"id":{i},"a":["{url}/issues","{text}"],"b":[{{"c":"{text}"}}],"{text}":"{url}"}}"#)
        }));
    }
}

#[test]
fn equal_to_the_eye_but_not_by_type() {
    for values in [
        ["1", "true", "\"1\""],
        ["1", "\"1\"", "1"],
        ["1", "true", "1"],
        ["0", "false", "null"],
        ["\"\"", "null", "[]"],
        ["\"null\"", "null", "null"],
        ["{}", "[]", "{}"],
        ["\"[]\"", "[]", "[]"],
        ["\"{}\"", "{}", "{}"],
        ["[1]", "1", "[1]"],
        ["[\"1\"]", "[1]", "[1]"],
        ["1.0", "1", "1e0"],
    ] {
        comes_back(&rows(9, |i| format!(r#"{{"identifier":{i},"value":{},"state":"open"}}"#, values[i % 3])));
        comes_back(&rows(9, |i| format!(r#"{{"value":{},"state":"open"}}"#, values[usize::from(i == 8)])));
        comes_back(&rows(9, |i| {
            format!(r#"{{"identifier":{i},"user":{{"login":{0},"copy":{0},"x":1}}}}"#, values[i % 3])
        }));
        comes_back(&rows(9, |i| {
            format!(r#"{{"id":{},"children":[{{"sku":"A-{i}"}},{{"sku":"B"}}]}}"#, values[i % 3])
        }));
    }
    // Numbers are equal by value: this is a constant.
    let spelled = ["1.0", "1", "1e0", "10e-1"];
    comes_back_from_the_form(&rows(40, |i| {
        format!(r#"{{"id":{i},"a_number_with_a_long_name":{}}}"#, spelled[i % 4])
    }));
}

#[test]
fn the_middle_of_a_prefix() {
    for digits in
        ["123456789012345678", "1234567890123456789", "18446744073709551616", "007", "-5", "-0", "1e5", ""]
    {
        for suffix in ["", "/edit"] {
            comes_back(&rows(9, |i| {
                let middle = if i % 2 == 0 { digits.to_owned() } else { i.to_string() };
                format!(r#"{{"id":{i},"url":"https://example.org/things/{middle}{suffix}"}}"#)
            }));
        }
        comes_back(&rows(9, |i| format!(r#"{{"id":{i},"code":"ORDER-{digits}-{i}"}}"#)));
    }
    // Nothing but the prefix, nothing at all, and what has a meaning of its own in a cell.
    for middle in ["", "_", "_null", "null", "[1]", "{}", "true", "$a"] {
        comes_back(&rows(12, |i| match i % 4 {
            0 => format!(r#"{{"id":{i},"url":"https://example.org/things/{middle}"}}"#),
            1 => format!(r#"{{"id":{i},"url":null}}"#),
            2 => format!(r#"{{"id":{i}}}"#),
            _ => format!(r#"{{"id":{i},"url":"https://example.org/things/{i}"}}"#),
        }));
    }
}

#[test]
fn the_text_of_a_fraction_is_in_no_template() {
    for number in ["1.5", "1.50", "1e21", "1e400", "0.1000000000000000055511151231257827", "-2.5"] {
        comes_back(&rows(9, |i| {
            format!(r#"{{"id":{i},"version":{number},"name":"package-{number}-linux"}}"#)
        }));
        comes_back(&rows(9, |i| {
            let number = format!("{}{}", i + 1, number.trim_start_matches('-'));
            format!(r#"{{"version":{number},"name":"package-{number}-linux"}}"#)
        }));
    }
}

#[test]
fn a_document_with_a_mark_of_its_own() {
    let marked = [r#""1 list""#, r#""1 object""#, r#""1 object time""#, r#""12345678901234567890 list""#];
    for mark in marked {
        for rest in
            ["", r#","list":[1,2]"#, r#","_form.":"1 list""#, r#","_let":{"a":"b"},"_same":{},"x":"$a"#]
        {
            let rest = if rest.ends_with("$a") { format!("{rest}\"") } else { rest.to_owned() };
            for text in comes_back_from_the_form(&format!(r#"{{"_form":{mark}{rest}}}"#)) {
                assert!(text.contains("_form.:"), "{text}");
            }
        }
    }
    for data in [
        "1",
        "null",
        r#""""#,
        r#""letter""#,
        r#""0 list""#,
        r#""01 list""#,
        r#""1 list time ""#,
        r#""1  list""#,
        "[]",
    ] {
        for (text, form) in comes_back(&format!(r#"{{"_form":{data},"to":"Ada"}}"#)) {
            assert_eq!((form, is_marked(&text)), (Form::Toon, false), "{text}");
        }
    }
    // Only the first key makes a mark.
    for (text, _) in comes_back(r#"{"a":1,"_form":"1 list"}"#) {
        assert!(!is_marked(&text), "{text}");
    }
    comes_back(r#"[{"_form":"1 list"},{"_form":"1 list"}]"#);
    comes_back(r#"{"a":{"_form":"1 list"}}"#);
}

#[test]
fn every_kind_of_root() {
    for root in [
        "null",
        "true",
        "0",
        "-0.0",
        "1e400",
        "12345678901234567890123",
        r#""""#,
        r#""_""#,
        r#""[1]""#,
        r#""$a""#,
        r#""1 list""#,
        r#""2026-01-01T10:00:00Z""#,
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "[{},{}]",
        "[[],[{}]]",
        r#"{"":{}}"#,
        r#"{"":[]}"#,
        "[null]",
        r#"["_","_null","_empty","__"]"#,
        "[[[1]],[[2]]]",
        r#"{"a":{"a":{"a":{}}}}"#,
    ] {
        comes_back(root);
    }
    let texts =
        comes_back_from_the_form(&rows(30, |i| format!(r#"{{"id":{i},"state":"open","locked":false}}"#)));
    assert!(texts.iter().all(|text| text.starts_with("_form: 1 list")), "{texts:?}");
}

#[test]
fn the_deepest_values() {
    let run = || {
        for [open, close] in [["[", "]"], [r#"{"a":"#, "}"], [r#"[{"a":"#, "}]"], [r#"{"a.b":[[],"#, "]}"]] {
            let levels = open.matches(['[', '{']).count().min(2);
            let nested = |depth: usize| {
                let count = depth / levels;
                format!("{}1{}", open.repeat(count), close.repeat(count))
            };
            for depth in [64, 126] {
                for level in [Level::Legible, Level::Dense] {
                    let options = Options::new().level(level);
                    let json = nested(depth);
                    let text = options.from_json(&json).unwrap().text;
                    assert_eq!(options.to_json(&text).unwrap(), json);
                }
            }
            for depth in [1_000, 100_000] {
                assert!(Options::new().from_json(&nested(depth)).is_err());
            }
        }
    };
    // The default stack size of Rust threads.
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

/// 18 MB that would be a form of 17 kB, which no reader would expand.
#[test]
fn what_no_reader_would_expand_is_not_written() {
    let text = "long ".repeat(1_700);
    let json = rows(2_100, |i| format!(r#"{{"id":{},"text":"{text}"}}"#, i % 10));
    let options = Options::new();
    let out = options.from_json(&json).unwrap();
    assert!(json.len() < 1_000 * out.text.len(), "{:?} of {} bytes", out.form, out.text.len());
    assert!(options.to_json(&out.text).unwrap() == json);
}

/// Rows have no side keys, in whatever order their keys are.
#[test]
fn side_keys_in_what_becomes_a_table() {
    let json = r#"[{"name":"","metadata":1,"b":[[]]},{"b":[[]],"metadata":1,"name":""}]"#;
    comes_back(json);
    for mut setup in Setup::all() {
        setup.without = vec![Step::Tables];
        Case::parse(json).unwrap().check(&setup).unwrap_or_else(|wrong| panic!("{setup:?}: {wrong}"));
    }
    comes_back(r#"[{"x":{"a":1,"b":2},"y":{"b":3,"a":4}}]"#);
    comes_back(r#"{"p":[{"x":{"a":1,"b":2},"y":{"b":3,"a":4}}]}"#);
}

#[test]
fn header_order_gives_the_same_members() {
    let json = rows(12, |i| match i % 3 {
        0 => format!(r#"{{"b":"x","id":{i},"a":null}}"#),
        1 => format!(r#"{{"id":{i},"a":[],"b":"x"}}"#),
        _ => format!(r#"{{"a":{{}},"b":"x","id":{i}}}"#),
    });
    comes_back(&json);
    let header = Options::new().key_order(KeyOrder::Header).from_json(&json).unwrap().text;
    let exact = Options::new().from_json(&json).unwrap().text;
    assert!(header.len() <= exact.len());
    assert!(!header.contains(".alt") && !header.contains(".order"), "{header}");
    let back = Json::parse(&Options::new().to_json(&header).unwrap()).unwrap();
    assert_eq!(back.sorted(), Json::parse(&json).unwrap().sorted());
}

/// `a.b` and `b` in `a` have one text: what `json` declares for one of them counts for the other.
#[test]
fn underscores_in_a_declared_legend() {
    for text in ["__", "_", "__null", "_empty", "[x]", "_[x]", "{x}", "_{x}"] {
        comes_back(&rows(10, |i| format!(r#"{{"a.b":[[{i}]],"a":{{"b":"{text}","c":{i}}}}}"#)));
    }
    let text = "_form: 1 object\nt.each:\n  a: __\nt.json: a\nt[2]{b}:\n  1\n  2";
    assert_eq!(toon_normal::to_json(text).unwrap(), r#"{"t":[{"b":1,"a":"__"},{"b":2,"a":"__"}]}"#);
}

/// Escapes count in what a form expands to.
#[test]
fn a_form_that_a_reader_would_refuse_is_not_written() {
    // 16.8 MB, of a form of 16.5 kB.
    let control = "\\u0001".repeat(1500);
    let json = rows(1866, |_| format!(r#"{{"a":0,"c":"{control}"}}"#));
    let text = Options::new().from_json(&json).unwrap();
    assert_eq!(Options::new().to_json(&text.text).unwrap(), json);
}

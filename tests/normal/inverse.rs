//! Documents written by hand, and the values that they are read as.

use std::time::Instant;
use toon::normal::{Options, to_json};
use toon::{Category, DecodeOptions, ErrorKind};

/// Reads the members of a form of an object.
#[track_caller]
fn reads(members: &str, json: &str) {
    reads_text(&format!("_form: 1 object\n{members}"), json);
}

/// Reads `list` and its side keys.
#[track_caller]
fn reads_list(list: &str, json: &str) {
    reads_text(&format!("_form: 1 list\n{list}"), json);
}

#[track_caller]
fn reads_text(text: &str, json: &str) {
    match to_json(text) {
        Ok(found) => assert_eq!(found, json, "{text}"),
        Err(error) => panic!("{}", error.render(text)),
    }
}

/// Whether the members of a form of an object are refused at this line and column, the mark being line 1.
#[track_caller]
fn refuses(members: &str, line: usize, column: usize, message: &str) {
    refuses_text(&format!("_form: 1 object\n{members}"), line, column, message);
}

#[track_caller]
fn refuses_text(text: &str, line: usize, column: usize, message: &str) {
    match to_json(text) {
        Ok(json) => panic!("read as {json}:\n{text}"),
        Err(error) => {
            assert_eq!((error.line(), error.column()), (line, column), "{}", error.render(text));
            let found = error.kind().to_string();
            assert!(found.contains(message), "{found:?} is not about {message:?}");
            assert!(error.path().is_some(), "{}", error.render(text));
        }
    }
}

/// Runs `test` in less time than anything that is not linear would take.
#[track_caller]
fn quickly<T>(test: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = test();
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 30, "{seconds} seconds");
    value
}

mod page {
    //! Every example of the description.

    use super::{reads, reads_list, reads_text};

    #[test]
    fn the_mark() {
        reads_text("_form: 1 list\nlist[2]: a,b", r#"["a","b"]"#);
        reads_text("_form: 1 object\n_form.: 1 list", r#"{"_form":"1 list"}"#);
    }

    #[test]
    fn aliases() {
        reads(
            "_let:\n  repo: \"https://api.github.com/repos/acme/shop\"\nsee[2]: $repo/issues/41,costs $$5",
            r#"{"see":["https://api.github.com/repos/acme/shop/issues/41","costs $5"]}"#,
        );
    }

    #[test]
    fn each() {
        reads(
            "users.each:\n  url: \"https://x.org/u/{login}\"\n  active: true\nusers[2]{id,login}:\n  1,ada\n  2,bob",
            r#"{"users":[{"id":1,"login":"ada","url":"https://x.org/u/ada","active":true},{"id":2,"login":"bob","url":"https://x.org/u/bob","active":true}]}"#,
        );
    }

    #[test]
    fn list_cells() {
        reads(
            "t.words: labels\nt.list: authors\nt.pairs: env\nt.numbers: size\nt[2]{labels,authors,env,size}:\n  bug ui,Ada King; Bob Ray,tier=web; zone=b,3 4\n  docs,Cy Low,tier=db,5",
            r#"{"t":[{"labels":["bug","ui"],"authors":["Ada King","Bob Ray"],"env":{"tier":"web","zone":"b"},"size":[3,4]},{"labels":["docs"],"authors":["Cy Low"],"env":{"tier":"db"},"size":[5]}]}"#,
        );
    }

    #[test]
    fn tuple() {
        reads(
            "shops.tuple: at\nshops[1]{name,at{\"0\",\"1\"}}:\n  North,1.5,2.5",
            r#"{"shops":[{"name":"North","at":[1.5,2.5]}]}"#,
        );
    }

    #[test]
    fn json_cells() {
        reads(
            "t.json: extra\nt[2]{title,extra}:\n  \"[WIP] fix\",\"[1,[2]]\"\n  done,none",
            r#"{"t":[{"title":"[WIP] fix","extra":[1,[2]]},{"title":"done","extra":"none"}]}"#,
        );
    }

    #[test]
    fn map() {
        reads(
            "flags.map: _key\nflags[2]{_key,on,note}:\n  dark-mode,true,_\n  beta,false,internal",
            r#"{"flags":{"dark-mode":{"on":true},"beta":{"on":false,"note":"internal"}}}"#,
        );
    }

    #[test]
    fn children_by_count() {
        reads(
            "orders[2]{id,items}:\n  1000,2\n  1001,0\norders.items[2]{sku,qty}:\n  A-1,2\n  B-7,1",
            r#"{"orders":[{"id":1000,"items":[{"sku":"A-1","qty":2},{"sku":"B-7","qty":1}]},{"id":1001,"items":[]}]}"#,
        );
    }

    #[test]
    fn children_by_key() {
        reads(
            "orders.each:\n  items: []\norders[2]{id}:\n  1000\n  1001\norders.items.of: id\norders.items[2]{_of,sku,qty}:\n  1000,A-1,2\n  1000,B-7,1",
            r#"{"orders":[{"id":1000,"items":[{"sku":"A-1","qty":2},{"sku":"B-7","qty":1}]},{"id":1001,"items":[]}]}"#,
        );
    }

    #[test]
    fn order() {
        reads(
            "t.each:\n  b: true\nt.order: 1 1 1\nt[2]{a,c}:\n  1,2\n  3,4",
            r#"{"t":[{"a":1,"b":true,"c":2},{"a":3,"b":true,"c":4}]}"#,
        );
    }

    #[test]
    fn alt() {
        reads(
            "t.alt: 1=1 0 2\nt[2]{a,b,c}:\n  1,x,3\n  4,y,2",
            r#"{"t":[{"a":1,"b":"x","c":3},{"b":"y","a":4,"c":2}]}"#,
        );
    }

    #[test]
    fn entities() {
        reads_list(
            "_same:\n  user.in: user assignee\n  user.key: login\n  user[2]{login,id}:\n    octocat,583231\n    mona,42\nlist[2]{id,user,assignee}:\n  1,octocat,mona\n  2,mona,null",
            r#"[{"id":1,"user":{"login":"octocat","id":583231},"assignee":{"login":"mona","id":42}},{"id":2,"user":{"login":"mona","id":42},"assignee":null}]"#,
        );
    }

    #[test]
    fn cells() {
        reads("t[2]{a,b}:\n  1,_\n  1,null", r#"{"t":[{"a":1},{"a":1,"b":null}]}"#);
        reads(
            "t[4]{id,g{x,y}}:\n  0,_null,_\n  1,_empty,_\n  2,_,_\n  3,7,_",
            r#"{"t":[{"id":0,"g":null},{"id":1,"g":{}},{"id":2},{"id":3,"g":{"x":7}}]}"#,
        );
    }

    #[test]
    fn json_outside_of_tables() {
        reads("line: \"[[1.5,2.5],[3.5,4.5]]\"\nline.json: true", r#"{"line":[[1.5,2.5],[3.5,4.5]]}"#);
        reads("mixed[2]: \"_[draft]\",\"[1,2]\"\nmixed.json: true", r#"{"mixed":["[draft]",[1,2]]}"#);
    }

    #[test]
    fn keys() {
        reads(
            "\"app.kubernetes.io/name\": web\na: 1\na.b.: 2",
            r#"{"app.kubernetes.io/name":"web","a":1,"a.b":2}"#,
        );
    }

    #[test]
    fn issues() {
        reads_text(
            "\
_form: 1 list time
_same:
  user.in: user assignee
  user.key: login
  user.each:
    avatar_url: \"https://avatars.githubusercontent.com/u/{id}?v=4\"
    url: \"https://api.github.com/users/{login}\"
  user[2]{login,id}:
    octocat,583231
    mona,42
list.each:
  url: \"https://api.github.com/repos/acme/shop/issues/{number}\"
  comments_url: \"{url}/comments\"
  locked: false
  body: null
list.words: labels
list.order: 0 2 4 1 1 1 3
list[2]{id,number,title,user,labels,assignee,created_at,closed_at}:
  9287,41,Cart loses items,octocat,bug ui,null,2026-11-01T091200Z,null
  9294,42,Explain refunds,mona,docs,octocat,2026-11-02T091200Z,null",
            concat!(
                r#"[{"url":"https://api.github.com/repos/acme/shop/issues/41","comments_url":"https://api.github.com/repos/acme/shop/issues/41/comments","#,
                r#""id":9287,"number":41,"title":"Cart loses items","user":{"login":"octocat","id":583231,"avatar_url":"https://avatars.githubusercontent.com/u/583231?v=4","url":"https://api.github.com/users/octocat"},"locked":false,"labels":["bug","ui"],"body":null,"#,
                r#""assignee":null,"created_at":"2026-11-01T09:12:00Z","closed_at":null},"#,
                r#"{"url":"https://api.github.com/repos/acme/shop/issues/42","comments_url":"https://api.github.com/repos/acme/shop/issues/42/comments","#,
                r#""id":9294,"number":42,"title":"Explain refunds","user":{"login":"mona","id":42,"avatar_url":"https://avatars.githubusercontent.com/u/42?v=4","url":"https://api.github.com/users/mona"},"locked":false,"labels":["docs"],"body":null,"#,
                r#""assignee":{"login":"octocat","id":583231,"avatar_url":"https://avatars.githubusercontent.com/u/583231?v=4","url":"https://api.github.com/users/octocat"},"created_at":"2026-11-02T09:12:00Z","closed_at":null}]"#,
            ),
        );
    }

    #[test]
    fn orders() {
        reads(
            "\
orders.each:
  currency: EUR
  items: []
orders.order: 4 2 1
orders[3]{id,customer{id,name},status,total}:
  1000,7,Ada,paid,39
  1001,8,Bob,open,0
  1002,7,Ada,paid,4.25
orders.items.of: id
orders.items[3]{_of,sku,qty,price}:
  1000,A-1,2,9.5
  1000,B-7,1,20
  1002,C-3,1,4.25",
            concat!(
                r#"{"orders":[{"id":1000,"customer":{"id":7,"name":"Ada"},"status":"paid","currency":"EUR","items":[{"sku":"A-1","qty":2,"price":9.5},{"sku":"B-7","qty":1,"price":20}],"total":39},"#,
                r#"{"id":1001,"customer":{"id":8,"name":"Bob"},"status":"open","currency":"EUR","items":[],"total":0},"#,
                r#"{"id":1002,"customer":{"id":7,"name":"Ada"},"status":"paid","currency":"EUR","items":[{"sku":"C-3","qty":1,"price":4.25}],"total":4.25}]}"#,
            ),
        );
    }

    #[test]
    fn pods() {
        reads(
            "\
items.each:
  kind: Pod
  metadata:
    generateName: \"{metadata.ownerReferences.0.name}-\"
    ownerReferences:
      \"0\":
        kind: ReplicaSet
        name: \"{metadata.labels.app}-{metadata.labels.pod-template-hash}\"
  spec:
    containers: []
    restartPolicy: Always
items.tuple: metadata.ownerReferences
items[2]{metadata{name,labels{app,\"pod-template-hash\"},ownerReferences{\"0\"{uid}}},spec{nodeName},status{podIP,phases}}:
  api-97b-ex0,api,97b,10c6,node-2,10.1.2.3,1
  cache-65a-fx1,cache,65a,bdc2,node-1,_,_
items.spec.containers.of: metadata.name
items.spec.containers.tuple: ports
items.spec.containers.json: resources
items.spec.containers[2]{_of,name,ports{\"0\"{containerPort,name}},resources}:
  api-97b-ex0,api,8080,_,\"{\\\"limits\\\":{\\\"cpu\\\":1}}\"
  cache-65a-fx1,cache,_null,_,_
items.status.phases[1]: Running",
            concat!(
                r#"{"items":[{"metadata":{"name":"api-97b-ex0","labels":{"app":"api","pod-template-hash":"97b"},"ownerReferences":[{"uid":"10c6","kind":"ReplicaSet","name":"api-97b"}],"generateName":"api-97b-"},"#,
                r#""spec":{"nodeName":"node-2","containers":[{"name":"api","ports":[{"containerPort":8080}],"resources":{"limits":{"cpu":1}}}],"restartPolicy":"Always"},"status":{"podIP":"10.1.2.3","phases":["Running"]},"kind":"Pod"},"#,
                r#"{"metadata":{"name":"cache-65a-fx1","labels":{"app":"cache","pod-template-hash":"65a"},"ownerReferences":[{"uid":"bdc2","kind":"ReplicaSet","name":"cache-65a"}],"generateName":"cache-65a-"},"#,
                r#""spec":{"nodeName":"node-1","containers":[{"name":"cache","ports":[null]}],"restartPolicy":"Always"},"kind":"Pod"}]}"#,
            ),
        );
    }
}

mod documents {
    //! What is a form, and what is not.

    use super::{DecodeOptions, ErrorKind, Options, reads, reads_list, reads_text, refuses_text, to_json};

    #[test]
    fn plain_toon_is_read_as_it_is() {
        for (text, json) in [
            ("a: _", r#"{"a":"_"}"#),
            ("a: 1\n_form: 1 list", r#"{"a":1,"_form":"1 list"}"#),
            ("_form: 1 map\na: _", r#"{"_form":"1 map","a":"_"}"#),
            ("_form: 01 list", r#"{"_form":"01 list"}"#),
            ("_form: 1 list times", r#"{"_form":"1 list times"}"#),
            ("_form: 1", r#"{"_form":1}"#),
            ("_form[1]: 1 list", r#"{"_form":["1 list"]}"#),
            ("[]", "[]"),
            ("", "{}"),
            ("5", "5"),
            ("a.b: 1\na: 2", r#"{"a.b":1,"a":2}"#),
        ] {
            reads_text(text, json);
        }
    }

    #[test]
    fn json_is_refused() {
        for json in ["{}", "[1]", "[[1.5,2.5],[3,4]]", " \n{\"a\": 1}\n", "[ ]", "\u{feff}{\"a\":1}"] {
            let error = to_json(json).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::IsJson), "{json}: {error}");
            assert_eq!(error.suggestion().as_deref(), Some("parse it with a JSON library"));
        }
        assert_eq!(to_json("[2]: 1,2").unwrap(), "[1,2]");
        assert!(!matches!(
            to_json("{\"a\": 1").map_err(|error| matches!(error.kind(), ErrorKind::IsJson)),
            Err(true)
        ));
    }

    #[test]
    fn kinds_of_roots() {
        reads_text("_form: 1 object", "{}");
        reads_list("list: 5", "5");
        reads_list("list: null", "null");
        reads_list("list: __", r#""_""#);
        reads_list("list: []", "[]");
        reads_list("list: \"[[1,2],[3]]\"\nlist.json: true", "[[1,2],[3]]");
        reads_text("_form: 1 list\nlist[2]{a}:\n  1\n  2", r#"[{"a":1},{"a":2}]"#);
        reads_text("\"_form\": \"1 list\"\nlist: 5", "5");
        reads_text("\u{feff}_form: 1 object\r\na: 1\r\n", r#"{"a":1}"#);
    }

    #[test]
    fn broken_lists() {
        refuses_text("_form: 1 list", 1, 8, "expected `list`");
        refuses_text("_form: 1 list\na: 1", 2, 4, "expected `list`");
        refuses_text("_form: 1 list\nlist: 1\nb: 2", 3, 4, "as the only member");
        refuses_text("_form: 1 list\nlist:\n  a: 1", 2, 1, "found an object");
        refuses_text("_form: 1 list\nlist.: 1", 2, 8, "expected `list`");
    }

    #[test]
    fn newer_versions() {
        for version in ["2", "10", "99999999999999999999999999999999999999999"] {
            let text = format!("_form: {version} object\na: 1");
            let error = to_json(&text).unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::NewerForm { version: found } if found == version),
                "{error}"
            );
            assert_eq!((error.line(), error.column()), (1, 8));
        }
    }

    #[test]
    fn options() {
        let form = "_form: 1 object\na.b: 1";
        for (options, option) in [
            (DecodeOptions::new().strict(false), "non-strict reading"),
            (DecodeOptions::new().infer_types(false), "reading without type inference"),
            (DecodeOptions::new().expand_paths(true), "path expansion"),
        ] {
            let options = Options::new().decode(options);
            let error = options.to_json(form).unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::UnsupportedOption { option: found } if *found == option),
                "{error}"
            );
            assert!(options.to_json("a.b: 1").is_ok());
        }
        let four = Options::new().decode(DecodeOptions::new().indent(4));
        assert_eq!(four.to_json("_form: 1 object\na:\n    b: __").unwrap(), r#"{"a":{"b":"_"}}"#);
        let any = Options::new().decode(DecodeOptions::new().detect_indent(true));
        assert_eq!(any.to_json("_form: 1 object\na:\n   b: __").unwrap(), r#"{"a":{"b":"_"}}"#);
    }

    #[test]
    fn toon_is_checked() {
        reads("a[1]: 1", r#"{"a":[1]}"#);
        refuses_text("_form: 1 object\na[2]: 1", 2, 2, "header declares 2 elements, found 1");
    }
}

mod strings {
    use super::{reads, reads_text, refuses, refuses_text};

    #[test]
    fn escapes() {
        reads("a: __", r#"{"a":"_"}"#);
        reads("a: ___", r#"{"a":"__"}"#);
        reads("a: __null", r#"{"a":"_null"}"#);
        reads("a: __empty", r#"{"a":"_empty"}"#);
        reads("a[3]: __,_x,null", r#"{"a":["_","_x",null]}"#);
        reads("t[2]{a}:\n  __\n  __null", r#"{"t":[{"a":"_"},{"a":"_null"}]}"#);
        reads("a: \"[draft]\"\nb: \"_[x\"", r#"{"a":"[draft]","b":"_[x"}"#);
        reads("a: \"__{x\"\na.json: true", r#"{"a":"_{x"}"#);
        reads("a: plain\na.json: true", r#"{"a":"plain"}"#);
    }

    #[test]
    fn absence_outside_of_tables() {
        for word in ["_", "_null", "_empty"] {
            refuses(&format!("a: {word}"), 2, 4, "allowed only in a table");
            refuses(&format!("a[2]: x,{word}"), 2, 9, "allowed only in a table");
        }
        // The rows have several shapes, so this is a list of ordinary objects.
        refuses("t[2]:\n  - a: 1\n  - b: _", 4, 8, "allowed only in a table");
    }

    #[test]
    fn aliases() {
        let with = |rest: &str| format!("_form: 1 object\n_let:\n  a: x\n  b: \"$a y\"\n{rest}");
        for (text, json) in [
            ("t: $a", "x"),
            ("t: $b", "x y"),
            ("t: $a/$a", "x/$a"),
            ("t: $a $a", "x x"),
            ("t: $ab", ""),
            ("t: $$a", "$a"),
            ("t: $$$a", "$$a"),
            ("t: \"$$ab $$\"", "$ab $$"),
            ("t: x$a", "x$a"),
            ("t: \"$ $- $\"", "$ $- $"),
            ("t: \"5$ $a\"", "5$ x"),
            ("t: $aé", "xé"),
        ] {
            if json.is_empty() {
                refuses_text(&with(text), 5, 4, "undefined alias `$ab`");
            } else {
                reads_text(&with(text), &format!("{{\"t\":{}}}", serde_json::to_string(json).unwrap()));
            }
        }
        // Keys are no values.
        reads_text(&with("$a: 1"), r#"{"$a":1}"#);
    }

    #[test]
    fn aliases_in_legends_side_keys_and_json_text() {
        reads_text(
            "_form: 1 object\n_let:\n  a: \"https://x.org\"\n  c: size tags\nt.each:\n  u: $a/{i}\nt.numbers: $c\nt[1]{i,size,tags}:\n  1,2 3,4\nj: \"[ $c2 ]\"\nj.json: true"
                .replace("$c2", "$n")
                .replace("_let:\n", "_let:\n  n: \"7\"\n")
                .as_str(),
            r#"{"t":[{"i":1,"size":[2,3],"tags":[4],"u":"https://x.org/1"}],"j":[7]}"#,
        );
    }

    #[test]
    fn broken_aliases() {
        refuses("_let:\n  a: $b\n  b: x", 3, 6, "undefined alias `$b`");
        refuses("_let:\n  a: $a", 3, 6, "undefined alias `$a`");
        refuses("_let:\n  a: 5", 3, 6, "expected a string");
        refuses("_let:\n  a-b: x", 3, 8, "invalid alias name");
        refuses("_let:\n  a: $b\n  b: $a", 3, 6, "undefined alias `$b`");
        refuses("_let[1]: x", 2, 1, "expected an object");
        refuses("_let:\n  a: x\nt[1]{b}:\n  $c", 5, 3, "undefined alias `$c`");
        refuses("_let:\n  a: x\nx.each:\n  u:\n    v: $c\nx[1]{b}:\n  1", 6, 8, "undefined alias `$c`");
    }

    #[test]
    fn dollars_without_aliases_are_plain() {
        reads("a: $x\nb: $$x", r#"{"a":"$x","b":"$$x"}"#);
    }

    #[test]
    fn times() {
        let text = |value: &str| format!("_form: 1 object time\na: {value}");
        for (short, long) in [
            ("2026-01-02T101112Z", "2026-01-02T10:11:12Z"),
            ("20260102T101112Z", "2026-01-02T10:11:12Z"),
            ("2026-01-02T101112.123456789Z", "2026-01-02T10:11:12.123456789Z"),
            ("2026-0102T101112Z", "2026-0102T101112Z"),
            ("2026-01-02T101112.Z", "2026-01-02T101112.Z"),
            ("2026-01-02T101112", "2026-01-02T101112"),
            ("2026-01-02T10111Z", "2026-01-02T10111Z"),
            ("x2026-01-02T101112Z", "x2026-01-02T101112Z"),
            ("２0260102T101112Z", "２0260102T101112Z"),
        ] {
            reads_text(&text(short), &format!("{{\"a\":\"{long}\"}}"));
        }
        reads("a: 2026-01-02T101112Z", r#"{"a":"2026-01-02T101112Z"}"#);
        reads_text(
            "_form: 1 object time\n_let:\n  d: 2026-01-02T\na: $d\nb: \"$d 101112Z\"\nt[1]{x}:\n  2026-01-02T101112Z",
            r#"{"a":"2026-01-02T","b":"2026-01-02T 101112Z","t":[{"x":"2026-01-02T10:11:12Z"}]}"#,
        );
    }
}

mod keys {
    use super::{reads, refuses};

    #[test]
    fn own_keys() {
        reads("a.: 1", r#"{"a":1}"#);
        reads("a..: 1", r#"{"a.":1}"#);
        refuses("\".\": 2\n\"\": 4", 3, 5, "duplicate key \"\"");
    }

    #[test]
    fn strange_keys() {
        reads("\"a..b\": 1\n\"..\": 3\n\"x\": 4", r#"{"a..b":1,".":3,"x":4}"#);
        reads("\"\": 1\n\".a.\": 2", r#"{"":1,".a":2}"#);
        reads("list: 1\nlist.each.: 2", r#"{"list":1,"list.each":2}"#);
        reads("list.each: 2", r#"{"list.each":2}"#);
        reads("_same.: 1\n_let.: 2\n_form.x.: 3", r#"{"_same":1,"_let":2,"_form.x":3}"#);
        reads("a:\n  _form: 1\n  _same: 2", r#"{"a":{"_form":1,"_same":2}}"#);
        reads("a:\n  b: 1\n  b.c.: 2", r#"{"a":{"b":1,"b.c":2}}"#);
        // In rows, only a dot at the end counts.
        reads("t[1]{a,a.b,c..,d.}:\n  1,2,3,4", r#"{"t":[{"a":1,"a.b":2,"c.":3,"d":4}]}"#);
    }

    #[test]
    fn the_longest_part_counts() {
        // `t.a` is the key of a child table and has side keys itself.
        reads(
            "t[2]{a}:\n  1\n  1\nt.a.each:\n  k: 5\nt.a[2]{b}:\n  1\n  0\nt.a.b[1]: x",
            r#"{"t":[{"a":[{"b":["x"],"k":5}]},{"a":[{"b":[],"k":5}]}]}"#,
        );
    }

    #[test]
    fn keys_that_become_equal() {
        refuses("a: 1\n\"a.\": 2", 3, 7, "duplicate key \"a\"");
        refuses("t[1]{a,\"a.\"}:\n  1,2", 3, 5, "duplicate key \"a\"");
        refuses("t.each:\n  c: 1\n  \"c.\": 2\nt[1]{a}:\n  1", 4, 9, "duplicate key \"c\"");
        refuses("t.each:\n  \"a.\": 2\nt[1]{a}:\n  1", 2, 1, "expected exactly one `{}`");
    }

    #[test]
    fn side_keys_that_do_not_apply() {
        refuses("a: 1\na.b: 2", 3, 6, "`b` does not apply");
        refuses("a: 1\na.json: true", 3, 9, "only strings and lists");
        refuses("a: x\na.json: a", 3, 9, "`json` does not apply");
        refuses("a: x\na.each:\n  b: 1", 3, 1, "`each` does not apply");
        refuses("a[1]: x\na.of: b", 3, 7, "`of` does not apply");
        refuses("t[1]{a}:\n  1\nt.json: true", 4, 9, "expected paths");
        refuses("t[1]{a}:\n  1\nt.of: a", 4, 7, "`of` does not apply");
        refuses("t[1]{a}:\n  1\nt.in: a", 4, 7, "`in` does not apply");
        refuses("t[1]{a}:\n  1\nt.key: a", 4, 8, "`key` does not apply");
        refuses("t[1]{a}:\n  1\nt.b[1]: x", 4, 1, "unknown column \"b\"");
        refuses("t[1]{a}:\n  1\nt.order.x: 1", 4, 12, "`order.x` does not apply");
        refuses("t[1]{a}:\n  1\nt.order: 1\nt.order.x: 1", 5, 12, "`x` does not apply");
        refuses("_same.: 1\n_form.x: 1", 3, 10, "`x` does not apply");
        refuses("o:\n  x: 1\no.json: true", 4, 9, "only strings and lists");
    }
}

mod tables {
    use super::{reads, reads_list, refuses};

    #[test]
    fn what_toon_writes_as_a_table_is_one() {
        // In list form as well, and directly inside a list.
        reads("t[2]:\n  - a: 1\n    b: _\n  - a: _\n    b: 2", r#"{"t":[{"a":1},{"b":2}]}"#);
        reads("t[1]:\n  - [1]:\n    - a: 1\n      b: _", r#"{"t":[[{"a":1}]]}"#);
        reads_list("list[2]{a,b}:\n  _,1\n  2,_", r#"[{"b":1},{"a":2}]"#);
        reads("t[1]{a}:\n  _", r#"{"t":[{}]}"#);
        // Different keys or another order, an empty object or a list: a list of ordinary values.
        reads("t[2]:\n  - a: 1\n    b: 2\n  - b: 3\n    a: 4", r#"{"t":[{"a":1,"b":2},{"b":3,"a":4}]}"#);
        reads("t[1]:\n  - a:\n", r#"{"t":[{"a":{}}]}"#);
        reads("t[1]:\n  - a[1]: 1", r#"{"t":[{"a":[1]}]}"#);
        reads("t[2]:\n  - a: x\n    a.json: true\n    b: 1\n  - c: 1", r#"{"t":[{"a":"x","b":1},{"c":1}]}"#);
        // Tables with keys are objects.
        refuses("t[2:]{a}:\n  x: 1\n  y: _", 4, 6, "allowed only in a table");
    }

    #[test]
    fn groups() {
        reads(
            "t[5]{a,g{x,h{y,z}}}:\n  1,_,_,_\n  2,_,_null,_\n  3,_,_empty,_\n  4,_null,_,_\n  5,_,_,7",
            r#"{"t":[{"a":1},{"a":2,"g":{"h":null}},{"a":3,"g":{"h":{}}},{"a":4,"g":null},{"a":5,"g":{"h":{"z":7}}}]}"#,
        );
        reads(
            "t.each:\n  g:\n    k: 1\n    h:\n      l: 2\n  n:\n    m: 3\nt[4]{a,g{x}}:\n  1,_\n  2,5\n  3,_null\n  4,_empty",
            r#"{"t":[{"a":1,"n":{"m":3}},{"a":2,"g":{"x":5,"k":1,"h":{"l":2}},"n":{"m":3}},{"a":3,"g":null,"n":{"m":3}},{"a":4,"g":{},"n":{"m":3}}]}"#,
        );
    }

    #[test]
    fn broken_groups() {
        refuses("t[1]{a,g{x,y}}:\n  1,_null,2", 3, 11, "has a value in another cell");
        refuses("t[1]{a,g{x,y}}:\n  1,2,_empty", 3, 7, "has a value in another cell");
        refuses("t[1]{a,g{x,y}}:\n  1,_null,_empty", 3, 11, "has a value in another cell");
        refuses("t[1]{g{x,h{y}}}:\n  _null,_null", 3, 9, "has a value in another cell");
        refuses("t[1]{g{x,h{y}}}:\n  _null,1", 3, 9, "has a value in another cell");
        refuses("t[1]{a,b}:\n  1,_null", 3, 5, "only to columns in a group");
    }

    #[test]
    fn tuples() {
        reads(
            "t.tuple: at at.0\nt[2]{at{\"0\"{\"0\",\"1\"},\"1\"}}:\n  1,2,3\n  _,_,_",
            r#"{"t":[{"at":[[1,2],3]},{}]}"#,
        );
        reads(
            "t.tuple: at\nt[3]{i,at{\"0\"}}:\n  1,_null\n  2,_empty\n  3,null",
            r#"{"t":[{"i":1,"at":null},{"i":2,"at":[]},{"i":3,"at":[null]}]}"#,
        );
        refuses("t.tuple: at\nt[1]{at{\"0\",\"2\"}}:\n  1,2", 2, 10, "to be 0, 1, …");
        // In whatever order they are: rows that take the order of the header may have the legend's elements last.
        reads("t.tuple: at\nt[1]{at{\"1\",\"0\"}}:\n  1,2", r#"{"t":[{"at":[2,1]}]}"#);
        refuses("t.tuple: at\nt[1]{at}:\n  1", 2, 10, "unknown group \"at\"");
        refuses("t.tuple: at\nt[1]{at{\"0\",\"1\"}}:\n  _,2", 4, 3, "missing element");
    }

    #[test]
    fn orders() {
        reads(
            "t.each:\n  g:\n    c: 2\n  d: 4\nt.order: 0 1 2 1\nt[1]{a,g{b}}:\n  1,3",
            r#"{"t":[{"g":{"c":2,"b":3},"a":1,"d":4}]}"#,
        );
        reads("t.order: 2\nt[1]{a,b}:\n  1,2", r#"{"t":[{"a":1,"b":2}]}"#);
        for order in
            ["1", "3", "1 1", "0 2", "99999999999999999999999", "x", "-1", "\"1  1\"", "\"\"", "true"]
        {
            refuses(&format!("t.order: {order}\nt[1]{{a,b}}:\n  1,2"), 2, 10, "`order`");
        }
        refuses("t.each:\n  c: 1\nt.order: 2\nt[1]{a,b}:\n  1,2", 4, 10, "`order` lists 2 of the 3 columns");
    }

    #[test]
    fn alternative_orders() {
        reads(
            "t.alt[2]: 0 2=1 0,1=0\nt[3]{a,b}:\n  1,2\n  _,3\n  4,5",
            r#"{"t":[{"b":2,"a":1},{"b":3},{"b":5,"a":4}]}"#,
        );
        // After `tuple`, and with the columns that the row does not keep.
        reads(
            "t.map: _key\nt.tuple: p\nt.alt: 0=0 2 1\nt[1]{_key,a,p{\"0\",\"1\"}}:\n  k,1,2,3",
            r#"{"t":{"k":{"p":[2,3],"a":1}}}"#,
        );
        for alt in [
            "0=0",
            "0=0 0",
            "0=1 2",
            "0=0 1 2",
            "0",
            "=1 0",
            "0=",
            "0 0=1 0",
            "1=1 0",
            "x=1 0",
            "0=1 x",
            "5",
            "99999999999999999999=1 0",
        ] {
            refuses(&format!("t.alt: \"{alt}\"\nt[1]{{a,b}}:\n  1,2"), 2, 8, "`alt`");
        }
        refuses("t.alt: 5\nt[1]{a,b}:\n  1,2", 2, 8, "`alt`");
        refuses("t.alt[2]: 0=1 0,0=0 1\nt[1]{a,b}:\n  1,2", 2, 1, "duplicate row 0 in `alt`");
    }

    #[test]
    fn maps() {
        reads("t.map: _key\nt[2]{_key,a}:\n  __,1\n  \"\",2", r#"{"t":{"_":{"a":1},"":{"a":2}}}"#);
        reads("t.each:\n  _key: k\nt.map: _key\nt[1]{a}:\n  1", r#"{"t":{"k":{"a":1}}}"#);
        reads("t.each:\n  _key: \"n-{}\"\nt.map: _key\nt[1]{_key}:\n  1", r#"{"t":{"n-1":{}}}"#);
        refuses("t.map: _key\nt[2]{_key,a}:\n  k,1\n  k,2", 5, 3, "duplicate key \"k\"");
        refuses("t.map: _key\nt[1]{_key,a}:\n  1,1", 4, 3, "expected a string in `_key`");
        refuses("t.map: _key\nt[1]{_key,a}:\n  _,1", 4, 3, "row without a `_key`");
        refuses("t.map: _key\nt[1]{a}:\n  1", 4, 3, "row without a `_key`");
        refuses("t.map: key\nt[1]{key}:\n  a", 2, 8, "expected `_key`");
    }

    #[test]
    fn list_cells() {
        reads(
            "t.words: w\nt.pairs: p\nt.numbers: n\nt.list: l\nt[4]{w,l,p,n}:\n  \"[]\",\"[]\",\"{}\",\"[]\"\n  __,\"_[a\",k=a=b,1e3\n  null,_,\"k=\",\"1.50 -0 1e400\"\n  \"[1]\",a,\"=x\",\"12345678901234567890123 2\"",
            r#"{"t":[{"w":[],"l":[],"p":{},"n":[]},{"w":["_"],"l":["[a"],"p":{"k":"a=b"},"n":[1000]},{"w":null,"p":{"k":""},"n":[1.5,0,1e+400]},{"w":[1],"l":["a"],"p":{"":"x"},"n":[12345678901234567890123,2]}]}"#,
        );
        for (word, cell) in [
            ("words", "\"a  b\""),
            ("words", "\"\""),
            ("words", "5"),
            ("words", "true"),
            ("list", "\"a; \""),
            ("list", "5"),
            ("pairs", "a"),
            ("pairs", "k=1; k=2"),
            ("numbers", "1  2"),
            ("numbers", "1 x"),
            ("numbers", "\"1,2\""),
            ("numbers", "\"\""),
            ("numbers", "1 "),
            ("numbers", "01 2"),
            ("numbers", "true"),
            ("numbers", "[1"),
        ] {
            let cell = if cell.starts_with('[') || cell.ends_with(' ') {
                format!("\"{cell}\"")
            } else {
                cell.to_string()
            };
            refuses(&format!("t.{word}: a\nt[1]{{a}}:\n  {cell}"), 4, 3, "");
        }
        refuses("t.words: b\nt[1]{a}:\n  x", 2, 10, "unknown column \"b\"");
        refuses("t.words: a\nt.list: a\nt[1]{a}:\n  x", 3, 9, "duplicate column");
        refuses("t.words: 5\nt[1]{a}:\n  x", 2, 10, "expected paths");
        refuses("t.each:\n  b: x\nt.words: b\nt[1]{a}:\n  x", 4, 10, "unknown column \"b\"");
    }

    #[test]
    fn paths_in_arrays() {
        reads("t.words[2]: \"a b\",\"c\"\nt[1]{\"a b\",c}:\n  x,y", r#"{"t":[{"a b":["x"],"c":["y"]}]}"#);
        reads("t.json[1]: \"\"\nt[1]{\"\"}:\n  \"[1]\"", r#"{"t":[{"":[1]}]}"#);
    }
}

mod legends {
    use super::{reads, reads_text, refuses};

    #[test]
    fn constants() {
        reads(
            "t.each:\n  a: null\n  b: false\n  c:\n  d[2]: x,null\n  e[0]:\n  f: _\n  g: __\n  h: \"[x\"\nt[1]{i}:\n  1"
                .replace("  e[0]:\n", "  e: []\n")
                .as_str(),
            r#"{"t":[{"i":1,"a":null,"b":false,"c":{},"d":["x",null],"e":[],"f":"_","g":"__","h":"[x"}]}"#,
        );
        reads(
            "t.each:\n  a: \"[[1],\\\"_\\\"]\"\n  b: \"_[x\"\n  c: \"{x\"\n  d: \"__[x\"\nt.json: a b c\nt[1]{i}:\n  1",
            r#"{"t":[{"i":1,"a":[[1],"_"],"b":"[x","c":"{x","d":"__[x"}]}"#,
        );
        reads_text("_form: 1 object\nt.each:\nt[1]{i}:\n  1", r#"{"t":[{"i":1}]}"#);
        refuses("t.each: 5\nt[1]{i}:\n  1", 2, 9, "expected an object in `each`");
        refuses("t.each:\n  a[1]{x}:\n    1\nt[1]{i}:\n  1", 3, 3, "only scalars");
        refuses("t.each:\n  i:\n    x: 1\nt[1]{i}:\n  1", 3, 3, "found an object");
        refuses("t.each:\n  g: 1\nt[1]{g{x}}:\n  1", 3, 6, "found a value");
        refuses("t.each:\n  i: 1\nt[1]{i}:\n  1", 3, 6, "expected exactly one `{}`");
        refuses("t.each:\n  a: \"[x\"\nt.json: a\nt[1]{i}:\n  1", 3, 6, "invalid JSON");
    }

    #[test]
    fn templates() {
        reads(
            "t.each:\n  b: \"{a}\"\n  c: \"<{a}>\"\n  d: \"{b}/{c}\"\n  e: \"{x}{a}\"\n  f: \"{a\"\n  g: \"{{a}}\"\nt[6]{a}:\n  x\n  1\n  null\n  _\n  1.5\n  true",
            concat!(
                r#"{"t":[{"a":"x","b":"x","c":"<x>","d":"x/<x>","e":"{x}x","f":"{a","g":"{x}"},"#,
                r#"{"a":1,"b":1,"c":"<1>","d":"1/<1>","e":"{x}1","f":"{a","g":"{1}"},"#,
                r#"{"a":null,"b":null,"c":null,"d":null,"e":null,"f":"{a","g":null},"#,
                r#"{"f":"{a"},"#,
                r#"{"a":1.5,"b":1.5,"f":"{a"},"#,
                r#"{"a":true,"b":true,"f":"{a"}]}"#,
            ),
        );
        // Of several that are null or absent, the leftmost decides.
        reads(
            "t.each:\n  c: \"{a}{b}\"\nt[3]{a,b}:\n  null,_\n  _,null\n  x,null",
            r#"{"t":[{"a":null,"c":null},{"b":null},{"a":"x","b":null,"c":null}]}"#,
        );
        // Paths that cannot be named are no placeholders.
        reads(
            "t.each:\n  c: \"{a.b} {g.x} {}x\"\nt[1]{\"a.b\",g{x}}:\n  1,2".replace(" {}x", "").as_str(),
            r#"{"t":[{"a.b":1,"g":{"x":2},"c":"{a.b} 2"}]}"#,
        );
        // Chains of any length, in any order.
        let chain: String = (0..5_000).map(|at| format!("  a{at}: \"{{a{}}}\"\n", at + 1)).collect();
        let text = format!("_form: 1 object\nt.each:\n{chain}t[1]{{a5000}}:\n  x");
        assert!(super::to_json(&text).unwrap().ends_with("\"a4999\":\"x\"}]}"));
    }

    #[test]
    fn copies_keep_the_type() {
        reads(
            "t.each:\n  b: \"{a}\"\n  g:\n    c: \"{l}\"\nt.json: a\nt.words: l\nt[2]{a,l}:\n  \"{\\\"x\\\":[1]}\",p q\n  _,null",
            r#"{"t":[{"a":{"x":[1]},"l":["p","q"],"b":{"x":[1]},"g":{"c":["p","q"]}},{"l":null,"g":{"c":null}}]}"#,
        );
    }

    #[test]
    fn affixes() {
        reads(
            "t.each:\n  a: \"ORD-{}\"\n  g:\n    b: \"{}.png\"\n  c: \"{a}/{g.b}\"\nt.order: 1 1 1\nt[4]{a,g{b}}:\n  7,x\n  __,_\n  null,null\n  _,_null",
            concat!(
                r#"{"t":[{"a":"ORD-7","c":"ORD-7/x.png","g":{"b":"x.png"}},"#,
                r#"{"a":"ORD-_"},{"a":null,"c":null,"g":{"b":null}},{"g":null}]}"#
            ),
        );
        reads("t.each:\n  a: \"{}\"\nt[1]{a}:\n  1.5", r#"{"t":[{"a":1.5}]}"#);
        reads("t.each:\n  a: \"_[{}\"\nt.json: a\nt[1]{a}:\n  x", r#"{"t":[{"a":"[x"}]}"#);
        refuses("t.each:\n  a: \"x{}\"\nt[1]{a}:\n  1.5", 5, 3, "expected a string or an integer");
        refuses("t.each:\n  a: \"{}{b}\"\nt[1]{a,b}:\n  1,2", 3, 6, "expected exactly one `{}`");
        refuses("t.each:\n  a: \"{}{}\"\nt[1]{a,b}:\n  1,2", 3, 6, "expected exactly one `{}`");
        refuses("t.each:\n  b: \"x{}\"\nt[1]{a}:\n  1", 3, 6, "no such column");
    }

    #[test]
    fn cycles() {
        refuses("t.each:\n  b: \"{b}\"\nt[1]{a}:\n  1", 3, 6, "recursive template");
        refuses(
            "t.each:\n  b: \"x{c}\"\n  c: \"{d}\"\n  d: \"{b}\"\nt[1]{a}:\n  1",
            3,
            6,
            "recursive template",
        );
        reads(
            "t.each:\n  a: \"{}{a}\"\nt[1]{a}:\n  1".replace("{a}\"", "x\"").as_str(),
            r#"{"t":[{"a":"1x"}]}"#,
        );
    }
}

mod json_text {
    use super::{ErrorKind, reads, refuses, to_json};

    #[test]
    fn only_where_it_is_declared() {
        reads("a: \"[1]\"", r#"{"a":"[1]"}"#);
        reads("t[1]{a}:\n  \"{}\"", r#"{"t":[{"a":"{}"}]}"#);
        reads(
            "t.json: a g.b \"x.y\"\nt[1]{a,\"x.y\",g{b,c}}:\n  \"[1]\",\"{}\",\"[2]\",\"[3]\""
                .replace(" \"x.y\"\n", " x.y\n")
                .as_str(),
            r#"{"t":[{"a":[1],"x.y":{},"g":{"b":[2],"c":"[3]"}}]}"#,
        );
        // Both of what looks the same.
        reads("t.json: a.b\nt[1]{\"a.b\",a{b}}:\n  \"[1]\",\"[2]\"", r#"{"t":[{"a.b":[1],"a":{"b":[2]}}]}"#);
        reads("t[2]: \"[1]\",x\nt.json: true", r#"{"t":[[1],"x"]}"#);
        reads("t[2]:\n  - [1]: \"[1]\"\n  - a: \"[1]\"\nt.json: true", r#"{"t":[[[1]],{"a":"[1]"}]}"#);
        refuses("t.json: b\nt[1]{a}:\n  1", 2, 9, "unknown column \"b\"");
        refuses("t.json: true\nt[1]{a}:\n  1", 2, 9, "expected paths");
    }

    #[test]
    fn it_is_final() {
        reads(
            "t: \"{\\\"a.\\\":\\\"__\\\",\\\"b\\\":\\\"_\\\",\\\"c\\\":\\\"2026-01-01T000000Z\\\",\\\"n\\\":1.50}\"\nt.json: true",
            r#"{"t":{"a.":"__","b":"_","c":"2026-01-01T000000Z","n":1.5}}"#,
        );
    }

    #[test]
    fn broken() {
        refuses("t: \"[1\"\nt.json: true", 2, 4, "invalid JSON: expected `,` or `]`");
        refuses("a:\n  t[2]: x,\"{}}\"\n  t.json: true", 3, 11, "invalid JSON: expected end of input");
        refuses("t: \"{\\\"a\\\":1,\\\"a\\\":2}\"\nt.json: true", 2, 4, "duplicate key \"a\"");
        refuses("t.json: b\nt[2]{a,b}:\n  1,2\n  1,\"[x\"", 5, 5, "invalid JSON");
    }

    #[test]
    fn depth() {
        let nested = |levels: usize| {
            format!("_form: 1 object\na: \"{}{}\"\na.json: true", "[".repeat(levels), "]".repeat(levels))
        };
        assert!(to_json(&nested(127)).is_ok());
        for levels in [128, 129, 100_000] {
            let error = to_json(&nested(levels)).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128 }), "{error}");
        }
    }
}

mod children {
    use super::{reads, refuses};

    #[test]
    fn by_count() {
        reads(
            "t[5]{a}:\n  1\n  0\n  null\n  _\n  2\nt.a[3]: x,5,null",
            r#"{"t":[{"a":["x"]},{"a":[]},{"a":null},{},{"a":[5,null]}]}"#,
        );
        reads("t[1]{a}:\n  0\nt.a: []", r#"{"t":[{"a":[]}]}"#);
        reads(
            "t[1]{g{a}}:\n  1\nt.g.a: \"[{\\\"b\\\":{}}]\"\nt.g.a.json: true",
            r#"{"t":[{"g":{"a":[{"b":{}}]}}]}"#,
        );
        reads(
            "t.each:\n  b: \"{a}\"\nt[1]{a}:\n  1\nt.a[1]{x}:\n  1",
            r#"{"t":[{"a":[{"x":1}],"b":[{"x":1}]}]}"#,
        );
        refuses("t[2]{a}:\n  1\n  1\nt.a[1]: x", 4, 3, "not enough child rows in `t.a`: expected 1, found 0");
        refuses("t[2]{a}:\n  1\n  0\nt.a[3]: x,y,z", 5, 11, "child row without a parent row");
        refuses("t[1]{a}:\n  1\nt.a[2]{x}:\n  1\n  2", 6, 3, "child row without a parent row");
        for count in ["x", "1.5", "-1", "true", "99999999999999999999999999"] {
            refuses(&format!("t[1]{{a}}:\n  {count}\nt.a[1]: x"), 3, 3, "");
        }
        refuses("t.each:\n  a: 1\nt[1]{i}:\n  1\nt.a[1]: x", 6, 1, "no column for the number");
        refuses("t.words: a\nt[1]{a}:\n  1\nt.a[1]: x", 5, 1, "no column for the number");
        refuses("t[1]{a}:\n  1\nt.a: x", 4, 6, "expected a list of child rows");
        refuses("t[1]{a}:\n  1\nt.a:\n  b: 1", 4, 1, "expected a list of child rows");
        refuses("t[1]{a}:\n  1\nt.a.map: _key\nt.a[1]{_key}:\n  x", 5, 1, "expected a list of child rows");
        refuses("t[1]{\"a.b\"}:\n  1\nt.a.b[1]: x", 4, 1, "unknown column \"a.b\"");
    }

    #[test]
    fn by_key() {
        // Types count, and the order of the children is kept.
        reads(
            "t.each:\n  c: []\nt[4]{id}:\n  1\n  \"1\"\n  null\n  true\nt.c.of: id\nt.c[5]{_of,x}:\n  \"1\",a\n  1,b\n  null,c\n  \"1\",d\n  true,e",
            r#"{"t":[{"id":1,"c":[{"x":"b"}]},{"id":"1","c":[{"x":"a"},{"x":"d"}]},{"id":null,"c":[{"x":"c"}]},{"id":true,"c":[{"x":"e"}]}]}"#,
        );
        // All of one parent.
        reads(
            "t.each:\n  c: []\nt[2]{id}:\n  1\n  2\nt.c.of: id\nt.c.each:\n  _of: 2\nt.c[2]{x}:\n  a\n  b",
            r#"{"t":[{"id":1,"c":[]},{"id":2,"c":[{"x":"a"},{"x":"b"}]}]}"#,
        );
        // Of a key with a prefix, and beside plain lists and JSON text.
        reads(
            "t.each:\n  id: \"n{}\"\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c[2]:\n  - _of: n1\n    x[1]: 1\n  - _of: n1",
            r#"{"t":[{"id":"n1","c":[{"x":[1]},{}]}]}"#,
        );
        reads(
            "t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c: \"[{\\\"_of\\\":1,\\\"x\\\":[]}]\"\nt.c.json: true",
            r#"{"t":[{"id":1,"c":[{"x":[]}]}]}"#,
        );
        reads("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c: []", r#"{"t":[{"id":1,"c":[]}]}"#);
        // Numbers are equal by value.
        reads(
            "t.each:\n  c: []\nt[1]{id}:\n  10\nt.c.of: id\nt.c[1]{_of,x}:\n  1e1,a",
            r#"{"t":[{"id":10,"c":[{"x":"a"}]}]}"#,
        );
        // Without a key, a row has no children.
        reads(
            "t.each:\n  c: []\nt[2]{id,b}:\n  _,1\n  2,2\nt.c.of: id\nt.c[1]{_of,x}:\n  2,a",
            r#"{"t":[{"b":1,"c":[]},{"id":2,"b":2,"c":[{"x":"a"}]}]}"#,
        );
    }

    #[test]
    fn broken_keys() {
        let with = |rows: &str| {
            format!("t.each:\n  c: []\nt[2]{{id}}:\n{rows}\nt.c.of: id\nt.c[2]{{_of,x}}:\n  1,a\n  3,b")
        };
        refuses(&with("  1\n  2"), 10, 3, "child row without a parent row");
        refuses(&with("  1\n  1"), 6, 3, "two parent rows have the value");
        refuses("t[1]{id,c}:\n  1,1\nt.c.of: id\nt.c[1]{_of}:\n  1", 5, 1, "has no `[]`");
        refuses("t.each:\n  c: 5\nt[1]{id}:\n  1\nt.c.of: id\nt.c[1]{_of}:\n  1", 7, 1, "has no `[]`");
        refuses(
            "t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: x\nt.c[1]{_of}:\n  1",
            6,
            9,
            "unknown column \"x\"",
        );
        refuses(
            "t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: 5\nt.c[1]{_of}:\n  1",
            6,
            9,
            "expected the path of a column",
        );
        refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c[1]{x}:\n  1", 8, 3, "without a `_of`");
        refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c[1]: x", 7, 9, "expected an object");
        refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: c\nt.c[1]{_of}:\n  1", 3, 6, "recursive template");
        // The group that the list is in is absent.
        refuses(
            "t.each:\n  g:\n    c: []\nt[2]{id,g{x}}:\n  1,_\n  2,3\nt.g.c.of: id\nt.g.c[1]{_of}:\n  1",
            10,
            3,
            "child row without a parent row",
        );
    }

    #[test]
    fn of_children() {
        reads(
            "t.each:\n  c: []\nt[2]{id}:\n  1\n  2\nt.c.of: id\nt.c[3]{_of,d}:\n  2,1\n  1,0\n  1,2\nt.c.d.each:\n  e: []\nt.c.d[3]{k}:\n  x\n  y\n  z\nt.c.d.e.of: k\nt.c.d.e[1]{_of,f}:\n  z,1",
            r#"{"t":[{"id":1,"c":[{"d":[]},{"d":[{"k":"y","e":[]},{"k":"z","e":[{"f":1}]}]}]},{"id":2,"c":[{"d":[{"k":"x","e":[]}]}]}]}"#,
        );
        refuses("t[1]{c}:\n  1\nt.c[1]{d}:\n  1\nt.c.d[2]: x,y", 6, 13, "child row without a parent row");
    }
}

mod entities {
    use super::{ErrorKind, reads, reads_text, refuses, to_json};

    const USERS: &str =
        "_same:\n  user.in: user by\n  user.key: id\n  user[2]{id,n}:\n    1,a\n    \"1\",b\n";

    #[track_caller]
    fn reads_users(rest: &str, json: &str) {
        reads(&format!("{USERS}{rest}"), json);
    }

    #[track_caller]
    fn refuses_users(rest: &str, line: usize, column: usize, message: &str) {
        refuses(&format!("{USERS}{rest}"), line, column, message);
    }

    #[test]
    fn references() {
        let (one, text) = (r#"{"id":1,"n":"a"}"#, r#"{"id":"1","n":"b"}"#);
        reads_users("user: 1\nby: \"1\"\nx: 1", &format!(r#"{{"user":{one},"by":{text},"x":1}}"#));
        reads_users("user[2]: 1,\"1\"\nby: null", &format!(r#"{{"user":[{one},{text}],"by":null}}"#));
        reads_users("a:\n  user: []", r#"{"a":{"user":[]}}"#);
        // In tables, legends, templates, list cells, tuples, child tables and JSON text.
        reads_users(
            "t.each:\n  by: \"{user}\"\n  u: \"{user}\"\nt.words: w.user\nt[2]{user,w{user}}:\n  1,_\n  \"1\",\"1 1\"".replace("\"1 1\"", "1 1").as_str(),
            &format!(r#"{{"t":[{{"user":{one},"by":{one},"u":1}},{{"user":{text},"w":{{"user":[{text},{text}]}},"by":{text},"u":"1"}}]}}"#),
        );
        reads_users(
            "t.numbers: user\nt.pairs: p\nt.tuple: by\nt[1]{user,p,by{\"0\",\"1\"}}:\n  1,user=1,1,\"1\"",
            &format!(r#"{{"t":[{{"user":[{one}],"p":{{"user":{text}}},"by":[{one},{text}]}}]}}"#),
        );
        reads_users(
            "t[1]{user}:\n  2\nt.user[2]: 1,\"1\"",
            &format!(r#"{{"t":[{{"user":[{one},{text}]}}]}}"#),
        );
        reads_users(
            "j: \"[{\\\"user\\\":1,\\\"x\\\":[[{\\\"by\\\":[\\\"1\\\"]}]]}]\"\nj.json: true\nuser: \"[1]\"\nuser.json: true",
            &format!(r#"{{"j":[{{"user":{one},"x":[[{{"by":[{text}]}}]]}}],"user":[{one}]}}"#),
        );
        reads_users(
            "t.each:\n  user[1]: 1\nt[1]{g{by}}:\n  \"1\"",
            &format!(r#"{{"t":[{{"g":{{"by":{text}}},"user":[{one}]}}]}}"#),
        );
    }

    #[test]
    fn the_name_of_the_root_list_is_none() {
        reads_text(
            "_form: 1 list\n_same:\n  list.in: list\n  list.key: id\n  list[1]{id,n}:\n    1,a\nlist[2]{list}:\n  1\n  null",
            r#"[{"list":{"id":1,"n":"a"}},{"list":null}]"#,
        );
    }

    #[test]
    fn own_references() {
        reads(
            "_same:\n  u.in: u\n  u[2]{_ref,id}:\n    ann~2,1\n    7,2\nu[2]: ann~2,7",
            r#"{"u":[{"id":1},{"id":2}]}"#,
        );
        reads(
            "_same:\n  u.in: u\n  u.key: \"\"\n  u[1]{\"\",id}:\n    k,1\nu: k",
            r#"{"u":{"":"k","id":1}}"#,
        );
        reads(
            "_same:\n  u.in: u\n  u.key: _key\n  u[1]{_key,id}:\n    k,1\nu: k",
            r#"{"u":{"_key":"k","id":1}}"#,
        );
        reads(
            "_same:\n  u.in: u\n  u: \"[{\\\"_ref\\\":1,\\\"x\\\":{}}]\"\n  u.json: true\nu: 1",
            r#"{"u":{"x":{}}}"#,
        );
        reads("_same:\n  u.in: u\n  u[2]:\n    - _ref: 1\n      x[1]: 1\n    - _ref: 2\nu: 2", r#"{"u":{}}"#);
        reads("_same:\na: 1", r#"{"a":1}"#);
    }

    #[test]
    fn in_each_other() {
        reads(
            "_same:\n  a.in: a\n  a[2]{_ref,b}:\n    1,x\n    2,null\n  b.in: b\n  b.key: k\n  b[1]{k,l}:\n    x,1\n  b.l[1]{a}:\n    2\na: 1",
            r#"{"a":{"b":{"k":"x","l":[{"a":{"b":null}}]}}}"#,
        );
    }

    #[test]
    fn broken_references() {
        refuses_users("user: 2", 8, 7, "unknown reference: no entity of \"user\" has the key 2");
        refuses_users("user: x", 8, 7, "has the key \"x\"");
        refuses_users("user[2]: 1,2", 8, 1, "has the key 2");
        refuses_users("user: true", 8, 7, "expected a reference");
        refuses_users("user:\n  id: 1", 8, 1, "expected a reference");
        refuses_users("user[1]: null", 8, 1, "expected a reference");
        refuses_users("t[2]{i,by}:\n  1,1\n  2,3", 10, 5, "has the key 3");
        refuses_users("t.each:\n  by: 3\nt[1]{i}:\n  1", 11, 3, "has the key 3");
        refuses_users("t[1]{user{x}}:\n  1", 9, 3, "expected a reference");
        refuses_users("t.json: x\nt[1]{x}:\n  \"{\\\"by\\\":3}\"", 10, 3, "has the key 3");
        refuses_users("m.map: _key\nm[1]{_key,a}:\n  user,1", 10, 3, "contains references");
    }

    #[test]
    fn broken_tables() {
        refuses("_same: 5", 2, 8, "expected an object of tables");
        refuses("_same:\n  u[1]{_ref,x}:\n    1,2", 3, 3, "without an `in`");
        refuses("_same:\n  u.in: 5\n  u[1]{_ref,x}:\n    1,2", 3, 9, "expected names");
        refuses("_same:\n  u.in: u u\n  u[1]{_ref,x}:\n    1,2", 3, 9, "two entity tables");
        refuses("_same:\n  u.in: u\n  u.key: 5\n  u[1]{_ref,x}:\n    1,2", 4, 10, "expected the name");
        refuses("_same:\n  u.in: u\n  u[1]{x}:\n    1", 5, 5, "without a `_ref`");
        refuses("_same:\n  u.in: u\n  u.key: y\n  u[1]{x}:\n    1", 6, 5, "without its key \"y\"");
        refuses("_same:\n  u.in: u\n  u[2]{_ref}:\n    1\n    1", 6, 5, "duplicate entity key");
        refuses("_same:\n  u.in: u\n  u[1]{_ref}:\n    true", 5, 5, "expected a string or a number");
        refuses("_same:\n  u.in: u\n  u:\n    a: 1", 4, 3, "expected a list of entities");
        refuses("_same:\n  u.in: u\n  u[1]: x", 4, 9, "expected an object");
        refuses("_same:\n  u.of: u\n  u.in: u\n  u[1]{_ref}:\n    1", 3, 9, "`of` does not apply");
        refuses("_same:\n  u.in: u\n  u[1]{_ref,u}:\n    1,2", 5, 7, "has the key 2");
    }

    #[test]
    fn cycles() {
        refuses("_same:\n  u.in: u\n  u[1]{_ref,u}:\n    1,1", 5, 7, "recursive entity");
        refuses("_same:\n  u.in: u\n  u[3]{_ref,u}:\n    1,2\n    2,3\n    3,1", 7, 7, "recursive entity");
    }

    #[test]
    fn depth() {
        let nested = |entities: usize| {
            let rows: String = (0..entities).map(|at| format!("    {at},{}\n", at + 1)).collect();
            format!(
                "_form: 1 object\n_same:\n  u.in: u\n  u[{}]{{_ref,u}}:\n{rows}    {entities},null\nu: 0",
                entities + 1
            )
        };
        // The root and 127 entities.
        assert!(to_json(&nested(126)).is_ok());
        for entities in [127, 128, 129, 20_000] {
            let error = to_json(&nested(entities)).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128 }), "{entities}: {error}");
        }
    }
}

mod limits {
    use super::{ErrorKind, Options, quickly, to_json};
    use std::fmt::Write as _;

    fn assert_too_large(text: &str) {
        let error = quickly(|| Options::new().max_output(1 << 20).to_json(text)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::OutputLimit { .. }), "{error}");
    }

    #[test]
    fn exact_sizes() {
        let text = "_form: 1 object\n_same:\n  u.in: u\n  u[1]{_ref,x,y}:\n    1,\"é\\n\\u0001\\\"\",1.50\nu[3]: 1,1,1\nv:\nw: []\nz[2]: true,false";
        let json = to_json(text).unwrap();
        assert_eq!(Options::new().max_output(json.len()).to_json(text).unwrap(), json);
        let error = Options::new().max_output(json.len() - 1).to_json(text).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::OutputLimit { limit } if *limit == json.len() - 1),
            "{error}"
        );
    }

    #[test]
    fn in_proportion_to_the_text() {
        // 20 MB from 20 kB are too much, whatever is allowed.
        let text = format!(
            "_form: 1 object\n_let:\n  a: {}\nt[4000]: {}",
            "x".repeat(8_000),
            vec!["$a"; 4_000].join(",")
        );
        let error = Options::new().max_output(usize::MAX).to_json(&text).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::OutputLimit { limit } if *limit == text.len() * 1_000),
            "{error}"
        );
    }

    #[test]
    fn entities_that_double() {
        let mut text = String::from("_form: 1 object\n_same:\n  u.in: u v\n  u[60]{_ref,u,v}:\n");
        for at in 0..59 {
            writeln!(text, "    {at},{},{}", at + 1, at + 1).unwrap();
        }
        text.push_str("    59,null,null\nu: 0");
        assert_too_large(&text);
    }

    #[test]
    fn aliases_that_double() {
        let mut text = String::from("_form: 1 object\n_let:\n  a0: xxxxxxxxxxxxxxxx\n");
        for at in 1..100 {
            writeln!(text, "  a{at}: $a{} $a{}", at - 1, at - 1).unwrap();
        }
        text.push_str("x: $a99");
        assert_too_large(&text);
    }

    #[test]
    fn one_long_alias() {
        let uses = vec!["$a"; 4_000].join(",");
        let long = "x".repeat(8_000);
        assert_too_large(&format!("_form: 1 object\n_let:\n  a: {long}\nt[4000]: {uses}"));
        // As JSON text, and as list cells.
        let list = format!("[{}1]", "1,".repeat(4_000));
        assert_too_large(&format!("_form: 1 object\n_let:\n  a: \"{list}\"\nt[4000]: {uses}\nt.json: true"));
        let (words, rows) = ("x ".repeat(4_000), "  $a\n".repeat(4_000));
        let words = words.trim();
        assert_too_large(&format!("_form: 1 object\n_let:\n  a: {words}\nt.words: a\nt[4000]{{a}}:\n{rows}"));
    }

    #[test]
    fn templates_that_multiply() {
        let mut text = String::from("_form: 1 object\nt.each:\n  a1: \"{a0}{a0}\"\n");
        for at in 2..100 {
            writeln!(text, "  a{at}: \"{{a{}}}{{a{}}}\"", at - 1, at - 1).unwrap();
        }
        text.push_str("t[1]{a0}:\n  xxxxxxxxxx");
        assert_too_large(&text);
        // Without any output.
        let (template, rows) = ("{a}".repeat(4_300), "  \"\"\n".repeat(4_300));
        assert_too_large(&format!("_form: 1 object\nt.each:\n  b: \"{template}\"\nt[4300]{{a}}:\n{rows}"));
    }

    #[test]
    fn legends_that_multiply() {
        let entries: String = (0..1_000).map(|at| format!("  k{at}: 1\n")).collect();
        let rows = "  1\n".repeat(6_000);
        assert_too_large(&format!("_form: 1 object\nt.each:\n{entries}t[6000]{{a}}:\n{rows}"));
    }

    #[test]
    fn much_of_everything() {
        // Rows, with as many entities and foreign keys.
        let count = 20_000;
        let mut text = format!("_form: 1 object\n_same:\n  u.in: u\n  u[{count}]{{_ref,x}}:\n");
        (0..count).for_each(|at| writeln!(text, "    {at},{at}").unwrap());
        write!(text, "t.each:\n  c: []\nt[{count}]{{id,u}}:\n").unwrap();
        (0..count).for_each(|at| writeln!(text, "  k{at},{at}").unwrap());
        write!(text, "t.c.of: id\nt.c[{count}]{{_of,x}}:\n").unwrap();
        (0..count).for_each(|at| writeln!(text, "  k{},1", count - 1 - at).unwrap());
        let json = quickly(|| to_json(&text)).unwrap();
        assert!(json.starts_with(r#"{"t":[{"id":"k0","u":{"x":0},"c":[{"x":1}]},"#));

        let columns: Vec<String> = (0..500).map(|at| format!("c{at}")).collect();
        let text = format!(
            "_form: 1 object\nt.each:\n  z: \"{{c0}}-{{c499}}\"\nt.numbers: {}\nt[300]{{{}}}:\n{}",
            columns.join(" "),
            columns.join(","),
            format!("  {}\n", vec!["1"; 500].join(",")).repeat(300)
        );
        quickly(|| to_json(&text)).unwrap();
    }

    #[test]
    fn keys_with_many_dots() {
        let long = ".".repeat(1_000_000);
        let mut text = format!("_form: 1 object\n\"a{long}b\": 1\n");
        (0..1_000).for_each(|at| writeln!(text, "\"a{}\": 1", ".x".repeat(at)).unwrap());
        assert!(quickly(|| to_json(&text)).is_err());
        // Chains of child tables.
        let mut text = String::from("_form: 1 object\n");
        (0..500).for_each(|at| writeln!(text, "a{}[1]{{a}}:\n  1", ".a".repeat(at)).unwrap());
        let error = quickly(|| to_json(&text)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DepthLimit { .. }), "{error}");
    }
}

mod errors {
    use super::{Category, ErrorKind, to_json};

    #[test]
    fn they_say_where_and_what_to_do() {
        let text = "_form: 1 object\nt[2]{id,g{x}}:\n  1,2\n  2,_null\nt.g.x[3]: a,b,c";
        let error = to_json(text).unwrap_err();
        assert_eq!(
            error.render(text),
            "\
error: invalid normal form: child row without a parent row
 --> line 5, column 15, in [\"t.g.x\"][2]
  |
5 | t.g.x[3]: a,b,c
  |               ^"
        );
        assert_eq!(error.classify(), Category::Structure);
        assert!(matches!(error.kind(), ErrorKind::InvalidForm { .. }));
    }

    #[test]
    fn categories_and_suggestions() {
        for (text, category) in [
            ("{}", Category::Syntax),
            ("_form: 2 list", Category::Data),
            ("_form: 1 list\nlist: _", Category::Structure),
        ] {
            assert_eq!(to_json(text).unwrap_err().classify(), category, "{text}");
        }
        assert_eq!(
            to_json("_form: 2 list").unwrap_err().suggestion().as_deref(),
            Some("update this library")
        );
    }
}

use super::{ErrorKind, reads, reads_text, refuses, to_json};

const USERS: &str = "_same:\n  user.in: user by\n  user.key: id\n  user[2]{id,n}:\n    1,a\n    \"1\",b\n";

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
    reads_users("t[1]{user}:\n  2\nt.user[2]: 1,\"1\"", &format!(r#"{{"t":[{{"user":[{one},{text}]}}]}}"#));
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
    reads("_same:\n  u.in: u\n  u.key: \"\"\n  u[1]{\"\",id}:\n    k,1\nu: k", r#"{"u":{"":"k","id":1}}"#);
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
        assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128, .. }), "{entities}: {error}");
    }
}

//! Entries that are `null` or empty are left out.

use super::check;
use crate::rewrite::Rewrite;

#[test]
fn entries_left_out() {
    let nulls = Rewrite::new().drop_nulls(true);
    check(&nulls, r#"{"a":null,"b":{"c":null},"d":[null,{"e":null}]}"#, r#"{"b":{},"d":[null,{}]}"#);
    check(&nulls, "null", "null");
    check(&nulls, r#"[null,"",[],{}]"#, r#"[null,"",[],{}]"#);
    let empty = Rewrite::new().drop_empty(true);
    check(&empty, r#"{"a":"","b":[],"c":{},"d":{"e":{"f":""}},"g":[[],{},""]}"#, r#"{"g":[[],{},""]}"#);
    check(&empty, r#"{"a":null,"b":[{"c":""}]}"#, r#"{"a":null,"b":[{}]}"#);
    check(&empty, r#"{"a":{"b":{"c":1,"d":[]},"e":{}},"f":0}"#, r#"{"a":{"b":{"c":1}},"f":0}"#);
    let both = nulls.drop_empty(true);
    check(&both, r#"{"a":{"b":null},"c":[{"d":null}]}"#, r#"{"c":[{}]}"#);
    check(&both, r#"{"a":{"b":null}}"#, "{}");
    // First, entries are left out.
    check(
        &both.fill(true),
        r#"[{"a":1,"u":null},{"a":2,"u":{"x":3}}]"#,
        r#"[{"a":1,"u":{"x":null}},{"a":2,"u":{"x":3}}]"#,
    );
}

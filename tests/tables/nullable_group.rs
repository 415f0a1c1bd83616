//! `#[toon(nullable_group)]`.
#![allow(
    clippy::items_after_statements,
    clippy::unnecessary_wraps,
    reason = "each type is next to its test, and groups are options"
)]

use super::round_trip;
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::{DecodeOptions, Deserialize, EncodeOptions, Serialize};
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Owner {
    login: String,
    note: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Issue {
    id: u32,
    #[toon(nullable_group)]
    owner: Option<Owner>,
    open: bool,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Table<T> {
    #[toon(tabular)]
    rows: Vec<T>,
}

fn owner(login: &str) -> Option<Owner> {
    Some(Owner { login: login.into(), note: None })
}

#[test]
fn rows_stay_a_table() {
    let rows = vec![
        Issue { id: 1, owner: owner("ada"), open: true },
        Issue { id: 2, owner: None, open: false },
        Issue { id: 3, owner: Some(Owner { login: "bob".into(), note: Some("x".into()) }), open: true },
    ];
    let text = "[3]{id,owner{login,note},open}:\n  1,ada,null,true\n  2,null,null,false\n  3,bob,x,true";
    assert_eq!(round_trip(&rows), text);
    assert_eq!(round_trip(&Table { rows: rows.clone() }), format!("rows{text}"));
    let none: Vec<Issue> = (0..2).map(|id| Issue { id, owner: None, open: true }).collect();
    assert_eq!(
        round_trip(&Table { rows: none }),
        "rows[2]{id,owner{login,note},open}:\n  0,null,null,true\n  1,null,null,true"
    );
    let mut first = rows;
    first.swap(0, 1);
    assert_eq!(
        round_trip(&Table { rows: first }),
        "rows[3]{id,owner{login,note},open}:\n  2,null,null,false\n  1,ada,null,true\n  3,bob,x,true"
    );
}

#[test]
fn objects_have_null() {
    let issue = Issue { id: 2, owner: None, open: false };
    assert_eq!(round_trip(&issue), "id: 2\nowner: null\nopen: false");
    assert_eq!(toon::from_str::<Issue>("id: 2\nopen: false").unwrap(), issue);
    let some = Issue { owner: owner("ada"), ..issue };
    assert_eq!(round_trip(&some), "id: 2\nowner:\n  login: ada\n  note: null\nopen: false");
}

#[test]
fn other_formats() {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct PlainOwner {
        login: String,
        note: Option<String>,
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    struct PlainIssue {
        id: u32,
        owner: Option<PlainOwner>,
        open: bool,
    }

    for owner in [None, owner("ada")] {
        let plain = owner.clone().map(|Owner { login, note }| PlainOwner { login, note });
        let (issue, plain) =
            (Issue { id: 1, owner, open: true }, PlainIssue { id: 1, owner: plain, open: true });
        let json = serde_json::to_string(&issue).unwrap();
        assert_eq!(json, serde_json::to_string(&plain).unwrap());
        assert_eq!(serde_json::from_str::<Issue>(&json).unwrap(), issue);
        let bytes = postcard::to_allocvec(&issue).unwrap();
        assert_eq!(bytes, postcard::to_allocvec(&plain).unwrap());
        assert_eq!(postcard::from_bytes::<Issue>(&bytes).unwrap(), issue);
        assert_eq!(ron::to_string(&issue).unwrap(), ron::to_string(&plain).unwrap());
    }
}

#[test]
fn partly_null_is_an_owner() {
    let text = "[1]{id,owner{login,note},open}:\n  1,null,x,true";
    let error = toon::from_str::<Vec<Issue>>(text).unwrap_err().to_string();
    assert!(error.contains("expected a string") && error.contains("login"), "{error}");
    let text = "[1]{id,owner,open}:\n  1,null,true";
    assert_eq!(toon::from_str::<Vec<Issue>>(text).unwrap()[0].owner, None);
    // Columns in another order are read by name.
    let text = "[2]{open,owner{note,login},id}:\n  true,null,null,1\n  true,x,ada,1";
    let issues: Vec<Issue> = toon::from_str(text).unwrap();
    assert_eq!(issues[0].owner, None);
    assert_eq!(issues[1].owner, Some(Owner { login: "ada".into(), note: Some("x".into()) }));
    // A string is not `null`.
    let text = "[1]{id,owner{login,note},open}:\n  1,\"null\",null,true";
    assert_eq!(toon::from_str::<Vec<Issue>>(text).unwrap()[0].owner, owner("null"));
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Wide<'a> {
    big: u128,
    exact: f64,
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[toon(nullable_group)]
    inner: Option<Box<Inner>>,
    nothing: (),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(rename_all = "camelCase")]
#[toon(tabular, skip_default)]
struct Inner {
    #[toon(skip_default = false)]
    first_key: i128,
    #[toon(rename = "2nd key")]
    second_key: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    third: Option<char>,
    #[toon(level = "full")]
    fourth: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Deep<'a> {
    id: u32,
    #[toon(nullable_group)]
    #[serde(borrow)]
    wide: Option<Wide<'a>>,
    #[toon(nullable_group, skip_default)]
    gone: Option<Owner>,
    #[toon(nullable_group)]
    #[serde(skip_serializing_if = "Option::is_none", default)]
    skipped: Option<Owner>,
    #[toon(hoist)]
    common: u8,
}

fn deep<'a>() -> impl Strategy<Value = Deep<'a>> {
    let inner = (any::<i128>(), 0..2_u8, proptest::option::of(any::<char>()), 0..2_u8)
        .prop_map(|(first_key, second_key, third, fourth)| Inner { first_key, second_key, third, fourth });
    let text = proptest::sample::select(&["", "null", "a", "a,b", "é\n"][..]);
    let wide = (any::<u128>(), -1e9..1e9, text, proptest::option::of(inner)).prop_map(
        |(big, exact, text, inner)| Wide {
            big,
            exact,
            text: text.into(),
            inner: inner.map(Box::new),
            nothing: (),
        },
    );
    let owner = || {
        let login = proptest::sample::select(&["ada", "null", ""][..]);
        proptest::option::of(
            (login, any::<bool>())
                .prop_map(|(login, note)| Owner { login: login.into(), note: note.then(|| "n".into()) }),
        )
    };
    (0..3_u32, proptest::option::of(wide), owner(), owner(), 0..2_u8)
        .prop_map(|(id, wide, gone, skipped, common)| Deep { id, wide, gone, skipped, common })
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Tables<'a> {
    #[toon(tabular)]
    #[serde(borrow)]
    rows: Vec<Deep<'a>>,
    #[toon(tabular)]
    entries: BTreeMap<u8, Deep<'a>>,
    one: Option<Deep<'a>>,
}

proptest! {
    #![proptest_config(effort::cases(500))]

    #[test]
    fn read_back(
        rows in prop::collection::vec(deep(), 0..5),
        entries in prop::collection::btree_map(any::<u8>(), deep(), 0..4),
        one in proptest::option::of(deep()),
    ) {
        let tables = Tables { rows, entries, one };
        for options in [EncodeOptions::new(), EncodeOptions::new().spec(toon::SpecVersion::V3)] {
            let text = options.to_string(&tables).unwrap();
            for strict in [true, false] {
                let decode = DecodeOptions::new().strict(strict);
                prop_assert_eq!(&decode.from_str::<Tables<'_>>(&text).unwrap(), &tables, "{}", text);
            }
            let text = options.to_string(&tables.rows).unwrap();
            prop_assert_eq!(&toon::from_str::<Vec<Deep<'_>>>(&text).unwrap(), &tables.rows, "{}", text);
        }
        let json = serde_json::to_string(&tables).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Tables<'_>>(&json).unwrap(), &tables);
    }
}

#[test]
fn columns_of_the_group_can_go() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(nullable_group)]
        inner: Option<Inner>,
    }

    let inner = |first_key| Some(Inner { first_key, ..Inner::default() });
    let rows =
        vec![Row { id: 1, inner: inner(7) }, Row { id: 2, inner: None }, Row { id: 3, inner: inner(0) }];
    assert_eq!(round_trip(&Table { rows }), "rows[3]{id,inner{firstKey}}:\n  1,7\n  2,null\n  3,0");
    let rows = vec![
        Row { id: 1, inner: None },
        Row { id: 2, inner: Some(Inner { second_key: 1, ..Inner::default() }) },
    ];
    let text = "rows[2]{id,inner{firstKey,\"2nd key\"}}:\n  1,null,null\n  2,0,1";
    assert_eq!(round_trip(&Table { rows }), text);
}

#[test]
fn skipped_groups() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(nullable_group, skip_default)]
        gone: Option<Owner>,
        #[toon(nullable_group)]
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Owner>,
    }

    let row = |gone, skipped| Row { id: 1, gone, skipped };
    assert_eq!(round_trip(&row(None, None)), "id: 1");
    let rows = vec![row(None, None), row(None, None)];
    let text = "rows[2]{id,skipped{login,note}}:\n  1,null,null\n  1,null,null";
    assert_eq!(round_trip(&Table { rows }), text);
    let rows = vec![row(None, owner("a")), row(owner("b"), None)];
    let text =
        "rows[2]{id,gone{login,note},skipped{login,note}}:\n  1,null,null,a,null\n  1,b,null,null,null";
    assert_eq!(round_trip(&Table { rows }), text);
}

#[test]
fn tables_that_fall_back() {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Mixed {
        Issue(Issue),
        Other { id: u32, owner: Option<Other>, open: Option<bool> },
        Row(OtherRow),
        First(First),
        Unfit(u8),
    }

    #[derive(Serialize)]
    #[toon(tabular)]
    struct Other {
        other: u8,
    }

    #[derive(Serialize)]
    #[toon(tabular)]
    struct OtherRow {
        id: u32,
        #[toon(nullable_group)]
        owner: Option<Other>,
    }

    #[derive(Serialize)]
    #[toon(tabular)]
    struct First {
        #[toon(nullable_group)]
        owner: Option<Other>,
        #[toon(nullable_group)]
        more: Option<Other>,
    }

    let issue = |owner| Mixed::Issue(Issue { id: 1, owner, open: true });
    // The group is complete, and its table falls back later.
    let rows = [issue(None), issue(owner("ada")), Mixed::Unfit(1)];
    assert_eq!(
        toon::to_string(&rows).unwrap(),
        "[3]:\n  - id: 1\n    owner: null\n    open: true\n  - id: 1\n    owner:\n      login: ada\n      note: null\n    open: true\n  - 1"
    );
    // The group itself does not fit.
    let rows = [issue(owner("ada")), Mixed::Row(OtherRow { id: 2, owner: None })];
    assert_eq!(
        toon::to_string(&rows).unwrap(),
        "[2]:\n  - id: 1\n    owner:\n      login: ada\n      note: null\n    open: true\n  - id: 2\n    owner: null"
    );
    let rows = [
        Mixed::First(First { owner: Some(Other { other: 1 }), more: None }),
        issue(None),
        Mixed::First(First { owner: None, more: None }),
        Mixed::Other { id: 1, owner: None, open: None },
    ];
    assert_eq!(
        toon::to_string(&rows).unwrap(),
        "[4]:\n  - owner:\n      other: 1\n    more: null\n  - id: 1\n    owner: null\n    open: true\n  - owner: null\n    more: null\n  - id: 1\n    owner: null\n    open: null"
    );
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Leading {
        One { owner: Wrong },
        Two(First),
    }

    #[derive(Serialize)]
    struct Wrong {
        wrong: u8,
    }

    let rows = [
        Leading::One { owner: Wrong { wrong: 1 } },
        Leading::Two(First { owner: None, more: None }),
        Leading::Two(First { owner: Some(Other { other: 1 }), more: None }),
    ];
    assert_eq!(
        toon::to_string(&rows).unwrap(),
        "[3]:\n  - owner:\n      wrong: 1\n  - owner: null\n    more: null\n  - owner:\n      other: 1\n    more: null"
    );
}

#[test]
fn options() {
    let rows =
        vec![Issue { id: 1, owner: None, open: true }, Issue { id: 2, owner: owner("ada"), open: false }];
    let table = Table { rows };
    let select =
        |fields: &[&str]| EncodeOptions::new().fields(fields.iter().copied()).to_string(&table).unwrap();
    assert_eq!(select(&["rows.id"]), "rows[2]{id}:\n  1\n  2");
    assert_eq!(select(&["rows.owner.login"]), "rows[2]{owner{login}}:\n  null\n  ada");
    assert_eq!(
        select(&["rows.owner", "rows.id"]),
        "rows[2]{owner{login,note},id}:\n  null,null,1\n  ada,null,2"
    );
    let one = EncodeOptions::new().fields(["owner.login", "id"]);
    assert_eq!(one.to_string(&table.rows[0]).unwrap(), "owner: null\nid: 1");
    assert_eq!(one.to_string(&table.rows[1]).unwrap(), "owner:\n  login: ada\nid: 2");
    let v3 = EncodeOptions::new().spec(toon::SpecVersion::V3);
    assert_eq!(
        v3.to_string(&table).unwrap(),
        "rows[2]:\n  - id: 1\n    owner: null\n    open: true\n  - id: 2\n    owner:\n      login: ada\n      note: null\n    open: false"
    );
    assert_eq!(toon::from_str::<Table<Issue>>(&v3.to_string(&table).unwrap()).unwrap(), table);
    let mut out = Vec::new();
    toon::to_writer(&mut out, &table).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), toon::to_string(&table).unwrap());
}

#[test]
fn levels() {
    let row = |inner| Wide { inner, ..Wide::default() };
    let rows = [row(None), row(Some(Box::new(Inner { fourth: 1, second_key: 1, ..Inner::default() })))];
    let text = |level| EncodeOptions::new().level(level).to_string(&rows).unwrap();
    assert_eq!(
        text("full"),
        "[2]{big,exact,text,inner{firstKey,\"2nd key\",fourth},nothing}:\n  0,0,\"\",null,null,null,null\n  0,0,\"\",0,1,1,null"
    );
    assert_eq!(
        text("minimal"),
        "[2]{big,exact,text,inner{firstKey,\"2nd key\"},nothing}:\n  0,0,\"\",null,null,null\n  0,0,\"\",0,1,null"
    );
}

/// Rows that serde buffers.
#[test]
fn behind_buffers() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "kind")]
    enum Tagged {
        Issues { rows: Vec<Issue> },
        One(Issue),
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Rows(Vec<Issue>),
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Flat {
        name: u8,
        #[serde(flatten)]
        issue: Issue,
    }

    let rows =
        || vec![Issue { id: 1, owner: None, open: true }, Issue { id: 2, owner: owner("ada"), open: false }];
    round_trip(&Tagged::Issues { rows: rows() });
    round_trip(&Tagged::One(Issue { id: 1, owner: None, open: true }));
    round_trip(&Untagged::Rows(rows()));
    let flat: Vec<Flat> = rows().into_iter().map(|issue| Flat { name: 1, issue }).collect();
    assert_eq!(
        round_trip(&flat),
        "[2]{name,id,owner{login,note},open}:\n  1,1,null,null,true\n  1,2,ada,null,false"
    );
}

#[test]
fn other_tables() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Lists {
        #[toon(tabular(key = "id"))]
        keyed: Vec<Issue>,
        #[toon(tabular(header))]
        empty: Vec<Issue>,
    }

    let issue = |id, owner| Issue { id, owner, open: true };
    let lists = Lists { keyed: vec![issue(1, None), issue(2, owner("ada"))], empty: vec![] };
    assert_eq!(
        round_trip(&lists),
        "keyed[2:]{owner{login,note},open}:\n  \"1\": null,null,true\n  \"2\": ada,null,true\nempty[0]{id,owner{login,note},open}:"
    );

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular, fold)]
    struct Folded {
        id: u8,
        #[toon(nullable_group)]
        owner: Option<Login>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Login {
        login: String,
    }

    assert_eq!(round_trip(&Folded { id: 1, owner: None }), "id: 1\nowner: null");
    let folded = Folded { id: 1, owner: Some(Login { login: "ada".into() }) };
    assert_eq!(round_trip(&folded), "id: 1\nowner.login: ada");
}

#[test]
fn generics() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row<T> {
        id: u8,
        #[toon(nullable_group)]
        group: Option<T>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Pair<T> {
        key: T,
        value: Option<T>,
    }

    let rows = vec![Row { id: 1, group: owner("ada") }, Row { id: 2, group: None }];
    assert_eq!(round_trip(&rows), "[2]{id,group{login,note}}:\n  1,ada,null\n  2,null,null");
    let rows = vec![Row { id: 1, group: Some(Pair { key: 1, value: None }) }, Row { id: 2, group: None }];
    let text = "rows[2]{id,group{key,value}}:\n  1,1,null\n  2,null,null";
    assert_eq!(round_trip(&Table { rows }), text);
}

//! Attributes of rows and of their tables.

matrix! {
    tabular {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        struct Table<T> {
            #[toon(tabular)]
            all_rows: Vec<Row<T>>,
            #[toon(tabular(header))]
            no_rows: Vec<Row<u8>>,
            #[toon(tabular(key = "FIRST_NAME"))]
            keyed_rows: Vec<Row<u8>>,
            #[toon(tabular)]
            by_name: BTreeMap<String, Row<u8>>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        #[toon(tabular)]
        struct Row<T> {
            first_name: String,
            value: T,
            #[toon(cell)]
            last_char: char,
        }
    } {
        let row = |first_name: &str| Row { first_name: first_name.into(), value: 1, last_char: 'c' };
        Table {
            all_rows: vec![row("a"), row("b")],
            no_rows: vec![],
            keyed_rows: vec![row("c"), row("d")],
            by_name: [("e".into(), row("f"))].into(),
        }
    };

    lifetimes {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(fold, skip_default)]
        struct Table<'a> {
            #[serde(borrow)]
            #[toon(tabular)]
            rows: Vec<Row<'a>>,
            outer: Outer<'a>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular, range(start, end) = "lines")]
        struct Row<'a> {
            id: &'a str,
            #[toon(derived = "Self::path_of")]
            path: &'a str,
            #[serde(borrow)]
            #[toon(hoist, skip_default)]
            kind: Cow<'a, str>,
            start: u32,
            end: u32,
        }
        impl<'a> Row<'a> {
            fn path_of(&self) -> &'a str {
                self.id.split(':').next().unwrap_or_default()
            }
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        struct Outer<'a> {
            #[serde(borrow)]
            inner: BTreeMap<String, &'a str>,
        }
    } {
        let row = |id, start, end| Row { id, path: "a", kind: Cow::Borrowed("fn"), start, end };
        Table { rows: vec![row("a:b", 1, 2), row("a:c", 3, 3)], outer: Outer { inner: [("x".into(), "y")].into() } }
    };

    flatten {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "kebab-case")]
        struct Table {
            #[toon(tabular)]
            all_rows: Vec<Row>,
            #[serde(flatten)]
            last_row: Row,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "PascalCase")]
        #[toon(tabular, skip_default, range(from, to) = "span")]
        struct Row {
            id: String,
            from: u8,
            to: u8,
            #[toon(derived = "length")]
            id_length: usize,
            #[serde(flatten)]
            part: Part,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Part {
            #[toon(rename = "named")]
            name: u8,
            #[serde(default)]
            #[toon(level = "full")]
            leveled: u8,
            #[serde(default)]
            #[toon(skip)]
            skipped: (),
        }
        fn length(row: &Row) -> usize {
            row.id.len()
        }
    } {
        let row = |from| Row {
            id: "a".into(),
            from,
            to: 9,
            id_length: 1,
            part: Part { name: 1, leveled: from, skipped: () },
        };
        Table { all_rows: vec![row(1), row(2)], last_row: row(3) }
    };

    ranges {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, range(start_line, end_line) = "lines", range(first, last) = "numbers")]
        struct Row<T, const N: usize> {
            end_line: T,
            #[serde(rename = "FIRST", default)]
            first: i64,
            start_line: T,
            #[serde(alias = "final")]
            last: u128,
            name: Option<String>,
        }
    } [
        Row::<u8, 3> { end_line: 9, first: 3, start_line: 1, last: u128::MAX, name: None },
        Row { end_line: 9, first: 3, start_line: 9, last: 3, name: Some("n".into()) },
    ];

    derived {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[toon(tabular)]
        struct Row<T> {
            full_id: T,
            #[serde(alias = "path", skip_serializing_if = "String::is_empty", default)]
            #[toon(derived = "Self::path_of")]
            file_path: String,
            #[serde(rename = "COUNT", with = "text")]
            #[toon(derived = "one")]
            count: u8,
        }
        impl<T> Row<T> {
            fn path_of(&self) -> String {
                self.count.to_string()
            }
        }
        fn one<T>(_: &Row<T>) -> u8 {
            1
        }
    } [
        Row { full_id: "a:b".to_string(), file_path: "0".into(), count: 1 },
    ];

    groups {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        struct Table<'a> {
            #[serde(borrow)]
            #[toon(tabular)]
            rows: Vec<Row<'a, Generic>>,
            one: Row<'a, Generic>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, skip_default)]
        struct Row<'a, T> {
            #[toon(skip_default = false)]
            the_id: u8,
            #[serde(borrow, alias = "owned_by")]
            #[toon(nullable_group, rename = "owner")]
            the_owner: Option<Owner<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            #[toon(nullable_group, skip_default = false)]
            other: Option<Box<Other>>,
            #[toon(nullable_group, level = "full")]
            generic: Option<T>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "UPPERCASE")]
        #[toon(tabular)]
        struct Owner<'a> {
            login: &'a str,
            #[toon(nullable_group)]
            team: Option<Other>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(tag = "kind")]
        #[toon(tabular(unchecked), range(a, b) = "ab")]
        struct Other {
            a: u8,
            b: u8,
            #[serde(with = "text")]
            c: u8,
            #[serde(flatten)]
            flat: Flat,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular)]
        struct Flat {
            d: Option<char>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Generic {
            e: u8,
        }
    } {
        let other = |a| Other { a, b: 2, c: 3, flat: Flat { d: None } };
        let row = |login: Option<&'static str>, team, has_other: bool| Row {
            the_id: 0,
            the_owner: login.map(|login| Owner { login, team }),
            other: has_other.then(|| Box::new(other(2))),
            generic: has_other.then_some(Generic { e: 1 }),
        };
        let rows = vec![row(None, None, true), row(Some("a"), None, false), row(Some("b"), Some(other(1)), true)];
        Table { rows, one: row(None, None, false) }
    };

    unchecked {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        struct Table<'a, T> {
            #[serde(borrow)]
            #[toon(tabular)]
            all_rows: Vec<Row<'a, T>>,
            #[toon(tabular(header))]
            no_rows: Vec<Row<'a, u8>>,
            #[toon(tabular(key = "THE_ID"))]
            keyed_rows: Vec<Row<'a, u8>>,
            #[toon(tabular)]
            open_rows: Vec<Open>,
            one_row: Row<'a, T>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        #[toon(tabular(unchecked))]
        struct Row<'a, T> {
            the_id: Id,
            #[serde(borrow)]
            #[toon(hoist)]
            the_name: Cow<'a, str>,
            group: Box<Group>,
            #[serde(alias = "other", skip_serializing_if = "Option::is_none")]
            #[toon(rename = "other id")]
            other_id: Option<Id>,
            #[toon(nullable_group)]
            other_group: Option<Group>,
            generic: T,
            #[toon(skip_default)]
            default: Id,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular(unchecked))]
        struct Open {
            id: Id,
            #[serde(flatten)]
            group: Group,
            #[serde(flatten)]
            rest: BTreeMap<String, u8>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular(unchecked), range(start, end) = "lines")]
        struct Group {
            start: u8,
            end: u8,
        }
        #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Default)]
        struct Id(u32);
    } {
        let group = || Group { start: 1, end: 3 };
        let row = |id, other_id: Option<u32>| Row {
            the_id: Id(id),
            the_name: Cow::Borrowed("n"),
            group: Box::new(group()),
            other_id: other_id.map(Id),
            other_group: other_id.map(|_| group()),
            generic: 0_u8,
            default: Id(0),
        };
        let open = |id| Open { id: Id(id), group: group(), rest: [("x".into(), 1)].into() };
        Table {
            all_rows: vec![row(1, None), row(2, Some(3))],
            no_rows: vec![],
            keyed_rows: vec![row(4, Some(5)), row(6, None)],
            open_rows: vec![open(7), open(8)],
            one_row: row(9, None),
        }
    };
}

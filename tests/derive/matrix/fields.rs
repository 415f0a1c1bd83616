//! Attributes of the fields of any struct or variant.

matrix! {
    fields {
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[serde(rename_all = "UPPERCASE", default)]
        #[toon(levels("brief", "long"), crate = "toon")]
        struct Object<T> {
            #[toon(rename = "other")]
            renamed: u8,
            #[toon(with = "text")]
            as_text: u8,
            #[serde(skip_serializing_if = "is_zero")]
            #[toon(skip_default = "is_zero")]
            predicate: u8,
            #[toon(skip_default)]
            default: Option<T>,
            #[toon(fold)]
            folded: BTreeMap<String, BTreeMap<String, u8>>,
            #[toon(level = "long")]
            leveled: String,
            #[toon(skip)]
            skipped: Option<u8>,
        }
    } Object {
        renamed: 1,
        as_text: 2,
        predicate: 0,
        default: Some(3_u8),
        folded: [("a".into(), [("b".into(), 4)].into())].into(),
        leveled: "l".into(),
        skipped: None,
    };

    variants {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
        enum Either<T> {
            WithRows {
                #[toon(tabular)]
                all_rows: Vec<Row>,
                #[toon(skip_default)]
                the_value: T,
            },
            OneRow(Row),
            NoRows,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular, range(a, b) = "ab")]
        struct Row {
            a: u8,
            b: u8,
        }
    } [
        Either::WithRows { all_rows: vec![Row { a: 1, b: 2 }], the_value: 0_u8 },
        Either::OneRow(Row { a: 3, b: 3 }),
        Either::NoRows,
    ];

    kept_defaults {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(skip_default)]
        struct Page<'a, T> {
            #[toon(skip_default = false)]
            the_total: u8,
            #[toon(skip_default = false, rename = "the next")]
            next: Option<T>,
            #[toon(skip_default = false, with = "text")]
            as_text: u8,
            #[toon(skip_default = false, fold)]
            folded: BTreeMap<String, BTreeMap<String, u8>>,
            #[serde(borrow)]
            #[toon(skip_default = false, tabular)]
            rows: Vec<Row<'a, u8>>,
            #[toon(skip_default = false, tabular)]
            no_rows: Vec<Row<'a, u8>>,
            #[serde(default)]
            #[toon(skip_default = false, level = "full")]
            leveled: &'a str,
            skipped: String,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[serde(rename_all = "UPPERCASE", default)]
        #[toon(tabular, skip_default)]
        struct Row<'a, T> {
            #[toon(skip_default = false)]
            id: T,
            count: u8,
            #[serde(borrow, skip_serializing_if = "str::is_empty")]
            #[toon(skip_default = false, hoist)]
            kind: Cow<'a, str>,
            #[toon(skip_default = false)]
            group: Group,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular, skip_default)]
        struct Group {
            #[toon(skip_default = false)]
            a: u8,
            b: u8,
        }
    } {
        let row = |kind| Row { id: 0, count: 0, kind: Cow::Borrowed(kind), group: Group::default() };
        Page {
            the_total: 0,
            next: None::<u8>,
            as_text: 0,
            folded: [("a".into(), [("b".into(), 0)].into())].into(),
            rows: vec![row("k"), row("k")],
            no_rows: vec![],
            leveled: "",
            skipped: String::new(),
        }
    };

    kept_defaults_beside_flatten {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(skip_default)]
        struct Page {
            #[toon(skip_default = false)]
            total: u8,
            next: Option<u8>,
            #[serde(flatten)]
            inner: Inner,
            #[serde(flatten)]
            rest: BTreeMap<String, u8>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[serde(rename_all = "kebab-case")]
        #[toon(skip_default)]
        struct Inner {
            #[toon(skip_default = false)]
            the_size: Option<u8>,
            other: u8,
        }
    } [
        Page { total: 0, next: None, inner: Inner::default(), rest: [("x".into(), 0)].into() },
        Page { total: 0, next: None, inner: Inner { the_size: Some(0), other: 0 }, rest: BTreeMap::new() },
    ];
}

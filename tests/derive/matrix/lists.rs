//! Attributes of lists that become several tables.

matrix! {
    by_variant {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        struct Module<T> {
            #[toon(by_variant(unordered))]
            all_items: Vec<Item>,
            #[serde(rename = "THE NODES", alias = "nodes")]
            #[toon(by_variant(unordered), rename = "nodes.of")]
            the_nodes: Option<Box<[Node<T>]>>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            #[toon(by_variant(unordered), skip_default)]
            no_items: Vec<Item>,
            #[toon(by_variant(unordered), level = "full")]
            one_item: [Item; 1],
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "snake_case", rename_all_fields = "UPPERCASE")]
        enum Item {
            #[toon(plural = "classes")]
            TheClass {
                name: String,
                #[toon(skip_default)]
                methods: u8,
            },
            #[serde(rename = "fn", alias = "function")]
            Function(Function),
            Text(String),
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "PascalCase")]
        #[toon(tabular, range(start, end) = "Lines")]
        struct Function {
            name: String,
            start: u32,
            end: u32,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(tag = "kind")]
        enum Node<T> {
            #[toon(plural = "leaves")]
            Leaf { value: T },
            Empty {},
        }
    } {
        let class = |methods| Item::TheClass { name: "C".into(), methods };
        let function = || Item::Function(Function { name: "f".into(), start: 1, end: 9 });
        Module {
            all_items: vec![class(1), class(0), function(), Item::Text("x".into())],
            the_nodes: Some([Node::Leaf { value: 1_u8 }, Node::Leaf { value: 2 }, Node::Empty {}].into()),
            no_items: vec![],
            one_item: [function()],
        }
    };

    by_variant_in_order {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(tag = "type", content = "the content")]
        enum Stream<'a> {
            Tokens {
                #[serde(borrow)]
                #[toon(by_variant)]
                tokens: Vec<Token<'a>>,
            },
            Unnamed(u8, #[serde(borrow)] #[toon(by_variant)] Box<[Token<'a>]>),
            Flat(#[serde(borrow)] Flat<'a>),
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(skip_default)]
        struct Flat<'a> {
            #[serde(borrow)]
            #[toon(by_variant, skip_default = false)]
            all_tokens: Cow<'a, [Token<'a>]>,
            #[toon(by_variant)]
            no_tokens: Vec<Token<'a>>,
            #[serde(flatten)]
            rest: BTreeMap<String, u8>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
        #[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
        enum Token<'a> {
            #[serde(borrow)]
            OneWord(Word<'a>),
            #[toon(plural = "marks")]
            Mark {
                #[serde(with = "text")]
                mark: u8,
                #[serde(flatten)]
                rest: BTreeMap<String, String>,
            },
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
        #[toon(tabular, skip_default)]
        struct Word<'a> {
            #[serde(borrow)]
            text: Cow<'a, str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            note: Option<String>,
        }
    } {
        let word = |text| Token::OneWord(Word { text: Cow::Borrowed(text), note: None });
        let mark = || Token::Mark { mark: 7, rest: [("x".into(), "y".into())].into() };
        let tokens = || vec![word("a"), mark(), word("b"), mark(), mark()];
        let flat = Flat { all_tokens: tokens().into(), no_tokens: vec![], rest: [("z".into(), 1)].into() };
        [
            Stream::Tokens { tokens: tokens() },
            Stream::Unnamed(1, tokens().into()),
            Stream::Flat(flat),
        ]
    };

    child {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "kebab-case")]
        struct Plan<'a, T> {
            #[serde(borrow)]
            #[toon(tabular)]
            all_projects: Vec<Project<'a>>,
            #[serde(borrow, rename = "BY NAME")]
            #[toon(tabular, rename = "by name")]
            by_name: BTreeMap<String, Project<'a>>,
            #[toon(tabular(header))]
            no_projects: Vec<Project<'a>>,
            generic: T,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, skip_default)]
        struct Project<'a> {
            the_id: u8,
            #[serde(borrow)]
            #[toon(hoist)]
            the_owner: Cow<'a, str>,
            #[serde(borrow, alias = "jobs")]
            #[toon(child, skip_default = false)]
            all_tasks: Vec<Task<'a>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[toon(child, rename = "the log")]
            log: Option<Box<[Note]>>,
            #[toon(child, level = "full")]
            pair: [Note; 2],
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "UPPERCASE")]
        #[toon(tabular, range(from, to) = "DAYS")]
        struct Task<'a> {
            title: &'a str,
            from: u8,
            to: u8,
            #[toon(child)]
            notes: Vec<Note>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Note {
            #[serde(rename = "note")]
            text: String,
            #[serde(flatten)]
            author: Author,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Author {
            name: String,
        }
    } {
        let note = |text: &str| Note { text: text.into(), author: Author { name: "a".into() } };
        let task = |title, notes| Task { title, from: 1, to: 2, notes };
        let project = |the_id, all_tasks, has_log: bool| Project {
            the_id,
            the_owner: Cow::Borrowed("o"),
            all_tasks,
            log: has_log.then(|| [note("l")].into()),
            pair: [note("p"), note("q")],
        };
        let tasks = || vec![task("x", vec![note("1"), note("2")]), task("y", vec![])];
        Plan {
            all_projects: vec![project(1, tasks(), true), project(2, vec![], false)],
            by_name: [("n".into(), project(0, tasks(), false))].into(),
            no_projects: vec![],
            generic: 1_u8,
        }
    };

    child_by_key {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "PascalCase", deny_unknown_fields)]
        struct Plan<'a> {
            #[serde(borrow)]
            #[toon(tabular)]
            all_projects: Vec<Project<'a>>,
            #[toon(tabular)]
            no_projects: Option<Vec<Project<'a>>>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular)]
        struct Project<'a> {
            the_name: &'a str,
            #[serde(rename = "number", with = "text")]
            #[toon(rename = "the.number")]
            the_number: u8,
            #[serde(borrow, rename = "TASKS", alias = "jobs")]
            #[toon(child(key = "theName"))]
            all_tasks: Vec<Task<'a>>,
            #[toon(child(key = "the.number"), rename = "log")]
            the_log: Box<[Note]>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular, skip_default)]
        struct Task<'a> {
            #[serde(borrow)]
            #[toon(skip_default = false)]
            title: Cow<'a, str>,
            #[serde(alias = "finished")]
            done: bool,
            #[toon(skip_default = false, child(key = "title"))]
            notes: Vec<Note>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Note {
            #[serde(skip_serializing_if = "String::is_empty", default)]
            text: String,
            kind: char,
        }
    } {
        let note = |text: &str| Note { text: text.into(), kind: 'k' };
        let task = |title, notes| Task { title: Cow::Borrowed(title), done: false, notes };
        let project = |the_name, the_number, all_tasks| Project {
            the_name,
            the_number,
            all_tasks,
            the_log: [note("")].into(),
        };
        let tasks = || vec![task("x", vec![note("1"), note("")]), task("y", vec![])];
        Plan { all_projects: vec![project("a", 1, tasks()), project("b", 2, vec![])], no_projects: None }
    };

    child_of_generic_row {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        struct Plan<'a, T> {
            #[serde(borrow)]
            #[toon(tabular)]
            projects: Vec<Project<'a, T>>,
            #[toon(tabular)]
            generic: Vec<T>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular)]
        struct Project<'a, T> {
            name: &'a str,
            #[toon(child)]
            tasks: Vec<T>,
            #[toon(child(key = "name"))]
            by_name: Vec<Task>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular)]
        struct Task {
            title: String,
        }
    } {
        let task = |title: &str| Task { title: title.into() };
        let project = |name| Project { name, tasks: vec![task("x")], by_name: vec![task("y"), task("z")] };
        Plan { projects: vec![project("a"), project("b")], generic: vec![task("g")] }
    };

    child_in_other_containers {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Answer {
            ThePlan(Plan),
            InVariant {
                #[toon(tabular)]
                projects: Vec<Project>,
            },
            Flattened {
                #[serde(flatten)]
                plan: Plan,
                #[serde(flatten)]
                rest: BTreeMap<String, u8>,
            },
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(fold)]
        struct Plan {
            #[toon(tabular(key = "id"))]
            projects: Vec<Project>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular)]
        struct Project {
            id: u8,
            name: String,
            #[toon(child)]
            tasks: Vec<Task>,
            #[toon(child(key = "name"))]
            others: Vec<Task>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular)]
        struct Task {
            title: String,
        }
    } {
        let task = |title: &str| Task { title: title.into() };
        let project = |id, name: &str| Project { id, name: name.into(), tasks: vec![task("x")], others: vec![] };
        let plan = || Plan { projects: vec![project(1, "a"), project(2, "b")] };
        [
            Answer::ThePlan(plan()),
            Answer::InVariant { projects: plan().projects },
            Answer::Flattened { plan: plan(), rest: [("z".into(), 1)].into() },
        ]
    };
}

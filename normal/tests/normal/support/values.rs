//! Random values that are deliberately nasty: rows with templates, prefixes, constants, groups and
//! lists in them, equal objects under several names, repeated texts – and, in each of them, texts
//! with a meaning in the form.

use super::dice::Dice;
use super::json::Json;

/// Any value, from a scalar to tables in tables.
pub fn value(dice: &mut Dice<'_>) -> Json {
    let depth = dice.between(1, 3);
    let left = *dice.pick(&[40, 60, 100, 400]);
    let mut maker = Maker { dice, entities: Vec::new(), texts: Vec::new(), left };
    maker.fill_pools();
    maker.document(depth)
}

/// Names that data really has. Some are natural keys of entities.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "id", "name", "a", "b", "c", "url", "login", "title", "key", "state", "labels", "items", "node", "type",
    "created_at", "path", "email", "metadata", "spec", "orderId", "u", "host", "host.name", "host.ip", "app.io/name", "kind",
];

/// Keys with a meaning in the form, or that look like it.
#[rustfmt::skip]
const ODD_KEYS: &[&str] = &[
    "a.b", "a.b.", "a.", ".", "..", "", "_", "__", "_form", "_let", "_same", "_form.", "_form.x", "list",
    "list.each", "each", "order", "words", "pairs", "numbers", "tuple", "json", "map", "of", "alt", "in",
    "key.", "a.each", "a.json", "a.key", "a.of", "a.order", "name.in", "x.words", "_of", "_ref", "_key",
    "_null", "_null.", "_row", "by", "at", "one", "a.by", "{a}", "{}", "{a.b}", "{", "}", "$a", "$", "0", "1", "0.a", "a.1", "node/x", "k v", " ", "é",
    "日本", "\"", "\\", "\n", "a,b", "a|b", "a\tb", "a:b", "[1]", "true", "null", "-", "#", "1e5",
];

/// Members whose values are entities, where all of them are.
const ENTITY_NAMES: &[&str] = &["user", "assignee", "creator", "owner", "labels", "in"];

#[rustfmt::skip]
const STRINGS: &[&str] = &[
    "", "x", "_", "__", "___", "_null", "__null", "_empty", "__empty", "_nullx", "null", "true", "false",
    "{a}", "{}", "{}x", "x{}", "{{a}}", "{id}", "{name}-{id}", "{metadata.name}", "{a.b}", "{a", "a}", "[]",
    "[", "{", "[1]", "_[1]", "__[", "_{", "_[", "[WIP] fix", "[1,[2]]", r#"{"a":1}"#, r#"_{"a":1}"#,
    r#"[{"a":1}]"#, r#"{"a":"#, "$", "$a", "$$a", "$$$a", "$ a", "$1", "$repo", "$repo/issues/1", "a $b",
    "a $$b c", "a$b", " $a", "costs $5", "~2", "bob", "bob~2", "bob~", "#1", "x2", "@1", "1 list",
    "1 object", "1 object time", "2 list", "1=1 0", "0 2", "2 1 1", "a b", "a b c", " a", "a ", "a  b",
    "a; b", "a; b; c", "a;", "; ", ";", "a;b", "k=v", "k=v; x=y", "=v", "k=", "=", "a=b=c", "1", "0", "-0",
    "-1", "01", "1.5", "1.50", "1e5", "1E5", "+1", ".5", "007", "999999999999999999", "9999999999999999999",
    "1 2", "1 2 3", "2026-01-01T10:00:00Z", "2026-01-01T10:00:00.250Z", "2026-01-01T100000Z",
    "20260101T100000Z", "2026-01-01T10:00:00+02:00", "2026-01-01T99:99:99Z", "2026-01-01", "10:00:00",
    "2026-01-01t10:00:00z", "https://api.x.org/users/bob", "https://api.x.org/users/bob/repos",
    "https://api.x.org/users/{a}", "https://api.x.org/labels{/name}", "https://api.x.org/?a=$a&b={}", "- a",
    "-", "--", "#", "# x", "\"", "\"q\"", "\\", "\\n", "a:b", "a: b", ":", ",", "|", "\t", "\n", "a\nb",
    "\r\n", "\u{0}", "\u{1}", "\u{7f}", "\u{a0}", "\u{feff}", "\u{2028}", "é", "héllo", "日本語", "😀", "_form",
    "list", "items.each",
];

#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "0", "1", "2", "-0", "-0.0", "0.0", "1.0", "1e0", "10e-1", "-1", "-5", "7", "42", "1.5", "1.50",
    "-0.25", "0.1", "3.14159", "1e21", "1e20", "1E+2", "100", "1e2", "1e-6", "1e-7", "0.000001", "1e400",
    "1e+400", "-1e-400", "5e-324", "12345678901234567890123", "-12345678901234567890123",
    "9007199254740993", "18446744073709551616", "999999999999999999", "1000000000000000000",
    "0.1000000000000000055511151231257827", "123456789.123456789123456789", "20260101",
];

struct Maker<'d, 'b> {
    dice: &'d mut Dice<'b>,
    /// Objects that occur often.
    entities: Vec<Json>,
    /// Texts that many others begin with.
    texts: Vec<String>,
    /// How many more values there may be.
    left: usize,
}

/// What the rows of a table have under a key.
struct Column {
    key: String,
    kind: Kind,
    /// How often in 100 it is absent, `null` or empty.
    absent: usize,
    null: usize,
    empty: usize,
}

impl Column {
    /// A column that all rows have.
    fn of(key: String, kind: Kind) -> Self {
        Column { key, kind, absent: 0, null: 0, empty: 0 }
    }
}

enum Kind {
    Scalar,
    /// One of few values; where it is one, a constant.
    Pool(Vec<Json>),
    Count(usize),
    /// A text in front of a number, and one after it.
    Affix([String; 2], Middle),
    /// Texts, with the values of other columns between them.
    Template(Vec<Part>),
    Time(TimeStyle),
    Group(Table),
    /// A list of so many.
    Tuple(Box<Kind>, usize),
    Children(Table),
    Words(&'static [&'static str]),
    Numbers,
    Pairs,
    Text,
    Entity,
    Entities,
    /// A list of these, one after the other.
    Elements(Vec<Kind>),
    /// A list of lists of these.
    Series(Vec<Kind>),
    Any(usize),
}

#[derive(Clone, Copy)]
enum Middle {
    Small,
    /// 17 to 20 digits.
    Long,
    Padded,
    Word,
}

#[derive(Clone, Copy)]
enum TimeStyle {
    Colons,
    Fractions,
    Mixed,
}

enum Part {
    Text(String),
    Path(String),
}

struct Table {
    columns: Vec<Column>,
    /// How often in 100 a row has its keys in another order.
    disorder: usize,
}

/// Paths of a row, and the scalars there.
type Done = Vec<(String, Json)>;

impl Maker<'_, '_> {
    fn fill_pools(&mut self) {
        const ROOTS: &[&str] = &[
            "https://api.github.com/repos/acme/shop",
            "https://avatars.githubusercontent.com/u",
            "$repo and what follows it at some length",
            "$a",
            "registry.example.com/team/service-with-a-long-name:v1",
            "the same long sentence, again and again; with k=v in it",
            "[tag] in front of a text",
            "_{not json, but long enough to be an alias",
        ];
        let count = self.dice.between(1, 3);
        self.texts = self.dice.sample(ROOTS, count).into_iter().map(str::to_owned).collect();

        let key = *self.dice.pick(&["login", "name", "id", "key", "_key", "size", "url", "_ref", "sha"]);
        let other = *self.dice.pick(&["id", "node_id", "color", "{}", "a.b", "_ref"]);
        let nested = self.dice.chance(20);
        for index in 0..self.dice.between(2, 5) {
            let name = match self.dice.below(8) {
                0 => Json::text(*self.dice.pick(&["", "~2", "a~2", "$a", "_", "[x]", "null", "1"])),
                1 => Json::int(index),
                2 => Json::Null,
                3 => Json::text("same"),
                _ => Json::text(format!("user-{index}")),
            };
            let mut members = vec![
                (key.to_owned(), name),
                ("site_admin".to_owned(), Json::Bool(self.dice.chance(30))),
                ("type".to_owned(), Json::text("User")),
            ];
            if key != other {
                members.push((other.to_owned(), self.scalar()));
            }
            if nested && let Some(entity) = self.entities.first() {
                members.push(("owner".to_owned(), entity.clone()));
            }
            if self.dice.chance(20) {
                members.push(("url".to_owned(), Json::text(format!("https://x.org/users/user-{index}"))));
            }
            if self.dice.chance(10) {
                self.dice.shuffle(&mut members);
            }
            members.dedup_by(|one, other| one.0 == other.0);
            self.entities.push(unique(members));
        }
    }

    fn document(&mut self, depth: usize) -> Json {
        match self.dice.below(20) {
            16..=17 => self.kinds(depth),
            18 if self.dice.chance(30) => self.wide(depth),
            18 => self.nulls(depth),
            0..=2 => self.any(depth),
            3..=6 => self.rows(depth),
            7..=12 => {
                let mut members = vec![("items".to_owned(), self.rows(depth))];
                for _ in 0..self.dice.below(4) {
                    members.push((self.key(), self.any(depth)));
                }
                self.dice.shuffle(&mut members);
                unique(members)
            }
            13 => self.like_a_form(depth),
            14 | 19 => self.map(depth),
            _ => self.deep(),
        }
    }

    /// What is itself a form, or nearly one.
    fn like_a_form(&mut self, depth: usize) -> Json {
        const MARKS: &[&str] =
            &["1 list", "1 object", "1 object time", "12 list", "01 list", "1 map", "1  list", "1 list "];
        let mut members = vec![("_form".to_owned(), Json::text(*self.dice.pick(MARKS)))];
        if self.dice.chance(30) {
            members.push(("_let".to_owned(), Json::object([("a", Json::text("https://x.org"))])));
        }
        if self.dice.chance(30) {
            members.push(("_same".to_owned(), self.any(depth)));
        }
        members.push(("list".to_owned(), self.any(depth)));
        if self.dice.chance(50) {
            members.push(("list.each".to_owned(), Json::object([("a", Json::text("{b}"))])));
        }
        if self.dice.chance(20) {
            members.rotate_left(1);
        }
        unique(members)
    }

    fn deep(&mut self) -> Json {
        let mut value = self.scalar();
        for _ in 0..self.dice.between(5, 40) {
            value = match self.dice.below(4) {
                0 => Json::object([(self.key(), value)]),
                1 => Json::object([("a", Json::int(1)), ("b", value)]),
                2 => Json::List(vec![value]),
                _ => Json::List(vec![Json::object([("a", value)]), Json::object([("a", Json::Null)])]),
            };
        }
        value
    }

    fn any(&mut self, depth: usize) -> Json {
        if depth == 0 || self.left == 0 {
            return self.scalar();
        }
        match self.dice.below(16) {
            0..=3 => self.scalar(),
            4..=5 => Json::List((0..self.dice.below(5)).map(|_| self.scalar()).collect()),
            6 => Json::List((0..self.dice.below(4)).map(|_| self.any(depth - 1)).collect()),
            7 => {
                let pairs = self.dice.between(1, 4);
                Json::List((0..pairs).map(|_| Json::List(vec![self.scalar(), self.number()])).collect())
            }
            8..=9 => self.object(depth - 1),
            10 => self.map(depth - 1),
            11 => self.entity(),
            12 => self.text(),
            13 => match self.dice.below(4) {
                0 => self.nulls(depth - 1),
                1 => self.wide(depth - 1),
                _ => self.kinds(depth - 1),
            },
            _ => self.rows(depth - 1),
        }
    }

    /// An object of which many members are `null`.
    fn nulls(&mut self, depth: usize) -> Json {
        let count = self.dice.between(3, 12);
        let member = |maker: &mut Self| {
            let value = if maker.dice.chance(70) { Json::Null } else { maker.any(depth.min(1)) };
            (maker.key(), value)
        };
        unique((0..count).map(|_| member(self)).collect())
    }

    /// A list of one object with many members.
    fn wide(&mut self, depth: usize) -> Json {
        let count = self.dice.between(10, 16);
        let member = |maker: &mut Self, index: usize| {
            let key = if maker.dice.chance(50) { format!("field_{index}") } else { maker.key() };
            let depth = if maker.dice.chance(30) { depth } else { 0 };
            (key, maker.any(depth))
        };
        Json::List(vec![unique((0..count).map(|index| member(self, index)).collect())])
    }

    /// Rows of several tables, each with a name in one of its columns.
    fn kinds(&mut self, depth: usize) -> Json {
        const KINDS: &[&str] = &["Post", "Link", "x-1", "a", "list", "1", "two words", "A_b", "by"];
        let names = if self.dice.chance(70) { &KINDS[..4] } else { KINDS };
        let tables: Vec<(&str, Table)> = (0..self.dice.between(2, 3))
            .map(|_| (*self.dice.pick(names), self.table(depth.min(2), "", &mut Vec::new())))
            .collect();
        let [key, group] =
            [*self.dice.pick(&["kind", "type", "a.b", "name"]), *self.dice.pick(&["", "", "node", "x.y"])];
        let is_first = self.dice.chance(70);
        let mut rows = Vec::new();
        for index in 0..*self.dice.pick(&[6, 8, 12, 20]) {
            let (kind, table) = self.dice.pick(&tables);
            let Json::Object(mut members) = self.row(table, index) else { continue };
            members.retain(|(name, _)| name != key);
            let place = if is_first { 0 } else { self.dice.below(members.len() + 1) };
            members.insert(place, (key.to_owned(), Json::text(*kind)));
            let row = Json::Object(members);
            rows.push(if group.is_empty() {
                row
            } else {
                Json::object([("id", Json::int(index)), (group, row)])
            });
        }
        Json::List(rows)
    }

    fn object(&mut self, depth: usize) -> Json {
        let count = self.dice.below(6);
        unique((0..count).map(|_| (self.key(), self.any(depth))).collect())
    }

    fn rows(&mut self, depth: usize) -> Json {
        let count = *self.dice.pick(&[3, 4, 0, 1, 1, 2, 2, 3, 5, 6, 9, 14]);
        let table = self.table(depth, "", &mut Vec::new());
        let mut rows = Vec::new();
        for index in 0..count {
            rows.push(self.row(&table, index));
            if self.left == 0 {
                break;
            }
        }
        if self.dice.chance(4) {
            rows.push(self.any(1));
            self.dice.shuffle(&mut rows);
        }
        Json::List(rows)
    }

    /// A table whose rows have names.
    fn map(&mut self, depth: usize) -> Json {
        let count = self.dice.below(7);
        let table = self.table(depth, "", &mut Vec::new());
        let is_odd = self.dice.chance(30);
        let are_lists = self.dice.chance(30);
        let members = (0..count).map(|index| {
            let key = if is_odd { self.key() } else { format!("row-{index}") };
            let row = self.row(&table, index);
            (key, if are_lists { Json::List(vec![row]) } else { row })
        });
        unique(members.collect())
    }

    /// `paths` are the columns that templates may name.
    fn table(&mut self, depth: usize, prefix: &str, paths: &mut Vec<String>) -> Table {
        let count = self.dice.between(1, if prefix.is_empty() { 7 } else { 3 });
        let is_even = self.dice.chance(40);
        let columns = (0..count).map(|_| self.column(depth, prefix, paths, is_even)).collect();
        Table { columns, disorder: *self.dice.pick(&[0, 0, 0, 0, 10, 40]) }
    }

    fn column(&mut self, depth: usize, prefix: &str, paths: &mut Vec<String>, is_even: bool) -> Column {
        let mut key = self.key();
        let kind = match self.dice.below(24) {
            0 => Kind::Scalar,
            1 => Kind::Count(self.dice.below(200)),
            2 => Kind::Text,
            3..=4 => {
                let values = (0..self.dice.between(1, 3)).map(|_| self.scalar()).collect();
                Kind::Pool(values)
            }
            5 => Kind::Pool(vec![self.any(depth)]),
            6 => Kind::Pool(vec![
                Json::int(1),
                Json::Bool(true),
                Json::text("1"),
                Json::Number("1.0".to_owned()),
            ]),
            7..=8 => {
                let prefixes =
                    ["ORD-", "https://x.org/u/", "id=", "2026-01-", "", "{", "$a/", "_", "[", "{}"];
                let suffixes = ["", "", "/edit", "?v=4", "]", "}", " $a"];
                let middles = [Middle::Small, Middle::Padded, Middle::Long, Middle::Word];
                let affixes = [*self.dice.pick(&prefixes), *self.dice.pick(&suffixes)].map(str::to_owned);
                Kind::Affix(affixes, *self.dice.pick(&middles))
            }
            9..=11 if !paths.is_empty() => self.template(paths),
            9..=11 => Kind::Affix(["https://x.org/".to_owned(), String::new()], Middle::Word),
            12 => Kind::Time(*self.dice.pick(&[TimeStyle::Colons, TimeStyle::Fractions, TimeStyle::Mixed])),
            13..=14 if depth > 0 => {
                let prefix = format!("{prefix}{key}.");
                let mut table = self.table(depth - 1, &prefix, paths);
                table.disorder /= 2;
                Kind::Group(table)
            }
            15 => {
                let kind = match self.dice.below(4) {
                    0 if depth > 0 => Kind::Group(self.table(depth - 1, "0.", &mut Vec::new())),
                    1 => Kind::Text,
                    2 => Kind::Scalar,
                    _ => Kind::Count(1),
                };
                Kind::Tuple(Box::new(kind), self.dice.between(1, 4))
            }
            16..=17 if depth > 0 => {
                let mut table = self.table(depth - 1, "child.", &mut Vec::new());
                if self.dice.chance(10) {
                    let fields = (0..12).map(|index| Column::of(format!("field_{index}"), Kind::Count(1)));
                    table.columns.extend(fields);
                }
                Kind::Children(table)
            }
            18 => {
                const WORDS: &[&[&str]] = &[
                    &["bug", "ui", "docs", "1", "null"],
                    &["Ada King", "Bob Ray", "Cy"],
                    &["[x]", "[]", "_", "{}", "bug"],
                    &["a; b", "c;", " d", "", "e"],
                    &["$a", "$$", "{a}", "\"", "é"],
                ];
                let words = self.dice.pick(WORDS);
                Kind::Words(words)
            }
            19 => Kind::Numbers,
            20 => Kind::Pairs,
            22 if self.dice.chance(30) => {
                let words = Kind::Pool(vec![Json::text("up"), Json::text("down"), Json::text("1")]);
                let last = if self.dice.chance(70) { words } else { Kind::Scalar };
                Kind::Series(vec![Kind::Count(1000), last])
            }
            21 | 22 => {
                (*self.dice.pick(ENTITY_NAMES)).clone_into(&mut key);
                if self.dice.chance(25) { Kind::Entities } else { Kind::Entity }
            }
            23 if self.dice.chance(50) => {
                let kind = |maker: &mut Self| match maker.dice.below(4) {
                    0 => Kind::Text,
                    1 => Kind::Count(1),
                    2 => Kind::Scalar,
                    _ => Kind::Pool(vec![Json::Bool(true), Json::Bool(false)]),
                };
                Kind::Elements((0..self.dice.between(1, 3)).map(|_| kind(self)).collect())
            }
            _ => Kind::Any(depth.min(2)),
        };
        if !matches!(
            kind,
            Kind::Group(_) | Kind::Children(_) | Kind::Tuple(..) | Kind::Elements(_) | Kind::Series(_)
        ) {
            paths.push(format!("{prefix}{key}"));
        }
        let [absent, null, empty] = if is_even {
            [0; 3]
        } else {
            [
                *self.dice.pick(&[0, 0, 0, 15, 60, 85]),
                *self.dice.pick(&[0, 0, 0, 15, 40, 85]),
                *self.dice.pick(&[0, 0, 15]),
            ]
        };
        Column { key, kind, absent, null, empty }
    }

    fn template(&mut self, paths: &[String]) -> Kind {
        let mut parts = Vec::new();
        if self.dice.chance(75) {
            parts.push(Part::Text(
                (*self.dice.pick(&["https://x.org/", "{", "", "$a/", "[", "{x}", "_"])).to_owned(),
            ));
        }
        for _ in 0..self.dice.between(1, 3) {
            parts.push(Part::Path(self.dice.pick(paths).clone()));
            if self.dice.chance(60) {
                parts.push(Part::Text((*self.dice.pick(&["/forks", "-", "{/name}", "}", " $a"])).to_owned()));
            }
        }
        Kind::Template(parts)
    }

    fn row(&mut self, table: &Table, index: usize) -> Json {
        self.filled(table, index, "", &mut Vec::new())
    }

    fn filled(&mut self, table: &Table, index: usize, prefix: &str, done: &mut Done) -> Json {
        let mut members: Vec<(String, Json)> = Vec::new();
        for column in &table.columns {
            if self.dice.chance(column.absent) || members.iter().any(|(key, _)| *key == column.key) {
                continue;
            }
            let path = format!("{prefix}{}", column.key);
            let value = if self.dice.chance(column.null) {
                Some(Json::Null)
            } else if self.dice.chance(column.empty) {
                Some(column.kind.empty())
            } else {
                self.cell(&column.kind, index, &path, done)
            };
            if let Some(value) = value {
                done.push((path, value.clone()));
                members.push((column.key.clone(), value));
            }
        }
        if self.dice.chance(table.disorder) {
            self.dice.shuffle(&mut members);
        }
        Json::Object(members)
    }

    /// A value of the column; none where a template says so.
    fn cell(&mut self, kind: &Kind, index: usize, path: &str, done: &mut Done) -> Option<Json> {
        self.left = self.left.saturating_sub(1);
        Some(match kind {
            Kind::Scalar => self.scalar(),
            Kind::Pool(values) => {
                let value = self.dice.pick(values).clone();
                self.spend(value)
            }
            Kind::Count(from) => Json::int(from + index),
            Kind::Affix([prefix, suffix], middle) => {
                let middle = self.middle(*middle, index);
                Json::text(format!("{prefix}{middle}{suffix}"))
            }
            Kind::Template(parts) => return self.render(parts, done),
            Kind::Time(style) => self.time(*style, index),
            Kind::Group(table) => self.filled(table, index, &format!("{path}."), done),
            Kind::Tuple(kind, count) => {
                let items = (0..*count).filter_map(|at| self.cell(kind, at + index, path, &mut Vec::new()));
                Json::List(items.collect())
            }
            Kind::Children(table) => {
                let count = if self.left == 0 { 0 } else { *self.dice.pick(&[1, 2, 0, 1, 3, 5]) };
                Json::List((0..count).map(|at| self.row(table, at + 2 * index)).collect())
            }
            Kind::Words(words) => {
                let count = self.dice.below(4);
                Json::List((0..count).map(|_| Json::text(*self.dice.pick(words))).collect())
            }
            Kind::Numbers => Json::List((0..self.dice.below(4)).map(|_| self.number()).collect()),
            Kind::Pairs => {
                let count = self.dice.below(4);
                let pair = |_| {
                    let key = *self.dice.pick(&["tier", "zone", "app", "a=b", "", "x y", "k;"]);
                    let value = *self.dice.pick(&["web", "db", "b=c", "", " x", "1", "a; b"]);
                    (key.to_owned(), Json::text(value))
                };
                unique((0..count).map(pair).collect())
            }
            Kind::Text => self.text(),
            Kind::Entity => self.entity(),
            Kind::Entities => Json::List((0..self.dice.below(4)).map(|_| self.entity()).collect()),
            Kind::Elements(kinds) => Json::List(
                kinds.iter().filter_map(|kind| self.cell(kind, index, path, &mut Vec::new())).collect(),
            ),
            Kind::Series(kinds) => {
                let count = *self.dice.pick(&[2, 3, 1, 0, 5]);
                let mut list = |at: usize| {
                    let cells =
                        kinds.iter().filter_map(|kind| self.cell(kind, index + at, path, &mut Vec::new()));
                    Json::List(cells.collect())
                };
                Json::List((0..count).map(&mut list).collect())
            }
            Kind::Any(depth) => self.any(*depth),
        })
    }

    /// What the form says of placeholders – but for some cells, which keep the column from being a
    /// template.
    fn render(&mut self, parts: &[Part], done: &Done) -> Option<Json> {
        if self.dice.chance(2) {
            return Some(self.scalar());
        }
        let value = |path: &str| done.iter().find(|(other, _)| other == path).map(|(_, value)| value);
        if let [Part::Path(path)] = parts {
            return value(path).cloned();
        }
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(part) => text.push_str(part),
                Part::Path(path) => match value(path)? {
                    Json::String(part) | Json::Number(part) => text.push_str(part),
                    Json::Null => return Some(Json::Null),
                    _ => return None,
                },
            }
        }
        Some(Json::String(text))
    }

    fn middle(&mut self, middle: Middle, index: usize) -> String {
        match middle {
            Middle::Small => index.to_string(),
            Middle::Long => "98765432109876543210"[..self.dice.between(17, 20)].to_owned(),
            Middle::Padded => format!("{index:04}"),
            Middle::Word => {
                (*self.dice.pick(&["ada", "bob", "cy", "null", "_", "", "a/b", "{a}", "-0"])).to_owned()
            }
        }
    }

    fn time(&mut self, style: TimeStyle, index: usize) -> Json {
        let time = match style {
            TimeStyle::Mixed if self.dice.chance(20) => return self.scalar(),
            TimeStyle::Fractions => format!("2026-01-02T10:{index:02}:00.{index}5Z"),
            _ => format!("2026-01-02T10:{index:02}:00Z"),
        };
        Json::String(time)
    }

    fn entity(&mut self) -> Json {
        match self.dice.below(12) {
            0 => Json::Null,
            1 if self.dice.chance(10) => self.scalar(),
            _ => {
                let entity = self.dice.pick(&self.entities).clone();
                self.spend(entity)
            }
        }
    }

    /// One of the texts that repeat, or what begins with one.
    fn text(&mut self) -> Json {
        let text = self.dice.pick(&self.texts).clone();
        let rest = *self.dice.pick(&["", "", "/issues/1", "/issues/2{/name}", " ", "s", "_x", ".git", "$a"]);
        match self.dice.below(12) {
            0 => Json::text(format!("see {text}{rest}")),
            1 => Json::String(format!("{text} ").repeat(12)),
            _ => Json::String(text + rest),
        }
    }

    /// What has been copied counts as well.
    fn spend(&mut self, value: Json) -> Json {
        self.left = self.left.saturating_sub(value.count());
        value
    }

    fn number(&mut self) -> Json {
        if self.dice.chance(50) {
            Json::int(self.dice.below(100))
        } else {
            Json::Number((*self.dice.pick(NUMBERS)).to_owned())
        }
    }

    fn scalar(&mut self) -> Json {
        self.left = self.left.saturating_sub(1);
        match self.dice.below(20) {
            0..=10 => Json::text(*self.dice.pick(STRINGS)),
            11..=14 => self.number(),
            15..=16 => Json::Null,
            17..=18 => Json::Bool(self.dice.chance(50)),
            _ => match self.dice.below(3) {
                0 => Json::List(Vec::new()),
                1 => Json::object::<String>([]),
                _ => self.text(),
            },
        }
    }

    fn key(&mut self) -> String {
        if self.dice.chance(25) { *self.dice.pick(ODD_KEYS) } else { *self.dice.pick(NAMES) }.to_owned()
    }
}

impl Kind {
    /// What the column has where it has nothing.
    fn empty(&self) -> Json {
        match self {
            Kind::Group(_) | Kind::Pairs | Kind::Entity => Json::object::<String>([]),
            Kind::Tuple(..)
            | Kind::Elements(_)
            | Kind::Series(_)
            | Kind::Children(_)
            | Kind::Words(_)
            | Kind::Numbers
            | Kind::Entities => Json::List(Vec::new()),
            _ => Json::text(""),
        }
    }
}

/// The object of these members, but for keys that it has already.
fn unique(members: Vec<(String, Json)>) -> Json {
    let mut kept: Vec<(String, Json)> = Vec::with_capacity(members.len());
    for (key, value) in members {
        if !kept.iter().any(|(other, _)| *other == key) {
            kept.push((key, value));
        }
    }
    Json::Object(kept)
}

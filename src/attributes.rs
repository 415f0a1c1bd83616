//! A guide to `#[toon(…)]`: how a type is written in TOON, decided at compile time.
//!
//! With `use toon::{Deserialize, Serialize};` instead of serde's, the derives do the same as
//! serde's own derives, for every format: every `#[serde(…)]` attribute keeps its meaning.
//! `#[toon(…)]` adds hints that only affect TOON. The derived [`Deserialize`] reverses them, so
//! that [`from_str`](crate::from_str) restores the value that [`to_string`](crate::to_string)
//! wrote. Other readers, such as models and other decoders, see what is in the text:
//!
//! | attribute | on | what it does | does reading undo it? | what do other readers see? |
//! | --- | --- | --- | --- | --- |
//! | [`tabular`](#tabular-on-a-struct) | struct | its values are rows, and its fields must be columns | yes | `null` for a field that would be dropped |
//! | [`tabular(unchecked)`](#tabularunchecked-on-a-struct) | struct | the same, but fields that are not columns are an error at run time | yes | as `tabular` |
//! | [`tabular`](#tabular-on-a-field) | field | writes rows as a table, one by one | nothing to undo | the same value |
//! | [`tabular(header)`](#tabularheader-on-a-field) | field | shows the columns of an empty table | nothing to undo | the same value |
//! | [`tabular(key = "…")`](#tabularkey---on-a-field) | field | writes a list as a table keyed by a field of its rows | yes | an object with rows that lack this field |
//! | [`cell`](#tabular-on-a-struct) | field of a row | declares a cell of a type that is not known to be one | nothing to undo | the same value |
//! | [`nullable_group`](#nullable_group-on-a-field-of-a-row) | field of a row | writes `None` as a group of `null`s, so that the table stays | yes | an object of `null`s |
//! | [`hoist`](#hoist-on-a-field-of-a-row) | field of a row | writes the column once, if all rows have the same value | yes | a field before the table |
//! | [`child`](#child-on-a-list-in-a-row) | field of a row | writes the lists of all rows as one table beside that of the rows | yes | a count in the row, and a field after the table |
//! | [`child(key = "…")`](#child-on-a-list-in-a-row) | field of a row | the same, with a key instead of counts | yes | no such field in the row, and two fields after the table |
//! | [`range(a, b) = "…"`](#rangestart-end---on-a-row) | row | writes two integers as one cell | yes | a string or number instead of two |
//! | [`by_variant`](#by_variant-on-a-field) | field | writes a list of an enum as one table per variant | yes, but the order across variants is lost | an object of tables |
//! | [`by_variant(order)`](#by_variant-on-a-field) | field | the same, and keeps the order | yes | an object of tables with a field `_order` |
//! | [`plural = "…"`](#by_variant-on-a-field) | variant | names its table in such a list | yes | the other key |
//! | [`skip_default`](#skip_default-on-a-struct-or-a-field) | struct, field | leaves out fields and columns that have their default | yes | no such field |
//! | [`skip_default = false`](#skip_default-on-a-struct-or-a-field) | field | exempts it from the `skip_default` of its struct | nothing to undo | the same value |
//! | [`derived = "…"`](#derived--function-on-a-field) | field | leaves out a field that follows from others | yes | no such field |
//! | [`fold`](#fold-on-a-struct-or-a-field) | struct, field | joins the keys of nested objects | yes | a key with dots |
//! | [`level = "…"`, `levels(…)`](#level---on-a-field) | field, struct | leaves out fields above the level that is chosen at run time | if the fields have defaults | no such field |
//! | [`skip`](#skip-rename---with--module-on-a-field) | field | leaves out the field | no: it is read as its default | no such field |
//! | [`rename = "…"`](#skip-rename---with--module-on-a-field) | field | gives it another key | yes | the other key |
//! | [`with = "…"`](#skip-rename---with--module-on-a-field) | field | writes and reads it with the functions of a module | as these functions do | what they write |
//! | [`crate = "…"`](#crate--path-on-a-type) | type | where to find this crate | nothing to undo | the same value |
//!
//! An example with several of them:
//!
//! ```
//! use toon::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "camelCase")]
//! #[toon(fold, skip_default)]
//! struct ProjectList {
//!     #[toon(tabular)]
//!     projects: Vec<Project>,
//!     pagination: Pagination,
//!     warnings: Vec<String>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
//! #[toon(tabular, skip_default)]
//! struct Project {
//!     id: u32,
//!     name: String,
//!     owner: Owner,
//!     archived: bool,
//!     note: Option<String>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
//! #[toon(tabular)]
//! struct Owner {
//!     login: String,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
//! #[toon(skip_default)]
//! struct Pagination {
//!     next: Option<u32>,
//! }
//!
//! let owner = || Owner { login: "ada".into() };
//! let list = ProjectList {
//!     projects: vec![
//!         Project { id: 1, name: "engine".into(), owner: owner(), ..Project::default() },
//!         Project { id: 2, name: "loom".into(), owner: owner(), ..Project::default() },
//!     ],
//!     pagination: Pagination { next: Some(2) },
//!     warnings: vec![],
//! };
//! let text = toon::to_string(&list)?;
//! assert_eq!(
//!     text,
//!     "\
//! projects[2]{id,name,owner{login}}:
//!   1,engine,ada
//!   2,loom,ada
//! pagination.next: 2",
//! );
//! assert_eq!(toon::from_str::<ProjectList>(&text)?, list);
//! # #[derive(serde::Serialize)] struct L<'a> { projects: Vec<P<'a>>, pagination: G, warnings: [u8; 0] }
//! # #[derive(serde::Serialize)] struct P<'a> { id: u32, name: &'a str, owner: O<'a>, archived: bool, note: Option<u8> }
//! # #[derive(serde::Serialize)] struct O<'a> { login: &'a str }
//! # #[derive(serde::Serialize)] struct G { next: Option<u32> }
//! # let p = |p: &'static str, id| P { id, name: p, owner: O { login: "ada" }, archived: false, note: None };
//! # let plain = L { projects: vec![p("engine", 1), p("loom", 2)], pagination: G { next: Some(2) }, warnings: [] };
//! # let before = toon::to_string(&plain)?;
//! # assert_eq!(before, "projects[2]{id,name,owner{login},archived,note}:\n  1,engine,ada,false,null\n  2,loom,ada,false,null\npagination:\n  next: 2\nwarnings: []");
//! # assert_eq!((text.len(), before.len()), (81, 133));
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! With serde's derives the same value takes 133 bytes instead of 81, and 48 tokens instead of 33;
//! as JSON it takes 206 bytes and 62 tokens (of `o200k_base`, by
//! `cargo run -p toon-benches --features tokens --bin tokens`):
//!
//! ```text
//! projects[2]{id,name,owner{login},archived,note}:
//!   1,engine,ada,false,null
//!   2,loom,ada,false,null
//! pagination:
//!   next: 2
//! warnings: []
//! ```
//!
//! # `tabular` on a struct
//!
//! Its values are rows of tables. Each field must be a column, which is checked at compile time:
//! either a *cell* (a number, a bool, a char, a string, an `Option` of one, an enum without data, a
//! newtype of a cell), or a group of columns (another struct with `tabular`).
//!
//! A field that `#[serde(skip_serializing_if = "…")]` would drop is written as `null` in a row, so
//! that one missing value does not break up a table, and this `null` is read as the field's
//! default. In an object it is dropped as usual.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Issue {
//!     id: u32,
//!     #[serde(skip_serializing_if = "String::is_empty", default)]
//!     label: String,
//! }
//!
//! let issues = [Issue { id: 1, label: "bug".into() }, Issue { id: 2, label: String::new() }];
//! // Under serde's derive: "[2]:\n  - id: 1\n    label: bug\n  - id: 2"
//! assert_eq!(toon::to_string(&issues)?, "[2]{id,label}:\n  1,bug\n  2,null");
//! assert_eq!(toon::from_str::<[Issue; 2]>("[2]{id,label}:\n  1,bug\n  2,null")?, issues);
//! assert_eq!(toon::to_string(&issues[1])?, "id: 2");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! `#[toon(cell)]` on a field declares a cell of a type that the check does not know; so does
//! `#[serde(with = "…")]`. If the value turns out to be an array or an object, writing it is an
//! error.
//!
//! If `null` is itself a valid value (an `Option` field whose `skip_serializing_if` does not skip
//! `None`), it cannot be distinguished from a dropped field, and is read as the default.
//!
//! # `tabular(unchecked)` on a struct
//!
//! The same without the check, for rows with many fields of types that this crate does not know.
//! Each field is a cell, as if it had `cell`, unless its type is another struct with `tabular`, which
//! is a group as usual. So an array or an object in a field is an error at run time instead of
//! compile time. A field whose type contains a type parameter is a cell, too.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
//! struct Id(u32); // derived by serde, which does not say that it is a cell
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular(unchecked))]
//! struct Issue {
//!     id: Id,
//!     parent: Option<Id>,
//! }
//!
//! let issues = vec![Issue { id: Id(7), parent: None }, Issue { id: Id(8), parent: Some(Id(7)) }];
//! // Under serde's derive:
//! let text = "[2]{id,parent}:\n  7,null\n  8,7";
//! assert_eq!(toon::to_string(&issues)?, text);
//! assert_eq!(toon::from_str::<Vec<Issue>>(text)?, issues);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `nullable_group` on a field of a row
//!
//! The field is an `Option` of a struct with `tabular`, or of a `Box` of one. If it is `None`, each
//! cell of its group is `null`, so that the rows stay a table. In an object it is `null`, as serde
//! writes it; `skip_serializing_if` drops it there.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Issue {
//!     id: u32,
//!     #[toon(nullable_group)]
//!     owner: Option<Owner>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Owner {
//!     login: String,
//!     team: Option<String>,
//! }
//!
//! let owner = Owner { login: "ada".into(), team: None };
//! let issues = vec![Issue { id: 1, owner: Some(owner) }, Issue { id: 2, owner: None }];
//! // Under serde's derive:
//! // "[2]:\n  - id: 1\n    owner:\n      login: ada\n      team: null\n  - id: 2\n    owner: null"
//! let text = "[2]{id,owner{login,team}}:\n  1,ada,null\n  2,null,null";
//! assert_eq!(toon::to_string(&issues)?, text);
//! assert_eq!(toon::from_str::<Vec<Issue>>(text)?, issues);
//! assert_eq!(toon::to_string(&issues[1])?, "id: 2\nowner: null");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! The derived `Deserialize` reads a group of `null`s as `None`; other readers see an object of
//! `null`s. So that no value of the struct is written like `None`, the struct needs a field of its
//! own that is always written and never `null`, which is checked at compile time: neither an
//! `Option`, nor with a default, `skip_serializing_if`, `level`, `cell` or `with`. (`NaN` is written
//! as `null`, and is read as `None` if all else is `null`, too.)
//! If its type contains a type parameter, the row can be contained in another struct only with
//! concrete types.
//!
//! # Types of other crates
//!
//! A feature of this crate marks the types of another crate as cells, so that their fields need no
//! `#[toon(cell)]`. It enables no feature of that crate; to be written at all, the types need its
//! feature `serde`.
//!
//! | feature | cells |
//! | --- | --- |
//! | `chrono` | `DateTime`, `NaiveDate`, `NaiveTime`, `NaiveDateTime`, `Weekday`, `Month` |
//! | `jiff` (1.0) | `Timestamp`, `ZonedDateTime`, `Span`, `SignedDuration`, and `Date`, `Time`, `DateTime`, `ISOWeekDate` of `civil` |
//! | `rust_decimal` | `Decimal` |
//! | `time` | `Date`, `Time`, `PrimitiveDateTime`, `OffsetDateTime`, `UtcDateTime`, `UtcOffset`, `Duration`, `Weekday`, `Month` |
//! | `url` | `Url` |
//! | `uuid` | `Uuid`, `NonNilUuid`, and `Hyphenated`, `Simple`, `Urn`, `Braced` of `fmt` |
//!
//! The types of `time` need its feature `serde-human-readable`, too. Without it they are arrays,
//! except for `Weekday` and `Month`, and writing them in a table that the type declares is an error.
//!
//! # `tabular` on a field
//!
//! The field – a `Vec`, slice, array, set or map of rows, or an `Option` of one – is written as a
//! table wherever the specification allows it. The type of its rows must have `tabular`, which is
//! checked at compile time. Unlike a map of structs, the field is never written as a group of
//! columns of an enclosing table. Fields of other types are [covered below](#rows-as-they-come).
//!
//! Since the type guarantees that all rows are alike, the header is known as soon as the first row
//! is. The keys of the rows are not compared, and [`to_writer`](crate::to_writer) writes the rows
//! as they are serialized: any number of rows needs only the memory of a few (keyed tables need
//! sixteen more bytes per key). This requires that all text before the table is final when it
//! begins: keys must not be folded, and an enclosing list must announce its length. Columns that
//! may be omitted (`skip_default`, `hoist`) are determined before the rows are written, so parts of
//! such rows are serialized twice: a cell whose value changes in between (an atomic) is written
//! with its new value, or not at all. If the number of rows changes, that is an error.
//!
//! ```
//! # use std::collections::BTreeMap;
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Report {
//!     #[toon(tabular)]
//!     hosts: BTreeMap<String, Host>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Host {
//!     port: u16,
//!     #[serde(skip_serializing_if = "Option::is_none")]
//!     note: Option<String>,
//! }
//!
//! let host = |port, note: Option<&str>| Host { port, note: note.map(Into::into) };
//! let hosts = [("db".into(), host(5432, Some("slow"))), ("web".into(), host(80, None))];
//! let report = Report { hosts: hosts.into() };
//! // Under serde's derive: "hosts:\n  db:\n    port: 5432\n    note: slow\n  web:\n    port: 80"
//! let text = "hosts[2:]{port,note}:\n  db: 5432,slow\n  web: 80,null";
//! assert_eq!(toon::to_string(&report)?, text);
//! assert_eq!(toon::from_str::<Report>(text)?, report);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! ## Rows as they come
//!
//! The field can also have another type that is serialized as a sequence, set or map of rows: a
//! collection of your own or of another crate (`IndexMap`, `SmallVec`), or an iterator that can be
//! serialized only once. What is in it is not known at compile time, so if its elements turn out
//! not to have the same fields, it is written as a list. Its elements are never serialized twice,
//! so columns with `skip_default` or `hoist` stay in the table.
//!
//! Such a field is streamed by [`to_writer`](crate::to_writer) if it announces its length and its
//! first element is a struct with `tabular`. So is a list or map of such structs that is the root,
//! unless they have columns with `skip_default`, a flattened field or type parameters. If an element
//! with other fields follows after some of the text has been written, which takes an untagged enum
//! of serde's own derive or a `Serialize` implementation that is not derived, writing fails;
//! [`to_string`](crate::to_string) writes a list.
//!
//! [`TableWriter`](crate::TableWriter) writes rows that are produced one at a time, such as those
//! of a database query, and [`Rows`](crate::Rows) reads them, with [`Rows::at`](crate::Rows::at)
//! from within a larger document.
//!
//! ```
//! # use std::cell::Cell;
//! use serde::Serializer;
//! use toon::Serialize;
//!
//! #[derive(Serialize)]
//! struct Answer {
//!     #[toon(tabular)]
//!     squares: Once<Box<dyn Iterator<Item = Square>>>,
//! }
//!
//! #[derive(Serialize)]
//! #[toon(tabular)]
//! struct Square {
//!     n: u32,
//!     square: u32,
//! }
//!
//! /// The elements of an iterator, which are serialized as they are produced.
//! struct Once<I>(Cell<Option<I>>);
//!
//! impl<I: Iterator<Item = Square>> serde::Serialize for Once<I> {
//!     fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
//!         serializer.collect_seq(self.0.take().into_iter().flatten())
//!     }
//! }
//!
//! let squares = (1..=2).map(|n| Square { n, square: n * n });
//! let answer = Answer { squares: Once(Cell::new(Some(Box::new(squares)))) };
//! assert_eq!(toon::to_string(&answer)?, "squares[2]{n,square}:\n  1,1\n  2,4");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `tabular(header)` on a field
//!
//! An empty table still shows its columns, so that a model sees what it could have contained. The
//! specification has encoders write `[]`, but requires decoders to accept this form, too. The field
//! is written even if the struct has `skip_default`. The columns of rows whose type is a type
//! parameter are unknown. `[]` is written if [`fields`](crate::EncodeOptions::fields) are selected,
//! in specification 3 for rows with groups and for maps, for rows with a flattened field that is
//! written by a function, and where serde buffers the table: in a struct or tuple variant of an
//! enum that is flattened or is the content of an internally tagged variant.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Found {
//!     #[toon(tabular(header))]
//!     users: Vec<User>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct User {
//!     id: u32,
//!     name: String,
//! }
//!
//! let none = Found { users: vec![] };
//! // Under serde's derive: "users: []"
//! assert_eq!(toon::to_string(&none)?, "users[0]{id,name}:");
//! assert_eq!(toon::from_str::<Found>("users[0]{id,name}:")?, none);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `tabular(key = "…")` on a field
//!
//! Writes a `Vec`, `VecDeque`, slice or array of rows as a table that is keyed by one of their
//! fields, and reads it back as a list in the same order. A plain list of rows is also accepted.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Hosts {
//!     #[toon(tabular(key = "name"))]
//!     hosts: Vec<Host>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Host {
//!     name: String,
//!     port: u16,
//! }
//!
//! let host = |name: &str, port| Host { name: name.into(), port };
//! let hosts = Hosts { hosts: vec![host("web", 80), host("db", 5432)] };
//! // Under serde's derive: "hosts[2]{name,port}:\n  web,80\n  db,5432"
//! let text = "hosts[2:]{port}:\n  web: 80\n  db: 5432";
//! assert_eq!(toon::to_string(&hosts)?, text);
//! assert_eq!(toon::from_str::<Hosts>(text)?, hosts);
//! assert_eq!(toon::from_str::<Hosts>("hosts[2]{name,port}:\n  web,80\n  db,5432")?, hosts);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! `key` is the name of the field in TOON. The rows must have it as a field of the struct itself,
//! not of a flattened one, and must have at least one other column; unless the rows are generic,
//! this is checked at compile time. Its type can be any that a map key can have: strings, numbers,
//! bools, chars, enums without data, and newtypes and `Some`s of these. Writing `null` or a
//! duplicate key is an error. Fewer than two rows are not written as a table: one row is written as
//! `hosts:` with an object below it, and no rows as `hosts:` alone.
//!
//! [`EncodeOptions::fields`](crate::EncodeOptions::fields) treats such a list as a map, which is
//! how it is written.
//!
//! # `hoist` on a field of a row
//!
//! If two or more rows of a field with `tabular` all have the same value in this column, it is
//! written only once, as a field `table_column` before the table; at least one column stays in the
//! table. The derived `Deserialize` restores it in every row. This is an extension: other readers
//! see a field of that name.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Fleet {
//!     #[toon(tabular)]
//!     servers: Vec<Server>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Server {
//!     id: u32,
//!     #[toon(hoist)]
//!     region: String,
//! }
//!
//! let server = |id| Server { id, region: "eu-west-1".into() };
//! let fleet = Fleet { servers: vec![server(1), server(2), server(3)] };
//! // Under serde's derive: "servers[3]{id,region}:\n  1,eu-west-1\n  2,eu-west-1\n  3,eu-west-1"
//! let text = "servers_region: eu-west-1\nservers[3]{id}:\n  1\n  2\n  3";
//! assert_eq!(toon::to_string(&fleet)?, text);
//! assert_eq!(toon::from_str::<Fleet>(text)?, fleet);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! It applies to cells of the row itself, not of a group in it, and cannot be combined with
//! `flatten`. The name must differ from the fields of the struct that contains the table, and from
//! the hoisted columns of its other tables, which is checked at compile time. The column stays in
//! the table where the name would not be read or could change: in a field of a variant or an
//! unnamed field; if the struct has a field with `flatten`, or is itself flattened or the content
//! of an adjacently tagged variant; if keys are folded; if the type of the rows is a type
//! parameter; and next to a tag of that name. Columns of integers beyond 64 bits, of `f32`s that
//! change when converted to `f64`, of `RawValue`s, and of values that `skip_serializing_if` drops
//! also stay. To be read, the rows must derive `toon::Deserialize`.
//!
//! # `child` on a list in a row
//!
//! Without it, a list in a row would keep the rows from being a table. With it, the rows of a field
//! with `tabular` have the number of their elements in this column, and the elements of all rows
//! follow as a table of their own, in the same order.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Plan {
//!     #[toon(tabular)]
//!     projects: Vec<Project>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Project {
//!     id: u32,
//!     name: String,
//!     #[toon(child)]
//!     tasks: Vec<Task>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular)]
//! struct Task {
//!     title: String,
//! }
//!
//! let project = |id, name: &str, tasks: &[&str]| Project {
//!     id,
//!     name: name.into(),
//!     tasks: tasks.iter().map(|&title| Task { title: title.into() }).collect(),
//! };
//! let plan = Plan { projects: vec![project(1, "A", &["x", "y"]), project(2, "B", &[])] };
//! // Under serde's derive:
//! let nested = "projects[2]:\n  - id: 1\n    name: A\n    tasks[2]{title}:\n      x\n      y\n  - id: 2\n    name: B\n    tasks: []";
//! let text = "projects[2]{id,name,tasks}:\n  1,A,2\n  2,B,0\nprojects.tasks[2]{title}:\n  x\n  y";
//! assert_eq!(toon::to_string(&plan)?, text);
//! assert_eq!(toon::from_str::<Plan>(text)?, plan);
//! assert_eq!(toon::from_str::<Plan>(nested)?, plan);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! `child(key = "id")` links the tables by the column `id`, which must have another value in each
//! row, instead of a count: the key `projects.tasks.of` names the column, and the child rows repeat
//! its value in a column `_of`. They are read in any order.
//!
//! ```text
//! projects[2]{id,name}:
//!   1,A
//!   2,B
//! projects.tasks.of: id
//! projects.tasks[2]{_of,title}:
//!   1,x
//!   1,y
//! ```
//!
//! The field is a `Vec`, `VecDeque`, slice or array of rows, which may have child tables themselves
//! (`projects.tasks.notes`), or, without a key, an `Option` of one, whose `None` is a `null`. The
//! child tables are always written, even if they are empty, unless `skip_default` leaves out the
//! column. When they are read, counts that do not add up and keys that no row or several rows have
//! are errors. Rows are visited once more for each child table, and once more to count its rows;
//! they are still streamed, but the values of a `key` are held in memory.
//!
//! The lists stay in the rows, as in other formats, in a row alone or in a list without `tabular`;
//! if [`fields`](crate::EncodeOptions::fields) are selected or keys are folded; in a field of a
//! variant or an unnamed field; if the struct has a field with `flatten`, or is itself flattened;
//! and if the type of the rows is or has a type parameter. The rows must derive
//! `toon::Deserialize` to be read. `child` cannot be combined with `flatten`, and applies to fields
//! of the rows of the table, not to those of a group of columns.
//!
//! # `by_variant` on a field
//!
//! A list of an enum is written as an object with one table per variant, without the names or tags
//! of the variants, in the order in which they first appear. `plural` on a variant names its table,
//! which is otherwise the variant's name plus `s`. The order of rows of different variants is lost;
//! `by_variant(order)` keeps it in a field `_order` before the tables: `a` is a row of the first
//! table, `b` one of the second, and `a9` nine rows of the first, one after the other. The field is
//! left out if the rows come table by table anyway. Other readers see an object instead of a list.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Module {
//!     #[toon(by_variant(order))]
//!     items: Vec<Item>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[serde(tag = "kind", rename_all = "lowercase")]
//! enum Item {
//!     Function { name: String, line: u32 },
//!     #[toon(plural = "classes")]
//!     Class { name: String, methods: u32 },
//! }
//!
//! let function = |name: &str, line| Item::Function { name: name.into(), line };
//! let class = Item::Class { name: "C".into(), methods: 3 };
//! let module = Module { items: vec![function("f", 1), function("g", 5), class, function("h", 30)] };
//! // Under serde's derive: "items[4]:\n  - kind: function\n    name: f\n    line: 1\n  - kind: …"
//! let text = "\
//! items:
//!   _order: aaba
//!   functions[3]{name,line}:
//!     f,1
//!     g,5
//!     h,30
//!   classes[1]{name,methods}:
//!     C,3";
//! assert_eq!(toon::to_string(&module)?, text);
//! assert_eq!(toon::from_str::<Module>(text)?, module);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! The field is a `Vec`, `VecDeque`, slice or array, or an `Option` of one. The enum derives this
//! crate's traits and is tagged externally or internally; each variant has named fields or contains
//! one value, which is the row. Rows are best if that is a struct with `tabular`: the table is then
//! declared, as with `tabular` on a field, except that columns with `hoist` stay in it. A plain
//! list is read, too, and an empty list is written as `[]`. For a root list, put the attribute on
//! the field of a newtype: `struct Items(#[toon(by_variant)] Vec<Item>)`. After the twenty-sixth
//! table, `z`, `_order` continues with `Aa`, `Ab` and so on.
//!
//! [`EncodeOptions::fields`](crate::EncodeOptions::fields) selects fields as they are written, here
//! `items.functions.name`.
//!
//! # `range(start, end) = "…"` on a row
//!
//! Two integer fields of the row are written as one column of that name: `24-51`, or `26` if both
//! are equal. It stands where the first of the two fields stands. The arguments are the names of
//! the fields in Rust, and there can be several ranges. Both spellings can be read: the range, and
//! the two fields. This is an extension: other readers see a string or a number.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular, range(start_line, end_line) = "lines")]
//! struct Symbol {
//!     name: String,
//!     start_line: u32,
//!     end_line: u32,
//! }
//!
//! let symbol = |name: &str, start_line, end_line| Symbol { name: name.into(), start_line, end_line };
//! let symbols = [symbol("run", 24, 51), symbol("stop", 26, 26)];
//! // Under serde's derive: "[2]{name,start_line,end_line}:\n  run,24,51\n  stop,26,26"
//! let text = "[2]{name,lines}:\n  run,24-51\n  stop,26";
//! assert_eq!(toon::to_string(&symbols)?, text);
//! assert_eq!(toon::from_str::<[Symbol; 2]>(text)?, symbols);
//!
//! let error = toon::to_string(&symbol("back", 51, 24)).unwrap_err();
//! assert_eq!(error.to_string(), "cannot write the range `lines` from 51 to 24: its start is after its end");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! The fields can have any integer types, which is checked at compile time, but writing a negative
//! number, or a start after its end, is an error. Equal numbers beyond 64 bits are written twice.
//! Apart from the same `level`, the fields have no other hints; `skip_default` on the struct does
//! not apply to them.
//!
//! # `skip_default` on a struct or a field
//!
//! A field that equals its default is left out. The default is what serde would fill in:
//! `#[serde(default = "path")]`, the `#[serde(default)]` of the struct, or else
//! `Default::default()`. `skip_default = "path"` names a predicate that replaces the comparison.
//! When reading TOON, the derived `Deserialize` fills in the field; in other formats, it remains
//! required. `skip_default = false` exempts a field from the `skip_default` of its struct.
//!
//! In rows it applies to columns: a column is omitted if *every* row has the default. At least one
//! column always stays, and so does at least one of a group that has no default or differs from it.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[toon(tabular, skip_default)]
//! struct Host {
//!     name: String,
//!     port: u16,
//!     up: bool,
//! }
//!
//! let host = |name: &str, up| Host { name: name.into(), port: 0, up };
//! // Under serde's derive: "[2]{name,port,up}:\n  a,0,true\n  b,0,false"
//! assert_eq!(toon::to_string(&[host("a", true), host("b", false)])?, "[2]{name,up}:\n  a,true\n  b,false");
//! assert_eq!(toon::to_string(&host("a", false))?, "name: a");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `fold` on a struct or a field
//!
//! A chain of single-key objects becomes one dotted key, by the rules of
//! [`key_folding`](crate::EncodeOptions::key_folding), with up to sixteen segments. Both forms can
//! be read. This is an extension: other decoders see a key with dots unless they expand paths. It
//! cannot be combined with `flatten`, or with a name that contains a dot.
//!
//! ```
//! # use std::collections::BTreeMap;
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Release {
//!     #[toon(fold)]
//!     assets: BTreeMap<String, BTreeMap<String, u32>>,
//! }
//!
//! // Under serde's derive:
//! let release: Release = toon::from_str("assets:\n  linux:\n    x64: 7")?;
//! assert_eq!(toon::to_string(&release)?, "assets.linux.x64: 7");
//! assert_eq!(toon::from_str::<Release>("assets.linux.x64: 7")?, release);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `level = "…"` on a field
//!
//! How much of a type is written, chosen at run time:
//! [`EncodeOptions::level`](crate::EncodeOptions::level)`("minimal")` writes the fields of that
//! level and the levels below it, and the fields without a level. The levels are `minimal`,
//! `standard` and `full`; a type can define its own, from the fewest fields to all:
//! `#[toon(levels("brief", "long"))]`. Without the option, all fields are written. A value written
//! at a level can be read back only if the other fields have a default.
//!
//! ```
//! # use toon::{EncodeOptions, Serialize};
//! #[derive(Serialize)]
//! #[toon(tabular)]
//! struct Commit {
//!     hash: &'static str,
//!     #[toon(level = "standard")]
//!     subject: &'static str,
//!     #[toon(level = "full")]
//!     tree: &'static str,
//! }
//!
//! let commits = [Commit { hash: "c6c35a9", subject: "Figures", tree: "0be1d24" }];
//! assert_eq!(toon::to_string(&commits)?, "[1]{hash,subject,tree}:\n  c6c35a9,Figures,0be1d24");
//! let standard = EncodeOptions::new().level("standard");
//! assert_eq!(standard.to_string(&commits)?, "[1]{hash,subject}:\n  c6c35a9,Figures");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! [`EncodeOptions::fields`](crate::EncodeOptions::fields) selects fields of any type by name, and
//! takes precedence over a level. The trait [`Describe`](crate::Describe) lists the fields and
//! levels of a type, for example to offer them in a schema.
//!
//! # `skip`, `rename = "…"`, `with = "module"` on a field
//!
//! Like serde's, but only for TOON. A skipped field needs a default to be read.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct User {
//!     login: String,
//!     #[toon(rename = "mail")]
//!     email_address: String,
//!     #[toon(skip)]
//!     node_id: String,
//! }
//!
//! let user = User { login: "ada".into(), email_address: "ada@example.com".into(), node_id: "MDQ6".into() };
//! // Under serde's derive: "login: ada\nemail_address: ada@example.com\nnode_id: MDQ6"
//! assert_eq!(toon::to_string(&user)?, "login: ada\nmail: ada@example.com");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `derived = "function"` on a field
//!
//! The field follows from others: it is not written in TOON. When TOON is read, the function
//! computes it from the struct, in which the fields that are `derived` still have their defaults,
//! except those before it. A value in the text is ignored. Other formats write and read the field
//! as usual. If the type is only written, `derived` alone is enough.
//!
//! ```
//! # use toon::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Symbol {
//!     id: String,
//!     #[toon(derived = "Self::path_of")]
//!     file_path: String,
//! }
//!
//! impl Symbol {
//!     fn path_of(&self) -> String {
//!         self.id.split(':').next().unwrap_or_default().into()
//!     }
//! }
//!
//! let symbol = Symbol { id: "src/lib.rs:run".into(), file_path: "src/lib.rs".into() };
//! // Under serde's derive: "id: \"src/lib.rs:run\"\nfile_path: src/lib.rs"
//! let text = "id: \"src/lib.rs:run\"";
//! assert_eq!(toon::to_string(&symbol)?, text);
//! assert_eq!(toon::from_str::<Symbol>(text)?, symbol);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # `crate = "path"` on a type
//!
//! The path of this crate, if it is not `::toon`, for libraries that re-export it.
//!
//! # When no hint is needed
//!
//! Most types need none, and serde's own derives are enough, since which values become tables
//! depends on the values alone. A list of structs with the same fields is a table, with a group of
//! columns for a nested struct, and a map of such structs is a keyed table:
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct User {
//!     id: u32,
//!     owner: Owner,
//!     note: Option<&'static str>,
//! }
//!
//! #[derive(serde::Serialize)]
//! struct Owner {
//!     login: &'static str,
//! }
//!
//! let user = |id, note| User { id, owner: Owner { login: "ada" }, note };
//! let text = toon::to_string(&[user(1, None), user(2, Some("late"))])?;
//! assert_eq!(text, "[2]{id,owner{login},note}:\n  1,ada,null\n  2,ada,late");
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! Use `tabular` if something would break up a table (`skip_serializing_if` on some fields), to
//! check at compile time that it stays a table, or for more rows than fit into memory. The other
//! hints are for redundant values: fields that nearly always have their default, columns that are
//! the same in all rows, and objects with a single key.
//!
//! # What hints cost
//!
//! - *In tokens*: hints themselves are not in the text. Two of them may add tokens: under
//!   `tabular`, a field that `skip_serializing_if` would drop takes a `null` in its row, and
//!   `tabular(header)` writes the columns of an empty table (`users[0]{id,name}:` instead of
//!   `users: []`, 7 tokens of `o200k_base` instead of 3). The others save tokens: 33 instead of 48
//!   in the example above.
//! - *To a model*: fields that are omitted, folded or hoisted are not where the type suggests. The
//!   explanations in [`prompt`](crate::prompt) only cover TOON itself.
//! - *At run time*: nothing without hints, and nothing in other formats. Writing a declared table
//!   is faster than writing any other table. Parts of rows with `skip_default` or `hoist` are
//!   serialized twice.
//! - *At compile time*: `cargo check` of 300 structs takes up to 1.4 times as long as with serde's
//!   derives, and up to 3.5 times as long if all of them have hints (`scripts/check_time.sh`). So
//!   derive [`Serialize`](crate::Serialize) and [`Deserialize`] from this crate for types with
//!   hints, and from serde for all others.
//!
//! # "cannot find attribute `toon` in this scope"
//!
//! The compiler reports this if no derive in the `#[derive(…)]` above supports `#[toon(…)]`:
//!
//! - The derives are serde's: `use serde::{Deserialize, Serialize};`. Import them from this crate
//!   instead, `use toon::{Deserialize, Serialize};`, or write `#[derive(toon::Serialize)]`. Both
//!   implement serde's traits, so nothing else changes.
//! - The feature `derive` is off, as with `default-features = false`. `toon::Serialize` is then
//!   missing, too: `toon-serde = { version = "0.1", default-features = false, features =
//!   ["derive"] }`.
//! - The type has no derive at all, or the attribute is on a function, a trait or an `impl`.
//!
//! If one of the two derives is this crate's and the other is serde's, the compiler accepts the
//! attributes, but only one direction respects them. Import both from this crate.
//!
//! # Where hints are lost
//!
//! Hints work through serde's `flatten` and tags, `Box`, `Option`, references and generics. They
//! are lost where the serializer is no longer known to be TOON's: through a `serde_json::Value` or
//! a trait object (`erased_serde`). The value is then written as with serde's derives: as valid
//! TOON, which can be read back. Conversely, text that was written with hints may lack fields,
//! which only the derived `Deserialize` fills in, and may contain folded keys, hoisted columns and
//! tables of variants, which appear unchanged in a `Value`.
//!
//! # When not to use it
//!
//! * `skip_default` if the text is not read by the derived `Deserialize` and the reader does not
//!   know your defaults: a model that has to distinguish "missing" from "empty" needs the empty
//!   field.
//! * `tabular` on types that do not occur in lists or maps: it has no effect elsewhere.
//! * `hoist` if others read the text, or if a column is hoisted only sometimes: a value that moves
//!   around is harder to follow than one that stays in place.
//! * `by_variant` if the list is read in its order: the rows of a variant are apart from those that
//!   come before and after them.
//! * `fold` if many siblings share a prefix: it joins only keys without siblings.
//!
//! [`Deserialize`]: crate::Deserialize

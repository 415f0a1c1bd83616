//! A guide to `#[toon(…)]`: what a type sends in TOON, decided while compiling.
//!
//! `use toon::{Deserialize, Serialize};` in place of serde's, and the derives do what serde's own do, for every format: all
//! of `#[serde(…)]` means what it meant. `#[toon(…)]` adds what TOON alone is to see. The derived [`Deserialize`] undoes it,
//! so that [`from_str`](crate::from_str) of [`to_string`](crate::to_string) is the value again.
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
//! Under serde's derives the same value takes 133 bytes in place of 81, and 48 tokens in place of 33; as JSON it is 206 bytes,
//! and 62 tokens (of `o200k_base`, by `cargo run -p toon-benches --features tokens --bin tokens`):
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
//! Its values are rows. Each field has to be a column, which is checked while compiling: a *cell* (a number, a bool, a char, a
//! string, an `Option` of one, an enum without content, a newtype of a cell), or a group of columns (another struct with
//! `tabular`).
//!
//! What `#[serde(skip_serializing_if = "…")]` would drop is `null` in a row, so that a table never falls apart for one missing
//! value, and that `null` is read as the field's default. In an object it is dropped as ever.
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
//! `#[toon(cell)]` on a field vouches for a type that the check does not know, such as `DateTime` or `Uuid`; so does
//! `#[serde(with = "…")]`. A value that then is an array or an object is an error when it is written.
//!
//! Where `null` is a value of its own (an `Option` field with a `skip_serializing_if` that lets `None` pass), it cannot be told
//! from a field that was dropped, and is read as the default.
//!
//! # `tabular` on a field
//!
//! The field – a `Vec`, slice, array, set or map of rows, or an `Option` of one – is a table wherever the specification has one
//! for it. That its rows have `tabular` is checked while compiling. It is never taken for a group of columns of a table
//! around it, as a map of structs might be.
//!
//! Its rows are alike by their type, so that the header is known with the first of them. They are written without a look at
//! their keys, and [`to_writer`](crate::to_writer) hands them on as they come: however many there are, they need the memory of
//! a few (tables with keys, sixteen bytes a key besides). That is so where all around the table is final when it begins: not
//! where keys are folded, nor where a list around it does not say how long it is. Columns that may go (`skip_default`, `hoist`)
//! are looked for in the rows before, so that such rows are serialized twice in part: a cell whose value changes in between (an
//! atomic) is written as it is then, or not at all.
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
//! # `tabular(header)` on a field
//!
//! An empty table still shows its columns, so that a model sees what could have been there. The specification has encoders write
//! `[]`, and has decoders accept this. With `skip_default` on the struct, such a field is written all the same. Of rows whose
//! type is a parameter the columns are not known, and `[]` stands where [`fields`](crate::EncodeOptions::fields) are picked, in
//! specification 3 for rows with groups and for maps, and for rows with a flattened field that a function writes.
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
//! The same for a `Vec`, `VecDeque`, slice or array of rows, which is written as a table by one of their fields, and is read
//! back as the list, in its order. A list without a key is read as well.
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
//! `key` is the name that the field has in TOON. That the rows have it, as a field of the struct itself and not of one that is
//! flattened, and another column besides, is checked while compiling, unless the rows are generic. Its values are what keys of
//! a map can be: strings, numbers, bools, chars, enums without content, or newtypes and `Some`s of these. `null`, and the same
//! key twice, is an error when it is written. Fewer than two rows are no table: one is `hosts:` with an object below it, and
//! none is `hosts:` alone.
//!
//! To [`EncodeOptions::fields`](crate::EncodeOptions::fields) such a list is the map that is written.
//!
//! # `hoist` on a field of a row
//!
//! If two or more rows of a field with `tabular` all have the same value there, the column leaves the table and stands once, in
//! front of it, as a field `table_column` beside the table; at least one column stays. The derived `Deserialize` gives it to
//! each row again. An extension: other readers see a field of that name.
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
//! It is for cells of the row itself, not of a group in it, and cannot stand beside `flatten`. That no field of the struct around
//! the table is written or read by the name, nor another table's column, is checked while compiling. The column stays in the
//! table where the name would not be read or could change: in a field of a variant or without a name, where the struct around it
//! has a field with `flatten` or is itself flattened or the content of an adjacently tagged variant, where keys are folded, where
//! the type of the rows is a parameter, and beside a tag of that name. So does a column of integers beyond 64 bits, of `f32`s
//! that are others by way of `f64`, of `RawValue`s, and of values that `skip_serializing_if` drops. The rows have to derive
//! `toon::Deserialize` to be read.
//!
//! # `skip_default` on a struct or a field
//!
//! A field that equals its default is left out. That is what serde would fill in: `#[serde(default = "path")]`, the
//! `#[serde(default)]` of the struct, else `Default::default()`. `skip_default = "path"` names a predicate in place of the
//! comparison. The derived `Deserialize` fills the field in, in TOON; in other formats it is as required as ever.
//!
//! In rows it works by column: a column goes if *every* row has the default there, and one column always stays, also of a group
//! that has no default of its own or does not have it.
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
//! A chain of objects with one key each becomes one dotted key, by the rules of
//! [`key_folding`](crate::EncodeOptions::key_folding) and up to sixteen keys at once. Both forms are read. This is an extension:
//! other decoders see a key with dots unless they expand paths. It cannot stand beside `flatten`, or a name with a dot.
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
//! How much of a type is sent, chosen while the program runs:
//! [`EncodeOptions::level`](crate::EncodeOptions::level)`("minimal")` writes the fields of that level, of those below it, and
//! those without a level. The levels are `minimal`, `standard` and `full`, or a type's own, from the fewest fields to all:
//! `#[toon(levels("brief", "long"))]`. Without the option all fields are written. What was written in a level is read back only
//! where the other fields have a default.
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
//! [`EncodeOptions::fields`](crate::EncodeOptions::fields) picks fields by name, of any type, and wins over a level. What fields
//! and levels a type has, to offer them in a schema, its trait [`Describe`](crate::Describe) says.
//!
//! # `skip`, `rename = "…"`, `with = "module"` on a field
//!
//! As serde's, for TOON alone. A field that is skipped needs a default to be read.
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
//! # `crate = "path"` on a type
//!
//! Where this crate is to be found, if not at `::toon`: for libraries that re-export it.
//!
//! # Where hints are lost
//!
//! They survive serde's `flatten` and tags, `Box`, `Option`, references and generics. They do not survive what forgets that
//! the format is TOON: a `serde_json::Value` in between, or a trait object (`erased_serde`). What is written then is what serde
//! has it write: valid TOON, and read back as such; but text that was written with hints may lack fields, which only the
//! derived `Deserialize` fills in, and may have folded keys and columns in front of their table, which a `Value` shows as they are.
//!
//! # When not to use it
//!
//! * Where the reader is not the derived `Deserialize`, and does not know your defaults: a model that has to tell "not there"
//!   from "empty" needs the empty field.
//! * `tabular` on types whose values stand alone: it only ever matters in lists and maps.
//! * `hoist` where others read the text, or where columns come and go: a value that is now in front of the table and now in it
//!   is harder to follow than one that stays.
//! * `fold` where many siblings share a prefix: it only joins keys that are alone.
//!
//! [`Deserialize`]: crate::Deserialize

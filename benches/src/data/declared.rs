//! The structs of [`super::rows`] as rows of tables that types declare.

use toon::{Deserialize, Serialize};

/// Rows of a type with serde's derive.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Undeclared<R> {
    /// The rows.
    pub rows: Vec<R>,
}

/// Users, like [`super::rows::Row`].
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Users {
    #[toon(tabular)]
    rows: Vec<User>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[toon(tabular)]
struct User {
    id: u64,
    name: String,
    email: String,
    active: bool,
    score: f64,
    created: String,
}

/// Users with columns that can be omitted.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct SparseUsers {
    #[toon(tabular)]
    rows: Vec<SparseUser>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[toon(tabular, skip_default)]
struct SparseUser {
    id: u64,
    name: String,
    email: String,
    active: bool,
    score: f64,
    created: String,
}

/// Users with nested structs, like [`super::rows::Contact`].
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Contacts {
    #[toon(tabular)]
    rows: Vec<Contact>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[toon(tabular)]
struct Contact {
    name: String,
    age: u8,
    address: Address,
    plan: Plan,
    email: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[toon(tabular)]
struct Address {
    city: String,
    country: String,
    zip: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[toon(tabular)]
struct Plan {
    name: String,
    price: f64,
}

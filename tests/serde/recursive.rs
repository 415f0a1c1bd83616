//! Types that contain themselves.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Tree {
    value: u8,
    children: Vec<Tree>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Chain {
    value: u8,
    next: Option<Box<Chain>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Folder {
    size: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    folders: BTreeMap<String, Folder>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Expr {
    Number(i64),
    Name(String),
    Not(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Call { name: String, arguments: Vec<Expr> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Nest(Vec<Nest>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Peel(Option<Box<Peel>>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Maps(BTreeMap<String, Maps>);

fn tree(value: u8, children: &[Tree]) -> Tree {
    Tree { value, children: children.to_vec() }
}

fn folder<const N: usize>(size: u32, folders: [(&str, Folder); N]) -> Folder {
    Folder { size, folders: folders.map(|(name, folder)| (name.to_owned(), folder)).into() }
}

pub fn cases(compare: &mut Compare) {
    let leaf = tree(1, &[]);
    let small = tree(2, &[leaf.clone(), leaf.clone()]);
    let large = tree(3, &[small.clone(), leaf.clone(), tree(4, std::slice::from_ref(&small))]);
    compare.values("tree", &[leaf, small, large]);
    let chain = (0..10).fold(None, |next, value| Some(Box::new(Chain { value, next }))).unwrap();
    compare.values("chain", &[*chain, Chain { value: 1, next: None }]);
    let leaf = folder(1, []);
    let home = folder(2, [("a", leaf.clone()), ("b", leaf.clone())]);
    let root = folder(3, [("home", home.clone()), ("tmp", leaf.clone()), ("x y", home.clone())]);
    compare.values("folder", &[leaf, home, root]);
    expressions(compare);
    let json = |depth| (0..depth).fold(Json::Null, |inner, at| match at % 3 {
        0 => Json::List(vec![inner.clone(), Json::Bool(true), inner]),
        1 => Json::Object(BTreeMap::from([("a".to_owned(), inner.clone()), ("b".to_owned(), inner)])),
        _ => Json::List(vec![Json::Number(1), Json::Text("[]".to_owned()), inner]),
    });
    compare.values("untagged", &(0..7).map(json).collect::<Vec<_>>());
    let nest = |depth| (0..depth).fold(Nest(vec![]), |inner, _| Nest(vec![inner.clone(), Nest(vec![]), inner]));
    compare.values("arrays", &(0..6).map(nest).collect::<Vec<_>>());
    compare.values("newtypes", &[Peel(None), Peel(Some(Box::new(Peel(None))))]);
    let maps = |depth| (0..depth).fold(Maps(BTreeMap::new()), |inner, _| {
        Maps(BTreeMap::from([("x".to_owned(), inner.clone()), ("y".to_owned(), inner)]))
    });
    compare.values("maps", &(0..6).map(maps).collect::<Vec<_>>());
}

fn expressions(compare: &mut Compare) {
    let number = |n| Box::new(Expr::Number(n));
    let sum = Expr::Add(number(1), Box::new(Expr::Not(Box::new(Expr::Name("x".to_owned())))));
    let call = |arguments| Expr::Call { name: "f".to_owned(), arguments };
    compare.values("expressions", &[
        Expr::Number(1),
        Expr::Name("Number".to_owned()),
        sum.clone(),
        call(vec![]),
        call(vec![Expr::Number(1), Expr::Number(2)]),
        call(vec![sum.clone(), call(vec![sum])]),
    ]);
}

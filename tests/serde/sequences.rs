//! Arrays of everything.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use serde_bytes::{ByteArray, ByteBuf};
use std::collections::{BTreeMap, BTreeSet, HashSet, LinkedList, VecDeque};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Row {
    x: u8,
    y: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Ragged {
    id: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    grid: Vec<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    row: Option<Row>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Blob {
    #[serde(with = "serde_bytes")]
    data: Vec<u8>,
    name: String,
}

fn row(x: u8) -> Row {
    Row { x, y: format!("y{x}") }
}

pub fn cases(compare: &mut Compare) {
    compare.values("numbers", &[vec![1_u8], vec![], vec![1, 2, 3]]);
    compare.values("strings", &[vec![String::new()], vec!["a,b".to_owned(), "c".to_owned()], vec![]]);
    compare.values("units", &[vec![(), ()], vec![]]);
    compare.values("options", &[vec![Some(1_u8), None], vec![None], vec![]]);
    compare.values("bools", &[vec![true, false]]);
    compare.values("of 1,000", &[(0..1_000_u32).collect::<Vec<_>>()]);
    compare.values("arrays", &[vec![vec![1_u8], vec![]], vec![vec![]], vec![], vec![vec![1, 2], vec![3, 4]]]);
    compare.values("arrays of strings", &[vec![vec!["-".to_owned(), "x".to_owned()], vec![String::new()]]]);
    let deep = |n: u8| vec![vec![vec![vec![vec![n, 1], vec![]], vec![]], vec![]], vec![]];
    compare.values("five deep", &[deep(1), deep(2), vec![]]);
    compare.values("one in one", &[vec![vec![vec![vec![vec![vec![1_u8]]]]]], vec![vec![vec![vec![vec![vec![]]]]]]]);
    compare.values("structs", &[vec![row(1), row(2)], vec![row(3)], vec![]]);
    compare.values("arrays of structs", &[vec![vec![row(1), row(2)], vec![]], vec![vec![row(3)]], vec![vec![], vec![]]]);
    compare.values("arrays of arrays of structs", &[vec![vec![vec![row(1)], vec![row(2), row(3)]], vec![]]]);
    compare.values("maps", &[vec![BTreeMap::from([("a".to_owned(), 1_u8)]), BTreeMap::new()], vec![BTreeMap::new()]]);
    compare.values("maps of arrays", &[vec![BTreeMap::from([("a".to_owned(), vec![row(1)])])]]);
    tuples(compare);
    ragged(compare);
    collections(compare);
    bytes(compare);
}

fn tuples(compare: &mut Compare) {
    compare.values("single", &[(1_u8,), (2,)]);
    compare.values("pair", &[(1_u8, "a".to_owned()), (2, "b".to_owned())]);
    compare.values("mixed", &[(1_u8, vec![1_u8, 2], None::<u8>, row(1)), (2, vec![], Some(1), row(2))]);
    compare.values("of arrays", &[(vec![1_u8], vec!["a".to_owned()]), (vec![], vec![])]);
    compare.values("of tuples", &[((1_u8, 2_u8), (3_u8, (4_u8, 5_u8)))]);
    compare.values("of structs", &[(row(1), row(2)), (row(3), row(4))]);
    compare.values("struct first", &[(row(1), 1_u8, row(2)), (row(3), 2, row(4))]);
    compare.values("struct last", &[(1_u8, row(2)), (2, row(4))]);
    compare.values("of a struct and a map", &[(row(1), BTreeMap::from([("x".to_owned(), 1_u8)]))]);
    compare.values("of units", &[((), (), ())]);
    compare.values("twelve", &[(1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8, 9_u8, 10_u8, 11_u8, 12_u8)]);
    compare.values("[T; 0]", &[[0_u8; 0]]);
    compare.values("[T; 3]", &[[1_u8, 2, 3], [4, 5, 6]]);
    compare.values("[[T; 2]; 2]", &[[[1_u8, 2], [3, 4]]]);
    compare.values("[struct; 2]", &[[row(1), row(2)]]);
}

fn ragged(compare: &mut Compare) {
    let plain = Ragged { id: 1, note: None, tags: vec![], grid: vec![], row: None };
    let note = Ragged { note: Some("a: b".to_owned()), ..plain.clone() };
    let tags = Ragged { tags: vec!["a".to_owned(), "b,c".to_owned()], ..plain.clone() };
    let grid = Ragged { grid: vec![vec![1, 2], vec![]], ..plain.clone() };
    let nested = Ragged { row: Some(row(1)), ..plain.clone() };
    let full = Ragged { tags: tags.tags.clone(), grid: grid.grid.clone(), row: nested.row.clone(), ..note.clone() };
    let kinds = [plain, note, tags, grid, nested, full];
    compare.values("ragged", &kinds);
    // Rows that fail to be a table at each place, after none, one and many good rows.
    let mut mixtures = Vec::new();
    for one in &kinds {
        for other in &kinds {
            for count in [1, 2, 5] {
                mixtures.push([vec![one.clone(); count], vec![other.clone()], vec![one.clone()]].concat());
            }
        }
    }
    for mixture in &mixtures {
        compare.large("ragged mixtures", mixture);
    }
}

fn collections(compare: &mut Compare) {
    compare.values("BTreeSet", &[BTreeSet::from([3_u8, 1, 2]), BTreeSet::new()]);
    compare.values("HashSet", &[(0..50).collect::<HashSet<u32>>(), HashSet::new()]);
    compare.values("HashSet of structs", &[(0..50).map(row).collect::<HashSet<Row>>()]);
    compare.values("VecDeque", &[VecDeque::from([1_u8, 2]), VecDeque::new()]);
    compare.values("LinkedList", &[LinkedList::from([row(1), row(2)]), LinkedList::new()]);
    compare.values("Box<[T]>", &[Box::<[u8]>::from([1, 2]), Box::from([])]);
}

fn bytes(compare: &mut Compare) {
    compare.values("ByteBuf", &[ByteBuf::from(vec![]), ByteBuf::from(vec![0, 1, 254, 255]), ByteBuf::from(vec![7])]);
    compare.values("ByteArray", &[ByteArray::new([1, 2, 3]), ByteArray::new([0, 0, 0])]);
    compare.values("blob", &[Blob { data: vec![1, 2], name: "a".to_owned() }, Blob { data: vec![], name: "b".to_owned() }]);
    compare.values("Option of bytes", &[Some(ByteBuf::from(vec![1])), None]);
}

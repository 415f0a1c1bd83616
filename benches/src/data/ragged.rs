//! Structs that differ from each other: omitted fields, nested lists, lists of lists.

use super::{FIRST, WORDS, amount, pick, random, sentence, timestamp};
use serde::{Deserialize, Serialize};

/// An issue in a tracker.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    id: u32,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assignee: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<Comment>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    board: Vec<Vec<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
    closed: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Comment {
    author: String,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edited: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Estimate {
    hours: f64,
    confidence: Option<u8>,
}

/// Issues.
pub fn tasks(count: u32) -> Vec<Task> {
    let mut random = random(5);
    let task = |id| {
        let random = &mut random;
        let mut some = |one_in: u8| random.u8(..).is_multiple_of(one_in);
        let (assigned, labelled, due, commented, boarded, estimated) =
            (!some(3), some(2), some(3), some(2), some(4), some(3));
        Task {
            id: id + 1,
            title: sentence(random, 3..9),
            assignee: assigned.then(|| pick(random, FIRST).to_owned()),
            labels: if labelled {
                list(random, 1..4, |random| pick(random, WORDS).to_owned())
            } else {
                vec![]
            },
            due: due.then(|| timestamp(random)),
            comments: if commented { list(random, 1..4, comment) } else { vec![] },
            board: if boarded {
                list(random, 1..4, |random| list(random, 0..5, |random| random.i32(-9..100)))
            } else {
                vec![]
            },
            estimate: estimated.then(|| Estimate {
                hours: amount(random),
                confidence: random.bool().then(|| random.u8(0..100)),
            }),
            closed: random.bool(),
        }
    };
    (0..count).map(task).collect()
}

fn comment(random: &mut fastrand::Rng) -> Comment {
    let edited = random.u8(..).is_multiple_of(4);
    Comment {
        author: pick(random, FIRST).to_owned(),
        text: sentence(random, 4..15),
        edited: edited.then(|| timestamp(random)),
    }
}

fn list<T>(
    random: &mut fastrand::Rng,
    count: std::ops::Range<usize>,
    mut item: impl FnMut(&mut fastrand::Rng) -> T,
) -> Vec<T> {
    (0..random.usize(count)).map(|_| item(random)).collect()
}

//! Documents in answers.

/// The documents in `answer`, with the lines on which they begin.
fn blocks(answer: &str) -> Vec<(&str, usize)> {
    let blocks = toon_answer::extract(answer).map(|block| {
        assert_eq!(&answer[block.offset()..][..block.text().len()], block.text());
        assert_eq!(answer[..block.offset()].matches('\n').count() + 1, block.line());
        (block.text(), block.line())
    });
    blocks.collect()
}

#[test]
fn fences() {
    assert_eq!(blocks("```toon\na: 1\n```"), [("a: 1", 2)]);
    assert_eq!(blocks("Text:\n\n~~~ toon title=x\na: 1\nb: 2\n~~~\nmore: text"), [("a: 1\nb: 2", 4)]);
    assert_eq!(blocks("```TOON\r\na: 1\r\n```\r\n"), [("a: 1", 2)]);
    assert_eq!(blocks("1. First:\n   ```toon\n   a: 1\n   ```"), [("   a: 1", 3)]);
    assert_eq!(blocks("````toon\ntext: |\n  ```\n````"), [("text: |\n  ```", 2)]);
    // One that was cut off.
    assert_eq!(blocks("```toon\nt[2]{a}:\n  1\n"), [("t[2]{a}:\n  1\n", 2)]);
    assert_eq!(blocks("```toon\n```"), [("", 2)]);
}

#[test]
fn fences_without_the_language() {
    assert_eq!(blocks("```\na: 1\n```\n```rust\na: 1\n```"), [("a: 1", 2)]);
    assert_eq!(blocks("```json\n{\"a\": 1}\n```"), [("{\"a\": 1}", 2)]);
    assert_eq!(blocks("```\nfn main() {}\n```"), []);
    // Only those that are marked, if there are any.
    assert_eq!(blocks("```\nb: 2\n```\n```toon\na: 1\n```"), [("a: 1", 5)]);
}

#[test]
fn thoughts() {
    assert_eq!(blocks("<think>\n```toon\na: 0\n```\n</think>\n```toon\na: 1\n```"), [("a: 1", 7)]);
    assert_eq!(blocks("maybe a: 0</think>\na: 1\nb: 2"), [("a: 1\nb: 2", 2)]);
    assert_eq!(blocks("<thinking>a: 0</thinking>\n\na: 1"), [("a: 1", 3)]);
    assert_eq!(blocks("<think>a: 0\nb: 1"), []);
    assert_eq!(blocks("```toon\na: use <think> here\nb: 1\n```"), [("a: use <think> here\nb: 1", 2)]);
}

#[test]
fn no_fences() {
    assert_eq!(blocks("a: 1\nb: 2\n"), [("a: 1\nb: 2", 1)]);
    assert_eq!(blocks("\n  a: 1\n  b: 2"), [("  a: 1\n  b: 2", 2)]);
    assert_eq!(
        blocks("Here is the table:\n\nt[1]{a,b}:\n  1,2\n\nAnything else?"),
        [("t[1]{a,b}:\n  1,2", 3)]
    );
    assert_eq!(blocks("Here is the data:\nusers[1]{id}:\n  1"), [("users[1]{id}:\n  1", 2)]);
    assert_eq!(blocks("Output:\n\n[1]{id,n}:\n  1,x\n\nDone."), [("[1]{id,n}:\n  1,x", 3)]);
    assert_eq!(blocks("user:\n\n  id: 1\n\nDone."), [("user:\n\n  id: 1", 1)]);
    assert_eq!(blocks("Sorry, I cannot do that."), []);
    assert_eq!(blocks("Sorry: I cannot do that."), []);
    assert_eq!(blocks("answer: 42"), [("answer: 42", 1)]);
    assert_eq!(blocks("answer: It is 42.\nsure: true"), [("answer: It is 42.\nsure: true", 1)]);
    assert_eq!(blocks(""), []);
}

/// JSON with a mistake is a document, too, since it is not TOON.
#[test]
fn languages() {
    let answer = "```json\n{\"a\": 1,}\n```\n```yaml\nb: 1\n```\n```csv\na,b\n```\n";
    let found: Vec<_> = toon_answer::extract(answer).map(|block| (block.language(), block.text())).collect();
    assert_eq!(found, [("json", "{\"a\": 1,}"), ("yaml", "b: 1")]);
    assert!(toon_answer::from_answer::<serde_json::Value>("```json\n{\"a\": 1,}\n```").is_err());
}

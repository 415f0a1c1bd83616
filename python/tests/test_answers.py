"""Documents in the answers of models."""

import pytest

from toon_serde import Note, ToonDecodeError, extract, loads, repair

ANSWER = "Voilà:\n\n```toon\nid: 1\n```\n\nand\n\n```toon\nids[1]: 1\n```\n"


def test_extract():
    blocks = extract(ANSWER)
    assert [(block.text, block.line, block.language) for block in blocks] == [("id: 1", 4, "toon"), ("ids[1]: 1", 10, "toon")]
    for block in blocks:
        assert ANSWER[block.offset :].startswith(block.text)
    assert extract(ANSWER.encode()) == blocks
    assert extract("no document") == []
    with pytest.raises(AttributeError):
        blocks[0].text = ""


def test_repair():
    repaired = repair("users[3]{id,name}:\n1,Ann\n2,Bob\n")
    assert loads(repaired.text) == {"users": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]}
    assert [(fix.kind, fix.line, fix.column) for fix in repaired.fixes] == [("count", 1, 1), ("indentation", 2, 1)]
    assert str(repaired.fixes[0]) == "changed the count 3 to 2 at line 1 column 1"
    assert repaired.warnings == []
    assert repr(repaired).startswith("Repaired(text=")
    assert isinstance(repaired.fixes[0], Note)


def test_a_valid_text_is_not_changed():
    repaired = repair('tags: ["a"]')
    assert (repaired.text, repaired.fixes) == ('tags: ["a"]', [])
    assert [(warning.kind, warning.suggestion) for warning in repaired.warnings] == [
        ("json", "write it as TOON, or quote the string")
    ]


def test_an_answer_that_was_cut_off():
    answer = "Hé:\n```toon\nusers[3]{id,name}:\n  1,Ann\n  2,B"
    with pytest.raises(ToonDecodeError, match="cut off") as raised:
        repair(answer)
    assert answer[: raised.value.complete].endswith("  1,Ann\n")
    assert raised.value.suggestion


def test_what_is_ambiguous():
    with pytest.raises(ToonDecodeError) as raised:
        repair("users[2]{id,name}:\n  1,Smith, Ann\n  2,Bob\n")
    error = raised.value
    assert (error.line, error.column, error.path, error.complete) == (2, 3, "users[0]", None)

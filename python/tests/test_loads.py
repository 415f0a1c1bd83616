"""What `loads` reads, and what it refuses."""

import collections
import decimal
import io
import json
import pickle
import threading
import time

import pytest

import toon_serde
from toon_serde import ToonDecodeError, ToonEncodeError, dumps, loads

USERS = "users[2]{id,name}:\n  1,Ada\n  2,Bob"


def test_a_document():
    assert loads(USERS) == {"users": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        ("-0", 0),
        ("12345678901234567890123", 12345678901234567890123),
        ("-9223372036854775808", -(2**63)),
        ("05", "05"),
        ("1.5", 1.5),
        ("1.0", 1.0),
        ("1e3", 1000.0),
        ("-0.0", 0.0),
        ("1e-400", 0.0),
        ("", {}),
        ("[]", []),
        ('"a\\u00e9"', "aé"),
    ],
)
def test_types(text, value):
    read = loads(text)
    assert (read, type(read)) == (value, type(value))
    assert str(read) == str(value)


@pytest.mark.parametrize("text", [USERS, USERS.encode(), bytearray(USERS.encode()), "\ufeff" + USERS])
def test_texts(text):
    assert loads(text) == loads(USERS)


def test_other_arguments():
    for text in [None, 1, ["a: 1"], memoryview(b"a: 1")]:
        with pytest.raises(TypeError, match="must be str, bytes or bytearray"):
            loads(text)


def test_load():
    assert toon_serde.load(io.StringIO(USERS)) == loads(USERS)
    assert toon_serde.load(io.BytesIO(USERS.encode()), parse_int=str) == loads(USERS, parse_int=str)


def test_strict():
    with pytest.raises(ToonDecodeError, match="declares 3 elements, found 2"):
        loads("a[3]: 1,2")
    assert loads("a[3]: 1,2", strict=False) == {"a": [1, 2]}
    assert loads("a: 1\na: 2", strict=False) == {"a": 2}


def test_indent_size():
    assert loads("a:\n    b: 1", indent_size=4) == {"a": {"b": 1}}
    assert loads("a:\n  b: 1", indent_size=None) == {"a": {"b": 1}}
    with pytest.raises(ToonDecodeError, match="line 2"):
        loads("a:\n  b: 1", indent_size=4)
    with pytest.raises(ValueError, match="1 to 16 spaces"):
        loads("a:\n  b: 1", indent_size=0)


def test_parse_float_and_parse_int():
    numbers = "[5]: 1,1.10,-1e400,-0,2E3"
    assert loads(numbers, parse_float=decimal.Decimal, parse_int=str) == [
        "1",
        decimal.Decimal("1.10"),
        decimal.Decimal("-1e400"),
        "-0",
        decimal.Decimal("2000"),
    ]


def test_object_hooks():
    calls = []
    assert loads("a:\n  b: 1\nc[1]{d}:\n  2", object_hook=lambda value: calls.append(value) or len(calls)) == 3
    assert calls == [{"b": 1}, {"d": 2}, {"a": 1, "c": [2]}]
    pairs = loads("a:\n  b: 1\nc: 2", object_pairs_hook=collections.OrderedDict, object_hook=pytest.fail)
    assert pairs == collections.OrderedDict(a=collections.OrderedDict(b=1), c=2)
    # A list, as from `json`.
    json_pairs = json.loads('{"a": {"b": 1}}', object_pairs_hook=lambda pairs: pairs)
    assert loads("a:\n  b: 1", object_pairs_hook=lambda pairs: pairs) == json_pairs


@pytest.mark.parametrize("option", ["parse_float", "parse_int", "object_hook", "object_pairs_hook"])
def test_an_error_of_python_is_passed_on(option):
    def fail(_):
        raise ZeroDivisionError("here")

    with pytest.raises(ZeroDivisionError, match="here"):
        loads("a: 1\nb: 1.5", **{option: fail})


def test_attributes_of_errors():
    with pytest.raises(ToonDecodeError) as raised:
        loads("users[1]{id}:\n  1\ntags[2]: a")
    error = raised.value
    assert isinstance(error, ValueError)
    assert (error.line, error.column, error.path) == (3, 5, "tags")
    assert error.suggestion == "write [1] in the header, or add the missing element"
    assert str(error) == "header declares 2 elements, found 1 at line 3 column 5, in tags"
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
    bare = ToonDecodeError("mine")
    assert (bare.line, bare.column, bare.path, bare.suggestion, bare.complete) == (None,) * 5
    assert ToonEncodeError("mine").path is None


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: 1e400", "out of the range of float", (1, 4)),
        ("a: 1\nb\ud800", "unpaired surrogate", (2, 2)),
        (b"a: 1\n\xc3\xa9\xff", "invalid UTF-8", (2, 2)),
        ('a: "b', "unterminated string", (1, 4)),
        ("a: 1\na: 2", "duplicate key", (2, 1)),
    ],
)
def test_errors(text, message, place):
    with pytest.raises(ToonDecodeError, match=message) as raised:
        loads(text)
    assert (raised.value.line, raised.value.column) == place


def test_more_digits_than_python_converts():
    with pytest.raises(ValueError, match="4300 digits"):
        loads("1" * 5000)


def test_depth():
    text = "\n".join("  " * level + "a:" for level in range(200))
    with pytest.raises(ToonDecodeError, match="nested deeper than 128 levels"):
        loads(text)
    items = "[1]:\n" + "\n".join("  " * level + "- [1]:" for level in range(1, 1_000))
    with pytest.raises(ToonDecodeError, match="nested deeper than 128 levels"):
        loads(items)
    # A string.
    assert loads("- " * 100_000 + "-") == "- " * 100_000 + "-"


def test_keys_of_any_length_and_hash():
    value = [{f"key {number}" + "x" * (number % 90): number for number in range(2_000)}] * 2
    assert loads(dumps(value)) == value


def large():
    return {"rows": [{"id": number, "name": f"user {number}", "ratio": number / 7} for number in range(60_000)]}


def test_a_large_text():
    value = large()
    text = dumps(value)
    assert len(text) > 1 << 20
    assert loads(text) == value
    assert loads(text, parse_int=str)["rows"][7]["id"] == "7"
    with pytest.raises(ToonDecodeError, match="line 60002"):
        loads(text + "\nrows: 1")


def test_other_threads_run_while_a_large_text_is_parsed():
    text = dumps(large())
    counted, is_over = 0, threading.Event()

    def count():
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    toon_serde.toon_to_json(text)
    during = counted - before
    is_over.set()
    thread.join()
    assert during > 0

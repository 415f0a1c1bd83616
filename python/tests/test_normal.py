"""JSON texts, the normal form, and the smallest of three forms."""

import collections
import decimal
import json

import pytest

from toon_serde import (
    ToonDecodeError,
    ToonEncodeError,
    count_tokens,
    json_to_toon,
    normal_dumps,
    normal_loads,
    smallest,
    toon_to_json,
)

USERS = [{"login": name, "url": f"https://x.org/u/{name}", "active": True} for name in ["ada", "bob", "cy", "dee"]]
NORMAL = """\
_form: 1 list
list.each:
  url: "https://x.org/u/{login}"
  active: true
list[4]{login}:
  ada
  bob
  cy
  dee"""


def test_json_to_toon():
    assert json_to_toon('[{"a": 1.50}, {"a": 1e400}]') == "[2]{a}:\n  1.5\n  1e+400"
    assert json_to_toon(b'{"a": {"b": [1, 2]}}', indent_size=4, delimiter="|") == "a:\n    b[2|]: 1|2"
    with pytest.raises(ToonDecodeError) as raised:
        json_to_toon('{\n  "a": 1,\n  "a": 2}')
    assert (raised.value.line, raised.value.column) == (3, 3)
    with pytest.raises(ToonDecodeError) as raised:
        json_to_toon("[1, NaN]")
    assert raised.value.suggestion == "JSON has no NaN, which Python writes; write null"
    with pytest.raises(ToonDecodeError):
        json_to_toon("[" * 100_000)


def test_toon_to_json():
    assert toon_to_json("a[2]{b}:\n  1\n  0.1000000000000000055") == '{"a":[{"b":1},{"b":0.1000000000000000055}]}'
    assert toon_to_json("a:\n    b: 1", indent_size=4) == '{"a":{"b":1}}'
    assert toon_to_json("a[3]: 1", strict=False) == '{"a":[1]}'
    with pytest.raises(ToonDecodeError):
        toon_to_json("a[3]: 1")


def test_the_normal_form():
    assert normal_dumps(USERS) == NORMAL
    assert normal_loads(NORMAL) == USERS
    assert normal_loads("a: 1") == {"a": 1}
    assert normal_dumps([1, 2]) == "[2]: 1,2"
    sizes = [len(normal_dumps(USERS * 9, level=level)) for level in ["plain", "legible", "dense"]]
    assert sizes == sorted(sizes, reverse=True)


def test_options_of_the_normal_form():
    rows = [{"id": 1, "name": "Ada"}, {"name": "Bob", "id": 2}] * 9
    exact, header = normal_dumps(rows), normal_dumps(rows, key_order="header")
    assert list(normal_loads(exact)[1]) == ["name", "id"]
    assert list(normal_loads(header)[1]) == ["id", "name"]
    assert normal_dumps({"b": {1}, "a": 2}, default=list, sort_keys=True) == "a: 2\nb[1]: 1"
    assert normal_loads("a: 1.10\nb: 2", parse_float=decimal.Decimal, parse_int=str) == {"a": decimal.Decimal("1.1"), "b": "2"}
    assert normal_loads("a: 1", object_pairs_hook=collections.OrderedDict) == collections.OrderedDict(a=1)
    assert normal_loads("a:\n  b: 1", object_hook=len) == 1
    with pytest.raises(ValueError, match="`plain`, `legible`, `dense`"):
        normal_dumps([], level="low")


def test_errors_of_the_normal_form():
    with pytest.raises(TypeError, match=r"in a\[0\]"):
        normal_dumps({"a": [object()]})
    cycle = []
    cycle.append(cycle)
    with pytest.raises(ToonEncodeError, match="circular reference"):
        normal_dumps(cycle)
    with pytest.raises(ToonEncodeError, match="duplicate key"):
        normal_dumps({1: 1, "1": 1})
    with pytest.raises(ToonDecodeError):
        normal_loads("_form: 99 list\nlist[1]: 1")
    with pytest.raises(ToonDecodeError, match="JSON"):
        normal_loads('{"a": 1}')


@pytest.mark.parametrize(
    ("value", "form"), [(USERS * 3, "normal"), ([{"id": 1, "name": "x"}, {"id": 2, "name": "y"}] * 2, "toon"), ([[1], [2]], "json")]
)
def test_the_smallest(value, form):
    for measure in ["tokens", "bytes"]:
        text, chosen = smallest(json.dumps(value), measure=measure)
        assert chosen == form, text
        assert (json.loads if form == "json" else normal_loads)(text) == value
    assert count_tokens(smallest(json.dumps(value))[0]) <= count_tokens(json.dumps(value, separators=(",", ":")))


def test_options_of_the_smallest():
    with pytest.raises(ValueError, match="tokens, bytes"):
        smallest("1", measure="lines")
    with pytest.raises(ValueError, match="`exact`, `header`"):
        smallest("1", key_order="any")
    with pytest.raises(ToonDecodeError):
        smallest("{")


def test_count_tokens():
    assert (count_tokens(""), count_tokens("hello world")) == (0, 2)

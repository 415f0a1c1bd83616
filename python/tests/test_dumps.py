"""What `dumps` writes, and what it refuses."""

import collections
import dataclasses
import enum
import io
import itertools
import json
import math
import threading
import typing

import pytest

import toon_serde
from toon_serde import ToonEncodeError, dumps, loads


class Color(enum.IntEnum):
    RED = 1


class Size(str, enum.Enum):
    SMALL = "small"


class Loud(float):
    def __repr__(self):
        return "loud"


class Point(typing.NamedTuple):
    x: int
    y: int


@dataclasses.dataclass
class User:
    id: int
    tags: list[str] = dataclasses.field(default_factory=list)
    kind: typing.ClassVar[str] = "user"


class Model:
    """As pydantic's models are seen."""

    def model_dump(self, *, mode):
        assert mode == "json"
        return {"id": 1, "when": "2026-01-01"}


def test_a_document():
    users = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}]
    assert dumps({"users": users, "count": 2}) == "users[2]{id,name}:\n  1,Ada\n  2,Bob\ncount: 2"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (-5, "-5"),
        (10**400, "1" + "0" * 400),
        (-(2**63) - 1, "-9223372036854775809"),
        (1.5, "1.5"),
        (1.0, "1"),
        (-0.0, "0"),
        (1e22, "1e+22"),
        (math.nan, "null"),
        (-math.inf, "null"),
        ("", '""'),
        ("1", '"1"'),
        ("é👋\n", '"é👋\\n"'),
        ([], "[]"),
        ({}, ""),
        ((1, 2), "[2]: 1,2"),
        (Point(1, 2), "[2]: 1,2"),
        (Color.RED, "1"),
        (Size.SMALL, "small"),
        (Loud(0.5), "0.5"),
        (collections.OrderedDict(b=1, a=2), "b: 1\na: 2"),
        (collections.defaultdict(int, a=1), "a: 1"),
        (collections.Counter("aab"), "a: 2\nb: 1"),
        (User(1, ["a"]), "id: 1\ntags[1]: a"),
        ([User(1), User(2)], "[2]:\n  - id: 1\n    tags: []\n  - id: 2\n    tags: []"),
        (Model(), "id: 1\nwhen: 2026-01-01"),
        ([Model(), Model()], "[2]{id,when}:\n  1,2026-01-01\n  1,2026-01-01"),
    ],
)
def test_types(value, text):
    assert dumps(value) == text


@pytest.mark.parametrize("value", [2.0**53, 2.0**63, -(2.0**63), 2.0**69, 1e20, 999999999999999868928.0, 1e21, 2.0**70, 2.0**1023])
@pytest.mark.parametrize("write", [dumps, toon_serde.normal_dumps])
def test_whole_floats_keep_their_value(value, write):
    text = write({"a": [value, Loud(value)]})
    assert toon_serde.normal_loads(text) == {"a": [value, value]}
    if write is dumps and abs(value) < 1e21:
        assert text == f"a[2]: {int(value)},{int(value)}"


def test_the_order_of_a_subclass():
    moved = collections.OrderedDict(a=1, b=2)
    moved.move_to_end("a")
    assert list(loads(dumps(moved))) == ["b", "a"]


@pytest.mark.parametrize(
    "key", [1, -7, 10**30, 1.5, 1.0, 1e16, 1e-7, True, False, None, math.nan, math.inf, -math.inf, Color.RED, Loud(0.5)]
)
def test_keys_as_json_writes_them(key):
    assert loads(dumps({key: 0})) == json.loads(json.dumps({key: 0}))


def test_indent_size():
    assert dumps({"a": {"b": 1}}, indent_size=4) == "a:\n    b: 1"
    for size in [0, -1, 17]:
        with pytest.raises(ValueError, match="1 to 16 spaces"):
            dumps({"a": {"b": 1}}, indent_size=size)
    with pytest.raises(TypeError):
        dumps({}, indent_size="2")


@pytest.mark.parametrize(("delimiter", "text"), [(",", "[2]: 1,2"), ("\t", "[2\t]: 1\t2"), ("|", "[2|]: 1|2")])
def test_delimiter(delimiter, text):
    assert dumps([1, 2], delimiter=delimiter) == text
    assert loads(text) == [1, 2]


def test_no_such_delimiter():
    with pytest.raises(ValueError, match="delimiter must be"):
        dumps([], delimiter=";")


def test_default():
    assert dumps({"a": {1, 2}}, default=sorted) == "a[2]: 1,2"
    # What it returns is converted as well.
    assert dumps({3}, default=lambda value: value.pop() if isinstance(value, set) else None) == "3"


def test_default_that_never_ends():
    with pytest.raises(ToonEncodeError, match="circular reference"):
        dumps(object(), default=lambda value: value)
    with pytest.raises(ToonEncodeError, match="nested deeper"):
        dumps(object(), default=lambda value: object())
    with pytest.raises(ToonEncodeError, match="nested deeper"):
        dumps(object(), default=lambda value: [object()])


def test_sort_keys():
    assert dumps({"b": 1, "a": {"d": 2, "c": 3}}, sort_keys=True) == "a:\n  c: 3\n  d: 2\nb: 1"
    with pytest.raises(TypeError, match="'<' not supported"):
        dumps({"b": 1, 2: 1}, sort_keys=True)


def test_dump():
    file = io.StringIO()
    toon_serde.dump({"a": [1, 2]}, file, delimiter="|")
    assert file.getvalue() == "a[2|]: 1|2"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [1, {2}]}, "an object of type set cannot be written as TOON, in a[1]"),
        (b"bytes", "an object of type bytes cannot be written as TOON"),
        ([{"a.b": User}], 'an object of type type cannot be written as TOON, in [0]["a.b"]'),
        ({"a": {(1,): 2}}, "keys must be str, int, float, bool or None, not tuple, in a"),
        ([User(1, {2: object()})], "an object of type object cannot be written as TOON, in [0].tags.2"),
    ],
)
def test_other_types(value, message):
    with pytest.raises(TypeError) as raised:
        dumps(value)
    assert str(raised.value) == message


def cycle_of_lists():
    inner = [1]
    inner.append({"x": inner})
    return {"a": inner}


def cycle_of_dicts():
    outer = {}
    outer["self"] = outer
    return outer


def cycle_of_users():
    user = User(1)
    user.tags.append(user)
    return [user]


@pytest.mark.parametrize(
    ("value", "message", "path"),
    [
        (cycle_of_lists(), "circular reference", "a[1].x"),
        (cycle_of_dicts(), "circular reference", "self"),
        (cycle_of_users(), "circular reference", "[0].tags[0]"),
        (["\ud800"], "string with an unpaired surrogate", "[0]"),
        ({"a": {"\ud800": 1}}, "with an unpaired surrogate", "a"),
        ({"a": {1: 1, "1": 2}}, 'duplicate key "1"', "a"),
    ],
)
def test_errors_with_a_path(value, message, path):
    with pytest.raises(ToonEncodeError, match=message) as raised:
        dumps(value)
    assert raised.value.path == path


def test_a_shared_object_is_not_a_cycle():
    shared = [1]
    assert loads(dumps([shared, [shared], {"a": shared}])) == [shared, [shared], {"a": shared}]


def nested_lists(depth):
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


def nested_dicts(depth):
    value = {}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


@pytest.mark.parametrize("nested", [nested_lists, nested_dicts])
def test_depth(nested):
    assert loads(dumps(nested(128))) == nested(128)
    for depth in [129, 1_000, 100_000]:
        with pytest.raises(ToonEncodeError, match="nested deeper than 128 levels") as raised:
            dumps(nested(depth))
        assert raised.value.path


def test_more_digits_than_python_converts():
    with pytest.raises(ValueError, match="4300 digits"):
        dumps(10**5000)


def test_an_error_of_python_is_passed_on():
    class Broken(dict):
        def items(self):
            raise KeyError("broken")

    class Odd(dict):
        def items(self):
            return [(1, 2, 3)]

    class Lost(Model):
        def model_dump(self, *, mode):
            raise RuntimeError("lost")

    class Gone(User):
        def __getattribute__(self, name):
            if name == "tags":
                raise OSError("gone")
            return super().__getattribute__(name)

    class Key(str):
        def __lt__(self, other):
            raise ZeroDivisionError

    for value, error in [(Broken(a=1), KeyError), (Odd(a=1), ValueError), (Lost(), RuntimeError), (Gone(1), OSError)]:
        with pytest.raises(error):
            dumps({"a": [value]})
    with pytest.raises(ZeroDivisionError):
        dumps({Key("a"): 1, Key("b"): 2}, sort_keys=True)


def test_objects_that_change_while_they_are_read():
    values = {"a": object(), "b": 1}

    def clear(_):
        values.clear()
        values.update({number: number for number in range(100)})
        return 0

    assert dumps(values, default=clear) == "a: 0\nb: 1"

    elements = [object(), 1, 2, 3]

    def shorten(_):
        elements.clear()
        return 0

    assert dumps(elements, default=shorten) == "[1]: 0"

    growing = [object()]

    def grow(_):
        growing.append(object())
        return 0

    assert dumps(growing, default=grow) == "[1]: 0"


def test_calls_within_calls():
    def default(value):
        for _ in range(127):
            value = [value]
        return dumps(value, default=default)

    with pytest.raises(RecursionError, match="within each other"):
        dumps(object(), default=default)
    # Afterwards, calls are possible again.
    assert dumps(object(), default=lambda value: dumps([1])) == '"[1]: 1"'

    text = "\n".join("  " * level + "a:" for level in range(127))

    def hook(value):
        return loads(text, object_hook=hook)

    with pytest.raises(RecursionError, match="within each other"):
        loads(text, object_hook=hook)
    assert loads("a: 1", object_hook=lambda value: loads("b: 2")) == {"b": 2}


def test_methods_that_nobody_calls():
    def fail(*_):
        raise AssertionError

    integer = type("Integer", (int,), {name: fail for name in ["__index__", "__int__", "__repr__", "__str__"]})
    real = type("Real", (float,), {name: fail for name in ["__float__", "__repr__", "__str__"]})
    string = type("String", (str,), {name: fail for name in ["__str__", "__repr__", "__len__", "__eq__"]})
    array = type("Array", (list,), {name: fail for name in ["__iter__", "__len__", "__getitem__"]})
    assert dumps([integer(5), integer(10**30), real(2.5), string("x")]) == f"[4]: 5,{10**30},2.5,x"
    assert dumps([array([1, 2])]) == "[1]:\n  - [2]: 1,2"
    assert dumps({integer(5): 1, real(2.5): 2}) == '"5": 1\n"2.5": 2'


def test_objects_that_other_threads_change():
    values, elements, is_over = dict.fromkeys(range(100)), list(range(100)), threading.Event()

    def change():
        for number in itertools.count():
            if is_over.is_set():
                break
            values[number % 1_000] = number
            values.pop(number * 7 % 1_000, None)
            elements.append(number)
            if len(elements) > 1_000:
                elements.clear()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(100):
            dumps([values, elements, object()] * 3, default=lambda _: sum(range(1_000)))
    finally:
        is_over.set()
        thread.join()


def test_a_class_of_a_metaclass_that_raises():
    class Meta(type):
        def __getattribute__(cls, name):
            if name == "model_dump":
                raise RuntimeError("no")
            return super().__getattribute__(name)

    class Odd(metaclass=Meta):
        pass

    with pytest.raises(RuntimeError, match="no"):
        dumps(Odd())

"""TOON between Python objects and text, its normal form, repair of models' answers, and conversion of tools' results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, final

__all__ = [
    "Block",
    "Converter",
    "Note",
    "Repaired",
    "ToonDecodeError",
    "ToonEncodeError",
    "__toon_spec__",
    "__version__",
    "count_tokens",
    "dump",
    "dumps",
    "extract",
    "json_to_toon",
    "load",
    "loads",
    "normal_dumps",
    "normal_loads",
    "repair",
    "smallest",
    "toon_to_json",
]

__version__: str
__toon_spec__: str
"""The version of the specification."""

_Text: TypeAlias = str | bytes | bytearray
_Level: TypeAlias = Literal["plain", "legible", "dense"]
_KeyOrder: TypeAlias = Literal["exact", "header"]

class _Readable(Protocol):
    def read(self) -> _Text: ...

class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...

class ToonDecodeError(ValueError):
    """A text that cannot be read. Attributes that are unknown are None."""

    line: int | None
    """Counted from 1."""
    column: int | None
    """In characters, counted from 1."""
    path: str | None
    """The path to the value, such as `users[3].email`."""
    suggestion: str | None
    """How to fix the text."""
    complete: int | None
    """The number of characters that are complete, if `repair` finds that the text was cut off."""

class ToonEncodeError(ValueError):
    """A value that cannot be written."""

    path: str | None
    """The path to the value, or None for the whole value."""

def dumps(
    obj: Any,
    *,
    indent_size: int = 2,
    delimiter: str = ",",
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
) -> str:
    """Writes an object as TOON, without a trailing newline.

    `dict`, `list`, `tuple`, `str`, `int` of any size, `float`, `bool` and `None` are written, pydantic models as
    `model_dump(mode="json")` returns them, dataclasses by their fields, and whatever `default` turns into one of
    these. NaN and the infinities are `null`. Keys that are `int`, `float`, `bool` or `None` become the strings that
    `json` writes.

    Args:
        indent_size: The spaces of a level of indentation, from 1 to 16.
        delimiter: "," or "\\t" or "|".
        default: Is called with any other object, and returns what to write instead or raises `TypeError`.
        sort_keys: Sorts the keys of every object.

    Raises:
        TypeError: An object or a key cannot be written. The message has the path to it.
        ToonEncodeError: An object contains itself, containers are nested deeper than 128 levels, two keys become the
            same string, or a string has an unpaired surrogate.
        ValueError: An option is invalid, or an integer has more digits than Python converts.
    """

def dump(
    obj: Any,
    fp: _Writable,
    *,
    indent_size: int = 2,
    delimiter: str = ",",
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
) -> None:
    """Writes an object as TOON to a text file, like `dumps`."""

def loads(
    text: _Text,
    *,
    strict: bool = True,
    indent_size: int | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    """Reads an object from TOON.

    Numbers with a fraction or an exponent are `float`, all others `int`. From 1 MiB, the text is parsed without
    Python's lock.

    Args:
        strict: Checks counts, widths, duplicate keys and indentation (§14 of the specification).
        indent_size: The spaces of a level of indentation, 2 by default.
        parse_float: Makes a number of the text of one with a fraction or an exponent, such as `decimal.Decimal`.
        parse_int: Makes a number of the text of an integer.
        object_hook: Is called with every object, and returns what to use instead.
        object_pairs_hook: The same with a list of pairs. Takes precedence over `object_hook`.

    Raises:
        ToonDecodeError: The text is not valid TOON, or a number is out of the range of `float`.
        ValueError: An option is invalid, or an integer has more digits than Python converts.
    """

def load(
    fp: _Readable,
    *,
    strict: bool = True,
    indent_size: int | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    """Reads an object from a file with TOON, like `loads`."""

def json_to_toon(json: _Text, *, indent_size: int = 2, delimiter: str = ",") -> str:
    """Converts JSON text to TOON, with every digit of numbers.

    Raises:
        ToonDecodeError: The text is not JSON, or has a duplicate key.
    """

def toon_to_json(toon: _Text, *, strict: bool = True, indent_size: int | None = None) -> str:
    """Converts TOON to compact JSON text, with every digit of numbers.

    Raises:
        ToonDecodeError: The text is not valid TOON.
    """

def smallest(
    json: _Text,
    *,
    level: _Level = "legible",
    key_order: _KeyOrder = "exact",
    measure: Literal["tokens", "bytes"] = "tokens",
) -> tuple[str, Literal["toon", "normal", "json"]]:
    """Writes JSON text as TOON, in the normal form or as compact JSON, whichever is the smallest.

    Raises:
        ToonDecodeError: The text is not JSON, or has a duplicate key.
    """

def count_tokens(text: _Text) -> int:
    """Counts the tokens of a text, by the vocabulary of GPT-4o and later models (`o200k_base`)."""

def normal_dumps(
    obj: Any,
    *,
    level: _Level = "legible",
    key_order: _KeyOrder = "exact",
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
) -> str:
    """Writes an object in the normal form, which states repeated data only once and loses nothing, or as TOON if that
    takes no more bytes.

    Args:
        level: "plain" for any reader, "legible" with abbreviations that have descriptive names, "dense" for the
            fewest tokens.
        key_order: "header" gives all rows of a table the same order of keys.

    Raises:
        As for `dumps`.
    """

def normal_loads(
    text: _Text,
    *,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    """Reads an object from the normal form, or from TOON, like `loads`."""

@final
class Block:
    """A document inside a larger text."""

    text: str
    """The document, unchanged."""
    line: int
    """The line on which it begins, counted from 1."""
    offset: int
    """The number of characters before it."""
    language: str
    """The language that the fence names, or ""."""

@final
class Note:
    """What a repair has changed, or what is valid but probably not intended."""

    kind: str
    """The kind, such as "count" or "duplicate_key"."""
    line: int
    column: int
    message: str
    suggestion: str | None
    """What to write instead, for a warning."""

@final
class Repaired:
    """A text that can be read, and what it took."""

    text: str
    """The original text if it is valid, otherwise its values as TOON."""
    fixes: list[Note]
    """What was changed."""
    warnings: list[Note]
    """Values that are valid, but probably not what was intended."""

def extract(answer: _Text) -> list[Block]:
    """Finds the documents in the answer of a model: in fences, in tags, and between paragraphs."""

def repair(text: _Text) -> Repaired:
    """Repairs TOON that a model wrote, or the only document in its answer. Nothing that is complete is lost, and nothing
    is invented.

    Raises:
        ToonDecodeError: What is meant is ambiguous, or the text was cut off.
    """

@final
class Converter:
    """Converts the results of tools to what costs a model the fewest tokens, by the rules of `toon-mcp`."""

    def __new__(
        cls,
        *,
        min_size_bytes: int = 100,
        max_size_bytes: int = 1048576,
        include_tools: Sequence[str] | None = None,
        exclude_tools: Sequence[str] | None = None,
        add_format_marker: bool = True,
        skip_on_error: bool = True,
        form: Literal["toon", "auto", "plain", "legible", "dense"] = "toon",
        structured: Literal["auto", "keep", "drop"] = "auto",
        measure: Literal["tokens", "bytes"] = "tokens",
        any_savings: bool = False,
        host: Literal["structured", "content", "both"] | None = None,
        convert_errors: bool = False,
        convert_scalars: bool = False,
        rewrite_files: bool = False,
        indent_size: int = 2,
        delimiter: str = ",",
    ) -> Converter:
        """Sets the rules.

        Args:
            min_size_bytes: Shorter texts are not converted.
            max_size_bytes: Longer texts are not converted.
            include_tools: Only these tools, as names or globs. Takes precedence over `exclude_tools`.
            exclude_tools: Not these tools.
            add_format_marker: Marks converted items in their `_meta`, as `toon/format`.
            skip_on_error: Keeps the original where an error occurs, a panic in Rust included, instead of raising it.
            form: "toon", or also a level of the normal form. A text in normal form begins with an explanation, which
                is part of its size. "auto" is "plain" where it is at least a fifth smaller than all others.
            structured: What to do with `structuredContent`: "auto" replaces it if the text has the same value, "drop"
                removes it in any case. Clients reject a result without it if the tool declares an output schema.
            measure: What is compared. Counting tokens takes longer than everything else. Until their vocabulary is loaded,
                which the first converter begins in the background, bytes are compared and tokens are estimates.
            any_savings: Also converts what saves less than 20 tokens or 5 %.
            host: What hosts show to their model: `structuredContent` if there is any, only `content`, or both.
            convert_errors: Also converts results that report an error.
            convert_scalars: Also converts texts that are a single JSON string, number, boolean or null.
            rewrite_files: Also converts the contents of files, which a model must see unchanged to edit them.

        Raises:
            ValueError: A rule is invalid.
        """

    def applies_to(self, tool: str) -> bool:
        """Whether the results of this tool may be converted."""

    def convert_result(
        self, tool: str, result: dict[str, Any], arguments: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Converts the result of a tool, a dictionary as the Model Context Protocol describes it.

        Returns:
            The result, which is the same object if it is not changed, and what was done: `toon_encoded`, which is also
            True if only whitespace was removed from JSON, `items_converted`, `bytes_before`, `bytes_after`, `bytes_saved`, the same of tokens, `savings_percent`,
            `conversion_time_ms`, and `reason` in words. Sizes are those of what the host shows.
        """

    def get_stats(self) -> dict[str, int | float]:
        """What has been saved so far: `tools_processed`, `tools_converted`, `tool_conversion_rate`, `items_attempted`,
        `items_converted`, `item_conversion_rate`, `total_bytes_saved` and `total_tokens_saved`. Rates are in percent.
        """

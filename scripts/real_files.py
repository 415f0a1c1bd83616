"""Converts files to TOON and back with the program, and compares the values with Python's.

usage: real_files.py TOON FOLDER...
"""

import csv
import gzip
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter
from decimal import Decimal

csv.field_size_limit(1 << 30)

NUMBER = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?)[0-9]+)?")
# What another program would read as a number, whatever zeros it begins with.
ANY_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
NA = ["NA", "N/A", "#N/A", "NaN", "nan", "null", "NULL", ".", "-"]
BOOLEANS = [("true", "false"), ("TRUE", "FALSE"), ("True", "False")]
# The ways out that errors name.
OPTIONS = ["--no-header", "--number-duplicates", "--ragged pad", "--encoding latin-1"]


class Wrong(Exception):
    """A value that differs."""


def run(*args, data=None):
    return subprocess.run(args, input=data, capture_output=True, check=False)


def significant(text):
    return re.split("[eE]", text)[0].replace("-", "").replace(".", "").strip("0")


def keeps_value(text):
    """Whether TOON and a 64-bit float keep the value of a number with these digits."""
    value = Decimal(text)
    if value == 0:
        return True
    if re.fullmatch(r"-?[0-9]+\.?", text):
        return -(2**127) <= value < 2**127
    read = abs(float(value))
    if not 2.2250738585072014e-308 <= read < float("inf"):
        return False
    digits = len(significant(text))
    # The digits of a 64-bit float, whether as few as possible, or more.
    return digits <= max(15, len(significant(repr(read)))) or Decimal(f"{read:.{digits - 1}e}") == abs(value)


def column_type(cells):
    """The documented rule for the type of a column."""
    cells = [cell for cell in cells if cell != ""]
    if cells and any(all(cell in words for cell in cells) for words in BOOLEANS):
        return bool
    words = {cell for cell in cells if cell in NA}
    cells = [cell for cell in cells if cell not in NA]
    if len(words) > 1 or not cells or not all(NUMBER.fullmatch(cell) and keeps_value(cell) for cell in cells):
        return str
    fractions = [match[1] or match[2] or "" for match in map(NUMBER.fullmatch, cells) if "." in match[0]]
    if (
        len({len(fraction) for fraction in fractions}) > 1
        and any(fraction.endswith("0") for fraction in fractions)
        and max(map(len, fractions)) < 4
        and not any(cell.startswith("-") for cell in cells)
    ):
        return str
    bare = any(re.fullmatch(r"-?[0-9]+[eE][0-9]+", cell) for cell in cells)
    return str if bare and not fractions else Decimal


def is_numeric(cells):
    """Whether all cells are numbers, apart from one word for absent ones."""
    texts = {cell for cell in cells if cell != "" and not ANY_NUMBER.fullmatch(cell)}
    has_numbers = any(ANY_NUMBER.fullmatch(cell) for cell in cells)
    return has_numbers and len(texts) <= 1 and all(text in NA for text in texts)


def parse_json(text):
    return json.loads(
        text,
        parse_float=Decimal,
        parse_int=Decimal,
        object_pairs_hook=lambda pairs: ("object", pairs),
    )


def read_records(text, is_tsv, options):
    """The names and the rows, as Python reads them."""
    first = text.split("\n", 1)[0]
    counts = {delimiter: first.count(delimiter) for delimiter in ",;\t|"}
    delimiter = "\t" if is_tsv else max(counts, key=counts.get)
    if not is_tsv and not any(counts.values()):
        # A single column, which may contain delimiters, unless it begins with a title.
        delimiter = "," if "\n\n" in text[: len(first) + 2] else "\0"
    records = [record for record in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if record]
    if not records:
        return [], []
    if "--no-header" in options:
        names = [f"c{index + 1}" for index in range(len(records[0]))]
    else:
        names, records = records[0], records[1:]
    if "--number-duplicates" in options:
        taken, seen = set(names), set()
        for index, name in enumerate(names):
            if name in seen:
                number = next(n for n in range(2, 10**9) if f"{name}_{n}" not in taken)
                names[index] = f"{name}_{number}"
                taken.add(names[index])
            seen.add(name)
    if "--ragged pad" in options:
        width = max(map(len, [names, *records]))
        names += [f"c{index + 1}" for index in range(len(names), width)]
        records = [record + [""] * (width - len(record)) for record in records]
    return names, records


def compare_csv(names, records, decoded, counts):
    rows = parse_json(decoded)
    if len(rows) != len(records):
        raise Wrong(f"{len(rows)} rows instead of {len(records)}")
    types = [column_type(column) for column in zip(*records)]
    for name, cells, kind in zip(names, zip(*records), types):
        if is_numeric(cells):
            counts["numeric"] += 1
            counts["text"] += kind is str
            if kind is str:
                sample = ", ".join(cell for cell in cells[:4])
                print(f"  {name} is text: {sample}")
    for number, (row, record) in enumerate(zip(rows, records), 1):
        if [name for name, _ in row[1]] != names:
            raise Wrong(f"row {number} has other names")
        for (name, value), cell, kind in zip(row[1], record, types):
            if kind is str:
                expected = cell
            elif cell == "" or kind is Decimal and cell in NA:
                expected = None
            else:
                expected = cell in ("true", "TRUE", "True") if kind is bool else Decimal(cell)
            if type(value) is not type(expected) or value != expected:
                raise Wrong(f"row {number}, {name}: {value!r} instead of {expected!r}")
            counts["cells"] += 1


def compare_back(records, text):
    rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row][1:]
    for number, (row, record) in enumerate(zip(rows, records, strict=True), 1):
        for value, cell in zip(row, record, strict=True):
            is_null = value == "" and cell in NA
            is_boolean = value in ("true", "false") and value == cell.lower()
            is_number = NUMBER.fullmatch(cell) and NUMBER.fullmatch(value) and Decimal(cell) == Decimal(value)
            if value != cell and not (is_null or is_boolean or is_number):
                raise Wrong(f"row {number} of the CSV: {value!r} instead of {cell!r}")


def convert(toon, file, data, options, counts):
    """The reason for which the file was refused, if it was."""
    is_json = file.name.removesuffix(".gz").endswith(".json")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / file.name.removesuffix(".gz")
        path.write_bytes(data)
        encoded = run(toon, "encode", path, *" ".join(options).split())
    if encoded.returncode:
        return encoded.stderr.decode().replace(folder + "/", "")
    decoded = run(toon, "decode", "--to", "json", data=encoded.stdout)
    if decoded.returncode:
        raise Wrong("the result is not valid: " + decoded.stderr.decode())
    text = data.decode("cp1252" if "--encoding latin-1" in options else "utf-8-sig")
    if is_json:
        if parse_json(decoded.stdout) != parse_json(text):
            raise Wrong("another value")
        return None
    names, records = read_records(text, ".tsv" in file.suffixes, options)
    compare_csv(names, records, decoded.stdout, counts)
    back = run(toon, "decode", "--to", "csv", data=encoded.stdout)
    if back.returncode:
        raise Wrong("no CSV: " + back.stderr.decode())
    if records:
        compare_back(records, back.stdout.decode())
    return None


def main(toon, *folders):
    results, wrong, counts = {}, [], Counter()
    for folder in map(pathlib.Path, folders):
        result = results[folder.name] = Counter()
        for file in sorted(folder.rglob("*")):
            # `._` files are what macOS adds to archives.
            is_data = re.search(r"\.(csv|tsv|json)(\.gz)?$", file.name) and not file.name.startswith("._")
            if not is_data or not file.is_file():
                continue
            data = file.read_bytes()
            data = gzip.decompress(data) if file.name.endswith(".gz") else data
            name = file.relative_to(folder)
            options = []
            try:
                reason = convert(toon, file, data, options, counts)
                if reason:
                    result["refused"] += 1
                    print(f"{folder.name}/{name} refused: {reason.splitlines()[0]}")
                while reason:
                    way = next((option for option in OPTIONS if option in reason and option not in options), None)
                    if not way:
                        print(f"  no way out: {reason.splitlines()[-1].strip()}")
                        break
                    options.append(way)
                    reason = convert(toon, file, data, options, counts)
                else:
                    if options:
                        result["with options"] += 1
                        print(f"  converted with {' '.join(options)}")
                    else:
                        result["converted"] += 1
            except (Wrong, ValueError) as error:
                result["wrong"] += 1
                wrong.append(f"{folder.name}/{name} {' '.join(options)}: {error}")
    print()
    print("| package | converted | refused | of these converted with options | wrong |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, result in results.items():
        kinds = ["converted", "refused", "with options", "wrong"]
        print(f"| {name} | {' | '.join(str(result[kind]) for kind in kinds)} |")
    share = 100 * counts["text"] / max(counts["numeric"], 1)
    print(f"\n{counts['cells']} cells; {counts['text']} of {counts['numeric']} columns of numbers stay text ({share:.2f} %)")
    for line in wrong:
        print(f"wrong: {line}", file=sys.stderr)
    sys.exit(1 if wrong or share >= 1 else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])

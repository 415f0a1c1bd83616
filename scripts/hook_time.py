"""Milliseconds that `toon-mcp hook` takes for a result of 10 kB, and for two of 1 MB of which it shows a part, from its start
to its end: hook_time.py PROGRAM

The first of the long ones has so many rows that no form of it can fit. The other has fewer and wider rows, and is converted
before it turns out not to fit.

The median of 200 and 30 runs, with files in the page cache, next to a program that does nothing. Each run is another
conversation, so that it also writes a file."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

program = sys.argv[1]
payload = {
    "hook_event_name": "PostToolUse",
    "tool_name": "mcp__github__list_issues",
    "tool_input": {},
}


def text_of(count, words):
    states, users = ["open", "closed"], ["ada", "bo", "cy"]
    rows = [
        {"id": number, "title": f"Item {number}" + " of many" * words, "state": states[number % 3 // 2], "user": {"login": users[number % 3]}}
        for number in range(count)
    ]
    return json.dumps(rows, separators=(",", ":"))


def milliseconds(command, environment, session, text):
    output = {"session_id": session, "tool_response": [{"type": "text", "text": text}]}
    data = json.dumps(payload | output).encode()
    start = time.perf_counter()
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, env=environment, check=True)
    return (time.perf_counter() - start) * 1000, done.stdout


with tempfile.TemporaryDirectory() as home:
    environment = {"HOME": home, "PATH": os.environ["PATH"]}
    # Texts of more than 1 MiB are not converted, which takes less time.
    limit = ["--budget", "8000"]
    for count, words, runs, flags in [(151, 0, 200, []), (14_500, 0, 30, limit), (1_400, 80, 30, limit)]:
        text = text_of(count, words)
        hook, nothing = [], []
        for number in range(runs):
            session = f"{count}-{number}"
            taken, answer = milliseconds([program, "hook", *flags], environment, session, text)
            assert answer and (b"partial: " in answer) == bool(flags), answer[:200]
            hook.append(taken)
            nothing.append(milliseconds(["true"], environment, session, text)[0])
        hook, nothing = statistics.median(hook), statistics.median(nothing)
        print(f"{len(text):,} bytes, {count:,} rows: {hook:.1f} ms, `true` {nothing:.1f} ms")

"""Milliseconds that `toon-mcp hook` takes for a result of 10 kB, from its start to its end: hook_time.py PROGRAM

The median of 200 runs, with files in the page cache, next to a program that does nothing. Each run is another
conversation, so that it also writes a file."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

program = sys.argv[1]
rows = [{"id": number, "title": f"Item {number}", "state": "open", "user": {"login": "ada"}} for number in range(151)]
text = json.dumps(rows, separators=(",", ":"))
payload = {
    "session_id": "",
    "hook_event_name": "PostToolUse",
    "tool_name": "mcp__github__list_issues",
    "tool_input": {},
    "tool_response": [{"type": "text", "text": text}],
}


def milliseconds(command, environment, number):
    data = json.dumps(payload | {"session_id": str(number)}).encode()
    start = time.perf_counter()
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, env=environment, check=True)
    return (time.perf_counter() - start) * 1000, done.stdout


with tempfile.TemporaryDirectory() as home:
    environment = {"HOME": home, "PATH": os.environ["PATH"]}
    hook, nothing = [], []
    for number in range(200):
        taken, answer = milliseconds([program, "hook"], environment, number)
        assert answer, "no answer"
        hook.append(taken)
        nothing.append(milliseconds(["true"], environment, number)[0])
print(f"{len(text)} bytes: {statistics.median(hook):.1f} ms, `true` {statistics.median(nothing):.1f} ms")

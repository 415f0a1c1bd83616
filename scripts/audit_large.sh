#!/usr/bin/env bash
# Measures `toon-mcp audit` with 1 GB of transcripts: processor time and memory. They are made, in a temporary
# folder: scripts/audit_large.sh [BYTES]
set -euo pipefail
cd "$(dirname "$0")/.."

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
python3 - "$home/.claude/projects/-home-ada-shop" "${1:-1000000000}" <<'PYTHON'
import json, os, random, sys, uuid

folder, size = sys.argv[1], int(sys.argv[2])
os.makedirs(folder)
random.seed(1)
words = "cart stock login invoice search webhook refund export coupon locale the a when is empty fails".split()

def sentence(number):
    return " ".join(random.choice(words) for _ in range(number))

def issues():
    return json.dumps([
        {"number": random.randrange(10**5), "title": sentence(6), "state": random.choice(["open", "closed"]),
         "user": {"login": random.choice(["ada", "bo", "chi"]), "id": random.randrange(10**4)},
         "labels": [{"name": "bug"}], "created_at": "2026-10-01T08:00:00Z", "body": sentence(20)}
        for _ in range(random.randrange(1, 40))], separators=(",", ":"))

def source():
    return "\n".join(f"{n:6}\t    let {random.choice(words)}_{n} = {random.choice(words)}({n}, '{sentence(3)}');"
                     for n in range(1, random.randrange(20, 400)))

def log():
    return "\n".join(f"2026-10-01 INFO {random.choice(words)}: {sentence(9)}" for _ in range(random.randrange(5, 80)))

tools = [("mcp__github__list_issues", {"repo": "shop"}, issues), ("Bash", {"command": "gh api repos/a/b/issues"}, issues),
         ("Read", {"file_path": "/home/ada/shop/a.rs"}, source), ("Bash", {"command": "cargo test"}, log),
         ("Read", {"file_path": "/home/ada/shop/b.rs"}, source), ("Edit", {"file_path": "a.rs", "old_string": "x" * 400}, lambda: "done")]
written, session = 0, 0
while written < size:
    session += 1
    with open(f"{folder}/{uuid.UUID(int=random.getrandbits(128))}.jsonl", "w") as file:
        parent, cached = None, 15000
        for turn in range(200):
            base = {"isSidechain": False, "cwd": "/home/ada/shop", "sessionId": str(session), "version": "2.1.280",
                    "gitBranch": "main", "timestamp": "2026-11-20T10:00:00.000Z"}
            name, arguments, make = random.choice(tools)
            ids = [str(uuid.UUID(int=random.getrandbits(128))) for _ in range(3)]
            usage = {"input_tokens": 4, "cache_creation_input_tokens": 1500, "cache_read_input_tokens": cached,
                     "output_tokens": 200}
            cached += 1500
            message = {"id": f"msg_{ids[0]}", "role": "assistant", "model": "claude-sonnet-5", "usage": usage}
            tool_use = {"type": "tool_use", "id": f"toolu_{ids[0]}", "name": name, "input": arguments}
            text = make()
            result = {"type": "tool_result", "tool_use_id": f"toolu_{ids[0]}", "content": [{"type": "text", "text": text}]}
            lines = [
                {**base, "parentUuid": parent, "uuid": ids[0], "type": "assistant",
                 "message": {**message, "content": [{"type": "text", "text": sentence(60)}]}},
                {**base, "parentUuid": ids[0], "uuid": ids[1], "type": "assistant", "message": {**message, "content": [tool_use]}},
                {**base, "parentUuid": ids[1], "uuid": ids[2], "type": "user",
                 "message": {"role": "user", "content": [result]}, "toolUseResult": {"stdout": text, "stderr": ""}},
            ]
            parent = ids[2]
            for line in lines:
                written += file.write(json.dumps(line) + "\n")
PYTHON

du -sh "$home" | cut -f1
cargo build --quiet --release -p toon-mcp
HOME=$home XDG_CONFIG_HOME='' XDG_DATA_HOME='' CLAUDE_CONFIG_DIR='' python3 -c '
import resource, subprocess, sys
subprocess.run(["target/release/toon-mcp", "audit"], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.0f} s of processor time, {used.ru_maxrss / 1000:.0f} MB")
if used.ru_utime + used.ru_stime > 120 or used.ru_maxrss > 200_000:
    sys.exit("more than 120 s or 200 MB")'

#!/usr/bin/env bash
# Opens the page of `toon-mcp audit --html` in a browser, if there is one, and compares each number on it with
# those of --json. Root, as in CI, gets Chromium installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! find_browser >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update && apt-get install --yes --no-install-recommends chromium; } >/dev/null 2>&1 || true
fi
browser=$(find_browser || true)
if [ -z "$browser" ]; then
  echo "no browser: the page of the audit is not tested"
  exit
fi
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
for host in claude codex copilot cursor gemini; do
  cp -r "agents/tests/audit/transcripts/$host" "$home/.$host"
done
mkdir -p "$home/.local/share"
cp -r agents/tests/audit/transcripts/opencode "$home/.local/share"
cargo build --quiet -p toon-mcp
env -u CLAUDE_CONFIG_DIR -u CODEX_HOME -u COPILOT_HOME -u OPENCODE_DATA_DIR -u XDG_CONFIG_HOME -u XDG_DATA_HOME \
  HOME="$home" target/debug/toon-mcp audit --json --html "$home/page.html" >"$home/report.json"
for scheme in light dark; do
  flags=()
  [ "$scheme" = light ] || flags=(--blink-settings=preferredColorScheme=0)
  HOME="$home" timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --user-data-dir="$home/$scheme" \
    "${flags[@]}" --virtual-time-budget=5000 --dump-dom "file://$home/page.html" >"$home/$scheme.html" 2>"$home/log" \
    || { cat "$home/log"; exit 1; }
done
python3 - "$home" <<'PYTHON'
import html.parser, json, sys

home = sys.argv[1]
report = json.load(open(f"{home}/report.json"))

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.path, self.cells, self.text = None, {}, []
    def handle_starttag(self, tag, attributes):
        self.path = dict(attributes).get("data-path")
    def handle_data(self, data):
        self.text.append(data)
        if self.path:
            self.cells[self.path] = data
            self.path = None

for scheme in ["light", "dark"]:
    page = Page()
    page.feed(open(f"{home}/{scheme}.html").read())
    for path, text in page.cells.items():
        value = report
        for key in path.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
        shown = None if text == "–" else float(text.removesuffix(" %").replace(",", ""))
        assert shown == value, (path, text, value)
    tools = sum(len(host["tools"]) for host in report["hosts"])
    assert len(page.cells) > 6 * tools, len(page.cells)
    assert report["verdict"][1:] in "".join(page.text)
    print(f"{scheme}: {len(page.cells)} numbers on the page are those of the report")
PYTHON

#!/usr/bin/env bash
# Measures all cases, and updates the tables, the chart and the figures in the READMEs:
# scripts/figures.sh [options of `ratios`...]
#
# Takes about half an hour on an otherwise idle machine. Uses Cargo's ordinary `--release` profile.
set -euo pipefail
cd "$(dirname "$0")/.."

# Takes the median of three runs, since the memory layout of a process affects times by up to 10 %.
measure() {
  for _ in 1 2 3; do
    cargo run --quiet --release -p toon-benches "$@" || exit
  done | awk -F' *[|] *' '
    /^[|] [a-z].*[0-9]/ {
      line = "| " $2 " | " $3
      if (!runs[line]++) lines[++count] = line
      cells[line] = NF - 1
      for (cell = 4; cell < NF; cell++) value[line, cell, runs[line]] = $cell
      next
    }
    !seen[$0]++ { lines[++count] = $0 }
    END {
      for (i = 1; i <= count; i++) {
        line = lines[i]
        printf "%s", line
        for (cell = 4; cell <= cells[line]; cell++) printf " | %s", median(line, cell)
        print cells[line] ? " |" : ""
      }
    }
    function median(line, cell, run, other, below) {
      for (run = 1; run <= runs[line]; run++) {
        below = 0
        for (other = 1; other <= runs[line]; other++)
          below += value[line, cell, other] + 0 < value[line, cell, run] + 0 ||
            value[line, cell, other] + 0 == value[line, cell, run] + 0 && other < run
        if (below == int(runs[line] / 2)) return value[line, cell, run]
      }
    }'
}

# Prints the geometric mean of each format, and that of `toon` for the same cases.
summary() {
  awk -F' *[|] *' '
    /^[|] case/ { for (cell = 5; cell < NF; cell++) name[cell] = $cell; columns = NF; next }
    /^[|] [a-z]/ {
      kind = $2 ~ /^json-to-toon/ ? "json" : $3
      for (cell = 5; cell < columns; cell++) if ($cell + 0 > 0) {
        count[cell, kind]++
        sum[cell, kind] += log($cell)
        toon[cell, kind] += log($5)
      }
    }
    END {
      print "| format | write | `toon` | read | `toon` | JSON to TOON | `toon` |"
      print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
      for (cell = 6; cell < columns; cell++) if (name[cell] != "serde'"'"'s derive")
        print "| `" name[cell] "` | " mean(cell, "write") " | " mean(cell, "read") " | " mean(cell, "json") " |"
    }
    function mean(cell, kind, of) {
      of = count[cell, kind]
      return of ? sprintf("%.2f | %.2f", exp(sum[cell, kind] / of), exp(toon[cell, kind] / of)) : "– | –"
    }' benches/figures.md
}

# Prints a short table: `toon`, and the best of the other TOON crates.
selection() {
  awk -F' *[|] *' '
    BEGIN {
      count = split("rows|1,000 rows|rows-tabular|the same in a field with `#[toon(tabular)]`|rows-100k|100,000 rows" \
        "|groups|1,000 rows with a group of columns|keyed|a map of 1,000 structs|strings|10,000 strings" \
        "|floats|100,000 floats|ints|100,000 integers|ragged|1,000 ragged structs|enums|1,000 enum values" \
        "|config|one nested configuration", names, "|")
    }
    /^[|] case/ { for (cell = 5; cell < NF; cell++) is_toon[cell] = $cell ~ /toon/ && cell > 5; columns = NF; next }
    /^[|] [a-z]/ {
      toon[$2, $3] = $5
      for (cell = 6; cell < columns; cell++)
        if (is_toon[cell] && $cell + 0 > 0 && (!(($2, $3) in best) || $cell + 0 < best[$2, $3] + 0)) best[$2, $3] = $cell
    }
    END {
      print "| case | write | read | best other TOON crate, write | read |"
      print "| --- | ---: | ---: | ---: | ---: |"
      for (i = 1; i < count; i += 2)
        print "| " names[i + 1] " | " of(toon, names[i], "write") " | " of(toon, names[i], "read") " | " \
          of(best, names[i], "write") " | " of(best, names[i], "read") " |"
    }
    function of(figures, name, direction) { return (name, direction) in figures ? figures[name, direction] : "–" }
  ' benches/figures.md
}

# ratio CASE write|read: prints the figure of `toon`.
ratio() {
  awk -F' *[|] *' -v name="$1" -v direction="$2" '$2 == name && $3 == direction { print $5 }' benches/figures.md
}

# replace FILE MARKER: replaces the text between two markers with standard input.
replace() {
  cat >"$work"
  sed -i -e "/^<!-- $2 -->$/r $work" -e "/^<!-- $2 -->$/,/^<!-- \/$2 -->$/{/^<!-- \/\?$2 -->$/!d}" "$1"
}

work=$(mktemp)
trap 'rm -f "$work"' EXIT
machine=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | sort -u)
run="\`scripts/figures.sh${*:+ $*}\` on $machine, $(nproc) cores, $(rustc --version | cut -d' ' -f1-2)"

table=$(measure --features peers --bin ratios -- "$@")
cat >benches/figures.md <<END
The time of a pass as a multiple of \`serde_json\`'s in the same run, the median of three runs; smaller is better. By
$run.

$table
END
cargo run --quiet --release -p toon-benches --features peers --bin chart <benches/figures.md >benches/figures.svg

table=$(measure --bin ratios -- "$@" | sed -E '/^\|/s/^((\|[^|]*){6}).*/\1|/')
cat >benches/figures-alone.md <<END
The same next to \`serde_json\` without the features that the other crates turn on: it reads some floats off by one bit,
and its \`Value\` sorts its keys. By
$run.

$table
END

summary | replace benches/README.md summary
selection | replace benches/README.md speed
replace README.md speed <<END
Writing 1,000 rows takes $(ratio rows write) of the time of \`serde_json\`, and reading them $(ratio rows read); for a nested configuration, it is $(ratio config write) and $(ratio config read)
(\`scripts/figures.sh\`).
END
git --no-pager diff --stat -- benches README.md

// Answers batches: every line on stdin is a JSON array of requests, every line on stdout the array of replies.
import { createInterface } from 'node:readline'
import * as v3 from 'toon-v3'
import * as v4 from 'toon-v4'

/** The decoded value as JSON text. A JavaScript object would reorder keys like "7", so the events are written out. */
function json(events) {
  const open = []
  let root
  const put = (text) => {
    const scope = open.at(-1)
    if (scope === undefined) root = text
    else if (scope.entries === undefined) scope.elements.push(text)
    // The last of equal keys wins, at the first one's place (§14.4), which is what a Map does.
    else scope.entries.set(scope.key, text)
  }
  for (const event of events) {
    if (event.type === 'startObject') open.push({ entries: new Map() })
    else if (event.type === 'startArray') open.push({ elements: [] })
    else if (event.type === 'key') open.at(-1).key = event.key
    else if (event.type === 'primitive') put(JSON.stringify(event.value))
    else {
      const { entries, elements } = open.pop()
      put(entries === undefined
        ? `[${elements.join(',')}]`
        : `{${Array.from(entries, ([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`)
    }
  }
  return root
}

/** Both names of the indent option: 2.x has the first, 4.x the second. */
const decodeOptions = ({ indent, strict }) => ({ indent, indentSize: indent, strict })

function answer(request) {
  try {
    switch (request.op) {
      case 'encode':
        return { ok: v4.encode(JSON.parse(request.json), { indentSize: request.indent, delimiter: request.delimiter }) }
      case 'decode':
        return { ok: json(v4.decodeStreamSync(request.text.split('\n'), decodeOptions(request))) }
      case 'decode3':
        return { ok: json(v3.decodeStreamSync(request.text.split('\n'), decodeOptions(request))) }
    }
  } catch (error) {
    // Messages quote their input in UTF-16 units, and half a character is no JSON for Rust.
    return { error: String(error).replace(/[\ud800-\udfff]/g, '?') }
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(JSON.parse(line).map(answer))}\n`)

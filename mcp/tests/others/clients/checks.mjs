// What both TypeScript clients see of the server.

import assert from "node:assert/strict";

export const TOOLS = ["toon_decode", "toon_encode", "toon_ping", "toon_stats", "toon_validate"];

/** Lists and calls all tools of a connected client. */
export async function check(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(), TOOLS);
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, true);
    assert.equal(tool.annotations.idempotentHint, true);
  }

  const call = (name, args) => client.callTool({ name, arguments: args });
  const first = (result) => {
    assert.equal(result.content.length, 1);
    return [result.content[0].text, result.content[0]._meta?.["toon/format"]];
  };

  // The keys are not in the order of the alphabet.
  const json = [{ name: "Ada", id: 1 }, { name: "Bob", id: 2 }];
  const toon = "[2]{name,id}:\n  Ada,1\n  Bob,2";
  assert.deepEqual(first(await call("toon_encode", { json })), [toon, "toon"]);
  assert.deepEqual(first(await call("toon_encode", { json: JSON.stringify(json), options: { delimiter: "pipe" } })), [
    toon.replaceAll(",", "|").replace("[2]", "[2|]"),
    "toon",
  ]);
  assert.deepEqual(first(await call("toon_decode", { toon })), [JSON.stringify(json), "json"]);

  const invalid = await call("toon_validate", { toon: "items[3]: a,b" });
  assert.equal(invalid.structuredContent.valid, false);
  assert.match(invalid.structuredContent.error.message, /length mismatch/i);
  assert.deepEqual(invalid.structuredContent.errors, [invalid.structuredContent.error]);
  assert.deepEqual(JSON.parse(first(invalid)[0]), invalid.structuredContent);

  const stats = (await call("toon_stats", { json })).structuredContent;
  assert.equal(stats.json.bytes, JSON.stringify(json).length);
  assert.equal(stats.toon.bytes, toon.length);

  assert.equal(first(await call("toon_ping", {}))[0], "pong - toon-mcp server is running");

  // SEP-1303: what is wrong with arguments is a result, which reaches the model.
  const failed = await call("toon_decode", { toon: "a: \"b" });
  assert.equal(failed.isError, true);
  assert.match(failed.content[0].text, /at line 1, column 4: .*\nSuggestion: /);
  assert.equal(failed.structuredContent.error.column, 4);
  await assert.rejects(call("toon_transmogrify", {}), (error) => error.code === -32602);
}

// The TypeScript SDK, version 1, against the example `projects`: node projects.mjs PROGRAM

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command] = process.argv.slice(2);
const client = new Client({ name: "typescript", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command }));

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), ["knowledge_list", "project_list", "task_list"]);
const { properties } = tools.find((tool) => tool.name === "project_list").inputSchema;
for (const name of ["responseFormat", "verbosity", "fields", "sortBy", "page", "limit"]) {
  assert.ok(properties[name].description, name);
}

/** The text of the only block, and its marker. */
async function list(args) {
  const result = await client.callTool({ name: "project_list", arguments: args });
  assert.ok(!result.isError);
  assert.equal(result.content.length, 1);
  return [result.content[0].text, result.content[0]._meta["toon/format"]];
}

const asked = { fields: ["name", "id"], sortBy: "-name", page: 2, limit: 2 };
const expected = {
  projects: [
    { name: "Onboarding, second try", id: "proj-onboarding" },
    { name: "Old importer", id: "proj-legacy" },
  ],
  pagination: { total: 6, page: 2, totalPages: 3 },
};
assert.deepEqual(await list(asked), [
  `projects[2]{name,id}:
  "Onboarding, second try",proj-onboarding
  Old importer,proj-legacy
pagination:
  total: 6
  page: 2
  totalPages: 3`,
  "toon",
]);
const [json, marker] = await list({ ...asked, responseFormat: "json" });
assert.deepEqual([JSON.parse(json), marker], [expected, "json"]);

const [minimal] = await list({ verbosity: "minimal", sortBy: ["status", "name"], limit: 1 });
assert.match(minimal, /^projects\[1\]\{id,name,status,taskType\}:\n  proj-battery,/);
const [open] = await list({ status: ["active", "pending"], fields: ["id"] });
assert.match(open, /^projects\[3\]\{id\}:\n/);
const refused = await client.callTool({ name: "project_list", arguments: { sortBy: "colour" } });
assert.ok(refused.isError);
assert.match(refused.content[0].text, /colour/);

await client.close();
console.log("ok");

// A tool for each way in which a server in TypeScript returns 20 rows, and one with a UI: node returns.mjs

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const row = (i) => ({ id: i, name: `User ${i}`, email: `user${i}@example.com`, active: i % 2 === 0, score: i * 1.5 });
const rows = Array.from({ length: 20 }, (_, i) => row(i));
const page = { items: rows };

const text = (text) => ({ type: "text", text });
const compact = text(JSON.stringify(rows));

/** Tools whose results are content alone. */
const TEXTS = {
  compact_text: { content: [compact] },
  pretty_text: { content: [text(JSON.stringify(rows, null, 2))] },
  embedded_resource: {
    content: [{ type: "resource", resource: { uri: "data://rows", mimeType: "application/json", text: compact.text } }],
  },
  error: { isError: true, content: [compact] },
};

/** Tools with structured content. */
const STRUCTURED = {
  same_text: { content: [text(JSON.stringify(page))], structuredContent: page },
  text_of_items: { content: [compact], structuredContent: page },
  summary: { content: [text("Found 20 users")], structuredContent: page },
  no_text: { content: [], structuredContent: page },
};

const Row = z.object({ id: z.number(), name: z.string(), email: z.string(), active: z.boolean(), score: z.number() });
const outputSchema = { items: z.array(Row) };

const server = new McpServer({ name: "returns", version: "1.0.0" });
const register = (name, result, definition) =>
  server.registerTool(name, { description: "Lists users", inputSchema: {}, ...definition }, async () => result);
for (const [name, result] of Object.entries(TEXTS)) {
  register(name, result);
}
for (const [name, result] of Object.entries(STRUCTURED)) {
  register(name, result, { outputSchema });
  register(`${name}_without_schema`, result);
}
register("ui", STRUCTURED.same_text, { outputSchema, _meta: { ui: { resourceUri: "ui://table" } } });

await server.connect(new StdioServerTransport());

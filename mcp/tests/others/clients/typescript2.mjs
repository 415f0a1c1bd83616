// The TypeScript SDK, version 2: node typescript2.mjs PROGRAM|URL legacy|2026-07-28

import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { check } from "./checks.mjs";

const [server, version] = process.argv.slice(2);
const transport = server.startsWith("http://")
  ? new StreamableHTTPClientTransport(new URL(server), {
      requestInit: { headers: { Authorization: `Bearer ${process.env.CLIENT_TOKEN}` } },
    })
  : new StdioClientTransport({ command: server, args: ["serve"] });
const client = new Client(
  { name: "typescript", version: "2.0.0" },
  { versionNegotiation: { mode: version === "legacy" ? "legacy" : { pin: version } } },
);
await client.connect(transport);
assert.equal(client.getProtocolEra(), version === "legacy" ? "legacy" : "modern");
await check(client);
await client.close();
console.log("ok");

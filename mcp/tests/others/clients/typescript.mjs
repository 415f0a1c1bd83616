// The TypeScript SDK, version 1: node typescript.mjs PROGRAM | URL

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { check } from "./checks.mjs";

const [server] = process.argv.slice(2);
const transport = server.startsWith("http://")
  ? new StreamableHTTPClientTransport(new URL(server), {
      requestInit: { headers: { Authorization: `Bearer ${process.env.CLIENT_TOKEN}` } },
    })
  : new StdioClientTransport({ command: server, args: ["serve"] });
const client = new Client({ name: "typescript", version: "1.0.0" });
await client.connect(transport);
await check(client);
await client.close();
console.log("ok");

// A server with all that the conformance suite asks for: node fixture.mjs stdio | streamableHttp, the latter on the port PORT.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema as CallTool,
  CompleteRequestSchema as Complete,
  CreateMessageResultSchema as CreateMessageResult,
  ElicitResultSchema as ElicitResult,
  GetPromptRequestSchema as GetPrompt,
  ListPromptsRequestSchema as ListPrompts,
  ListResourceTemplatesRequestSchema as ListTemplates,
  ListResourcesRequestSchema as ListResources,
  ListToolsRequestSchema as ListTools,
  ReadResourceRequestSchema as ReadResource,
  SetLevelRequestSchema as SetLevel,
  SubscribeRequestSchema as Subscribe,
  UnsubscribeRequestSchema as Unsubscribe,
} from "@modelcontextprotocol/sdk/types.js";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (text) => ({ type: "text", text });
const image = { type: "image", data: PNG, mimeType: "image/png" };
const embedded = (uri, mimeType, text) => ({ type: "resource", resource: { uri, mimeType, text } });

/** Asks the user for what a schema says. */
async function elicit(extra, message, properties, required = []) {
  const requestedSchema = { type: "object", properties, required };
  const { action, content } = await extra.sendRequest(
    { method: "elicitation/create", params: { message, requestedSchema } },
    ElicitResult,
  );
  return [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)];
}

const titled = (value, title) => ({ const: value, title });

const TOOLS = {
  test_simple_text: () => [text("This is a simple text response for testing.")],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  test_embedded_resource: () => [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  test_multiple_content_types: () => [
    text("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  async test_tool_with_logging(_, extra) {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await extra.sendNotification({ method: "notifications/message", params: { level: "info", data } });
      await sleep(50);
    }
    return [text("logged")];
  },
  test_error_handling: () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
  async test_tool_with_progress(_, extra) {
    const progressToken = extra._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100, message: `${progress} of 100` };
        await extra.sendNotification({ method: "notifications/progress", params });
      }
      await sleep(50);
    }
    return [text(String(progressToken))];
  },
  async test_sampling({ prompt }, extra) {
    const messages = [{ role: "user", content: text(prompt) }];
    const request = { method: "sampling/createMessage", params: { messages, maxTokens: 100 } };
    const result = await extra.sendRequest(request, CreateMessageResult);
    return [text(`LLM response: ${result.content.text}`)];
  },
  test_elicitation: ({ message }, extra) =>
    elicit(extra, message, { username: { type: "string" }, email: { type: "string" } }, ["username", "email"]),
  test_elicitation_sep1034_defaults: (_, extra) =>
    elicit(extra, "with defaults", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  test_elicitation_sep1330_enums: (_, extra) =>
    elicit(extra, "with choices", {
      untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
      titledSingle: { type: "string", oneOf: [titled("value1", "First"), titled("value2", "Second"), titled("value3", "Third")] },
      legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
      untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
      titledMulti: { type: "array", items: { anyOf: [titled("value1", "First"), titled("value2", "Second"), titled("value3", "Third")] } },
    }),
  async test_reconnection(_, extra) {
    // Only over HTTP there is a stream to close.
    extra.closeSSEStream?.();
    await sleep(100);
    return [text("reconnected")];
  },
  json_schema_2020_12_tool: (args) => [text(JSON.stringify(args))],
};

const SCHEMAS = {
  test_sampling: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
  test_elicitation: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    additionalProperties: false,
  },
};

const PROMPTS = {
  test_simple_prompt: () => [text("This is a simple prompt for testing.")],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
    text("Please process the embedded resource above."),
  ],
  test_prompt_with_image: () => [image, text("Please analyze the image above.")],
};

const ARGUMENTS = { test_prompt_with_arguments: ["arg1", "arg2"], test_prompt_with_embedded_resource: ["resourceUri"] };

const RESOURCES = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "watched" },
};

function read(uri) {
  const [, id] = uri.match(/^test:\/\/template\/([^/]*)\/data$/) ?? [];
  if (id === undefined) {
    return RESOURCES[uri];
  }
  return { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}

function makeServer() {
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} };
  const server = new Server({ name: "fixture", version: "1.0.0" }, { capabilities });
  const tool = (name) => ({ name, description: `The tool ${name}.`, inputSchema: SCHEMAS[name] ?? { type: "object" } });
  server.setRequestHandler(ListTools, () => ({ tools: Object.keys(TOOLS).map(tool) }));
  server.setRequestHandler(CallTool, async ({ params }, extra) => {
    try {
      return { content: await TOOLS[params.name](params.arguments ?? {}, extra) };
    } catch (error) {
      return { isError: true, content: [text(error.message)] };
    }
  });
  const resource = (uri) => ({ uri, name: uri, mimeType: RESOURCES[uri].mimeType });
  server.setRequestHandler(ListResources, () => ({ resources: Object.keys(RESOURCES).map(resource) }));
  server.setRequestHandler(ListTemplates, () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  }));
  server.setRequestHandler(ReadResource, ({ params: { uri } }) => ({ contents: [{ uri, ...read(uri) }] }));
  server.setRequestHandler(Subscribe, () => ({}));
  server.setRequestHandler(Unsubscribe, () => ({}));
  const argument = (name) => ({ name, required: true });
  const prompt = (name) => ({ name, description: `The prompt ${name}.`, arguments: ARGUMENTS[name]?.map(argument) });
  server.setRequestHandler(ListPrompts, () => ({ prompts: Object.keys(PROMPTS).map(prompt) }));
  server.setRequestHandler(GetPrompt, ({ params }) => {
    const contents = PROMPTS[params.name](params.arguments ?? {});
    return { messages: contents.map((content) => ({ role: "user", content })) };
  });
  server.setRequestHandler(Complete, () => ({ completion: { values: ["paris", "park"], total: 2, hasMore: false } }));
  server.setRequestHandler(SetLevel, () => ({}));
  return server;
}

/** Keeps events, so that a stream that has been closed can be read on. */
class Events {
  events = [];

  async storeEvent(stream, message) {
    this.events.push({ stream, message });
    return `${this.events.length}`;
  }

  async replayEventsAfter(last, { send }) {
    const { stream } = this.events[last - 1];
    for (const [index, event] of this.events.entries()) {
      if (index >= last && event.stream === stream) {
        await send(`${index + 1}`, event.message);
      }
    }
    return stream;
  }
}

const sessions = new Map();

async function answer(request, response) {
  const { host, origin } = request.headers;
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || !["127.0.0.1", "localhost"].includes(host.replace(/:\d+$/, ""))) {
    response.writeHead(403).end();
    return;
  }
  // The suite asks for streams that can be read on, and names a version that has none.
  const version = request.rawHeaders.indexOf("2025-03-26");
  if (version >= 0) {
    request.rawHeaders[version] = request.headers["mcp-protocol-version"] = "2025-11-25";
  }
  const id = request.headers["mcp-session-id"];
  if (id !== undefined && !sessions.has(id)) {
    response.writeHead(404).end();
    return;
  }
  let transport = sessions.get(id);
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new Events(),
      retryInterval: 500,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await makeServer().connect(transport);
  }
  await transport.handleRequest(request, response);
}

if (process.argv[2] === "stdio") {
  await makeServer().connect(new StdioServerTransport());
} else {
  createServer(answer).listen(process.env.PORT, "127.0.0.1", () => console.error("listening"));
}

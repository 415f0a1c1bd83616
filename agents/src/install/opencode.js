// toon-mcp hook: written by `toon-mcp install`, removed by `toon-mcp uninstall`. Changes are lost.
// Shortens JSON results of MCP servers and commands. Whatever happens here, a result that is not shortened stays as it is.
import { execFile } from "node:child_process";

const PROGRAM = "PROGRAM";
const TIMEOUT_MS = 10_000;

/** What replaces the output of a call: `{ output }` or `{ content }`, or nothing. */
function answer(input, output) {
  return new Promise((resolve) => {
    try {
      const options = { timeout: TIMEOUT_MS, maxBuffer: 64 << 20, windowsHide: true };
      const child = execFile(PROGRAM, ["hook"], options, (error, stdout) => {
        try {
          resolve(error || !stdout ? {} : JSON.parse(stdout));
        } catch {
          resolve({});
        }
      });
      child.on("error", () => resolve({}));
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify({ host: "opencode", input, output }));
    } catch {
      resolve({});
    }
  });
}

/** The output with its text replaced, or `undefined`. */
async function replacement(input, output) {
  if (typeof output === "string") {
    const { output: text } = await answer(input, { output });
    return typeof text === "string" ? text : undefined;
  }
  if (!output || typeof output !== "object") return undefined;
  // Tools of MCP servers have content blocks, those of opencode a text.
  if (Array.isArray(output.content)) {
    const { content, isError } = output;
    const { content: blocks } = await answer(input, { content, isError });
    return Array.isArray(blocks) ? { content: blocks } : undefined;
  }
  if (typeof output.output === "string") {
    const { output: text } = await answer(input, { output: output.output });
    return typeof text === "string" ? { output: text } : undefined;
  }
  return undefined;
}

/** Hooks in processes of opencode before version 2 of its plug-ins: outputs are changed in place. */
const plugin = async () => ({
  "tool.execute.after": async (input, output) => {
    try {
      const { tool, sessionID, callID, args } = input;
      const changed = await replacement({ tool, sessionID, callID, args }, output);
      if (!changed) return;
      if (changed.output !== undefined) output.output = changed.output;
      changed.content?.forEach((block, index) => {
        if (typeof block?.text === "string") output.content[index].text = block.text;
      });
    } catch {}
  },
});

/** The same for version 2: results are replaced. */
plugin.id = "toon-mcp";
plugin.setup = async (context) => {
  try {
    await context.tool.hook("execute.after", async (event) => {
      try {
        if (event.status !== "completed") return;
        const { tool, sessionID, id, input } = event;
        const changed = await replacement({ tool, sessionID, callID: id, args: input }, event.result);
        if (changed === undefined) return;
        event.result = typeof changed === "string" ? changed : { ...event.result, ...changed };
      } catch {}
    });
  } catch {}
};

export default plugin;

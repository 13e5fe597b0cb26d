// A client of the official TypeScript SDK, against the server given by path.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const command = process.argv[2];

async function connect(args) {
  const client = new Client({ name: "third-party", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command, args }));
  return client;
}

async function connectHttp(url) {
  const client = new Client({ name: "third-party", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

const names = async (client) => (await client.listTools()).tools.map((tool) => tool.name);
const text = (result) => result.content.map((block) => block.text).join("\n");
const call = (client, name, args) => client.callTool({ name, arguments: args });

const client = await connect([]);
const changed = new Promise((resolve) =>
  client.setNotificationHandler(ToolListChangedNotificationSchema, resolve),
);
assert.deepEqual(await names(client), ["add", "tool_search"]);
assert.match(client.getInstructions(), /reverse_word/);
const early = await call(client, "reverse_word", { word: "abc" });
assert.equal(early.isError, true);
assert.match(text(early), /select:reverse_word/);
const found = await call(client, "tool_search", { query: "write a word backwards", max_results: 1 });
assert.equal(found.structuredContent.loaded[0].name, "reverse_word");
await changed;
assert.deepEqual(await names(client), ["add", "tool_search", "reverse_word"]);
assert.equal(text(await call(client, "reverse_word", { word: "abc" })), "cba");
await client.close();

const bridge = await connect(["--bridge"]);
const before = JSON.stringify(await bridge.listTools());
await call(bridge, "tool_search", { query: "select:count_letters" });
const length = await call(bridge, "call_tool", { name: "count_letters", arguments: { word: "abc" } });
assert.equal(text(length), "3");
assert.equal(JSON.stringify(await bridge.listTools()), before);
await bridge.close();

const server = spawn(command, ["--http", "127.0.0.1:0"], { stdio: ["ignore", "inherit", "pipe"] });
const [line] = await once(createInterface({ input: server.stderr }), "line");
const url = new URL(line.replace("listening on ", ""));
const [one, two] = [await connectHttp(url), await connectHttp(url)];
await call(one, "tool_search", { query: "select:reverse_word" });
assert.equal(text(await call(one, "reverse_word", { word: "abc" })), "cba");
assert.equal((await call(two, "reverse_word", { word: "abc" })).isError, true);
await one.close();
await two.close();
server.kill("SIGINT");
assert.deepEqual(await once(server, "exit"), [0, null]);
console.log("served and called");

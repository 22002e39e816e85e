// What a client writes to the MCP server, over the streams of a server in this process. Attack: a client, or a model that fills in its
// arguments, which sends whatever it likes to be told what is withheld, to raise what it wrote, or to end the session's memory.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { serve } from "../../../src/mcp/server.ts";
import { isRecord, parseJson } from "../../../src/memory/json.ts";
import type { RecallProject } from "../../fixture/recall-project.ts";
import { hostileText } from "../../memory/text/hostile-text.ts";
import { assertWithheld, fuzzedProject, SHOWN_IDS } from "../project.ts";
import { fieldOf, openedAs, type Target } from "../target.ts";

type Input = { readonly messages: readonly unknown[] };

const IDS = [
  ...SHOWN_IDS,
  "project_foreign",
  "project_quarantined",
  "project_tampered",
  "project_broken",
  "project_strong",
];
const text = fc.oneof(
  hostileText,
  fc.constantFrom("kiwi", "which port has the database?", "description body taint", ...IDS),
);
const draft = fc.record(
  {
    type: fc.constantFrom("project", "user", "feedback"),
    name: text,
    description: text,
    body: text,
    tags: fc.array(text, { maxLength: 3 }),
    scope: fc.constantFrom("project", "user"),
    dictated: fc.boolean(),
  },
  { requiredKeys: [] },
);
const args: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  memory_search: fc.record(
    { query: text, limit: fc.integer({ min: -1, max: 200 }), hook: fc.boolean(), session: text },
    { requiredKeys: [] },
  ),
  memory_timeline: fc.record(
    { around: text, before: fc.integer(), after: fc.integer() },
    { requiredKeys: [] },
  ),
  memory_get: fc.record({ ids: fc.array(fc.oneof(fc.constantFrom(...IDS), text), { maxLength: 5 }) }),
  memory_save: draft,
  memory_update: fc.tuple(draft, fc.constantFrom(...IDS)).map(([fields, id]) => ({ ...fields, id })),
  memory_status: fc.constant({}),
  memory_promote: fc.constant({ id: "project_kiwi" }),
};
const id = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 99 }) }, fc.jsonValue());
const call = fc
  .constantFrom(...Object.keys(args))
  .chain((name) => fc.tuple(fc.constant(name), args[name] ?? fc.constant({}), id))
  .map(([name, given, id]) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: given },
  }));
const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "prompts/list",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/roots/list_changed",
  "completion/complete",
  "logging/setLevel",
];
const other = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "1.0", 2),
    id,
    method: fc.constantFrom(...METHODS),
    params: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const HELLO = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
};
const message = fc.oneof(
  { weight: 6, arbitrary: call },
  { weight: 3, arbitrary: other },
  { weight: 1, arbitrary: fc.oneof(fc.jsonValue(), text) },
);
const made: fc.Arbitrary<Input> = fc
  .tuple(fc.nat({ max: 5 }), fc.array(message, { minLength: 1, maxLength: 5 }))
  .map(([dice, messages]) => ({ messages: dice === 0 ? messages : [HELLO, ...messages] }));

export const mcp: Target = {
  name: "mcp",
  promises: "answers of the protocol alone, the server lives, nothing withheld comes out, nothing is raised",
  quick: 60,
  open: async (owner) => {
    const project = await fuzzedProject(owner);
    project.keep();
    return openedAs({ made, read, check: (input) => check(project, input) });
  },
};

function read(value: unknown): Input | null {
  const messages = fieldOf(value, "messages");
  return Array.isArray(messages) ? { messages: messages.slice(0, 12) } : null;
}

/** The last of each session: the server answers it, whatever came before. */
const PROBE = "the probe";
const PATIENCE_MS = 10_000;

async function check(project: RecallProject, { messages }: Input): Promise<void> {
  const before = new Set(listStatements(project.root));
  const server = startServer(project);
  // A string is sent as it is, and is mostly no JSON.
  const lines = messages.map((each) => (typeof each === "string" ? each : (JSON.stringify(each) ?? "null")));
  for (const line of [...lines, JSON.stringify({ jsonrpc: "2.0", id: PROBE, method: "ping" })])
    server.send(line);
  try {
    await server.answered;
    for (const line of server.said) checkLine(line, lines);
    assertWithheld(server.said.join("\n"), lines.join("\n"));
  } finally {
    await server.close();
  }
  for (const path of listStatements(project.root)) if (!before.has(path)) checkWritten(path);
}

/** A line that is sent holds no line end of its own, or it would be two. */
function startServer({ top, home, state, credenceHome }: RecallProject) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const places = { state, cache: join(credenceHome, "cache"), claude: null, root: null, scope: null };
  const io = {
    ...{ version: "0.0.0", home, cwd: () => top, projectDir: null, session: null, ...places },
    ...{
      now: () => Date.now() + 60_000,
      node: process.execPath,
      script: "/absent",
      env: {},
      onAnswer: () => undefined,
    },
  };
  const notes: string[] = [];
  const served = serve(io, { input, output }, (line) => notes.push(line));
  const said: string[] = [];
  const { promise: answered, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Error(`the server does not answer any more: ${notes.join("; ")}`)),
    PATIENCE_MS,
  );
  createInterface({ input: output }).on("line", (line) => {
    const value = parseJson(line);
    if (isRecord(value) && value["id"] === PROBE) resolve();
    else said.push(line);
  });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    input.end();
    await served.close();
  };
  return {
    said,
    answered,
    close,
    send: (line: string) => void input.write(`${line.replaceAll(/[\r\n]/g, " ")}\n`),
  };
}

function checkLine(line: string, asked: readonly string[]): void {
  const value = parseJson(line);
  assert.ok(
    isRecord(value) && value["jsonrpc"] === "2.0",
    `no message of the protocol: ${line.slice(0, 300)}`,
  );
  if (typeof value["method"] === "string") return;
  assert.notEqual("result" in value, "error" in value, "an answer has a result or an error");
  const { id } = value;
  const isAsked = asked.some((each) => each.includes(JSON.stringify(id)));
  assert.ok(id === null || id === undefined || isAsked, `nobody asked with the id ${JSON.stringify(id)}`);
  const error = value["error"];
  if (error !== undefined)
    assert.ok(isRecord(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string");
  assert.ok(!/\bINTERNAL\b/.test(line), `a fault of our own: ${line.slice(0, 500)}`);
}

function listStatements(root: string): string[] {
  const entries = readdirSync(join(root, "attest"), { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => each.isFile() && each.name.endsWith(".json"))
    .map((each) => join(each.parentPath, each.name));
}

/** Whatever a tool made the machine sign: a machine's word, and none that a person alone may say. */
function checkWritten(path: string): void {
  const file = parseJson(readFileSync(path, "utf8"));
  assert.ok(
    isRecord(file) && String(file["signer"]).startsWith("machine:"),
    `${path} is signed by ${JSON.stringify(file)}`,
  );
  assert.ok(
    !["approve", "keep", "unretire", "withdraw"].includes(String(file["act"])),
    `a tool said ${String(file["act"])}`,
  );
}

// What can happen to the process: half messages, floods, a client that leaves, a signal. It answers or it ends, at once and
// whole.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { mcpProject } from "./mcp-project.ts";
import { rawServer, toolCall } from "./raw-server.ts";

const project = await mcpProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });

const SEARCH = { query: "kiwi sleep" };

function draft(name: string): object {
  const body = `What is to be known about ${name}, in enough words to be a memory.`;
  return { type: "project", name, description: `About ${name}`, body };
}

/** No file but whole ones: nothing that a write left half done. */
function leftovers(): string[] {
  const inRoot = readdirSync(project.root, { recursive: true, encoding: "utf8" });
  return inRoot.filter((path) => /\.tmp|~$|lockdir/.test(path));
}

/** Of everything that a server survives. */
const server = rawServer({ after }, project);
await server.hello();

test("half messages, noise and messages of no kind are survived, and what comes whole is answered", async () => {
  server.write('\n\n  \nnot json\n{"jsonrpc":\n[]\nnull\n7\n{}\n{"jsonrpc":"1.0","id":9001}\n\u0000\u0001\n');
  server.send({ id: 9_005, method: "no/such/method" });
  assert.match(await server.answerTo(9_005), /-32601/);
  assert.equal(server.lines.filter((line) => line.includes("-32700")).length, 3);
  const whole = JSON.stringify({ jsonrpc: "2.0", ...toolCall(9_006, "memory_search", SEARCH) });
  server.write(whole.slice(0, 20));
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.write(`${whole.slice(20)}\n`);
  assert.match(await server.answerTo(9_006), /project_kiwi/);
  assert.doesNotMatch(server.errors(), /not json/);
});

const CALL = { jsonrpc: "2.0", method: "tools/call" };
const MALFORMED: readonly ((id: string | number) => unknown)[] = [
  ...[
    ...[{}, { method: "tools/list" }, { jsonrpc: "1.0", method: "tools/list" }, { jsonrpc: "2.0" }],
    ...[7, null, "no/such/method"].map((method) => ({ jsonrpc: "2.0", method, params: {} })),
    ...[[], "memory_search", null, {}, { name: 7 }].map((params) => ({ ...CALL, params })),
    ...[{ arguments: [] }, { _meta: 7 }].map((more) => ({
      ...CALL,
      params: { name: "memory_search", ...more },
    })),
  ].map((message) => (id: string | number) => ({ ...message, id })),
  (id) => [{ jsonrpc: "2.0", id, method: "tools/list" }, 7],
];
const EVIL = "quokka-word-of-the-sender";

test("1500 malformed requests are each answered under their id, and an answer of the client never is", async () => {
  const before = server.lines.length;
  for (let id = 1; id <= 1_500; id += 1)
    server.write(`${JSON.stringify(MALFORMED[id % MALFORMED.length]?.(id))}\n`);
  const silent = [
    { jsonrpc: "2.0", id: "r1", error: 7 },
    { id: "r2", result: {} },
    { jsonrpc: "2.0", id: null },
  ];
  for (const each of silent) server.write(`${JSON.stringify(each)}\n`);
  for (const id of ["text", 1.5]) server.write(`${JSON.stringify({ id, method: EVIL })}\n`);
  server.send(toolCall(2_000, "memory_search", SEARCH));
  assert.match(await server.answerTo(2_000), /project_kiwi/);
  await server.answerTo(1_500);
  const said = server.lines.slice(before).join("\n");
  const refused = server.lines
    .filter((line) => /"error":|"isError":true/.test(line))
    .map((line) => JSON.parse(line).id);
  const missing = Array.from({ length: 1_500 }, (_, at) => at + 1).filter((id) => !refused.includes(id));
  assert.deepEqual(missing, []);
  assert.match(said, /"id":"text","error":\{"code":-32600/);
  assert.match(said, /"id":1.5,"error":\{"code":-32600/);
  assert.doesNotMatch(said, /"id":"r[12]"|"id":null/);
  assert.equal(said.includes(EVIL), false);
});

test("a call before any hello is answered or refused, and harms nothing", async (t) => {
  const server = rawServer(t, project);
  server.send(toolCall(1, "memory_search", SEARCH));
  assert.match(await server.answerTo(1), /"(?:result|error)"/);
  await server.hello();
});

test("a hundred calls at once are all answered", async () => {
  for (let id = 3_001; id <= 3_100; id += 1) server.send(toolCall(id, "memory_search", SEARCH));
  for (let id = 3_001; id <= 3_100; id += 1) assert.match(await server.answerTo(id), /project_kiwi/);
});

test("a message that is too long is answered under its id, and the next one as ever", async () => {
  const before = server.lines.length;
  const long = "x".repeat(14 * 1024 * 1024);
  server.send(toolCall(5_001, "memory_search", { query: long }));
  server.write(`${JSON.stringify({ method: "tools/call", params: { long }, jsonrpc: "2.0", id: 5_002 })}\n`);
  server.write(`${long}\n`);
  server.send(toolCall(5_003, "memory_search", SEARCH));
  assert.match(await server.answerTo(5_003), /project_kiwi/);
  for (const id of [5_001, 5_002]) assert.match(await server.answerTo(id), /-32600.*too long/);
  assert.ok(server.lines.slice(before).some((line) => line.includes('"id":null')));
});

test("a message that never ends is not kept, and the process ends with its client", async (t) => {
  const server = rawServer(t, project);
  await server.hello();
  for (let sent = 0; sent < 14; sent += 1) server.write("x".repeat(1024 * 1024));
  server.child.stdin.end();
  assert.equal(await server.exit, 0);
});

test("a client that closes its end, without a word or in the middle of one, leaves no process behind", async (t) => {
  for (const part of ["", '{"jsonrpc":"2.0","id":9,"meth']) {
    const server = rawServer(t, project);
    await server.hello();
    server.write(part);
    server.child.stdin.end();
    assert.equal(await server.exit, 0);
  }
  const silent = rawServer(t, project);
  silent.child.stdin.end();
  assert.equal(await silent.exit, 0);
});

test("a client that no longer reads ends it, too", async (t) => {
  const server = rawServer(t, project);
  await server.hello();
  server.child.stdout.destroy();
  for (let id = 1; id <= 20; id += 1) server.send(toolCall(id, "memory_search", SEARCH));
  assert.equal(await server.exit, 0);
});

for (const signal of IS_DEEP ? (["SIGTERM", "SIGINT", "SIGHUP"] as const) : (["SIGTERM"] as const)) {
  test(`${signal} in the middle of writes ends it with 0, and every memory is whole or not there`, async (t) => {
    const server = rawServer(t, project);
    await server.hello();
    for (let id = 1; id <= 8; id += 1)
      server.send(toolCall(id, "memory_save", draft(`${signal} number ${id}`)));
    await server.answerTo(2);
    server.child.kill(signal);
    assert.equal(await server.exit, 0);
    assert.deepEqual(leftovers(), []);
    const { stdout } = await project.call(["validate", "--all", join(project.root, "memories")]);
    assert.doesNotMatch(stdout, /FAIL/);
    const listed: { standing: string }[] = JSON.parse((await project.done(["list", "--json"])).stdout);
    assert.deepEqual(new Set(listed.map(({ standing }) => standing)), new Set(["inferred"]));
  });
}

// A client that offers roots and does not keep its word: a call is answered from somewhere, and soon.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import type { Owner } from "../temp-dir.ts";
import { type RawServer, rawServer, toolCall } from "./raw-server.ts";
import { FOUND, rootsProject, SEARCH, uriOf } from "./roots-project.ts";

const { project, elsewhere, file } = await rootsProject({ after });

type Offered = { readonly result: unknown } | { readonly error: unknown } | null;

/** A server, and a client that offers roots without keeping to any rule; null never answers. */
async function offering(owner: Owner, offered: Offered, cwd: string): Promise<RawServer> {
  const capabilities = { roots: { listChanged: true } };
  const server = rawServer(owner, project, { cwd, capabilities, reply: () => offered });
  assert.match(await server.hello(), /"serverInfo"/);
  return server;
}

/** How often the client was asked for its roots. */
function questions({ lines }: RawServer): number {
  return lines.filter((line) => line.includes('"roots/list"')).length;
}

async function searchRaw(server: RawServer, id: number): Promise<string> {
  server.send(toolCall(id, "memory_search", SEARCH));
  return server.answerTo(id);
}

const NO_DIRECTORIES = [
  ...["https://example.com/project", "vscode-remote://wsl/project", "file:///nowhere/at/all", uriOf(file)],
  ...[
    "file://otherhost/etc",
    "file:///a%2Fb",
    "file:///%00",
    "file:///%E0%A4%A",
    `file:///${"x".repeat(9_000)}`,
  ],
  ...["file:relative", "", 7, undefined],
].map((uri): unknown => ({ uri }));

test("what is no directory of this machine is passed over for the first root that is one", async (t) => {
  const roots = [
    ...NO_DIRECTORIES,
    null,
    "file:///etc",
    ...[project.top, elsewhere].map((path) => ({ uri: uriOf(path) })),
  ];
  assert.match(await searchRaw(await offering(t, { result: { roots } }, elsewhere), 1), FOUND);
});

const WORTHLESS: Readonly<Record<string, Offered>> = {
  "nothing but such": { result: { roots: [...NO_DIRECTORIES, null, "file:///etc"] } },
  none: { result: { roots: [] } },
  "no list": { result: { roots: "file:///" } },
  "no roots": { result: {} },
  "no object": { result: 7 },
  "an error": { error: { code: -32601, message: "Method not found" } },
  "an error of no kind": { error: "no" },
  "a hundred thousand of nowhere": {
    result: { roots: Array.from({ length: 100_000 }, (_, place) => ({ uri: `file:///nowhere/${place}` })) },
  },
};

/** A list, no list, and a long one; each needs a server of its own. */
const QUICK = ["nothing but such", "an error of no kind", "a hundred thousand of nowhere"];

for (const [what, offered] of Object.entries(WORTHLESS).filter(([name]) => IS_DEEP || QUICK.includes(name))) {
  test(`a client that offers roots and gives ${what} is answered from where the server was started`, async (t) => {
    const server = await offering(t, offered, project.top);
    assert.match(await searchRaw(server, 1), FOUND);
    assert.match(await searchRaw(server, 2), FOUND);
    assert.equal(questions(server), 1);
    server.child.stdin.end();
    assert.equal(await server.exit, 0);
  });
}

test("a client that is asked for its roots and never answers is waited for once, and not for long", async (t) => {
  const server = await offering(t, null, project.top);
  const began = performance.now();
  const answers = await Promise.all([1, 2, 3].map((id) => searchRaw(server, id)));
  assert.ok(performance.now() - began < 5_000, "the first calls took too long");
  for (const answer of answers) assert.match(answer, FOUND);
  assert.match(await searchRaw(server, 4), FOUND);
  assert.equal(questions(server), 1);
});

test("a client that leaves while it is asked for its roots leaves no process behind", async (t) => {
  const server = await offering(t, null, project.top);
  server.send(toolCall(1, "memory_search", SEARCH));
  server.child.stdin.end();
  assert.equal(await server.exit, 0);
});

test("a thousand changes of roots in a row are survived", async (t) => {
  const roots = [{ uri: uriOf(project.top) }];
  const server = await offering(t, { result: { roots } }, elsewhere);
  for (let times = 0; times < 1_000; times += 1) server.send({ method: "notifications/roots/list_changed" });
  assert.match(await searchRaw(server, 1), FOUND);
  assert.equal(questions(server), 1);
});

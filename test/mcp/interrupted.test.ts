// Calls that somebody calls off, and sessions that end in the middle of one: what is written is whole, what was called off in
// time is not begun, and the server goes on.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { mcpProject, REVISIONS } from "./mcp-project.ts";
import { type RawServer, rawServer, toolCall } from "./raw-server.ts";

const project = await mcpProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });

function draft(name: string): Record<string, unknown> {
  const body = `What is to be known about ${name}, in enough words to be a memory.`;
  return { type: "project", name, description: `About ${name}`, body };
}

/** Every memory is one that this machine vouches for as a whole, and no write left anything else. */
async function assertWhole(): Promise<void> {
  const paths = readdirSync(project.root, { recursive: true, encoding: "utf8" });
  assert.deepEqual(
    paths.filter((path) => /\.tmp|~$|lockdir/.test(path)),
    [],
  );
  const { stdout } = await project.done(["list", "--json"]);
  const listed: { id: string; standing: string }[] = JSON.parse(stdout);
  assert.deepEqual([...new Set(listed.map(({ standing }) => standing))], ["inferred"]);
  for (const { id } of listed)
    assert.match(readFileSync(project.pathOf(id), "utf8"), /to be a memory\.|by night\./, id);
}

for (const revision of REVISIONS) {
  test(`a call that is called off at any moment leaves a whole memory or none, on ${revision}`, async (t) => {
    const { client, call } = await project.connect(t, { revision });
    for (let delayMs = 0; delayMs < 20; delayMs += 2) {
      const args = draft(`Called off on ${revision} after ${delayMs}`);
      const signal = AbortSignal.timeout(delayMs);
      const calling = client.callTool({ name: "memory_save", arguments: args }, { signal });
      // It may be done before.
      await calling.then(
        ({ isError }) => assert.notEqual(isError, true),
        () => assert.equal(signal.aborted, true),
      );
    }
    assert.equal((await call("memory_save", draft(`Last of ${revision}`))).isError, false);
    await assertWhole();
  });
}

test("a call that is called off while the client is asked for its roots is not begun", async (t) => {
  const roots = [{ uri: pathToFileURL(project.top).href }];
  const server: RawServer = rawServer(t, project, {
    capabilities: { roots: {} },
    reply: () => {
      server.send({ method: "notifications/cancelled", params: { requestId: 1 } });
      return { result: { roots } };
    },
  });
  await server.hello();
  server.send(toolCall(1, "memory_save", draft("Too late")));
  server.send(toolCall(2, "memory_save", draft("In time")));
  assert.match(await server.answerTo(2), /created/);
  assert.equal(existsSync(project.pathOf("project_too_late")), false);
  assert.equal(existsSync(project.pathOf("project_in_time")), true);
});

test("calling off what was never called, or was answered long ago, changes nothing", async (t) => {
  const server = rawServer(t, project);
  await server.hello();
  server.send(toolCall(1, "memory_search", { query: "kiwi" }));
  await server.answerTo(1);
  for (const requestId of [1, 99, "1", null, {}])
    server.send({ method: "notifications/cancelled", params: { requestId } });
  server.send(toolCall(2, "memory_search", { query: "kiwi" }));
  assert.match(await server.answerTo(2), /project_kiwi/);
});

test("a server that is killed in the middle of writes leaves whole memories, and the next one goes on", async (t) => {
  const server = rawServer(t, project);
  await server.hello();
  for (let id = 1; id <= 20; id += 1) server.send(toolCall(id, "memory_save", draft(`Killed at ${id}`)));
  await server.answerTo(3);
  server.child.kill("SIGKILL");
  assert.equal(await server.exit, null);
  const { call } = await project.connect(t);
  const next = await call("memory_save", draft("After the kill"));
  assert.equal(next.value["outcome"], "created", next.text);
  // What it had staged without saying so yet is nobody's, and is cleared away by a person's repair.
  await project.done(["doctor", "--repair"]);
  await assertWhole();
  assert.equal(existsSync(join(project.root, "memories/project_killed_at_1.md")), true);
});

// The same server through the SDK's own client, on both revisions of the protocol.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { mcpProject, REVISIONS } from "./mcp-project.ts";
import { rawServer } from "./raw-server.ts";

const project = await mcpProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi sleep",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
await project.save("project_emu", { name: "Emu speed", body: "The emu runs at fifty kilometres an hour." });

const NAMES = [
  "memory_search",
  "memory_timeline",
  "memory_get",
  "memory_save",
  "memory_update",
  "memory_status",
];

for (const revision of REVISIONS) {
  const { client, call } = await project.connect({ after }, { revision, name: `client-${revision}` });

  test(`revision ${revision} is spoken, with the same tools in the same order`, async () => {
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      NAMES,
    );
    const instructions = client.getInstructions() ?? "";
    assert.ok(Buffer.byteLength(instructions) < 2_048, `${Buffer.byteLength(instructions)} bytes`);
    assert.match(instructions, /memory_search/);
  });

  test(`every tool answers on ${revision}, in both forms`, async () => {
    const found = await call("memory_search", { query: "when does the kiwi sleep" });
    assert.match(found.text, /^- project_kiwi: inferred, 2026-05-01, written here, high \| Kiwi sleep \|/);
    const got = await call("memory_get", { ids: ["project_kiwi"] });
    assert.match(got.text, /The kiwi sleeps by day, and the kiwi hunts by night\./);
    const around = await call("memory_timeline", { around: "project_kiwi" });
    assert.match(around.text, /> project_kiwi: inferred, .* \| Kiwi sleep/);
    const draft = {
      type: "project",
      name: `Takin of ${revision}`,
      description: "Where takins live",
      body: "The takin lives in bamboo forests of the mountains.",
    };
    const saved = await call("memory_save", draft);
    assert.equal(saved.value["outcome"], "created", saved.text);
    const id = String(saved.value["id"]);
    const changed = await call("memory_update", { id, description: "Where every takin lives" });
    assert.equal(changed.value["outcome"], "updated", changed.text);
    const status = await call("memory_status");
    assert.match(status.text, /^project: 0 verified \(0 stale\), \d inferred/);
    for (const { value } of [found, got, around, saved, changed, status])
      assert.equal(typeof value["tokens"], "number");
  });
}

test("a client of a revision that is not spoken is told which one is, and can go on with that", async (t) => {
  const older = rawServer(t, project);
  const clientInfo = { name: "raw", version: "1" };
  const hello = { protocolVersion: "1999-12-31", capabilities: {}, clientInfo };
  older.send({ id: 1, method: "initialize", params: hello });
  assert.match(await older.answerTo(1), /"protocolVersion":"2025-11-25"/);
  const newer = rawServer(t, project);
  const list = (id: number, revision: string): void => {
    const said = { protocolVersion: revision, clientInfo, clientCapabilities: {} };
    const named = Object.entries(said).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]);
    newer.send({ id, method: "tools/list", params: { _meta: Object.fromEntries(named) } });
  };
  list(1, "2031-01-01");
  assert.match(await newer.answerTo(1), /"code":-32022.*"supported":\["2026-07-28"\]/);
  list(2, "2026-07-28");
  assert.match(await newer.answerTo(2), /memory_search/);
});

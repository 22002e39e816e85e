// A save while another process writes: the client is told whose work the save waits for, and other calls are answered meanwhile.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { withoutWaits } from "../faults/skip-waits.ts";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
const HOLDER = `process ${process.pid} since 20`;
const kiwi = {
  type: "project",
  name: "Kiwi at night",
  description: "About kiwis",
  body: "The kiwi sleeps by day, and hunts by night, so it is fed in the evening.",
};

test("a client that asks for progress hears after two seconds whose work memory_save waits for", async () => {
  const { client, call } = await project.connectInside({ after });
  const lock = acquireLock(project.root);
  const heard: string[] = [];
  const told = Promise.withResolvers<void>();
  const onprogress = ({ message = "" }: { readonly message?: string | undefined }): void => {
    heard.push(message);
    told.resolve();
  };
  const began = performance.now();
  const saving = client.callTool({ name: "memory_save", arguments: kiwi }, { onprogress });
  await told.promise;
  assert.ok(performance.now() - began >= 2_000);
  assert.equal((await call("memory_status")).isError, false);
  lock.release();
  assert.notEqual((await saving).isError, true);
  assert.equal(heard.length, 1);
  assert.ok(heard[0]?.startsWith(`this root is being written to by ${HOLDER}`), heard[0]);
  const found = await call("memory_get", { ids: ["project_kiwi_at_night"] });
  assert.match(found.text, /fed in the evening/);
});

test("a save that waited in vain is refused with the name of the holder, and nothing is stored", async (t) => {
  const { call } = await project.connectInside({ after });
  const lock = acquireLock(project.root);
  t.after(() => lock.release());
  const saved = await withoutWaits(() => call("memory_save", { ...kiwi, name: "Ibis" }));
  assert.equal(saved.isError, true);
  assert.ok(
    saved.text.startsWith(`error: LOCK_TIMEOUT: this root is being written to by ${HOLDER}`),
    saved.text,
  );
  assert.ok(!existsSync(join(project.root, "memories/project_ibis.md")));
});

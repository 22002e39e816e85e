// A save while another process writes: answered with its id, and found by the next call.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });

test("memory_save answers with the id and that it is filed shortly, and the next call files it", async () => {
  const { call } = await project.connectInside({ after });
  const name = "Kiwi at night";
  const body = "The kiwi sleeps by day, and hunts by night, so it is fed in the evening.";
  const lock = acquireLock(project.root);
  const saved = await call("memory_save", { type: "project", name, description: "About kiwis", body });
  lock.release();
  assert.equal(saved.isError, false, saved.text);
  assert.equal(saved.value["id"], "project_kiwi_at_night");
  assert.match(String(saved.value["notices"]), /^project_kiwi_at_night is kept and will be filed shortly: /);
  const found = await call("memory_get", { ids: ["project_kiwi_at_night"] });
  assert.match(found.text, /fed in the evening/);
});

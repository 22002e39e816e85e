import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dropRequests, readRequests } from "../../../src/app/change/requests.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, setStatus } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";

const ID = "project_deploy_on_fridays";

test("wishes about approved memories are listed oldest first, and dropped one by one", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const root = rootOf(await project.open(), "project");
  assert.deepEqual(readRequests(root), []);
  await setStatus(project, ["retire", ID], { reason: "old" });
  await demote(project, ID, { now: "2026-05-02T12:00:00Z" });
  const requests = readRequests(root);
  assert.deepEqual(
    requests.map(({ at, id, command, reason }) => [at, id, command, reason]),
    [
      ["2026-05-01T12:00:00Z", ID, "retire", "old"],
      ["2026-05-02T12:00:00Z", ID, "demote", "wrong"],
    ],
  );
  dropRequests(root, requests.slice(0, 1));
  assert.deepEqual(readRequests(root), requests.slice(1));
});

test("a line that is no request is left out, and a wish that came since is not dropped with the others", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const root = rootOf(await project.open(), "project");
  await demote(project, ID);
  const seen = readRequests(root);
  const path = join(root.records, "requests.ndjson");
  appendFileSync(
    path,
    'no json\n{"v":2}\nnull\n{"v":1,"at":"","id":"../x","command":"","digest":null,"reason":null}\n',
  );
  await setStatus(project, ["archive", ID]);
  assert.equal(readRequests(root).length, 2);
  dropRequests(root, seen);
  assert.deepEqual(
    readRequests(root).map(({ command }) => command),
    ["archive"],
  );
});

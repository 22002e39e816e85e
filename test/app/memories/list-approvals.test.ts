import assert from "node:assert/strict";
import { test } from "node:test";
import { listApprovals } from "../../../src/app/memories/journal.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, setStatus } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";

const ID = "project_deploy_on_fridays";

test("what a person vouched for since is told by name, in the order it was seen, whatever its date", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true, now: "2026-05-03T12:00:00Z" });
  await project.save({ name: "By a machine" });
  const workspace = await project.open();
  const root = rootOf(workspace, "project");
  const first = listApprovals(workspace, root, 0);
  assert.deepEqual(
    first.approvals.map(({ id, act, time, by }) => [id, act, time, by]),
    [[ID, "approve", "2026-05-03T12:00:00Z", "you"]],
  );
  assert.deepEqual(listApprovals(workspace, root, first.position), { ...first, approvals: [] });
  await setStatus(project, ["retire", ID], { person: true });
  await demote(project, "project_by_a_machine");
  // Dated before everything that was listed already.
  await setStatus(project, ["unretire", ID], { person: true, now: "2026-04-01T12:00:00Z" });
  const second = listApprovals(workspace, root, first.position);
  assert.deepEqual(
    second.approvals.map(({ id, act, time }) => [id, act, time]),
    [[ID, "unretire", "2026-04-01T12:00:00Z"]],
  );
  assert.ok(second.position > first.position);
});

test("approvals in one root are not those of another, and a signer who is not trusted is nobody", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const workspace = await project.open();
  assert.deepEqual(listApprovals(workspace, rootOf(workspace, "user"), 0).approvals, []);
  const alone = { ...workspace, signers: [] };
  assert.deepEqual(listApprovals(alone, rootOf(workspace, "project"), 0).approvals, []);
});

// `credence review --json` lists, and a script may rely on its shape.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewProject, TODAY, WAITING_IDS } from "../../fixture/review-project.ts";
import { readTree } from "../../fixture/tree.ts";

const APPROVED = {
  scope: "project",
  category: null,
  tags: [],
  cues: [],
  contradicts: [],
  createdAt: "2026-05-01T12:00:00Z",
  taint: [],
};
const WISHED = {
  ...APPROVED,
  ...{ id: "project_wished", path: ".claude/memory/memories/project_wished.md", digest: "DIGEST" },
  ...{ name: "project_wished", description: "About project_wished", type: "project", origin: "user" },
  ...{ tier: "verified", standing: "verified", reason: "approved by you on 2026-05-01", status: "active" },
  ...{ flagged: null, flags: [], lastVerified: "2026-05-01" },
  waits: [{ kind: "request", why: "an agent or a script asked on 2026-05-19 to retire it" }],
  requests: [{ at: "2026-05-19T12:00:00Z", command: "retire", reason: "it is old" }],
};

test("the list is the queue, each a memory without its body, with why it waits, wishes and flags", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.root);
  const args = ["review", "--json", "--as-test-person"];
  const { stdout, stderr } = await project.done(args, { now: TODAY });
  const rows = JSON.parse(stdout);
  assert.equal(stderr, "");
  assert.deepEqual(
    rows.map(({ id }: { id: string }) => id),
    WAITING_IDS,
  );
  assert.match(rows[0].digest, /^[0-9a-f]{64}$/);
  assert.deepEqual({ ...rows[0], digest: "DIGEST" }, WISHED);
  assert.deepEqual(
    [rows[3].waits, rows[3].flags],
    [[{ kind: "flagged", why: "flagged: persona-switch" }], ["persona-switch"]],
  );
  assert.deepEqual(readTree(project.root), before);
});

test("without a person a withheld memory is its id, place, reason and dates, and a wish says nothing", async (t) => {
  const project = await reviewProject(t);
  const { stdout } = await project.done(["review", "--json", "--limit", "2"], { now: TODAY });
  const [wished, changed, ...more] = JSON.parse(stdout);
  assert.deepEqual(more, []);
  assert.deepEqual(wished.requests, [{ at: "2026-05-19T12:00:00Z", command: "retire", reason: null }]);
  const reason = "changed since approval by you on 2026-05-01";
  assert.deepEqual(changed, {
    ...APPROVED,
    ...{ id: "project_changed", path: ".claude/memory/memories/project_changed.md", digest: null },
    ...{ name: null, description: null, type: null, tier: null, origin: null, status: null },
    ...{ standing: "foreign", reason, lastVerified: "2026-05-01", flagged: null, flags: [] },
    ...{ waits: [{ kind: "changed", why: reason }], requests: [] },
  });
});

test("a list of nothing is an empty one, and no root is refused", async (t) => {
  const project = await reviewProject(t);
  const { stdout } = await project.done(["review", "--json", "--category", "runbook"], { now: TODAY });
  assert.equal(stdout, "[]\n");
  const { exit, stdout: refused } = await project.call(["review", "--json"], {
    cwd: project.base,
    now: TODAY,
  });
  assert.deepEqual([exit, JSON.parse(refused).error.code], [1, "NO_ROOT"]);
});

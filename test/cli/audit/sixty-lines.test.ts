// An audit of a store that is well is read in a minute.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";

const NOW = "2026-06-20T12:00:00Z";

/** Sixty subjects that have nothing to do with each other. */
const SUBJECTS =
  "invoices webhooks thumbnails sessions migrations feeds exports passwords carts coupons refunds labels parcels returns taxes locales fonts icons banners tooltips modals tables filters charts reports audits backups restores snapshots replicas shards queues workers crons retries timeouts caches proxies tunnels certificates domains records zones buckets volumes quotas limits budgets alerts pages runbooks drills surveys polls badges streaks medals avatars themes drafts".split(
    " ",
  );
const SAYS = [
  "are written by one process alone. Why: the lock is per host. How to apply: ask the leader.",
  "live in their own schema.\n\nWhy: they are restored apart.\nHow to apply: never join across.",
  "have an owner in the wiki. Reason: nobody else may delete them.",
];

async function plantSixty(project: AuditProject): Promise<void> {
  assert.equal(SUBJECTS.length, 60);
  for (const [at, subject] of SUBJECTS.entries())
    await project.plant(`project_${subject}`, {
      by: at % 3 === 0 ? "machine" : "person",
      time: "2026-06-18T09:00:00Z",
      description: `Something about ${subject}`,
      body: `The ${subject} ${SAYS[at % SAYS.length]}`,
    });
}

const shown = { answers: [], columns: 80, env: { NO_COLOR: "1" } };

test("an audit of sixty memories that are well has at most sixty lines, each finding once", async (t) => {
  const project = auditProject(t);
  await plantSixty(project);
  const { stdout } = await project.call(["audit", "--now", NOW], shown);
  const lines = stdout.trimEnd().split("\n");
  assert.ok(lines.length <= 60, stdout);
  assert.match(stdout, /^60 memories\..*\n {2}40 verified\n {2}20 inferred$/m);
  // Of each of the twenty that have neither section; where a line has them they are there.
  const found = /^ {2}warning: section-absent ×40 {2}\w+, \w+, \w+ and 17 more$/m;
  assert.match(stdout.replaceAll(/\n {4}/g, " "), found);
  assert.equal(stdout.match(/section-absent/g)?.length, 1);
});

test("six of them in quarantine, hidden here or foreign leave it at sixty lines, two for each at the most", async (t) => {
  const project = auditProject(t);
  await plantSixty(project);
  const reason = "Nobody could say where this text came from, and two people doubted it. ".repeat(4);
  const done = async (...args: string[]): Promise<void> => {
    const { exit, stderr } = await project.call(args, { now: "2026-06-19T12:00:00Z" });
    assert.equal(exit, 0, stderr);
  };
  for (const subject of ["invoices", "sessions"])
    await done("demote", `project_${subject}`, "--reason", reason);
  for (const subject of ["webhooks", "migrations"])
    appendFileSync(join(project.root, "memories", `project_${subject}.md`), "And one more line.\n");
  await project.plant("project_stray", { by: "nobody" });
  await done("no", "project_stray", "project_exports", "--as-test-person");
  const { stdout } = await project.call(["audit", "--now", NOW], shown);
  assert.ok(stdout.trimEnd().split("\n").length <= 60, stdout);
  const rows = stdout.split("\nQuarantine\n")[1]?.split("\n\n")[0] ?? "";
  for (const subject of ["invoices", "sessions"])
    assert.match(rows, new RegExp(`^ {2}1 day {2}project_${subject}: Nobody .*(?:\\n {4}.*)?…$`, "m"));
});

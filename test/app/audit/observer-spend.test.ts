import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noteSpending } from "../../../src/observer/model/budget.ts";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";

function spend(project: AuditProject, call: string, at: string): void {
  noteSpending(
    project.state,
    { call, root: "r", session: "s", input: 1_000, output: 500, cacheCreation: 7 },
    Date.parse(at),
  );
}

/** The configuration of a person who has chosen a provider. */
function chooseProvider(project: AuditProject): void {
  writeFileSync(join(project.state, "config.json"), '{"observer":{"provider":"anthropic"}}');
}

test("an audit tells the calls and tokens that are in the Observer's ledger", async (t) => {
  const project = auditProject(t);
  chooseProvider(project);
  spend(project, "c1", "2026-04-30T23:59:59Z");
  // One call that reports twice, on two days.
  spend(project, "c1", "2026-05-01T00:00:01Z");
  spend(project, "c2", "2026-05-01T09:00:00Z");
  const { observer } = await project.audit();
  assert.deepEqual(observer, { provider: "anthropic", calls: 2, tokens: 4_500 });
  const { stdout } = await project.call(["audit"]);
  assert.match(stdout, /The provider is anthropic; 2 calls used 4500 tokens\./);
  assert.doesNotMatch(stdout, /no call is on record/);
});

test("--since leaves out what the Observer spent before", async (t) => {
  const project = auditProject(t);
  chooseProvider(project);
  spend(project, "c1", "2026-04-30T23:59:59Z");
  spend(project, "c2", "2026-05-01T00:00:00Z");
  const { observer } = await project.audit(["--since", "2026-05-01"]);
  assert.deepEqual(observer, { provider: "anthropic", calls: 1, tokens: 1_500 });
  const { stdout } = await project.call(["audit", "--since", "2026-05-01"]);
  assert.match(stdout, /The provider is anthropic; 1 call used 1500 tokens since 2026-05-01\./);
});

test("calls are told after the provider was given up, and none are told where there were none", async (t) => {
  const project = auditProject(t);
  const none = await project.call(["audit"]);
  assert.match(none.stdout, /No provider is chosen, so no model was asked and nothing was spent\./);
  spend(project, "c1", "2026-05-01T09:00:00Z");
  const given = await project.call(["audit"]);
  assert.match(given.stdout, /No provider is chosen now; 1 call used 1500 tokens\./);
  chooseProvider(project);
  const { observer } = await project.audit(["--since", "2026-05-02"]);
  assert.deepEqual(observer, { provider: "anthropic", calls: 0, tokens: null });
  const { stdout } = await project.call(["audit", "--since", "2026-05-02"]);
  assert.match(stdout, /The provider is anthropic; no call is on record since 2026-05-02\./);
});

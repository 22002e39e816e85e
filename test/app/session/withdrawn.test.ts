// What a session that goes on is told of memories it was shown and that are gone: within the client's limit, newest first.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { startSession } from "../../../src/app/session/start-session.ts";
import { recallProject } from "../../fixture/recall-project.ts";
import { openSessionWorkspace } from "./session-workspace.ts";

const NOW = "2026-05-02T12:00:00Z";
const HEAD = "Memories shown earlier in this session that no longer apply: ";
const project = await recallProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
  now: NOW,
});

/** What a recall of the session leaves behind. */
function showed(session: string, ...ids: readonly string[]): void {
  const shown = ids.map((id) => ({ id, scope: "project", score: 1, confidence: null, standing: "inferred" }));
  const receipt = {
    ...{ v: 1, at: NOW, roots: [project.rootId], kind: "prompt", session, prompt: null },
    ...{ strategy: "hybrid", outcome: "shown", shown, left: [] },
  };
  appendFileSync(join(project.state, "receipts.ndjson"), `${JSON.stringify(receipt)}\n`);
}

async function resume(session: string, budgetChars?: number): Promise<string> {
  const workspace = openSessionWorkspace(project, NOW);
  try {
    const limit = budgetChars === undefined ? {} : { budgetChars };
    return (await startSession(workspace, { session, continues: true, tellsPerson: () => false, ...limit }))
      .context;
  } finally {
    workspace.close();
  }
}

const LONG = Array.from(
  { length: 112 },
  (_, place) => `project_service_${"long_name_".repeat(7)}${String(place).padStart(3, "0")}`,
);

test("the names of many long ids stay within what the client shows, beside the block", async () => {
  for (const id of LONG) showed("long", id);
  for (const [budget, named] of [
    [10_000, 105],
    [3_333, 32],
  ] as const) {
    const context = await resume("long", budget);
    assert.ok(context.length <= budget, `${context.length} of ${budget}`);
    assert.match(context, /project_kiwi/);
    const names = LONG.toReversed().slice(0, named).join(", ");
    assert.equal(context.split("\n")[0], `${HEAD}${names} and ${112 - named} more.`);
  }
});

test("who was cut is counted again the next time, and named where there is room", async () => {
  assert.equal(await resume("long", 3_333), await resume("long", 3_333));
  assert.equal((await resume("long")).split("\n")[0], `${HEAD}${LONG.toReversed().join(", ")}.`);
});

test("a memory that is shown over and over does not push out one that is gone", async () => {
  showed("often", "project_gone");
  for (let count = 0; count < 250; count += 1) showed("often", "project_kiwi");
  showed("often", "project_late", "project_gone_too");
  assert.equal(
    (await resume("often")).split("\n")[0],
    `${HEAD}project_late, project_gone_too, project_gone.`,
  );
});

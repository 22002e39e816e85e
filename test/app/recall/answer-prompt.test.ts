// The block for a prompt of a session: silent where a person paused, and given once to a prompt that comes by two ways.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { answerPrompt } from "../../../src/app/recall/answer-prompt.ts";
import { addPause, endPauses } from "../../../src/app/workspace/pause.ts";
import { idsIn, later, recallProject } from "../../fixture/recall-project.ts";
import { openSessionWorkspace } from "../session/session-workspace.ts";

const project = await recallProject({ after });
await project.save("project_wombat", { body: "The wombat digests grass for two whole weeks in its burrow." });
const NOW = later();
const ROOM = { budgetChars: 10_000, isLate: () => false, tells: false };

afterEach(() => endPauses(project.state));

/** The ids that a prompt of this session is answered with. */
async function ask(session: string, promptId: string | null): Promise<string[]> {
  const workspace = openSessionWorkspace(project, NOW);
  try {
    const text = "how long does the wombat digest grass in its burrow?";
    return idsIn((await answerPrompt(workspace, { text, session, promptId }, ROOM)).text);
  } finally {
    workspace.close();
  }
}

test("a prompt of a paused session is answered with nothing, and one of another session is", async () => {
  const now = Date.parse(NOW);
  addPause(project.state, { until: null, session: "paused" }, now);
  assert.deepEqual(await ask("paused", null), []);
  assert.deepEqual(await ask("other", null), ["project_wombat"]);
  addPause(project.state, { until: now + 60_000, session: null }, now);
  assert.deepEqual(await ask("other", null), []);
});

test("a prompt that comes by two ways is answered once; the next one, and one without a name, each time", async () => {
  assert.deepEqual(await ask("s", "p1"), ["project_wombat"]);
  assert.deepEqual(await ask("s", "p1"), []);
  assert.deepEqual(await ask("s", "p2"), ["project_wombat"]);
  assert.deepEqual(await ask("t", "p1"), ["project_wombat"]);
  for (let time = 0; time < 2; time += 1) assert.deepEqual(await ask("s", null), ["project_wombat"]);
});

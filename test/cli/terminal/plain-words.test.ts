// Yes, no and mine at a real terminal: what stands there, what is typed, and what it does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { initProject } from "../../fixture/init-project.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

test("mine shows the text and takes the word, and no is carried out", async (t) => {
  const project = await initProject(t);
  const now = new Date().toISOString().replace(/\.\d+/, "");
  for (const id of ["project_taken", "project_dropped"]) await project.save(id, { now });
  const taken = await atTerminal(project, ["mine", "project_taken"], {
    replies: [["changes nothing: ", "mine"]],
  });
  assert.deepEqual([taken.exit, taken.unasked], [0, 0], taken.text);
  assert.match(taken.text, /\| What everybody should know[\s\S]*type mine, Enter alone changes nothing: /);
  const dropped = await atTerminal(project, ["no", "project_dropped"]);
  assert.equal(dropped.exit, 0, dropped.text);
  const standings = await standingsOf(project);
  assert.match(standings["project_taken"] ?? "", /^verified: approved by you/);
  assert.match(standings["project_dropped"] ?? "", /^quarantined: lowered by this machine/);
});

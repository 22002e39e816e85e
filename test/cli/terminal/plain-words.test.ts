// Yes, no and mine at a real terminal: what stands there, what is typed, and what it does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { initProject } from "../../fixture/init-project.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

test("mine shows the text, takes the word, and no and undo follow it at the same terminal", async (t) => {
  const project = await initProject(t);
  const now = new Date().toISOString().replace(/\.\d+/, "");
  for (const id of ["project_taken", "project_dropped"]) await project.save(id, { now });
  const refused = await atTerminal(project, ["yes", "project_taken"]);
  assert.equal(refused.exit, 1);
  assert.match(
    refused.text.replaceAll(/\s+/g, " "),
    /credence mine project_taken makes it your own words now/,
  );
  const taken = await atTerminal(project, ["mine", "project_taken"], {
    replies: [["changes nothing: ", "mine"]],
  });
  assert.deepEqual([taken.exit, taken.unasked], [0, 0], taken.text);
  assert.match(taken.text, /\| What everybody should know[\s\S]*type mine, Enter alone changes nothing: /);
  const dropped = await atTerminal(project, ["no", "project_dropped"]);
  assert.equal(dropped.exit, 0, dropped.text);
  const undone = await atTerminal(project, ["undo"], { replies: [["[y/N] ", "n"]] });
  assert.match(undone.text, /project_dropped was sent to quarantine/);
  const standings = await standingsOf(project);
  assert.match(standings["project_taken"] ?? "", /^verified: approved by you/);
  assert.match(standings["project_dropped"] ?? "", /^quarantined: lowered by this machine/);
});

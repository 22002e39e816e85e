// What a clone can arrange around a command: variables for an agent's processes, a state of its own, a link in place of the
// root, dates. None of it raises anything.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { recallProject } from "../fixture/recall-project.ts";
import { standingsOf } from "../fixture/two-machines.ts";

const ID = "project_pelican";
const PROMPT = "what does the pelican carry at dawn";
const BODY = "The pelican carries gravel across the river at dawn.";
const PERSON = "--as-test-person";

test("a state that a clone brings along, where its text is approved, is refused by recall as well", async (t) => {
  const project = await recallProject(t);
  // Mallory approved it at home, and committed the state beside the memories.
  const mallory = await recallProject(t);
  await mallory.save(ID, { name: "pelican", body: BODY, more: [PERSON] });
  for (const part of ["memories", "attest", "root.json"]) {
    cpSync(join(mallory.root, part), join(project.root, part), { recursive: true });
  }
  cpSync(mallory.credenceHome, join(project.top, "tools"), { recursive: true });
  assert.deepEqual((await project.recall(PROMPT)).ids, []);
  const state = join(project.top, "tools/state");
  for (const how of [
    { env: { CREDENCE_HOME: join(project.top, "tools") }, more: [] },
    { env: { CREDENCE_HOME: "", XDG_STATE_HOME: join(project.top, "tools") }, more: [] },
    { env: {}, more: ["--state", state] },
  ]) {
    const { exit, stdout, stderr } = await project.call(["recall", "--prompt", PROMPT, ...how.more], {
      env: how.env,
    });
    assert.deepEqual([exit, stdout], [1, ""], JSON.stringify(how));
    assert.match(stderr, /^error: STATE_REFUSED: /);
  }
});

test("a link in place of a root leads to nobody's trust", async (t) => {
  const project = await recallProject(t);
  await project.save(ID, { name: "pelican", body: BODY, more: [PERSON] });
  assert.deepEqual((await project.recall(PROMPT)).ids, [ID]);
  const elsewhere = join(project.base, "elsewhere");
  renameSync(project.root, elsewhere);
  symlinkSync(elsewhere, project.root);
  const { exit, stdout } = await project.call(["recall", "--prompt", PROMPT]);
  assert.deepEqual([exit, stdout], [1, ""]);
});

test("a copy of a root with all its signatures waits for a person", async (t) => {
  const project = await recallProject(t);
  await project.save(ID, { name: "pelican", body: BODY, more: [PERSON] });
  const copy = join(project.base, "copy");
  mkdirSync(copy);
  cpSync(join(project.top, ".claude"), join(copy, ".claude"), { recursive: true });
  const { stdout } = await project.done(["list", "--json"], { cwd: copy });
  assert.equal(JSON.parse(stdout)[0].reason, "second copy of a known project");
  assert.equal((await project.done(["recall", "--prompt", PROMPT], { cwd: copy })).stdout, "");
  const raised = await project.call(["keep", ID, PERSON], { cwd: copy });
  assert.match(raised.stderr, /^error: SECOND_LOCATION: /);
});

test("a text swapped on day six is foreign, and kept it is observed for seven days more", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { body: BODY });
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("gravel", "sand"));
  const at = (day: string): string[] => ["--now", `2026-05-${day}T12:00:00Z`, PERSON];
  assert.match(
    (await standingsOf(project))[ID] ?? "",
    /^foreign: changed since it was written by this machine/,
  );
  assert.match((await project.call(["promote", ID, ...at("08")])).stderr, /^error: WRONG_STANDING: /);
  await project.done(["keep", ID, ...at("07")]);
  const early = await project.call(["promote", ID, ...at("13")]);
  assert.match(early.stderr, /\nhint: it can be promoted from 2026-05-14T12:00:00Z\n$/);
  await project.done(["promote", ID, ...at("14")]);
});

test("a date set back in the file opens no promotion: what counts is when the text was first vouched for", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { body: BODY });
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(/created-at: .*/, "created-at: 2020-01-01T00:00:00Z"),
  );
  const { stderr } = await project.call(["promote", ID, PERSON, "--now", "2026-05-07T12:00:00Z"]);
  assert.match(stderr, /^error: OBSERVING: .*\nhint: it can be promoted from 2026-05-08T12:00:00Z\n$/);
});

test("a clock that is set ahead promotes nothing that a right clock would not show as early", async (t) => {
  const project = await initProject(t);
  writeFileSync(
    join(project.root, "memories", `${ID}.md`),
    memoryText({ extra: ["last-verified: 2099-01-01"] }),
  );
  await project.done(["keep", ID, PERSON, "--now", "2030-01-01T12:00:00Z"]);
  // By the right clock that statement lies years ahead and counts for no date.
  const { stderr } = await project.call(["promote", ID, PERSON, "--now", "2026-05-20T12:00:00Z"]);
  assert.match(stderr, /^error: OBSERVING: project_pelican has no recorded date/);
});

test("no option, variable or answer on standard input stands in for a person", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.save(ID, { body: BODY });
  const now = "2026-06-01T12:00:00Z";
  for (const more of [[], ["--as-test-person"], ["--yes"], ["-y"], ["--force"]]) {
    const { exit } = await project.call(["promote", ID, ...more], { stdin: "y\ny\ny\n", now });
    assert.notEqual(exit, 0, more.join(" "));
  }
  assert.deepEqual(await standingsOf(project), { [ID]: "inferred: written here" });
});

import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inProcess } from "../../fixture/command-in-process.ts";
import { recallProject } from "../../fixture/recall-project.ts";
import { scratchProject } from "../../fixture/scratch-project.ts";

const SESSION = "5e55-1017";

test("one line has what this session was shown and what waits, two numbers and no word of a memory", async (t) => {
  const project = await recallProject(t);
  await project.save("project_kiwi", {
    name: "Zebrakiwi",
    body: "The zebrakiwi sleeps by day, in the shade.",
  });
  await project.done(["save", "The tamarin is awake", "--dictated"]);
  const receipt = {
    v: 1,
    at: "2026-05-02T12:00:00Z",
    roots: [],
    kind: "prompt",
    prompt: null,
    strategy: "x",
  };
  const shown = [{ id: "project_kiwi", scope: "project" }];
  const line = (session: string) =>
    JSON.stringify({ ...receipt, session, outcome: "shown", shown, left: [] });
  const lines = [line(SESSION), line(SESSION), line("another")];
  writeFileSync(join(project.state, "receipts.ndjson"), `${lines.join("\n")}\n`);
  const stdin = JSON.stringify({ session_id: SESSION, workspace: { current_dir: project.top }, cwd: "/" });
  const { stdout, stderr } = await project.done(["statusline"], { stdin });
  assert.deepEqual([stdout, stderr], ["credence: 1 recalled, 1 waiting\n", ""]);
  const fresh = await project.done(["statusline"], { stdin: JSON.stringify({ session_id: "new" }) });
  assert.equal(fresh.stdout, "credence: 0 recalled, 1 waiting\n");
});

test("where anything is wrong it prints nothing, makes nothing and ends well", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const before = readdirSync(project.home);
  const gone = JSON.stringify({ session_id: 7, workspace: { current_dir: "/nowhere/at/all" } });
  for (const stdin of ["", "{", "[]", gone]) {
    const { exit, stdout, stderr } = await call(["statusline"], { stdin });
    assert.deepEqual([exit, stdout, stderr], [0, "", ""], stdin);
  }
  assert.deepEqual(readdirSync(project.home), before);
  const broken = await recallProject(t);
  rmSync(join(broken.root, "root.json"));
  writeFileSync(join(broken.root, "root.json"), "{");
  const { exit, stdout, stderr } = await broken.call(["statusline"], { stdin: "{}" });
  assert.deepEqual([exit, stdout, stderr], [0, "", ""]);
});

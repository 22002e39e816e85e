// What happens after a tool ran: a memory that it wrote is judged at once, one that it read counts as used.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
const NOTHING = { exit: 0, stdout: "", stderr: "" };
for (const id of ["kiwi", "emu", "ibis", "rhea", "moa", "takahe", "weka", "pukeko"].map(
  (name) => `project_${name}`,
)) {
  await project.save(id, { name: id.slice(8), body: "It sleeps by day, and it hunts by night." });
}

function afterTool(tool_name: string, file_path: string): Promise<unknown> {
  return hook("PostToolUse", { tool_name, tool_input: { file_path }, tool_response: {} });
}

test("a secret that a tool wrote into a memory sends it to quarantine at once", async () => {
  const path = project.pathOf("project_kiwi");
  appendFileSync(path, `\nThe token is ${SAMPLE_SECRET}.\n`);
  assert.deepEqual(await afterTool("Edit", path), NOTHING);
  assert.equal(existsSync(path), false);
  const quarantined = readFileSync(join(project.root, "quarantine/project_kiwi.md"), "utf8");
  assert.match(quarantined, /quarantine-reason: .*SECRET-DETECTED/);
  assert.deepEqual(project.troubles(), []);
});

test("a hook does not wait for a root that another process writes to: the file stays, and is withheld", async (t) => {
  const path = project.pathOf("project_pukeko");
  const before = readFileSync(path, "utf8");
  appendFileSync(path, `\nThe token is ${SAMPLE_SECRET}.\n`);
  const lock = acquireLock(project.root);
  t.after(() => writeFileSync(path, before));
  const began = performance.now();
  assert.deepEqual(await afterTool("Edit", path), NOTHING);
  assert.ok(performance.now() - began < 20_000);
  lock.release();
  assert.ok(existsSync(path));
  assert.deepEqual(project.troubles(), []);
});

test("a path is read from where the agent works, wherever the hook runs", async () => {
  const path = project.pathOf("project_ibis");
  appendFileSync(path, `\nThe token is ${SAMPLE_SECRET}.\n`);
  const call = {
    tool_name: "Write",
    tool_input: { file_path: relative(project.top, path) },
    tool_response: {},
  };
  assert.deepEqual(await hook("PostToolUse", call, { cwd: project.home }), NOTHING);
  assert.equal(existsSync(path), false);
  assert.equal(existsSync(join(project.root, "quarantine/project_ibis.md")), true);
});

test("the files of a patch are looked at like any that a tool wrote", async () => {
  const path = project.pathOf("project_rhea");
  appendFileSync(path, `\nThe token is ${SAMPLE_SECRET}.\n`);
  const files = ["src/gone.ts", relative(project.top, path)].map(
    (name) => `*** Update File: ${name}\n@@\n-x\n+y\n`,
  );
  const command = `*** Begin Patch\n${files.join("")}*** End Patch`;
  const call = { tool_name: "apply_patch", tool_input: { command }, tool_response: "Done!" };
  const options = { client: "codex", cwd: project.home };
  assert.deepEqual(await hook("PostToolUse", call, options), NOTHING);
  assert.equal(existsSync(path), false);
  assert.equal(existsSync(join(project.root, "quarantine/project_rhea.md")), true);
  assert.deepEqual(project.troubles(), []);
});

/** Tools that the guard knows by the words in their names, and where each names the file. */
const OTHERS = [
  ["project_moa", "NotebookEdit", "notebook_path"],
  ["project_takahe", "mcp__filesystem__write_file", "path"],
  ["project_weka", "mcp__serena__create_text_file", "relative_path"],
] as const;

for (const [id, tool_name, field] of OTHERS) {
  test(`what ${tool_name} wrote is looked at like any other`, async () => {
    const path = project.pathOf(id);
    appendFileSync(path, `\nThe token is ${SAMPLE_SECRET}.\n`);
    const tool_input = { [field]: relative(project.top, path) };
    assert.deepEqual(await hook("PostToolUse", { tool_name, tool_input, tool_response: {} }), NOTHING);
    assert.equal(existsSync(path), false);
    assert.equal(existsSync(join(project.root, `quarantine/${id}.md`)), true);
    assert.deepEqual(project.troubles(), []);
  });
}

test("a file that is no memory, is gone, or lies elsewhere is left alone", async () => {
  const elsewhere = join(project.top, "notes.md");
  writeFileSync(elsewhere, `The token is ${SAMPLE_SECRET}.\n`);
  for (const path of [
    elsewhere,
    join(project.root, "memories/gone.md"),
    join(project.root, "index.md"),
    "",
    "\0",
  ])
    assert.deepEqual(await afterTool("Write", path), NOTHING);
  assert.equal(existsSync(elsewhere), true);
  assert.deepEqual(project.troubles(), []);
});

test("a memory that an agent read as a file is noted by its id, and nothing else is", async () => {
  await afterTool("Read", project.pathOf("project_emu"));
  await afterTool("Read", join(project.top, "notes.md"));
  const records = join(project.state, "roots", project.rootId, "accesses.ndjson");
  const ids = readFileSync(records, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(ids, ["project_emu"]);
});

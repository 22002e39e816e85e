import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_window";

test("a healthy root is checked, is well and exits 0; outside of every root there is nothing to check", async (t) => {
  const { call, save, root, home } = await initProject(t);
  await save(ID);
  await playRows(call, [
    ["doctor", 0, `checked ${root}\nall is well\n`],
    ["doctor --json", 0, { repairs: [], ailments: [] }],
    ["doctor", 0, "no memory root here: credence init creates one\n", { cwd: home }],
  ]);
});

test("notes exit 0, warnings 1 and errors 2, and each says what it is", async (t) => {
  const { call, save, root } = await initProject(t);
  await save(ID);
  writeFileSync(join(root, "memories", "Notes.txt"), "x");
  const note =
    /^\[i\] stranger: a file in memories is not a memory file: move it out of the root\n[\s\S]*^all is well$/m;
  await playRows(call, [["doctor", 0, note]]);
  writeFileSync(join(root, "attest", ID, "odd.json"), "{}");
  const warning =
    /^\[W\] attestation: a file in project_deploy_window: it is not an attestation file: restore it from git or a backup, or remove it if never in either; .*$/m;
  await playRows(call, [["doctor", 1, warning]]);
  writeFileSync(join(root, "memories", "project_broken.md"), "no frontmatter");
  await playRows(call, [
    ["doctor", 2, /^\[E\] broken: project_broken: /m],
    ["doctor", 2, /^(?![\s\S]*all is well)/],
  ]);
});

test("hundreds of leftovers of killed processes are one line, in which a person reads the first names, and --repair removes them", async (t) => {
  const { call, save, root } = await initProject(t);
  await save(ID);
  const before = readTree(root);
  const names = Array.from({ length: 300 }, (_, at) => `.project_${100 + at}.md.20260501120000-abcdef.tmp`);
  for (const name of names) writeFileSync(join(root, "memories", name), "x");
  writeFileSync(join(root, "attest", ID, ".x.json.20260501120000-abcdef.tmp"), "x");
  const orphans = async (more: string): Promise<string[]> =>
    (await readJson(call, `doctor --json${more}`)).ailments
      .filter(({ check }: { check: string }) => check === "orphan")
      .map(({ message }: { message: string }) => message);
  assert.deepEqual(await orphans(""), ["301 files in memories, attest were left behind by killed processes"]);
  const first = names.slice(0, 3).map((name) => join(root, "memories", name));
  assert.deepEqual(await orphans(" --as-test-person"), [
    `301 files were left behind by killed processes: ${first.join(", ")}, and 298 more`,
  ]);
  await playRows(call, [
    ["doctor", 1, / \(credence doctor --repair repairs it\)$/m],
    ["doctor --repair", 0, /^repaired: 0 operations completed, 301 leftovers removed, 0 files moved$/m],
  ]);
  assert.deepEqual(readTree(root), before);
});

test("a file whose tier and directory disagree goes to quarantine, whichever way they do", async (t) => {
  const { call, save, root } = await initProject(t);
  for (const id of [ID, "project_other"]) await save(id);
  const [memories, quarantine] = [join(root, "memories"), join(root, "quarantine")];
  const path = join(memories, `${ID}.md`);
  const text = readFileSync(path, "utf8").replace("trust-level: inferred", "trust-level: quarantined");
  writeFileSync(path, text);
  renameSync(join(memories, "project_other.md"), join(quarantine, "project_other.md"));
  await playRows(call, [
    ["doctor", 2],
    ["doctor --repair", 0],
  ]);
  assert.deepEqual(Object.keys(readTree(memories)), []);
  assert.equal(readFileSync(join(quarantine, `${ID}.md`), "utf8"), text);
  const other = readFileSync(join(quarantine, "project_other.md"), "utf8");
  assert.match(
    other,
    /^trust-level: quarantined$[\s\S]*^quarantined-by: a validator\nquarantine-reason: the tier and the directory disagreed$/m,
  );
});

test("an id in memories and in quarantine stays in quarantine, and no text is lost", async (t) => {
  const { call, save, root } = await initProject(t);
  await save(ID);
  await call(["demote", ID, "--reason", "wrong"]);
  const body = "A text that a merge brought back.";
  writeFileSync(join(root, "memories", `${ID}.md`), memoryText({ body }));
  const twice = /^\[E\] twice: project_deploy_window is in both memories and quarantine \(credence doctor/m;
  await playRows(call, [
    ["doctor", 2, twice],
    ["doctor --repair", 0],
  ]);
  assert.deepEqual(findText(root, body), [`archive/2026-05/${ID}.md`]);
  assert.deepEqual(findText(root, "What everybody should know"), [`quarantine/${ID}.md`]);
});

test("a file that nobody vouches for takes no memory out of use by the place it lies in", async (t) => {
  const { call, save, root } = await initProject(t);
  await save(ID);
  const [used, held] = [join(root, "memories", `${ID}.md`), join(root, "quarantine", `${ID}.md`)];
  const [text, body] = [readFileSync(used, "utf8"), "A text that somebody put here."];
  writeFileSync(held, memoryText({ tier: "quarantined", body }));
  await playRows(call, [
    ["doctor --repair", 0],
    [`show ${ID} --json`, 0, /"standing": "inferred"/],
  ]);
  assert.deepEqual([findText(root, body), readFileSync(used, "utf8")], [[`archive/2026-05/${ID}.md`], text]);
  // Nothing that could be kept: that is for a person to remove.
  symlinkSync("nowhere", held);
  await playRows(call, [
    [
      "doctor --repair",
      2,
      /^\[E\] twice: .* is in both memories and quarantine: remove what is in quarantine/m,
    ],
    ["doctor --repair", 2, /^(?![\s\S]*^\[E\] twice: .*--repair)/m],
  ]);
  assert.equal(readFileSync(used, "utf8"), text);
});

test("while a merge is under way nothing is moved, and doctor goes on saying what there is", async (t) => {
  const { call, root, top } = await initProject(t);
  writeFileSync(join(root, "memories", `${ID}.md`), memoryText({ tier: "quarantined" }));
  writeFileSync(join(top, ".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
  const before = readTree(root);
  await playRows(call, [
    ["doctor --repair", 2, /^\[i\] mid-merge: a merge is in progress/m],
    ["doctor --repair", 2, /^\[E\] misplaced: /m],
  ]);
  assert.deepEqual(readTree(root), before);
});

test("a damaged list of signers and a person key without a passphrase are named", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.done(["spool", "clear"], { answers: ["none", "none"] });
  writeFileSync(join(project.state, "signers.json"), '{"v":1,"signers":[{"petname":"ana"}]}');
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 1);
  assert.deepEqual(stdout.split("\n").slice(0, 2), [
    "[W] signers: 1 of the trusted signers in signers.json cannot be read and are ignored: credence trust add adds them again",
    "[i] person-key: your person key has no passphrase, and any program you run can use it: credence key passphrase gives it one",
  ]);
  writeFileSync(join(project.state, "signers.json"), "{");
  assert.match((await project.call(["doctor"])).stdout, /^\[W\] signers: 1 of the trusted signers/);
});

test("after an audit quarantined a file with git's conflict markers doctor still says how to merge it", async (t) => {
  const { call, save, root } = await initProject(t);
  await save(ID);
  const conflict = "<<<<<<< HEAD\nOne text.\n=======\nAnother text.\n>>>>>>> theirs\n";
  appendFileSync(join(root, "memories", `${ID}.md`), conflict);
  const merges =
    "conflict markers of git in line \\d+: credence review asks which text holds; then commit it";
  const line = new RegExp(`^\\[E\\] broken: ${ID}: ${merges}$`, "m");
  await playRows(call, [
    ["doctor", 2, line],
    ["audit", 2],
    ["doctor", 2, line],
  ]);
  assert.deepEqual(readdirSync(join(root, "quarantine")), [`${ID}.md`]);
});

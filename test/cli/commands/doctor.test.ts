import assert from "node:assert/strict";
import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_window";

test("a healthy root is checked, is well and exits 0", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const { exit, stdout, stderr } = await project.call(["doctor"]);
  assert.deepEqual([exit, stdout, stderr], [0, `checked ${project.root}\nall is well\n`, ""]);
  const json = await project.call(["doctor", "--json"]);
  assert.deepEqual([json.exit, JSON.parse(json.stdout)], [0, { repairs: [], ailments: [] }]);
});

test("outside of every root there is nothing to check, and that is no error", async (t) => {
  const project = await initProject(t);
  const { exit, stdout } = await project.call(["doctor"], { cwd: project.home });
  assert.deepEqual([exit, stdout], [0, "no memory root here: credence init creates one\n"]);
});

test("notes exit 0, warnings 1 and errors 2, and each says what it is", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  writeFileSync(join(project.root, "memories", "Notes.txt"), "x");
  const noted = await project.call(["doctor"]);
  assert.deepEqual(
    [noted.exit, noted.stdout.split("\n")[0]],
    [0, "[i] stranger: a file in memories is not a memory file: move it out of the root"],
  );
  writeFileSync(join(project.root, "attest", ID, "odd.json"), "{}");
  const warned = await project.call(["doctor"]);
  assert.equal(warned.exit, 1);
  assert.match(
    warned.stdout,
    /^\[W\] attestation: a file in project_deploy_window: it is not an attestation file: restore it from git or a backup, or remove it if never in either; .*$/m,
  );
  writeFileSync(join(project.root, "memories", "project_broken.md"), "no frontmatter");
  const broken = await project.call(["doctor"]);
  assert.equal(broken.exit, 2);
  assert.match(broken.stdout, /^\[E\] broken: project_broken: /m);
  for (const each of [noted, warned, broken]) assert.equal(/^all is well$/m.test(each.stdout), !each.exit);
});

test("what a killed process left is named, and --repair removes it", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const before = readTree(project.root);
  const file = join(project.root, "memories", `${ID}.md`);
  copyFileSync(file, join(project.root, "memories", `.${ID}.md.20260501120000-abcdef.tmp`));
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 1);
  assert.match(
    stdout,
    /^\[W\] orphan: 1 file in memories was left behind by a killed process \(credence doctor --repair repairs it\)$/m,
  );
  const repaired = await project.call(["doctor", "--repair"]);
  assert.equal(repaired.exit, 0);
  assert.equal(
    repaired.stdout.split("\n")[0],
    "repaired: 0 operations completed, 1 leftover removed, 0 files moved",
  );
  assert.deepEqual(readTree(project.root), before);
});

test("hundreds of leftovers are one line, in which a person reads the first names", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const names = Array.from({ length: 300 }, (_, at) => `.project_${100 + at}.md.20260501120000-abcdef.tmp`);
  for (const name of names) writeFileSync(join(project.root, "memories", name), "x");
  writeFileSync(join(project.root, "attest", ID, ".x.json.20260501120000-abcdef.tmp"), "x");
  const orphansFor = async (...more: string[]): Promise<string[]> => {
    const { stdout } = await project.call(["doctor", "--json", ...more]);
    const { ailments } = JSON.parse(stdout) as { ailments: { check: string; message: string }[] };
    return ailments.filter(({ check }) => check === "orphan").map(({ message }) => message);
  };
  assert.deepEqual(await orphansFor(), [
    "301 files in memories, attest were left behind by killed processes",
  ]);
  const first = names.slice(0, 3).map((name) => join(project.root, "memories", name));
  assert.deepEqual(await orphansFor("--as-test-person"), [
    `301 files were left behind by killed processes: ${first.join(", ")}, and 298 more`,
  ]);
  const { stdout } = await project.call(["doctor", "--repair"]);
  assert.match(stdout, /^repaired: 0 operations completed, 301 leftovers removed, 0 files moved$/m);
});

test("a file whose tier and directory disagree goes to quarantine, whichever way they do", async (t) => {
  const project = await initProject(t);
  for (const id of [ID, "project_other"]) await project.save(id);
  const [memories, quarantine] = [join(project.root, "memories"), join(project.root, "quarantine")];
  const path = join(memories, `${ID}.md`);
  const text = readFileSync(path, "utf8").replace("trust-level: inferred", "trust-level: quarantined");
  writeFileSync(path, text);
  renameSync(join(memories, "project_other.md"), join(quarantine, "project_other.md"));
  assert.equal((await project.call(["doctor"])).exit, 2);
  const { exit, stdout } = await project.call(["doctor", "--repair"]);
  assert.equal(exit, 0, stdout);
  assert.deepEqual(Object.keys(readTree(memories)), []);
  const [marked = "", other = ""] = [ID, "project_other"].map((id) =>
    readFileSync(join(quarantine, `${id}.md`), "utf8"),
  );
  assert.equal(marked, text);
  assert.match(other, /^trust-level: quarantined$/m);
  assert.match(other, /^quarantined-by: credence doctor$/m);
});

test("an id in memories and in quarantine stays in quarantine, and no text is lost", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  await project.done(["demote", ID, "--reason", "wrong"]);
  writeFileSync(
    join(project.root, "memories", `${ID}.md`),
    memoryText({ body: "A text that a merge brought back." }),
  );
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 2);
  assert.match(
    stdout,
    /^\[E\] twice: project_deploy_window is in both memories and quarantine \(credence doctor/m,
  );
  const repaired = await project.call(["doctor", "--repair"]);
  assert.equal(repaired.exit, 0, repaired.stdout);
  assert.deepEqual(findText(project.root, "A text that a merge brought back."), [`archive/2026-05/${ID}.md`]);
  assert.deepEqual(findText(project.root, "What everybody should know"), [`quarantine/${ID}.md`]);
});

test("a file that nobody vouches for takes no memory out of use by the place it lies in", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const [used, held] = ["memories", "quarantine"].map((name) => join(project.root, name, `${ID}.md`));
  const text = readFileSync(used ?? "", "utf8");
  writeFileSync(held ?? "", memoryText({ tier: "quarantined", body: "A text that somebody put here." }));
  const repaired = await project.call(["doctor", "--repair"]);
  assert.equal(repaired.exit, 0, repaired.stdout);
  assert.deepEqual(findText(project.root, "A text that somebody put here."), [`archive/2026-05/${ID}.md`]);
  const shown = JSON.parse((await project.done(["show", ID, "--json"])).stdout);
  assert.deepEqual([shown.standing, readFileSync(used ?? "", "utf8")], ["inferred", text]);
  // Nothing that could be kept: that is for a person to remove.
  symlinkSync("nowhere", held ?? "");
  const left = await project.call(["doctor", "--repair"]);
  assert.equal(left.exit, 2);
  assert.match(
    left.stdout,
    /^\[E\] twice: .* is in both memories and quarantine: remove what is in quarantine/m,
  );
  assert.doesNotMatch(left.stdout, /^\[E\] twice: .*--repair/m);
  assert.equal(readFileSync(used ?? "", "utf8"), text);
});

test("while a merge is under way nothing is moved, and doctor goes on saying what there is", async (t) => {
  const project = await initProject(t);
  const text = memoryText({ tier: "quarantined" });
  writeFileSync(join(project.root, "memories", `${ID}.md`), text);
  writeFileSync(join(project.top, ".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
  const before = readTree(project.root);
  const { exit, stdout } = await project.call(["doctor", "--repair"]);
  assert.equal(exit, 2);
  assert.match(stdout, /^\[i\] mid-merge: a merge is in progress/m);
  assert.match(stdout, /^\[E\] misplaced: /m);
  assert.deepEqual(readTree(project.root), before);
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

test("a line of the journal that a crash cut short is left out, and the next one is whole", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const [journal = ""] = findText(project.state, '"command":"save"').filter((path) =>
    path.endsWith(".ndjson"),
  );
  appendFileSync(join(project.state, journal), '{"v":1,"op":"2026');
  await project.save("project_other");
  const told = JSON.parse((await project.call(["journal", "--json"])).stdout);
  assert.deepEqual(
    told.map(({ id }: { id: string }) => id),
    [ID, "project_other"],
  );
});

test("after an audit quarantined a file with git's conflict markers doctor still says how to merge it", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const file = join(project.root, "memories", `${ID}.md`);
  const conflict = "<<<<<<< HEAD\nOne text.\n=======\nAnother text.\n>>>>>>> theirs\n";
  writeFileSync(file, `${readFileSync(file, "utf8")}${conflict}`);
  const line = new RegExp(
    `^\\[E\\] broken: ${ID}: conflict markers of git in line \\d+: credence merge-file ID merges it, then commit$`,
    "m",
  );
  assert.match((await project.call(["doctor"])).stdout, line);
  assert.equal((await project.call(["audit"])).exit, 2);
  assert.deepEqual(readdirSync(join(project.root, "quarantine")), [`${ID}.md`]);
  assert.match((await project.call(["doctor"])).stdout, line);
});

// index.md: derived, sorted, escaped, only what recall may show; written by operations and by a rebuild, never by a question.

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { memoryText } from "../../fixture/memory-text.ts";
import { passTime, recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after }, { user: true });
project.keep();
const LIST = join(project.root, "index.md");

const lines = (path = LIST): string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);

test("each operation leaves the list of what recall may show, sorted", async () => {
  project.restore();
  await project.save("project_zebra", { name: "Zebra", more: ["--category", "decision", "--tags", "b,a"] });
  await project.save("project_apple", { name: "Apple" });
  const apple = "- [PROJECT] Apple -> .claude/memory/memories/project_apple.md";
  const zebra = "- [DECISION] Zebra -> .claude/memory/memories/project_zebra.md #tags:a,b";
  assert.deepEqual(lines(), [zebra, apple]);
  const steps: readonly (readonly [readonly string[], readonly string[]])[] = [
    [
      ["update", "project_apple", "--tags", "fruit"],
      [zebra, `${apple} #tags:fruit`],
    ],
    [["archive", "project_apple"], [zebra]],
    [
      ["unarchive", "project_apple"],
      [zebra, `${apple} #tags:fruit`],
    ],
    [["retire", "project_apple"], [zebra]],
    [
      ["unretire", "project_apple", "--as-test-person"],
      [zebra, `${apple} #tags:fruit`],
    ],
    [["demote", "project_apple", "--reason", "wrong"], [zebra]],
    [["forget", "project_zebra", "--reason", "asked for", "--as-test-person"], []],
  ];
  for (const [args, expected] of steps) {
    await project.done(args);
    assert.deepEqual(lines(), expected, args.join(" "));
  }
});

test("an operation changes its own line of a list that is as it was written, and no other", async () => {
  project.restore();
  for (const name of ["Apple", "Mango", "Zebra"])
    await project.save(`project_${name.toLowerCase()}`, { name });
  const index = new DatabaseSync(project.indexPath);
  index.exec("UPDATE memories SET line = 'never written' WHERE id = 'project_mango'");
  index.close();
  await project.done(["update", "project_zebra", "--tags", "stripes"]);
  await project.done(["archive", "project_apple"]);
  await project.save("project_banana", { name: "Banana" });
  const path = ".claude/memory/memories/project_";
  assert.deepEqual(lines(), [
    `- [PROJECT] Banana -> ${path}banana.md`,
    `- [PROJECT] Mango -> ${path}mango.md`,
    `- [PROJECT] Zebra -> ${path}zebra.md #tags:stripes`,
  ]);
});

test("wherever lines come and go, the list is the one that a rebuild writes", async () => {
  project.restore();
  const names = ["M", "B", "Z", "Éa", "A", "MM", "z", "日本", "M a", "Aa"].map((name) => `${name} note`);
  const ids = names.map((_, number) => `project_note_${number}`);
  for (const [number, name] of names.entries()) await project.save(ids[number] ?? "", { name });
  for (const id of [ids[2], ids[4], ids[7]]) await project.done(["retire", id ?? ""]);
  await project.done(["update", ids[5] ?? "", "--name", "A new name", "--tags", "x"]);
  const written = lines();
  assert.equal(written.length, 7);
  await project.done(["index", "--rebuild"]);
  assert.deepEqual(written, lines());
});

test("a list that somebody else changed, or that lacks what a question found out, is written whole", async () => {
  project.restore();
  await project.save("project_apple", { name: "Apple" });
  await project.save("project_pear", { name: "Pear" });
  writeFileSync(LIST, `${readFileSync(LIST, "utf8")}- [PROJECT] Trust me -> nowhere\n`);
  await project.save("project_plum", { name: "Plum" });
  const names = (): (string | undefined)[] => lines().map((line) => line.split(" ")[2]);
  assert.deepEqual(names(), ["Apple", "Pear", "Plum"]);
  writeFileSync(project.pathOf("project_pear"), memoryText({ name: "Foreign" }));
  await project.recall("what about the pear tree");
  assert.deepEqual(names(), ["Apple", "Pear", "Plum"]);
  await project.done(["update", "project_plum", "--tags", "fruit"]);
  assert.deepEqual(names(), ["Apple", "Plum"]);
});

test("a memory that moves to the other scope moves from one list to the other", async () => {
  project.restore();
  await project.save("feedback_small", { name: "Small" });
  await project.done(["move", "feedback_small", "--scope", "user"]);
  assert.deepEqual(lines(), []);
  assert.deepEqual(lines(join(project.userRoot, "index.md")), [
    "- [FEEDBACK] Small -> ~/.claude/claude-memory/memories/feedback_small.md",
  ]);
});

test("what a name or a tag holds is escaped and cannot make a line of its own", async () => {
  project.restore();
  const name = 'A <b> & "c" -> x #tags:y\u202E\u200B (inferred)';
  await project.save("project_odd", { name, more: ["--tags", "<t>,</memory-context>"] });
  const [line, ...more] = lines();
  assert.deepEqual(more, []);
  assert.match(line ?? "", /^- \[PROJECT\] A &lt;b&gt; &amp; &quot;c&quot; - x /);
  assert.doesNotMatch(line ?? "", /[<"\u202E\u200B]|->.*->|\(inferred\)/);
});

test("what nobody vouched for is not in it, however it came", async () => {
  project.restore();
  await project.save("project_apple", { name: "Apple" });
  writeFileSync(project.pathOf("project_foreign"), memoryText({ name: "Foreign" }));
  await project.save("project_pear", { name: "Pear" });
  assert.deepEqual(
    lines().map((line) => line.split(" ")[2]),
    ["Apple", "Pear"],
  );
  await project.done(["index", "--rebuild"]);
  assert.equal(lines().length, 2);
});

test("questions neither write it nor bring it back", async () => {
  project.restore();
  await project.save("project_apple", { name: "Apple" });
  const before = statSync(LIST, { bigint: true });
  await passTime();
  const questions = [
    ["recall", "--prompt", "what about the apple tree"],
    ["recall", "--session-start"],
    ["search", "apple"],
    ["search", "apple", "--strategy", "fts5_bm25"],
    ["why", "project_apple", "--prompt", "what about the apple tree"],
    ["index", "--query", "apple"],
    ["index", "--validate"],
    ["index", "--health"],
    ["receipts"],
    ["list"],
  ];
  for (const args of questions) await project.done(args);
  const { ino, mtimeNs } = statSync(LIST, { bigint: true });
  assert.deepEqual([ino, mtimeNs], [before.ino, before.mtimeNs]);
  rmSync(LIST);
  rmSync(join(project.credenceHome, "cache"), { recursive: true });
  for (const args of questions) await project.call(args);
  assert.equal(existsSync(LIST), false);
});

test("where no index can be kept it is gone rather than wrong, and a rebuild lists all the same", async () => {
  project.restore();
  await project.save("project_apple", { name: "Apple" });
  rmSync(join(project.credenceHome, "cache"), { recursive: true });
  writeFileSync(join(project.credenceHome, "cache"), "no directory");
  await project.save("project_pear", { name: "Pear" });
  assert.equal(existsSync(LIST), false);
  await project.done(["index", "--rebuild"]);
  assert.equal(lines().length, 2);
});

test("it is replaced as a whole: a link in its place is not followed, and nothing is left beside it", async () => {
  project.restore();
  const elsewhere = join(project.base, "elsewhere");
  writeFileSync(elsewhere, "precious");
  symlinkSync(elsewhere, LIST);
  await project.save("project_apple", { name: "Apple" });
  assert.equal(readFileSync(elsewhere, "utf8"), "precious");
  assert.equal(lines().length, 1);
  const left = readdirSync(project.root).sort();
  assert.deepEqual(left, [".gitignore", "attest", "index.md", "memories", "quarantine", "root.json"]);
});

test("a directory in its place stops no operation", async () => {
  project.restore();
  mkdirSync(join(LIST, "full"), { recursive: true });
  await project.save("project_apple", { name: "Apple" });
  assert.deepEqual((await project.recall("what about project_apple here")).ids, ["project_apple"]);
});

test("git does not see it", async () => {
  project.restore();
  await project.save("project_apple", { name: "Apple" });
  assert.doesNotMatch(project.git("status", "--porcelain", "--untracked-files=all"), /index\.md/);
});

// Two branches changed one memory, and git asks the driver: with real git, in every verb that merges.

import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commitAll, listStandings } from "../fixture/branches.ts";
import { git } from "../fixture/git-repository.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { CLI } from "../fixture/scratch-project.ts";
import { readTree } from "../fixture/tree.ts";

const ID = "project_alpha";
const MORE = "x".repeat(40);

function driverOf(): string {
  return `'${process.execPath}' '${CLI}' merge-file %O %A %B %P`;
}

async function withDriver(t: Parameters<typeof initProject>[0]): Promise<InitProject> {
  const project = await initProject(t);
  writeFileSync(join(project.top, ".gitattributes"), "*.md merge=credence\n");
  git(project.top, "config", "merge.credence.driver", driverOf());
  await project.save(ID);
  commitAll(project);
  return project;
}

/** The memory as each branch changed it; `main` is checked out. */
async function branchesOf(
  project: InitProject,
  [topic, main]: readonly [readonly string[], readonly string[]],
): Promise<void> {
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await project.done(["update", ID, ...topic], { now: "2026-05-02T12:00:00Z" });
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  await project.done(["update", ID, ...main], { now: "2026-05-03T12:00:00Z" });
  commitAll(project);
}

const BODIES = [
  ["--body", `The topic's own words. ${MORE}`],
  ["--body", `The words at home. ${MORE}`],
] as const;
const FIELDS = [
  ["--description", "As the topic says", "--tags", "zoo"],
  ["--name", "As we say at home", "--tags", "ant"],
] as const;

function textOf(project: InitProject, id: string = ID): string {
  return readFileSync(join(project.root, "memories", `${id}.md`), "utf8");
}

function secondsOf(project: InitProject): string[] {
  const names = readdirSync(join(project.root, "memories")).map((name) => name.replace(/\.md$/, ""));
  return names.filter((name) => name.startsWith(`${ID}_other_`));
}

test("of fields that two branches changed no third text is made: ours stays, theirs waits beside it", async (t) => {
  const project = await withDriver(t);
  await branchesOf(project, FIELDS);
  const ours = textOf(project);
  git(project.top, "merge", "--quiet", "--no-edit", "topic");
  assert.equal(textOf(project), ours);
  const [second = ""] = secondsOf(project);
  assert.match(textOf(project, second), /^description: As the topic says$/m);
  assert.deepEqual(await listStandings(project), [
    "project_alpha inferred: written here",
    `${second} foreign: another text of it is in use`,
  ]);
});

test("where only the marks of acts differ there is one text, with the lower ones", async (t) => {
  const project = await withDriver(t);
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await project.done(["archive", ID, "--reason", "for now"]);
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  await project.done(["retire", ID, "--reason", "over"]);
  commitAll(project);
  git(project.top, "checkout", "--quiet", "topic");
  git(project.top, "merge", "--quiet", "--no-edit", "main");
  assert.deepEqual(secondsOf(project), []);
  assert.match(textOf(project), /^status: retired$/m);
});

for (const verb of ["merge", "rebase", "cherry-pick", "stash"] as const) {
  test(`words that both changed are kept in two files by git ${verb}, and no marker is left`, async (t) => {
    const project = await withDriver(t);
    if (verb === "stash") {
      await project.done(["update", ID, ...BODIES[0]], { now: "2026-05-02T12:00:00Z" });
      git(project.top, "stash", "--quiet");
      await project.done(["update", ID, ...BODIES[1]], { now: "2026-05-03T12:00:00Z" });
      commitAll(project);
      git(project.top, "stash", "pop", "--quiet");
    } else {
      await branchesOf(project, BODIES);
      git(project.top, verb, ...(verb === "merge" ? ["--no-edit"] : []), "topic");
    }
    const [second = "", ...more] = secondsOf(project);
    assert.deepEqual(more, []);
    const texts = [textOf(project), textOf(project, second)];
    assert.doesNotMatch(texts.join(""), /^(<<<<<<<|>>>>>>>)/m);
    for (const words of ["The topic's own words.", "The words at home."]) {
      assert.equal(texts.filter((text) => text.includes(words)).length, 1, words);
    }
    const shown = `.claude/memory/memories/${second}.md`;
    assert.match(git(project.top, "status", "--porcelain", shown), /^\?\? /);
  });
}

test("what is no memory of a root is merged as git does it, and nothing beside it is written", async (t) => {
  const project = await withDriver(t);
  const rows = ["docs/project_alpha.md", ".claude/memory/memories/notes.md", "README.md"];
  const write = (words: string): void => {
    for (const path of rows) {
      mkdirSync(join(project.top, path, ".."), { recursive: true });
      writeFileSync(join(project.top, path), `${words}\n`);
    }
    commitAll(project);
  };
  write("before");
  git(project.top, "checkout", "--quiet", "-b", "topic");
  write("theirs");
  git(project.top, "checkout", "--quiet", "main");
  write("ours");
  assert.throws(() => git(project.top, "merge", "--quiet", "--no-edit", "topic"));
  for (const path of rows) {
    const text = readFileSync(join(project.top, path), "utf8");
    assert.match(text, /^<<<<<<< ours\nours\n=+\ntheirs\n>>>>>>> theirs\n$/, path);
  }
});

test("a side that is no memory leaves git's conflict, with its markers", async (t) => {
  const project = await withDriver(t);
  const file = join(project.root, "memories", `${ID}.md`);
  git(project.top, "checkout", "--quiet", "-b", "topic");
  writeFileSync(file, "not a memory\n");
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  await project.done(["update", ID, ...BODIES[1]]);
  commitAll(project);
  assert.throws(() => git(project.top, "merge", "--quiet", "--no-edit", "topic"));
  assert.match(readFileSync(file, "utf8"), /^<<<<<<< ours$/m);
});

const COPY = ".merge_file_a00001";

const REFUSED: readonly { readonly what: string; readonly args: (project: InitProject) => string[] }[] = [
  { what: "a file of the root", args: () => [COPY, `.claude/memory/memories/${ID}.md`, COPY] },
  { what: "a file of machine state", args: ({ state }) => [COPY, join(state, "signers.json"), COPY] },
  { what: "a state file to read", args: ({ state }) => [COPY, COPY, join(state, "config.json")] },
  { what: "a way out", args: () => ["../x", COPY, COPY] },
  {
    what: "a link",
    args: ({ top, state }) => {
      symlinkSync(join(state, "signers.json"), join(top, ".merge_file_b00001"));
      return [COPY, ".merge_file_b00001", COPY];
    },
  },
];

test("it reads and writes git's own copies, and nothing that somebody calls so", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  writeFileSync(join(project.top, COPY), "text\n");
  for (const { what, args } of REFUSED) {
    const given = [...args(project), `.claude/memory/memories/${ID}.md`];
    const before = readTree(project.base);
    const { exit, stderr } = await project.call(["merge-file", ...given]);
    assert.equal(exit, 1, what);
    assert.match(stderr, /^error: PATH_ERROR: /, what);
    assert.deepEqual(readTree(project.base), before, what);
  }
});

test("the second memory follows no link and overwrites nothing", async (t) => {
  const project = await withDriver(t);
  await branchesOf(project, BODIES);
  git(project.top, "merge", "--quiet", "--no-edit", "topic");
  const [second = ""] = secondsOf(project);
  git(project.top, "reset", "--quiet", "--hard", "HEAD~1");
  const path = join(project.root, "memories", `${second}.md`);
  const elsewhere = join(project.base, "elsewhere");
  for (const place of [() => writeFileSync(path, "mine\n"), () => symlinkSync(elsewhere, path)]) {
    rmSync(path);
    place();
    assert.throws(() => git(project.top, "merge", "--quiet", "--no-edit", "topic"));
    assert.match(textOf(project), /^<<<<<<< ours$/m);
    assert.equal(existsSync(elsewhere), false);
    git(project.top, "merge", "--abort");
    if (!lstatSync(path).isSymbolicLink()) assert.equal(readFileSync(path, "utf8"), "mine\n");
  }
});

test("conflict markers are merged afterwards by merge-file, from git's index or from the markers", async (t) => {
  for (const isCommitted of [false, true]) {
    const project = await initProject(t);
    await project.save(ID);
    commitAll(project);
    await branchesOf(project, isCommitted ? BODIES : FIELDS);
    assert.throws(() => git(project.top, "merge", "--quiet", "--no-edit", "topic"));
    if (isCommitted) commitAll(project);
    const { stdout } = await project.done(["merge-file", `.claude/memory/memories/${ID}.md`]);
    const [second, ...more] = secondsOf(project);
    assert.deepEqual(more, []);
    const [first] = await listStandings(project);
    assert.equal(first, "project_alpha inferred: written here");
    assert.equal(stdout, `merged project_alpha, and kept the other text in ${second}: git add both\n`);
    assert.equal((await listStandings(project))[1], `${second} foreign: another text of it is in use`);
    const again = await project.call(["merge-file", ID]);
    assert.match(again.stderr, /^error: WRONG_STANDING: project_alpha has no conflict markers/);
  }
});

test("versions that cannot be told apart are left to a person's hand", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const file = join(project.root, "memories", `${ID}.md`);
  const text = textOf(project);
  for (const markers of [
    "<<<<<<< a\n=======\n=======\n>>>>>>> b\n",
    "<<<<<<< a\n---\n=======\nx\n>>>>>>> b\n",
  ]) {
    const spoilt = markers.includes("---") ? text.replace("---\n", `---\n${markers}`) : `${text}${markers}`;
    writeFileSync(file, spoilt);
    const { exit, stderr } = await project.call(["merge-file", ID]);
    assert.equal(exit, 1);
    assert.match(
      stderr,
      /^error: INVALID_MEMORY: the versions of project_alpha cannot be told apart\nhint: edit /,
    );
    assert.equal(readFileSync(file, "utf8"), spoilt);
  }
});

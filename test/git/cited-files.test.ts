// The code moves on, and memories about it stay: what the block, the review and the audit say of the files they cite.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { listCommits, readBlobs, readChanges } from "../../src/git/read-history.ts";
import { readHead } from "../../src/store/read-head.ts";
import { findWorkTree } from "../../src/store/work-tree.ts";
import { git } from "../fixture/git-repository.ts";
import { type RecallProject, recallProject } from "../fixture/recall-project.ts";
import { findText } from "../fixture/tree.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

/** Before every commit of these tests. */
const LONG_AGO = "2026-05-01T12:00:00Z";
const BY_PERSON = ["--as-test-person"];
const PROMPT = "how does the connection pool of the database work?";
const ABOUT = "The connection pool of the database holds ten connections.";

const lines = (count: number, word = "line"): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join("");

function commit(project: Pick<RecallProject, "top">, files: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(project.top, path);
    mkdirSync(dirname(full), { recursive: true });
    if (text === null) rmSync(full);
    else writeFileSync(full, text);
  }
  if (Object.keys(files).length > 0) git(project.top, "add", "--all", ...Object.keys(files));
  git(project.top, "commit", "--quiet", "--allow-empty", "--message=Work");
}

type Setting = { readonly body?: string; readonly more?: readonly string[] };

/** A memory about the pool, and a first commit with the files that it may be about. */
async function citing(
  owner: Owner,
  { body = ABOUT, more = ["--related-files", "src/db.ts"] }: Setting = {},
): Promise<RecallProject> {
  const project = await recallProject(owner);
  commit(project, { "src/db.ts": lines(20), "src/other.ts": lines(20) });
  await project.save("project_pool", { name: "Database connection pool", body, more, now: LONG_AGO });
  return project;
}

/** The marker and the marks of the only memory, after somebody looked. */
async function markOf(project: RecallProject): Promise<string> {
  await project.done(["index", "--cited"]);
  return readMark(project);
}

async function readMark(project: RecallProject): Promise<string> {
  const { text } = await project.recall(PROMPT);
  const marker = /^- \[\w+\] (\([a-z, ]+\))/m.exec(text)?.[1];
  const line = text.split("\n").find((each) => each.startsWith("  ") && !each.startsWith("  |"));
  return marker === undefined ? "nothing was recalled" : `${marker} ${line?.trim() ?? ""}`.trim();
}

test("the block says how many commits ago a cited file changed, and that it is gone", async (t) => {
  const project = await citing(t);
  assert.equal(await markOf(project), "(inferred)");
  commit(project, { "src/db.ts": lines(21) });
  assert.match(await markOf(project), /; cites src\/db\.ts, changed in the last commit$/);
  commit(project, { "src/other.ts": lines(21) });
  assert.match(await markOf(project), /; cites src\/db\.ts, changed 1 commit ago$/);
  for (let round = 0; round < 3; round += 1) commit(project, {});
  assert.match(await markOf(project), /^\(inferred\) 2026-05-01; cites src\/db\.ts, changed 4 commits ago$/);
  commit(project, { "src/db.ts": null });
  assert.match(await markOf(project), /; cites src\/db\.ts, which is gone$/);
  // What git does not have and the disk does is not gone.
  writeFileSync(join(project.top, "src/db.ts"), "back, and nobody has committed it");
  commit(project, {});
  assert.doesNotMatch(await markOf(project), /cites/);
});

test("a prompt says nothing of cited files at a commit that nobody has looked at", async (t) => {
  const project = await citing(t);
  commit(project, { "src/db.ts": lines(21) });
  assert.match(await markOf(project), /cites/);
  commit(project, { "src/db.ts": lines(22) });
  assert.doesNotMatch(await readMark(project), /cites/);
  git(project.top, "reset", "--quiet", "--hard", "HEAD~1");
  assert.match(await readMark(project), /cites/);
  assert.match(await markOf(project), /cites/);
});

test("what changed and changed back, came later or was only renamed around counts as what it is", async (t) => {
  const project = await citing(t);
  commit(project, { "src/db.ts": lines(21) });
  commit(project, { "src/db.ts": lines(20) });
  assert.doesNotMatch(await markOf(project), /cites/, "it is as it was");
  const later = await citing(t, { more: ["--related-files", "src/new.ts"] });
  commit(later, { "src/new.ts": lines(5) });
  assert.doesNotMatch(await markOf(later), /cites/, "it came after the memory");
  commit(later, { "src/new.ts": lines(6) });
  assert.match(await markOf(later), /cites src\/new\.ts, changed in the last commit/);
  git(later.top, "mv", "src/new.ts", "src/newer.ts");
  git(later.top, "commit", "--quiet", "--message=Rename");
  assert.doesNotMatch(await markOf(later), /cites/, "it was never there when somebody vouched");
});

test("a path in a body counts, with what was vouched for later compared with what was there then", async (t) => {
  const body = `${ABOUT} See \`src/db.ts:42\`, https://example.com/src/other.ts and e.g. and/or.`;
  const project = await citing(t, { body, more: BY_PERSON });
  commit(project, { "src/db.ts": lines(21), "src/other.ts": lines(22) });
  assert.match(await markOf(project), /cites src\/db\.ts, changed in the last commit$/);
  // Whoever approves it again has seen the file as it is now.
  const soon = new Date(Date.now() + 5_000).toISOString().replace(/\.\d+Z$/, "Z");
  await project.done(["reaffirm", "project_pool", "--as-test-person"], { now: soon });
  assert.doesNotMatch(await markOf(project), /cites/);
});

test("an approved memory waits once in 30 days when its file is gone or mostly another", async (t) => {
  const project = await citing(t, { more: ["--related-files", "src/db.ts", ...BY_PERSON] });
  const waits = async (now: string): Promise<string[]> => {
    const { stdout } = await project.done(["review", "--json"], { now });
    const items: readonly { readonly waits: readonly { readonly why: string }[] }[] = JSON.parse(stdout);
    return items.flatMap((item) => item.waits.map(({ why }) => why));
  };
  commit(project, { "src/db.ts": lines(10) + lines(10, "new") });
  assert.deepEqual(await waits("2026-05-02T12:00:00Z"), [], "half of it is as it was");
  commit(project, { "src/db.ts": lines(9) + lines(11, "new") });
  const why = "55 % of a file that it cites changed since the approval";
  assert.deepEqual(await waits("2026-05-02T12:00:00Z"), [why]);
  commit(project, { "src/db.ts": null });
  assert.deepEqual(await waits("2026-05-02T12:00:00Z"), ["a file that it cites is gone"]);
  const { stdout } = await project.call(["status", "--json"], { now: "2026-05-02T12:00:00Z" });
  assert.equal(JSON.parse(stdout).waiting.moved, 1);
  const asked = await project.call(["review", "--as-test-person"], {
    now: "2026-05-02T12:00:00Z",
    answers: ["s"],
  });
  assert.equal(asked.exit, 0, asked.stderr);
  assert.deepEqual(await waits("2026-05-02T13:00:00Z"), ["a file that it cites is gone"]);
  assert.deepEqual(await waits("2026-05-04T12:00:00Z"), []);
  assert.deepEqual(await waits("2026-06-02T13:00:00Z"), ["a file that it cites is gone"]);
  // What is forgotten leaves neither its name there nor the paths that it named.
  await project.done(["forget", "project_pool", "--reason", "over", "--as-test-person"]);
  const left = (word: string): string[] =>
    findText(project.credenceHome, word).filter((path) => !path.endsWith("/forgotten-names.json"));
  for (const word of ["project_pool", "src/db.ts"]) assert.deepEqual(left(word), [], word);
});

test("an audit lists all cited files that moved, and to nobody by their names", async (t) => {
  const project = await citing(t, { more: ["--related-files", "src/db.ts,src/other.ts"] });
  commit(project, { "src/db.ts": lines(30), "src/other.ts": null });
  const { stdout } = await project.call(["audit", "--json"], { now: "2026-05-02T12:00:00Z" });
  const { moved, exit } = JSON.parse(stdout);
  const at = { id: "project_pool", scope: "project", path: null, commits: 0, share: null };
  assert.deepEqual(moved, [
    { ...at, fate: "changed" },
    { ...at, fate: "gone" },
  ]);
  assert.equal(exit, 1, "the audit reports a related file that does not exist, as before");
});

test("a merge counts as one commit, and brings what was committed before the text was vouched for", async (t) => {
  const project = await recallProject(t);
  commit(project, { "src/db.ts": lines(20) });
  git(project.top, "checkout", "--quiet", "-b", "topic");
  commit(project, { "src/db.ts": lines(25) });
  git(project.top, "checkout", "--quiet", "main");
  const soon = new Date(Date.now() + 2_000).toISOString().replace(/\.\d+Z$/, "Z");
  const more = ["--related-files", "src/db.ts"];
  await project.save("project_pool", { name: "Database connection pool", body: ABOUT, more, now: soon });
  assert.doesNotMatch(await markOf(project), /cites/);
  const date = new Date(Date.now() + 10_000).toISOString();
  execFileSync("git", ["merge", "--quiet", "--no-ff", "--message=Merge", "topic"], {
    cwd: project.top,
    env: {
      ...{ PATH: process.env["PATH"], HOME: "/nonexistent", GIT_COMMITTER_DATE: date },
      ...{ GIT_AUTHOR_NAME: "Ana", GIT_AUTHOR_EMAIL: "a@example.com" },
      ...{ GIT_COMMITTER_NAME: "Ana", GIT_COMMITTER_EMAIL: "a@example.com" },
    },
  });
  assert.match(await markOf(project), /cites src\/db\.ts, changed in the last commit$/);
});

test("HEAD is read without git: loose, packed, detached and in a linked work tree, and never out of the repository", (t) => {
  const top = freshDir(t);
  git(top, "init", "--quiet", "--initial-branch=main");
  const head = (at = top): string | null => {
    const tree = findWorkTree(at);
    return tree === null ? null : readHead(tree);
  };
  assert.equal(head(), null, "no commit yet");
  git(top, "commit", "--quiet", "--allow-empty", "--message=Begin");
  const first = git(top, "rev-parse", "HEAD").trim();
  assert.equal(head(), first);
  git(top, "pack-refs", "--all");
  assert.equal(existsSync(join(top, ".git/refs/heads/main")), false);
  assert.equal(head(), first);
  const linked = join(top, "linked");
  git(top, "worktree", "add", "--quiet", "-b", "topic", linked);
  git(linked, "commit", "--quiet", "--allow-empty", "--message=On the topic");
  assert.equal(head(linked), git(linked, "rev-parse", "HEAD").trim());
  assert.equal(head(), first);
  git(top, "checkout", "--quiet", "--detach");
  assert.equal(head(), first);
  writeFileSync(join(top, "elsewhere"), `${first}\n`);
  for (const text of [
    "ref: refs/heads/../../../elsewhere",
    "ref: /etc/passwd",
    "ref: refs/heads/none",
    "x",
  ]) {
    writeFileSync(join(top, ".git/HEAD"), `${text}\n`);
    assert.equal(head(), null, text);
  }
});

test("shallow clones, submodules, binary files and missing objects end in no answer, not in a failure", async (t) => {
  const project = await citing(t);
  commit(project, { "src/db.ts": "\0\x01\xff", "src/other.ts": lines(3) });
  const head = git(project.top, "rev-parse", "HEAD").trim();
  const commits = listCommits(project.top, head) ?? [];
  const paths = new Set(["src/db.ts", "src/other.ts"]);
  const changes = readChanges(project.top, commits, { count: commits.length, paths }) ?? [];
  assert.deepEqual(
    changes.map(({ path, commit: at }) => `${path} ${at}`),
    ["src/db.ts 0", "src/other.ts 0"],
  );
  const ids = changes.slice(0, 2).flatMap(({ after }) => after ?? []);
  assert.deepEqual(
    [...readBlobs(project.top, ["f".repeat(40), ...ids]).values()],
    ["\0\x01\xc3\xbf", lines(3)],
  );
  const shallow = join(project.base, "shallow");
  git(project.base, "clone", "--quiet", "--depth=1", `file://${project.top}`, shallow);
  assert.equal(listCommits(shallow, head)?.length, 1);
  assert.equal(listCommits(project.top, "f".repeat(40)), null);
  rmSync(join(project.top, ".git/objects"), { recursive: true });
  for (const name of ["info", "pack"])
    mkdirSync(join(project.top, ".git/objects", name), { recursive: true });
  assert.doesNotMatch(await markOf(project), /cites/);
});

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { saveMemory } from "../../../src/app/change/save-memory.ts";
import { buildCorpus, describeCorpora, rebuildCorpus } from "../../../src/app/knowledge/build-corpus.ts";
import { deleteCorpus } from "../../../src/app/knowledge/corpus.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import {
  type AskingProject,
  askingProject,
  corpusFile,
  deployProject,
  NO_FILTER,
} from "../../fixture/asking-project.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { DRAFT } from "../../fixture/open-project.ts";
import { pick } from "../../fixture/pick.ts";
import { refusal } from "../../fixture/refusal.ts";
import type { Owner } from "../../temp-dir.ts";

const body = (text: string): string => `${text}\n\nWhy: it was agreed.\nHow to apply: think of it.`;
const DEPLOY = { name: "Deploy window", body: body("Deployments happen on Tuesdays.") } as const;
const RUNNER = { name: "Test runner", body: body("Tests run with the numbat runner.") } as const;

async function sample(owner: Owner): Promise<AskingProject> {
  const project = askingProject(owner);
  await project.save({ ...DEPLOY, tags: ["deploy"] }, { person: true, now: "2026-04-20T12:00:00Z" });
  await project.save({ ...RUNNER, category: "runbook" });
  return project;
}

test("a corpus is ids and digests in a private file, and no word of a memory", async (t) => {
  const project = await sample(t);
  assert.equal(await project.build("all"), 2);
  const path = corpusFile(project, "all");
  assert.deepEqual([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777], [0o600, 0o700]);
  const { members, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual(rest, { v: 1, at: "2026-05-01T12:00:00Z", name: "all", filter: NO_FILTER });
  assert.deepEqual(
    members.map(({ scope, id, digest }: Record<string, string>) => [scope, id, digest?.length]),
    [
      ["project", "project_deploy_window", 64],
      ["project", "project_test_runner", 64],
    ],
  );
});

test("each filter narrows, by itself and with others", async (t) => {
  const project = await sample(t);
  let built = 0;
  for (const [filter, memories] of [
    [{ query: "numbat" }, 1],
    [{ query: "numbat", category: "decision" }, 0],
    [{ category: "runbook" }, 1],
    [{ type: "project" }, 2],
    [{ type: "user" }, 0],
    [{ tag: "DEPLOY" }, 1],
    [{ standing: "verified" }, 1],
    [{ query: "deployments tests", standing: "inferred" }, 1],
    [{ since: "2026-05-01T00:00:00Z", scope: "project" }, 1],
  ] as const) {
    built += 1;
    const told = JSON.stringify(filter);
    if (memories > 0) assert.equal(await project.build(`c${built}`, filter), memories, told);
    else await assert.rejects(project.build(`c${built}`, filter), refusal("NOT_FOUND"), told);
  }
});

test("a list says what changed since, and a rebuild applies the filters anew", async (t) => {
  const project = await sample(t);
  await project.build("all");
  const workspace = await project.open({ now: "2026-05-04T12:00:00Z" });
  const root = rootOf(workspace, "project");
  const changed = body("Tests run with the bilby runner.");
  assert.equal((await inProcess(project)(["update", "project_test_runner", "--body", changed])).exit, 0);
  rmSync(project.fileOf("project_deploy_window"));
  await project.save({ name: "Branch names", body: body("Branches are named after their issue.") });
  const [described] = await describeCorpora(workspace);
  assert.deepEqual(
    [described?.name, described?.scope, described?.memories, described?.ageDays, described?.changed],
    ["all", root.scope, 2, 3, 2],
  );
  assert.deepEqual(await rebuildCorpus(workspace, "all"), {
    ...{ name: "all", memories: 2, added: 1, removed: 1, changed: 1 },
  });
  assert.deepEqual((await describeCorpora(workspace))[0]?.changed, 0);
  deleteCorpus(workspace, "all");
  assert.deepEqual(await describeCorpora(workspace), []);
});

test("a corpus of the user root holds the person's own memories and is found in every project", async (t) => {
  const project = await sample(t);
  const workspace = await project.open();
  const own = { ...workspace, roots: workspace.roots.filter(({ scope }) => scope === "user") };
  const [root] = own.roots;
  assert.ok(root !== undefined);
  await saveMemory(own, { root, draft: { ...DRAFT, type: "user", name: "Keyboard" }, id: null });
  assert.equal((await buildCorpus(own, { name: "mine", filter: NO_FILTER })).memories, 1);
  assert.deepEqual((await rebuildCorpus(workspace, "mine")).memories, 1);
  assert.deepEqual(pick(await describeCorpora(workspace), "name", "scope"), [["mine", "user"]]);
});

test("a name that is none, is taken or is unknown is refused and nothing is left behind", async (t) => {
  const project = await deployProject(t);
  await project.build("all");
  for (const name of [..."A ../x a/b .x -a a- ü __proto__".split(" "), "", "a b", "a\n", "a".repeat(41)])
    await assert.rejects(project.build(name), refusal("USAGE"), name);
  await assert.rejects(project.build("all"), refusal("EXISTS"));
  const workspace = await project.open();
  for (const act of [rebuildCorpus, deleteCorpus])
    await assert.rejects(async () => act(workspace, "other"), refusal("NOT_FOUND"));
  assert.deepEqual(readdirSync(dirname(corpusFile(project, "all"))), ["all.json"]);
});

test("a filter that is empty or too long, and a root with too many corpora, are refused", async (t) => {
  const project = await deployProject(t);
  for (const query of ["", " ", "x".repeat(1_001)])
    await assert.rejects(project.build("c", { query }), refusal("USAGE"));
  await project.build("all");
  const directory = dirname(corpusFile(project, "all"));
  for (let number = 1; number < 100; number += 1) writeFileSync(join(directory, `c${number}.json`), "");
  await assert.rejects(project.build("one-more"), refusal("USAGE"));
});

test("a file that is no corpus is refused, and can be deleted", async (t) => {
  const project = await deployProject(t);
  await project.build("all");
  const path = corpusFile(project, "all");
  const fine = JSON.parse(readFileSync(path, "utf8"));
  const workspace = await project.open();
  const member = { scope: "project", id: "../../secret", digest: "0".repeat(64) };
  for (const [value, code] of [
    ["{", "STATE_REFUSED"],
    [{ ...fine, v: 2 }, "UNKNOWN_FORMAT"],
    [{ ...fine, name: "other" }, "STATE_REFUSED"],
    [{ ...fine, at: "yesterday" }, "STATE_REFUSED"],
    [{ ...fine, filter: {} }, "STATE_REFUSED"],
    [{ ...fine, filter: { ...NO_FILTER, standing: "foreign" } }, "STATE_REFUSED"],
    [{ ...fine, members: [member] }, "STATE_REFUSED"],
    [{ ...fine, members: Array.from({ length: 1_001 }, () => fine.members[0]) }, "STATE_REFUSED"],
  ] as const) {
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    await assert.rejects(
      () => rebuildCorpus(workspace, "all"),
      refusal(code),
      JSON.stringify(value).slice(0, 99),
    );
  }
  deleteCorpus(workspace, "all");
  assert.equal(await project.build("all"), 2);
});

test("a directory in the place of a corpus is refused, and can be deleted", async (t) => {
  const project = await deployProject(t);
  await project.build("all");
  const path = corpusFile(project, "all");
  rmSync(path);
  mkdirSync(join(path, "within"), { recursive: true });
  writeFileSync(join(dirname(path), "other"), "no corpus by its name");
  const workspace = await project.open();
  await assert.rejects(() => rebuildCorpus(workspace, "all"), refusal("STATE_REFUSED"));
  deleteCorpus(workspace, "all");
  assert.throws(() => deleteCorpus(workspace, "other"), refusal("NOT_FOUND"));
  assert.deepEqual(readdirSync(dirname(path)), ["other"]);
  assert.equal(await project.build("all"), 2);
});

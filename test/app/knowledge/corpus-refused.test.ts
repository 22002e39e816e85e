import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { rebuildCorpus } from "../../../src/app/knowledge/build-corpus.ts";
import { deleteCorpus } from "../../../src/app/knowledge/corpus.ts";
import { corpusFile, deployProject, NO_FILTER } from "../../fixture/asking-project.ts";
import { refusal } from "../../fixture/refusal.ts";

test("a name that is none, is taken or is unknown is refused and nothing is left behind", async (t) => {
  const project = await deployProject(t);
  await project.build("all");
  for (const name of [
    "",
    "A",
    "../x",
    "a/b",
    ".x",
    "-a",
    "a-",
    "a".repeat(41),
    "a b",
    "ü",
    "__proto__",
    "a\n",
  ])
    await assert.rejects(project.build(name), refusal("USAGE"), name);
  await assert.rejects(project.build("all"), refusal("EXISTS"));
  const workspace = await project.open();
  for (const act of [rebuildCorpus, deleteCorpus])
    assert.throws(() => act(workspace, "other"), refusal("NOT_FOUND"));
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
    [{ ...fine, v: 2 }, "NEWER_FORMAT"],
    [{ ...fine, name: "other" }, "STATE_REFUSED"],
    [{ ...fine, at: "yesterday" }, "STATE_REFUSED"],
    [{ ...fine, filter: {} }, "STATE_REFUSED"],
    [{ ...fine, filter: { ...NO_FILTER, standing: "foreign" } }, "STATE_REFUSED"],
    [{ ...fine, members: [member] }, "STATE_REFUSED"],
    [{ ...fine, members: Array.from({ length: 1_001 }, () => fine.members[0]) }, "STATE_REFUSED"],
  ] as const) {
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    assert.throws(() => rebuildCorpus(workspace, "all"), refusal(code), JSON.stringify(value).slice(0, 99));
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
  assert.throws(() => rebuildCorpus(workspace, "all"), refusal("STATE_REFUSED"));
  deleteCorpus(workspace, "all");
  assert.throws(() => deleteCorpus(workspace, "other"), refusal("NOT_FOUND"));
  assert.deepEqual(readdirSync(dirname(path)), ["other"]);
  assert.equal(await project.build("all"), 2);
});

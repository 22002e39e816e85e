import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noteAccess } from "../../../src/app/capture/accesses.ts";
import { auditProject, idsOf } from "../../fixture/audit-project.ts";
import { ASKED, askedProject, at, day, GOOD, recall } from "./asked-project.ts";

test("recalls are counted a week, with the silent ones and the memories shown most", async (t) => {
  const project = await askedProject(t);
  for (const on of ["2026-05-04", "2026-05-10", "2026-05-11"]) await recall(project, ASKED, on);
  await recall(project, "how do I bake a chocolate cake?", "2026-05-12");
  await recall(project, "short", "2026-05-12");
  const { recalls } = await project.audit(at(day("2026-05-12")));
  assert.deepEqual(recalls, {
    prompts: 4,
    shown: 3,
    silent: 1,
    weeks: [
      { week: "2026-05-04", shown: 2, silent: 0 },
      { week: "2026-05-11", shown: 1, silent: 1 },
    ],
    top: [{ id: "project_kiwi", scope: "project", count: 3 }],
  });
});

test("unused is what is older than four weeks and was in no receipt of the last four", async (t) => {
  const project = await askedProject(t);
  await recall(project, ASKED, "2026-05-20");
  const young = await project.audit(at("2026-05-29T08:59:59Z"));
  assert.deepEqual([idsOf(young.unused.memories), young.unused.receiptsFrom], [[], "2026-05-20T12:00:00Z"]);
  assert.deepEqual(idsOf((await project.audit(at("2026-05-29T09:00:00Z"))).unused.memories), [
    "project_idle",
  ]);
  assert.deepEqual(idsOf((await project.audit(at(day("2026-06-17")))).unused.memories), ["project_idle"]);
  assert.deepEqual(idsOf((await project.audit(at("2026-06-17T12:00:01Z"))).unused.memories), [
    "project_idle",
    "project_kiwi",
  ]);
});

test("a memory that an agent read as a file is used", async (t) => {
  const project = await askedProject(t);
  const id: string = JSON.parse(readFileSync(join(project.root, "root.json"), "utf8")).root;
  const place = { records: join(project.state, "roots", id), root: project.root };
  const path = join(project.root, "memories/project_idle.md");
  const now = Date.parse(day("2026-06-10"));
  assert.equal(noteAccess(place, { path, cwd: project.top, now }), true);
  assert.deepEqual(idsOf((await project.audit(at(day("2026-06-11")))).unused.memories), ["project_kiwi"]);
});

test("a memory of the user that another project used is used", async (t) => {
  const project = auditProject(t);
  await project.plant("user_kiwi", { name: "Zebrakiwi", body: GOOD });
  const elsewhere = { cwd: project.home };
  await project.call(["recall", "--prompt", ASKED, ...at(day("2026-06-10"))], elsewhere);
  assert.deepEqual((await project.audit(at(day("2026-06-11")))).unused.memories, []);
  assert.deepEqual(idsOf((await project.audit(at(day("2026-07-11")))).unused.memories), ["user_kiwi"]);
});

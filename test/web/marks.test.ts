// Who holds a decision, how long it lives, and what is said of one that nobody signed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { inProcess } from "../fixture/command-in-process.ts";
import { type OpenProject, openProject } from "../fixture/open-project.ts";
import { decide, marksOf } from "./page-acts.ts";
import { codeOf, type StartedPage, startPage, type Tab } from "./started-page.ts";

const ID = "project_deploy_on_fridays";
const FIRST = "the-first-tab-of-two";
const SECOND = "the-second-tab-of-two";

async function markedPage(
  t: TestContext,
  options?: Parameters<typeof startPage>[2],
): Promise<{ readonly project: OpenProject; readonly page: StartedPage; readonly tab: Tab }> {
  const project = openProject(t);
  await project.save();
  const page = await startPage(t, project, options);
  const tab = await page.enter(FIRST);
  return { project, page, tab };
}

const demote = (tab: Tab, id = ID) => decide(tab, [id, "demote"], { reason: "wrong", seen: undefined });

test("a memory is decided in one tab at a time, and each tab signs and takes back its own", async (t) => {
  const signed: string[] = [];
  const sign = async (marks: readonly { readonly tab: string }[]) => {
    signed.push(...marks.map(({ tab }) => tab));
    return { done: [], again: [], declined: "not now" };
  };
  const { page, tab, project } = await markedPage(t, { sign });
  await project.save({ name: "Deploy on Mondays", body: "Deployments happen on Mondays before noon, too." });
  const second = await page.enter(SECOND);
  assert.equal((await demote(tab)).status, 200);
  const held = await demote(second);
  assert.deepEqual([held.status, codeOf(held)], [409, "OCC_CONFLICT"]);
  assert.deepEqual((await marksOf(second)).elsewhere, [{ scope: "project", id: ID }]);
  assert.equal(codeOf(await second.post("/api/sign", {})), "NOT_FOUND");
  const mark = (await marksOf(tab)).marks[0]?.mark;
  await second.post("/api/marks/undo", { mark });
  assert.equal((await marksOf(tab)).marks.length, 1);
  assert.equal((await demote(second, "project_deploy_on_mondays")).status, 200);
  await second.post("/api/sign", {});
  assert.deepEqual(signed, [SECOND]);
  await tab.post("/api/marks/undo", { mark });
  assert.deepEqual((await marksOf(tab)).marks, []);
  assert.equal((await demote(tab)).status, 200);
});

test("while the terminal asks, nothing of what it lists can change, and nobody else can ask", async (t) => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let times = 0;
  const sign = async () => {
    times += 1;
    asked.resolve();
    if (times === 1) await answered.promise;
    return { done: [{ scope: "project", id: ID, says: "demoted" } as const], again: [], declined: null };
  };
  const { page, tab } = await markedPage(t, { sign });
  const second = await page.enter(SECOND);
  await demote(tab);
  const mark = (await marksOf(tab)).marks[0]?.mark;
  const signing = tab.post("/api/sign", {});
  await asked.promise;
  assert.equal((await marksOf(second)).isSigning, true);
  for (const attempt of [tab.post("/api/marks/undo", { mark }), demote(tab), tab.post("/api/sign", {})]) {
    assert.equal(codeOf(await attempt), "OCC_CONFLICT");
  }
  answered.resolve();
  assert.equal((await signing).status, 200);
  assert.deepEqual((await marksOf(tab)).marks, []);
});

test("the decisions of a tab that went away are dropped after ten seconds, and the next page says so until it is heard", async (t) => {
  const { page, tab } = await markedPage(t);
  const live = await tab.live();
  await demote(tab);
  page.pass(60_000);
  assert.equal((await marksOf(tab)).marks.length, 1);
  live.leave();
  await until(() => page.server.countTabs() === 0);
  page.pass(9_000);
  assert.equal((await marksOf(tab)).marks.length, 1);
  page.pass(2_000);
  const next = await page.enter(SECOND);
  const told = [{ id: ID, says: "demote" }];
  assert.deepEqual(await marksOf(next), {
    ...{ marks: [], elsewhere: [], dropped: told, unlockedUntil: null, isSigning: false },
  });
  assert.deepEqual((await marksOf(next)).dropped, told);
  await next.post("/api/marks/heard", {});
  assert.deepEqual((await marksOf(next)).dropped, []);
});

async function until(isTrue: () => boolean): Promise<void> {
  for (let left = 200; left > 0 && !isTrue(); left -= 1)
    await new Promise((resolve) => void setTimeout(resolve, 25));
  assert.ok(isTrue());
}

test("what a killed server left is told by the next one, once, and what is no such record is passed over", async (t) => {
  const project = openProject(t);
  await project.save();
  const first = await startPage(t, project);
  const directory = join(project.state, "page");
  // A process that is gone; no process has this number.
  const name = "unsigned-4194999.json";
  const root = (await project.open()).roots[0]?.id ?? "";
  const unsigned = [
    { root, id: ID, says: "confirm as fact" },
    { root: "of-another-project", id: "project_of_another", says: "demote" },
    { root, id: "../../etc", says: "x" },
    { root, id: 7 },
    null,
  ];
  writeFileSync(join(directory, name), JSON.stringify({ v: 1, unsigned }));
  writeFileSync(join(directory, "unsigned-4194998.json"), "{");
  assert.deepEqual((await marksOf(await first.enter())).dropped, []);
  await first.server.end("over");
  const second = await startPage(t, project);
  const tab = await second.enter();
  assert.deepEqual((await marksOf(tab)).dropped, [{ id: ID, says: "confirm as fact" }]);
  await tab.post("/api/marks/heard", {});
  await second.server.end("over");
  assert.deepEqual(readdirSync(directory), [name]);
  const others = [{ root: "of-another-project", id: "project_of_another", says: "demote" }];
  assert.deepEqual(JSON.parse(readFileSync(join(directory, name), "utf8")).unsigned, others);
});

test("a memory that is forgotten is forgotten by what was decided about it, too", async (t) => {
  const project = openProject(t);
  await project.save();
  const page = await startPage(t, project);
  await page.server.end("over");
  const path = join(project.state, "page", "unsigned-4194999.json");
  const root = (await project.open()).roots[0]?.id ?? "";
  const other = { root: "of-another-project", id: ID, says: "demote" };
  writeFileSync(path, JSON.stringify({ v: 1, unsigned: [{ root, id: ID, says: "confirm as fact" }, other] }));
  const { exit } = await inProcess(project)(["forget", ID, "--reason", "asked for", "--as-test-person"]);
  assert.equal(exit, 0);
  // The decision about the memory of the same id in another project stays, and nothing else does.
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), { v: 1, unsigned: [other] });
});

test("it ends by itself half an hour after the last look, and not while somebody looks", async (t) => {
  const { page, tab } = await markedPage(t);
  const live = await tab.live();
  page.pass(3_600_000);
  assert.equal((await tab.get("/api/marks")).status, 200);
  live.leave();
  await until(() => page.server.countTabs() === 0);
  page.pass(1_801_000);
  await until(() => page.told.at(-1) === "ended: nobody has looked at it for half an hour");
});

test("what others do is told to every tab as it happens, and of a memory that was marked it is said", async (t) => {
  const { project, tab } = await markedPage(t);
  const live = await tab.live();
  await demote(tab);
  const said = (pattern: RegExp): Promise<void> => until(() => live.lines.some((line) => pattern.test(line)));
  await project.save({ name: "Deploy on Mondays", body: "Deployments happen on Mondays before noon, too." });
  await said(/"what":\["memories","queue","health"\]/);
  await said(/An agent saved project_deploy_on_mondays/);
  writeFileSync(join(project.root, "memories", `${ID}.md`), "another text\n");
  await said(/project_deploy_on_fridays has changed since you decided: look at it again/);
  live.leave();
});

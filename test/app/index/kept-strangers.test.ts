// Files beside a memory's statements that count for nothing are remembered, so that no prompt reads them twice. What may take a
// memory out of use is never among them.

import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { floodJunk } from "../../../bench/hostile-clone.ts";
import { passTime, recallProject } from "../../fixture/recall-project.ts";
import { askInTime } from "./ask-in-time.ts";

const project = await recallProject({ after });
const { ask } = askInTime(project);
const PROMPT = "where does the wombat digest its grass";
await project.save("project_wombat", {
  name: "Wombat",
  body: "The wombat digests grass for two whole weeks in its burrow.",
});
await project.recall(PROMPT);
project.keep();

const statements = join(project.root, "attest", "project_wombat");
const isShown = async (): Promise<boolean> => (await project.recall(PROMPT)).ids.length > 0;
const putJunk = (perId: number): void => floodJunk({ root: project.root, ids: ["project_wombat"], perId });

/** What somebody with a newer version says, in a form that nobody here can read. */
function putNewerStatement(): void {
  writeFileSync(join(statements, `${"f".repeat(64)}.json`), JSON.stringify({ v: 7, act: "retire" }));
}

function makeRootNewer(): void {
  const path = join(project.root, "root.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), v: 9 }));
}

test("in a newer root what a newer version said of a memory withholds it from every prompt", async () => {
  project.restore();
  makeRootNewer();
  assert.equal(await isShown(), true);
  await passTime();
  putNewerStatement();
  for (const round of [1, 2]) assert.equal(await isShown(), false, `prompt ${round}`);
  await passTime();
  putJunk(10);
  for (const round of [3, 4]) assert.equal(await isShown(), false, `prompt ${round}`);
});

test("it does also where it was read before the root became a newer one", async () => {
  project.restore();
  putNewerStatement();
  for (const round of [1, 2]) assert.equal(await isShown(), true, `prompt ${round}`);
  await passTime();
  makeRootNewer();
  for (const round of [3, 4]) assert.equal(await isShown(), false, `prompt ${round}`);
});

/** As a pull brings it: nobody here has read it. */
async function pullRetirement(): Promise<string> {
  project.restore();
  const before = new Set(readdirSync(statements));
  await project.done(["retire", "project_wombat", "--reason", "over"]);
  const name = readdirSync(statements).find((each) => !before.has(each)) ?? "";
  const aside = join(project.base, name);
  renameSync(join(statements, name), aside);
  project.restore();
  putJunk(300);
  copyFileSync(aside, join(statements, name));
  return join(statements, name);
}

test("a retirement beside hundreds of files of junk withholds at once, read or not, and is never forgotten", async () => {
  for (const looks of [0, 50, 500]) {
    const path = await pullRetirement();
    for (let round = 0; round < 8; round += 1)
      assert.equal(ask(PROMPT, looks).text, "", `${looks}: ${round}`);
    await project.done(["search", "wombat"]);
    rmSync(path);
    assert.equal(await isShown(), false, `${looks}: deleted`);
  }
});

// People of one project come to trust each other by their cards.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cardOf, joinTeam, pull, pullAll, readAloud, team } from "../../fixture/team-machines.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

test("whoever joins and is accepted vouches for memories, and their machine gives advice", async (t) => {
  const [ana, bo] = await team(t, ["Ana", "Bo"]);
  assert.ok(ana && bo);
  await ana.save("project_approved", { answers: ["y"] });
  await ana.save("project_written");
  const joined = await joinTeam(ana);
  assert.match(joined, /^your card is in \.claude\/memory\/team\/\nCommit and push it\./);
  assert.deepEqual(readdirSync(join(ana.root, "team")), [`${cardOf(ana).owner}.json`]);
  pull(bo, ana);
  assert.deepEqual(await standingsOf(bo), {
    project_approved: "foreign: unknown signer",
    project_written: "foreign: unknown signer",
  });
  const typed = await readAloud(ana);
  const screens: string[] = [];
  const accepted = await bo.done(["team", "accept"], {
    answers: [typed],
    onAsk: (screen) => screens.push(screen),
  });
  assert.equal(accepted.stdout, "accepted Ana\n");
  assert.equal(screens.join("").includes(typed), false, "the beginning is not shown before it is typed");
  assert.deepEqual(await standingsOf(bo), {
    project_approved: "verified: approved by Ana on 2026-05-01",
    project_written: `inferred: written by Ana's ${(await import("node:os")).hostname().split(".")[0]} on 2026-05-01`,
  });
  console.log((await bo.done(["team"], { answers: [] })).stdout, joined, screens.join(""));
});

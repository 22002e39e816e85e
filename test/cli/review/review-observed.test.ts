// The days of observation: visible while they last, of the length that the person chose, and no way around them but one's
// own words.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { FLAGGED_BODY, fileOf } from "../../fixture/review-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { idOn, keysOf, playReview, whyOn } from "./play-review.ts";

const DAY_FOUR = { now: "2026-05-04T12:00:00Z" } as const;
const OBSERVED = { ...DAY_FOUR, more: ["--observed"] } as const;
const SAID = "2 memories are observed until 8 May to 9 May: credence review --observed";

async function observedProject(t: { after(cleanUp: () => void): void }): Promise<InitProject> {
  const project = await initProject(t, { inGit: false });
  await project.save("project_early");
  await project.save("project_late", { now: "2026-05-02T12:00:00Z" });
  return project;
}

function editorOf(project: InitProject, line: string): { readonly EDITOR: string } {
  const path = join(project.base, "editor.sh");
  writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return { EDITOR: path };
}

const setDays = (project: InitProject, days: number) =>
  project.done(["config", "set", "trust.observation_days", String(days), "--as-test-person"]);

test("review and status say how many are observed and until when", async (t) => {
  const project = await observedProject(t);
  assert.equal((await playReview(project, [], DAY_FOUR)).stdout, `nothing to review; ${SAID}\n`);
  const { stdout } = await project.call(["status"], DAY_FOUR);
  assert.ok(stdout.includes(`\nobserved     ${SAID}\n`), stdout);
  const { stdout: json } = await project.call(["status", "--json"], DAY_FOUR);
  assert.deepEqual(JSON.parse(json).observed, {
    count: 2,
    first: "2026-05-08T12:00:00Z",
    last: "2026-05-09T12:00:00Z",
  });
  for (const id of ["project_one", "project_two"]) await project.save(id, { more: ["--dictated"] });
  assert.match(
    (await playReview(project, ["q"], DAY_FOUR)).overview,
    /^\n2 to review; 2 memories are observed until /,
  );
  const later = await playReview(project, ["q"], { now: "2026-05-20T12:00:00Z" });
  assert.match(later.overview, /^\n4 to review\n/);
});

test("review --observed lets one be dropped, edited or left, and confirms none", async (t) => {
  const project = await observedProject(t);
  await project.save("project_third", { now: "2026-05-03T12:00:00Z" });
  const env = editorOf(project, `sed -i 's/it came up/it was asked for/' "$1"`);
  const { stdout, screens } = await playReview(project, ["y", "n", "wrong", "e", "y", "s"], {
    ...OBSERVED,
    env,
  });
  assert.deepEqual(
    [idOn(screens[0] ?? ""), whyOn(screens[0] ?? "")],
    ["project_early", "observed until 2026-05-08"],
  );
  assert.match(
    keysOf(screens[0]),
    /^cannot be confirmed: .+ still observed;[^[]+\[n\] demote {2}\[e\]dit {2}\[s\]/,
  );
  assert.match(screens[1] ?? "", /^y is not a key here\n/);
  assert.equal(stdout, "3 reviewed: 1 demoted, 1 edited, 1 skipped; 0 left\n");
  assert.deepEqual(await standingsOf(project), {
    project_early: "quarantined: lowered by you on 2026-05-04",
    project_late: "verified: approved by you on 2026-05-04",
    project_third: "inferred: written here",
  });
  // Its words are the person's own now.
  assert.match(readFileSync(fileOf(project, "project_late"), "utf8"), /^origin: user$/m);
});

test("an edit of white space, case or punctuation is none, here and in credence edit", async (t) => {
  const project = await observedProject(t);
  const before = readTree(project.root);
  const lines = [`sed -i 's/it came up\\./It  came,  UP!/' "$1"`, "true"];
  for (const line of lines) {
    const env = editorOf(project, line);
    const { screens } = await playReview(project, ["e", "q"], { ...OBSERVED, env });
    assert.match(screens[1] ?? "", /^your edit changes no word, so there is nothing to sign\n/);
    const { stdout } = await project.done(["edit", "project_early", "--as-test-person"], {
      ...DAY_FOUR,
      env,
    });
    assert.match(stdout, /your edit changes no word of project_early, so nothing was signed/);
  }
  assert.deepEqual(readTree(project.root), before);
});

test("an edit that leaves something flagged wants its acknowledgement", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_odd", { body: FLAGGED_BODY });
  const env = editorOf(project, `echo 'And a word of mine.' >> "$1"`);
  const { screens, stdout } = await playReview(project, ["e", "y", "no", "e", "y", "acknowledge"], {
    ...OBSERVED,
    env,
  });
  assert.match(screens[2] ?? "", /type acknowledge to accept that: $/);
  assert.match(screens[3] ?? "", /^the findings were not acknowledged; /);
  assert.equal(stdout, "1 reviewed: 1 edited; 0 left\n");
});

test("the person chooses the number of days, a root's own file cannot, and approve names the way around", async (t) => {
  const project = await observedProject(t);
  const config = join(project.root, "memory-config.json");
  writeFileSync(config, JSON.stringify({ "trust.observation_days": 0, trust: { observation_days: 0 } }));
  const refused = await project.call(["approve", "project_early", "--as-test-person"], DAY_FOUR);
  assert.match(
    refused.stderr,
    /error: OBSERVING: .+\nhint: it can be promoted from 2026-05-08T12:00:00Z; credence mine project_early makes it your own words now\n$/,
  );
  await setDays(project, 10);
  assert.match((await playReview(project, [], DAY_FOUR)).stdout, /observed until 11 May to 12 May:/);
  await setDays(project, 3);
  const { screens } = await playReview(project, ["y"], DAY_FOUR);
  assert.deepEqual(screens.map(idOn), ["project_early"]);
  assert.equal(whyOn(screens[0] ?? ""), "observed for 3 days");
  await setDays(project, 0);
  assert.equal((await project.call(["promote", "project_late", "--as-test-person"], DAY_FOUR)).exit, 0);
  const agent = await project.call(["config", "set", "trust.observation_days", "0"]);
  assert.match(agent.stderr, /^error: NEEDS_PERSON: /);
});

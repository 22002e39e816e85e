// A merge kept two texts of one memory: one item of the review, both texts on its screen, and one decision.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { offerActs } from "../../../src/app/page/acts.ts";
import { memoryView } from "../../../src/app/page/memory-view.ts";
import { queueView } from "../../../src/app/page/queue-view.ts";
import { openPage } from "../../app/page/open-page.ts";
import { listStandings, writeBeside } from "../../fixture/branches.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { keptParts } from "../../fixture/kept-parts.ts";
import { fileOf, TODAY } from "../../fixture/review-project.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";
import { idOn, keysOf, playReview, whyOn } from "./play-review.ts";

const ID = "project_alpha";
const WORDS = [
  "The topic says Tuesday, at length and with reasons.",
  "At home it is Monday, at length too.",
] as const;

type Made = {
  readonly project: InitProject;
  readonly second: string;
  readonly kept: string;
  readonly other: string;
};

/** Both texts were written here, by a person where it says so, on two branches that did not know each other. */
async function madePair(owner: Owner, isPersons: boolean, id: string = ID): Promise<Made> {
  const project = await initProject(owner);
  const more = isPersons ? ["--as-test-person"] : [];
  await project.save(id, { more });
  const file = fileOf(project, id);
  const attest = join(project.root, "attest", id);
  const before = new Set(readdirSync(attest));
  const base = readFileSync(file, "utf8");
  const aside = freshDir(owner);
  execFileSync("cp", ["-a", project.state, join(aside, "state")]);
  for (const words of WORDS) {
    writeFileSync(file, base);
    await project.done(["update", id, "--body", words, ...more], { now: "2026-05-02T12:00:00Z" });
    for (const name of readdirSync(attest))
      if (!before.has(name)) renameSync(join(attest, name), join(aside, name));
    // Whoever works on the other branch has never seen it.
    rmSync(project.state, { recursive: true });
    execFileSync("cp", ["-a", join(aside, "state"), project.state]);
  }
  for (const name of readdirSync(aside))
    if (name !== "state") renameSync(join(aside, name), join(attest, name));
  const text = readFileSync(file, "utf8");
  const second = writeBeside(project, id, text);
  writeFileSync(file, text.replace(WORDS[1], WORDS[0]));
  return { project, second, kept: WORDS[0], other: WORDS[1] };
}

test("a pair is found under an id that is too long to be in the second's whole, and status counts it once", async (t) => {
  const long = `project_${"alpha_".repeat(14)}alpha`;
  const { project, second } = await madePair(t, false, long);
  assert.ok(!second.startsWith(long));
  const { screens } = await playReview(project, ["q"]);
  assert.match(whyOn(screens[0] ?? ""), /^a merge kept two texts of one memory/);
  // By now both could be confirmed.
  const { stdout } = await project.call(["status", "--json"], { now: "2026-07-01T12:00:00Z" });
  const waiting: Record<string, number> = JSON.parse(stdout).waiting;
  assert.equal(
    Object.values(waiting).reduce((sum, count) => sum + count, 0),
    1,
    stdout,
  );
});

test("a pair is one item, with both texts on its screen and three ways to decide", async (t) => {
  const { project, second, kept, other } = await madePair(t, false);
  const { screens } = await playReview(project, ["q"]);
  assert.deepEqual(screens.map(idOn), [second]);
  const [screen = ""] = screens;
  assert.match(whyOn(screen), /^a merge kept two texts of one memory, and you say which holds/);
  const [above = "", below = ""] = screen.split(`the other text, in ${ID}, inferred (written here):`);
  assert.ok(above.includes(other) && below.includes(kept), screen);
  assert.equal(
    keysOf(screen).split("  ").slice(0, 3).join("  "),
    "[t] keep this text  [o] keep the other  [b] keep both",
  );
  const { workspace, cache } = await openPage(t, project);
  const { items } = await queueView(workspace, cache);
  assert.deepEqual(
    items.map(({ id }) => id),
    [second],
  );
  const offer = await offerActs(workspace, { scope: "project", id: second });
  assert.deepEqual(
    offer?.acts.slice(0, 3).map(({ choice }) => choice.act),
    ["pair:this", "pair:other", "pair:both"],
  );
  const view = await memoryView(workspace, { scope: "project", id: second }, cache);
  assert.equal(view?.pair?.id, ID);
  assert.ok(JSON.stringify(view?.pair?.lines).includes(kept));
});

function actsOf(project: InitProject, id: string): string[] {
  const directory = join(project.root, "attest", id);
  return readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).act);
}

const ROWS = [
  { key: "t", says: "the text on the screen, which becomes the memory's", isOther: true, isKept: false },
  { key: "o", says: "the other, which stays the memory's", isOther: false, isKept: false },
  { key: "b", says: "both, each for itself", isOther: false, isKept: true },
] as const;

for (const isPersons of [false, true]) {
  const who = isPersons ? "a person approved" : "nobody approved";
  test(`of a pair that ${who}, each key keeps what it says`, async (t) => {
    const made = await madePair(t, isPersons);
    const { base, top, credenceHome, home } = made.project;
    const { keep, restore } = keptParts(base, [top, credenceHome, home]);
    keep();
    for (const row of ROWS) {
      restore();
      await expectChosen(made, row, isPersons);
    }
  });
}

type Chosen = (typeof ROWS)[number];

async function expectChosen(
  { project, second, kept, other }: Made,
  row: Chosen,
  isPersons: boolean,
): Promise<void> {
  const { key, isOther, isKept, says } = row;
  const outcome = await playReview(project, [key, "keep"]);
  assert.match(outcome.stdout, /^1 reviewed: 1 kept; 0 left$/m, says);
  assert.ok(readFileSync(fileOf(project, ID), "utf8").includes(isOther ? other : kept), says);
  const [first = "", next = ""] = await listStandings(project);
  // A choice is no way around the observation: what nobody approved before stays advice.
  const standing = isPersons ? "verified: approved by you on 2026-05-20" : "inferred: ";
  assert.ok(first.startsWith(`${ID} ${standing}`), first);
  assert.ok(next.startsWith(isKept ? `${ID}_2 ${isPersons ? "verified" : "inferred"}: ` : ""), next);
  assert.equal(existsSync(fileOf(project, second)), false);
  assert.equal(actsOf(project, ID).includes(isPersons ? "approve" : "keep"), true);
  if (isKept) assert.deepEqual(actsOf(project, `${ID}_2`), [isPersons ? "approve" : "wrote"]);
  assert.doesNotMatch((await project.call(["review", "--json"], { now: TODAY })).stdout, /a merge kept/);
}

test("a text that was swapped after the person looked is not signed", async (t) => {
  const { project, second } = await madePair(t, false);
  const file = fileOf(project, ID);
  const { screens, stderr } = await playReview(project, ["o", "keep", "q"], {
    during: (_, at) =>
      at === 0 ? writeFileSync(file, readFileSync(file, "utf8").replace("at length", "in brief")) : null,
  });
  assert.equal(screens.length > 1, true, stderr);
  const standings = await listStandings(project);
  assert.match(standings[0] ?? "", /^project_alpha foreign: changed since it was written/);
  assert.equal(standings[1], `${second} inferred: written here`);
});

test("nobody makes a pair by a name alone", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { more: ["--as-test-person"] });
  const forged = `${ID}_other_${"0".repeat(8)}`;
  writeFileSync(
    fileOf(project, forged),
    readFileSync(fileOf(project, ID), "utf8").replace("everybody", "nobody"),
  );
  const { screens } = await playReview(project, ["q"]);
  assert.deepEqual(screens.map(idOn), [forged]);
  assert.doesNotMatch(whyOn(screens[0] ?? ""), /a merge kept/);
});

// Whatever sequence of actions and attacks: no forbidden transition, no tier in the wrong directory, and nothing
// applies that the last word of a person does not cover.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { applyStatus } from "../../../src/memory/law/status.ts";
import { type Actor, applyTransition, directoryOf } from "../../../src/memory/law/transitions.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { RANK } from "./arbitrary-attestations.ts";
import * as life from "./life-model.ts";
import { OWN_MACHINE, OWN_PERSON, STRANGER } from "./signers.ts";

type Step<Kind> = Extract<life.Step, { kind: Kind }>;

const ACT_OF = {
  promote: "approve",
  reaffirm: "approve",
  mine: "approve",
  restore: "approve",
  keep: "keep",
  demote: "lower",
  fail: "lower",
} as const;
const ARRIVES = {
  promote: "verified",
  reaffirm: "verified",
  mine: "verified",
  restore: "verified",
  keep: "inferred",
  demote: "quarantined",
  fail: "quarantined",
} as const;

function act(now: life.Life, step: Step<"action">, reached: Set<string>): void {
  const { action, actor, hardFails, flagged, acknowledged } = step;
  const before = life.subjectOf(now);
  const body = life.readLife(now).body;
  const outcome = applyTransition(action, before, {
    ...{ actor, hardFails, flagged, acknowledged },
    ...{ actorName: actor, reason: null, now: now.now, opens: life.opensFor(now) },
    ...{ observationDays: 7, bars: [] },
  });
  if (outcome.kind !== "applied") return;
  reached.add(`${before.tier} → ${outcome.tier} by ${action}`);
  life.rewrite(now, outcome.changes);
  now.directory = outcome.directory;
  const signer = actor === "person" ? step.as : OWN_MACHINE;
  if (action === "edit") {
    life.swapBody(now, step.body);
    const own = outcome.tier === "verified" ? "approve" : "keep";
    life.sign(now, [actor === "person" ? own : "wrote", signer]);
  } else {
    assert.equal(life.readLife(now).body, body);
    life.sign(now, [ACT_OF[action], signer], action === "fail" ? ["a-rule"] : []);
    const arrived = life.standingNow(now).standing;
    assert.equal(
      RANK[arrived],
      Math.min(RANK[ARRIVES[action]], ceilingOf(now)),
      `${action} arrives at ${arrived}`,
    );
  }
  checkTransition(now, { before, after: life.subjectOf(now), step });
}

/** A file that is marked retired stays so, whatever is said about its trust. */
function ceilingOf(now: life.Life): number {
  const isRetired = life.readLife(now).status === "retired" || life.standingNow(now).cause === "retired";
  return isRetired ? RANK.retired : RANK.verified;
}

type Subject = ReturnType<typeof life.subjectOf>;
type Passage = { before: Subject; after: Subject; step: Step<"action"> };

function checkTransition(now: life.Life, { before, after, step }: Passage): void {
  const { action, actor } = step;
  assert.ok(after.tier !== null);
  assert.equal(now.directory, directoryOf(after.tier), "tier and directory agree");
  assert.ok(!(before.tier === "verified" && after.tier === "inferred"), "verified → inferred");
  assert.ok(!(before.tier === "quarantined" && after.tier === "inferred"), "quarantined → inferred");
  if (before.standing === "quarantined" && after.standing !== "quarantined") {
    assert.deepEqual([action, actor], ["restore", "person"], "quarantine is left by one door");
  }
  if (before.standing === "quarantined") assert.notEqual(action, "edit");
  if (actor !== "person") assert.ok(RANK[after.standing] <= RANK[before.standing], "raised without a person");
}

function attack(now: life.Life, { how, pick, tier }: Step<"attack">): void {
  if (how === "forge tier") life.rewrite(now, { "trust-level": tier });
  if (how === "swap body") life.swapBody(now, pick % 3);
  if (how === "move") now.directory = pick % 2 === 0 ? "memories" : "quarantine";
  if (how === "delete statement") now.disk.splice(pick % Math.max(now.disk.length, 1), 1);
  if (how === "restore statements") now.disk = [...new Set([...now.disk, ...now.remembered])];
  if (how === "sign as stranger") life.sign(now, [pick % 2 === 0 ? "approve" : "keep", STRANGER]);
}

function setStatus(now: life.Life, { action, actor }: Step<"status">): void {
  const subject = { ...life.subjectOf(now), status: life.readLife(now).status };
  const outcome = applyStatus(action, subject, actor);
  if (outcome.kind !== "applied") return;
  assert.ok(actor === "person" || !subject.everApproved);
  life.sign(now, [action, actor === "person" ? OWN_PERSON : OWN_MACHINE]);
}

/** The promise, said with the model's own memory instead of names and signatures. */
function checkPromise(now: life.Life): void {
  const { standing } = life.standingNow(now);
  const digest = digestMemory(life.readLife(now));
  const lastWord = now.lastWord.get(digest);
  if (standing === "verified") assert.equal(now.lastApproved, digest, "verified is what was approved last");
  if (standing === "verified") assert.ok(lastWord !== "lower", "a lowered text is verified");
  if (standing === "inferred") assert.ok(lastWord !== "lower", "a lowered text is advice");
}

test("no sequence of actions and attacks reaches a forbidden transition or breaks the promise (S4 §3, §5)", () => {
  const reached = new Set<string>();
  const law = fc.property(
    fc.constantFrom<Actor>("person", "machine"),
    life.arbitrarySteps,
    (author, steps) => {
      const now = life.begin(author);
      for (const step of steps) {
        if (step.kind === "action") act(now, step, reached);
        if (step.kind === "status") setStatus(now, step);
        if (step.kind === "days") now.now += step.days * 86_400_000;
        if (step.kind === "attack") attack(now, step);
        checkPromise(now);
      }
    },
  );
  // Lives are long and the rare passages are the interesting ones.
  fc.assert(law, { ...LAW_RUNS, numRuns: Math.max(LAW_RUNS.numRuns, 1500) });
  const wanted = [
    "inferred → verified by promote",
    "inferred → verified by mine",
    "inferred → quarantined by demote",
    "inferred → quarantined by fail",
    "quarantined → verified by restore",
    "verified → verified by reaffirm",
    "verified → quarantined by demote",
    "inferred → inferred by keep",
    "inferred → inferred by edit",
  ];
  assert.deepEqual(
    wanted.filter((each) => !reached.has(each)),
    [],
  );
});

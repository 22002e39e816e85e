// A memory's whole life on one machine: its file as real text, its statements as our commands would sign them, a
// person, an agent, a validator, and somebody who changes files and deletes statements.

import assert from "node:assert/strict";
import fc from "fast-check";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "../../../src/memory/file/write-frontmatter.ts";
import { parseInstant } from "../../../src/memory/instant.ts";
import type { StatementKind } from "../../../src/memory/law/kinds.ts";
import { observedSince } from "../../../src/memory/law/lifecycle.ts";
import {
  computeStanding,
  type StandingInput,
  type StandingOf,
  wasEverApproved,
} from "../../../src/memory/law/standing.ts";
import { isTextStatement, type Statement } from "../../../src/memory/law/statement.ts";
import {
  type Actor,
  type Directory,
  initialTier,
  listTrustActions,
  type Subject,
} from "../../../src/memory/law/transitions.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { attestNext } from "./next-statement.ts";
import { ANA, OWN_MACHINE, OWN_PERSON, STRANGER, situation } from "./signers.ts";
import { FILE, NOW } from "./trust-samples.ts";

export type Life = {
  text: string;
  directory: Directory;
  disk: Statement[];
  remembered: Statement[];
  now: number;
  /** A person's or machine's last word about each text, and the text that was approved last: the model's own memory. */
  lastWord: Map<string, StatementKind>;
  lastApproved: string | null;
};

export function begin(actor: Actor): Life {
  const life: Life = {
    text: FILE.replace("inferred", initialTier(actor)),
    directory: "memories",
    disk: [],
    remembered: [],
    now: NOW,
    lastWord: new Map(),
    lastApproved: null,
  };
  if (actor === "person") sign(life, ["approve", OWN_PERSON]);
  else sign(life, ["wrote", OWN_MACHINE]);
  return life;
}

export function readLife(life: Life): Memory {
  const parsed = parseMemory(life.text);
  assert.ok(parsed.kind === "memory", JSON.stringify(parsed.problems));
  return parsed.memory;
}

export function inputFor(life: Life): StandingInput {
  const memory = readLife(life);
  const { tier, status } = memory;
  const file = { digest: digestMemory(memory), tier, status, directory: life.directory };
  return situation(life.disk, { file, remembered: life.remembered });
}

export const standingNow = (life: Life): StandingOf => computeStanding(inputFor(life));

export function subjectOf(life: Life): Subject {
  const input = inputFor(life);
  const { standing, cause } = computeStanding(input);
  return { id: input.place.id, tier: input.file.tier, standing, cause, everApproved: wasEverApproved(input) };
}

/** When a plain promote opens, from the trusted statements about the present text. */
export function opensFor(life: Life): number | null {
  const digest = digestMemory(readLife(life));
  const times = life.disk
    .filter((each) => isTextStatement(each) && each.digest === digest && each.signer !== STRANGER)
    .map((each) => parseInstant(each.time) ?? 0);
  const since = observedSince(readLife(life).createdAt, times, life.now);
  return since === null ? null : since + 7 * 86_400_000;
}

/** `failed`: the rules that a validator found broken. */
export function sign(
  life: Life,
  [act, signer]: readonly [StatementKind, string],
  failed: readonly string[] = [],
): void {
  const input = inputFor(life);
  const digest = input.file.digest ?? "";
  const time = `${new Date(life.now).toISOString().slice(0, 19)}Z`;
  const statement = attestNext(input, [act, signer], { time, acknowledged: failed });
  life.disk.push(statement);
  life.remembered.push(statement);
  // What a machine says against a memory that a person approved is a request; what its validator found is none.
  const isRequest = signer === OWN_MACHINE && failed.length === 0 && wasEverApproved(input);
  if (act !== "wrote" && signer !== STRANGER && !isRequest) life.lastWord.set(digest, act);
  if (act === "approve" && signer !== STRANGER) life.lastApproved = digest;
}

export function rewrite(life: Life, changes: FrontmatterChanges): void {
  life.text = rewriteFrontmatter(life.text, changes) ?? assert.fail("a broken file");
}

/** One of three bodies; the frontmatter stays. */
export function swapBody(life: Life, which: number): void {
  const at = life.text.lastIndexOf("---\n") + "---\n".length;
  life.text = `${life.text.slice(0, at)}\nText number ${which} of three, long enough to be a body.\n`;
}

const step = {
  action: fc.record({
    kind: fc.constant("action" as const),
    action: fc.constantFrom(...listTrustActions()),
    actor: fc.constantFrom<Actor>("person", "person", "machine", "validator"),
    as: fc.constantFrom(OWN_PERSON, ANA),
    hardFails: fc.constantFrom(false, false, false, false, true),
    flagged: fc.constantFrom(false, false, false, true),
    acknowledged: fc.boolean(),
    body: fc.nat({ max: 2 }),
  }),
  status: fc.record({
    kind: fc.constant("status" as const),
    action: fc.constantFrom("retire" as const, "unretire" as const),
    actor: fc.constantFrom<Actor>("person", "machine"),
  }),
  days: fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: 2, max: 9 }) }),
  attack: fc.record({
    kind: fc.constant("attack" as const),
    how: fc.constantFrom(
      "forge tier",
      "swap body",
      "move",
      "delete statement",
      "sign as stranger",
      "restore statements",
    ),
    pick: fc.nat({ max: 99 }),
    tier: fc.constantFrom("verified", "inferred", "quarantined", null),
  }),
};

const arbitraryStep = fc.oneof(
  { weight: 6, arbitrary: step.action },
  { weight: 1, arbitrary: step.status },
  { weight: 3, arbitrary: step.days },
  { weight: 3, arbitrary: step.attack },
);
export const arbitrarySteps = fc.array(arbitraryStep, { maxLength: 16, size: "max" });
export type Step = typeof arbitraryStep extends fc.Arbitrary<infer Each> ? Each : never;

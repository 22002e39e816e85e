// What may happen in a memory's life, and what the model makes of it.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { World } from "./life-world.ts";
import * as life from "./life-world.ts";

const RAISING = ["promote", "restore", "reaffirm", "keep"] as const;

const OTHERS = ["demote", "retire", "unretire", "update", "save"] as const;

const HANDS = [
  "claim a tier",
  "swap the body",
  "clear the status",
  "move the file",
  "delete a statement",
] as const;
const BRANCHES = ["make a branch", "roll back to a branch", "merge a branch"] as const;

/** What a person approves anew is where the rare passages are; what is forgotten has little life left. */
function commandOf(...verbs: readonly Command["verb"][]) {
  return fc.record({
    kind: fc.constant("command" as const),
    verb: fc.constantFrom(...verbs),
    by: fc.constantFrom("person", "person", "person", "machine"),
    pick: fc.nat({ max: 2 }),
  });
}

export const arbitraryStep = fc.oneof(
  { weight: 12, arbitrary: commandOf(...RAISING, ...OTHERS, "update", "keep", "restore", "promote") },
  { weight: 1, arbitrary: commandOf("forget") },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: -5, max: 30 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("attack" as const),
      how: fc.constantFrom(...HANDS, ...BRANCHES, "swap the body", "swap the body", "delete a statement"),
      pick: fc.nat({ max: 99 }),
    }),
  },
);
export type Step = typeof arbitraryStep extends fc.Arbitrary<infer Each> ? Each : never;
type Command = {
  readonly kind: "command";
  readonly verb: (typeof RAISING)[number] | (typeof OTHERS)[number] | "forget";
  readonly by: string;
  readonly pick: number;
};

function argumentsOf(world: World, { verb, by, pick }: Command): string[] {
  const more = {
    demote: ["--reason", "wrong"],
    forget: ["--reason", "asked for"],
    update: ["--body", life.textNumber(pick)],
    save: ["--type", "project", "--name", "pelican", "--description", "d", "--body", life.textNumber(pick)],
  };
  const words: readonly string[] = Object.hasOwn(more, verb) ? more[verb as keyof typeof more] : [];
  const who = by === "person" ? ["--as-test-person"] : [];
  const about = verb === "save" ? ["--id", life.ID] : [life.ID];
  return [verb, ...about, ...words, "--json", "--now", life.instantOf(world), ...who];
}

/** Carries it out; says which it was, or that it was refused. */
export async function command(world: World, step: Command): Promise<string> {
  const before = life.textNow(world) ?? "";
  const { exit, stdout, stderr } = await world.project.call(argumentsOf(world, step));
  assert.notEqual(exit, 70, stderr);
  if (exit !== 0) return "refused";
  const { kind } = JSON.parse(stdout);
  note(world, step, { before, kind });
  return step.verb;
}

/** What the model makes of a command that was carried out. */
function note(
  world: World,
  { verb, by }: Command,
  { before, kind }: { before: string; kind?: string },
): void {
  if (verb === "promote" || verb === "restore" || verb === "reaffirm") {
    assert.equal(by, "person", `${verb} without a person`);
    life.hear(world, "approve");
  }
  if (verb === "keep") life.hear(world, "keep");
  if (verb === "demote" && kind === "demoted") life.hear(world, "lower");
  if (verb === "forget") life.hear(world, "forget", before);
  if (verb === "retire" && kind === "changed") world.retired = true;
  if (verb === "unretire" && kind === "changed") world.retired = false;
  if ((verb === "update" && kind === "updated") || (verb === "save" && kind === "created")) {
    if (by === "person") life.hear(world, "approve");
    else world.vouched.add(life.textNow(world) ?? "");
  }
}

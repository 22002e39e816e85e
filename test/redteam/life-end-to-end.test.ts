// No sequence of commands, attacks, branches, merges, rollbacks and clock jumps breaks the promise, from the files to what
// recall prints.

import assert from "node:assert/strict";
import { basename } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { parseBlock } from "../fixture/parse-block.ts";
import { arbitraryStep, command, type Step } from "./life-steps.ts";
import type { World } from "./life-world.ts";
import * as life from "./life-world.ts";

/** Each life is hundreds of file operations; in so many every kind of step and end is reached. */
const RUNS = Math.min(200, Math.max(13, Math.ceil(Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) / 8)));

/** The promise, said with the model's own memory, about what applies. */
async function checkPromise(world: World, told: string): Promise<string> {
  const now = ["--now", life.instantOf(world)];
  const listed = JSON.parse((await world.project.done(["list", "--json", ...now])).stdout);
  const standing = listed.find((each: { id: string }) => each.id === life.ID)?.standing ?? "gone";
  const text = life.textNow(world) ?? "";
  const word = world.said.get(text);
  if (standing === "verified")
    assert.equal(text, world.lastApproved, `${told}: verified, and not approved last`);
  if (standing === "verified" || standing === "inferred") {
    assert.ok(world.vouched.has(text), `${told}: nobody vouched for it`);
    assert.ok(word !== "lower" && word !== "forget", `${told}: a text that was taken away is ${standing}`);
    assert.equal(world.retired, false, `${told}: a retired memory is ${standing}`);
  }
  return standing;
}

/** A model gets what applies, in its own kind. A hand's edit that makes a memory usable may be noticed later, never earlier. */
async function checkRecall(
  world: World,
  { standing, exactly }: { standing: string; exactly: boolean },
): Promise<void> {
  const now = ["--now", life.instantOf(world)];
  const { stdout } = await world.project.done(["recall", "--prompt", life.PROMPT, ...now]);
  const block = stdout === "" ? null : parseBlock(stdout.trimEnd());
  const entries = block?.kind === "block" ? block.entries : [];
  assert.equal(block?.kind ?? "block", "block", stdout);
  const entry = entries.find(({ path }) => basename(path) === `${life.ID}.md`);
  const shown = entry === undefined ? "withheld" : entry.marker === "inferred" ? "inferred" : "verified";
  const applies = ["verified", "inferred"].includes(standing) ? standing : "withheld";
  assert.ok(shown === applies || (!exactly && shown === "withheld"), `${standing}, and recall says ${shown}`);
}

const AFTERWARDS: Readonly<Record<string, string>> = {
  promote: "verified",
  restore: "verified",
  reaffirm: "verified",
  keep: "inferred",
  unretire: "",
};

async function live(
  t: TestContext,
  author: "person" | "machine",
  steps: readonly Step[],
): Promise<Set<string>> {
  const world = await life.beginWorld(t, author);
  const reached = new Set<string>();
  for (const [place, step] of steps.entries()) {
    if (step.kind === "days") world.clock.now += step.days * 86_400_000;
    if (step.kind === "attack") life.ATTACKS[step.how](world, step.pick);
    const done = step.kind === "command" ? await command(world, step) : "";
    const standing = await checkPromise(world, `step ${place} ${JSON.stringify(step)}`);
    await checkRecall(world, { standing, exactly: !["", "refused"].includes(done) });
    reached.add(`${done} ${standing}`);
    if (AFTERWARDS[done]) assert.ok([AFTERWARDS[done], "retired"].includes(standing), `${done}: ${standing}`);
  }
  return reached;
}

test("no life breaks the promise (S4 §3, §5; §5.2, §5.3)", async (t) => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<"person" | "machine">("person", "machine"),
      fc.array(arbitraryStep, { minLength: 16, maxLength: 30, size: "max" }),
      async (author, steps) => {
        for (const each of await live(t, author, steps)) reached.add(each);
      },
    ),
    { numRuns: RUNS, seed: 20260501, endOnFailure: true },
  );
  for (const wanted of [
    "restore verified",
    "reaffirm verified",
    "keep inferred",
    "demote quarantined",
    "refused quarantined",
  ]) {
    assert.ok(reached.has(wanted), `${wanted} was never reached: ${[...reached].sort().join(", ")}`);
  }
});

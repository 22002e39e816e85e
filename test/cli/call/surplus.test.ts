// More operands than a command takes: refused before anything is done, for every command.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../src/cli/call/command.ts";
import { checkArity } from "../../../src/cli/call/parse-call.ts";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { expectDone, scratchProject } from "../../fixture/scratch-project.ts";

const SAVED = [
  "--type",
  "project",
  "--name",
  "Deploys",
  "--description",
  "When we deploy",
  "--body",
  "Deployments happen on Fridays before noon.",
];

function callOf(positionals: readonly string[]): Call {
  return { values: {}, positionals, json: false };
}

test("a second id is refused, and the first stays as it was", async (t) => {
  const run = inProcess(scratchProject(t));
  expectDone(await run(["save", "--id", "project_a", ...SAVED]));
  for (const args of [["retire"], ["demote", "--reason", "wrong"], ["show"], ["archive"]]) {
    const [name = "", ...options] = args;
    const { exit, stdout, stderr } = await run([name, "project_a", "project_b", ...options]);
    assert.deepEqual({ exit, stdout }, { exit: 64, stdout: "" }, name);
    assert.match(
      stderr,
      new RegExp(`^error: USAGE: unexpected argument: project_b\nhint: credence ${name} ID`),
    );
  }
  assert.match((await run(["list"])).stdout, /inferred +project_a/);
});

test("a verb takes what its own form says", async (t) => {
  const run = inProcess(scratchProject(t));
  for (const args of [
    ["config", "get", "retrieval.max_inject", "5"],
    ["config", "list", "all"],
    ["trust", "list", "ana"],
    ["observe", "status"],
    ["status", "all"],
    ["doctor", "repair"],
  ]) {
    assert.equal((await run(args)).exit, 64, args.join(" "));
  }
});

test("words that are joined may be many", () => {
  const many = ["where", "do", "we", "deploy"];
  for (const name of ["search", "ask", "validate", "secret-check", "injection-check"]) {
    const command = COMMANDS.find((each) => each.name === name);
    assert.ok(command !== undefined);
    checkArity(command, callOf(many));
  }
});

test("no command but those takes nine operands", () => {
  const nine = Array.from({ length: 9 }, (_, place) => `x${place}`);
  const takesAll = COMMANDS.filter((command) => {
    try {
      checkArity(command, callOf(nine));
      return true;
    } catch {
      return false;
    }
  });
  // The others of these have verbs, and refuse any word that is none.
  assert.deepEqual(
    takesAll.map(({ name }) => name),
    [
      ...[
        "search",
        "spool",
        "observer",
        "corpus",
        "ask",
        "yes",
        "no",
        "later",
        "check",
        "validate",
        "secret-check",
        "injection-check",
      ],
      ...["trust", "team", "machine", "key", "config", "completion"],
    ],
  );
});

test("a word after --help does not matter", async (t) => {
  const run = inProcess(scratchProject(t));
  assert.equal((await run(["retire", "a", "b", "--help"])).exit, 0);
});

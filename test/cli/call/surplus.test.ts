// More operands than a command takes: refused before anything is done, for every command.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../src/cli/call/command.ts";
import { checkArity } from "../../../src/cli/call/parse-call.ts";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { playRows } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";

function callOf(positionals: readonly string[]): Call {
  return { values: {}, positionals, json: false };
}

test("a second id is refused, a verb takes what its own form says, and a word after --help does not matter", async (t) => {
  const { call, save } = await initProject(t);
  await save("project_a");
  const surplus = (name: string): RegExp =>
    new RegExp(`^error: USAGE: unexpected argument: project_b\nhint: credence ${name} ID`);
  const verbs =
    "config get retrieval.max_inject 5, config list all, trust list ana, observe status, status all, doctor repair";
  await playRows(call, [
    ...["retire", "show", "archive"].map(
      (name) => [`${name} project_a project_b`, 64, surplus(name)] as const,
    ),
    ["demote project_a project_b --reason wrong", 64, surplus("demote")],
    ["list", 0, /inferred +project_a/],
    ...verbs.split(", ").map((line) => [line, 64] as const),
    ["retire a b --help", 0],
  ]);
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

// One table says which commands are a person's. This holds it against what the commands really refuse.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { judgeCredence } from "../../../src/hooks/guard/programs/credence.ts";
import { CONFIG_KEYS } from "../../../src/memory/config/config-keys.ts";
import { PERSON_COMMANDS } from "../../../src/memory/law/person-commands.ts";
import { playCall } from "../../cli/call/played-call.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { freshDir } from "../../temp-dir.ts";

const { texts } = tablesOf(import.meta.filename);

/** Calls by an agent: each is refused for want of a person exactly if the guard denies it. */
const CALLS = texts("calls");

test("an agent is refused what the guard denies, and nothing else", async (t) => {
  const dir = freshDir(t);
  const env = { CREDENCE_HOME: join(dir, "credence-home"), CLAUDECODE: "1" };
  await playCall(dir, ["init"], { env });
  for (const call of CALLS) {
    const args = call.split(" ");
    if (!COMMANDS.some(({ name }) => name === args[0])) continue;
    const { err } = await playCall(dir, args, { env });
    assert.equal(judgeCredence(args) !== null, err.startsWith("error: NEEDS_PERSON"), `${call}: ${err}`);
  }
});

/** Denied in some form: alone, with an id, or with a verb that changes something. */
function isKnown(name: string): boolean {
  const forms = [[], ["add"], ["rotate"], ["clear"]];
  return forms.some((form) => judgeCredence([name, ...form]) !== null);
}

/** They wait for others or work for long, and ask for nobody. */
const LEFT_OUT = new Set(["demo", "hook", "mcp", "observe"]);

test("whatever command refuses an agent for want of a person, the guard denies it", async (t) => {
  const dir = freshDir(t);
  const env = { CREDENCE_HOME: join(dir, "credence-home"), CLAUDECODE: "1" };
  await playCall(dir, ["init"], { env });
  for (const { name } of COMMANDS.filter((each) => !LEFT_OUT.has(each.name))) {
    for (const call of [[name], [name, "a"]]) {
      const { err } = await playCall(dir, call, { env });
      if (err.startsWith("error: NEEDS_PERSON")) assert.notEqual(judgeCredence(call), null, call.join(" "));
    }
  }
});

test("every row of the table is a command, but for the words that are reserved with a reason", () => {
  const names = COMMANDS.map(({ name }) => name);
  for (const { name, reserved } of PERSON_COMMANDS)
    assert.equal(names.includes(name), reserved === undefined, name);
});

test("what the contract keeps for a person is known, also before there is a command", () => {
  const kept = "promote restore reaffirm keep edit trust forget gc unretire undo review key purge".split(" ");
  assert.deepEqual(
    kept.filter((name) => !isKnown(name)),
    [],
  );
});

test("the settings that only a person changes are the ones that the command refuses an agent", async (t) => {
  const dir = freshDir(t);
  const env = { CREDENCE_HOME: join(dir, "credence-home"), CLAUDECODE: "1" };
  await playCall(dir, ["init"], { env });
  for (const { key, kind } of CONFIG_KEYS) {
    for (const value of kind === "number" ? ["0", "999", "1000"] : ["x"]) {
      const call = ["config", "set", key, value];
      const { err } = await playCall(dir, call, { env });
      const isDenied = judgeCredence(call) !== null;
      assert.equal(isDenied, err.startsWith("error: NEEDS_PERSON"), `${call.join(" ")}: ${err}`);
      for (const spelled of [
        ["config", "--scope", "project", "set", key, value],
        ["config", "set", "--json", "--scope=project", key, "--", value],
      ])
        assert.equal(judgeCredence(spelled) !== null, isDenied, spelled.join(" "));
    }
  }
});

test("names that a later version may give to settings are a person's from the start", () => {
  for (const key of texts("keys")) assert.notEqual(judgeCredence(["config", "set", key, "1"]), null, key);
  for (const call of ["config list", "config get capture.enabled", "config set delete.grace_period_days 40"])
    assert.equal(judgeCredence(call.split(" ")), null, call);
});

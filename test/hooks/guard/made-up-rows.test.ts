// A row that is added to a table is all that a new command or tool needs: guard, command line and the check behind a write
// follow the table, and none of them has a list of its own.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { defineIdCommand } from "../../../src/cli/frames/id-command.ts";
import { defineVerbCommand } from "../../../src/cli/frames/verb-command.ts";
import { judgeTool } from "../../../src/hooks/guard/judge-tool.ts";
import { judgeCredence } from "../../../src/hooks/guard/programs/credence.ts";
import { listTouched, TOOL_KINDS, type ToolKinds } from "../../../src/hooks/guard/tool-kinds.ts";
import { PERSON_COMMANDS } from "../../../src/memory/law/person-commands.ts";
import { playCall } from "../../cli/call/played-call.ts";
import { freshDir } from "../../temp-dir.ts";
import { guardedProject } from "./guarded-project.ts";

const PERSONS = [...PERSON_COMMANDS, { name: "bless" }, { name: "oven", verbs: ["light"] }];
const act = () => Promise.resolve({ json: {}, says: ["done"] });
const form = { name: "oven", summary: "Look at the oven", usage: ["oven light", "oven look"], options: {} };

function commandsFor(table: typeof PERSONS) {
  const bless = defineIdCommand({ name: "bless", summary: "Bless a memory", form: "ID", act }, table);
  return [...COMMANDS, bless, defineVerbCommand(form, { light: { act }, look: { act } }, table)];
}

test("a made-up person's command is denied by the guard, refused to an agent, and in the help", async (t) => {
  const dir = freshDir(t);
  const env = { CREDENCE_HOME: join(dir, "credence-home"), CLAUDECODE: "1" };
  await playCall(dir, ["init"], { env });
  const commands = commandsFor(PERSONS);
  for (const call of ["bless a", "oven light"]) {
    assert.equal(judgeCredence(call.split(" "), PERSONS)?.rule, "person-command", call);
    const { exit, out, err } = await playCall(dir, call.split(" "), { env, commands });
    assert.deepEqual([exit, out, err.split(":").slice(0, 2)], [1, "", ["error", " NEEDS_PERSON"]], call);
  }
  assert.equal(judgeCredence(["oven", "look"], PERSONS), null);
  assert.equal((await playCall(dir, ["oven", "look"], { env, commands })).out, "done\n");
  assert.match((await playCall(dir, ["help", "all"], { env, commands })).out, /^bless +Bless a memory$/m);
});

test("without its row the same command is anybody's, for the guard and for the command line", async (t) => {
  const dir = freshDir(t);
  const env = { CREDENCE_HOME: join(dir, "credence-home"), CLAUDECODE: "1" };
  await playCall(dir, ["init"], { env });
  const commands = commandsFor([...PERSON_COMMANDS]);
  assert.equal(judgeCredence(["oven", "light"]), null);
  assert.equal((await playCall(dir, ["oven", "light"], { env, commands })).out, "done\n");
  assert.equal(judgeCredence(["bless", "a"]), null);
  assert.doesNotMatch((await playCall(dir, ["bless", "a"], { env, commands })).err, /NEEDS_PERSON/);
});

test("a made-up kind of tool is judged before it runs, and its files are looked at afterwards", () => {
  const { top, places } = guardedProject({ after });
  const table: ToolKinds = [...TOOL_KINDS, ["write", new Set(["scribble"])]];
  const path = ".claude/memory/memories/project_a.md";
  const call = { tool: "mcp__pen__scribble", input: { path }, cwd: top };
  assert.equal(judgeTool(call, places), null);
  assert.deepEqual(listTouched(call), { written: [], read: [] });
  assert.equal(judgeTool(call, places, table)?.rule, "write-root");
  assert.deepEqual(listTouched(call, table), { written: [path], read: [] });
});

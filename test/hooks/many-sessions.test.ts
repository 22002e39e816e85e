// Many sessions on one root at once: nothing of them is lost, the spool verifies, and no process is left behind.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { hookProject } from "../fixture/hook-project.ts";

const SESSIONS = IS_DEEP ? 50 : 4;
const AT_ONCE = IS_DEEP ? 10 : 2;

const project = await hookProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});

async function playSession(number: number): Promise<string[]> {
  const session_id = `session-${number}`;
  const said: string[] = [];
  const hook = async (event: string, input: object, only?: "recall" | "capture"): Promise<void> => {
    const options = only === undefined ? {} : { only };
    const { exit, stdout, stderr } = await project.hook(event, { session_id, ...input }, options);
    assert.deepEqual([exit, stderr], [0, ""], `${event} of ${session_id}`);
    said.push(stdout);
  };
  await hook("SessionStart", { source: "startup" });
  const prompt_id = `prompt-${number}`;
  const prompt = { prompt: `${number}: when does the kiwi sleep by day?`, prompt_id };
  await hook("UserPromptSubmit", prompt, "recall");
  await hook("UserPromptSubmit", prompt, "capture");
  const tool = { tool_name: "Bash", tool_input: { command: `echo ${number}` }, prompt_id };
  await Promise.all([
    hook("PreToolUse", tool),
    hook("PostToolUse", { ...tool, tool_response: { stdout: String(number) } }),
  ]);
  await hook("Stop", { last_assistant_message: `turn of ${number}`, prompt_id });
  await hook("SessionEnd", { reason: "other" });
  return said;
}

test(`with ${SESSIONS} sessions at once nothing is lost, the spool verifies and nobody is left`, async () => {
  const waiting = Array.from({ length: SESSIONS }, (_, number) => number);
  const answers: string[][] = [];
  const play = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      answers.push(await playSession(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  const { stdout } = await project.done(["spool", "status", "--json"]);
  const status = JSON.parse(stdout);
  // On a machine that is too slow for so many at once an answer comes late and says so, or nobody waits for it any more; that is
  // noted, and all of it.
  const troubles = project.troubles();
  const isLate = (code: string): boolean => code === "TOO_LATE" || code === "NOT_UNDERSTOOD";
  const late = troubles.filter(isLate);
  const others = troubles.filter((code) => !isLate(code));
  // A recall that was too late to claim its prompt looks at the end of the turn as if nobody had asked for it.
  assert.ok(others.length <= late.length && others.every((code) => code === "NOT_ASKED"), `${troubles}`);
  const answered = answers.filter((said) => /project_kiwi|came too late/.test(said[1] ?? "")).length;
  assert.ok(answered > 0 && answered + troubles.length >= SESSIONS, `${answered} and ${troubles}`);
  assert.deepEqual([status.sessions, status.lines, status.damaged], [SESSIONS, SESSIONS * 3, []], stdout);
  const isRunning = (): boolean =>
    spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout.includes(project.state);
  // What looks for the block of a late prompt may still do.
  for (let tries = 0; tries < 300 && isRunning(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(isRunning(), false);
});

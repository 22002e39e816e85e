// What a person marks as private leaves no byte in anything we keep: spool, receipts, logs, journal, index.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
const MARK = "okapi7".repeat(3);
const GAMES = {
  plain: `the kiwi and <private>${MARK}</private> by day`,
  "any case": `the kiwi and <PRIVATE>${MARK}</PrIvAtE> by day`,
  nested: `the kiwi <private>a <private>b</private> ${MARK}</private> by day`,
  unclosed: `the kiwi by day <private>${MARK}`,
  attributes: `the kiwi <private reason="x > y">${MARK}</private>`,
  whole: `<private>${MARK}</private>`,
  "across the cut": `the kiwi ${"x".repeat(3_990)}<private>${MARK.repeat(400)}</private>`,
} as const;

function kept(): string {
  const base = join(project.credenceHome);
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1")).join("\n");
}

for (const [place, [game, text]] of Object.entries(GAMES).entries()) {
  test(`a prompt with a private part (${game}) and the tools of its turn leave nothing`, async () => {
    const ids = { session_id: `private-${place}`, prompt_id: `p${place}` };
    const tool = {
      ...ids,
      tool_name: "Bash",
      tool_input: { command: `echo ${MARK}` },
      tool_response: { stdout: MARK },
    };
    for (const [event, input] of [
      ["SessionStart", { ...ids, source: "startup" }],
      ["UserPromptSubmit", { ...ids, prompt: text }],
      ["PreToolUse", tool],
      ["PostToolUse", tool],
      ["Stop", { ...ids, last_assistant_message: `you said ${MARK}` }],
      ["SessionEnd", { ...ids, reason: "other" }],
    ] as const)
      assert.equal((await hook(event, input)).exit, 0);
    assert.equal(kept().includes(MARK), false);
  });
}

test("in an ordinary turn the private parts of a tool's input and output are left out, and the rest is kept", async () => {
  const ids = { session_id: "ordinary", prompt_id: "ordinary" };
  await hook("UserPromptSubmit", { ...ids, prompt: "when does the kiwi sleep, by day?" });
  const hidden = `<private>${MARK}</private>`;
  await hook("PostToolUse", {
    ...ids,
    tool_name: "Bash",
    tool_input: { command: `echo before ${hidden}` },
    tool_response: { stdout: `after ${hidden}` },
  });
  await hook("Stop", { ...ids, last_assistant_message: `told ${hidden}` });
  const all = kept();
  assert.equal(all.includes(MARK), false);
  assert.equal(all.includes("when does the kiwi sleep, by day?"), true);
});

test("a secret in a prompt is redacted before it reaches the disk", async () => {
  const ids = { session_id: "secret", prompt_id: "secret" };
  await hook("UserPromptSubmit", {
    ...ids,
    prompt: `the kiwi uses the token ${SAMPLE_SECRET} by day`,
  });
  const all = kept();
  assert.equal(all.includes(SAMPLE_SECRET), false);
  assert.match(all, /the kiwi uses the token [^"]*by day/);
});

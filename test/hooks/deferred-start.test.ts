// Gemini CLI gets the block of a session's start with the first prompt: what its own session start is given stands before the
// person's words, where a resumed session drops both.

import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
project.keep();

const START = /"additionalContext":"(?:[^"\\]|\\.)*Kiwi/;

async function gemini(event: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { exit, stdout } = await hook(
    event,
    { session_id: "g", cwd: project.top, ...input },
    { client: "gemini" },
  );
  assert.equal(exit, 0);
  return stdout;
}

const transcript_path = join(project.home, "session.jsonl");
const ask = (prompt: string): Promise<string> => gemini("BeforeAgent", { prompt, transcript_path });

/** What it writes when a conversation is compacted or goes on, and at every other moment. */
const COMPACTED = '{"$set":{"sessionId":"g"}}\n';
const TALK = `${JSON.stringify({ type: "user", content: COMPACTED })}\n{"$set":{"lastUpdated":"x"}}\n`;

test("the start block comes with the first prompt, once, and again after compaction and resume", async () => {
  writeFileSync(transcript_path, '{"sessionId":"g"}\n');
  const started = await gemini("SessionStart", { source: "startup" });
  assert.ok(!started.includes("additionalContext"), started);
  assert.match(await ask("an unrelated question about colours"), START);
  assert.equal(await ask("another question about colours"), "");
  // Fired before each request to the model.
  await gemini("PreCompress", { trigger: "auto" });
  appendFileSync(transcript_path, TALK);
  assert.equal(await ask("one more question about colours"), "");
  for (const round of ["first", "second"]) {
    appendFileSync(transcript_path, COMPACTED);
    assert.match(await ask("a third question about colours"), START, round);
    appendFileSync(transcript_path, TALK);
    assert.equal(await ask("a fourth question about colours"), "", round);
  }
  await project.done(["retire", "project_kiwi"]);
  await gemini("SessionStart", { source: "resume" });
  assert.match(await ask("a fifth question about colours"), /no longer apply: project_kiwi/);
  assert.equal(await ask("a sixth question about colours"), "");
  project.restore();
});

test("a resumed session has its start block once, and again where it was taken back or is another one", async () => {
  const resume = async (session_id: string, said: string, then = ""): Promise<string> => {
    const content = [{ text: "hello" }, { text: `<hook_context>${said}</hook_context>` }];
    const messages = JSON.stringify({ $set: { messages: [{ type: "user", content }] } });
    writeFileSync(transcript_path, `{"sessionId":"r"}\n${messages}\n${COMPACTED}${messages}\n${then}`);
    await gemini("SessionStart", { session_id, source: "resume" });
    return gemini("BeforeAgent", { session_id, prompt: "about colours", transcript_path });
  };
  const first = await resume("r1", "");
  assert.match(first, START);
  const block: string = JSON.parse(first).hookSpecificOutput.additionalContext;
  const escaped = block.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  assert.equal(await resume("r2", escaped), "");
  assert.match(await resume("r3", escaped.replace("Kiwi", "Emu")), START);
  assert.match(await resume("r4", escaped, '{"$rewindTo":"m1"}\n'), START);
});

test("a session whose start nobody told us of has its block too, and both blocks fit the client", async () => {
  const said = await gemini("BeforeAgent", { session_id: "g2", prompt: "when does the kiwi hunt?" });
  const { additionalContext } = JSON.parse(said).hookSpecificOutput;
  assert.equal(additionalContext.match(/<memory-context /g).length, 2);
  assert.match(additionalContext, /hunts by night/);
});

test("a record that is no file, cannot be read or is not there keeps no prompt from its answer", async () => {
  const records = [project.home, join(project.home, "nowhere"), "/dev/zero", "\0"];
  for (const [place, path] of records.entries()) {
    const input = { session_id: `odd${place}`, prompt: "when does the kiwi hunt?", transcript_path: path };
    assert.match(await gemini("BeforeAgent", input), /hunts by night/, path);
  }
});

test("a session that is resumed again within moments gets its block again", async () => {
  const start = async (): Promise<string> =>
    (await hook("SessionStart", { session_id: "r", source: "resume" })).stdout;
  assert.match(await start(), START);
  await new Promise((resolve) => setTimeout(resolve, 350));
  assert.match(await start(), START);
});

test("a subagent begins with a short block, each of its own, and no word for the person", async () => {
  const start = async (agent_id: string): Promise<string> =>
    (await hook("SubagentStart", { session_id: "sub", agent_id, agent_type: "Explore" })).stdout;
  const { hookSpecificOutput, ...rest } = JSON.parse(await start("a1"));
  assert.deepEqual(rest, {});
  assert.equal(hookSpecificOutput.hookEventName, "SubagentStart");
  assert.match(hookSpecificOutput.additionalContext, /Kiwi/);
  assert.match(await start("a2"), START);
  assert.equal(await start("a2"), "");
});

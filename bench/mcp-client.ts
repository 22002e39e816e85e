// How long a prompt waits for its memories in the real Claude Code, by the client's own events: the command hook beside the
// hook that asks the session's MCP server.

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type ClaudeProject, claudeProject } from "../test/clients/claude-project.ts";
import { claudeProgram } from "../test/clients/client-program.ts";
import { expectDone, runProcess } from "../test/fixture/scratch-project.ts";
import { renderMs, renderTable } from "./measure.ts";

const SESSIONS = 5;
const PROMPTS = 8;
const PROMPT = "when does the kiwi sleep by day?";
const STREAMS = [
  ...["--input-format", "stream-json", "--output-format", "stream-json"],
  ...["--verbose", "--include-hook-events"],
];
const MESSAGE = `${JSON.stringify({ type: "user", message: { role: "user", content: PROMPT } })}\n`;

/** For each prompt of a session, from `hook_started` to `hook_response` of the hook that answers with the block. */
async function timeSession({ top, clientEnv }: ClaudeProject): Promise<number[]> {
  const child = spawn(claudeProgram(), ["-p", ...STREAMS], {
    cwd: top,
    env: { ...clientEnv },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.write(MESSAGE);
  const started = new Map<string, number>();
  const times: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { type, subtype, hook_event: event, hook_id: id, output = "" } = JSON.parse(line);
    if (type === "result" && times.length < PROMPTS) child.stdin.write(MESSAGE);
    else if (type === "result") child.stdin.end();
    if (event !== "UserPromptSubmit") continue;
    if (subtype === "hook_started") started.set(id, performance.now());
    const began = started.get(id);
    if (subtype === "hook_response" && began !== undefined && output.includes("memory-context"))
      times.push(performance.now() - began);
  }
  return times;
}

type Waits = { readonly first: number; readonly later: number };

async function measure(project: ClaudeProject): Promise<Waits> {
  const sessions: number[][] = [];
  for (let session = 0; session < SESSIONS; session += 1) sessions.push(await timeSession(project));
  return {
    first: medianOf(sessions.map(([first = Number.NaN]) => first)),
    later: medianOf(sessions.flatMap(([, ...later]) => later)),
  };
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function credence({ dist, env, top }: ClaudeProject, ...args: string[]): void {
  const path = `${dirname(claudeProgram())}:/usr/bin:/bin`;
  const words = [process.execPath, join(dist, "credence.cjs"), ...args];
  expectDone(runProcess(words, { cwd: top, env: { ...env, PATH: path } }));
}

const cleanUps: (() => unknown)[] = [];
try {
  const project = await claudeProject({ after: (cleanUp) => void cleanUps.push(cleanUp) });
  await project.save("project_kiwi", {
    name: "Kiwi",
    body: "The kiwi sleeps by day, and the kiwi hunts by night.",
  });
  credence(project, "install", "claude-code");
  const command = await measure(project);
  credence(project, "doctor");
  credence(project, "install", "claude-code");
  const server = await measure(project);
  const rows = Object.entries({ "command hook": command, "through the session's server": server }).map(
    ([name, { first, later }]) => [name, renderMs(first), renderMs(later)],
  );
  console.log(`from the client's own hook events, medians of ${SESSIONS} sessions of ${PROMPTS} prompts`);
  console.log(renderTable([["", "first prompt", "later ones"], ...rows]));
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}

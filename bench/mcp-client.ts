// How long a prompt waits for its memories in the real Claude Code, by the client's own events: the command hook beside the
// hook that asks the session's MCP server.

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { claudeProgram } from "../test/clients/claude-program.ts";
import { type ClaudeProject, claudeProject } from "../test/clients/claude-project.ts";
import { expectDone, runProcess } from "../test/fixture/scratch-project.ts";
import { renderMs, renderTable } from "./measure.ts";

const ROUNDS = 9;
const PROMPT = "when does the kiwi sleep by day?";
const EVENTS = ["--output-format", "stream-json", "--verbose", "--include-hook-events"];

/** From `hook_started` to `hook_response` of the prompt's hook that answers with the block. */
async function timePrompt({ top, clientEnv }: ClaudeProject): Promise<number> {
  const child = spawn(claudeProgram(), ["-p", PROMPT, ...EVENTS], {
    cwd: top,
    env: { ...clientEnv },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const started = new Map<string, number>();
  let ms = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    const { subtype, hook_event: event, hook_id: id, output = "" } = JSON.parse(line);
    if (event !== "UserPromptSubmit") continue;
    if (subtype === "hook_started") started.set(id, performance.now());
    const began = started.get(id);
    if (subtype === "hook_response" && began !== undefined && output.includes("memory-context"))
      ms = performance.now() - began;
  }
  return ms;
}

async function measure(project: ClaudeProject): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timePrompt(project));
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
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
  const rows = [
    ["command hook", renderMs(command)],
    ["through the session's server", renderMs(server)],
  ];
  console.log(`from the client's own hook events, medians of ${ROUNDS} sessions`);
  console.log(renderTable([["", "p50"], ...rows]));
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}

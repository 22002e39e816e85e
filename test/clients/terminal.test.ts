// The real Claude Code at a terminal: what a person sees there, our status line too, and that /clear and /exit work.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { quoteWords, statuslineWords } from "../../src/agents/hook-words.ts";
import { claudeProject } from "./claude-project.ts";
import { claudeProgram } from "./client-program.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
project.credence("install", "claude-code");
// As setup writes it after a yes.
const launch = { state: project.state, cache: join(project.credenceHome, "cache") };
const command = quoteWords(statuslineWords(launch));
const statusLine = { type: "command", command };
const settings = JSON.parse(readFileSync(project.settings, "utf8"));
writeFileSync(project.settings, JSON.stringify({ ...settings, statusLine }));
const key = project.clientEnv["ANTHROPIC_API_KEY"] ?? "";
writeFileSync(
  join(project.home, ".claude.json"),
  JSON.stringify({
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [key, key.slice(-20)], rejected: [] },
    projects: { [project.top]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  }),
);
const GIVE_UP_MS = 60_000;
const PROMPT = "when does the kiwi sleep by day?";

const RECALLED = "credence: 1 recalled, 1 waiting";

/** Without colours; a step to the right is a space. */
function plain(screen: string): string {
  return screen.replaceAll(/\u001B\[1?C/g, " ").replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, "");
}

type Step = { readonly until: (screen: string) => boolean; readonly type: string };

/** Types each line as soon as what it waits for has happened. */
function playTerminal(steps: readonly Step[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = `stty rows 50 cols 120; exec ${claudeProgram()}`;
    const child = spawn("script", ["-qec", call, "/dev/null"], {
      cwd: project.top,
      env: { ...project.clientEnv, TERM: "xterm-256color", SHELL: "/bin/sh" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const waiting = [...steps];
    let screen = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
    });
    const clock = setInterval(() => {
      if (waiting[0]?.until(screen) !== true) return;
      const { type } = waiting.shift() ?? { type: "" };
      child.stdin.write(type);
      // A line that arrives together with its Enter is taken for something pasted.
      setTimeout(() => child.stdin.write("\r"), 300);
    }, 700);
    const giveUp = setTimeout(() => child.kill("SIGKILL"), GIVE_UP_MS);
    child.on("error", reject);
    child.on("close", () => {
      clearInterval(clock);
      clearTimeout(giveUp);
      if (waiting.length === 0) resolve(screen);
      else
        reject(
          new Error(
            `still waiting after ${project.standIn.requests.length} requests:\n${screen.slice(-2_000)}`,
          ),
        );
    });
  });
}

test("a session at a terminal gets the block, again after /clear, shows our status line, and ends", async () => {
  const asked = (times: number): boolean =>
    project.standIn.requests.filter((request) => request.includes(PROMPT)).length >= times;
  const start = performance.now();
  const waits = (ms: number) => (): boolean => performance.now() - start > ms;
  await playTerminal([
    { until: waits(3_000), type: PROMPT },
    { until: (shown) => asked(1) && plain(shown).includes(RECALLED), type: "/clear" },
    { until: () => true, type: PROMPT },
    { until: () => asked(2), type: "/exit" },
  ]);
  const requests = project.standIn.requests.filter((request) => request.includes(PROMPT));
  for (const request of [requests[0], requests.at(-1)]) {
    assert.match(request ?? "", /UserPromptSubmit hook additional context: <memory-context/);
    assert.match(request ?? "", /project_kiwi/);
  }
});

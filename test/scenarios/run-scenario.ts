// Plays a scenario: fresh directories, a fixed environment, /bin/sh. The first expectation that does not hold ends it
// with the whole story of that command.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Check, RunStep, Scenario } from "./scenario.ts";

const COMMAND_TIMEOUT_MS = 60_000;

export type Played = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

/** `binDir` holds the `credence` to test; `dir` is empty and belongs to this scenario. */
export type Stage = { readonly binDir: string; readonly dir: string };

export function runScenario(scenario: Scenario, stage: Stage): void {
  prepareStage(stage);
  for (const step of scenario.steps) {
    if (step.kind === "write") writeInside(stage, step.path, step.content);
    else judge(step, playCommand(step.command, stage), join(stage.dir, "work"));
  }
}

export function prepareStage(stage: Stage): Stage {
  for (const folder of ["work", "home"]) mkdirSync(join(stage.dir, folder), { recursive: true });
  return stage;
}

export function playCommand(command: string, { binDir, dir }: Stage): Played {
  const env = {
    PATH: [binDir, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: join(dir, "home"),
    CREDENCE_HOME: join(dir, "credence"),
    NO_COLOR: "1",
    TZ: "UTC",
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const cwd = join(dir, "work");
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: COMMAND_TIMEOUT_MS,
  });
  return { exit: status, stdout, stderr };
}

export function writeInside({ dir }: Stage, path: string, content: string): void {
  const target = join(dir, "work", path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

function judge(step: RunStep, played: Played, work: string): void {
  const story = renderStory(step, played);
  assert.equal(played.exit, step.exit, `expected exit ${step.exit}\n${story}`);
  for (const check of step.checks) {
    const complaint = findComplaint(check, played, work);
    if (complaint !== null) assert.fail(`${complaint}\n${story}`);
  }
}

function findComplaint(check: Check, played: Played, work: string): string | null {
  switch (check.kind) {
    case "stream-holds":
      if (played[check.stream].includes(check.text) === check.wanted) return null;
      return `${check.stream} should${check.wanted ? "" : " not"} hold '${check.text}'`;
    case "stream-is":
      return played[check.stream] === check.text ? null : `${check.stream} should be exactly\n${check.text}`;
    case "file-holds": {
      const path = join(work, check.path);
      if (existsSync(path) && readFileSync(path, "utf8").includes(check.text)) return null;
      return `${check.path} should hold '${check.text}'`;
    }
    case "no-file":
      return existsSync(join(work, check.path)) ? `${check.path} should not exist` : null;
  }
}

function renderStory({ line, command }: RunStep, { exit, stdout, stderr }: Played): string {
  return `line ${line}: $ ${command}\nexit: ${exit}\nstdout:\n${stdout}\nstderr:\n${stderr}`;
}

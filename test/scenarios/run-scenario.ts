// Plays a scenario: fresh directories, a fixed environment, /bin/sh. The first expectation that does not hold ends it
// with the whole story of that command. To be quick, what needs no shell runs in this process.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { COMPILED } from "../built.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import type { Check, RunStep, Scenario } from "./scenario.ts";

const COMMAND_TIMEOUT_MS = 60_000;

export type Played = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

/** `binDir` holds the `credence` to test; `dir` is empty and belongs to this scenario. */
export type Stage = { readonly binDir: string; readonly dir: string; readonly isQuick?: boolean };

export async function runScenario(scenario: Scenario, stage: Stage): Promise<void> {
  prepareStage(stage);
  for (const step of scenario.steps) {
    if (step.kind === "write") writeInside(stage, step.path, step.content);
    else judge(step, await play(step.command, stage), join(stage.dir, "work"));
  }
}

export function prepareStage(stage: Stage): Stage {
  for (const folder of ["work", "home"]) mkdirSync(join(stage.dir, folder), { recursive: true });
  return stage;
}

async function play(command: string, stage: Stage): Promise<Played> {
  const [plain = "", filter = null] = splitFilter(fillIn(command, stage));
  const call = stage.isQuick === true ? readPlainCall(plain) : null;
  if (call === null) return playCommand(command, stage);
  const played = await playInside(call, stage);
  if (filter === null) return played;
  const filtered = playCommand(filter, stage, { directory: call.directory, input: played.stdout });
  return { ...filtered, stderr: played.stderr + filtered.stderr };
}

/** What comes after the first bar gets what is said before it, and its exit code counts. */
export function splitFilter(line: string): string[] {
  const [, call, filter] = /^([^|]*) \| (.*)$/s.exec(line) ?? [];
  return call === undefined || filter === undefined || /credence/.test(filter) ? [line] : [call, filter];
}

/** The line with the words that it takes from files, where a shell would leave them as they are. */
function fillIn(line: string, { dir }: Stage): string {
  const directory = /^cd ([\w./-]+) && /.exec(line)?.[1] ?? ".";
  return line.replaceAll(/"\$\(cat ([\w./-]+)\)"/g, (whole, path: string) => {
    const word = readFileSync(join(dir, "work", directory, path), "utf8").trimEnd();
    return /^[\w:-]+$/.test(word) ? word : whole;
  });
}

async function playInside(call: PlainCall, stage: Stage): Promise<Played> {
  const { binDir, dir } = stage;
  const top = join(dir, "work", call.directory);
  const place = { top, home: join(dir, "home"), env: { ...envOf(stage), ...call.env } };
  const script = join(binDir, "credence");
  const now = new Date().toISOString();
  return inProcess(place)(call.words, { now, program: { node: process.execPath, script } });
}

export type PlainCall = {
  /** Where the line goes first. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
};

/** A call of ours for which no shell is needed. @returns null when the line is anything else. */
export function readPlainCall(line: string): PlainCall | null {
  const [, directory = ".", variables = "", call = ""] =
    /^(?:cd ([\w./-]+) && )?((?:[A-Z_]+=[\w./-]* )*)(credence .*)$/s.exec(line) ?? [];
  const words = call === "" ? null : splitPlain(call);
  if (words === null) return null;
  const env = Object.fromEntries(
    [...variables.matchAll(/([A-Z_]+)=(\S*) /g)].map(([, name = "", value = ""]) => [name, value]),
  );
  return { directory, env, words: words.slice(1) };
}

/** The words of a line of which a shell would do no more than split it. @returns null when it would do more. */
export function splitPlain(line: string): string[] | null {
  const pieces = [...line.matchAll(/(?:[\w.,:/=@%+-]|"[^"$`\\]*"|'[^']*')+|./gs)].map(([piece]) => piece);
  const isPlain = pieces.every(
    (piece, index) => (index % 2 === 0) === (piece !== " ") && /^[\w.,:/=@%+"'-]| /.test(piece),
  );
  if (!isPlain) return null;
  return pieces.filter((piece) => piece !== " ").map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

function envOf({ binDir, dir }: Stage): Record<string, string> {
  return {
    PATH: [binDir, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: join(dir, "home"),
    CREDENCE_HOME: join(dir, "credence"),
    NO_COLOR: "1",
    TZ: "UTC",
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

export type ShellPlace = { readonly directory: string; readonly input: string };

export function playCommand(command: string, stage: Stage, place?: ShellPlace): Played {
  const env = { ...(stage.isQuick === true ? COMPILED : {}), ...envOf(stage) };
  const cwd = join(stage.dir, "work", place?.directory ?? ".");
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], {
    cwd,
    env,
    encoding: "utf8",
    ...(place === undefined ? {} : { input: place.input }),
    stdio: [place === undefined ? "ignore" : "pipe", "pipe", "pipe"],
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

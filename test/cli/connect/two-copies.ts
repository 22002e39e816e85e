// A home with Claude Code and Codex in it, a project with a memory, and two whole copies of the built program that call themselves
// different versions.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLauncher } from "../../../src/app/clients/launcher.ts";
import { builtPackage, COMPILED } from "../../built.ts";
import {
  expectDone,
  type Outcome,
  runProcess,
  type ScratchProject,
  scratchProject,
} from "../../fixture/scratch-project.ts";
import type { Owner } from "../../temp-dir.ts";

export type Version = "0.1.10" | "0.3.10";

export type TwoCopies = Omit<ScratchProject, "run"> & {
  /** The command of each copy. */
  readonly scripts: Readonly<Record<Version, string>>;
  /** `credence ARGS` of a copy, by a script of the person. */
  readonly run: (version: Version, ...args: string[]) => Outcome;
  readonly done: (version: Version, ...args: string[]) => string;
  /** The version that the launcher names, which is the one copy in its place. */
  readonly atWork: () => string;
};

const KIWI = "The kiwi sleeps by day, and the kiwi hunts by night.";

const ROOT = join(import.meta.dirname, "../../..");
const SETTINGS = { "claude-code": ".claude/settings.json", codex: ".codex/hooks.json" } as const;
export type ClientName = keyof typeof SETTINGS;
/** On a busy machine a hook is late, and then it says nothing. */
const TRIES = 12;

/** A clone with the built program, under another version. */
async function lay({ base }: ScratchProject, version: Version): Promise<string> {
  const path = join(base, `clone-${version}`);
  mkdirSync(join(path, ".git"), { recursive: true });
  const filter = (name: string): boolean => !name.endsWith(".map");
  cpSync((await builtPackage()).dist, join(path, "dist"), { recursive: true, filter });
  const about = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const name of readdirSync(join(path, "dist")).filter((each) => each.endsWith(".cjs"))) {
    const text = readFileSync(join(path, "dist", name), "latin1");
    const renamed = text.replaceAll(JSON.stringify(about.version), JSON.stringify(version));
    writeFileSync(join(path, "dist", name), renamed, "latin1");
  }
  writeFileSync(join(path, "package.json"), JSON.stringify({ ...about, version }));
  return join(path, "dist/credence.cjs");
}

export async function twoCopies(owner: Owner): Promise<TwoCopies> {
  const project = scratchProject(owner, { state: "none" });
  const scripts = { "0.1.10": await lay(project, "0.1.10"), "0.3.10": await lay(project, "0.3.10") };
  const run: TwoCopies["run"] = (version, ...args) =>
    runProcess([process.execPath, scripts[version], ...args], { cwd: project.top, env: project.env });
  const done: TwoCopies["done"] = (version, ...args) => expectDone(run(version, ...args)).stdout;
  for (const name of [".claude", ".codex"]) mkdirSync(join(project.home, name));
  done("0.1.10", "init", "--test-state");
  const about = [
    "--type",
    "project",
    "--id",
    "project_kiwi",
    "--name",
    "kiwi",
    "--description",
    "about the kiwi",
  ];
  done("0.1.10", "save", ...about, "--body", KIWI, "--as-test-person");
  const programs = join(project.credenceHome, "program");
  const atWork = (): string => {
    const named = readLauncher(readFileSync(join(project.state, "launch"), "utf8"))?.script ?? "";
    const [copy = "", ...others] = readdirSync(programs).filter((name) => name !== "bin");
    assert.deepEqual([others, named], [[], join(programs, copy, "dist/credence.cjs")]);
    return copy;
  };
  return { ...project, scripts, run, done, atWork };
}

/** Install by one copy, once more where a hook was late to its proof. */
export function switchTo(project: TwoCopies, version: Version, ...args: string[]): string {
  let { exit, stdout, stderr } = project.run(version, "install", ...args);
  for (let tries = 1; tries < TRIES && exit === 1 && stdout.includes("did not deny"); tries += 1)
    ({ exit, stdout, stderr } = project.run(version, "install", ...args));
  assert.equal(exit, 0, `${stdout}${stderr}`);
  return stdout;
}

type Handler = { readonly command: string; readonly args?: readonly string[] };
type Fired = { readonly event: string; readonly [field: string]: unknown };

/** The words of each command hook of an event, as the client starts them. */
function wordsOf(project: TwoCopies, client: ClientName, event: string): string[][] {
  const { hooks } = JSON.parse(readFileSync(join(project.home, SETTINGS[client]), "utf8"));
  const handlers: Handler[] = (hooks[event] ?? []).flatMap((group: { hooks: Handler[] }) => group.hooks);
  return handlers
    .filter(({ command }) => command !== undefined)
    .map(({ command, args }) => (args === undefined ? ["/bin/sh", "-c", command] : [command, ...args]));
}

/** What the hooks of an event answer; none of them fails or says anything to stderr. */
export async function fire(
  project: TwoCopies,
  client: ClientName,
  { event, ...input }: Fired,
): Promise<string> {
  const given = JSON.stringify({ session_id: "s1", cwd: project.top, hook_event_name: event, ...input });
  const said: string[] = [];
  for (const [program = "", ...args] of wordsOf(project, client, event)) {
    const env = { ...COMPILED, HOME: project.home, PATH: "/usr/bin:/bin" };
    const child = spawn(program, args, { cwd: project.top, env, stdio: "pipe" });
    child.stdin.on("error", () => undefined).end(given);
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    const [status] = await once(child, "close");
    assert.deepEqual([status, err.join("")], [0, ""], event);
    said.push(...out);
  }
  return said.join("");
}

/** Recall and guard of both clients, by the hooks in their settings. */
export async function expectAtWork(project: TwoCopies, stage: string): Promise<void> {
  const tool = { tool_name: "Bash", tool_input: { command: `rm -rf ${project.state}` } };
  for (const client of ["claude-code", "codex"] as const)
    for (const [fired, wanted] of [
      [{ event: "UserPromptSubmit", prompt: "when does the kiwi sleep by day?" }, /hunts by night/],
      [{ event: "PreToolUse", ...tool }, /"deny"/],
    ] as const) {
      let said = "";
      for (let tries = 0; tries < TRIES && !wanted.test(said); tries += 1)
        said = await fire(project, client, { ...fired, session_id: `${stage} ${client} ${tries}` });
      assert.match(said, wanted, `${client} ${stage}`);
    }
}

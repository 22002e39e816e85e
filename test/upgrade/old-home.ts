// A home in which 0.1.0, the packed one, was set up from a clone: a project with memories, an approval and a removal, Claude
// Code and Codex connected. And what holds in it whichever version is at work.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRelease } from "../../scripts/verify/build-releases.ts";
import { builtPackage, COMPILED } from "../built.ts";
import {
  expectDone,
  type Outcome,
  runProcess,
  type ScratchProject,
  scratchProject,
} from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";

export const APPROVED = "project_kiwi";
export const ADVICE = "project_emu";
export const REMOVED = "project_dodo";
export const KIWI = "The kiwi sleeps by day, and the kiwi hunts by night.";
export const EMU = "The emu outruns horses on every field that it has seen.";
export const DODO = "The dodo is alive and well, and lives behind the harbour.";
const TRIES = 12;
const ROOT = join(import.meta.dirname, "..", "..");

export type Version = "0.1.0" | "new";

export type OldHome = Omit<ScratchProject, "run"> & {
  /** The packages, each in a directory that a test may spoil. */
  readonly packages: Readonly<Record<Version, string>>;
  /** `credence ARGS` of a version, by a script of the person. */
  readonly run: (version: Version, ...args: string[]) => Outcome;
  readonly done: (version: Version, ...args: string[]) => string;
};

/** Both programs and a project, and nothing set up. */
async function twoVersions(owner: Owner): Promise<OldHome> {
  const project = scratchProject(owner, { state: "none" });
  const packages = { "0.1.0": join(project.base, "clone-0.1.0"), new: join(project.base, "clone-new") };
  for (const path of Object.values(packages)) mkdirSync(join(path, ".git"), { recursive: true });
  cpSync((await findRelease("0.1.0")).path, packages["0.1.0"], { recursive: true });
  cpSync((await builtPackage()).dist, join(packages.new, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(packages.new, "package.json"));
  const run: OldHome["run"] = (version, ...args) =>
    runProcess([process.execPath, join(packages[version], "dist/credence.cjs"), ...args], {
      cwd: project.top,
      env: project.env,
    });
  return { ...project, packages, run, done: (version, ...args) => expectDone(run(version, ...args)).stdout };
}

/** A project of 0.1.0, and no client connected. */
export async function oldProject(owner: Owner): Promise<OldHome> {
  const project = await twoVersions(owner);
  project.done("0.1.0", "init", "--test-state");
  save(project, "0.1.0", [APPROVED, KIWI, "--as-test-person"]);
  save(project, "0.1.0", [ADVICE, EMU]);
  save(project, "0.1.0", [REMOVED, DODO]);
  project.done("0.1.0", "demote", REMOVED, "--reason", "not so");
  return project;
}

export async function oldHome(owner: Owner): Promise<OldHome> {
  const project = await oldProject(owner);
  for (const name of [".claude", ".codex"]) mkdirSync(join(project.home, name));
  // On a busy machine its own proof may be late.
  let { exit, stdout, stderr } = project.run("0.1.0", "install");
  for (let tries = 1; tries < TRIES && exit !== 0; tries += 1)
    ({ exit, stdout, stderr } = project.run("0.1.0", "install"));
  assert.equal(exit, 0, `${stdout}${stderr}`);
  return project;
}

export function save(
  project: OldHome,
  version: Version,
  [id = "", body = "", ...more]: readonly string[],
): string {
  const name = id.replace("project_", "");
  const words = ["--type", "project", "--id", id, "--name", name, "--description", `about the ${name}`];
  return project.done(version, "save", ...words, "--body", body, ...more);
}

export type Standings = Readonly<Record<string, string>>;

/** By the word of one version, whatever is connected. */
export function standingsBy(project: OldHome, version: Version): Standings {
  const listed: { id: string; standing: string }[] = JSON.parse(project.done(version, "list", "--json"));
  return Object.fromEntries(listed.map(({ id, standing }) => [id, standing]));
}

const SETTINGS = { "claude-code": ".claude/settings.json", codex: ".codex/hooks.json" } as const;
export type ClientName = keyof typeof SETTINGS;

type FiredEvent = { readonly event: string; readonly [field: string]: unknown };

type Entry = { readonly command: string; readonly args?: readonly string[] };

/** What the hooks of an event answer, started as the client starts them. */
export function fireHooks(project: OldHome, client: ClientName, { event, ...input }: FiredEvent): string[] {
  const { hooks } = JSON.parse(readFileSync(join(project.home, SETTINGS[client]), "utf8"));
  const entries: Entry[] = (hooks[event] ?? []).flatMap((group: { hooks: Entry[] }) => group.hooks);
  const given = { session_id: "s1", cwd: project.top, hook_event_name: event, ...input };
  return entries
    .filter(({ command }) => command !== undefined)
    .map(({ command, args }) => {
      const [program, words] = args === undefined ? ["/bin/sh", ["-c", command]] : [command, args];
      const { status, stdout, stderr } = spawnSync(program, words, {
        cwd: project.top,
        env: { ...COMPILED, HOME: project.home, PATH: "/usr/bin:/bin" },
        input: JSON.stringify(given),
        encoding: "utf8",
      });
      assert.deepEqual([status, stderr], [0, ""]);
      return stdout;
    });
}

/** What a session of Claude Code begins with. A hook that is late says nothing: another session is asked anew. */
export function startSession(project: OldHome, session: string, wanted = ""): string {
  const fired = { event: "SessionStart", source: "startup" };
  for (let tries = 1; ; tries += 1) {
    const said = fireHooks(project, "claude-code", { ...fired, session_id: `${session} ${tries}` }).join("");
    if ((said !== "" && said.includes(wanted)) || tries === TRIES) return said;
  }
}

/** Recall and guard of both clients, by the hooks in their settings. */
export function expectAtWork(project: OldHome, stage: string): void {
  const command = `rm -rf ${project.state}`;
  for (const client of ["claude-code", "codex"] as const) {
    const fire = (event: FiredEvent, wanted: RegExp): string => {
      // A hook that is late says nothing, and this machine may be busy; another session is asked anew.
      let said = "";
      for (let tries = 0; tries < TRIES && !wanted.test(said); tries += 1)
        said = fireHooks(project, client, { ...event, session_id: `${stage} ${client} ${tries}` }).join("");
      assert.match(said, wanted, `${client} ${stage}`);
      return said;
    };
    const started = fire({ event: "SessionStart", source: "startup" }, /project_kiwi\.md/);
    assert.match(started, /project_emu\.md\\n {2}\(inferred\)/);
    assert.doesNotMatch(started, /dodo/);
    fire({ event: "UserPromptSubmit", prompt: "when does the kiwi sleep by day?" }, /hunts by night/);
    fire({ event: "PreToolUse", tool_name: "Bash", tool_input: { command } }, /"deny"/);
  }
}

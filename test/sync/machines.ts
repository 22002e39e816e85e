// Several machines of one or more people, each with a home and a state of its own, and one bare repository between them. The
// user root of the first is copied to the others, as after a first pull; who trusts whom is written into machine state, as
// `credence trust add` does after its questions.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CallOptions, type InProcess, inProcess } from "../fixture/command-in-process.ts";
import {
  expectDone,
  initTestState,
  type Outcome,
  type ScratchProject,
  scratchProject,
} from "../fixture/scratch-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import { takePrepared } from "./prepared.ts";

export type Machine = {
  readonly name: string;
  readonly project: ScratchProject;
  readonly root: string;
  readonly state: string;
  readonly top: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly call: InProcess;
  readonly done: InProcess;
  /** `credence sync` with what the test wants. */
  readonly sync: (more?: readonly string[], options?: CallOptions) => Promise<Outcome>;
  readonly save: (id: string, options?: SaveOptions) => Promise<Outcome>;
};

export type SaveOptions = {
  readonly body?: string;
  readonly name?: string;
  readonly more?: readonly string[];
};

export const PERSON = "--as-test-person";

export function bareRepository(owner: Owner): string {
  const path = join(freshDir(owner), "remote.git");
  gitIn(undefined, "init", "--quiet", "--bare", "--initial-branch=main", path);
  return path;
}

export function gitIn(cwd: string | undefined, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    ...(cwd === undefined ? {} : { cwd }),
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1", ...WHO },
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const WHO = {
  GIT_AUTHOR_NAME: "Mallory",
  GIT_AUTHOR_EMAIL: "m@example.invalid",
  GIT_COMMITTER_NAME: "Mallory",
  GIT_COMMITTER_EMAIL: "m@example.invalid",
};

export function newMachine(owner: Owner, name: string): Machine {
  const project = scratchProject(owner, { state: "none", inGit: false });
  initTestState(project, "user");
  return machineAt(name, project);
}

/** Where there is a user root already. */
export function machineAt(name: string, project: ScratchProject): Machine {
  const call = inProcess(project);
  const done: InProcess = async (args, options) => expectDone(await call(args, options));
  return {
    name,
    project,
    root: project.userRoot,
    state: project.state,
    top: project.top,
    home: project.home,
    env: project.env,
    call,
    done,
    sync: (more = [], options) => call(["sync", "--scope", "user", ...more], options),
    save: (id, { body = bodyOf(id), name: title = id, more = [] } = {}) =>
      done([
        ...["save", "--scope", "user", "--type", "user", "--id", id],
        ...["--name", title, "--description", `About ${id}`, "--body", body, ...more],
      ]),
  };
}

export function bodyOf(id: string): string {
  return `What everybody should know about ${id}, at some length.`;
}

export type Together<Name extends string = never> = {
  readonly machines: readonly Machine[];
  readonly remote: string;
} & Readonly<Record<Name, Machine>>;
export type Pair = Together<"ana" | "bo">;

/** All of them have the root of the first, trust each other's keys, and sync with one remote. */
export async function machinesTogether<const Name extends string>(
  owner: Owner,
  names: readonly Name[],
): Promise<Together<Name>> {
  const { machines, remote } = await takePrepared(owner, `together ${names.join()}`, {
    make: (process) => bringTogether(process, names),
    places: placesOf,
  });
  const byName = Object.fromEntries(machines.map((each) => [each.name, each])) as Record<Name, Machine>;
  return { machines, remote, ...byName };
}

/** Everything that the machines and their remote have. */
export function placesOf({ machines, remote }: Together): string[] {
  return [...machines.map(({ project }) => project.base), remote];
}

async function bringTogether(owner: Owner, names: readonly string[]): Promise<Together> {
  const remote = bareRepository(owner);
  const machines = names.map((name) => newMachine(owner, name));
  const [first] = machines;
  if (first === undefined) throw new Error("a meeting needs machines");
  for (const machine of machines) {
    if (machine !== first) joinRoot(first, machine);
    // Whoever acts as a person has a key from then on.
    await machine.done(["sync", "--remote", remote, PERSON]);
  }
  for (const machine of machines) trust(machine, machines);
  return { machines, remote };
}

/** What `init --from` does: the same root id, and nothing else yet. */
export function joinRoot(first: Machine, second: Machine): void {
  cpSync(join(first.root, "root.json"), join(second.root, "root.json"));
  rmSync(join(second.state, "roots"), { recursive: true, force: true });
}

export function trust(machine: Machine, others: readonly Machine[], root: string = rootId(machine)): void {
  const signers = others
    .filter((each) => each !== machine)
    .flatMap((each) => keysOf(each).map((key) => ({ ...key, root, petname: each.name })));
  writeFileSync(join(machine.state, "signers.json"), JSON.stringify({ v: 1, signers }), { mode: 0o600 });
}

export function keysOf({ state }: Machine): { readonly signer: string; readonly key: string }[] {
  return ["machine", "person"].flatMap((kind) => {
    const path = join(state, "keys", `${kind}.json`);
    if (!existsSync(path)) return [];
    const { signer, key } = JSON.parse(readFileSync(path, "utf8"));
    return [{ signer, key }];
  });
}

export function rootId({ root }: Machine): string {
  return JSON.parse(readFileSync(join(root, "root.json"), "utf8")).root;
}

/** What is synced, by path. */
export function filesOf({ root }: Pick<Machine, "root">): Record<string, string> {
  const files: Record<string, string> = {};
  const walk = (directory: string): void => {
    if (!existsSync(join(root, directory))) return;
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (!entry.name.startsWith(".")) files[path] = readFileSync(join(root, path), "utf8");
    }
  };
  for (const directory of ["memories", "quarantine", "attest", "team"]) walk(directory);
  return files;
}

export async function standingsOf(machine: Machine): Promise<Record<string, string>> {
  const { stdout } = await machine.done(["list", "--scope", "user", "--json"]);
  const rows: { id: string; standing: string }[] = JSON.parse(stdout);
  return Object.fromEntries(rows.map(({ id, standing }) => [id, standing]));
}

/** The files of the tip of the remote. */
export function tipOf(remote: string): string[] {
  return gitIn(remote, "ls-tree", "-r", "--name-only", "main")
    .split("\n")
    .filter((each) => each !== "");
}

/** What the branches of all machines have, by path. */
export function publishedIn(remote: string): string[] {
  const refs = gitIn(remote, "for-each-ref", "--format=%(refname)", "refs/heads/m/").trim();
  const paths = refs
    .split("\n")
    .filter((ref) => ref !== "")
    .flatMap((ref) => gitIn(remote, "ls-tree", "-r", "--name-only", ref).trim().split("\n"));
  return [...new Set(paths)].sort();
}

/** Whatever anybody can read there by following branches. */
export function readableIn(remote: string): string {
  const blobs = gitIn(
    remote,
    "rev-list",
    "--objects",
    "--no-object-names",
    "--filter=object:type=blob",
    "--filter-provided-objects",
    "--all",
  );
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: remote,
    input: blobs,
    encoding: "latin1",
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

export function machineOf(machine: Machine): string {
  return keysOf(machine)[0]?.signer.slice("machine:".length) ?? "";
}

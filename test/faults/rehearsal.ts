// A project in which one operation is about to run, and what it looks like before and after. It can be put back to the
// beginning as often as the test likes.

import { isRecord, parseJson } from "../../src/memory/json.ts";
import { type InProcess, inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type Outcome, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { armFaults, type DoneCall, disarmFaults } from "./fs-faults.ts";
import type { Files, Operation } from "./operations.ts";
import { filesOf, readSnapshot, restoreSnapshot, type Snapshot } from "./snapshot.ts";
import type { Call, Watched } from "./trouble.ts";

export type Rehearsal = {
  readonly project: ScratchProject;
  readonly run: InProcess;
  /** The operation itself. */
  readonly act: (clock?: () => number) => Promise<Outcome>;
  readonly before: Files;
  readonly after: Files;
  /** Every state of the roots in which no operation is half done. */
  readonly whole: readonly Files[];
  /** The calls that change the disk, in their order, each time that it is done after a rewind. */
  readonly calls: readonly Call[];
  /** The whole disk before and after it. */
  readonly start: Snapshot;
  readonly end: Snapshot;
  readonly rewind: () => void;
  /** All files of both roots, without index.md: it is derived, and follows when the operation is done already. */
  readonly files: () => Files;
};

export type Observer = (base: string, done: DoneCall) => void;

/** One at a time: there is one plan, and so one list of calls. */
export async function rehearse(
  owner: Owner,
  operation: Operation,
  observe: Observer | null = null,
): Promise<Rehearsal> {
  const project = scratchProject(owner, { state: "none", inGit: operation.name === "demote" });
  const run = inProcess(project);
  for (const args of [["init", "--test-state"], ...operation.before]) expectDone(await run(args));
  await operation.prepare?.(project, owner);
  const act: Rehearsal["act"] = (clock) => actOn(project, operation, clock);
  const start = readSnapshot(project.base);
  const files = (): Files => readRoots(project);
  const before = files();
  const observer = observe === null ? null : (done: DoneCall): void => observe(project.base, done);
  armFaults({ under: project.base, at: 0, trouble: { kind: "none" } }, observer);
  expectDone(await act());
  const first = disarmFaults();
  const after = files();
  const end = readSnapshot(project.base);
  const rewind = (): void => restoreSnapshot(project.base, start);
  const calls = observe === null ? await listCalls(project.base, { rewind, act }) : first;
  const whole = [before, ...operation.between(before, after), after];
  return { project, run, act, before, after, whole, calls, start, end, rewind, files };
}

/** After it was put back it may make other calls than the first time: databases that have changed are looked at closely. */
export async function listCalls(
  under: string,
  { rewind, act }: Pick<Rehearsal, "rewind" | "act">,
  { watches = "changes", observe = null }: Listing = {},
): Promise<readonly Call[]> {
  rewind();
  armFaults({ under, watches, at: 0, trouble: { kind: "none" } }, observe);
  expectDone(await act());
  return disarmFaults();
}

type Listing = { readonly watches?: Watched; readonly observe?: ((done: DoneCall) => void) | null };

/** By a clock of its own it is called without the time that its words say. */
function actOn(
  project: ScratchProject,
  { act, call, now }: Operation,
  clock?: () => number,
): Promise<Outcome> {
  if (act !== undefined) return act(project, clock ?? (() => Date.parse(now)));
  if (clock === undefined) return inProcess(project)(call);
  const at = call.indexOf("--now");
  return inProcess(project)(call.toSpliced(at, 2), {
    get now() {
      return new Date(clock()).toISOString();
    },
  });
}

const ROOTS = ["project/.claude/memory/", "home/.claude/claude-memory/"];

function readRoots({ base }: ScratchProject): Files {
  const isOfRoot = (name: string): boolean =>
    ROOTS.some((root) => name.startsWith(root)) && !name.endsWith("/index.md");
  return new Map(nameBySaying([...filesOf(readSnapshot(base, isOfRoot))]));
}

/** A statement has random digits in it, and so another name each time: here it is named by what it says. */
function nameBySaying(files: readonly (readonly [string, string])[]): [string, string][] {
  const known = new Map<string, number>();
  return files.map(([path, text]) => {
    const said = path.includes("/attest/") ? parseJson(text) : null;
    if (!isRecord(said) || said["v"] !== 1) return [path, text];
    const { act, digest, digests, text: hash, id, follows, lifts } = said;
    const names = [follows, lifts].map((each) => (Array.isArray(each) ? each.length : 0));
    const saying = JSON.stringify({ act, digest, digests, hash, id, names });
    const name = `${path.slice(0, path.lastIndexOf("/"))}/${saying}`;
    known.set(name, (known.get(name) ?? 0) + 1);
    return [`${name} ${known.get(name)}`, ""];
  });
}

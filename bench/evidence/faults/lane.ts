// One subject in its project, what it is before and after it was done undisturbed, and what must hold after it was disturbed:
// nothing acknowledged is lost, nothing is raised, no file is half written, and the next commands find everything in order.

import { AssertionError } from "node:assert";
import { hash } from "node:crypto";
import { endProcess } from "../../../test/faults/end-process.ts";
import { listCalls, type Rehearsal, rehearse } from "../../../test/faults/rehearsal.ts";
import { hasSameFiles, readSnapshot, type Snapshot } from "../../../test/faults/snapshot.ts";
import { assertGone, assertNoneLost, assertNoneTorn } from "../../../test/faults/survival.ts";
import type { Call } from "../../../test/faults/trouble.ts";
import type { InProcess } from "../../../test/fixture/command-in-process.ts";
import type { Outcome } from "../../../test/fixture/scratch-project.ts";
import type { Owner } from "../../../test/temp-dir.ts";
import { findRaised, REFUSED, type Subject } from "./subjects.ts";

export type Harm = {
  readonly kind: "lost" | "raised" | "half written" | "not said";
  readonly says: string;
};

type Standings = ReadonlyMap<string, string>;

export type Lane = Rehearsal & {
  readonly subject: Subject;
  /** The calls that read the disk. */
  readonly reads: readonly Call[];
  /** The disk after each call that changes it. */
  readonly disks: readonly Snapshot[];
  readonly standings: { readonly before: Standings; readonly after: Standings };
  /** States that were judged before, and what was found. */
  readonly judged: Map<string, Harm | null>;
};

export async function openLane(owner: Owner, subject: Subject): Promise<Lane> {
  const rehearsal = await rehearse(owner, subject);
  const { project, run, rewind } = rehearsal;
  const disks: Snapshot[] = [];
  const observe = (): void => void disks.push(readSnapshot(project.base));
  const calls = await listCalls(project.base, rehearsal, { observe });
  const after = await readStandings(run);
  const reads = await listCalls(project.base, rehearsal, { watches: "reads" });
  rewind();
  const before = await readStandings(run);
  if (before === null || after === null) throw new Error(`${subject.name}: undisturbed it cannot be listed`);
  return { ...rehearsal, subject, calls, reads, disks, standings: { before, after }, judged: new Map() };
}

/** What is left after a disturbance. */
export type Left = {
  /** Null for a process that was killed. */
  readonly outcome: Outcome | null;
  /** Whether it would end with the same bytes as undisturbed. */
  readonly isExact: boolean;
};

/** The process that was disturbed has ended. */
export async function judge(lane: Lane, left: Left): Promise<Harm | null> {
  const { outcome, isExact } = left;
  if (outcome?.exit === 70) return { kind: "not said", says: outcome.stderr.split("\n")[0] ?? "" };
  const shown = lane.subject.shows && outcome !== null ? findRaised(outcome.stdout) : null;
  if (shown !== null) return { kind: "raised", says: shown };
  endProcess(lane.project.base);
  const key = `${outcome?.exit === 0} ${isExact} ${hashOf(readSnapshot(lane.project.base))}`;
  const known = lane.judged.get(key);
  if (known !== undefined) return known;
  const harm = await examine(lane, left);
  lane.judged.set(key, harm);
  return harm;
}

async function examine(lane: Lane, left: Left): Promise<Harm | null> {
  return (
    findTorn(lane, left) ??
    (await findRaisedNow(lane)) ??
    (await findUnhealed(lane)) ??
    (await findUnlike(lane)) ??
    (await findUnrepeatable(lane, left)) ??
    (await findForgottenBack(lane))
  );
}

/** Before anything is mended. */
function findTorn(lane: Lane, { outcome, isExact }: Left): Harm | null {
  if (!isExact) return null;
  const { subject } = lane;
  const torn = failureOf(() => assertNoneTorn(lane, subject.name));
  if (torn !== null) return { kind: "half written", says: torn };
  const lost = failureOf(() => assertNoneLost(lane, subject, subject.name));
  if (lost !== null) return { kind: "lost", says: lost };
  if (outcome === null || !subject.acknowledges(outcome) || hasSameFiles(withoutLeft(lane), lane.after))
    return null;
  return { kind: "lost", says: "it said that it was done, and it is not" };
}

function failureOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AssertionError) return error.message;
    throw error;
  }
}

/** Where nothing may be removed either, the lock stays, and what was to become another file. */
function withoutLeft(lane: Lane): Map<string, string> {
  return new Map([...lane.files()].filter(([name]) => !/\.lockdir\/|\.tmp(?:\/|$)/.test(name)));
}

async function findRaisedNow(lane: Lane): Promise<Harm | null> {
  const now = await readStandings(lane.run);
  // What cannot be listed before it is mended, shows nothing.
  return now === null ? null : compare(lane, now, "raised");
}

async function findUnhealed({ run, project, subject }: Lane): Promise<Harm | null> {
  const harm = (await subject.keeps?.(project)) ?? null;
  if (harm !== null) return { kind: "lost", says: harm };
  const { exit, stdout, stderr } = await run(["doctor", "--repair"]);
  // That a hook failed is told for a week: it is no damage.
  const isOnlyTold = exit === 1 && !/^\[(?!W\] hooks: )/m.test(stdout);
  if ((exit === 0 || isOnlyTold) && stderr === "") return null;
  return { kind: "lost", says: `doctor --repair ends with ${exit}: ${sayBad(stderr + stdout)}` };
}

function sayBad(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("repaired: ") && line !== "")
    .join(" ");
}

async function findUnlike(lane: Lane): Promise<Harm | null> {
  const now = await readStandings(lane.run);
  if (now === null) return { kind: "lost", says: "the memories cannot be listed" };
  return compare(lane, now, "raised") ?? compare(lane, now, "lost");
}

async function findUnrepeatable(lane: Lane, { isExact }: Left): Promise<Harm | null> {
  if (!isExact) return null;
  await lane.act();
  if (!hasSameFiles(lane.files(), lane.after))
    return { kind: "lost", says: "done again, it ends otherwise than undisturbed" };
  const left = failureOf(() => assertGone(lane, lane.subject, "left"));
  return left === null ? null : { kind: "raised", says: `what was forgotten is still there: ${left}` };
}

async function findForgottenBack({ run }: Lane): Promise<Harm | null> {
  const { stderr } = await run(REFUSED);
  return stderr.startsWith("error: REMOVED: ")
    ? null
    : { kind: "raised", says: `what was forgotten is not refused: ${stderr.split("\n")[0]}` };
}

/** What a model may get of it, and how. */
function rankOf(standing: string | undefined): number {
  if (standing === undefined) return 0;
  return standing === "verified" ? 3 : standing === "inferred" ? 2 : 1;
}

function compare({ standings, subject }: Lane, now: Standings, kind: "lost" | "raised"): Harm | null {
  for (const id of new Set([...standings.before.keys(), ...standings.after.keys(), ...now.keys()])) {
    const ranks = [rankOf(standings.before.get(id)), rankOf(standings.after.get(id))];
    const rank = rankOf(now.get(id));
    const isHarmed = kind === "raised" ? rank > Math.max(...ranks) : rank < Math.min(...ranks);
    if (isHarmed && !(kind === "lost" && subject.erases))
      return {
        kind,
        says: `${id} is ${now.get(id) ?? "gone"}, and was ${standings.before.get(id) ?? "not there"}`,
      };
  }
  return null;
}

type Row = { readonly id: string; readonly scope: string; readonly standing: string };

/** Null where they cannot be listed. */
async function readStandings(run: InProcess): Promise<Standings | null> {
  const { exit, stdout } = await run(["list", "--json", "--limit", "1000"]);
  if (exit !== 0) return null;
  const rows: Row[] = JSON.parse(stdout);
  return new Map(rows.map(({ id, scope, standing }) => [`${scope}/${id}`, standing]));
}

function hashOf(snapshot: Snapshot): string {
  const lines = [...snapshot].map(([name, { text, mode }]) => `${name}\0${mode}\0${hash("sha256", text)}`);
  return hash("sha256", lines.sort().join("\n"));
}

// How things stand, at a glance. No validator runs: it is one walk over the files and what machine state says. Reading
// only; what it counts as waiting is what review would show first.

import { join } from "node:path";
import { addDays } from "../../memory/instant.ts";
import { MERGE_REMEDY } from "../../memory/law/standing.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { listFiles, listOneOfEach } from "../../store/memory-files.ts";
import { countDamagedSigners } from "../../trust/signers-file.ts";
import { NEW_DAYS } from "../audit/report.ts";
import { readRequests } from "../change/requests.ts";
import { listUntested } from "../clients/examine-answers.ts";
import { type ClientSurvey, findDeadClients, isConnected } from "../clients/examine-clients.ts";
import { listUntrusted } from "../clients/examine-trust.ts";
import { findVanished, type Vanished } from "../health/find-vanished.ts";
import { examineFreshness, type IndexFreshness } from "../index/examine-index.ts";
import { createHiddenFinder } from "../memories/approved-texts.ts";
import { noStandings } from "../memories/count-standings.ts";
import { findSigner } from "../memories/known-signers.ts";
import { ageOf, quarantinedOn } from "../memories/law.ts";
import { learnOfRemoved, loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { findUnknownSigners } from "../people/describe-trust.ts";
import { sayKeyMade } from "../people/key-news.ts";
import { readReceipts } from "../recall/receipts.ts";
import { listSilences } from "../recall/silences.ts";
import { createMovedFinder } from "../review/moved.ts";
import {
  addObserved,
  type DescribedObserved,
  describeObserved,
  NONE_OBSERVED,
  observedUntil,
} from "../review/observed.ts";
import { findRivals, REVIEW_KINDS, type ReviewKind, reviewReasons } from "../review/queue.ts";
import { sayCopy, takeStateTroubles } from "../workspace/open-records.ts";
import { askEach, listRemarks, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { type CaptureStatus, describeCapture } from "./survey-store.ts";

/** The pinned JSON shape. */
export type StatusReport = CaptureStatus & {
  readonly exit: 0 | 1 | 2;
  readonly roots: readonly { readonly scope: Scope; readonly path: string; readonly memories: number }[];
  readonly standings: Readonly<Record<Standing, number>>;
  /** Each memory once, for its most urgent reason; what is in quarantine for at most 30 days waits for nobody. */
  readonly waiting: Readonly<Record<ReviewKind, number>>;
  /** Still observed, and until when the last of them is. */
  readonly observed: DescribedObserved;
  /** Approved, out of use by nobody's word, and without a file. */
  readonly vanished: readonly Vanished[];
  /** In the last 7 days. */
  readonly quarantinedNew: number;
  /** What a person has to say before memories are used, each with its command. */
  readonly questions: readonly string[];
  /** What `credence doctor` tells more about. */
  readonly broken: readonly string[];
  /** What keeps memories from being recalled, in sentences. */
  readonly recall: readonly string[];
  readonly lastRecall: string | null;
  readonly index: readonly { readonly scope: Scope; readonly state: IndexFreshness }[];
  readonly keys: {
    readonly person: "none" | "with a passphrase" | "without a passphrase";
    /** When and on which terminal it was made, in words. */
    readonly made: string | null;
  };
  readonly signers: { readonly trusted: number; readonly unknown: number };
  readonly observer: string;
  /** Those that run our hooks. */
  readonly clients: readonly string[];
  /** Those that are newer than what was tested, in sentences. */
  readonly untested: readonly string[];
};

export function describeStatus(workspace: Workspace, surveys: readonly ClientSurvey[]): StatusReport {
  const count = emptyCount();
  const index = listFreshness(workspace);
  askEach(workspace, workspace.roots, (root) => countRoot(workspace, root, count));
  const { signers, roots, config } = workspace;
  const vanished = askEach(workspace, roots, (root) => findVanished(workspace, root)).flat();
  const questions = [
    ...roots.filter(({ located }) => located === "second").map(sayCopy),
    ...listUntrusted(surveys),
  ];
  const waits = vanished.length + questions.length > 0 || Object.values(count.waiting).some(Boolean);
  const broken = listBroken(workspace, count.broken, surveys);
  return {
    exit: broken.length > 0 ? 2 : waits ? 1 : 0,
    roots: roots.map(({ id, scope, shown }) => {
      return { scope, path: shown, memories: count.memories.get(id) ?? 0 };
    }),
    standings: count.standings,
    waiting: count.waiting,
    observed: describeObserved(count.observed),
    vanished,
    quarantinedNew: count.quarantinedNew,
    questions,
    broken,
    recall: listSilences(workspace),
    lastRecall: readReceipts(workspace).at(-1)?.at ?? null,
    index,
    keys: describeKeys(workspace),
    signers: {
      trusted: signers.filter(({ own }) => !own).length,
      // Their signatures are checked only where somebody unknown signed at all.
      unknown: count.hasStrangers ? findUnknownSigners(workspace).length : 0,
    },
    ...describeCapture(workspace),
    observer: config.config["observer.provider"],
    clients: surveys.filter(isConnected).map(({ label }) => label),
    untested: listUntested(workspace.state.path, surveys),
  };
}

/** Before anything brings the indexes up to date. */
function listFreshness(workspace: Workspace): StatusReport["index"] {
  return workspace.roots.map((root) => ({ scope: root.scope, state: examineFreshness(workspace, root) }));
}

/** With what is broken in the files, as whoever read them says. */
function listBroken(
  workspace: Workspace,
  inFiles: readonly string[],
  surveys: readonly ClientSurvey[],
): string[] {
  const { state, roots, troubles } = workspace;
  const damaged = countDamagedSigners(join(state.path, "signers.json"));
  return [
    // What cannot be written is broken for nobody who reads.
    ...takeStateTroubles({ ...troubles, unwritten: new Set() }, roots),
    ...listRemarks(workspace).map(({ message }) => message),
    ...inFiles,
    ...(damaged === 0 ? [] : [`${pluralize(damaged, "trusted signer", "trusted signers")} cannot be read`]),
    ...findDeadClients(workspace, surveys).map((label) => `the hooks of ${label} cannot run`),
  ];
}

export function describeKeys(workspace: Workspace): StatusReport["keys"] {
  return { person: sayPersonKey(workspace), made: sayMade(workspace) };
}

function sayPersonKey({ keys }: Workspace): StatusReport["keys"]["person"] {
  if (keys.personFile === null) return "none";
  return keys.personFile.secret.sealed ? "with a passphrase" : "without a passphrase";
}

function sayMade({ keys, state }: Workspace): string | null {
  return keys.personFile === null || state.isTest ? null : sayKeyMade(keys.personFile);
}

// One root's share of how things stand: each of its files is read once and counted for its standing and for what waits.

/** What one walk over the files of some roots adds up to. */
export type Count = ReturnType<typeof emptyCount>;

function emptyCount() {
  return {
    memories: new Map<string, number>(),
    standings: noStandings(),
    // Every kind is one of the list.
    waiting: Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, 0])) as Record<ReviewKind, number>,
    observed: NONE_OBSERVED,
    quarantinedNew: 0,
    broken: [] as string[],
    hasStrangers: false,
  };
}

function countRoot(workspace: Workspace, root: OpenRoot, count: Count): void {
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const isHidden = createHiddenFinder(workspace, root);
  const findMoved = createMovedFinder(workspace, root, { onlyReads: true });
  const files = listOneOfEach(root.path);
  learnOfRemoved(workspace, root, new Set(files.map(({ id }) => id)));
  const faults: Faults = { ...NO_FAULTS, misplaced: listFiles(root.path).entries.length - files.length };
  const kinds = new Map<string, ReviewKind>();
  const firsts = new Set<string>();
  for (const loaded of loadFiles(workspace, root, files)) {
    const { id } = loaded.file;
    const fault = faultOf(loaded);
    if (fault !== null) faults[fault] += 1;
    faults.misplaced += Number(isMisplaced(loaded));
    count.hasStrangers ||= loaded.input.attestations.some(
      ({ signer }) => findSigner(workspace, root, signer) === null,
    );
    countMemory(workspace, loaded, count);
    const news = {
      requests: requests.get(id) ?? [],
      flags: [],
      hidden: isHidden(loaded),
      ...findRivals(workspace, loaded),
      moved: findMoved(loaded),
    };
    // Review has nothing to decide in a copy that waits.
    const kind = root.located === "second" ? undefined : reviewReasons(loaded, news, workspace)[0]?.kind;
    count.observed = addObserved(count.observed, observedUntil(loaded, workspace));
    const isPassive = kind === "quarantined" && ageOf(loaded, workspace).quarantine === "passive";
    if (kind !== undefined && !isPassive) kinds.set(id, kind);
    if (news.pair !== null) firsts.add(news.pair.file.id);
  }
  // Of a pair one decision is asked for.
  for (const [id, kind] of kinds) if (!firsts.has(id)) count.waiting[kind] += 1;
  count.memories.set(root.id, files.length);
  count.broken.push(...sayFaults(faults, root));
}

const NO_FAULTS = { unreadable: 0, conflicts: 0, unreliable: 0, misplaced: 0 };
type Faults = typeof NO_FAULTS;

/** It waits for no decision: it is no memory, or a merge left it half done. */
export function isBrokenOutside(loaded: LoadedMemory): boolean {
  const fault = faultOf(loaded);
  return fault === "unreadable" || fault === "conflicts";
}

function faultOf({ standing: { cause }, input, file }: LoadedMemory): keyof Faults | null {
  if (cause === "unreliable") return "unreliable";
  if (input.file.conflictLine !== undefined) return "conflicts";
  const isBroken = cause === "broken" || cause === "unreadable";
  return isBroken && file.directory === "memories" ? "unreadable" : null;
}

function sayFaults(faults: Faults, { shown }: OpenRoot): string[] {
  const sayFiles = (count: number): string => `${pluralize(count, "file", "files")} in ${shown}`;
  const { conflicts, unreadable, unreliable, misplaced } = faults;
  const flooded = pluralize(unreliable, "memory", "memories");
  return [
    ...(conflicts === 0 ? [] : [`${sayFiles(conflicts)} with conflict markers of git: ${MERGE_REMEDY}`]),
    ...(unreadable === 0 ? [] : [`${sayFiles(unreadable)} cannot be read as a memory`]),
    ...(unreliable === 0 ? [] : [`statements about ${flooded} in ${shown} cannot be relied on`]),
    ...(misplaced === 0 ? [] : [`${sayFiles(misplaced)} in the wrong place`]),
  ];
}

function countMemory(workspace: Workspace, loaded: LoadedMemory, count: Count): void {
  const { standing } = loaded.standing;
  count.standings[standing] += 1;
  const isNew =
    standing === "quarantined" && quarantinedOn(loaded, workspace.now) >= addDays(workspace.now, -NEW_DAYS);
  count.quarantinedNew += Number(isNew);
}

function isMisplaced({ memory, file }: LoadedMemory): boolean {
  return memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory;
}

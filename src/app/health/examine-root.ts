// Finds the problems of one root and their severity. Read-only; repair-root repairs.
//
// Attack: a file name, or a key in a broken file, is a sentence for an agent that runs `credence doctor`. Unless a person
// reads the result, it contains only our own words, ids and line numbers.

import { dirname, join, relative, resolve, sep } from "node:path";
import { isIgnored } from "../../git/record-rename.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { readOddIds } from "../../search/index/statements.ts";
import { type RowGroup, readFaultIds, readGroups, readGroupsOf } from "../../search/index/waiting.ts";
import {
  type FileEntry,
  findFiles,
  hasMoreFiles,
  listFiles,
  listMonths,
  listTwice,
} from "../../store/memory-files.ts";
import { findAbandoned, findStaged } from "../../store/temporary-files.ts";
import { isMidMerge, isUntracked } from "../../store/work-tree.ts";
import { FORGOTTEN, listAttestedIds } from "../../trust/attest-files.ts";
import { listOddCards, PEOPLE, readPeopleFiles, TEAM } from "../../trust/people-files.ts";
import { isInterrupted } from "../change/change-root.ts";
import { isForgetting } from "../change/removed/erase-traces.ts";
import { queueChanged } from "../index/index-row.ts";
import { withIndexes } from "../index/open-index.ts";
import { nameFor } from "../memories/foreign-names.ts";
import { coverNames, holdsSecret, showName } from "../memories/hide-secrets.ts";
import { loadFiles, walkFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { sayCopy } from "../workspace/open-records.ts";
import { type Remark, renderRemark } from "../workspace/remarks.ts";
import { listRemarks, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { chooseTwin, sayManyChanges, sayOdd, sayOddElsewhere } from "./odd-statements.ts";

export type Ailment = {
  readonly check: string;
  /** A question waits for the user's answer; nothing is wrong. */
  readonly level: "note" | "question" | "warning" | "error";
  readonly message: string;
  /** True when `credence doctor --repair` repairs it. */
  readonly repairable: boolean;
};

/** Roots with at most this many files are always read in full. */
const FEW = 1_000;

/** True when an examination without `deep` leaves files of this root unread. */
export function isByIndex(root: OpenRoot): boolean {
  return hasMoreFiles(root.path, FEW);
}

export type Examination = {
  /** Reads every file. */
  readonly deep?: boolean;
  /** The findings of a caller that has just read every file. */
  readonly told?: RootFindings;
};

/** Takes problems of files and statements from the index, unless `deep` is set or the caller has the findings. */
export function examineRoot(workspace: Workspace, root: OpenRoot, of: Examination = {}): Ailment[] {
  const told = of.told ?? (of.deep === true || !isByIndex(root) ? null : findTold(workspace, root));
  const attested = told?.attested ?? listAttestedIds(root.path);
  const files = told === null ? walkFiles(workspace, [root]) : loadFiles(workspace, root, told.files);
  // Git runs as a separate process and is the slowest check here, so it is asked once.
  const ignored = howIgnored(root);
  const found = [
    ...examinePlaces(workspace, root, ignored === "private"),
    ...examineLeftovers(workspace, root, { attested, ignored }),
    ...examineFiles(workspace, files, told?.strangers ?? 0),
    ...sayOddElsewhere(workspace, root, attested).map(toOdd),
    ...examineCards(workspace, root),
  ];
  return [...new Map(found.map((each) => [`${each.check} ${each.message}`, each])).values()];
}

export type RootFindings = {
  /** Files with a problem, sorted by id. */
  readonly files: readonly FileEntry[];
  /** Ids whose statements must be examined. */
  readonly attested: readonly string[];
  /** The number of other memories that an unknown signer signed. */
  readonly strangers: number;
};

/** Finds files with a fault and ids with odd statements, as far as the index knows them. */
function findTold(workspace: Workspace, root: OpenRoot): RootFindings {
  return withIndexes(workspace, { roots: [root], compare: queueChanged }, ([indexed]) => {
    if (indexed === undefined) return { files: [], attested: [], strangers: 0 };
    const attested = readOddIds(indexed.index);
    const { index } = indexed;
    const ids = new Set([...readFaultIds(index), ...attested, ...listTwice(root.path)]);
    // The clocks do not matter here, because only causes are counted.
    const clocks = { inferred: 0, verified: 0, quarantined: 0 };
    const countUnknown = (groups: readonly RowGroup[]): number =>
      groups.reduce((sum, { cause, count }) => sum + (CAUSES[cause].isStrangers === true ? count : 0), 0);
    return {
      files: [...ids].sort().flatMap((id) => findFiles(root.path, id)),
      attested,
      strangers: countUnknown(readGroups(index, clocks)) - countUnknown(readGroupsOf(index, clocks, ids)),
    };
  });
}

/** Examines the directories of the root without reading a file of a memory. */
export function examinePlaces(
  workspace: Workspace,
  root: OpenRoot,
  isPrivate: boolean = howIgnored(root) === "private",
): Ailment[] {
  const ailments: Ailment[] = [];
  const add: Add = (...ailment) => ailments.push(toAilment(...ailment));
  if (root.located === "second") add("second-copy", "question", sayCopy(root));
  // Unreadable machine state is reported by `examineState`.
  const isClosed = workspace.troubles.unread.size > 0;
  if (!isClosed && isInterrupted(root)) add("pending", "warning", "an operation was interrupted");
  if (!isClosed && isForgetting(root))
    add("forgetting", "warning", "a forgotten memory is not erased everywhere yet");
  const isPerson = workspace.presence.kind === "person";
  const { entries, strangers } = listFiles(root.path, holdsSecret);
  for (const path of strangers) {
    const name = isPerson ? showName(path) : `a file in ${placeOf(root, path)}`;
    add("stranger", "note", withRemedy(`${name} is not a memory file`, "stranger"));
  }
  for (const { id, directory } of entries) {
    const name = isPerson ? `${directory}/${coverNames(id)}.md` : `a file in ${directory}`;
    add("secret-name", "note", withRemedy(`the name of ${name} holds a secret`, "secret-name"));
  }
  const tree = root.workTree;
  if (tree !== null && isMidMerge(tree))
    add(
      "mid-merge",
      "note",
      withRemedy("a merge is in progress; nothing is moved until it ends", "mid-merge"),
    );
  if (isPrivate) add("ignored", "warning", sayAtRisk(root));
  return ailments;
}

/** @returns whether the files of an ignored root are all untracked (`private`) or some are tracked; null when git does not
 * ignore the root. */
function howIgnored({ workTree, path }: OpenRoot): "private" | "tracked" | null {
  if (workTree === null || !isIgnored(workTree.top, relative(workTree.top, path))) return null;
  return isUntracked(workTree.top, path) ? "private" : "tracked";
}

type Leftovers = { readonly attested: readonly string[]; readonly ignored: ReturnType<typeof howIgnored> };

function examineLeftovers(workspace: Workspace, root: OpenRoot, { attested, ignored }: Leftovers): Ailment[] {
  const orphans = findOrphans(workspace, root, attested);
  const ailments =
    orphans.length === 0 ? [] : [toAilment("orphan", "warning", sayOrphans(workspace, root, orphans))];
  if (ignored === "tracked")
    ailments.push(toAilment("ignored", "note", withRemedy(`git ignores ${root.shown}`, "ignored")));
  return ailments;
}

/** A killed import leaves hundreds of files, so only this many are named. */
const NAMED_MAX = 3;

function sayOrphans({ presence }: Workspace, root: OpenRoot, orphans: readonly string[]): string {
  const isPerson = presence.kind === "person";
  const left = `left behind by ${orphans.length === 1 ? "a killed process" : "killed processes"}`;
  const many = pluralize(orphans.length, "file", "files");
  const were = orphans.length === 1 ? "was" : "were";
  if (!isPerson) {
    const places = [...new Set(orphans.map((path) => placeOf(root, path)))];
    return `${many} in ${places.join(", ")} ${were} ${left}`;
  }
  const more = orphans.length > NAMED_MAX ? `, and ${orphans.length - NAMED_MAX} more` : "";
  return `${many} ${were} ${left}: ${orphans.slice(0, NAMED_MAX).map(showName).join(", ")}${more}`;
}

function sayAtRisk({ shown }: OpenRoot): string {
  const why = `git ignores ${shown}, and overwrites or removes ignored files without a word`;
  return `${why}: credence init --private moves it into your home`;
}

/** Names only the first directory below the root, because `attest` holds one directory per id. */
function placeOf(root: OpenRoot, path: string): string {
  const [first = "", ...below] = relative(root.path, resolve(root.path, path)).split(sep);
  if (first === "..") return dirname(path);
  return below.length === 0 ? root.shown : first;
}

const REPAIRABLE: ReadonlySet<string> = new Set(["pending", "forgetting", "orphan", "misplaced", "twice"]);

type Add = (check: string, level: Ailment["level"], message: string) => unknown;

function toAilment(check: string, level: Ailment["level"], message: string): Ailment {
  return { check, level, message, repairable: REPAIRABLE.has(check) };
}

function examineCards({ presence }: Workspace, root: OpenRoot): Ailment[] {
  return [...readPeopleFiles(root.path).odd, ...listOddCards(root.path)].map(({ name, why }) => {
    const said = presence.kind === "person" ? showName(name) : `a file in ${dirname(name)}`;
    return toAilment("card", "warning", withRemedy(`${said}: ${why}`, "card"));
  });
}

function toOdd(message: string): Ailment {
  return toAilment("attestation", "warning", message);
}

function examineFiles(workspace: Workspace, files: Iterable<LoadedMemory>, others: number): Ailment[] {
  const ailments: Ailment[] = [];
  let [strangers, last]: [number, LoadedMemory | null] = [others, null];
  for (const loaded of files) {
    strangers += Number(CAUSES[loaded.standing.cause].isStrangers === true);
    // The files are sorted by directory, so the one in `memories` comes first.
    if (last?.file.id === loaded.file.id) ailments.push(describeTwins(workspace, last, loaded));
    last = loaded;
    ailments.push(...examineMemory(workspace, loaded));
    for (const many of sayManyChanges(workspace, loaded))
      ailments.push(toAilment("changes", "warning", many));
  }
  if (strangers > 0) {
    const signed = `${pluralize(strangers, "memory is", "memories are")} signed by somebody you have not accepted`;
    ailments.push(toAilment("unknown-signer", "note", withRemedy(signed, "unknown-signer")));
  }
  const isOfStatements = ({ check }: Ailment): boolean => check === "attestation";
  return [...ailments.filter((each) => !isOfStatements(each)), ...ailments.filter(isOfStatements)];
}

function describeTwins(workspace: Workspace, used: LoadedMemory, held: LoadedMemory): Ailment {
  const what = `${nameFor(workspace, held)} is in both memories and quarantine`;
  if (chooseTwin(used, held) !== null) return toAilment("twice", "error", what);
  return { ...toAilment("twice", "error", withRemedy(what, "twice")), repairable: false };
}

/** Examines one memory: its file and its statements. */
export function examineMemory(workspace: Workspace, loaded: LoadedMemory): Ailment[] {
  const { file, memory, problems, input } = loaded;
  const ailments = sayOdd(workspace, loaded).map(toOdd);
  const name = (): string => nameFor(workspace, loaded);
  const problem = problems.find(({ level }) => level !== "warn");
  const { conflictLine } = input.file;
  if (conflictLine !== undefined) {
    // Conflict markers are reported even if the memory is in quarantine, which its standing reports first.
    const what = `${name()}: conflict markers of git in line ${conflictLine}`;
    ailments.push(toAilment("broken", "error", withRemedy(what, "conflict")));
  } else if (problem !== undefined) {
    const { rule, line, message } = problem;
    const what = workspace.presence.kind === "person" ? message : `${rule} on line ${line}`;
    ailments.push(toAilment("broken", "error", withRemedy(`${name()}: ${what}`, "broken")));
  }
  if (memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory) {
    const recorded = memory.tier ?? "no tier";
    ailments.push(
      toAilment("misplaced", "error", `${name()} records ${recorded} but is in ${file.directory}`),
    );
  }
  return ailments;
}

// Temporary files that a killed process left in a root or in the machine state about it.

/** Staged files count as orphans only for the holder of the lock, after every intent was carried out. */
export function findOrphans(
  workspace: Workspace,
  root: OpenRoot,
  ids: readonly string[] = listAttestedIds(root.path),
): string[] {
  const attested = [...ids, FORGOTTEN].map((id) => join("attest", id));
  const { path: state } = workspace.state;
  const places = ["memories", "quarantine", TEAM, PEOPLE, ...attested, ...listMonths(root.path)];
  return [
    ...places.flatMap((directory) => findStaged(join(root.path, directory))),
    ...[root.path, root.records, state, join(state, "keys")].flatMap(findAbandoned),
  ];
}

/** Remarks on roots whose memories are not used at all. */
const SEVERE: ReadonlySet<Remark["kind"]> = new Set(["left-out", "unplaced", "gone"]);

/** Reports roots that are left out or that are only read. */
export function examineUnread(workspace: Workspace): Ailment[] {
  return listRemarks(workspace).map((remark) => ({
    check: "root",
    level: SEVERE.has(remark.kind) ? "error" : "warning",
    message: renderRemark(remark),
    repairable: false,
  }));
}

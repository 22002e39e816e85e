// How one memory stands: the record that every surface reads. Whoever shows a list keeps these and adds what it shows; whoever
// decides about one reads it again.

import { sha256Hex } from "../../memory/file/sha256.ts";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { type Instant, parseInstant } from "../../memory/instant.ts";
import { CAUSES, type Cause } from "../../memory/law/causes.ts";
import type { StatementKind } from "../../memory/law/kinds.ts";
import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import { nameBeside } from "../../memory/law/sets/view.ts";
import type { TextStatement } from "../../memory/law/statement.ts";
import type { Standing } from "../../memory/memory.ts";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { readDisputes } from "../../search/index/pairs.ts";
import type { KnownFile } from "../../search/index/reader.ts";
import { readFlagged, readOpen, readWordings } from "../../search/index/verdicts.ts";
import { readDoubtIds } from "../../search/index/waiting.ts";
import { type Request, readAnswered, readRequests } from "../change/requests.ts";
import { listFates } from "../index/cited-fates.ts";
import { isAsRead } from "../index/index-row.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { hasAgreed, listPutOff } from "../memories/answers.ts";
import { createHiddenFinder } from "../memories/hidden-archived.ts";
import { type Age, ageOf, lastVouching, listAcknowledged } from "../memories/law.ts";
import { findProposedFor } from "../memories/list-memories.ts";
import { isRecallable, type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import { isKeptOut, listWishes } from "../memories/review-mark.ts";
import { isKnownHeldBack, noteWording } from "../memories/wordings.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { createMovedFinder } from "./moved.ts";
import { observedUntil } from "./observed.ts";
import { type ReviewNews, type ReviewReason, reviewReasons } from "./reasons.ts";

export type SurveyRecord = {
  readonly root: OpenRoot;
  readonly id: string;
  readonly standing: Standing;
  readonly cause: Cause;
  /** Recall may show it. */
  readonly inUse: boolean;
  /** It would, but for a strong finding. */
  readonly isHeldBack: boolean;
  /** A person said no to it: nobody is asked again. */
  readonly isKeptOut: boolean;
  /** Why it waits, the most urgent first; empty where it does not. */
  readonly waits: readonly ReviewReason[];
  readonly age: Age;
  /** When it can be confirmed; null where it is not observed. */
  readonly observedUntil: Instant | null;
  readonly flags: readonly string[];
  readonly requests: readonly Request[];
  /** Approved, and archived by nobody here. */
  readonly hidden: boolean;
  /** The first of a pair of which it is the second. */
  readonly pairedWith: string | null;
  /** Of a fact, what contradicts it. */
  readonly disputes: readonly string[];
  /** Whoever vouched for this text last; null where nobody does whom this machine trusts. */
  readonly signer: string | null;
  /** When they did; not what the file says of itself, which could ask for the first place. */
  readonly vouched: Instant;
};

export function recordOf(workspace: Workspace, target: LoadedMemory, news: ReviewNews): SurveyRecord {
  const { root, file, standing } = target;
  const { flags, requests, hidden, pair, disputes } = news;
  const last = lastVouching(target);
  return {
    ...{ root, id: file.id, standing: standing.standing, cause: standing.cause, flags, requests, hidden },
    inUse: isRecallable(target) && !isKnownHeldBack(target),
    isHeldBack: isRecallable(target) && isKnownHeldBack(target),
    isKeptOut: isKeptOut(target),
    waits: reviewReasons(target, news, workspace),
    age: ageOf(target, workspace),
    observedUntil: observedUntil(target, workspace),
    pairedWith: pair?.file.id ?? null,
    disputes: disputes.map(({ file: { id } }) => id),
    signer: last?.signer ?? null,
    vouched: parseInstant(last?.time ?? "") ?? 0,
  };
}

export function keyOf({ id: root }: Pick<OpenRoot, "id">, id: string): string {
  return `${root} ${id}`;
}

/** Is it a fact in which something is found that its approval did not take on? It applies until a person answers. */
export function hasNewFinding({ standing, flags }: Pick<SurveyRecord, "standing" | "flags">): boolean {
  return standing === "verified" && flags.length > 0;
}

/** Memories that are decided about with another: the first of a pair with the second, and what contradicts a fact with it. */
export function listDecidedWith({ pairedWith, disputes }: SurveyRecord): readonly string[] {
  return pairedWith === null ? disputes : [pairedWith, ...disputes];
}

/** Each decision once, in no order. */
export function selectWaiting<Known extends SurveyRecord>(records: readonly Known[]): Known[] {
  const others = new Set(
    records.flatMap((each) => listDecidedWith(each).map((other) => keyOf(each.root, other))),
  );
  return records.filter(({ root, id, waits }) => waits.length > 0 && !others.has(keyOf(root, id)));
}

// What neither the file of a memory nor the statements about it tell.

/** What is found in those that are flagged, by id, whether somebody took it on or not. */
export type Flagged = ReadonlyMap<string, readonly string[]>;

export type NewsOfRoot = {
  /** Of memories that may have some: no row tells whether they wait. */
  readonly ids: ReadonlySet<string>;
  /** Those of them that have a finding which nobody took on, and no other news. */
  readonly onlyFlagged: ReadonlySet<string>;
  /** `found` by whoever has just judged it. */
  readonly of: (target: LoadedMemory, found?: readonly string[]) => ReviewNews;
};

type NewsPlace = Pick<IndexedRoot, "workspace" | "root"> & {
  /** Null for a root that cannot be indexed. */
  readonly index: SearchIndex | null;
};

/** As of now; the index may be closed afterwards. Where nobody has judged, what the index knows of flags counts. */
export function gatherNews({ workspace, root, index }: NewsPlace, flagged?: Flagged): NewsOfRoot {
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const answered = readAnswered(root);
  const findSigned = (target: LoadedMemory): Request[] =>
    listWishes(target).flatMap((wish) => (answered.has(wish.hash) ? [] : [toRequest(wish)]));
  const found = index === null ? [] : readWordings(index, RULE_SET_VERSION);
  for (const { wording, ...text } of found) noteWording(text, wording);
  const flags: Flagged = flagged ?? (index === null ? new Map() : readFlagged(index));
  const moved = createMovedFinder(workspace, root, index === null ? new Map() : listFates({ root, index }));
  const isHidden = createHiddenFinder(workspace, root);
  const disputes = index === null ? new Map<string, string[]>() : readDisputes(index);
  const doubts = index === null ? [] : readDoubtIds(index);
  const others = new Set([
    ...requests.keys(),
    ...moved.ids,
    ...listPutOff(root),
    ...doubts,
    ...disputes.keys(),
  ]);
  // There can be thousands after an upgrade, and whoever counts them at the start of a session has no time to read each.
  const open = index === null || flags.size === 0 ? [] : readOpen(index);
  const isTold = (row: KnownFile): boolean =>
    row.searchable && flags.has(row.id) && !others.has(row.id) && isAsRead(root, row, workspace.now);
  return {
    ids: new Set([...others, ...flags.keys()]),
    onlyFlagged: new Set(open.filter(isTold).map(({ id }) => id)),
    of: (target, found = flags.get(target.file.id) ?? []) => ({
      requests: [...findSigned(target), ...(requests.get(target.file.id) ?? [])],
      flags: leaveOpen(target, found),
      hidden: isHidden(target),
      ...findRivals(workspace, target),
      disputes: findDisputes(workspace, target, disputes.get(target.file.id) ?? []),
      moved: moved.of(target),
    }),
  };
}

const COMMANDS: Readonly<Partial<Record<StatementKind, string>>> = { lower: "demote" };

/** Without its reason: an agent on another machine wrote that, and it may hold a secret. The log has it. */
function toRequest({ hash, id, act, digest, time }: TextStatement): Request {
  return { v: 1, at: time, id, command: COMMANDS[act] ?? act, digest, reason: null, statement: hash };
}

/** The memories between which and this one a person decides. */
export function findRivals(
  workspace: Workspace,
  target: LoadedMemory,
): Pick<ReviewNews, "proposedFor" | "pair" | "disputes"> {
  return { proposedFor: findProposedFor(workspace, target), pair: findPair(workspace, target), disputes: [] };
}

/** The index proposes; a fact and what contradicts it count as long as recall may show both, and nobody said that both hold. */
function findDisputes(workspace: Workspace, target: LoadedMemory, ids: readonly string[]): LoadedMemory[] {
  const isShown = (each: LoadedMemory): boolean => isRecallable(each) && !isKnownHeldBack(each);
  if (ids.length === 0 || target.standing.standing !== "verified" || !isShown(target)) return [];
  const { root, file } = target;
  const rivals = ids
    .flatMap((id) => loadPresent(workspace, root, { id }) ?? [])
    .filter((each) => isShown(each) && findProposedFor(workspace, each) === null);
  return hasAgreed(root, file.id, digestDispute(target, rivals)) ? [] : rivals;
}

/** Names a fact and what contradicts it by their texts: another set of texts is another question. */
export function digestDispute(fact: LoadedMemory, rivals: readonly LoadedMemory[]): string {
  const others = rivals.map(({ digest }) => digest ?? "").sort();
  return sha256Hex([fact.digest, ...others].join(" "));
}

/** Of what a model may get to see, and nobody took on. The rest is withheld anyway, and its findings are on its screen. */
export function leaveOpen(target: LoadedMemory, found: readonly string[]): readonly string[] {
  if (found.length === 0 || !isRecallable(target)) return [];
  const acknowledged = listAcknowledged(target);
  return found.filter((rule) => !acknowledged.has(rule));
}

/** @returns the text in use, for one that waits beside it; null for every other memory. */
function findPair(workspace: Workspace, loaded: LoadedMemory): LoadedMemory | null {
  const { root, file, input, standing } = loaded;
  if (CAUSES[standing.cause].isBeside !== true) return null;
  const { place, sets } = input;
  if (file.id !== place.id) return loadPresent(workspace, root, { id: place.id });
  // In a work tree the better text may be the one with the longer name.
  const used = placeFile(input, sets)?.memory.groups[0].digest;
  return used === undefined
    ? null
    : loadPresent(workspace, root, { id: nameBeside({ ...place, digest: used }) });
}

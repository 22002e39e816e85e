// The state of one memory, as every surface reads it. A list keeps these records and adds what it shows; a decision
// about a memory reads the memory again.

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
  /** True when recall may show it. */
  readonly inUse: boolean;
  /** True when only a strong finding keeps recall from showing it. */
  readonly isHeldBack: boolean;
  /** True when the user rejected it, so it never waits again. */
  readonly isKeptOut: boolean;
  /** The reasons why it waits, most urgent first; empty when it does not wait. */
  readonly waits: readonly ReviewReason[];
  readonly age: Age;
  /** When it can be confirmed; null when it is not observed. */
  readonly observedUntil: Instant | null;
  readonly flags: readonly string[];
  readonly requests: readonly Request[];
  /** For the second memory of a pair: the first. */
  readonly pairedWith: string | null;
  /** For a fact: the memories that contradict it. */
  readonly disputes: readonly string[];
  /** The last trusted signer who vouched for this text; null without one. */
  readonly signer: string | null;
  /** When that signer vouched for it. The file's own dates are ignored, because a file could claim the first position. */
  readonly vouched: Instant;
};

export function recordOf(workspace: Workspace, target: LoadedMemory, news: ReviewNews): SurveyRecord {
  const { root, file, standing } = target;
  const { flags, requests, pair, disputes } = news;
  const last = lastVouching(target);
  return {
    ...{ root, id: file.id, standing: standing.standing, cause: standing.cause, flags, requests },
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

/** True for a fact in which something is found that its approval did not acknowledge. It stays in use until the user
 * decides. */
export function hasNewFinding({ standing, flags }: Pick<SurveyRecord, "standing" | "flags">): boolean {
  return standing === "verified" && flags.length > 0;
}

/** Memories that are decided together with this one: the first of a pair, and the memories that contradict a fact. */
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

// News: reasons that neither the file of a memory nor its statements contain.

/** Findings by memory id, whether or not a user acknowledged them. */
export type Flags = ReadonlyMap<string, readonly string[]>;

export type NewsOfRoot = {
  /** Memories that may have news, so their rows alone cannot tell whether they wait. */
  readonly ids: ReadonlySet<string>;
  /** Memories whose only news is a finding that no user acknowledged. */
  readonly onlyFlagged: ReadonlySet<string>;
  /** `found` comes from a caller that has just judged the memory. */
  readonly of: (target: LoadedMemory, found?: readonly string[]) => ReviewNews;
};

type NewsPlace = Pick<IndexedRoot, "workspace" | "root"> & {
  /** Null when the root cannot be indexed. */
  readonly index: SearchIndex | null;
};

/** Gathers the news as of now; the index may be closed afterwards. For a memory without a fresh verdict the flags in
 * the index count. */
export function gatherNews({ workspace, root, index }: NewsPlace, flagged?: Flags): NewsOfRoot {
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const answered = readAnswered(root);
  const findSigned = (target: LoadedMemory): Request[] =>
    listWishes(target).flatMap((wish) => (answered.has(wish.hash) ? [] : [toRequest(wish)]));
  const found = index === null ? [] : readWordings(index, RULE_SET_VERSION);
  for (const { wording, ...text } of found) noteWording(text, wording);
  const flags: Flags = flagged ?? (index === null ? new Map() : readFlagged(index));
  const moved = createMovedFinder(workspace, root, index === null ? new Map() : listFates({ root, index }));
  const disputes = index === null ? new Map<string, string[]>() : readDisputes(index);
  const doubts = index === null ? [] : readDoubtIds(index);
  const others = new Set([
    ...requests.keys(),
    ...moved.ids,
    ...listPutOff(root),
    ...doubts,
    ...disputes.keys(),
  ]);
  // After an upgrade there can be thousands, and a count at the start of a session has no time to read each file.
  const open = index === null || flags.size === 0 ? [] : readOpen(index);
  const isKnownByRow = (row: KnownFile): boolean =>
    row.searchable && flags.has(row.id) && !others.has(row.id) && isAsRead(root, row, workspace.now);
  return {
    ids: new Set([...others, ...flags.keys()]),
    onlyFlagged: new Set(open.filter(isKnownByRow).map(({ id }) => id)),
    of: (target, found = flags.get(target.file.id) ?? []) => ({
      requests: [...findSigned(target), ...(requests.get(target.file.id) ?? [])],
      flags: leaveOpen(target, found),
      ...findRivals(workspace, target),
      disputes: findDisputes(workspace, target, disputes.get(target.file.id) ?? []),
      moved: moved.of(target),
    }),
  };
}

const COMMANDS: Readonly<Partial<Record<StatementKind, string>>> = { lower: "demote" };

/** Leaves the reason out, because an agent on another machine wrote it and it may hold a secret. The log shows it
 * masked. */
function toRequest({ hash, id, act, digest, time }: TextStatement): Request {
  return { v: 1, at: time, id, command: COMMANDS[act] ?? act, digest, reason: null, statement: hash };
}

/** The memories between which and this one the user decides. */
export function findRivals(
  workspace: Workspace,
  target: LoadedMemory,
): Pick<ReviewNews, "proposedFor" | "pair" | "disputes"> {
  return { proposedFor: findProposedFor(workspace, target), pair: findPair(workspace, target), disputes: [] };
}

/** The index proposes the contradictions. They count as long as recall may show both memories and the user has not said
 * that both hold. */
function findDisputes(workspace: Workspace, target: LoadedMemory, ids: readonly string[]): LoadedMemory[] {
  const isShown = (each: LoadedMemory): boolean => isRecallable(each) && !isKnownHeldBack(each);
  if (ids.length === 0 || target.standing.standing !== "verified" || !isShown(target)) return [];
  const { root, file } = target;
  const rivals = ids
    .flatMap((id) => loadPresent(workspace, root, { id }) ?? [])
    .filter((each) => isShown(each) && findProposedFor(workspace, each) === null);
  return hasAgreed(root, file.id, digestDispute(target, rivals)) ? [] : rivals;
}

/** Identifies a dispute by its texts, because another set of texts is another question. */
export function digestDispute(fact: LoadedMemory, rivals: readonly LoadedMemory[]): string {
  const others = rivals.map(({ digest }) => digest ?? "").sort();
  return sha256Hex([fact.digest, ...others].join(" "));
}

/** Returns the findings that the user must decide about. Memories that recall withholds have none, because their own
 * screen already shows the findings. */
export function leaveOpen(target: LoadedMemory, found: readonly string[]): readonly string[] {
  if (found.length === 0 || !isRecallable(target)) return [];
  const acknowledged = listAcknowledged(target);
  return found.filter((rule) => !acknowledged.has(rule));
}

/** @returns the text in use, for a conflict copy; null for every other memory. */
function findPair(workspace: Workspace, loaded: LoadedMemory): LoadedMemory | null {
  const { root, file, input, standing } = loaded;
  if (CAUSES[standing.cause].isBeside !== true) return null;
  const { place } = input;
  if (file.id !== place.id) return loadPresent(workspace, root, { id: place.id });
  // In a work tree the memory in use may be the one with the longer name.
  const used = placeFile(input)?.memory.groups[0].digest;
  return used === undefined
    ? null
    : loadPresent(workspace, root, { id: nameBeside({ ...place, digest: used }) });
}

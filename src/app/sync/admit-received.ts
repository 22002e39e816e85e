// The union of what is here and what came, and the files that follow from it: all that a sync does to a root. Under the lock, from what
// is on disk by then; killed at any instant it leaves whole operations, and the next sync admits the rest.
//
// Attack: somebody who is trusted takes a great deal out of use at once, or a stranger buries the root under statements. More than a
// few memories in use wait for the person here, with their texts; of strangers only so much is taken.

import { type Attestation, isTombstone } from "../../memory/law/attestation.ts";
import { admit } from "../../memory/law/sets/admit.ts";
import type { Law } from "../../memory/law/sets/memories.ts";
import { isWord, type Said } from "../../memory/law/sets/said.ts";
import { bornOfVersion1, type Sets } from "../../memory/law/sets/sets.ts";
import { computeView, type SetFile } from "../../memory/law/sets/view.ts";
import { STRANGE_STATEMENTS_MAX, STRANGERS_MAX } from "../../memory/limits.ts";
import { listIds } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { attestPath } from "../../trust/attest-files.ts";
import { readTeamFiles } from "../../trust/card-files.ts";
import { commitOperations, type Operation, withLock } from "../change/change-root.ts";
import { eraseCopies } from "../change/forget-memory.ts";
import { finishForgetting, noteForgetting, type Trace } from "../change/removed/erase-traces.ts";
import { computeOpaqueId } from "../memories/forgotten.ts";
import { heldIn, hold, release } from "../memories/kept/held.ts";
import { keepSource } from "../memories/kept/kept-sources.ts";
import { isOwnKey } from "../memories/known-signers.ts";
import { findFailing, type Ids, lawOf, type RootSets, readRootSets, toSets } from "../sets/root-sets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { listGone, listLate } from "./lost-texts.ts";
import type { Received } from "./receive.ts";

export type Admitting = {
  readonly came: Received;
  readonly dryRun: boolean;
  /** A person has seen what other people's statements take out of use. */
  readonly acceptChanges: boolean;
  /** Others are trusted than when this root last met its remote. */
  readonly isTrustNew: boolean;
  readonly strangers: Readonly<Record<string, number>>;
};

export type Admitted = {
  readonly before: readonly SetFile[];
  readonly after: readonly SetFile[];
  /** Statements that were taken. */
  readonly taken: readonly Attestation[];
  /** What waits for the person, because it is too much at once. */
  readonly held: readonly SetFile[];
  readonly strangers: Readonly<Record<string, number>>;
  readonly forgotten: readonly string[];
  /** Ids whose file somebody had deleted, and which are there again. */
  readonly back: readonly string[];
};

export function admitReceived(workspace: Workspace, root: OpenRoot, admitting: Admitting): Admitted {
  return withLock(root, () => {
    finishForgetting(workspace, root);
    return admitUnderLock(workspace, root, admitting);
  });
}

function admitUnderLock(workspace: Workspace, root: OpenRoot, admitting: Admitting): Admitted {
  const { dryRun, isTrustNew } = admitting;
  const gone = listGone(workspace, root);
  const { came, strangers } = leaveStrangers(workspace, root, admitting);
  const ids = chooseIds(workspace, root, { came, isTrustNew });
  const mine = readRootSets(workspace, root, ids);
  const wanted = judge(workspace, root, { mine, came, isTrustNew });
  const tooMuch = admitting.acceptChanges ? [] : findTooMuch(workspace, root, { ...wanted, ...wanted.free });
  const held = tooMuch.length > 0;
  const left = held ? withoutOthers(workspace, root, came) : came;
  const judged = held ? judge(workspace, root, { mine, came: left, isTrustNew }) : wanted;
  const taken = [...left.statements.values()].filter(
    ({ hash }) => judged.sets.statements.has(hash) && !mine.statements.has(hash),
  );
  const forgotten = listForgotten(mine, judged.sets);
  if (!dryRun) {
    if (held)
      hold(
        workspace,
        root,
        tooMuch.map(({ born }) => born),
      );
    else if (heldIn(workspace, root).size > 0) release(workspace, root);
    write(workspace, root, {
      came: left,
      taken,
      forgotten,
      judged,
      also: isTrustNew ? "all" : ids,
      isTrustNew,
    });
  }
  const after =
    held && !dryRun ? judge(workspace, root, { mine, came: left, isTrustNew }).after : judged.after;
  const present = listIds(root.path);
  const back = gone.filter((id) => present.has(id));
  return { before: judged.before, after, taken, held: tooMuch, strangers, forgotten, back };
}

type Judged = {
  readonly before: readonly SetFile[];
  readonly after: readonly SetFile[];
  readonly sets: Sets;
  /** As they would be if nothing waited here for the person: what waits already waits on. */
  readonly free: { readonly before: readonly SetFile[]; readonly after: readonly SetFile[] };
  /** Of texts that come in out of use. */
  readonly failing: ReadonlySet<string>;
};

type Both = Pick<Admitting, "came" | "isTrustNew"> & { readonly mine: RootSets };

function judge(workspace: Workspace, root: OpenRoot, { mine, came, isTrustNew }: Both): Judged {
  const { trust } = mine;
  const known = toSets(mine);
  const texts = new Map([
    ...mine.facts,
    ...[...came.texts].map(([hash, { facts }]) => [hash, facts] as const),
  ]);
  const statements = new Map([...mine.statements, ...[...came.statements].map(toVouching)]);
  const all = toSets({ trust, statements, facts: texts });
  const plain = lawOf(workspace, root, { trust });
  const sets = admit(
    { statements: all.statements, texts: known.texts },
    { statements: [], texts: all.texts },
    { trust, opaque: plain.verdicts.opaque, strangersFirst: [], mayEnter: () => true },
  );
  const bad = [...came.texts].flatMap(([hash, { fault }]) =>
    fault === null || mine.facts.has(hash) ? [] : [hash],
  );
  const said = isTrustNew ? known.statements.values() : [];
  const failing = new Set([...findFailing(computeView(known, plain), mine.files, said), ...bad]);
  const law = lawOf(workspace, root, { trust, failing });
  const views = { before: computeView(known, law), after: computeView(sets, law) };
  const { held } = law.verdicts;
  const open: Law = { ...law, verdicts: { ...law.verdicts, held: new Map() } };
  const free = held.size === 0 ? views : { before: computeView(known, open), after: computeView(sets, open) };
  return { ...views, sets, free, failing };
}

function toVouching([hash, said]: readonly [string, Attestation]): [
  string,
  RootSets["statements"] extends ReadonlyMap<string, infer Each> ? Each : never,
] {
  return [hash, isTombstone(said) ? { ...said, ends: true } : said];
}

/** Those that what came may change, and those whose file somebody deleted: it comes back. */
function chooseIds(
  workspace: Workspace,
  root: OpenRoot,
  { came, isTrustNew }: Pick<Admitting, "came" | "isTrustNew">,
): Ids {
  const all = [...came.statements.values()];
  if (isTrustNew || all.some(isTombstone)) return null;
  const borns = all.map((each) => each.set?.born ?? bornOfVersion1(each));
  const seen = workspace.seenIn(root);
  const late = listLate(workspace, root, came);
  return new Set([
    ...all.map(({ id }) => id),
    ...seen.idsOfBorns(borns),
    ...late,
    ...listGone(workspace, root),
  ]);
}

/** Of those whom nobody here trusts so many statements, of so many signers: who has a card in the root before others. */
function leaveStrangers(
  workspace: Workspace,
  root: OpenRoot,
  { came, strangers }: Pick<Admitting, "came" | "strangers">,
): Pick<Admitting, "came" | "strangers"> {
  const known = new Set(workspace.signers.map(({ signer }) => signer));
  const strange = [...came.statements.values()].filter(({ signer }) => !known.has(signer));
  if (strange.length === 0) return { came, strangers };
  const cards = new Set(
    readTeamFiles(root.path).cards.flatMap(({ persons, machines }) =>
      [...persons, ...machines].map(({ key }) => key),
    ),
  );
  const counts: Record<string, number> = { ...strangers };
  const kept = new Set<string>();
  const ranked = strange.toSorted(
    (a, b) =>
      Number(cards.has(b.key)) - Number(cards.has(a.key)) ||
      Number(Object.hasOwn(counts, b.signer)) - Number(Object.hasOwn(counts, a.signer)) ||
      (a.hash < b.hash ? -1 : 1),
  );
  for (const { signer, hash } of ranked) {
    const count = Object.hasOwn(counts, signer) ? (counts[signer] ?? 0) : 0;
    const isNewOne = count === 0 && Object.keys(counts).length >= STRANGERS_MAX;
    if (isNewOne || count >= STRANGE_STATEMENTS_MAX) continue;
    counts[signer] = count + 1;
    kept.add(hash);
  }
  // What somebody trusted answered to is shown with the answer.
  const named = new Set(
    [...came.statements.values()].filter(({ signer }) => known.has(signer)).flatMap(({ parents }) => parents),
  );
  const statements = new Map(
    [...came.statements].filter(
      ([hash, { signer }]) => known.has(signer) || kept.has(hash) || named.has(hash),
    ),
  );
  return { came: { ...came, statements }, strangers: counts };
}

const AT_ONCE_MAX = 10;

/** Memories in use that statements of other people would erase, lower or contest. */
function findTooMuch(workspace: Workspace, root: OpenRoot, { before, after, sets }: Judged): SetFile[] {
  const isInUse = ({ standing }: SetFile): boolean => standing === "verified" || standing === "inferred";
  const left = new Map(after.map((file) => [file.born, file]));
  const isOthers = (said: Said | null): boolean => said !== null && !isOwnKey(workspace, root, said.signer);
  const ending = [...sets.statements.values()].filter((each) => !isWord(each) && isOthers(each));
  const lost = before.filter((file) => {
    if (!isInUse(file)) return false;
    const now = left.get(file.born);
    if (now === undefined) return ending.length > 0;
    if (now.standing === "inferred" && file.standing === "verified") return isOthers(now.by);
    return !isInUse(now) && isOthers(now.by);
  });
  return lost.length > AT_ONCE_MAX ? lost : [];
}

/** Without what other people said: it comes again with the next sync, and waits for the person here. */
function withoutOthers(workspace: Workspace, root: OpenRoot, came: Received): Received {
  const own = [...came.statements].filter(([, { signer }]) => isOwnKey(workspace, root, signer));
  return { ...came, statements: new Map(own) };
}

/** Ids of which nothing is left that is not over. */
function listForgotten({ statements, facts, trust }: RootSets, after: Sets): string[] {
  const before = toSets({ statements, facts, trust });
  const left = new Set([...after.statements.values()].filter(isWord).map(({ id }) => id));
  const was = [...before.statements.values()].filter(isWord).map(({ id }) => id);
  return [...new Set(was)].filter((id) => !left.has(id));
}

type Writing = {
  readonly came: Received;
  readonly taken: readonly Attestation[];
  readonly forgotten: readonly string[];
  readonly judged: Judged;
  readonly also: ReadonlySet<string> | "all" | null;
  readonly isTrustNew: boolean;
};

const IDS_AT_ONCE = 500;

function write(workspace: Workspace, root: OpenRoot, writing: Writing): void {
  const { came, taken, forgotten, judged, also, isTrustNew } = writing;
  // The machine settles; a person who sits there signs nothing by it.
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  for (const [hash, { source }] of came.texts) if (judged.sets.texts.has(hash)) keepSource(root, source);
  const { failing } = judged;
  const record = { command: "sync", actor: "machine", digest: null } as const;
  const plan = (said: readonly Attestation[], command = "sync"): Operation[] =>
    [...Map.groupBy(said, ({ id }) => id)].map(([id, each]) => ({
      record: { ...record, id, command },
      changes: each.map((one) => toChange(one, came)),
    }));
  const words = plan(taken.filter((each) => !isTombstone(each)));
  for (let from = 0; from < words.length; from += IDS_AT_ONCE)
    commitOperations(asMachine, root, {
      operations: words.slice(from, from + IDS_AT_ONCE),
      failing,
      isTrustNew,
    });
  const tombstones = plan(taken.filter(isTombstone), "forget");
  if (tombstones.length === 0 && (also === null || (also !== "all" && also.size === 0))) return;
  if (forgotten.length > 0)
    noteForgetting(
      root,
      forgotten.map((id) => traceOf(workspace, root, id)),
    );
  const operations =
    tombstones.length > 0 ? tombstones : [{ record: { ...record, id: "sync" }, changes: [] }];
  const [first, ...rest] = operations;
  const copies = forgotten.flatMap((id) => eraseCopies(root, id));
  const erasing = first === undefined ? [] : [{ ...first, changes: [...first.changes, ...copies] }, ...rest];
  commitOperations(asMachine, root, { operations: erasing, failing, isTrustNew, also: also ?? "all" });
  finishForgetting(workspace, root);
}

function toChange(each: Attestation, { bytes }: Received): Change {
  return { kind: "write", path: attestPath(each, each.hash), text: bytes.get(each.hash) ?? "" };
}

function traceOf(workspace: Workspace, root: OpenRoot, id: string): Trace {
  const digests = workspace
    .seenIn(root)
    .recall(id)
    .map(({ digest }) => digest);
  return { id, opaque: computeOpaqueId(workspace, root, id), digests: [...new Set(digests)] };
}

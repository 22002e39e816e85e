// The union of what is here and what came, and the files that follow from it: all that a sync does to a root. Under the lock, from what
// is on disk by then; killed at any instant it leaves whole operations, and the next sync admits the rest.
//
// Attack: somebody who is trusted takes a great deal out of use at once, or a stranger buries the root under statements. More than a
// few memories in use wait for the person here, with their texts; of strangers only so much is taken.

import { admit } from "../../memory/law/sets/admit.ts";
import { listExcess } from "../../memory/law/sets/bounds.ts";
import type { Law } from "../../memory/law/sets/memories.ts";
import { createEnding, type Sets, selectCounted } from "../../memory/law/sets/sets.ts";
import { listTakenByOthers } from "../../memory/law/sets/taken-by-others.ts";
import { computeView, type SetFile } from "../../memory/law/sets/view.ts";
import {
  idOfName,
  isTextStatement,
  isTombstone,
  nameMemory,
  type SignedStatement,
  type Statement,
} from "../../memory/law/statement.ts";
import { listIds } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { attestPath } from "../../trust/attest-files.ts";
import { commitOperations, type Operation, withLock } from "../change/change-root.ts";
import { eraseCopies, listWords } from "../change/removed/copies.ts";
import type { Trace } from "../change/removed/erase-lines.ts";
import { finishForgetting, noteForgetting } from "../change/removed/erase-traces.ts";
import { type OthersChanges, readChanges, writeChanges } from "../memories/kept/held.ts";
import { isOwnKey } from "../memories/known-signers.ts";
import { findFailing, type Ids, lawOf, type RootSets, readRootSets, toSets } from "../sets/root-sets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { keepReceived, listGone, listLate } from "./lost-texts.ts";
import type { Received, Shared } from "./receive.ts";

export type Admitting = Shared & {
  readonly dryRun: boolean;
  /** A person has seen what other people's statements take out of use. */
  readonly acceptChanges: boolean;
  /** The set of trusted signers is not the one of the last sync. */
  readonly isTrustNew: boolean;
};

export type Admitted = {
  readonly before: readonly SetFile[];
  readonly after: readonly SetFile[];
  /** Statements that were taken. */
  readonly taken: readonly SignedStatement[];
  /** The number of received statements that are more than one signer may say of a memory. */
  readonly excess: number;
  /** Ids of memories that await the person's consent, because others take too many out of use. */
  readonly held: readonly string[];
  readonly strangers: Shared["strangers"];
  readonly strange: number;
  readonly forgotten: readonly string[];
  /** Ids whose deleted file is there again. */
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
  const { came, strangers, strange } = admitting;
  const ids = chooseIds(workspace, root, { came, isTrustNew });
  const mine = readRootSets(workspace, root, ids);
  const wanted = judge(workspace, root, { mine, came, isTrustNew });
  const changes = judgeChanges(workspace, root, { mine, wanted, acceptChanges: admitting.acceptChanges });
  const held = changes.awaiting.length > 0;
  const left = held ? withoutOthers(workspace, root, came) : came;
  const judged = held ? judge(workspace, root, { mine, came: left, isTrustNew }) : wanted;
  const taken = [...left.statements.values()].filter(
    ({ hash }) => judged.sets.statements.has(hash) && !mine.statements.has(hash),
  );
  const ended = listEnded({ mine, after: judged.sets });
  const forgotten = ended.filter(({ isLeft }) => !isLeft).map(({ id }) => id);
  if (!dryRun) {
    writeChanges(workspace, root, changes);
    const also = isTrustNew ? "all" : ids;
    write(workspace, root, { came: left, taken, ended, judged, also, isTrustNew });
  }
  const after =
    held && !dryRun ? judge(workspace, root, { mine, came: left, isTrustNew }).after : judged.after;
  const present = listIds(root.path);
  const back = gone.filter((id) => present.has(id));
  const { before } = judged;
  const names = { held: changes.awaiting.map(idOfName), forgotten, back };
  return { before, after, taken, ...names, strangers, strange, excess: countExcess(mine, left) };
}

/** Of the received statements those that are more than one signer may say of a memory. */
function countExcess({ statements, trust }: RootSets, { statements: received }: Received): number {
  const all = [...new Map<string, Statement>([...statements, ...received]).values()];
  const excess = listExcess(all.filter(({ signer }) => trust.has(signer)));
  return excess.filter(({ hash }) => received.has(hash)).length;
}

type Judged = {
  readonly before: readonly SetFile[];
  readonly after: readonly SetFile[];
  readonly sets: Sets;
  readonly law: Law;
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
  const statements = new Map<string, Statement>([...mine.statements, ...came.statements]);
  const all = toSets({ statements, facts: texts });
  const plain = lawOf(workspace, root, { trust });
  const sets = admit(
    { statements: all.statements, texts: known.texts },
    { statements: [], texts: all.texts },
    {
      trust,
      strangersFirst: [...came.statements.values()].map(({ signer }) => signer),
    },
  );
  const bad = [...came.texts].flatMap(([hash, { fault }]) =>
    fault === null || mine.facts.has(hash) ? [] : [hash],
  );
  const said = isTrustNew ? known.statements.values() : [];
  const failing = new Set([...findFailing(computeView(known, plain), mine.files, said), ...bad]);
  const law = lawOf(workspace, root, { trust, failing });
  return { before: computeView(known, law), after: computeView(sets, law), sets, law, failing };
}

/** Those that what came may change, and those whose file somebody deleted: it comes back. */
function chooseIds(
  workspace: Workspace,
  root: OpenRoot,
  { came, isTrustNew }: Pick<Admitting, "came" | "isTrustNew">,
): Ids {
  const all = [...came.statements.values()];
  if (isTrustNew || all.some(isTombstone)) return null;
  const borns = all.map(({ born }) => born);
  const seen = workspace.seenIn(root);
  const late = listLate(workspace, root, came);
  return new Set([
    ...all.filter(isTextStatement).map(({ id }) => id),
    ...seen.idsOfBorns(borns),
    ...late,
    ...listGone(workspace, root),
  ]);
}

const AT_ONCE_MAX = 10;

type ChangesInput = Pick<Admitting, "acceptChanges"> & { readonly mine: RootSets; readonly wanted: Judged };

/** Received statements of others take these out of use, with those that they took since the person last looked. */
function judgeChanges(
  workspace: Workspace,
  root: OpenRoot,
  { mine, wanted, acceptChanges }: ChangesInput,
): OthersChanges {
  if (acceptChanges) return { awaiting: [], taken: [] };
  const { sets, law } = wanted;
  const lost = listTakenByOthers(
    { before: toSets(mine), after: sets },
    {
      // Nothing awaits consent in it, because a memory that waits would otherwise wait for ever.
      law: { ...law, verdicts: { ...law.verdicts, held: new Set() } },
      isOwn: (signer) => isOwnKey(workspace, root, signer),
    },
  ).map(nameMemory);
  const { taken: before } = readChanges(root);
  const taken = [...new Set([...before, ...lost])];
  const isTooMuch = lost.length > 0 && taken.length > AT_ONCE_MAX;
  return isTooMuch ? { awaiting: lost, taken: before } : { awaiting: [], taken };
}

/** Without what other people said: it comes again with the next sync, and waits for the person here. */
function withoutOthers(workspace: Workspace, root: OpenRoot, came: Received): Received {
  const own = [...came.statements].filter(([, { signer }]) => isOwnKey(workspace, root, signer));
  return { ...came, statements: new Map(own) };
}

/** `isLeft`: another memory has the id, and stays. */
type Ended = Omit<Trace, "words"> & { readonly isLeft: boolean };

/** Ids of which a memory is over now. */
function listEnded({ mine, after }: Ending): Ended[] {
  const counted = selectCounted(after.statements.values(), mine.trust);
  const isEnded = createEnding(counted);
  const words = [...toSets(mine).statements.values()].filter(isTextStatement);
  const left = new Set([...after.statements.values()].filter(isTextStatement).map(({ id }) => id));
  return [...Map.groupBy(words.filter(isEnded), ({ id }) => id)].map(([id, each]) => {
    return {
      id,
      digests: [...new Set(each.map(({ digest }) => digest))],
      borns: [...new Set(each.map(({ born }) => born))],
      isLeft: left.has(id),
    };
  });
}

type Ending = { readonly mine: RootSets; readonly after: Sets };

type Writing = {
  readonly came: Received;
  readonly taken: readonly SignedStatement[];
  readonly ended: readonly Ended[];
  readonly judged: Judged;
  readonly also: ReadonlySet<string> | "all" | null;
  readonly isTrustNew: boolean;
};

const IDS_AT_ONCE = 500;

function write(workspace: Workspace, root: OpenRoot, writing: Writing): void {
  const { came, taken, ended, judged, also, isTrustNew } = writing;
  // The machine settles; a person who sits there signs nothing by it.
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  keepReceived(workspace, root, { came, isTaken: (hash) => judged.sets.texts.has(hash) });
  const { failing } = judged;
  const record = { command: "sync", actor: "machine", digest: null } as const;
  const plan = (said: readonly SignedStatement[], command = "sync"): Operation[] =>
    [...Map.groupBy(said, subjectOf)].map(([id, each]) => ({
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
  if (ended.length > 0)
    noteForgetting(
      root,
      ended.map(({ id, digests, borns }) => ({ id, digests, borns, words: listWords(root, id) })),
    );
  const operations =
    tombstones.length > 0 ? tombstones : [{ record: { ...record, id: "sync" }, changes: [] }];
  const [first, ...rest] = operations;
  const copies = ended.flatMap(({ id, isLeft }) => (isLeft ? [] : eraseCopies(root, id)));
  const erasing = first === undefined ? [] : [{ ...first, changes: [...first.changes, ...copies] }, ...rest];
  commitOperations(asMachine, root, { operations: erasing, failing, isTrustNew, also: also ?? "all" });
  finishForgetting(workspace, root);
}

/** For the journal. */
function subjectOf(statement: Statement): string {
  return isTextStatement(statement) ? statement.id : statement.born;
}

function toChange(each: SignedStatement, { bytes }: Received): Change {
  return { kind: "write", path: attestPath(each), text: bytes.get(each.hash) ?? "" };
}

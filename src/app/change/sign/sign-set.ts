// Statements of version 3, where a root is computed by the law of sets: whoever signs names the memory, the text, what it replaces and
// what it lifts, from what is in front of them.

import { randomBytes } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { type StandingInput, selectEvidence } from "../../../memory/law/evidence.ts";
import { SET_ACTS } from "../../../memory/law/sets/acts.ts";
import { type Group, isContested } from "../../../memory/law/sets/memories.ts";
import { type NextWord, nameReplaced } from "../../../memory/law/sets/next-word.ts";
import { isWord, type Source, type Tombstone, type Word } from "../../../memory/law/sets/said.ts";
import { bornOfVersion1, counts } from "../../../memory/law/sets/sets.ts";
import {
  findEndings,
  type Gathered,
  gatherSets,
  NOBODY,
  type PlacedFile,
  placeFile,
} from "../../../memory/law/sets/standing-of-file.ts";
import { FOLLOWS_MAX } from "../../../memory/limits.ts";
import { ifPossible } from "../../../store/fs-failure.ts";
import { readQuietly } from "../../../store/log-file.ts";
import { isReadByAll } from "../../../trust/card-files.ts";
import type { SigningKey } from "../../../trust/key-file.ts";
import { type SignedFile, signSetStatement } from "../../../trust/sign.ts";
import type { Workspace } from "../../workspace/workspace.ts";

export type SetSaid = Pick<Word, "act" | "digest" | "reason" | "acknowledged"> & {
  /** The hash of the text's source; of an act that vouches for none, the file's own. */
  readonly text: string | null;
  /** Of a new memory. */
  readonly source: Source | null;
  /** The text lies there already: whoever names it replaces no more than the words before it. */
  readonly isPresent?: true;
};

type Signing = {
  readonly workspace: Workspace;
  readonly key: SigningKey;
  readonly input: StandingInput;
};

/**
 * Is it said in version 3? In a shared root once every card there says that its owner's program reads it; whoever has no card there
 * may still have an earlier one. What was begun in it goes on in it: a word of version 1 could not name the memory.
 */
export function isSaidInSets({ roots }: Workspace, input: StandingInput): boolean {
  const { place, sets } = input;
  if (sets.range !== "tree") return sets.range === "seen";
  if (selectEvidence(input).all.some(({ set }) => set !== undefined)) return true;
  return roots.some(({ id, kind, path }) => id === place.root && kind === "shared" && isReadByAll(path));
}

export function signWord({ workspace, key, input }: Signing, said: SetSaid): SignedFile {
  const { root, scope, id } = input.place;
  const named = nameFor(input, said);
  const word: Omit<Word, "signer"> = {
    ...{ v: 3, root, scope, id, act: said.act, digest: said.digest, reason: said.reason },
    ...{ text: said.text ?? input.sets.text ?? said.digest, acknowledged: said.acknowledged },
    ...named,
    source: named.follows.length === 0 || named.born === bornOfVersion1(input.place) ? said.source : null,
    ...chainOf(workspace),
    time: renderInstant(workspace.now),
    ...(workspace.state.isTest && { test: true as const }),
  };
  return noteSigned(signSetStatement(word, key));
}

export type Forgotten = Pick<Tombstone, "id" | "digests" | "ends" | "reason"> & {
  readonly born: string | null;
};

export function signTombstone({ workspace, key, input }: Signing, said: Forgotten): SignedFile {
  const { root, scope } = input.place;
  const tombstone: Omit<Tombstone, "signer"> = {
    ...{ v: 3, act: "forget", root, scope, ...said },
    ...chainOf(workspace),
    time: renderInstant(workspace.now),
    ...(workspace.state.isTest && { test: true as const }),
  };
  return noteSigned(signSetStatement(tombstone, key));
}

/** The memory of which the file is a text; a new one where there is none. */
function nameFor(input: StandingInput, said: Naming): Pick<Word, "born" | "follows" | "lifts"> {
  const { lifts } = SET_ACTS[said.act];
  const own = input.sets;
  const placed = placeFile(input, own);
  const isOther = placed === null || (own.range === "seen" && isNew(input, placed));
  const named = isOther ? null : nameNext(input, placed, said);
  if (named === null || (named.kind === "full" && named.goesOn)) {
    const ended = lifts === undefined ? [] : findEndings(gatherSets(input, own)).map(({ hash }) => hash);
    return { born: randomBytes(16).toString("hex"), follows: [], lifts: ended.sort() };
  }
  const { id } = input.place;
  if (named.kind === "full")
    throw new CredenceError(
      "WRONG_STANDING",
      `${id} has been changed as often as one memory can be`,
      `credence retire ${id}; then save the text anew under that id, where it goes on as a new memory`,
    );
  const follows = named.follows.filter((hash) => hash !== NOBODY);
  return { born: placed?.memory.born ?? "", follows, lifts: lifts === undefined ? [] : named.lifts };
}

type Naming = Pick<SetSaid, "act" | "isPresent">;

/** Would the next word begin a new memory, because this one has been changed as often as one can be? */
export function goesOnAnew(workspace: Workspace, input: StandingInput): boolean {
  // Nobody can name more than is known.
  const isFew = input.attestations.length + input.remembered.length <= FOLLOWS_MAX;
  if (isFew || !isSaidInSets(workspace, input)) return false;
  const placed = placeFile(input, input.sets);
  const named = placed === null ? null : nameNext(input, placed, { act: "approve" });
  return named?.kind === "full" && named.goesOn;
}

function nameNext(input: StandingInput, { memory, group }: PlacedFile, { act, isPresent }: Naming): NextWord {
  const { rank, lifts } = SET_ACTS[act];
  const own = input.sets;
  // Whoever chooses a text that waits, or one of two that are contested, has both before them.
  const isOther = group !== null && group !== memory.groups[0];
  const isChoice = own.isChoice === true || isOther || isContested(memory);
  const chosen = isChoice ? memory.groups : [group ?? memory.groups[0]];
  // An edit by hand replaces those before it, and no word of anybody.
  const replaced =
    rank === 0 ? memory.groups.filter((each) => each.rank === 0) : rank === undefined ? [] : chosen;
  const gathered = gatherSets(input, own);
  const before = [...replaced, ...listElsewhere(gathered, memory.born, rank)];
  const named = nameReplaced(gathered, memory, before);
  // What takes out of use names nothing.
  const isShort = isPresent === true || (rank === undefined && lifts === undefined);
  if (named.kind === "names" || !isShort) return named;
  const heads = before.flatMap((each) => each.heads.map(({ hash }) => hash));
  return { kind: "names", follows: heads.slice(0, FOLLOWS_MAX).sort(), lifts: [] };
}

/** In a work tree texts are replaced that are no files any more: by whatever its writer had in their place. */
function listElsewhere(
  { elsewhere }: Gathered,
  born: string,
  rank: number | undefined,
): Pick<Group, "heads">[] {
  const heads = elsewhere.filter((each) => each.born === born);
  const [first, ...more] = heads;
  return rank === undefined || rank === 0 || first === undefined ? [] : [{ heads: [first, ...more] }];
}

/** Nobody has said the text, and strangers alone said anything of a memory of this id: theirs is another one. What was edited by hand
 * is none of theirs, though the words it had may be nowhere any more. */
function isNew(input: StandingInput, { memory, group }: PlacedFile): boolean {
  if (!memory.isForeign || group?.heads.every(({ hash }) => hash === NOBODY) !== true) return false;
  const { sets, trust } = gatherSets(input, input.sets);
  return ![...sets.statements.values()].some(
    (each) => isWord(each) && each.born === memory.born && counts(each, trust),
  );
}

// The chain of what this machine signed, for whoever looks for gaps. No rule reads it, so one that was lost begins anew.

type Chain = Pick<Word, "device" | "seq" | "prev">;

let chain: (Pick<Chain, "seq" | "prev"> & { readonly path: string }) | null = null;

function chainOf({ keys, state }: Workspace): Chain {
  const path = join(state.path, "chain.json");
  if (chain?.path !== path) chain = { path, ...readChain(path) };
  return { device: keys.machine.signer, seq: chain.seq, prev: chain.prev };
}

function readChain(path: string): Pick<Chain, "seq" | "prev"> {
  const value = parseJson(readQuietly(path));
  const { seq, prev } = isRecord(value) ? value : {};
  return {
    seq: Number.isSafeInteger(seq) && Number(seq) >= 0 ? Number(seq) : 0,
    prev: typeof prev === "string" && /^[0-9a-f]{64}$/.test(prev) ? prev : null,
  };
}

function noteSigned(file: SignedFile): SignedFile {
  if (chain === null) return file;
  const { path } = chain;
  const next = { seq: chain.seq + 1, prev: file.hash };
  chain = { path, ...next };
  ifPossible(() => {
    writeFileSync(path, `${JSON.stringify(next)}\n`);
    // Whatever the umask is.
    chmodSync(path, 0o600);
  });
  return file;
}

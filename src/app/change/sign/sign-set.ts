// Statements, made from what is in front of the signer: which memory, which text, what the statement replaces and what it lifts.

import { randomBytes } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { STATEMENT_KINDS } from "../../../memory/law/kinds.ts";
import { gather, type IdLedger } from "../../../memory/law/sets/gather.ts";
import { type Group, isContested } from "../../../memory/law/sets/memories.ts";
import { type NextWord, nameReplaced } from "../../../memory/law/sets/next-word.ts";
import { counts } from "../../../memory/law/sets/sets.ts";
import { NOBODY, type PlacedFile, placeFile } from "../../../memory/law/sets/standing-of-file.ts";
import type { StandingInput } from "../../../memory/law/standing-input.ts";
import {
  isTextStatement,
  type Source,
  type TextContent,
  type TombstoneContent,
} from "../../../memory/law/statement.ts";
import { FOLLOWS_MAX } from "../../../memory/limits.ts";
import { ifPossible } from "../../../store/fs-failure.ts";
import { readQuietly } from "../../../store/log-file.ts";
import type { SigningKey } from "../../../trust/key-file.ts";
import { type SignedFile, signStatement } from "../../../trust/sign.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** The uuid of a new memory. */
export function newUuid(): string {
  return randomBytes(16).toString("hex");
}

export type SetSaid = Pick<TextContent, "act" | "digest" | "reason" | "acknowledged"> & {
  /** The hash of the text's source; of an act that vouches for none, the file's own. */
  readonly text: string | null;
  /** Of a new memory. */
  readonly source: Source | null;
  /** Tombstones of the text under other names. */
  readonly alsoLifts?: readonly string[];
  /** The text lies there already: whoever names it replaces no more than the words before it. */
  readonly isPresent?: true;
};

type Signing = {
  readonly workspace: Workspace;
  readonly key: SigningKey;
  readonly input: StandingInput;
};

export function signWord({ workspace, key, input }: Signing, said: SetSaid): SignedFile {
  const { root, scope, id } = input.place;
  const named = nameFor(input, { ...said, by: key.signer });
  const lifts = [...new Set([...named.lifts, ...(said.alsoLifts ?? [])])].sort();
  const word: Omit<TextContent, "signer"> = {
    ...{ v: 1, root, scope, id, act: said.act, digest: said.digest, reason: said.reason },
    ...{ text: said.text ?? input.sets.text ?? said.digest, acknowledged: said.acknowledged },
    ...named,
    lifts,
    source: named.follows.length === 0 ? said.source : null,
    ...chainOf(workspace),
    time: renderInstant(workspace.now),
    ...(workspace.state.isTest && { test: true as const }),
  };
  return noteSigned(signStatement(word, key));
}

export type Forgotten = Pick<TombstoneContent, "born" | "digests" | "reason">;

export function signTombstone({ workspace, key, input }: Signing, said: Forgotten): SignedFile {
  const { root, scope } = input.place;
  const tombstone: Omit<TombstoneContent, "signer"> = {
    ...{ v: 1, act: "forget", root, scope, source: null, ...said },
    ...chainOf(workspace),
    time: renderInstant(workspace.now),
    ...(workspace.state.isTest && { test: true as const }),
  };
  return noteSigned(signStatement(tombstone, key));
}

/** The memory of which the file is a text; a new one where there is none. */
function nameFor(input: StandingInput, said: Naming): Pick<TextContent, "born" | "follows" | "lifts"> {
  const { lifts } = STATEMENT_KINDS[said.act];
  const placed = placeFile(input);
  const isOther = placed === null || (!input.sets.isShared && isNew(input, placed));
  const named = isOther ? null : nameNext(input, placed, said);
  if (named === null || (named.kind === "full" && named.goesOn)) {
    const ended = lifts === undefined ? [] : gather(input).tombstones.map(({ hash }) => hash);
    return { born: beginMemory(input), follows: [], lifts: ended.sort() };
  }
  const { id } = input.place;
  if (named.kind === "full")
    throw new CredenceError(
      "WRONG_STANDING",
      `${id} has been changed as often as one memory can be, and a person approved it`,
      `credence edit ${id}: a person's change goes on as a new memory under that id`,
    );
  const follows = named.follows.filter((hash) => hash !== NOBODY);
  return { born: placed?.memory.born ?? "", follows, lifts: lifts === undefined ? [] : named.lifts };
}

/** By the input of its first statements: what is signed together is about one memory. */
const begun = new WeakMap<StandingInput, string>();

function beginMemory(input: StandingInput): string {
  const uuid = begun.get(input) ?? newUuid();
  begun.set(input, uuid);
  return uuid;
}

type Naming = Pick<SetSaid, "act" | "isPresent"> & { readonly by: string };

/** Would the next word begin a new memory, because this one has been changed as often as one can be? */
export function goesOnAnew(input: StandingInput, by: string): boolean {
  // Nobody can name more than is known.
  const isFew = input.attestations.length + input.remembered.length <= FOLLOWS_MAX;
  if (isFew) return false;
  const placed = placeFile(input);
  const named = placed === null ? null : nameNext(input, placed, { act: "approve", by });
  return named?.kind === "full" && named.goesOn;
}

function nameNext(
  input: StandingInput,
  { memory, group }: PlacedFile,
  { act, isPresent, by }: Naming,
): NextWord {
  const { rank, lifts } = STATEMENT_KINDS[act];
  const own = input.sets;
  // Whoever chooses a text that waits, or one of two that are contested, has both before them.
  const isOther = group !== null && group !== memory.groups[0];
  const isChoice = own.isChoice === true || isOther || isContested(memory);
  const chosen = isChoice ? memory.groups : [group ?? memory.groups[0]];
  // An edit by hand replaces those before it, and no word of anybody.
  const replaced =
    rank === 0 ? memory.groups.filter((each) => each.rank === 0) : rank === undefined ? [] : chosen;
  const gathered = gather(input);
  const before = [...replaced, ...listElsewhere(gathered, memory.born, rank)];
  const named = nameReplaced({ ...gathered, by }, memory, before);
  // What takes out of use names nothing.
  const isShort = isPresent === true || (rank === undefined && lifts === undefined);
  if (named.kind === "names" || !isShort) return named;
  const heads = before.flatMap((each) => each.heads.map(({ hash }) => hash));
  return { kind: "names", follows: heads.slice(0, FOLLOWS_MAX).sort(), lifts: [] };
}

/** In a work tree texts are replaced that are no files any more: by whatever its writer had in their place. */
function listElsewhere(
  { elsewhere }: IdLedger,
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
  const { sets, trust } = gather(input);
  return ![...sets.statements.values()].some(
    (each) => isTextStatement(each) && each.born === memory.born && counts(each, trust),
  );
}

// The chain of what this machine signed, for whoever looks for gaps. No rule reads it, so one that was lost begins anew.

type Chain = Pick<TextContent, "device" | "seq" | "prev">;

let chain: (Pick<Chain, "seq" | "prev"> & { readonly path: string; readonly isSaved: boolean }) | null = null;

function chainOf({ keys, state }: Workspace): Chain {
  const path = join(state.path, "chain.json");
  if (chain?.path !== path) chain = { path, isSaved: true, ...readChain(path) };
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
  chain = { path: chain.path, seq: chain.seq + 1, prev: file.hash, isSaved: false };
  return file;
}

/** After what was signed is on disk: a dry run signs, too, and leaves no trace. */
export function saveChain(): void {
  if (chain === null || chain.isSaved) return;
  const { path, seq, prev } = chain;
  chain = { path, seq, prev, isSaved: true };
  ifPossible(() => {
    writeFileSync(path, `${JSON.stringify({ seq, prev })}\n`);
    // Whatever the umask is.
    chmodSync(path, 0o600);
  });
}

// What is replicated: statements by hash and texts by hash. Both only grow, so two machines agree by taking the union; what a
// memory is, is computed from them (memories.ts), and so are the files (view.ts).
//
// Attack: whoever holds the remote, or a key that somebody trusts for less. So nobody counts who is not trusted here, a machine's key
// says only what machines may say, and a key whose trust has ended still holds down what it took out of use.

import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { kindOfSigner } from "../attestation.ts";
import { SET_ACTS } from "./acts.ts";
import { isWord, type Said, type SaidTombstone, type SaidWord } from "./said.ts";

/** What the law reads of a text. */
export type TextFacts = { readonly digest: string; readonly folded: string };

export type Sets = {
  readonly statements: ReadonlyMap<string, Said>;
  readonly texts: ReadonlyMap<string, TextFacts>;
};

/**
 * `all`: everything its kind of key may say. `wrote`: a key of a hub or of CI, which proposes. `ended`: a person here ended the
 * trust; what it vouched for is over, and what it took out of use stays out until a person lifts it.
 */
export type TrustedFor = "all" | "wrote" | "ended";
export type Trust = ReadonlyMap<string, TrustedFor>;

/** What this machine says of texts and ids, and no statement does. */
export type Verdicts = {
  /** A validator hard-fails the text here, or did and no person has answered yet. */
  readonly fails: (text: string) => boolean;
  /** Negative acts of people whose texts it is a near-copy of. */
  readonly copies: (text: string) => readonly string[];
  /** Null while nobody has had the time to compute it: then the id may have been forgotten. */
  readonly opaque: (id: string) => string | null;
  /** Memories that wait here for the person, whatever was signed: a lowering by hand, or too much at once. */
  readonly held: ReadonlyMap<string, string>;
};

export function isPerson({ signer }: Pick<Said, "signer">): boolean {
  return kindOfSigner(signer) === "person";
}

/** A person's decision about a text; `wrote` is none, whoever signs it. */
export function isDecision(said: Pick<Said, "signer" | "act">): boolean {
  return isPerson(said) && !SET_ACTS[said.act].byMachine;
}

/** Does what it says count here? Whether its text is here is asked of words alone. */
export function counts(said: Pick<Said, "act" | "signer">, trust: Trust): boolean {
  const { makes, byMachine, byProposer } = SET_ACTS[said.act];
  if (!byMachine && !isPerson(said)) return false;
  switch (trust.get(said.signer)) {
    case "all":
      return true;
    case "wrote":
      return byProposer === true;
    case "ended":
      return makes !== undefined;
    case undefined:
      return false;
  }
}

/** Those that count, without what the same person withdrew. */
export function selectCounted(statements: Iterable<Said>, trust: Trust): Said[] {
  const counted = [...statements].filter((each) => counts(each, trust));
  const withdrawals = counted.filter(isWord).filter(({ act }) => SET_ACTS[act].withdraws === true);
  if (withdrawals.length === 0) return counted;
  const nameOf = ({ signer, born }: SaidWord, hash: string): string => `${signer} ${born} ${hash}`;
  const withdrawn = new Set(withdrawals.flatMap((by) => by.lifts.map((hash) => nameOf(by, hash))));
  return counted.filter((each) => !isWord(each) || !withdrawn.has(nameOf(each, each.hash)));
}

/** Version 1 knew one memory an id. */
function bornOfVersion1({ root, scope, id }: Pick<SaidWord, "root" | "scope" | "id">): string {
  return sha256Hex(`credence-born-v1:${root}:${scope}:${id}`).slice(0, 32);
}

/**
 * Is the memory erased by it? A tombstone ends its own born, with whatever arrives later; for a memory of version 1 it names the
 * opaque id instead. That one is not over where a person who knew of the tombstone approved it anew: then only what it names ends.
 * What it names of other memories stays: a teammate's tombstone takes nothing from others.
 */
export function createEnding(
  counted: readonly Said[],
  opaque: Verdicts["opaque"],
): (said: SaidWord) => boolean {
  const tombstones = counted.filter((each): each is SaidTombstone => !isWord(each));
  const borns = new Set(tombstones.map(({ born }) => born));
  const ofVersion1 = tombstones
    .filter(({ born }) => born === null)
    .map(({ id, hash, ends }) => ({ id, hash, ends: new Set(ends) }));
  const byId = Map.groupBy<string | null, (typeof ofVersion1)[number]>(ofVersion1, ({ id }) => id);
  const findOwn = (said: SaidWord) =>
    (byId.size > 0 && said.born === bornOfVersion1(said) && byId.get(opaque(said.id))) || [];
  const renewals = counted
    .filter(isWord)
    .filter(({ act, lifts }) => SET_ACTS[act].approves === true && lifts.length > 0)
    .map((each) => ({ lifts: each.lifts, hash: each.hash, own: findOwn(each) }))
    .filter(({ hash, own }) => !own.some(({ ends }) => ends.has(hash)));
  const lifted = new Set(
    renewals.flatMap(({ lifts, own }) => own.filter(({ hash }) => lifts.includes(hash))),
  );
  return (said) =>
    borns.has(said.born) || findOwn(said).some((by) => by.ends.has(said.hash) || !lifted.has(by));
}

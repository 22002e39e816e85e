// What is replicated: statements by hash and texts by hash. Both only grow, so two machines agree by taking the union; what a
// memory is, is computed from them (memories.ts), and so are the files (view.ts).
//
// Attack: the remote, or a key that is trusted for less, says more than it may. So no untrusted signer counts, a machine's key says
// only what machines may say, a key whose trust has ended still holds down what it took out of use, and a person withdraws what their
// own keys and machines signed, and nothing else.

import { STATEMENT_KINDS } from "../kinds.ts";
import {
  isTextStatement,
  isTombstone,
  kindOfSigner,
  type MemoryName,
  nameMemory,
  type Statement,
  type TextStatement,
} from "../statement.ts";
import { listExcess } from "./bounds.ts";

/** What the law reads of a text. */
export type TextFacts = { readonly digest: string; readonly folded: string };

export type Sets = {
  readonly statements: ReadonlyMap<string, Statement>;
  readonly texts: ReadonlyMap<string, TextFacts>;
};

/**
 * `all`: everything its kind of key may say. `wrote`: a key of a hub or of CI, which proposes. `ended`: a person here ended the
 * trust; what it vouched for is over, and what it took out of use stays out until a person lifts it.
 */
export type TrustedFor = "all" | "wrote" | "ended";

/** A key of a person, or a machine that the person owns by a statement: the person withdraws what it signed. */
export type OwnedKey = { readonly may: TrustedFor; readonly owner: string };
export type Trust = ReadonlyMap<string, TrustedFor | OwnedKey>;

export function mayIn(trust: Trust, signer: string): TrustedFor | undefined {
  const key = trust.get(signer);
  return typeof key === "object" ? key.may : key;
}

/** @returns null for a key that no person is known to own. */
export function ownerIn(trust: Trust, signer: string): string | null {
  const key = trust.get(signer);
  return typeof key === "object" ? key.owner : null;
}

/** A set of memories, to ask. */
export type Names = { readonly has: (name: MemoryName) => boolean };

/** What this machine says of texts and ids, and no statement does. */
export type Verdicts = {
  /** A validator hard-fails the text here, or did and no person has answered yet. */
  readonly fails: (text: string) => boolean;
  /** Negative acts of people whose texts it is a near-copy of. */
  readonly copies: (text: string) => readonly string[];
  /** Memories that wait here for the person, whatever was signed: a lowering by hand, or too much at once. */
  readonly held: Names;
};

export function isPerson({ signer }: Pick<Statement, "signer">): boolean {
  return kindOfSigner(signer) === "person";
}

/** A person's decision about a text; `wrote` is none, whoever signs it. */
export function isDecision(said: Pick<Statement, "signer" | "act">): boolean {
  return isPerson(said) && !STATEMENT_KINDS[said.act].byMachine;
}

/** Does what it says count here? Whether its text is here is asked of words alone. */
export function counts(said: Pick<Statement, "act" | "signer">, trust: Trust): boolean {
  const { makes, byMachine, byProposer } = STATEMENT_KINDS[said.act];
  if (!byMachine && !isPerson(said)) return false;
  switch (mayIn(trust, said.signer)) {
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

/** The statements that count: within the bound of their signer, and not withdrawn by the person whose key signed them. */
export function selectCounted(statements: Iterable<Statement>, trust: Trust): Statement[] {
  const known = withoutExcess([...statements].filter(({ signer }) => trust.has(signer)));
  const counted = known.filter((each) => counts(each, trust));
  // What a person withdrew before their trust ended would count again without it, and ending trust adds no statement.
  const withdrawals = known
    .filter(isTextStatement)
    .filter((each) => STATEMENT_KINDS[each.act].withdraws === true && isPerson(each));
  if (withdrawals.length === 0) return counted;
  const byHash = new Map(counted.map((each) => [each.hash, each]));
  const withdrawn = new Set<Statement | undefined>();
  for (const by of withdrawals)
    for (const hash of by.lifts)
      if (isWithdrawn(byHash.get(hash), by, trust)) withdrawn.add(byHash.get(hash));
  return counted.filter((each) => !withdrawn.has(each));
}

function withoutExcess(statements: Statement[]): Statement[] {
  const excess = new Set(listExcess(statements));
  return excess.size === 0 ? statements : statements.filter((each) => !excess.has(each));
}

/** A tombstone is about no id, so nothing withdraws it. */
function isWithdrawn(said: Statement | undefined, by: TextStatement, trust: Trust): boolean {
  if (said === undefined || !isTextStatement(said) || nameMemory(said) !== nameMemory(by)) return false;
  const owner = ownerIn(trust, by.signer);
  return said.signer === by.signer || (owner !== null && owner === ownerIn(trust, said.signer));
}

/** A tombstone ends its own memory, with whatever arrives later. What it names of other memories stays: a teammate's takes nothing from others. */
export function createEnding(counted: readonly Statement[]): (said: Pick<Statement, "born">) => boolean {
  const borns = new Set(counted.filter(isTombstone).map(({ born }) => born));
  return ({ born }) => borns.has(born);
}

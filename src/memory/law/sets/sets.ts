// What is replicated: statements by hash and texts by hash. Both only grow, so two machines agree by taking the union; what a
// memory is, is computed from them (memories.ts), and so are the files (view.ts).
//
// Attack: whoever holds the remote, or a key that somebody trusts for less. So nobody counts who is not trusted here, a machine's key
// says only what machines may say, and a key whose trust has ended still holds down what it took out of use.

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
export type Trust = ReadonlyMap<string, TrustedFor>;

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

/** The statements that count: within the bound of their signer, and not withdrawn by the same person. */
export function selectCounted(statements: Iterable<Statement>, trust: Trust): Statement[] {
  const counted = withoutExcess([...statements].filter((each) => counts(each, trust)));
  const withdrawals = counted
    .filter(isTextStatement)
    .filter(({ act }) => STATEMENT_KINDS[act].withdraws === true);
  if (withdrawals.length === 0) return counted;
  const byHash = new Map(counted.map((each) => [each.hash, each]));
  const withdrawn = new Set<Statement | undefined>();
  for (const by of withdrawals)
    for (const hash of by.lifts) if (withdraws(by, byHash.get(hash))) withdrawn.add(byHash.get(hash));
  return counted.filter((each) => !withdrawn.has(each));
}

function withoutExcess(statements: Statement[]): Statement[] {
  const excess = new Set(listExcess(statements));
  return excess.size === 0 ? statements : statements.filter((each) => !excess.has(each));
}

/** A tombstone is about no id, so nothing withdraws it. */
function withdraws(by: TextStatement, said: Statement | undefined): boolean {
  if (said === undefined || !isTextStatement(said) || nameMemory(said) !== nameMemory(by)) return false;
  return said.signer === by.signer;
}

/** A tombstone ends its own memory, with whatever arrives later. What it names of other memories stays: a teammate's takes nothing from others. */
export function createEnding(counted: readonly Statement[]): (said: Pick<Statement, "born">) => boolean {
  const borns = new Set(counted.filter(isTombstone).map(({ born }) => born));
  return ({ born }) => borns.has(born);
}

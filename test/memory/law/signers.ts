// Who signs in the tests of standing, and what this machine thinks of them.

import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import {
  type ErasingKind,
  isErasingKind,
  STATEMENT_KINDS,
  type StatementKind,
} from "../../../src/memory/law/kinds.ts";
import type { StandingInput } from "../../../src/memory/law/standing.ts";
import type { FileInSets, TrustedSigner } from "../../../src/memory/law/standing-input.ts";
import {
  isTextStatement,
  renderStatement,
  type Statement,
  type StatementContent,
  type TextContent,
  type TextStatement,
  type Tombstone,
} from "../../../src/memory/law/statement.ts";

export const ROOT = "0".repeat(32);
export const OTHER_ROOT = "f".repeat(32);
export const TEXTS = ["1", "2", "3"].map((digit) => digit.repeat(64));
export const [TEXT = "", OTHER_TEXT = "", THIRD_TEXT = ""] = TEXTS;

export const OWN_MACHINE = `machine:${"a".repeat(32)}`;
export const OWN_PERSON = `person:${"b".repeat(32)}`;
export const ANA = `person:${"c".repeat(32)}`;
export const ANAS_MACHINE = `machine:${"d".repeat(32)}`;
/** Trusted for another root only. */
export const BEN = `person:${"e".repeat(32)}`;
export const STRANGER = `person:${"f".repeat(32)}`;
export const STRANGE_MACHINE = `machine:${"f".repeat(32)}`;

export const SIGNERS: readonly TrustedSigner[] = [
  { signer: OWN_MACHINE, root: null, petname: "this machine", own: true },
  { signer: OWN_PERSON, root: null, petname: "you", own: true },
  { signer: BEN, root: OTHER_ROOT, petname: "ben", own: false },
  { signer: ANA, root: OTHER_ROOT, petname: "ana of another root", own: false },
  { signer: ANA, root: ROOT, petname: "ana", own: false },
  { signer: ANAS_MACHINE, root: ROOT, petname: "ana's laptop", own: false },
];
/** Who counts in ROOT, written down apart from the code under test. */
export const TRUSTED_HERE = [OWN_MACHINE, OWN_PERSON, ANA, ANAS_MACHINE];
export const TRUSTED_PERSONS = [OWN_PERSON, ANA];

/** Not how our commands give uuids: one for each id, so that a test need not say which memory it is about. */
export function bornOf(id: string): string {
  return sha256Hex(`born of ${id}`).slice(0, 32);
}

export type TextKind = TextContent["act"];
export type More = Partial<Omit<TextContent, "act" | "signer">> & {
  /** Whatever its signer had before them: of these the statement names what its kind may replace and lift. */
  readonly parents?: readonly string[];
  /** Of a tombstone, instead of the digest. */
  readonly digests?: readonly string[];
};

/** What was built here, so that a statement's kind is known by its hash. */
const built = new Map<string, Statement>();
const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };

/** A statement about the present text of `project_x` in ROOT, unless it says otherwise. The text of a digest is the digest itself. */
export function attest(act: ErasingKind, signer: string, more?: More): Tombstone;
export function attest(act: TextKind, signer: string, more?: More): TextStatement;
export function attest(act: StatementKind, signer: string, more?: More): Statement;
export function attest(act: StatementKind, signer: string, { parents = [], ...more }: More = {}): Statement {
  const { digests, digest = TEXT, id = "project_x", ...rest } = more;
  const signed = {
    ...({ v: 1, root: ROOT, scope: "project", born: bornOf(id), source: null, signer } as const),
    ...{ time: "2026-05-01T09:30:00Z", device: OWN_MACHINE, seq: 0, prev: null, reason: null },
  };
  if (isErasingKind(act)) {
    const { text: _, follows: __, lifts: ___, acknowledged: ____, ...common } = rest;
    return remember({ ...signed, ...common, act, digests: digests ?? [digest] });
  }
  const about = { id, digest, text: digest, acknowledged: [] };
  return remember({ ...signed, ...about, act, ...nameParents(act, parents), ...rest });
}

function remember<Content extends StatementContent>(content: Content): Content & { readonly hash: string } {
  const statement = { ...content, hash: renderStatement(content, PROOF).hash };
  built.set(statement.hash, statement);
  return statement;
}

function nameParents(act: TextKind, parents: readonly string[]): Pick<TextContent, "follows" | "lifts"> {
  const { rank, lifts, withdraws } = STATEMENT_KINDS[act];
  if (withdraws === true) return { follows: [], lifts: inOrder(parents) };
  const isOut = (hash: string): boolean => {
    const known = built.get(hash);
    return known !== undefined && STATEMENT_KINDS[known.act].makes !== undefined;
  };
  return {
    follows: rank === undefined ? [] : inOrder(parents.flatMap(withReplaced)),
    lifts: lifts === undefined ? [] : inOrder(parents.filter(isOut)),
  };
}

/** A hash that was not built here may be anything, and is named as it is. */
function withReplaced(hash: string): readonly string[] {
  const known = built.get(hash);
  if (known === undefined) return [hash];
  const { rank } = STATEMENT_KINDS[known.act];
  return rank === undefined || !isTextStatement(known) ? [] : [hash, ...known.follows];
}

function inOrder(hashes: readonly string[]): string[] {
  return [...new Set(hashes)].sort();
}

type Files = {
  readonly isShared?: boolean;
  readonly name?: string;
  /** Digests of the other files of the memory, that with its own name first. */
  readonly others?: readonly string[];
};

/** How the file lies in its root: in a shared one, and alone, unless it says otherwise. */
export function lying({ isShared = true, name = "project_x", others = [] }: Files = {}): FileInSets {
  return {
    isShared,
    name,
    text: null,
    folded: () => "",
    hasText: ({ digest }) => others.includes(digest),
    first: () => others[0] ?? null,
    held: () => new Map(),
    me: OWN_MACHINE,
  };
}

export const PLACE = { root: ROOT, scope: "project", id: "project_x" } as const;

/** A file that records `verified` and holds TEXT, with these statements on disk. */
export function situation(
  attestations: readonly Statement[],
  more: Partial<StandingInput> = {},
): StandingInput {
  return {
    sets: lying(),
    place: PLACE,
    file: { digest: TEXT, tier: "verified", status: "active", directory: "memories" },
    attestations,
    remembered: [],
    signers: SIGNERS,
    rootWaits: false,
    testState: false,
    ...more,
  };
}

export const holding = (digest: string | null): Pick<StandingInput, "file"> => ({
  file: { digest, tier: "verified", status: "active", directory: "memories" },
});

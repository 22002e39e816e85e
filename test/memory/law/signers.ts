// Who signs in the tests of standing, and what this machine thinks of them.

import type { Act } from "../../../src/memory/law/acts.ts";
import { renderAttestation, type Statement } from "../../../src/memory/law/attestation.ts";
import type { FileInSets, Range, TrustedSigner } from "../../../src/memory/law/evidence.ts";
import type { StandingInput, Vouching } from "../../../src/memory/law/standing.ts";

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

/** A statement about the present text of `project_x` in ROOT, unless it says otherwise. */
export function attest(act: Act, signer: string, more: Partial<Statement> = {}): Vouching {
  const statement: Statement = {
    v: 1,
    root: ROOT,
    scope: "project",
    id: "project_x",
    digest: TEXT,
    act,
    acknowledged: [],
    time: "2026-05-01T09:30:00Z",
    signer,
    parents: [],
    reason: null,
    ...more,
  };
  const sorted = { ...statement, parents: [...new Set(statement.parents)].sort() };
  const { hash } = renderAttestation(sorted, { key: "A".repeat(43), signature: "A".repeat(86) });
  return { ...sorted, hash };
}

type Files = {
  readonly range?: Range;
  readonly name?: string;
  /** Digests of the other files of the memory, that with its own name first. */
  readonly others?: readonly string[];
};

/** How the file lies in its root: in an own one that was not upgraded, and alone, unless it says otherwise. */
export function lying({ range = "version-1", name = "project_x", others = [] }: Files = {}): FileInSets {
  return {
    range,
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
  attestations: readonly Vouching[],
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

// Random cases for two laws that must agree: what was signed about the memories of one id, the file that lies there, and whom this
// machine trusts. A case is plain data and belongs to neither law; each law has its own builder of an input.

import type { StatementKind } from "../../../src/memory/law/kinds.ts";
import type { Scope } from "../../../src/memory/memory.ts";

export type CaseStatement = {
  readonly hash: string;
  /** The frozen law knows no level of enforcement, which changes no standing. */
  readonly act: Exclude<StatementKind, "enforce">;
  readonly signer: string;
  readonly root: string;
  readonly scope: Scope;
  readonly id: string;
  readonly born: string;
  readonly digest: string;
  readonly text: string;
  readonly follows: readonly string[];
  readonly lifts: readonly string[];
  /** Of a tombstone. */
  readonly digests: readonly string[];
  readonly acknowledged: readonly string[];
  readonly time: string;
  readonly isTest: boolean;
  /** A statement that is not on disk any more is remembered. */
  readonly isOnDisk: boolean;
  readonly isRemembered: boolean;
};

export type CaseSigner = {
  readonly signer: string;
  readonly root: string | null;
  readonly petname: string;
  readonly own: boolean;
  readonly lost?: true;
  readonly proposes?: true;
};

export type LawCase = {
  readonly kind: "own" | "shared";
  readonly statements: readonly CaseStatement[];
  readonly signers: readonly CaseSigner[];
  readonly file: {
    readonly digest: string | null;
    readonly text: string | null;
    readonly tier: "verified" | "inferred" | "quarantined" | null;
    readonly status: "active" | "archived" | "retired";
    readonly directory: "memories" | "quarantine";
  };
  /** Digests that have a text here besides the file's. */
  readonly others: readonly string[];
  /** The first of them is the file with the memory's own name, if the file here has another name. */
  readonly isBeside: boolean;
  readonly awaiting: readonly string[];
  readonly rootWaits: boolean;
  readonly isHidden: boolean;
};

export const ROOT = "0".repeat(32);
export const ID = "project_x";
export const FOLDED = "e".repeat(64);
const DIGESTS = ["1", "2", "3"].map((digit) => digit.repeat(64));
const BORNS = ["b".repeat(32), "c".repeat(32)];
export const ME = `machine:${"a".repeat(32)}`;
const SELF = `person:${"b".repeat(32)}`;
const ANA = `person:${"c".repeat(32)}`;
const ANAS_MACHINE = `machine:${"d".repeat(32)}`;
const STRANGERS = [`person:${"f".repeat(32)}`, `machine:${"f".repeat(32)}`];
const WRITERS = [SELF, SELF, SELF, ME, ME, ANA, ANA, ANAS_MACHINE, ...STRANGERS];
const VOUCHING: readonly CaseStatement["act"][] = ["wrote", "approve", "keep", "draft"];
const NEGATIVE: readonly CaseStatement["act"][] = ["lower", "retire", "archive", "disown", "forget"];
const RARE: readonly CaseStatement["act"][] = [...NEGATIVE, "unretire", "unarchive", "withdraw"];
const OFTEN: readonly CaseStatement["act"][] = [...VOUCHING, "approve", "approve", "wrote"];

/** The text of a digest, and another text of the same digest. */
export function textsOf(digest: string): readonly [string, string] {
  return [`a${digest.slice(1)}`, `b${digest.slice(1)}`];
}

/** One seed, one case. */
export function drawCase(seed: number): LawCase {
  const draw = createDraw(seed);
  const kind = draw.pick(["own", "shared"] as const);
  const count = draw.below(9);
  const statements: CaseStatement[] = [];
  for (let index = 0; index < count; index += 1) statements.push(drawStatement(draw, statements));
  const isPlain = draw.chance(0.6);
  const said = draw.pick(DIGESTS);
  const digest = isPlain || draw.chance(0.85) ? said : null;
  const [text, other] = textsOf(said);
  return {
    kind,
    statements,
    signers: drawSigners(draw),
    file: {
      digest,
      text: digest === null ? null : draw.chance(0.85) ? text : draw.pick([other, "9".repeat(64)]),
      tier: isPlain ? "verified" : draw.pick(["verified", "inferred", "quarantined", null] as const),
      status: isPlain ? "active" : draw.pick(["active", "active", "archived", "retired"] as const),
      directory: isPlain || draw.chance(0.8) ? "memories" : "quarantine",
    },
    others: DIGESTS.filter(() => draw.chance(0.7)),
    isBeside: draw.chance(0.15),
    awaiting: BORNS.filter(() => draw.chance(0.04)),
    rootWaits: draw.chance(0.03),
    isHidden: draw.chance(0.05),
  };
}

function drawStatement(draw: Draw, before: readonly CaseStatement[]): CaseStatement {
  const act = draw.pick(draw.chance(0.75) ? OFTEN : RARE);
  const digest = draw.pick(DIGESTS);
  const born = draw.chance(0.8) ? (BORNS[0] ?? "") : draw.pick(BORNS);
  const share = draw.pick([0.2, 0.7, 0.95]);
  const named = before.filter(() => draw.chance(share)).map(({ hash }) => hash);
  const ofBefore = (acts: readonly CaseStatement["act"][], hash: string): boolean =>
    before.some((each) => each.hash === hash && acts.includes(each.act));
  const missing = draw.chance(0.1) ? ["8".repeat(64)] : [];
  const lifts = act === "withdraw" ? named : named.filter((hash) => ofBefore(NEGATIVE, hash));
  const where = draw.pick(["disk", "disk", "both", "both", "memory"] as const);
  return {
    ...{ hash: draw.hex(64), act, signer: draw.pick(WRITERS), born, digest },
    root: draw.chance(0.97) ? ROOT : "f".repeat(32),
    scope: draw.chance(0.98) ? "project" : "user",
    id: draw.chance(0.97) || act === "forget" ? ID : "project_y",
    text: draw.chance(0.9) ? textsOf(digest)[0] : textsOf(digest)[1],
    follows: VOUCHING.includes(act)
      ? [...named.filter((hash) => ofBefore(VOUCHING, hash)), ...missing].sort()
      : [],
    lifts: [...new Set(lifts)].sort(),
    digests: act === "forget" ? [digest, ...(draw.chance(0.3) ? [FOLDED] : [])].sort() : [],
    acknowledged: act === "lower" && draw.chance(0.4) ? ["secret"] : [],
    time: `2026-05-${String(1 + draw.below(28)).padStart(2, "0")}T09:30:00Z`,
    isTest: draw.chance(0.02),
    isOnDisk: where !== "memory",
    isRemembered: where !== "disk",
  };
}

function drawSigners(draw: Draw): CaseSigner[] {
  const own = { root: null, own: true } as const;
  const all: readonly CaseSigner[] = [
    { signer: ME, petname: "this machine", ...own },
    { signer: SELF, petname: "you", ...own },
    { signer: ANA, root: ROOT, petname: "ana", own: false },
    { signer: ANAS_MACHINE, root: ROOT, petname: "ana's laptop", own: false },
  ];
  return (
    all
      .filter(({ signer }) => signer === ME || draw.chance(0.93))
      .map((each) => (each.signer !== ME && draw.chance(0.07) ? { ...each, lost: true as const } : each))
      // A key that may only write says nothing once its trust ends; the frozen law let its negative words count.
      .map((each) =>
        each.signer === ANAS_MACHINE && draw.chance(0.15) && !("lost" in each)
          ? { ...each, proposes: true as const }
          : each,
      )
  );
}

type Draw = {
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly hex: (digits: number) => string;
};

/** A small generator of pseudo-random numbers (mulberry32), so that a seed is a case for ever. */
function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
  };
}

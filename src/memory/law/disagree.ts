// Do two memories contradict each other? They do where two sentences are about the same thing, nothing tells apart where they
// hold, and they give another value of one kind, or one forbids what the other permits.
//
// Precision leads: a mark that is wrong teaches its reader to ignore marks. What is in doubt is not said.

import type { ClaimKind, Value } from "./claim-values.ts";
import { type Claim, type Claims, groupOf, weighStem } from "./claims.ts";
import { hashWord } from "./near-copy.ts";

export type Disagreement = { readonly kind: ClaimKind; readonly lineA: string; readonly lineB: string };

export function compareClaims(a: Claims, b: Claims): Disagreement | null {
  for (const one of a.claims) {
    for (const other of b.claims) {
      const kind = contradicts({ claim: one, of: a }, { claim: other, of: b });
      if (kind !== null) return { kind, lineA: one.line, lineB: other.line };
    }
  }
  return null;
}

type Side = { readonly claim: Claim; readonly of: Claims };

function contradicts(a: Side, b: Side): ClaimKind | null {
  if (a.claim.isSpared || b.claim.isSpared) return null;
  const near = measure(a, b);
  if (near.shared < 1 || isToldApart(a.claim, b.claim) || isOfAnother(a, b)) return null;
  const value = findOther(a, b);
  if (value !== null && isNearEnough(near, a.of.isLong || b.of.isLong)) return value.kind;
  return isOpposed(a.claim, b.claim, near) ? "negation" : null;
}

type Nearness = {
  /** Weight of the words that both are about. */
  readonly shared: number;
  /** The same as a share of the words of the sentence that has fewer of its own. */
  readonly coverage: number;
  /** Of the words of both sentences. */
  readonly jaccard: number;
  /** How many words of one may stand for as many of the other. */
  readonly replaced: number;
  /** How many of both are about what the other's title says. */
  readonly topics: number;
};

function measure(a: Side, b: Side): Nearness {
  const one = split(a, b);
  const other = split(b, a);
  const shared = one.shared + other.titled;
  const left = Math.min(one.left, other.left);
  return {
    shared,
    replaced: Math.min(one.rest, other.rest),
    coverage: shared / (shared + left + 1e-9),
    jaccard: one.both / (one.both + one.left + one.titled + other.left + other.titled + 1e-9),
    topics: Number(isAbout(a.of.title, b)) + Number(isAbout(b.of.title, a)),
  };
}

/** The words of one sentence: shared with the other one, with its title, or with neither. */
function split({ claim, of }: Side, other: Side) {
  const sums = { both: 0, titled: 0, left: 0, rest: 0, shared: 0 };
  for (const stem of claim.stems) {
    const weight = weighStem(stem);
    // A choice is what is compared, not what it is about.
    if (claim.tools.has(stem) && !other.claim.stems.has(stem)) continue;
    if (other.claim.stems.has(stem)) sums.both += weight;
    else if (other.of.title.has(stem)) sums.titled += weight;
    else {
      sums.left += weight;
      sums.rest += 1;
    }
  }
  sums.shared = sums.both + sums.titled;
  for (const stem of of.title)
    if (!claim.stems.has(stem) && other.of.title.has(stem) && !other.claim.stems.has(stem))
      sums.shared += weighStem(stem);
  return sums;
}

function isAbout(title: ReadonlySet<string>, { claim, of }: Side): boolean {
  let telling = 0;
  for (const stem of title) {
    if (weighStem(stem) < 1) continue;
    telling += 1;
    if (claim.stems.has(stem) || of.title.has(stem)) return true;
  }
  return telling === 0;
}

/** Of long texts only the same sentence counts, in which no word but the value was replaced. */
function isNearEnough({ shared, coverage, jaccard, replaced, topics }: Nearness, isLong: boolean): boolean {
  const isSame = jaccard >= 0.6 && replaced === 0;
  if (isLong) return isSame && shared >= 2 && topics === 2;
  if (isSame && (shared >= 2 || jaccard >= 0.8)) return topics > 0 || shared >= 3 || jaccard >= 0.8;
  if (shared >= 3 && coverage >= 0.6) return topics > 0;
  return topics === 2 && shared >= 2 && coverage >= 0.5;
}

/** Of one group of qualifiers each names another one; or one alone says where it holds. */
function isToldApart(a: Claim, b: Claim): boolean {
  const isApart = (one: Claim, other: Claim): boolean =>
    one.qualifiers.some((each) => {
      const others = other.qualifiers.filter((every) => groupOf(every) === groupOf(each));
      return others.length === 0
        ? groupOf(each) === "environment="
        : !others.some((every) => one.qualifiers.includes(every));
    });
  return isApart(a, b) || isApart(b, a);
}

/** Each title names what its sentence is about and the other memory never says; or one word stands where another one does. */
function isOfAnother(a: Side, b: Side): boolean {
  return (listOwn(a, b).some(isTitledIn(a)) && listOwn(b, a).some(isTitledIn(b))) || isParallel(a, b);
}

const isTitledIn =
  ({ of }: Side) =>
  (stem: string): boolean =>
    of.title.has(stem);

/** What only one of both is about. */
function listOwn({ claim }: Side, other: Side): string[] {
  return [...claim.stems].filter(
    (stem) => !claim.tools.has(stem) && !other.claim.stems.has(stem) && !other.of.title.has(stem),
  );
}

/** `the connect timeout is`, `the read timeout is`. */
function isParallel(a: Side, b: Side): boolean {
  const [one, other] = [[...a.claim.stems], [...b.claim.stems]];
  const replaced = one.filter((stem, place) => stem !== other[place]);
  return (
    one.length === other.length &&
    replaced.length > 0 &&
    replaced.length < one.length &&
    replaced.every((stem) => listOwn(a, b).includes(stem))
  );
}

/** A sentence with several values of a kind lists them: which one meets which is not said. */
function findOther(a: Side, b: Side): Value | null {
  for (const value of a.claim.values) {
    const own = a.claim.values.filter((each) => isComparable(value, each));
    const others = b.claim.values.filter((each) => isComparable(value, each));
    if (
      new Set(own.map((each) => each.value)).size > 1 ||
      new Set(others.map((each) => each.value)).size !== 1
    )
      continue;
    if (isTitled(value, a) || isSaid(value, b) || others.some((each) => isSaid(each, a))) continue;
    return value;
  }
  return null;
}

/** A text about a tool does not choose it. */
function isTitled({ kind, value }: Value, { of }: Side): boolean {
  return kind === "tool" && of.title.has(value);
}

function isSaid(value: Value, { of }: Side): boolean {
  return of.claims.some(({ values }) =>
    values.some((each) => isComparable(value, each) && each.value === value.value),
  );
}

function isComparable(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  return a.units.some((unit) => b.units.includes(unit));
}

function isOpposed(a: Claim, b: Claim, { shared, jaccard, topics }: Nearness): boolean {
  if (topics === 0 || shared < 2) return false;
  if (a.polarity * b.polarity < 0) return jaccard >= 0.4;
  return a.polarity + b.polarity === -1 && jaccard >= 0.7;
}

// Which memories are compared at all: those with two telling words of a sentence in common, or the one of a short sentence.

const [KEY_STEMS_MAX, KEYS_MAX] = [6, 96];

/** Numbers below 2^32. Two memories without a number in common are not compared. */
export function keysOf({ claims, title }: Claims): number[] {
  const keys = new Set<number>();
  for (const { stems, tools } of claims) {
    const isTelling = (stem: string): boolean => weighStem(stem) === 1 && !tools.has(stem);
    const own = [...stems].filter(isTelling);
    const said = [...own, ...[...title].filter((stem) => isTelling(stem) && !stems.has(stem))];
    const telling = said.slice(0, KEY_STEMS_MAX).sort();
    if (own.length <= 2) for (const stem of own) keys.add(hashWord(stem));
    for (const [place, stem] of telling.entries())
      for (const other of telling.slice(place + 1)) keys.add(hashWord(`${stem} ${other}`));
    if (keys.size >= KEYS_MAX) break;
  }
  return [...keys].slice(0, KEYS_MAX);
}

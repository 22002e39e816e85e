// Weighs the acts that stand near each other and says what they amount to. A step alone is a runbook's; together with what
// it reads, where that goes and who is not to know, it is an attack, also when the steps are lines apart.

import type { Act, ActFamily, DeedFamily } from "./acts.ts";
import type { FoundAct } from "./find-acts.ts";

export type Finding = {
  /** The heaviest one. */
  readonly family: DeedFamily;
  /** What all of them do, those of that family first. */
  readonly says: readonly string[];
  readonly weight: number;
  readonly isStrong: boolean;
  readonly start: number;
  readonly end: number;
};

const FLAGGED_FROM = 0.999;
const FINDINGS_MAX = 20;

export function weighActs(found: readonly FoundAct[]): Finding[] {
  const findings: Finding[] = [];
  let first = 0;
  while (first < found.length && findings.length < FINDINGS_MAX) {
    const { near, weight } = heavierSide(listNear(found, first));
    if (weight < FLAGGED_FROM) {
      first += 1;
      continue;
    }
    findings.push(toFinding(near, weight));
    const begin = found[first];
    while (first < found.length && isNear(begin, found[first])) first += 1;
  }
  return findings;
}

/** In one sentence or in the next one of the same item: what is lines apart is another step. */
function isNear(one: FoundAct | undefined, other: FoundAct | undefined): boolean {
  return one?.item === other?.item && (other?.sentence ?? 0) - (one?.sentence ?? 0) <= 1;
}

/** What is said to a model and what is done with a machine are weighed apart; an address to the model belongs to both. */
const SAID: ReadonlySet<ActFamily> = new Set(["extraction", "override", "output"]);

function heavierSide(near: readonly FoundAct[]): { near: readonly FoundAct[]; weight: number } {
  const said = near.filter(({ act }) => SAID.has(act.family) || act.family === "address");
  const others = near.filter(({ act }) => !SAID.has(act.family));
  const isDeed = others.some(({ act }) => HARM.has(act.family) || act.family === "secrecy");
  const done = isDeed ? others : others.filter(({ act }) => act.family !== "standing");
  const [saidWeight, doneWeight] = [said, done].map((side) => sumWeights(side));
  return (saidWeight ?? 0) > (doneWeight ?? 0)
    ? { near: said, weight: saidWeight ?? 0 }
    : { near: done, weight: doneWeight ?? 0 };
}

/** Of a harmful family the heaviest act counts whole and the others half: two names for one deed are not two deeds. */
function sumWeights(acts: readonly FoundAct[]): number {
  const heaviest = new Map<ActFamily, number>();
  for (const { act } of acts) heaviest.set(act.family, Math.max(heaviest.get(act.family) ?? 0, act.weight));
  let sum = 0;
  for (const { act } of acts)
    sum += HARM.has(act.family) && act.family !== "override" ? act.weight / 2 : act.weight;
  for (const [family, weight] of heaviest) if (HARM.has(family) && family !== "override") sum += weight / 2;
  return sum;
}

/** Of each name the first, so that a runbook with ten uploads weighs what one upload does. */
function listNear(found: readonly FoundAct[], first: number): FoundAct[] {
  const byName = new Map<string, FoundAct>();
  for (let at = first; at < found.length; at += 1) {
    const each = found[at];
    if (each === undefined || !isNear(found[first], each)) break;
    if (!byName.has(each.act.name)) byName.set(each.act.name, each);
  }
  return [...byName.values()];
}

/** What is done to the person or to the machine. The rest steers, which may be honest. */
export const DEEDS: ReadonlySet<ActFamily> = new Set([
  "exfiltration",
  "harvesting",
  "weakening",
  "installing",
  "persisting",
  "indirect",
]);
const HARM: ReadonlySet<ActFamily> = new Set([...DEEDS, "override"]);

/** A harmful deed, and whoever is to do it or what hides it: a command alone is a manual's. */
function isHarmful(near: readonly FoundAct[]): boolean {
  const harmful = near.filter(({ act }) => HARM.has(act.family));
  const harm = sumWeights(harmful);
  const hidden = sumWeights(near.filter(({ act }) => act.family === "secrecy"));
  const around = hidden + sumWeights(near.filter(({ act }) => act.family === "standing"));
  const isSure = harmful.some(({ act }) => act.weight >= 1 && act.family !== "override");
  const isKept = near.some(({ act }) => KEPT_FROM_USER.has(act.name)) && hidden >= KEPT_MIN;
  return isSure || isKept || (harm >= HARM_MIN && around > 0 && harm + around >= STRONG_FROM);
}
/** Names the user, so that no adverb of a log file is meant. */
const KEPT_FROM_USER: ReadonlySet<string> = new Set(["not-told", "left-out"]);
const KEPT_MIN = 1.4;
const HARM_MIN = 0.5;
const STRONG_FROM = 1.15;

/** What is hidden tells more than that it is hidden, and where it goes more than that it is read. */
const SHARE_OF: Partial<Record<ActFamily, number>> = { secrecy: 0.25, standing: 0.25, harvesting: 0.5 };

function shareOf({ family, weight }: Act): number {
  return weight * (SHARE_OF[family] ?? 1);
}

function toFinding(near: readonly FoundAct[], weight: number): Finding {
  const ofFamily = new Map<ActFamily, number>();
  for (const { act } of near) ofFamily.set(act.family, (ofFamily.get(act.family) ?? 0) + shareOf(act));
  const ranked = near.toSorted(
    (a, b) =>
      (ofFamily.get(b.act.family) ?? 0) - (ofFamily.get(a.act.family) ?? 0) || b.act.weight - a.act.weight,
  );
  const heaviest = ranked.map(({ act }) => act.family).find((family) => family !== "standing");
  if (heaviest === undefined) throw new RangeError("nothing was found");
  return {
    family: heaviest,
    says: [...new Set(ranked.map(({ act }) => act.says))],
    weight,
    isStrong: isHarmful(near),
    start: Math.min(...near.map(({ start }) => start)),
    end: Math.max(...near.map(({ end }) => end)),
  };
}

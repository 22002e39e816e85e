// Weighs the acts that stand near each other and says what they amount to. A step alone is a runbook's; together with what
// it reads, where that goes and who is not to know, it is an attack, also when the steps are lines apart.

import type { Act, ActFamily } from "./acts.ts";
import type { FoundAct } from "./find-acts.ts";

export type Finding = {
  /** The heaviest act of the heaviest family. */
  readonly heaviest: Act;
  /** What all of them do, those of that family first. */
  readonly says: readonly string[];
  readonly weight: number;
  readonly start: number;
  readonly end: number;
};

const NEAR_CHARS = 900;
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
    const end = (found[first]?.start ?? 0) + NEAR_CHARS;
    while (first < found.length && (found[first]?.start ?? 0) <= end) first += 1;
  }
  return findings;
}

/** What is said to a model and what is done with a machine are weighed apart; an address to the model belongs to both. */
const SAID: ReadonlySet<ActFamily> = new Set(["extraction", "override", "output"]);

function heavierSide(near: readonly FoundAct[]): { near: readonly FoundAct[]; weight: number } {
  const said = near.filter(({ act }) => SAID.has(act.family) || act.family === "address");
  const done = near.filter(({ act }) => !SAID.has(act.family));
  const [saidWeight, doneWeight] = [said, done].map((side) =>
    side.reduce((sum, { act }) => sum + act.weight, 0),
  );
  return (saidWeight ?? 0) > (doneWeight ?? 0)
    ? { near: said, weight: saidWeight ?? 0 }
    : { near: done, weight: doneWeight ?? 0 };
}

/** Of each name the first, so that a runbook with ten uploads weighs what one upload does. */
function listNear(found: readonly FoundAct[], first: number): FoundAct[] {
  const end = (found[first]?.start ?? 0) + NEAR_CHARS;
  const byName = new Map<string, FoundAct>();
  for (let at = first; at < found.length; at += 1) {
    const each = found[at];
    if (each === undefined || each.start > end) break;
    if (!byName.has(each.act.name)) byName.set(each.act.name, each);
  }
  return [...byName.values()];
}

/** What is hidden tells more than that it is hidden. */
function shareOf({ family, weight }: Act): number {
  return family === "secrecy" ? weight / 4 : weight;
}

function toFinding(near: readonly FoundAct[], weight: number): Finding {
  const ofFamily = new Map<ActFamily, number>();
  for (const { act } of near) ofFamily.set(act.family, (ofFamily.get(act.family) ?? 0) + shareOf(act));
  const ranked = near.toSorted(
    (a, b) =>
      (ofFamily.get(b.act.family) ?? 0) - (ofFamily.get(a.act.family) ?? 0) || b.act.weight - a.act.weight,
  );
  const heaviest = ranked[0];
  if (heaviest === undefined) throw new RangeError("nothing was found");
  return {
    heaviest: heaviest.act,
    says: [...new Set(ranked.map(({ act }) => act.says))],
    weight,
    start: heaviest.start,
    end: heaviest.end,
  };
}

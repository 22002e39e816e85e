// Turns memories of a hub into the forms that tools and blocks show. A withheld memory is shown without its words, as on a
// machine.

import { pickClaims } from "../../memory/law/claims.ts";
import { compareClaims } from "../../memory/law/disagree.ts";
import { isNearCopy } from "../../memory/law/near-copy.ts";
import type { AppliedMemory } from "../../memory/law/sets/applying.ts";
import type { Memory, Scope } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { WITHHELD } from "../../memory/wording.ts";
import type { DescribedMemory } from "../memories/describe-memory.ts";
import type { Relations } from "../recall/relations.ts";

export type HubMemory = {
  readonly root: string;
  readonly scope: Scope;
  readonly applied: AppliedMemory;
  readonly judged: HubVerdict;
};

/** The verdict of this machine's validators. */
export type HubVerdict = {
  readonly isFailing: boolean;
  readonly isStrong: boolean;
  readonly what: string | null;
};

const JUDGED_MAX = 20_000;
const known = new Map<string, HubVerdict>();

/** Judges by this machine's rules: a text that a validator fails, or with a strong finding, is withheld. */
export async function judge({ file, text, standing, acknowledged }: AppliedMemory): Promise<HubVerdict> {
  const key = `${file.name} ${file.word} ${standing}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const { checkStructure } = await import("../../validate/check-structure.ts");
  const { findWording } = await import("../../validate/find-wording.ts");
  const { isHardFail, NO_CONTEXT } = await import("../../validate/verdict.ts");
  const name = `${file.name}.md`;
  const isFact = standing === "verified";
  const verdicts = [
    checkStructure(name, new TextEncoder().encode(text)),
    await checkSecrets(name, text, { ...NO_CONTEXT, redactionCounts: isFact }),
  ];
  const { strong, what } = findWording(file.name, text);
  const judged = {
    isFailing: verdicts.some(isHardFail),
    // A person who approved exactly this text has acknowledged its findings.
    isStrong: !isFact && strong.some((rule) => !acknowledged.has(rule)),
    what: isFact ? null : what,
  };
  if (known.size >= JUDGED_MAX) known.clear();
  known.set(key, judged);
  return judged;
}

function isOpen({ applied: { memory, standing, file }, judged }: HubMemory): boolean {
  const isUsed = standing === "verified" || standing === "inferred";
  return isUsed && memory.status === "active" && !file.isArchived && !judged.isFailing && !judged.isStrong;
}

/** Its fields, without redacted parts; null when it is withheld. */
export function openMemory(memory: HubMemory): Memory | null {
  return isOpen(memory) ? hideRedactedIn(memory.applied.memory) : null;
}

export function pathOf(host: string, { root, applied }: Pick<HubMemory, "root" | "applied">): string {
  return `${host}/${root.slice(0, 8)}/${applied.file.name}`;
}

export function describe(host: string, memory: HubMemory): DescribedMemory {
  const { applied, scope, judged } = memory;
  const { file, standing, reason } = applied;
  const shown = openMemory(memory);
  return {
    ...{ id: file.name, scope, path: pathOf(host, memory) },
    name: shown?.name ?? null,
    description: shown?.description ?? null,
    type: shown?.type ?? null,
    category: shown?.category ?? null,
    tags: shown?.tags ?? [],
    cues: shown?.cues ?? [],
    contradicts: shown?.contradicts ?? [],
    tier: shown?.tier ?? null,
    standing: judged.isFailing ? "quarantined" : standing,
    reason: judged.isFailing ? "it fails validation" : judged.isStrong ? `${reason}, ${WITHHELD}` : reason,
    flagged: standing === "inferred" ? judged.what : null,
    status: shown?.status ?? null,
    createdAt: applied.memory.createdAt,
    lastVerified: applied.memory.lastVerified,
    origin: shown?.origin ?? null,
    taint: [],
    digest: shown === null ? null : file.digest,
    body: shown?.body ?? null,
  };
}

/** The relations among the memories of one answer, within each root. An inferred memory never marks a fact. */
export function relate(memories: readonly HubMemory[]): Relations[] {
  const read = memories.map((each) => {
    const memory = openMemory(each);
    return memory === null ? null : { memory, claims: pickClaims(memory).claims };
  });
  const isFact = ({ applied }: HubMemory): boolean => applied.standing === "verified";
  return memories.map((one, at): Relations => {
    const own = read[at];
    if (own === null || own === undefined) return { disagrees: [], alike: [] };
    const others = memories.flatMap((other, place) => {
      const its = read[place];
      const isCompared = place !== at && other.root === one.root && its !== null && its !== undefined;
      return isCompared && (isFact(other) || !isFact(one)) ? [{ other, its }] : [];
    });
    const disagrees = others.flatMap(({ other, its }) => {
      const found = compareClaims(own.claims, its.claims);
      const { name } = its.memory;
      return found === null
        ? []
        : [{ id: other.applied.file.name, name, isFact: isFact(other), line: found.lineB }];
    });
    const alike = others
      .filter(
        ({ other, its }) =>
          !disagrees.some(({ id }) => id === other.applied.file.name) && isNearCopy(own.memory, its.memory),
      )
      .map(({ other }) => ({ id: other.applied.file.name, isFact: isFact(other) }));
    return { disagrees: disagrees.toSorted((a, b) => Number(b.isFact) - Number(a.isFact)), alike };
  });
}

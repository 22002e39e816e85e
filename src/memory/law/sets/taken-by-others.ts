// Which memories in use received statements of others would take out of use, or make contested: more than a few await the person's
// consent.
//
// Attack: an untrusted signer signs about the uuid of a fact under another id, so that the fact seems to have become theirs; or a
// remote adds a tombstone by an untrusted key. So the gate asks how the very memory stands, with the statements of others and without
// them, and a change is theirs if it goes away without them.

import { type MemoryName, nameMemory, textVouchedBy } from "../statement.ts";
import { type Law, listMemories, type SetMemory } from "./memories.ts";
import type { Sets } from "./sets.ts";

type Reception = {
  readonly before: Sets;
  /** With all that was received and admitted. */
  readonly after: Sets;
};

type GateContext = {
  /** Nothing awaits consent in it. */
  readonly law: Law;
  /** The person who consents has this key. */
  readonly isOwn: (signer: string) => boolean;
};

export function listTakenByOthers({ before, after }: Reception, { law, isOwn }: GateContext): SetMemory[] {
  const was = listMemories(before, law).filter((each) => rankOf(each, law) > 0);
  const isLowerIn = (sets: Sets): ((memory: SetMemory) => boolean) => {
    const ranks = new Map<MemoryName, number>();
    for (const each of listMemories(sets, law)) ranks.set(nameMemory(each), rankOf(each, law));
    return (memory) => (ranks.get(nameMemory(memory)) ?? 0) < rankOf(memory, law);
  };
  const lowered = was.filter(isLowerIn(after));
  if (lowered.length === 0) return [];
  const isLowerAnyway = isLowerIn(withoutOthers({ before, after }, isOwn));
  return lowered.filter((each) => !isLowerAnyway(each));
}

/** A statement of others speaks once its text is here, so a text that they alone name is left out, too. */
function withoutOthers({ before, after }: Reception, isOwn: GateContext["isOwn"]): Sets {
  const own = [...after.statements].filter(([, { signer }]) => isOwn(signer));
  const named = new Set(own.flatMap(([, each]) => textVouchedBy(each) ?? []));
  const texts = [...after.texts].filter(([hash]) => named.has(hash));
  return {
    statements: new Map([...before.statements, ...own]),
    texts: new Map([...before.texts, ...texts]),
  };
}

/** A fact, advice, or out of use. */
function rankOf({ standing, isArchived, groups }: SetMemory, { verdicts }: Law): number {
  if (isArchived || verdicts.fails(groups[0].heads[0].text)) return 0;
  return standing === "verified" ? 2 : Number(standing === "inferred");
}

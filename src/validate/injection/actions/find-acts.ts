// Finds the acts of a text: for every sentence, the combinations of concepts that the table lists, unless they are forbidden
// there or are an attacker's whom the sentence tells about.

import { readUnits } from "../../units.ts";
import { type Mention, readConcepts } from "../concepts/read-concepts.ts";
import {
  BIT_WORDS,
  type Bits,
  bitsOf,
  type Compiled,
  findTables,
  NO_BITS,
  type Tables,
} from "./act-tables.ts";
import type { Act } from "./acts.ts";
import {
  isDenied,
  isForbidden,
  isInName,
  isMishap,
  isQuoted,
  listWarnings,
  QUOTABLE,
  tellsOfAttack,
} from "./excused.ts";

export type FoundAct = {
  readonly act: Act;
  readonly start: number;
  readonly end: number;
  /** Counted through the text; acts of one sentence and of the next belong together, if they are of one item. */
  readonly sentence: number;
  readonly item: number;
};

/** A sentence with more mentions is read in parts, so that the time stays linear on a hostile one. */
const MENTIONS_MAX = 48;

/** In the order of the text. `itemStarts` are the places where a list item, a row or a line of code begins. */
export function findActs(
  text: string,
  mentions: readonly Mention[] = readConcepts(text),
  itemStarts: ReadonlySet<number> = NO_STARTS,
): FoundAct[] {
  const found: FoundAct[] = [];
  const warned = listWarnings(text);
  let isReport = false;
  const units = readUnits(text);
  let [sentence, item] = [0, 0];
  let from = 0;
  while (from < mentions.length) {
    let to = from + 1;
    let ends = 0;
    while (to < mentions.length && to - from < MENTIONS_MAX) {
      ends = itemStarts.has(to) ? NEW_ITEM : countEnds(units, mentions[to - 1], mentions[to]);
      if (ends > 0) break;
      to += 1;
    }
    const at = mentions[from]?.start ?? 0;
    const told = tellsOfAttack(text, mentions, { from, to });
    const isFree = told || isReport || warned.some(({ start, end }) => at >= start && at < end);
    if (!isFree && isAwaited(mentions, from, to))
      found.push(
        ...findInSentence(text, mentions.slice(from, to)).map((each) => ({ ...each, sentence, item })),
      );
    isReport = ends === 1 && told;
    sentence += ends;
    if (ends >= NEW_ITEM) item += 1;
    from = to;
  }
  return found.sort((a, b) => a.start - b.start);
}

const NO_STARTS: ReadonlySet<number> = new Set();
/** More ends than any two sentences that follow each other have between them. */
const NEW_ITEM = 1_000;

/** How many sentences end between two mentions; a line that ends there ends an item. */
function countEnds(units: Uint16Array, before: Mention | undefined, after: Mention | undefined): number {
  const end = after?.start ?? 0;
  let ends = 0;
  for (let at = before?.end ?? 0; at < end; at += 1) {
    const code = units[at] ?? 0;
    if (code > 0x3f && code < 0x964) continue;
    if (code === 0x0a) return NEW_ITEM;
    const isStop = code === 0x2e || code === 0x21 || code === 0x3f;
    if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x964) ends += 1;
    else if (isStop && (units[at + 1] ?? 0) <= 0x20) ends += 1;
  }
  return ends;
}

function findInSentence(text: string, all: readonly Mention[]): Omit<FoundAct, "sentence" | "item">[] {
  const tables = findTables();
  const mentions = all.filter(
    (mention) => !isInName(text, mention) && (mention.concept !== tables.silent || !isMishap(text, mention)),
  );
  const found: Omit<FoundAct, "sentence" | "item">[] = [];
  const held = bitsOf(mentions);
  for (const number of listWaiting(tables, mentions, held)) {
    const compiledAct = tables.acts[number];
    if (compiledAct === undefined || !isPossible(compiledAct, mentions)) continue;
    const place = findPlace(text, compiledAct, mentions);
    if (place !== null) found.push({ act: compiledAct.act, ...place });
  }
  return found;
}

/** Most sentences hold nothing that any act waits for. */
function isAwaited(mentions: readonly Mention[], from: number, to: number): boolean {
  const { waiting } = findTables();
  for (let at = from; at < to; at += 1)
    if ((waiting[mentions[at]?.concept ?? 0]?.length ?? 0) > 0) return true;
  return false;
}

/** The acts of which the sentence holds every slot, in the order of the table. */
function listWaiting({ waiting, acts }: Tables, mentions: readonly Mention[], held: Bits): readonly number[] {
  const numbers: number[] = [];
  for (const { concept } of mentions)
    for (const number of waiting[concept] ?? [])
      if (holdsAll(acts[number]?.bits ?? NO_BITS, held) && !numbers.includes(number)) numbers.push(number);
  return numbers.length < 2 ? numbers : numbers.sort((a, b) => a - b);
}

function holdsAll(slots: Int32Array, [low, middle, high]: Bits): boolean {
  for (let at = 0; at < slots.length; at += BIT_WORDS) {
    const met = ((slots[at] ?? 0) & low) | ((slots[at + 1] ?? 0) & middle) | ((slots[at + 2] ?? 0) & high);
    if (met === 0) return false;
  }
  return true;
}

function isPossible({ slots, unless }: Compiled, mentions: readonly Mention[]): boolean {
  if (mentions.length < slots.length) return false;
  for (const slot of slots) if (!mentions.some(({ concept }) => slot[concept] === 1)) return false;
  return !mentions.some(({ concept }) => unless[concept] === 1);
}

function findPlace(
  text: string,
  { act, slots }: Compiled,
  mentions: readonly Mention[],
): { start: number; end: number } | null {
  for (const [at, verb] of mentions.entries()) {
    if (slots[0]?.[verb.concept] !== 1) continue;
    const chosen = fillSlots({ act, slots, mentions, text }, at);
    if (chosen === null) continue;
    if (act.ordered === true && /[,;:]/.test(text.slice(verb.end, chosen.second))) continue;
    if (act.isForbidding !== true && (isForbidden(text, mentions, at) || isDenied(mentions, chosen)))
      continue;
    if (QUOTABLE.has(act.family) && isQuoted(text, chosen)) continue;
    return { start: chosen.start, end: chosen.end };
  }
  return null;
}

type Filling = {
  readonly act: Act;
  readonly slots: readonly Uint8Array[];
  readonly mentions: readonly Mention[];
  readonly text: string;
};

/** Each further slot takes the nearest mention that is still free, behind the one before it if order matters. */
function fillSlots(
  { act, slots, mentions, text }: Filling,
  verbAt: number,
): { start: number; end: number; second: number } | null {
  const taken = new Set([verbAt]);
  let second = 0;
  let { start, end } = mentions[verbAt] ?? { start: 0, end: 0 };
  let last = verbAt;
  for (const slot of slots.slice(1)) {
    let best = -1;
    let bestSpan = act.within + 1;
    for (const [at, mention] of mentions.entries()) {
      if (slot[mention.concept] !== 1 || taken.has(at) || (act.ordered === true && at < last)) continue;
      const span = Math.max(end, mention.end) - Math.min(start, mention.start);
      if (span >= bestSpan || isNamedAlready({ text, mentions, taken }, at)) continue;
      bestSpan = span;
      best = at;
    }
    const mention = mentions[best];
    if (mention === undefined) return null;
    if (taken.size === 1) second = mention.start;
    taken.add(best);
    last = best;
    start = Math.min(start, mention.start);
    end = Math.max(end, mention.end);
  }
  return { start, end, second };
}

/** One place named twice is not two places. */
function isNamedAlready(
  { text, mentions, taken }: { text: string; mentions: readonly Mention[]; taken: ReadonlySet<number> },
  at: number,
): boolean {
  const { concept, start, end } = mentions[at] ?? { concept: -1, start: 0, end: 0 };
  const words = text.slice(start, end);
  for (const other of taken) {
    const mention = mentions[other];
    if (mention?.concept === concept && text.slice(mention.start, mention.end) === words) return true;
  }
  return false;
}

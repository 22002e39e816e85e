// Finds the acts of a text: for every sentence, the combinations of concepts that the table lists, unless they are forbidden
// there or are an attacker's whom the sentence tells about.

import { readUnits } from "../../units.ts";
import { type Mention, readConcepts } from "../concepts/read-concepts.ts";
import { conceptNames } from "../concepts/word-trie.ts";
import { ACTS, type Act } from "./acts.ts";

export type FoundAct = { readonly act: Act; readonly start: number; readonly end: number };

type Compiled = {
  readonly act: Act;
  /** For each slot, 1 at the concepts that fill it. */
  readonly slots: readonly Uint8Array[];
  /** The same as bits, to look at a sentence before its mentions: three words per slot. */
  readonly bits: Int32Array;
  readonly unless: Uint8Array;
};

type Tables = {
  readonly acts: readonly Compiled[];
  /** For each concept, the numbers of the acts that want it or one of few others. */
  readonly waiting: readonly (readonly number[])[];
  readonly not: number;
  /** In Japanese and Korean the refusal follows its verb. */
  readonly notAfter: number;
  readonly but: number;
  /** What may follow "do not" without any deed being forbidden: do not tell, do not ask, do not hesitate. */
  readonly isHushed: Uint8Array;
  readonly teller: number;
};

let compiled: Tables | null = null;

function findTables(): Tables {
  if (compiled !== null) return compiled;
  const names = conceptNames();
  const numberOf = (name: string): number => {
    const at = names.indexOf(name);
    if (at === -1) throw new RangeError(`no table has words for ${name}`);
    return at;
  };
  const toMention = (name: string): Mention => ({ concept: numberOf(name), start: 0, end: 0 });
  const flags = (list: string): Uint8Array => {
    const set = new Uint8Array(names.length);
    for (const name of list.split("|")) set[numberOf(name)] = 1;
    return set;
  };
  const acts = ACTS.map((act) => ({
    act,
    slots: act.slots.map(flags),
    bits: Int32Array.from(act.slots.flatMap((slot) => bitsOf(slot.split("|").map(toMention)))),
    unless: act.unless === undefined ? new Uint8Array(names.length) : flags(act.unless),
  }));
  const rarest = acts.map(({ slots }) => slots.toSorted((a, b) => countOf(a) - countOf(b))[0]);
  compiled = {
    acts,
    waiting: names.map((_, concept) =>
      rarest.flatMap((slot, number) => (slot?.[concept] === 1 ? [number] : [])),
    ),
    not: numberOf("not"),
    notAfter: numberOf("not-after"),
    but: numberOf("but"),
    isHushed: flags("tell|ask|omit|careless|consent|unread"),
    teller: numberOf("attacker"),
  };
  return compiled;
}

function countOf(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

/** A sentence with more mentions is read in parts, so that the time stays linear on a hostile one. */
const MENTIONS_MAX = 48;

/** In the order of the text. */
export function findActs(text: string, mentions: readonly Mention[] = readConcepts(text)): FoundAct[] {
  const found: FoundAct[] = [];
  const warned = listWarnings(text);
  const units = readUnits(text);
  let from = 0;
  while (from < mentions.length) {
    let to = from + 1;
    while (
      to < mentions.length &&
      to - from < MENTIONS_MAX &&
      !isBroken(units, mentions[to - 1], mentions[to])
    )
      to += 1;
    const at = mentions[from]?.start ?? 0;
    if (isAwaited(mentions, from, to) && !warned.some(({ start, end }) => at >= start && at < end))
      found.push(...findInSentence(text, mentions.slice(from, to)));
    from = to;
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A line that says only "Don't": what is listed below it is what nobody should do. */
const WARNING_LINE =
  /\n?[^a-z\n]{0,8}(?:don'ts?|do not|never|avoid|anti-?patterns?|what not to do)[^a-z\n]{0,4}\n/y;
/** With the line end before it. */
const WARNING_LINE_CHARS = { min: 5, max: 28 } as const;
const NEXT_HEADING = /\n[^a-z\n]{0,8}(?:dos?|always|instead|do this)[^a-z\n]{0,4}\n/g;
const WARNING_CHARS = 2_000;
const WARNINGS_MAX = 50;

function listWarnings(text: string): { start: number; end: number }[] {
  const warnings: { start: number; end: number }[] = [];
  // The line end before a line; the first has none.
  let from = 0;
  while (warnings.length < WARNINGS_MAX && from !== -1) {
    const newline = text.indexOf("\n", from + 1);
    if (newline === -1) break;
    const chars = newline - from;
    WARNING_LINE.lastIndex = from;
    const mayWarn = chars >= WARNING_LINE_CHARS.min && chars <= WARNING_LINE_CHARS.max;
    if (!mayWarn || !WARNING_LINE.test(text)) {
      from = newline;
      continue;
    }
    const start = newline + 1;
    const below = text.slice(newline, start + WARNING_CHARS);
    warnings.push({ start, end: start + (NEXT_HEADING.exec(below)?.index ?? WARNING_CHARS) });
    NEXT_HEADING.lastIndex = 0;
    from = text.indexOf("\n", start);
  }
  return warnings;
}

/** An end of a sentence or an empty line between two mentions. */
function isBroken(units: Uint16Array, before: Mention | undefined, after: Mention | undefined): boolean {
  const end = after?.start ?? 0;
  for (let at = before?.end ?? 0; at < end; at += 1) {
    const code = units[at] ?? 0;
    if (code > 0x3f && code < 0x964) continue;
    if (code === 0x0a || code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x964) return true;
    const isStop = code === 0x2e || code === 0x21 || code === 0x3f;
    if (isStop && (units[at + 1] ?? 0) <= 0x20) return true;
  }
  return false;
}

function findInSentence(text: string, mentions: readonly Mention[]): FoundAct[] {
  const tables = findTables();
  const found: FoundAct[] = [];
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

type Bits = readonly [number, number, number];
const NO_BITS = new Int32Array(0);
const BIT_WORDS = 3;

function bitsOf(mentions: readonly Mention[]): [number, number, number] {
  const bits: [number, number, number] = [0, 0, 0];
  for (const { concept } of mentions) bits[concept >> 5] = (bits[concept >> 5] ?? 0) | (1 << (concept & 31));
  return bits;
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
    if (act.isForbidding !== true && isForbidden(text, mentions, at)) continue;
    if (QUOTABLE.has(act.family) && isQuoted(text, chosen)) continue;
    return chosen;
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
): { start: number; end: number } | null {
  const taken = new Set([verbAt]);
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
    taken.add(best);
    last = best;
    start = Math.min(start, mention.start);
    end = Math.max(end, mention.end);
  }
  return { start, end };
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

/** How far a "never" reaches. */
const FORBIDDEN_CHARS = 90;
const FORBIDDEN_BEHIND = 6;
const TOLD_CHARS = 60;

/** "Never send tokens", "attackers send tokens": what the sentence warns of is no order. */
function isForbidden(text: string, mentions: readonly Mention[], verbAt: number): boolean {
  const { not, notAfter, but, teller, isHushed } = findTables();
  const verb = mentions[verbAt];
  const following = mentions[verbAt + 1];
  if (following?.concept === notAfter && following.start - (verb?.end ?? 0) <= FORBIDDEN_BEHIND) return true;
  for (let at = verbAt - 1; at >= 0 && verb !== undefined; at -= 1) {
    const mention = mentions[at];
    if (mention === undefined || mention.concept === but) return false;
    const gap = verb.start - mention.end;
    if (mention.concept === teller && gap <= TOLD_CHARS) return true;
    if (mention.concept !== not || gap > FORBIDDEN_CHARS) continue;
    const next = mentions[at + 1];
    const isAboutSilence = next !== undefined && at + 1 < verbAt && isHushed[next.concept] === 1;
    return !isAboutSilence && !/[;:!]|, (?:and|so|then) /.test(text.slice(mention.end, verb.start));
  }
  return false;
}

/** Words alone are quoted by whoever warns of them; a path or a command is set in quotes by everybody. */
const QUOTABLE: ReadonlySet<string> = new Set(["override", "extraction", "address", "output"]);
const QUOTE = /["'`]/;
const QUOTE_CHARS = 120;

function isQuoted(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - QUOTE_CHARS), start);
  const open = Math.max(...['"', "'", "`"].map((mark) => before.lastIndexOf(mark)));
  if (open === -1 || QUOTE.test(text.slice(start, end))) return false;
  if (!/(?:[\s([{:,]|(?<![a-z])r)$/.test(before.slice(0, open))) return false;
  const close = text.indexOf(before.charAt(open), end);
  return close !== -1 && close - end <= QUOTE_CHARS;
}

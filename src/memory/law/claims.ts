// What a memory claims, sentence by sentence: what each is about, where it holds, and the values that it gives. disagree.ts
// compares two of them.
//
// Attack: a text with so many sentences or values that reading or comparing them takes long. So many are read and no more.

import { readValue, readWords, type Value, type Word } from "./claim-values.ts";
import { isGeneric } from "./claim-words.ts";
import type { CopiedText } from "./near-copy.ts";

export type Claim = {
  readonly line: string;
  /** What it is about, without the values. */
  readonly stems: ReadonlySet<string>;
  /** Those of them that name a choice. */
  readonly tools: ReadonlySet<string>;
  /** `group=word`. */
  readonly qualifiers: readonly string[];
  readonly values: readonly Value[];
  /** Below 0 forbids or denies, above 0 permits or demands. */
  readonly polarity: number;
  /** An exception, a comparison, a taste. */
  readonly isSpared: boolean;
};

export type Claims = {
  readonly title: ReadonlySet<string>;
  readonly claims: readonly Claim[];
  /** In a long text a sentence rests on what is around it. */
  readonly isLong: boolean;
};

/** What is kept of a memory to read its claims again. */
export type ClaimText = {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isLong: boolean;
};

const [SENTENCES_MAX, CLAIMS_MAX] = [24, 8];
const [SENTENCE_CHARS_MIN, SENTENCE_CHARS_MAX] = [8, 400];
const TEXT_CHARS_MAX = 2_000;

export function readClaims({ name, lines, isLong }: ClaimText): Claims {
  const words = readWords(name);
  const reading = { titled: listQualifiers(words), needsValue: isLong };
  const claims = lines.flatMap((line) => readClaim(line, reading) ?? []);
  return { title: new Set(words.filter(({ isAbout }) => isAbout).map(({ stem }) => stem)), claims, isLong };
}

const LONG = 6;

/** The sentences that claim something; of a short text all of them, since one may deny what another only mentions. */
export function pickClaims({ name, description, body }: CopiedText): {
  readonly picked: ClaimText;
  readonly claims: Claims;
} {
  const said = description !== "" && !body.includes(description) ? listSentences(description) : [];
  const all = [...said, ...listSentences(body)];
  const isLong = all.length > LONG;
  const read = readClaims({ name, lines: all.slice(0, SENTENCES_MAX), isLong });
  const claims = read.claims.slice(0, CLAIMS_MAX);
  return { picked: { name, lines: claims.map(({ line }) => line), isLong }, claims: { ...read, claims } };
}

/** Code, tables, headings, quotations; and the notes of a document about itself: `**Status**: …`, `2021-05-01: draft`. */
const NOT_PROSE =
  /^(?: {4}|\t|\s*[|#$>]|[\s*+-]*\*\*[^*]{1,40}(?:\*\*:|:\*\*)|[\s*+-]*(?:\w{3,9}\.?,? )?\d{1,4}(?:[-/ ]|st|nd|rd|th|,).{0,20}: )/;

/** A sentence that shows something or tells a story: markup, links, placeholders, what introduces code, `I tried`. */
const SHOWS =
  /^(?:See\b|\[)|<\w|\]\(|https?:|\{\{|^`|:$|\bI\b|\bI['\u2019]|(?<!\.)\b(?:say|e\.g|example|option \d)\b/i;

/** The sentences of a text: prose alone, since code shows how and claims nothing. Lines are joined to paragraphs first. */
function listSentences(text: string): string[] {
  const prose: string[] = [];
  let isCode = false;
  for (const line of text.slice(0, TEXT_CHARS_MAX).split("\n")) {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    const isApart = isFence || isCode || line.trim() === "" || NOT_PROSE.test(line);
    if (isApart || /^\s*(?:[*+-]|\d+\.)\s/.test(line)) prose.push("");
    if (!isApart) prose.push(`${prose.pop() ?? ""} ${line.replace(/^\s*(?:[*+-]|\d+\.)\s/, "").trim()}`);
  }
  const isClaim = (said: string): boolean =>
    said.length >= SENTENCE_CHARS_MIN && said.length <= SENTENCE_CHARS_MAX && !SHOWS.test(said);
  return prose.flatMap((paragraph) => paragraph.trim().split(SENTENCE_END).filter(isClaim));
}

/** Not behind the number of a day: `4. November`. */
const SENTENCE_END =
  /(?<=[.!?;])(?<!\s\d{1,2}\.(?=\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)))\s+/;

type Reading = {
  /** What the title says of where it holds goes for a sentence that says nothing of the kind. */
  readonly titled: readonly string[];
  readonly needsValue: boolean;
};

function readClaim(line: string, { titled, needsValue }: Reading): Claim | null {
  const words = readWords(line);
  const found = words.flatMap((word, place) => {
    const value = readValue(words, place);
    return value === null ? [] : [{ word, place, value }];
  });
  if (needsValue && found.length === 0) return null;
  const valued = new Set(found.filter(({ value }) => value.kind !== "tool").map(({ place }) => place));
  const about = words.filter(({ isAbout }, place) => isAbout && !valued.has(place));
  if (about.length === 0) return null;
  // `quay 1` is another one than `quay 2`.
  const numbered = words.flatMap(({ look, low }, place) => {
    const before = words[place - 1];
    return look === "number" && !valued.has(place) && before?.isAbout ? `${before.stem} ${low}` : [];
  });
  const own = listQualifiers(words);
  return {
    line,
    stems: new Set([...about.map(({ stem }) => stem), ...numbered]),
    tools: new Set(found.filter(({ value }) => value.kind === "tool").map(({ word }) => word.stem)),
    qualifiers: [...own, ...titled.filter((each) => !own.some((other) => groupOf(other) === groupOf(each)))],
    values: found.filter(({ place }) => !isOld(words, place)).map(({ value }) => value),
    polarity: readPolarity(words),
    isSpared: words.some((word) => word.isSparing) || /^(?:This|That|These|Those|Here)\b/.test(line),
  };
}

function listQualifiers(words: readonly Word[]): string[] {
  return words.flatMap(({ low, qualifies }, place) => {
    const group = low === "more" && words[place + 1]?.low === "than" ? "bound" : qualifies;
    return group === null ? [] : [`${group}=${group === "environment" ? low.slice(0, 4) : low}`];
  });
}

/** With its `=`. */
export function groupOf(qualifier: string): string {
  return qualifier.slice(0, qualifier.indexOf("=") + 1);
}

/** A bound (`never more than 40`) denies nothing. */
function readPolarity(words: readonly Word[]): number {
  let [denied, granted] = [0, 0];
  for (const [place, { low, polarity }] of words.entries()) {
    const next = words[place + 1]?.low;
    if (low === "than" || low === "least" || low === "most") return 0;
    if ((low === "not" && next === "even") || (low === "no" && (next === "longer" || next === "other")))
      continue;
    if (polarity < 0) denied += 1;
    else granted += polarity;
  }
  if (denied > 0) return denied === 1 ? -1 : 0;
  return Math.min(granted, 1);
}

/** Named as what was, or what is not: `from yarn to pnpm`, `not on Tuesdays`, `yarn was dropped`. */
function isOld(words: readonly Word[], place: number): boolean {
  const before = words.slice(Math.max(0, place - 2), place).map(({ low }) => low);
  const after = words.slice(place + 1, place + 5).map(({ low }) => low);
  const last = before.at(-1) ?? "";
  if (
    last !== "to" &&
    words.slice(Math.max(0, place - 4), place).some(({ low }) => low === "was" || low === "were")
  )
    return true;
  if (before.some((low) => low === "not" || low === "instead" || low === "rather")) return true;
  if (last === "from") return after.includes("to");
  return GONE.has(last) || after.slice(0, 3).some((low) => GONE.has(low));
}

const GONE = new Set("replaces replaced unlike dropped retired formerly previously".split(" "));

/** How much a shared word says that two sentences are about one thing. */
export function weighStem(stem: string): number {
  return isGeneric(stem) ? 0.3 : 1;
}

// A value in the clause that names it, with other words between: "the token for the hub, valid until March: …", "log in as admin
// with …". Read word by word: a noun, what links, a value. The less a value looks like a secret, the more the clause has to say.

import { type Shape, shapeOf } from "../judge/shape.ts";
import { CANDIDATE_PATTERNS, type Candidate, listCandidates } from "./candidates.ts";
import { type Line, lineAfter, listPatterns, type NamedPattern, type Restated, restate } from "./lines.ts";
import {
  BESIDE,
  COLON,
  DIGEST,
  DOORS,
  isAbout,
  LOOSELY,
  type Noun,
  nounOf,
  OTHERWISE,
  PAIRED,
  SAYS,
  THE_VALUE,
} from "./nouns.ts";

const TOKEN = /[^\s|"'`“”„«»]{1,400}/g;
const EDGES = /^[‘’([{*_<>]{1,4}|[‘’)\]},;:=*_<>.?!]{1,6}$/g;
const WORDS_MAX = 20;
const GAP_CHARS_MAX = 200;
/** A line that says "key" a hundred times is none of ours. */
const NAMED_MAX = 6;
const SENTENCE_END = /[.!]["')]?\s{1,4}(?=\p{Lu})/u;

type Named = {
  readonly noun: Noun;
  /** Where its word ends, and the how manyth it is. */
  readonly end: number;
  readonly at: number;
  /** The word behind it says that it is about the secret only: "password policy". */
  isAbout: boolean;
};

function listNouns(line: string): Named[] {
  const found: Named[] = [];
  let [before, at] = ["", 0];
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    at += 1;
    const word = token.replace(EDGES, "");
    const last = found.at(-1);
    if (last !== undefined && last.at === at - 1 && index === last.end + 1) last.isAbout = isAbout(word);
    const noun = nounOf(word, before);
    if (noun !== null)
      found.push({ noun, at, end: index + token.indexOf(word) + word.length, isAbout: false });
    before = word;
  }
  return found;
}

/** `carried` is what a line above this one has named. */
export function readClause(
  line: Line,
  candidates: readonly Candidate[],
  carried: readonly Noun[] = [],
): Restated[] {
  const values = candidates.flatMap((candidate) => {
    const shape = shapeOf(candidate.value);
    return shape === null ? [] : [{ ...candidate, shape }];
  });
  if (values.length === 0) return [];
  const above = carried.map((noun) => ({ noun, at: 0, end: 0, isAbout: false }));
  const named = [...above, ...listNouns(line.text)];
  let next = 0;
  return values.flatMap(({ value, start, shape }) => {
    while ((named[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const near = named
      .slice(Math.max(0, next - NAMED_MAX), next)
      .filter(({ end }) => start - end <= GAP_CHARS_MAX);
    const isTold = near.length > 0 && isToldBy(near, shape, { line: line.text, value, start });
    return isTold ? [restate(NAMES[shape], value, line.start + start)] : [];
  });
}

/** Only the rule for codes takes what no name but theirs makes a secret. */
const NAMES: Readonly<Record<Shape, string>> = {
  sure: "password",
  opaque: "password",
  chosen: "password",
  letters: "pin",
  words: "pin",
  digits: "pin",
};

type Place = { readonly line: string; readonly value: string; readonly start: number };

const OTHERWISE_CHARS_MAX = 40;

function isToldBy(near: readonly Named[], shape: Shape, place: Place): boolean {
  const { line, start } = place;
  const behind = line.slice(start + place.value.length);
  if (OTHERWISE.test(line.slice(Math.max(0, start - OTHERWISE_CHARS_MAX), start)) || BUILT.test(behind))
    return false;
  return shape === "sure" || near.some((name) => tells(name, shape, { ...place, near }));
}

/** A sample that code puts together. */
const BUILT = /^["'`](?:\.(?:repeat|slice|concat|padEnd)\(|\})/;
const HEX = /^[0-9a-f-]{16,200}$/i;

function tells(
  { noun, end, isAbout: about }: Named,
  shape: Shape,
  { line, value, start, near }: Place & { readonly near: readonly Named[] },
): boolean {
  const gap = line.slice(end, start);
  if (about || isCut(gap, value)) return false;
  const has = (...nouns: readonly Noun[]): boolean => near.some((name) => nouns.includes(name.noun));
  const says = SAYS.test(gap);
  const links = says || BESIDE.test(gap) || LOOSELY.test(gap);
  switch (noun) {
    case "verb":
      if (shape === "digits") return false;
      return (
        (COLON.test(gap) && shape !== "words") ||
        (shape === "chosen" && BESIDE.test(gap) && has("account", "owner"))
      );
    case "unlocking":
      return shape !== "digits" && LOOSELY.test(gap);
    case "owner":
      return (COLON.test(gap) && says && shape !== "digits" && !HEX.test(value)) || isPaired(shape, gap);
    case "account":
      return isPaired(shape, gap);
    case "password":
      return shape !== "digits" && links;
    case "key":
      return links && (shape === "opaque" || (shape === "chosen" && has("password")));
    case "door":
    case "code":
      return shape !== "opaque" && (says || BESIDE.test(gap)) && (noun === "door" || DOORS.test(line));
  }
}

/** By the end of a sentence, by what makes the value a digest, or by too many words. */
function isCut(gap: string, value: string): boolean {
  if (SENTENCE_END.test(gap) && !THE_VALUE.test(gap)) return true;
  return (HEX.test(value) && DIGEST.test(gap)) || gap.split(" ").length > WORDS_MAX;
}

function isPaired(shape: Shape, gap: string): boolean {
  return shape !== "letters" && shape !== "words" && PAIRED.test(gap);
}

const SPEAKER =
  /^[ \t>*-]{0,8}(?:\[?\d{1,2}:\d{2}(?::\d\d)?(?: ?[AP]M)?\]?[ \t-]{0,3})?(?:<[^<>\n]{1,30}>|\*{0,2}\p{L}[\p{L}\w.' -]{0,30}\*{0,2} ?[:>])[ \t*]{1,4}/u;
/** "vik 4:05 PM", above what he says. */
const SPEAKS = /^\*{0,2}\p{L}[\p{L}\w.' -]{0,30}\*{0,2}[ ,–—-]{1,4}\[?\d{1,2}:\d\d/u;
const CLOSERS = /["')*_]{1,4}$/;
const ANSWERS_MAX = 5;
const SPEAKER_CHARS_MAX = 50;

/** What the lines below a question, a speaker who asks for it, or the head of a list tell. */
export function readAnswers(text: string, line: Line): Restated[] {
  const last = line.text.trimEnd().replace(CLOSERS, "").at(-1) ?? "";
  const isQuestion = last === "?" || last === "？";
  const isHead = last === ":" || last === "：";
  const next = lineAfter(text, line);
  if (next === null) return [];
  const isAsked = isQuestion || isSpoken(text, line, next);
  if (!isAsked && !(isHead && next.text !== "")) return [];
  const nouns = listNouns(line.text).flatMap(({ noun }) => (noun === "verb" ? [] : [noun]));
  // Whoever asks for a code gets one; below any other line it is the code of a program.
  const carried = isAsked ? nouns.map((noun) => (noun === "code" ? "door" : noun)) : nouns;
  return carried.length === 0 ? [] : listAnswers(text, next, carried);
}

function listAnswers(text: string, first: Line, carried: readonly Noun[]): Restated[] {
  const found: Restated[] = [];
  let [next, blank]: [Line | null, number] = [first, 0];
  for (let count = 0; next !== null && count < ANSWERS_MAX && blank < 2; count += 1) {
    const spoken = SPEAKER.exec(next.text)?.[0].length ?? 0;
    if (next.text === "") blank += 1;
    else if (!SPEAKS.test(next.text))
      found.push(
        ...readSpoken({ ...next, text: next.text.slice(spoken), start: next.start + spoken }, carried),
      );
    next = lineAfter(text, next);
  }
  return found;
}

function readSpoken(line: Line, carried: readonly Noun[]): Restated[] {
  const candidates = listCandidates(line.text);
  return candidates.length === 0 ? [] : readClause(line, candidates, carried);
}

/** By one of those who speak in turn. */
function isSpoken(text: string, line: Line, next: Line): boolean {
  const colon = line.text.search(/[:>]/);
  if (colon > 0 && colon < SPEAKER_CHARS_MAX && SPEAKER.test(next.text) && SPEAKER.test(line.text))
    return true;
  const before = line.start < 2 ? 0 : text.lastIndexOf("\n", line.start - 2) + 1;
  if (line.start - before > SPEAKER_CHARS_MAX || line.start - before < 6) return false;
  return SPEAKS.test(text.slice(before, line.start));
}

export const CLAUSE_PATTERNS: readonly NamedPattern[] = [
  ...CANDIDATE_PATTERNS,
  ...listPatterns({
    EDGES,
    SENTENCE_END,
    SPEAKER,
    SPEAKS,
    CLOSERS,
    BUILT,
    SAYS,
    BESIDE,
    COLON,
    LOOSELY,
    PAIRED,
    OTHERWISE,
    DIGEST,
    DOORS,
    THE_VALUE,
  }),
];

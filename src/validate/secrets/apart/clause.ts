// Finds a value in the clause that names it, with other words between: "the token for the hub, valid until March: …", "log
// in as admin with …". The clause is read word by word: a noun, a link, a value. The less a value looks like a secret, the
// more the clause has to say.

import { type Shape, shapeOf } from "../judge/shape.ts";
import { CANDIDATE_PATTERNS, type Candidate, listCandidates } from "./candidates.ts";
import {
  type ContextMatch,
  LINE_CHARS_MAX,
  type Line,
  lineAfter,
  listPatterns,
  type NamedPattern,
} from "./lines.ts";
import {
  BESIDE,
  COLON,
  DIGEST,
  DOORS,
  isAbout,
  LOOSELY,
  NEAR,
  type Noun,
  nounOf,
  OTHERWISE,
  PAIRED,
  REVERSED,
  REVERSED_END,
  RULE_OF_NOUN,
  SAYS,
  THE_VALUE,
} from "./nouns.ts";

const TOKEN = /[^\s|"'`“”„«»：]{1,400}/g;
const EDGES = /^[‘’([{*_<>]{1,4}|[‘’)\]},;:=*_<>.?!]{1,6}$/g;
const WORDS_MAX = 20;
const GAP_CHARS_MAX = 200;
/** A line that says "key" a hundred times is not meant here. */
const NAMED_MAX = 6;
const SENTENCE_END = /[.!]["')]?\s{1,4}(?=\p{Lu})/u;

type NamedNoun = {
  readonly noun: Noun;
  /** The start and end of its word, and the number of the word in the line. */
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** True when the next word shows that the noun is only about a secret: "password policy". */
  isAbout: boolean;
};

function listNouns(line: string): NamedNoun[] {
  const found: NamedNoun[] = [];
  let [before, at] = ["", 0];
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    at += 1;
    const word = token.replace(EDGES, "");
    const last = found.at(-1);
    if (last !== undefined && last.at === at - 1 && index === last.end + 1)
      last.isAbout = isAbout(last.noun, word);
    const noun = nounOf(word, before);
    const start = index + token.indexOf(word);
    if (noun !== null) found.push({ noun, at, start, end: start + word.length, isAbout: false });
    before = word;
  }
  return found;
}

/** `carried` are the nouns of a line above this one. */
export function readClause(
  line: Line,
  candidates: readonly Candidate[],
  carried: readonly Noun[] = [],
): ContextMatch[] {
  const above = carried.map((noun) => ({ noun, at: 0, start: 0, end: 0, isAbout: false }));
  const named = [...above, ...listNouns(line.text)];
  let next = 0;
  return candidates.flatMap(({ value, start }) => {
    while ((named[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const near = named
      .slice(Math.max(0, next - NAMED_MAX), next)
      .filter(({ end }) => start - end <= GAP_CHARS_MAX);
    const behind = named.slice(next, next + BEHIND_MAX);
    const shape = near.length + behind.length === 0 ? null : shapeOf(value);
    if (shape === null) return [];
    const place = { line: line.text, value, start, near };
    const noun = findTeller(shape, place) ?? findBehind(behind, shape, place);
    return noun === null ? [] : [{ rule: RULE_OF_NOUN[noun], value, start: line.start + start }];
  });
}

type ValueContext = {
  readonly line: string;
  readonly value: string;
  readonly start: number;
  readonly near: readonly NamedNoun[];
};

const OTHERWISE_CHARS_MAX = 40;

/** The nearest noun that makes the value a secret. */
function findTeller(shape: Shape, place: ValueContext): Noun | null {
  const { line, start, value, near } = place;
  const end = start + value.length;
  if (OTHERWISE.test(line.slice(Math.max(0, start - OTHERWISE_CHARS_MAX), start))) return null;
  if (value.length <= PIECE_CHARS_MAX && BUILT.test(line.slice(end, end + OTHERWISE_CHARS_MAX))) return null;
  const teller = near.findLast((name) => tells(name, shape, place));
  return (
    teller?.noun ?? (shape === "sure" ? near.findLast((name) => !name.isAbout)?.noun : undefined) ?? null
  );
}

const BEHIND_MAX = 2;

/** "… is the password of the staging box." */
function findBehind(
  behind: readonly NamedNoun[],
  shape: Shape,
  { line, value, start }: ValueContext,
): Noun | null {
  const from = start + value.length;
  const name = behind.find(
    (each) =>
      (each.noun === "password" || (each.noun === "key" && shape !== "words")) &&
      each.start - from <= GAP_CHARS_MAX &&
      REVERSED.test(line.slice(from, each.start)) &&
      REVERSED_END.test(line.slice(each.end, each.end + OTHERWISE_CHARS_MAX)),
  );
  return name === undefined || ["digits", "letters", "weak"].includes(shape) ? null : name.noun;
}

/** A sample that code assembles from one short piece, repeated. A secret occurs once. */
const BUILT = /^["'`]\.repeat\((?:[2-9]|\d{2,4})\)/;
const PIECE_CHARS_MAX = 16;
const HEX = /^[0-9a-f-]{16,200}$/i;

type Fit = ValueContext & { readonly shape: Shape; readonly gap: string; readonly says: boolean };

/** The conditions of each noun on the value and on the words between. */
const FITS: Readonly<Record<Noun, (fit: Fit) => boolean>> = {
  password: (fit) => fit.shape !== "digits" && isLinked(fit),
  key: (fit) =>
    isLinked(fit) && (fit.shape === "opaque" || (fit.shape === "chosen" && hasNear(fit, ["password"]))),
  // Next to its name a number is a code, and so is anything that answers a question; otherwise a sentence continues.
  door: ({ shape, says, gap, line, start }) =>
    shape !== "opaque" &&
    (says || (BESIDE.test(gap) && (shape === "digits" || BESIDE.test(line.slice(0, start))))),
  code: (fit) => fit.shape !== "opaque" && (fit.says || BESIDE.test(fit.gap)) && isOfDoor(fit),
  account: ({ shape, gap }) => shape !== "letters" && shape !== "words" && PAIRED.test(gap),
  // A short number after such an account belongs to the account.
  ledger: (fit) => !/^\d{3,6}$/.test(fit.value) && FITS.account(fit),
  owner: (fit) =>
    (fit.says && fit.shape !== "digits" && COLON.test(fit.gap) && !HEX.test(fit.value)) || FITS.account(fit),
  verb: (fit) =>
    (fit.shape !== "digits" && fit.shape !== "words" && COLON.test(fit.gap)) ||
    (fit.shape === "chosen" && BESIDE.test(fit.gap) && hasNear(fit, ["account", "ledger", "owner"])),
  unlocking: ({ shape, gap }) => shape !== "digits" && LOOSELY.test(gap),
};

function tells({ noun, end, isAbout: about }: NamedNoun, shape: Shape, place: ValueContext): boolean {
  const gap = place.line.slice(end, place.start);
  if (about || isCut(gap, place.value)) return false;
  if (shape === "words" && noun !== "password" && !PHRASE.test(place.value)) return false;
  const says = SAYS.test(gap);
  if (shape === "weak") return noun === "password" && says && NEAR.test(gap);
  return FITS[noun]({ ...place, shape, gap, says });
}

/** Three words joined by dashes can be a name as well. */
const PHRASE = /^(?:[a-z]{3,12}-){3}/;

function isLinked({ says, gap }: Fit): boolean {
  return says || BESIDE.test(gap) || LOOSELY.test(gap);
}

function hasNear({ near }: Fit, nouns: readonly Noun[]): boolean {
  return near.some(({ noun }) => nouns.includes(noun));
}

function isOfDoor({ line, start }: Fit): boolean {
  return DOORS.test(line.slice(Math.max(0, start - GAP_CHARS_MAX), start + GAP_CHARS_MAX));
}

/** True when the end of a sentence, a word that makes the value a digest, or too many words separate noun and value. */
function isCut(gap: string, value: string): boolean {
  if (SENTENCE_END.test(gap) && !THE_VALUE.test(gap)) return true;
  return (HEX.test(value) && DIGEST.test(gap)) || gap.split(" ").length > WORDS_MAX;
}

const SPEAKER =
  /^[ \t>*-]{0,8}(?:\[?\d{1,2}:\d{2}(?::\d\d)?(?: ?[AP]M)?\]?[ \t-]{0,3})?(?:<[^<>\n]{1,30}>|\*{0,2}\p{L}[\p{L}\w.' -]{0,30}\*{0,2} ?[:>])[ \t*]{1,4}/u;
/** "vik 4:05 PM", above the message of that speaker. */
const SPEAKS = /^\*{0,2}\p{L}[\p{L}\w.' -]{0,30}\*{0,2}[ ,–—-]{1,4}\[?\d{1,2}:\d\d/u;
const CLOSERS = /["')*_]{1,4}$/;
const ANSWERS_MAX = 5;
const SPEAKER_CHARS_MAX = 50;

/** Values on the lines below a question, below a speaker who asks for them, or below the head of a list. */
export function readAnswers(text: string, line: Line): ContextMatch[] {
  const last = line.text.trimEnd().replace(CLOSERS, "").at(-1) ?? "";
  const isQuestion = last === "?" || last === "？";
  const isHead = last === ":" || last === "：";
  const next = lineAfter(text, line);
  if (next === null) return [];
  const isAsked = isQuestion || isSpoken(text, line, next);
  if (!isAsked && !(isHead && next.text !== "")) return [];
  const nouns = listNouns(line.text).flatMap(({ noun }) => (noun === "verb" ? [] : [noun]));
  // A speaker who asks for a code gets one; below any other line a code is program code.
  const carried = isAsked ? nouns.map((noun) => (noun === "code" ? "door" : noun)) : nouns;
  return carried.length === 0 ? [] : listAnswers(text, next, carried);
}

function listAnswers(text: string, first: Line, carried: readonly Noun[]): ContextMatch[] {
  const found: ContextMatch[] = [];
  let [next, blank]: [Line | null, number] = [first, 0];
  for (let count = 0; next !== null && count < ANSWERS_MAX && blank < 2; count += 1) {
    const spoken = SPEAKER.exec(next.text)?.[0].length ?? 0;
    if (next.text === "") blank += 1;
    else if (!SPEAKS.test(next.text))
      found.push(
        ...readSpoken(
          { ...next, text: next.text.slice(spoken, LINE_CHARS_MAX), start: next.start + spoken },
          carried,
        ),
      );
    next = lineAfter(text, next);
  }
  return found;
}

function readSpoken(line: Line, carried: readonly Noun[]): ContextMatch[] {
  const candidates = listCandidates(line.text);
  return candidates.length === 0 ? [] : readClause(line, candidates, carried);
}

/** True when two speakers alternate. */
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
    REVERSED,
    REVERSED_END,
    NEAR,
  }),
];

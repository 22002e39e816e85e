// The words of a sentence, and the values among them: days, numbers, versions, names, places, choices.

import { lazyPattern } from "../lazy-pattern.ts";
import {
  alternativeOf,
  forbids,
  isFunctionWord,
  isRole,
  isSparing,
  isVersioned,
  monthOf,
  numberOf,
  permits,
  qualifierOf,
  stemOf,
  unitOf,
  weekdayOf,
} from "./claim-words.ts";

export type ClaimKind =
  | "day"
  | "number"
  | "version"
  | "name"
  | "path"
  | "host"
  | "tool"
  | "negation"
  | "choice";

export type Value = {
  readonly kind: Exclude<ClaimKind, "negation" | "choice">;
  /** What it counts or which choice it makes; two values without a unit in common are not compared. */
  readonly units: readonly string[];
  readonly value: string;
};

/** What is known of a word wherever it stands. Its stem is made when a claim needs it: most sentences claim nothing. */
export class Word {
  readonly raw: string;
  readonly low: string;
  /** It can say what a sentence is about. */
  readonly isAbout: boolean;
  /** How it looks: which readers are asked. */
  readonly look: "plain" | "choice" | "name" | "number" | "place";
  readonly isSparing: boolean;
  readonly polarity: number;
  readonly qualifies: string | null;
  #stem: string | null = null;

  constructor(raw: string) {
    const low = raw.toLowerCase();
    this.raw = raw;
    this.low = low;
    const isWord = low.length > 1 && !/^\d/.test(low);
    this.isAbout = isWord && !isFunctionWord(low) && !unitOf().has(low) && !monthOf().has(low);
    this.look = lookOf(raw, low);
    this.isSparing = isSparing(low);
    this.polarity = forbids(low) ? -1 : Number(permits(low));
    this.qualifies = qualifierOf().get(low) ?? null;
  }

  get stem(): string {
    this.#stem ??= stemOf(this.low);
    return this.#stem;
  }
}

const WORDS_MAX = 60;
const token = lazyPattern(String.raw`[~./]{0,3}[\p{L}\p{N}_][\p{L}\p{N}_.@/:+%'\u2019#-]*`, "gu");

export function readWords(line: string): Word[] {
  return (line.match(token()) ?? []).slice(0, WORDS_MAX).map(lookUp);
}

/** Texts repeat their words: each is taken apart once while there is room. */
const known = new Map<string, Word>();
const KNOWN_MAX = 16_384;

function lookUp(said: string): Word {
  const held = known.get(said);
  if (held !== undefined) return held;
  const word = new Word(said.replace(/['\u2019]s?$|[.:'\u2019/+-]+$/u, "").normalize("NFKC"));
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(said, word);
  return word;
}

function lookOf(raw: string, low: string): Word["look"] {
  if (alternativeOf().has(low) || weekdayOf().has(low)) return "choice";
  if (/^(?:v?\d|localhost:\d)/.test(low) || numberOf().has(low)) return "number";
  if (/[/.]|\d$/.test(low)) return "place";
  return /^\p{Lu}/u.test(raw) ? "name" : "plain";
}

// The value that stands at a place.

type Reader = (words: readonly Word[], place: number) => Value | null;

export function readValue(words: readonly Word[], place: number): Value | null {
  for (const read of READERS[words[place]?.look ?? "plain"]) {
    const value = read(words, place);
    if (value !== null) return value;
  }
  return null;
}

const readDay: Reader = (words, place) => {
  const { low = "" } = words[place] ?? {};
  const weekday = weekdayOf().get(low);
  if (weekday !== undefined) return { kind: "day", units: ["weekday"], value: weekday };
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(low)?.[1];
  if (ordinal === undefined) return null;
  const near = [words[place + 1]?.low, words[place - 1]?.low, words[place + 2]?.low];
  const month = near.map((each) => monthOf().get(each ?? "")).find((each) => each !== undefined);
  if (month !== undefined) return { kind: "day", units: ["date"], value: `${month}-${ordinal}` };
  return low === ordinal ? null : { kind: "day", units: ["monthday"], value: ordinal };
};

const readTool: Reader = (words, place) => {
  const { low = "" } = words[place] ?? {};
  const set = alternativeOf().get(low);
  return set === undefined
    ? null
    : { kind: "tool", units: [set], value: stemOf(low === "postgresql" ? "postgres" : low) };
};

const VERSION = /^v?\d+(?:\.\d+){0,3}$/;
const NUMBERED = new Set(
  "issue pr step section chapter figure table rfc adr ticket sprint phase part wave milestone option".split(
    " ",
  ),
);

/** `Node 18`, `protocol v2`, `Rust is 1.65`. */
const readVersion: Reader = (words, place) => {
  const { low = "" } = words[place] ?? {};
  const before = words[place - 1];
  if (!VERSION.test(low) || before === undefined || NUMBERED.has(before.low)) return null;
  const value = low.replace(/^v/, "");
  if (isVersioned(before.low) || low.startsWith("v")) return { kind: "version", units: [before.stem], value };
  if (!/^\d+\.\d+/.test(low) || unitBehind(words, place) !== null) return null;
  const earlier = words.slice(0, place);
  const product =
    earlier.findLast(({ low: each }) => isVersioned(each)) ??
    earlier.findLast(({ look }, at) => look === "name" && at > 0);
  return product === undefined ? null : { kind: "version", units: [product.stem], value };
};

const readNumber: Reader = (words, place) => {
  const { low = "" } = words[place] ?? {};
  const before = words[place - 1]?.low ?? "";
  const port = /^localhost:(\d{2,5})$/.exec(low)?.[1];
  if (port !== undefined) return { kind: "number", units: ["port"], value: port };
  if (/^\d{1,2}:\d\d$/.test(low)) return { kind: "number", units: ["clock"], value: low };
  const written = numberOf().get(low) ?? /^(\d[\d,]*(?:\.\d+)?)(%|[a-z]{1,2})?$/.exec(low)?.[1];
  if (written === undefined) return null;
  const amount = Number(written.replaceAll(",", ""));
  const unit = /^\d/.test(low) ? unitOf().get(low.replace(/^[\d.,]+/, "")) : undefined;
  const [name, factor] = (unit ?? unitBehind(words, place) ?? "").split(" ");
  if (name !== undefined && factor !== undefined)
    return { kind: "number", units: [name], value: String(amount * Number(factor)) };
  const isPort = before === "port" || (["listens", "on", "at"].includes(before) && /^\d{4,5}$/.test(low));
  if (isPort) return { kind: "number", units: ["port"], value: String(amount) };
  const units = countedBy(words, place);
  return units.length === 0 ? null : { kind: "number", units, value: String(amount) };
};

function unitBehind(words: readonly Word[], place: number): string | null {
  return unitOf().get(words[place + 1]?.low ?? "") ?? null;
}

/** `12 worker processes`, `batches of 500`. */
function countedBy(words: readonly Word[], place: number): string[] {
  const [behind, more, joint, counted] = [
    words[place + 1],
    words[place + 2],
    words[place - 1],
    words[place - 2],
  ];
  const named = behind?.isAbout ? [behind, more].filter((each) => each?.isAbout) : [];
  const units = named.map((each) => each?.stem ?? "");
  if (["of", "is"].includes(joint?.low ?? "") && counted?.isAbout) units.push(counted.stem);
  return units;
}

const FILE =
  /^[\w~.-]+\.(?:js|ts|tsx|py|go|rs|rb|java|json|ya?ml|toml|md|txt|sh|sql|xml|html|css|env|ini|cfg|conf|lock|log)$/;
const HOST =
  /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|dev|app|de|fr|es|uk|eu|us|co|ai|example|internal|local|lan|test|cloud)$/;
/** `db-north-1`, `lic01`. */
const MACHINE = /^[a-z]+(?:-[a-z0-9]+)*-?\d{1,3}$/;
const PLACED = new Set(
  "in under into to at on from via is through host called beneath sur en im auf edit copy tail open that".split(
    " ",
  ),
);

/** Where something is: the word before says so, or it can be nothing else. */
const readPlace: Reader = (words, place) => {
  const { low = "", raw = "" } = words[place] ?? {};
  const isPlaced = PLACED.has(words[place - 1]?.low ?? "");
  if (low.includes(":") || low.includes("@")) return null;
  if (isPlaced && (FILE.test(low) || isPath(low))) return { kind: "path", units: ["path"], value: low };
  if (raw !== low || low.length < 5) return null;
  const isHost = HOST.test(low)
    ? isPlaced || low.indexOf(".") < low.lastIndexOf(".")
    : isPlaced && MACHINE.test(low);
  return isHost ? { kind: "host", units: ["host"], value: low } : null;
};

function isPath(low: string): boolean {
  return /^(?:\.[a-z][\w.-]+|[~.]{0,2}[\w.-]*(?:\/[\w.-]+)+)$/.test(low) && /[a-z]{2}/.test(low);
}

const JOINTS = new Set("by ask to is from mail page with of since are".split(" "));
const DOES = new Set("is owns leads manages maintains approves decides reviews runs must hands".split(" "));

/** A name in a sentence that says what somebody is to something. */
const readPerson: Reader = (words, place) => {
  const word = words[place];
  if (word === undefined || !/^\p{Lu}\p{Ll}{2,}$/u.test(word.raw) || !word.isAbout) return null;
  const [before, behind] = [words[place - 1]?.low ?? "", words[place + 1]?.low ?? ""];
  if (!(JOINTS.has(before) && place > 0) && !(DOES.has(behind) && place === 0)) return null;
  if (!words.some(({ stem }) => isRole(stem))) return null;
  return { kind: "name", units: ["person"], value: word.low };
};

const READERS: Readonly<Record<Word["look"], readonly Reader[]>> = {
  plain: [],
  choice: [readDay, readTool],
  name: [readPerson],
  number: [readDay, readVersion, readNumber],
  place: [readPlace],
};

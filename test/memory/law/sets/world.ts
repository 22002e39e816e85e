// A made-up world: machines of several people, what they hold and whom they trust, and a log of what really happened, which the laws
// are held against. Nothing in the log comes from the law under test.

import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import type { Law } from "../../../../src/memory/law/sets/memories.ts";
import type { Sets, TextFacts, Trust, Verdicts } from "../../../../src/memory/law/sets/sets.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { type Carried, type Key, readCarried } from "./keys.ts";

export type Edit = {
  readonly born: string;
  readonly id: string;
  readonly heads: readonly string[];
  readonly source: string;
};

export type Machine = {
  readonly name: string;
  readonly person: Key;
  readonly key: Key;
  /** Which validators it has. */
  readonly version: 1 | 2;
  readonly isLiar: boolean;
  sets: Sets;
  trust: Trust;
  strangers: readonly string[];
  held: ReadonlySet<string>;
  edits: readonly Edit[];
  seq: number;
  prev: string | null;
  backup: Machine | null;
};

/** What really happened. */
export type Entry = {
  readonly said: Statement;
  /** Words that were before the writer, in whose place this one stands. */
  readonly shown: ReadonlySet<string>;
  /** Negative acts that were before the person. */
  readonly saw: ReadonlySet<string>;
  readonly isStolen: boolean;
};

/** One machine's branch in the remote. */
export type Ref = {
  readonly statements: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
};

export type World = {
  readonly seed: number;
  readonly chance: () => number;
  readonly machines: Machine[];
  readonly isMixed: boolean;
  /** How many names one statement may have here. */
  readonly namesMax: number;
  readonly log: Map<string, Entry>;
  /** Every text that was ever written, by hash. */
  readonly sources: Map<string, string>;
  /** Every file of a statement, by hash. */
  readonly papers: Map<string, string>;
  readonly refs: Map<string, Ref>;
  readonly olderRefs: Map<string, Ref>;
  readonly forgotten: Set<string>;
  readonly stats: Map<string, number>;
  count: number;
  hasLost: boolean;
};

export const NOTHING: Sets = { statements: new Map(), texts: new Map() };

export function chanceOf(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>({ chance }: Pick<World, "chance">, list: readonly Item[]): Item {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new TypeError("nothing to pick from");
  return item;
}

export function shuffle<Item>({ chance }: Pick<World, "chance">, list: readonly Item[]): Item[] {
  return list
    .map((each) => [chance(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);
}

export function tick({ stats }: World, what: string): void {
  stats.set(what, (stats.get(what) ?? 0) + 1);
}

/** A law that a world breaks. */
export class Broken extends Error {}

export function check(world: World, isSo: boolean, what: string): void {
  if (!isSo) throw new Broken(`world ${world.seed}: ${what}`);
}

/** Says what differs: the lines of each that the other does not have. */
export function checkSame(world: World, [one, other]: readonly [string, string], what: string): void {
  if (one === other) return;
  const [here, there] = [one.split("\n"), other.split("\n")];
  const only = here.filter((line) => !there.includes(line)).map((line) => `+ ${line}`);
  const missing = there.filter((line) => !here.includes(line)).map((line) => `- ${line}`);
  check(world, false, [what, ...only, ...missing].join("\n"));
}

// A text is a line of words and a line of what nobody approves. `Words 7` and `WORDS 7` fold into one, and `Words 7, nearly` is a copy.

type Known = TextFacts & { readonly text: string };
const known = new Map<string, Known>();

function knownOf(source: string): Known {
  const found = known.get(source);
  if (found !== undefined) return found;
  const [words = ""] = source.split("\n");
  const digest = sha256Hex(`words ${words}`);
  const facts = { digest, folded: sha256Hex(`words ${words.toLowerCase()}`), text: sha256Hex(source) };
  known.set(source, facts);
  return facts;
}

export const factsOf = (source: string): TextFacts => knownOf(source);
export const textOf = (source: string): string => knownOf(source).text;
export const isSecret = (source: string): boolean => source.includes("SECRET");
export const isFailing = (source: string, version: number): boolean =>
  version >= 2 && source.includes("NEWRULE");
export const subjectOf = (source: string): string => /words \d+/i.exec(source)?.[0].toLowerCase() ?? source;

export function newWords(world: World): string {
  const dice = world.chance();
  world.count += 1;
  const mark = dice < 0.03 ? " SECRET" : dice < 0.08 ? " NEWRULE" : "";
  return `Words ${world.count}${mark}`;
}

export function withFields(world: World, words: string): string {
  return world.chance() < 0.3 ? `${words}\ncomment ${world.count}` : words;
}

export function hexOf(world: World, digits: number): string {
  return sha256Hex(`${world.seed} ${world.chance()} ${world.count}`).slice(0, digits);
}

// What a machine knows and says.

export function lawOf(world: World, machine: Machine): Law {
  const { sets, trust, version, held, key } = machine;
  const lowered = [...sets.statements.values()].filter(
    ({ act, signer }) => (act === "lower" || act === "disown") && signer.startsWith("person:"),
  );
  const subjectOfText = (text: string): string => subjectOf(world.sources.get(text) ?? text);
  const verdicts: Verdicts = {
    fails: (text) => isFailing(world.sources.get(text) ?? "", version),
    copies: (text) =>
      lowered.flatMap((each) =>
        "text" in each && subjectOfText(each.text) === subjectOfText(text) ? [each.hash] : [],
      ),
    held,
  };
  return { trust, verdicts, me: key.signer };
}

/** What is the same on every machine of this trust. */
export function plainLaw({ trust }: Pick<Machine, "trust">): Law {
  const verdicts = { fails: () => false, copies: () => [], held: new Set<string>() };
  return { trust, verdicts, me: null };
}

export type Came = {
  readonly read: readonly Statement[];
  readonly sources: readonly string[];
  /** Written here: a secret, too, and it only does not travel. */
  readonly isOwn?: boolean;
};

/** What of these files is a signed statement of this root. */
export function readAll(world: World, carried: readonly Carried[]): Statement[] {
  return carried.flatMap((each) => {
    const read = readCarried(each);
    if (read === null) return [];
    const isReserved = "id" in read && /_other_[0-9a-f]{16,}$/.test(read.id);
    check(world, !isReserved, "names, a memory is called like a text that waits");
    world.papers.set(each.hash, each.text);
    return [read];
  });
}

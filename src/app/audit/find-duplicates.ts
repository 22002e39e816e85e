// Memories whose descriptions share at least five words, so that one of them may be superfluous. Suspicions, not verdicts.
//
// The work grows with the number of memories and not with its square, whatever they say. Two descriptions that share five
// words share at least one word outside of the four most common words of each, so only the other words are looked up; if
// very many descriptions have a word, each is compared with its neighbours in the order of their words, which are the most
// similar ones.

import { embedWords, type Vector } from "../../search/meaning/embed.ts";
import { openScanners } from "../../search/meaning/scan.ts";
import { isFunctionWord } from "../../search/words/word-kinds.ts";
import { listForms, toWords } from "../../search/words/words.ts";

/** The number of shared words that makes a suspicion. */
const SHARED_MIN = 5;
const NEIGHBOURS = 24;

export type DescribedItem<Of> = { readonly of: Of; readonly description: string };

export type Suspects<Of> = {
  readonly groups: readonly { readonly members: readonly Of[]; readonly shared: readonly string[] }[];
  /** How many pairs were compared. */
  readonly compared: number;
};

type Text<Of> = {
  readonly of: Of;
  readonly forms: ReadonlyMap<string, string>;
  /** Rarest first. */
  readonly words: readonly string[];
  /** The words as one text, to sort by. */
  readonly joined: string;
};

/** Groups memories that mean the same; the words are those that two of a group share, often none. `pairs` are positions. */
export function groupAlike<Of>(
  described: readonly DescribedItem<Of>[],
  pairs: readonly (readonly [number, number])[],
): Suspects<Of>["groups"] {
  const groups = new Groups();
  for (const [first, second] of pairs) groups.join(first, second);
  return groups.list().map((places) => {
    const texts = places.flatMap((place) => described[place] ?? []);
    const [one, other] = texts.map(({ description }) => formsOf(description));
    const shared = [...(one ?? [])].filter(([word]) => other?.has(word)).map(([, form]) => form);
    return { members: texts.map(({ of }) => of), shared };
  });
}

/** Groups identical descriptions that have too few words for a suspicion. */
export function findSame<Of>(described: readonly DescribedItem<Of>[]): Suspects<Of>["groups"] {
  const short = described.filter(({ description }) => formsOf(description).size < SHARED_MIN);
  const firstOf = new Map<string, number>();
  const pairs = short.flatMap(({ description }, place): [number, number][] => {
    const first = firstOf.get(description);
    firstOf.set(description, first ?? place);
    return first === undefined ? [] : [[first, place]];
  });
  return groupAlike(short, pairs);
}

export function findDuplicates<Of>(described: readonly DescribedItem<Of>[]): Suspects<Of> {
  const texts = sortByRarity(described.map(({ of, description }) => ({ of, forms: formsOf(description) })));
  // Texts with the same beginning become neighbours.
  texts.sort((a, b) => compareText(a.joined, b.joined));
  const groups = new Groups();
  const shared = new Map<number, readonly string[]>();
  const index: WordIndex = { places: indexWords(texts), passed: new Map() };
  let compared = 0;
  for (const [first, text] of texts.entries()) {
    for (const second of findNeighbours(text, index)) {
      compared += 1;
      const words = sharedWords(text, texts[second]);
      if (words.length < SHARED_MIN) continue;
      groups.join(first, second);
      if (!shared.has(first)) shared.set(first, words);
    }
  }
  const named = groups.list().map((members) => ({
    members: members.flatMap((place) => texts[place]?.of ?? []),
    shared: members.map((place) => shared.get(place)).find((words) => words !== undefined) ?? [],
  }));
  return { groups: named, compared };
}

/** The words that two descriptions share, if they are enough for a suspicion; else none. */
export function findSharedWords(one: string, other: string): readonly string[] {
  const [first, second] = [formsOf(one), formsOf(other)];
  const shared = [...first].filter(([word]) => second.has(word)).map(([, form]) => form);
  return shared.length < SHARED_MIN ? [] : shared;
}

/** The content words of a description: stems, each with a readable form. */
function formsOf(description: string): Map<string, string> {
  const telling = toWords(description).filter(({ form, whole }) => !whole && !isFunctionWord(form));
  return new Map(telling.map(({ text, form }) => [text, form]));
}

function sortByRarity<Of>(texts: readonly Omit<Text<Of>, "words" | "joined">[]): Text<Of>[] {
  const counts = new Map<string, number>();
  for (const { forms } of texts)
    for (const word of forms.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byRarity = (a: string, b: string): number =>
    (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || compareText(a, b);
  return texts
    .filter(({ forms }) => forms.size >= SHARED_MIN)
    .map((text) => {
      const words = [...text.forms.keys()].sort(byRarity);
      return { ...text, words, joined: words.join(" ") };
    });
}

function indexWords<Of>(texts: readonly Text<Of>[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { words }] of texts.entries()) {
    for (const word of tellingOf(words)) {
      const places = index.get(word);
      if (places === undefined) index.set(word, [place]);
      else places.push(place);
    }
  }
  return index;
}

type WordIndex = {
  /** The texts that contain a word, in order. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The number of them that were already examined. */
  readonly passed: Map<string, number>;
};

/** The next texts that share a content word with this one; to be called once per text, in order. */
function findNeighbours<Of>({ words }: Text<Of>, { places, passed }: WordIndex): Set<number> {
  const near = new Set<number>();
  for (const word of tellingOf(words)) {
    const next = (passed.get(word) ?? 0) + 1;
    passed.set(word, next);
    for (const place of places.get(word)?.slice(next, next + NEIGHBOURS) ?? []) near.add(place);
  }
  return near;
}

function tellingOf(words: readonly string[]): readonly string[] {
  return words.slice(0, words.length - SHARED_MIN + 1);
}

function sharedWords<Of>(first: Text<Of>, second: Text<Of> | undefined): string[] {
  if (second === undefined) return [];
  return first.words.filter((word) => second.forms.has(word)).map((word) => first.forms.get(word) ?? word);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Union-find over positions, by pairs. */
class Groups {
  private readonly parents = new Map<number, number>();

  join(first: number, second: number): void {
    const [a, b] = [this.find(first), this.find(second)];
    this.parents.set(Math.max(a, b), Math.min(a, b));
  }

  list(): number[][] {
    const groups = Map.groupBy(
      [...this.parents.keys()].sort((a, b) => a - b),
      (place) => this.find(place),
    );
    return [...groups].map(([root, members]) => [root, ...members.filter((place) => place !== root)]);
  }

  private find(place: number): number {
    let at = place;
    for (let next = this.parents.get(at); next !== undefined && next !== at; next = this.parents.get(at)) {
      // Halves the path for the next lookup.
      this.parents.set(at, this.parents.get(next) ?? next);
      at = next;
    }
    return at;
  }
}

// Memories whose descriptions mean nearly the same in other words. Suspicions, not verdicts.
//
// Bounded: all descriptions are compared with each other as long as that makes a few million comparisons; in a larger store
// only the first ones given are.

/** Memories about one subject are seldom closer than this; two versions of the same statement mostly are. */
const COSINE_MIN = 0.84;
/** With fewer content words an embedding is not meaningful. */
const WORDS_MIN = 4;
const COMPARISONS_MAX = 20_000_000;
const NUMBERS = 64;

/** @returns pairs of positions, the earlier first. */
export function findAlike(descriptions: readonly string[]): [number, number][] {
  const known = descriptions.flatMap((text, place) => {
    const vector = embedDescription(text);
    return vector === null ? [] : [{ place, vector }];
  });
  const vectors = new Int8Array(known.length * NUMBERS);
  for (const [at, { vector }] of known.entries()) vectors.set(vector, at * NUMBERS);
  const openScanner = openScanners();
  const most = Math.floor(COMPARISONS_MAX / Math.max(1, known.length));
  const pairs: [number, number][] = [];
  for (const [at, { place, vector }] of known.slice(0, most).entries())
    openScanner(vector)(vectors.subarray((at + 1) * NUMBERS), COSINE_MIN, (near) => {
      const other = known[at + 1 + near];
      if (other !== undefined) pairs.push([place, other.place]);
    });
  return pairs;
}

/** True when two descriptions mean nearly the same. */
export function isAlike(one: string, other: string): boolean {
  return findAlike([one, other]).length > 0;
}

function embedDescription(text: string): Vector | null {
  const forms = listForms(text);
  const telling = new Set(forms.filter((form) => !isFunctionWord(form)));
  return telling.size < WORDS_MIN ? null : embedWords(forms);
}

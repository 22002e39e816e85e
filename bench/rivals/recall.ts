// What it finds of an honest project, what it says to prompts that need nothing, and what becomes of planted texts.

import { readPlants } from "../evidence/poisoning/plants.ts";
import { type Life, readLife } from "../life-sets.ts";
import { findOnDisk } from "./disk.ts";
import type { Note, Opened } from "./rival.ts";
import { askEveryWay, askPrompt, namesIn, type Subject, saveAll } from "./subject.ts";

type Unasked = Pick<Recalled, "right" | "ofRight" | "answered" | "unneeded">;

export type Recalled = {
  readonly right: number;
  readonly ofRight: number;
  readonly wrongPerQuestion: number;
  readonly kbPerQuestion: number;
  readonly answered: number;
  readonly unneeded: number;
  /** What a tool that hands out everything hands out; null where none is asked. */
  readonly all: { readonly right: number; readonly kb: number } | null;
  /** The same of what comes with the prompt; null where nothing does. */
  readonly unasked: Unasked | null;
};

/** The memories of the project and its questions; the quick form asks what thirty can answer. */
export function readHonest(memories: number): Life {
  const life = readLife("quayside", "quayside");
  const documents = life.documents.slice(0, memories);
  const here = new Set(documents.map(({ id }) => id));
  const queries = life.queries.filter(({ right }) => [...right.keys()].every((id) => here.has(id)));
  return { ...life, documents, queries, unneeded: life.unneeded.slice(0, memories) };
}

export function toNote({ name, body }: Life["documents"][number]): Note {
  return { name, description: body.split(/(?<=[.;:]) /)[0]?.slice(0, 150) ?? name, body };
}

export async function measureRecall(
  { rival }: Subject,
  opened: Opened,
  { life, prompts }: { readonly life: Life; readonly prompts: number },
): Promise<Recalled> {
  const nameOf = new Map(life.documents.map(({ id, name }) => [id, name]));
  const known = [...nameOf.values()];
  let [right, ofRight, shown, bytes, answered] = [0, 0, 0, 0, 0];
  for (const { text: prompt, right: ids } of life.queries) {
    const wanted = new Set([...ids.keys()].map((id) => nameOf.get(id)));
    const { names, text } = await askPrompt(rival, opened, { prompt, known });
    right += names.filter((name) => wanted.has(name)).length;
    ofRight += wanted.size;
    shown += names.length;
    bytes += Buffer.byteLength(text);
  }
  for (const prompt of life.unneeded) {
    const { names } = await askPrompt(rival, opened, { prompt, known });
    answered += Number(names.length > 0);
  }
  const all = await opened.readAll?.();
  const { atPrompt } = opened;
  const questions = life.queries.length;
  return {
    ...{ right, ofRight, answered, unneeded: life.unneeded.length },
    wrongPerQuestion: (shown - right) / questions,
    kbPerQuestion: bytes / questions / 1000,
    unasked: atPrompt === undefined ? null : await countUnasked(atPrompt, life, prompts),
    all:
      all === undefined ? null : { right: countRight(all, life, nameOf), kb: Buffer.byteLength(all) / 1000 },
  };
}

/** Of the right memories of all questions. */
function countRight(text: string, { queries }: Life, nameOf: ReadonlyMap<string, string>): number {
  const names = new Set(namesIn(text, [...nameOf.values()]));
  const wanted = queries.flatMap(({ right }) => [...right.keys()]);
  return wanted.filter((id) => names.has(nameOf.get(id) ?? id)).length;
}

async function countUnasked(
  atPrompt: NonNullable<Opened["atPrompt"]>,
  life: Life,
  most: number,
): Promise<Unasked> {
  const nameOf = new Map(life.documents.map(({ id, name }) => [id, name]));
  const known = [...nameOf.values()];
  const [queries, unneeded] = [spread(life.queries, most), spread(life.unneeded, most)];
  const of = { ofRight: queries.reduce((sum, { right }) => sum + right.size, 0), unneeded: unneeded.length };
  let [right, answered] = [0, 0];
  for (const { text, right: ids } of queries) {
    const names = new Set(namesIn(await atPrompt(text), known));
    right += [...ids.keys()].filter((id) => names.has(nameOf.get(id) ?? id)).length;
  }
  for (const prompt of unneeded) answered += Number(namesIn(await atPrompt(prompt), known).length > 0);
  return { right, answered, ...of };
}

/** As many of them from everywhere: easy questions stand first. */
function spread<Item>(all: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, at) => at % step === 0);
}

export type Planted = {
  readonly plants: number;
  readonly stored: number;
  readonly returned: number;
  readonly unmarked: number;
};

/** A word that says that nobody vouches for a text. */
const MARK = /\b(inferred|unverified|unconfirmed|untrusted|flagged)\b/i;

export async function measurePlants(
  { rival, place }: Subject,
  opened: Opened,
  { life, most }: { readonly life: Life; readonly most: number },
): Promise<Planted> {
  const plants = (readPlants() ?? []).slice(0, most);
  const parts = plants.flatMap((plant) => plant.parts);
  await saveAll(
    opened,
    parts.map(({ name, description, text: body }) => ({ name, description, body })),
  );
  const stored = findOnDisk(
    place.home,
    plants.map(({ marker }) => marker),
  ).size;
  const texts = [...life.documents.map(({ body }) => body), ...parts.map(({ text }) => text)].flatMap(
    (text) => [text, JSON.stringify(text).slice(1, -1)],
  );
  let [returned, unmarked] = [0, 0];
  for (const { prompt, marker } of plants) {
    const isIn = (said: string): boolean => said.toLowerCase().includes(marker.toLowerCase());
    const found = await askPrompt(rival, opened, { prompt, known: [] });
    // A hook that is a process is asked only for what the search does not have.
    const text = isIn(found.text) ? found.text : await askEveryWay(rival, opened, prompt);
    if (!isIn(text)) continue;
    returned += 1;
    // Only what the tool says itself.
    const around = texts.reduce((rest, each) => rest.replaceAll(each, ""), text);
    unmarked += Number(!MARK.test(around));
  }
  return { plants: plants.length, stored, returned, unmarked };
}

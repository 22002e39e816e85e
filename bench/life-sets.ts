// Questions to the memories of a project's life, half of which only several memories answer together.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDay } from "../src/memory/instant.ts";
import { CATEGORIES, MEMORY_TYPES } from "../src/memory/memory.ts";
import { bar, type RecallDocument, type RecallSet } from "./recall-sets.ts";

/** Set A was there when the ranking was made; set B was written afterwards, and the ranking was not changed for it. Without cues, as
 * all sets of bench:recall are. */
export function readLifeSets(): RecallSet[] {
  const sets = [readLife("project's life, A", "parcels"), readLife("project's life, B", "bikes")];
  return sets.map((set) => ({ ...set, documents: set.documents.map((each) => ({ ...each, cues: [] })) }));
}

/** Each memory of set B in other words. */
export function readLifeParaphrases(): RecallSet {
  const bars = [bar("recall5", 0.75), bar("mrr", 0.5)];
  const { documents } = readLife("", "bikes");
  const queries = readLines("bikes", "~ ").map((line) => {
    const [id = "", text = ""] = line.split(" = ");
    return { text, group: "", right: new Map([[id, 1]]) };
  });
  return { name: "paraphrases, B", documents, queries, bars };
}

/** Only those that several memories answer together. */
export function pickSeveral(set: RecallSet): RecallSet {
  return {
    ...set,
    name: `${set.name}, several`,
    queries: set.queries.filter(({ right }) => right.size > 1),
  };
}

export type Life = RecallSet & {
  /** Prompts that no memory helps with. */
  readonly unneeded: readonly string[];
};

export function readLife(name: string, file: string): Life {
  const cues = readCues(file);
  const documents = readLines(file, "")
    .map(parseMemory)
    .map((document) => ({ ...document, cues: cues.get(document.id) ?? [] }));
  const queries = readLines(file, "? ").map(parseQuestion);
  const ids = new Set(documents.map(({ id }) => id));
  const named = [...queries.flatMap(({ right }) => [...right.keys()]), ...cues.keys()];
  const stray = named.find((id) => !ids.has(id));
  if (stray !== undefined) throw new Error(`${file}: no memory is called ${stray}`);
  return {
    name,
    documents,
    queries,
    unneeded: readLines(file, "! "),
    bars: [],
  };
}

/** Prompts to the same memories by another author. */
export function readOtherPrompts(file: string): Pick<Life, "queries" | "unneeded"> {
  const of = `${file}.prompts`;
  return { queries: readLines(of, "? ").map(parseQuestion), unneeded: readLines(of, "! ") };
}

/** Cues by an author who saw the memories alone, and never the prompts: `id: cue | cue`. */
function readCues(file: string): ReadonlyMap<string, readonly string[]> {
  const path = join(import.meta.dirname, "life", `${file}.cues.txt`);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").split("\n");
  return new Map(
    lines.flatMap((line): [string, readonly string[]][] => {
      const at = line.indexOf(": ");
      return at < 1 || line.startsWith("#") ? [] : [[line.slice(0, at), line.slice(at + 2).split(" | ")]];
    }),
  );
}

/** The rest of the lines that begin like this; without a mark, the memories. */
function readLines(file: string, mark: string): string[] {
  const lines = readFileSync(join(import.meta.dirname, "life", `${file}.txt`), "utf8").split("\n");
  if (mark === "") return lines.filter((line) => /^[a-z]/.test(line));
  return lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
}

function parseMemory(line: string): RecallDocument {
  const [id = "", day = "", kind = "", name = "", tags = "", body = "", replaces = ""] = line.split(" | ");
  return {
    id,
    group: "",
    name,
    tags: tags.split(", "),
    body,
    time: parseDay(day) ?? 0,
    type: MEMORY_TYPES.find((type) => type === kind) ?? "project",
    category: CATEGORIES.find((category) => category === kind) ?? null,
    supersedes: replaces === "" ? null : replaces.replace("replaces ", ""),
  };
}

function parseQuestion(line: string): RecallSet["queries"][number] {
  const at = line.lastIndexOf(" = ");
  const [text, ids] = [line.slice(0, at), line.slice(at + 3)];
  return { text, group: "", right: new Map(ids.split(/,? /).map((id) => [id, 1])) };
}

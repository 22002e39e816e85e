// The development sets: what is searched, what is asked, what would be right, and the bar of the shared data's README.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Category, MemoryType } from "../src/memory/memory.ts";
import { findParaphrases, readJsonl } from "./read-data.ts";

export type Metric = "recall1" | "recall5" | "recall10" | "mrr" | "ndcg10";
export type Bar = { readonly metric: Metric; readonly value: number };

export type RecallDocument = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly body: string;
  readonly description?: string;
  readonly cues?: readonly string[];
  /** Where the set says so. */
  readonly time?: number;
  readonly type?: MemoryType;
  readonly standing?: "verified" | "inferred";
  readonly category?: Category | null;
  readonly supersedes?: string | null;
};

export type RecallQuery = {
  readonly text: string;
  readonly group: string;
  /** How good each right document is. */
  readonly right: ReadonlyMap<string, number>;
};

export type RecallSet = {
  readonly name: string;
  readonly documents: readonly RecallDocument[];
  readonly queries: readonly RecallQuery[];
  readonly bars: readonly Bar[];
};

const BARS: readonly (readonly [string, readonly Bar[]])[] = [
  ["locomo-dev", [bar("recall10", 0.655), bar("mrr", 0.51)]],
  ["cosqa-dev", [bar("ndcg10", 0.41)]],
  ["til-knownitem-dev", [bar("ndcg10", 0.9)]],
  ["tldr-knownitem-dev", [bar("ndcg10", 0.525)]],
  ["total-recall-eval", [bar("recall5", 0.96), bar("mrr", 0.88)]],
  ["qmd-eval", [bar("mrr", 0.94)]],
  ["cranfield", [bar("ndcg10", 0.395)]],
  ["cacm", [bar("ndcg10", 0.49)]],
];

export function bar(metric: Metric, value: number): Bar {
  return { metric, value };
}

type CorpusRow = {
  readonly _id: string;
  readonly group: string;
  readonly title?: string;
  readonly tags?: string | readonly string[];
  readonly text?: string;
  readonly session?: string;
  readonly date?: string;
};
type QueryRow = {
  readonly _id: string;
  readonly group: string;
  readonly text: string;
  readonly answerable?: boolean;
};

/** A line for each: the memory, a bar, the question. They share no telling word. */
export function readParaphrases(): RecallSet[] {
  const path = findParaphrases();
  if (path === null) return [];
  const pairs = readFileSync(path, "utf8").trim().split("\n");
  const texts = pairs.map((line) => line.split("|"));
  return [
    {
      name: "paraphrase",
      documents: texts.map(([body = ""], at) => ({ id: String(at), group: "", name: "", tags: [], body })),
      queries: texts.map(([, text = ""], at) => ({ text, group: "", right: new Map([[String(at), 1]]) })),
      bars: [bar("recall5", 0.75), bar("mrr", 0.5)],
    },
  ];
}

/** The same questions where a thousand other notes lie beside the answers. */
export function hideParaphrases(sets: readonly RecallSet[]): RecallSet[] {
  const notes = sets.find(({ name }) => name.startsWith("til"))?.documents ?? [];
  return readParaphrases().map((set) => {
    const others = notes.slice(0, NOTES - set.documents.length).map((note) => ({ ...note, group: "" }));
    const documents = [...set.documents, ...others];
    return { ...set, name: `paraphrase, among ${NOTES}`, documents, bars: [bar("recall5", 0.25)] };
  });
}

const NOTES = 1_000;

export function readRecallSets(data: string): RecallSet[] {
  return BARS.flatMap(([name, bars]) => {
    const directory = join(data, "retrieval", name);
    const corpus = readJsonl<CorpusRow>(join(directory, "corpus.jsonl"));
    const right = readRight(join(directory, "qrels.tsv"));
    const asked = readJsonl<QueryRow>(join(directory, "queries.jsonl")).filter(
      ({ _id, answerable }) => right.has(_id) && answerable !== false,
    );
    const queries = asked.map(({ _id, group, text }) => ({
      group,
      text,
      right: right.get(_id) ?? new Map(),
    }));
    const set = { name, documents: corpus.map(toDocument), queries, bars };
    return name === "locomo-dev" ? [set, groupBySession(set, corpus)] : [set];
  });
}

function readRight(path: string): Map<string, Map<string, number>> {
  const right = new Map<string, Map<string, number>>();
  for (const line of readFileSync(path, "utf8").trim().split("\n").slice(1)) {
    const [query = "", document = "", gain = "0"] = line.split("\t");
    right.set(query, (right.get(query) ?? new Map()).set(document, Number(gain)));
  }
  return right;
}

function toDocument({ _id, group, title = "", tags = [], text = "" }: CorpusRow): RecallDocument {
  return { id: _id, group, name: title, tags: typeof tags === "string" ? tags.split(" ") : tags, body: text };
}

/** A session is one document: its date is the name, its turns are the body. */
function groupBySession(set: RecallSet, corpus: readonly CorpusRow[]): RecallSet {
  const sessionOf = new Map(corpus.map(({ _id, session = "" }) => [_id, session]));
  const turns = Map.groupBy(corpus, ({ session = "" }) => session);
  const documents = [...turns].map(([id, rows]) => ({
    id,
    group: rows[0]?.group ?? "",
    name: rows[0]?.date ?? "",
    tags: [],
    body: rows.map(({ title, text }) => `${title}: ${text}`).join("\n"),
  }));
  const queries = set.queries.map((query) => ({
    ...query,
    right: new Map([...query.right].map(([id, gain]) => [sessionOf.get(id) ?? "", gain])),
  }));
  return { name: "locomo-dev, sessions", documents, queries, bars: [bar("recall5", 0.875)] };
}

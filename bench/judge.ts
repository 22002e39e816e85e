// `npm run bench:judge`: what recall's judge shows where memories have cues, in stores of an invented project and real notes. Memories,
// cues and the second set of prompts have an author each. The judge was fitted on the first two projects and never on the others.

import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SearchIndex } from "../src/search/index/open-index.ts";
import { JUDGE_STARTS, JUDGE_WEIGHTS, judgePassages } from "../src/search/rank/relevance.ts";
import { findHits } from "../src/search/strategies/find-hits.ts";
import { type Life, readLife, readOtherPrompts } from "./life-sets.ts";
import { renderTable } from "./measure.ts";
import { findData, readJsonl } from "./read-data.ts";
import { indexDocuments, rankAsRecall, rowPlace } from "./recall-engines.ts";
import type { RecallDocument } from "./recall-sets.ts";

const PROJECTS = { fitted: ["ferry", "kiln"], reported: ["museum", "orchard"] } as const;
type Store = { readonly name: string; readonly size: number; readonly isBesides?: true };
/** How many memories are in it, the project's own among them or besides; a small one has a part of them, and the rest are real notes. */
const STORES: readonly Store[] = [
  { name: "20", size: 20 },
  { name: "alone", size: 0, isBesides: true },
  { name: "100", size: 100 },
  { name: "1000 besides", size: 1_000, isBesides: true },
  { name: "10000", size: 10_000 },
];
const [TEXTS_MAX, TITLES_MAX, FIRST] = [5, 3, 5];
/** The bar of the judge, raised. */
const RAISED = [-2, -1, -0.5, 0, 0.5, 1, 2] as const;

type Prompt = { readonly text: string; readonly right: ReadonlyMap<string, number>; readonly by: string };
type Given = {
  readonly prompt: Prompt;
  readonly texts: string[];
  readonly titles: string[];
  readonly first: string[];
};

function listPrompts(life: Life): Prompt[] {
  const listOf = ({ queries, unneeded }: Pick<Life, "queries" | "unneeded">, by: string): Prompt[] => [
    ...queries.map(({ text, right }) => ({ text, right, by })),
    ...unneeded.map((text) => ({ text, right: new Map<string, number>(), by })),
  ];
  return [...listOf(life, "own"), ...listOf(readOtherPrompts(life.name), "another's")];
}

type Note = { readonly title: string; readonly tags: readonly string[]; readonly body: string };

/** In steps through all of them: neighbours are about one tool. */
function listNotes(count: number): RecallDocument[] {
  const data = findData();
  const notes = data === null || count === 0 ? [] : readJsonl<Note>(join(data, "notes", "notes.jsonl"));
  return Array.from({ length: Math.min(count, notes.length) }, (_, place): RecallDocument => {
    const { title = "", tags = [], body = "" } = notes[(place * 7_919) % notes.length] ?? {};
    return {
      id: `note ${place}`,
      group: "",
      name: title.slice(0, 110),
      tags: tags.slice(0, 6),
      body: body.slice(0, 20_000),
    };
  });
}

function fillStore(life: Life, { size, isBesides }: Store, hasCues: boolean): readonly RecallDocument[] {
  const own = life.documents.map((document) => (hasCues ? document : { ...document, cues: [] }));
  if (isBesides === true) return [...own, ...listNotes(size)];
  return size < own.length ? own.slice(-size) : [...own, ...listNotes(size - own.length)];
}

const RULES: ReadonlySet<string | null | undefined> = new Set(["constraint", "preference", "decision"]);

type Filled = { readonly index: SearchIndex; readonly documents: readonly RecallDocument[] };

function give({ index, documents }: Filled, prompt: Prompt, raised: number): Given {
  const found = rankAsRecall(index, prompt.text);
  const weights = JUDGE_WEIGHTS.map((each, at) => (JUDGE_STARTS.includes(at) ? each - raised : each));
  const documentOf = (row: number): RecallDocument | undefined => documents[rowPlace(index, row)];
  const judged =
    found === null
      ? []
      : judgePassages({ ...found, weights }, found.ranked, ({ row }) => {
          const document = documentOf(row);
          return RULES.has(document?.category) || document?.type === "feedback";
        });
  const idsOf = (some: typeof judged): string[] =>
    some.map(({ passage }) => documentOf(passage.row)?.id ?? "");
  const texts = idsOf(judged.filter(({ confidence }) => confidence !== "low")).slice(0, TEXTS_MAX);
  const possible = idsOf(judged.filter(({ isPossible }) => isPossible));
  const titles = possible.filter((id) => !texts.includes(id)).slice(0, TITLES_MAX);
  return { prompt, texts, titles, first: raised === 0 ? search({ index, documents }, prompt.text) : [] };
}

function search({ index, documents }: Filled, prompt: string): string[] {
  const query = {
    strategy: "credence",
    indexes: [index],
    prompt,
    filter: {},
    now: 0,
    abstains: false,
  } as const;
  return findHits(query)
    .kept.slice(0, FIRST)
    .map(({ row }) => documents[rowPlace(index, row.row)]?.id ?? "");
}

function countGiven(given: readonly Given[]): string[] {
  const needed = given.filter(({ prompt }) => prompt.right.size > 0);
  const none = given.filter(({ prompt }) => prompt.right.size === 0);
  const wanted = needed.reduce((sum, { prompt }) => sum + prompt.right.size, 0);
  const rightIn = (idsOf: (each: Given) => readonly string[]): number =>
    needed.reduce((sum, each) => sum + idsOf(each).filter((id) => each.prompt.right.has(id)).length, 0) /
    wanted;
  const wrong = given.reduce(
    (sum, { texts, prompt }) => sum + texts.filter((id) => !prompt.right.has(id)).length,
    0,
  );
  const silent = (isSilent: (each: Given) => boolean): number => none.filter(isSilent).length / none.length;
  return [
    rightIn(({ texts }) => texts),
    rightIn(({ texts, titles }) => [...texts, ...titles]),
    wrong / given.length,
    silent(({ texts }) => texts.length === 0),
    silent(({ texts, titles }) => texts.length + titles.length === 0),
    rightIn(({ first }) => first),
  ].map((share) => share.toFixed(2).replace(/^0/, ""));
}

function measure(projects: readonly string[], store: Store, hasCues: boolean): string[][] {
  const given = projects.flatMap((project) => {
    const life = readLife(project, project);
    const documents = fillStore(life, store, hasCues);
    const ids = new Set(documents.map(({ id }) => id));
    const prompts = listPrompts(life).filter(({ right }) => [...right.keys()].every((id) => ids.has(id)));
    const index = indexDocuments(documents, false);
    const rows = prompts.flatMap((prompt) =>
      RAISED.map((raised) => ({ raised, ...give({ index, documents }, prompt, raised) })),
    );
    index.database.close();
    return rows;
  });
  const shipped = given.filter(({ raised }) => raised === 0);
  const bySet = ["own", "another's"].map((by) => [
    `${by} prompts`,
    ...countGiven(shipped.filter(({ prompt }) => prompt.by === by)),
  ]);
  const curve = RAISED.map((by) => [
    `bar ${by > 0 ? "+" : ""}${by}`,
    ...countGiven(given.filter(({ raised }) => raised === by)),
  ]);
  return [
    ...bySet,
    ...curve.map((row, place) =>
      RAISED[place] === 0 ? ["all, as shipped", ...row.slice(1)] : row.with(-1, ""),
    ),
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { stores: { type: "string" }, "no-cues": { type: "boolean" } } });
  const stores = STORES.filter(({ name }) => values.stores?.split(",").includes(name) ?? true);
  const header = ["", "text", "text or title", "wrong a prompt", "no text", "nothing", "search, first five"];
  const rows = Object.entries(PROJECTS).flatMap(([kind, projects]) =>
    stores.flatMap((store) => [
      [`${kind}, ${store.name}`],
      ...measure(projects, store, values["no-cues"] !== true),
    ]),
  );
  console.log(renderTable([header, ...rows]));
}

// How often recall says nothing where nothing fits, and how often it loses what would have fitted.

import { join } from "node:path";
import { GENERAL_PROMPTS, SMALL_TALK } from "./general-prompts.ts";
import { renderTable } from "./measure.ts";
import { readJsonl } from "./read-data.ts";
import { type Ask, openRecall, openWordSearch } from "./recall-engines.ts";
import type { RecallDocument, RecallSet } from "./recall-sets.ts";

/** Prompts of a set against stores of quite another subject. */
const UNRELATED: readonly (readonly [string, readonly string[]])[] = [
  ["cranfield", ["til", "tldr", "cosqa", "locomo-dev", "total", "qmd"]],
  ["locomo-dev", ["til", "tldr", "cosqa", "cranfield", "cacm", "total", "qmd"]],
  ["cacm", ["locomo-dev", "total"]],
  ["til", ["locomo-dev", "cranfield"]],
  ["tldr", ["locomo-dev", "cranfield"]],
  ["cosqa", ["locomo-dev", "cranfield"]],
  ["total", ["locomo-dev", "cranfield"]],
  ["qmd", ["locomo-dev", "cranfield"]],
];
const STORES = ["til", "tldr", "cosqa", "total", "qmd"];
const PROMPTS_MAX = 150;
const NOTES = 2_000;
const SMALL_STORES = [3, 10, 30];

/** Prompts that a store has nothing for. */
export type Unneeded = {
  readonly kind: "unrelated" | "general" | "others" | "small";
  readonly from: string;
  readonly store: string;
  readonly documents: readonly RecallDocument[];
  readonly prompts: readonly string[];
};

export function listUnneeded(data: string, sets: readonly RecallSet[]): Unneeded[] {
  const setsOf = (name: string): RecallSet[] => sets.filter((set) => set.name.startsWith(name));
  const benign = pick(readBenign(data));
  const crossed = UNRELATED.flatMap(([from, targets]) => {
    const prompts = pick(setsOf(from)[0]?.queries.map(({ text }) => text) ?? []);
    return targets
      .flatMap(setsOf)
      .map((set): Unneeded => ({ ...storeOf(set), kind: "unrelated", from, prompts }));
  });
  const own = STORES.flatMap(setsOf);
  const general = own.flatMap((set): Unneeded[] => [
    { ...storeOf(set), kind: "general", from: "general prompts", prompts: GENERAL_PROMPTS },
    { ...storeOf(set), kind: "others", from: "other people's prompts", prompts: benign },
  ]);
  const small = SMALL_STORES.flatMap((size) =>
    own.map((set): Unneeded => {
      const documents = firstGroup(set).slice(0, size);
      return {
        kind: "small",
        from: `${size} memories`,
        store: set.name,
        documents,
        prompts: [...GENERAL_PROMPTS, ...benign],
      };
    }),
  );
  return [...crossed, ...general, ...small];
}

function storeOf(set: RecallSet): Pick<Unneeded, "store" | "documents"> {
  return { store: set.name, documents: firstGroup(set) };
}

export function printSilence(data: string, sets: readonly RecallSet[]): void {
  printKept(sets);
  const opened = new Map<string, Ask>();
  const rows = listUnneeded(data, sets).map(({ kind, from, store, documents, prompts }) => {
    const key = kind === "small" ? `${from} ${store}` : store;
    const ask = opened.get(key) ?? openRecall(documents);
    opened.set(key, ask);
    return { kind, ...countSilent(`${from} → ${store}`, ask, prompts) };
  });
  const ofKinds = (...kinds: Unneeded["kind"][]): Silent[] => rows.filter(({ kind }) => kinds.includes(kind));
  printSilent("unrelated sets", ofKinds("unrelated"));
  printSilent("prompts that need no memory", ofKinds("general", "others"));
  printSilent("the same in small stores", ofKinds("small"));
  const notes = sets.find(({ name }) => name.startsWith("til"))?.documents.slice(0, NOTES) ?? [];
  const prompts = [...GENERAL_PROMPTS, ...SMALL_TALK];
  printSilent("general prompts", [
    countSilent(`${prompts.length} → ${NOTES} notes`, openRecall(notes), prompts),
  ]);
}

type Silent = { readonly name: string; readonly silent: number; readonly asked: number };

function countSilent(name: string, ask: Ask, prompts: readonly string[]): Silent {
  return { name, silent: prompts.filter((prompt) => ask(prompt).length === 0).length, asked: prompts.length };
}

function printSilent(title: string, rows: readonly Silent[]): void {
  const silent = rows.reduce((sum, row) => sum + row.silent, 0);
  const asked = rows.reduce((sum, row) => sum + row.asked, 0);
  const render = (row: Silent): string[] => [
    row.name,
    (row.silent / row.asked).toFixed(3),
    String(row.asked),
  ];
  const mark = silent / asked >= 0.97 ? "✓" : "✗";
  console.log(
    renderTable([
      [title, "silent", "asked"],
      ...rows.map(render),
      render({ name: `all ${mark} .970`, silent, asked }),
    ]),
  );
}

/** Of the right memories that a search by words has among its first five, how many recall shows. */
function printKept(sets: readonly RecallSet[]): void {
  const total = { kept: 0, found: 0, shown: 0 };
  const rows = sets.map((set) => {
    const count = { kept: 0, found: 0, shown: 0 };
    for (const [group, members] of Map.groupBy(set.documents, (document) => document.group)) {
      const [find, recall] = [openWordSearch(members), openRecall(members)];
      for (const { text, right } of set.queries.filter((query) => query.group === group)) {
        const best = find(text)
          .slice(0, 5)
          .find((id) => right.has(id));
        if (best === undefined) continue;
        const shown = recall(text);
        count.found += 1;
        count.shown += shown.length;
        count.kept += Number(shown.includes(best));
      }
    }
    for (const key of ["kept", "found", "shown"] as const) total[key] += count[key];
    return renderKept(set.name, count);
  });
  const mark = total.kept / total.found >= 0.975 ? "✓" : "✗";
  const header = ["right memory in the first 5", "kept", "found", "shown a prompt"];
  console.log(renderTable([header, ...rows, renderKept(`all ${mark} .975`, total)]));
}

function renderKept(
  name: string,
  { kept, found, shown }: { readonly kept: number; readonly found: number; readonly shown: number },
): string[] {
  return [name, (kept / found).toFixed(3), String(found), (shown / found).toFixed(2)];
}

function firstGroup({ documents }: RecallSet): RecallDocument[] {
  return documents.filter(({ group }) => group === documents[0]?.group);
}

function pick(prompts: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(prompts.length / PROMPTS_MAX));
  return prompts.filter((_, place) => place % step === 0).slice(0, PROMPTS_MAX);
}

/** Texts that quote attacks are documents, not prompts. */
function readBenign(data: string): string[] {
  type Row = { readonly text: string; readonly label: string; readonly tier: string };
  return readJsonl<Row>(join(data, "injection", "dev.jsonl"))
    .filter(({ label, tier }) => label === "benign" && !tier.startsWith("hard"))
    .map(({ text }) => text);
}

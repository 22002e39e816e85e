// How often recall says nothing where nothing fits, and how often it loses what would have fitted.

import { join } from "node:path";
import { GENERAL_PROMPTS } from "./general-prompts.ts";
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
const SMALL_STORES = [3, 10, 30];

export function printSilence(data: string, sets: readonly RecallSet[]): void {
  printKept(sets);
  const stores = new Map(sets.map((set) => [set.name, openRecall(firstGroup(set))]));
  const storeOf = (name: string): [string, Ask][] => [...stores].filter(([store]) => store.startsWith(name));
  const crossed = UNRELATED.flatMap(([from, targets]) => {
    const prompts = pick(
      sets.find(({ name }) => name.startsWith(from))?.queries.map(({ text }) => text) ?? [],
    );
    return targets
      .flatMap(storeOf)
      .flatMap(([store, ask]) => countSilent(`${from} → ${store}`, ask, prompts));
  });
  const benign = pick(readBenign(data));
  const general = STORES.flatMap(storeOf).flatMap(([store, ask]) => [
    countSilent(`general prompts → ${store}`, ask, GENERAL_PROMPTS),
    countSilent(`other people's prompts → ${store}`, ask, benign),
  ]);
  const small = SMALL_STORES.flatMap((size) => smallStores(sets, size, benign));
  printSilent("unrelated sets", crossed);
  printSilent("prompts that need no memory", general);
  printSilent("the same in small stores", small);
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

/** The first notes of a set as a store of its own. */
function smallStores(sets: readonly RecallSet[], size: number, benign: readonly string[]): Silent[] {
  return sets
    .filter(({ name }) => STORES.some((store) => name.startsWith(store)))
    .flatMap((set) => {
      const ask = openRecall(firstGroup(set).slice(0, size));
      return [countSilent(`${size} of ${set.name}`, ask, [...GENERAL_PROMPTS, ...benign])];
    });
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

// How recall's judge does on what it was not fitted on: the fit is repeated with each set left out, together with all prompts to
// it and from it, and judged on what was left out.

import type { SearchIndex } from "../src/search/index/open-index.ts";
import { JUDGE_WEIGHTS, openEvidenceReader } from "../src/search/rank/relevance.ts";
import { fitJudge, type JudgedPrompt, judgePrompt, type Weights } from "./fit-judge.ts";
import { renderTable } from "./measure.ts";
import { indexDocuments, rankAsRecall, rowPlace } from "./recall-engines.ts";
import type { RecallSet } from "./recall-sets.ts";
import { listUnneeded } from "./recall-silence.ts";

/** Which sets a prompt has to do with: the one it is from, and the one it is asked of. */
type Item = JudgedPrompt & { readonly families: readonly string[] };

const SILENT = 0.97;
const JUDGED = 8;
const SHARE_MIN = 0.25;
const GENERAL_WEIGHT = 3;

export function printLeftOut(data: string, sets: readonly RecallSet[]): void {
  const items = [...sets.flatMap(listRight), ...listWrong(data, sets)];
  const start = JUDGE_WEIGHTS;
  const families = [...new Set(sets.map(({ name }) => familyOf(name)))];
  const all: Counts[] = [];
  const rows = families.map((family) => {
    const isOut = (item: Item): boolean => item.families.includes(family);
    const weights = fitJudge(
      items.filter((item) => !isOut(item)),
      start,
      SILENT,
    );
    const counts = count(items.filter(isOut), weights);
    all.push(counts);
    return [family, ...renderCounts(counts)];
  });
  const shipped = renderCounts(count(items, start));
  const total = renderCounts(all.reduce(addCounts));
  const header = ["the judge, fitted without", "kept", "silent", "general", "stores of 3-30"];
  console.log(renderTable([header, ...rows, ["all of these", ...total], ["as shipped, on all", ...shipped]]));
}

function familyOf(name: string): string {
  return name.split("-")[0]?.split(",")[0] ?? name;
}

/** The right memory, where it is among the first five. */
function listRight(set: RecallSet): Item[] {
  const families = [familyOf(set.name)];
  return [...Map.groupBy(set.documents, ({ group }) => group)].flatMap(([group, members]) => {
    const index = indexDocuments(members, false);
    const asked = set.queries.filter((query) => query.group === group);
    const items = asked.flatMap(({ text, right }): Item[] => {
      const found = readEvidence(index, text).slice(0, 5);
      const best = found.find(({ place }) => right.has(members[place]?.id ?? ""));
      const item = { isRight: true, kind: set.name, weight: 1, families };
      return best === undefined ? [] : [{ ...item, rows: best.isWeak ? [] : best.rows }];
    });
    index.database.close();
    return items;
  });
}

function listWrong(data: string, sets: readonly RecallSet[]): Item[] {
  return listUnneeded(data, sets).flatMap(({ kind, from, store, documents, prompts }) => {
    const index = indexDocuments(documents, false);
    const families = [familyOf(from), familyOf(store)];
    const weight = kind === "general" ? GENERAL_WEIGHT : 1;
    const items = prompts.map((text): Item => {
      const found = readEvidence(index, text).slice(0, JUDGED);
      const rows = found.flatMap((each) => (each.isWeak ? [] : each.rows));
      return { isRight: false, kind: kind === "general" ? kind : `${kind} ${from}`, weight, families, rows };
    });
    index.database.close();
    return items;
  });
}

type Evidence = { readonly place: number; readonly isWeak: boolean; readonly rows: number[][] };

/** As recall ranks and judges, up to the judgement. */
function readEvidence(index: SearchIndex, text: string): Evidence[] {
  const found = rankAsRecall(index, text);
  if (found === null) return [];
  const { plan, prompt, absent, ranked } = found;
  const read = openEvidenceReader({ plan, prompt, absent });
  const best = ranked.reduce((most, { wordScore }) => Math.max(most, wordScore), 0);
  return ranked.slice(0, JUDGED).map((passage) => ({
    place: rowPlace(index, passage.row),
    isWeak: passage.wordScore < best * SHARE_MIN,
    rows: read({ ...passage, share: passage.wordScore / best, isRule: false }),
  }));
}

/** Of how many the judge was right, and of how many in all. */
type Count = readonly [number, number];
type Counts = {
  readonly kept: Count;
  readonly silent: Count;
  readonly general: Count;
  readonly small: Count;
};

function count(items: readonly Item[], weights: Weights): Counts {
  const countOf = (isCounted: (item: Item) => boolean): Count => {
    const counted = items.filter(isCounted);
    return [
      counted.filter((item) => judgePrompt(item, weights) >= 0 === item.isRight).length,
      counted.length,
    ];
  };
  const isSmall = ({ kind }: Item): boolean => kind.startsWith("small");
  return {
    kept: countOf(({ isRight }) => isRight),
    silent: countOf((item) => !item.isRight && !isSmall(item)),
    general: countOf(({ kind }) => kind === "general"),
    small: countOf(isSmall),
  };
}

function addCounts(a: Counts, b: Counts): Counts {
  const add = ([m, n]: Count, [o, p]: Count): Count => [m + o, n + p];
  return {
    kept: add(a.kept, b.kept),
    silent: add(a.silent, b.silent),
    general: add(a.general, b.general),
    small: add(a.small, b.small),
  };
}

function renderCounts({ kept, silent, general, small }: Counts): string[] {
  return [kept, silent, general, small].map(([right, all]) =>
    all === 0 ? "–" : `${(right / all).toFixed(3)} of ${all}`,
  );
}

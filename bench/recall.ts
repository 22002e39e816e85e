// `npm run bench:recall`: how good the answers are on the development sets, ours beside S2's and the baselines of the field,
// against the bar of each set; then how often recall rightly says nothing.

import { pickSeveral, readLifeParaphrases, readLifeSets } from "./life-sets.ts";
import { renderTable } from "./measure.ts";
import { findData } from "./read-data.ts";
import { ENGINES, type Engine, openRecall } from "./recall-engines.ts";
import { printLeftOut } from "./recall-left-out.ts";
import { averageScores, type Scores, scoreAnswer } from "./recall-metrics.ts";
import { printPlanting } from "./recall-planting.ts";
import {
  hideParaphrases,
  type Metric,
  type RecallSet,
  readParaphrases,
  readRecallSets,
} from "./recall-sets.ts";
import { printSilence } from "./recall-silence.ts";

const METRICS: readonly (readonly [Metric, string])[] = [
  ["recall1", "R@1"],
  ["recall5", "R@5"],
  ["recall10", "R@10"],
  ["mrr", "MRR"],
  ["ndcg10", "nDCG@10"],
];

for (const set of readLifeSets()) {
  printSet(set);
  printSet(pickSeveral(set));
}
printSeveral(readLifeSets());
printSet(readLifeParaphrases());
const data = findData();
if (data === null) console.log("the shared data is not here, so there is nothing to measure");
else {
  const sets = readRecallSets(data);
  for (const set of [...sets, ...readParaphrases(), ...hideParaphrases(sets)]) printSet(set);
  printSilence(data, sets);
  printLeftOut(data, sets);
  printPlanting(sets);
}

function printSet(set: RecallSet): void {
  const header = [`${set.name} (${set.queries.length})`, ...METRICS.map(([, title]) => title)];
  const rows = ENGINES.map((engine) => {
    const scores = measureEngine(engine, set);
    return [
      engine.name,
      ...METRICS.map(([metric]) => renderScore(scores, metric, engine === ENGINES.at(-1) ? set : null)),
    ];
  });
  const bars = METRICS.map(
    ([metric]) => set.bars.find((each) => each.metric === metric)?.value.toFixed(3) ?? "",
  );
  console.log(renderTable([header, ...rows, ["bar", ...bars]]));
}

/** What recall shows of what answers a question together: which share, and how often all of it. */
function printSeveral(sets: readonly RecallSet[]): void {
  const rows = sets.flatMap((set) => {
    const recall = openRecall(set.documents);
    const groups = Map.groupBy(set.queries, ({ right }) => (right.size === 1 ? "one memory" : "several"));
    return [...groups].map(([kind, queries]) => {
      const asked = queries.map(({ text, right }) => ({ shown: recall(text), right }));
      const shares = asked.map(({ shown, right }) => scoreAnswer(shown, right).recall5);
      const average = (numbers: readonly number[]): number =>
        numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
      return [
        `${set.name}, ${kind} (${queries.length})`,
        average(shares).toFixed(3),
        average(shares.map((share) => Number(share === 1))).toFixed(3),
        average(asked.map(({ shown }) => shown.length)).toFixed(2),
      ];
    });
  });
  console.log(renderTable([["recall", "shown of the right", "all of them", "shown a prompt"], ...rows]));
}

/** A query is asked within its own group. */
function measureEngine(engine: Engine, { documents, queries }: RecallSet): Scores {
  const groups = Map.groupBy(documents, ({ group }) => group);
  const asks = new Map([...groups].map(([group, members]) => [group, engine.open(members)]));
  return averageScores(
    queries.map(({ text, group, right }) => scoreAnswer(asks.get(group)?.(text) ?? [], right)),
  );
}

/** Marked where the set has a bar for it. */
function renderScore(scores: Scores, metric: Metric, judged: RecallSet | null): string {
  const bar = judged?.bars.find((each) => each.metric === metric);
  const mark = bar === undefined ? "" : scores[metric] >= bar.value ? "✓ " : "✗ ";
  return `${mark}${scores[metric].toFixed(3)}`;
}
